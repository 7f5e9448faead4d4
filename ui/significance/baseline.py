"""The table of several metrics on the page Significance, with every system against a baseline, as in papers."""

from dataclasses import replace
from typing import Any

import streamlit as st

from scoring.output.numbers import counted
from scoring.studies.comparison import ComparisonRequest, Comparisons
from scoring.studies.wording import method_words as words
from ui.context import set_choices
from ui.context.context import Context
from ui.kit import exports, grid
from ui.session import state
from ui.significance import jobs, significance_tables
from ui.store import waiting

PLACE = "baseline"
KEY = "tested_baseline"


def draw_baseline(context: Context, request: ComparisonRequest, names: list[str]) -> None:
    """Draw the folded table, at first by the metric tested above; ``names`` are the systems, best first."""
    folded = st.expander("Several metrics against a baseline", expanded=context.baseline is not None)
    with folded, st.container(key="beside-baseline"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            pinned = context.baseline if context.baseline in names else names[0]
            state.set_widget_value(KEY, pinned)
            baseline = st.selectbox("Baseline", names, key=KEY, width=360, on_change=pin_chosen)
            names_of, tested = context.labels.__getitem__, [request.metric.name]
            look: Any = {"placeholder": "Choose metrics", "bind": "query-params"}
            chosen = st.multiselect("Metrics", list(context.metrics), tested, names_of, "baseline_metrics", **look)
        if chosen:
            metrics = [metric for name, metric in context.metrics.items() if name in chosen]
            requests = [
                (replace(request, metric=metric), context.with_judged_segments(metric).test_set) for metric in metrics
            ]
            doing = f"Testing all pairs by {counted(len(metrics), 'metric')}."
            results = waiting.result_or_progress(PLACE, jobs.each_verdicts_task(requests), doing)
            if results is not None:
                draw_baseline_pairs(context, [result.refined.only(names) for result in results], baseline)


def pin_chosen() -> None:
    set_choices.pin_baseline(state.widget_value(KEY))


def draw_baseline_pairs(context: Context, comparisons: list[Comparisons], baseline: str) -> None:
    frame = significance_tables.baseline_table(comparisons, baseline)
    grid.draw_grid(frame)
    tested = comparisons[0]
    st.caption(f"{words.AGAINST} Test: {words.describe_test_and_correction(tested)}.")
    about = exports.export_source(context, *(each.metric for each in comparisons), tested=tested)
    about[exports.NOTE] = f"The baseline is {baseline}. {words.AGAINST}"
    cells = significance_tables.baseline_cells(comparisons, baseline, exports.SMALL)
    exports.offer_table(frame, "Against the baseline", about, cells=cells)
    exports.offer_table(
        significance_tables.baseline_records(comparisons, baseline), "Against the baseline, all digits", about
    )
