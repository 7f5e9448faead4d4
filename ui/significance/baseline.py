"""Several metrics at once on the page Significance: every system beside a baseline, as papers print it."""

from dataclasses import replace

import streamlit as st

from scoring.significance import Comparisons, words
from ui.context import Context
from ui.kit import exports, grid
from ui.significance import jobs, tables, testing
from ui.store import waiting

PLACE = "baseline"


def show(context: Context, plan: testing.Plan, correction: str, names: list[str]) -> None:
    """Folded; at first by the metric tested above, whose pairs are there. ``names``: systems shown, best first."""
    with st.expander("Several metrics beside a baseline"), st.container(key="beside-baseline"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            baseline = st.selectbox("Baseline", names, len(names) - 1, key="baseline", width=360, bind="query-params")
            chosen = st.multiselect(
                "Metrics",
                list(context.metrics),
                [plan.metric.name],
                key="baseline_metrics",
                format_func=context.labels.__getitem__,
                placeholder="Choose metrics",
                bind="query-params",
            )
        if chosen:
            metrics = [metric for name, metric in context.metrics.items() if name in chosen]
            plans = tuple(replace(plan, metric=metric) for metric in metrics)
            task = jobs.several(plans, context.test_set, correction)
            found = waiting.result_of(PLACE, task, f"Testing all pairs by {len(plans)} metrics.")
            if found is not None:
                draw(context, [each.verdicts.refined.only(names) for each in found.of_plans], baseline)


def draw(context: Context, found: list[Comparisons], baseline: str) -> None:
    frame = tables.baseline_table(found, baseline)
    grid.show(frame)
    tested = found[0]
    st.caption(f"{words.AGAINST} {words.tested(tested).capitalize()}, {words.corrected(tested.correction)}.")
    about = exports.source(context, *(each.metric for each in found), tested=tested)
    exports.offer(frame, "Beside the baseline", about)
    exports.offer(tables.baseline_records(found, baseline), "Beside the baseline in numbers", about)
