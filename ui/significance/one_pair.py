"""One pair of systems on the page Significance: what lies behind its p-value, and what other metrics say."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from scoring.numbers import MISSING
from scoring.origins import DOCUMENT
from scoring.significance import LEVEL, SEGMENT, Comparisons, power_of_pair, words
from ui.context import Context
from ui.kit import columns, exports, grid, layout, links, reader, send
from ui.significance import charts, jobs, pair_words, tables, testing
from ui.store import waiting

LEADS_TO = {SEGMENT: "it becomes the segment", DOCUMENT: "its first segment becomes the one"}
"""What a row of the table of influence leads to."""


def show(context: Context, plan: testing.Plan, found: testing.AllPairs, corrected: Comparisons) -> None:
    st.header("One pair")
    names = [corrected.systems[system] for system in corrected.order]
    with st.container(horizontal=True):
        a = st.selectbox("First", names, key="pair_a", width=360, bind="query-params")
        b = st.selectbox("Second", [name for name in names if name != a], key="pair_b", width=360, bind="query-params")
    pair = a, b
    send.html(pair_words.verdict(found, corrected, pair))
    if said := pair_words.from_run_to_run(corrected, pair):
        send.html(said)
    if plan.groups is None:
        doing = "What makes the difference: compare the two"
        links.page_link("compare", doing, first=a, second=b, compare_metric=corrected.metric.label)
    with st.expander("What the p-value says, and what it does not"):
        st.markdown(pair_words.what_p_says(plan.test, bool(corrected.runs), plan.unit))
    defined = not np.isnan([corrected.tested.scores[corrected.index(name)] for name in pair]).any()
    if defined:
        task = jobs.evidence(plan, context.test_set, found, pair)
        evidence = waiting.result_of("pair", task, "Collecting what lies behind p.")
        if evidence is not None:
            draw_evidence(context, plan, found, corrected, pair, evidence)
    show_metrics(context, plan.only(pair), pair)


def draw_evidence(
    context: Context,
    plan: testing.Plan,
    found: testing.AllPairs,
    corrected: Comparisons,
    pair: tuple[str, str],
    evidence: testing.Evidence,
) -> None:
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=layout.HALF):
            show_null(context, plan, corrected, pair, evidence)
        with st.container(width="stretch"):
            show_resamples(context, found, corrected, pair, evidence)
    level = LEVEL / corrected.n_adjusted
    adjusted = power_of_pair(found.comparisons.bootstrap, *pair, level=level) if level < LEVEL else None
    st.subheader("How sure could one be?")
    send.html(pair_words.power(corrected, evidence.power, adjusted))
    show_influence(context, corrected, pair, evidence)


def show_null(
    context: Context, plan: testing.Plan, corrected: Comparisons, pair: tuple[str, str], evidence: testing.Evidence
) -> None:
    st.subheader("Could it be chance?")
    bins = tables.bins(evidence.null, evidence.as_large, rounding=corrected.metric.rounding)
    draws = words.DRAWS[plan.test]
    figure = charts.null_distribution(bins, evidence.power.difference, draws)
    st.plotly_chart(figure, key="null", alt="Differences under the null hypothesis, with the one observed")
    send.html(pair_words.p_value(corrected, pair, evidence, plan.test))
    about = exports.source(context, corrected.metric, tested=corrected)
    exports.offer(bins.rename(columns={"marked": "as large", "others": "smaller"}), "Could it be chance", about)


def show_resamples(
    context: Context, found: testing.AllPairs, corrected: Comparisons, pair: tuple[str, str], evidence: testing.Evidence
) -> None:
    st.subheader("How large is it?")
    metric = found.comparisons.metric
    wins = (evidence.sampled if metric.higher_is_better else -evidence.sampled) > metric.rounding
    if found.comparisons.n_units < 2:
        send.html(pair_words.resampling(found, pair, evidence))
        return
    bins = tables.bins(evidence.sampled, wins, rounding=metric.rounding)
    a, b = (found.comparisons.index(name) for name in pair)
    interval = tuple(found.difference_intervals[a, b])
    figure = charts.resampled(bins, evidence.power.difference, interval, metric.higher_is_better, pair)
    st.plotly_chart(figure, key="resamples", alt="Bootstrap distribution of the difference")
    send.html(pair_words.resampling(found, pair, evidence))
    about = exports.source(context, metric, tested=corrected)
    exports.offer(bins.rename(columns={"marked": "first better", "others": "not better"}), "How large is it", about)


def show_influence(context: Context, corrected: Comparisons, pair: tuple[str, str], evidence: testing.Evidence) -> None:
    st.subheader(f"Which {corrected.unit}s make the difference?")
    metric, unit = corrected.metric, corrected.unit
    lead = testing.better(metric, evidence.power.difference, pair)
    send.html(pair_words.removed(lead, evidence, corrected))
    frame = tables.influence_table(metric, pair, evidence, tables.units(context.test_set, unit))
    if frame.empty:
        one = corrected.n_units == 1
        st.info(f"The one {unit} is the whole difference." if one else f"No {unit} moves the difference.")
        return
    number = st.column_config.NumberColumn
    formats = {name: number(format=f"%.{metric.decimals}f") for name in frame.columns[-2:]}
    formats |= {"#": number(width=50), "moves the difference by": number(format="%+.4f")}
    st.caption(
        f"By how much the difference, first − second, changes through each {unit} alone: all {unit}s less all but this"
        f" one. Choose a row: {LEADS_TO[unit]} on every other page."
    )
    reader.leading_table(
        frame, np.searchsorted(context.test_set.numbers, frame["#"]), "influence", layout.TALL_TABLE, formats
    )
    links.page_link("segments", "Read the chosen segment on the Segments page")
    exports.offer(frame, f"Influence of {unit}s", exports.source(context, metric, tested=corrected))


def show_metrics(context: Context, plan: testing.Plan, pair: tuple[str, str]) -> None:
    st.header("What do other metrics say?")
    metrics = tuple(context.metrics.values())
    plan = replace(plan, metric=metrics[0])  # the same work whatever metric is chosen above
    task = jobs.by_metric(plan, context.test_set, metrics)
    summary = waiting.result_of("metrics", task, f"Testing the pair by {len(metrics)} metrics.")
    if summary is not None:
        frame = draw_metrics(pair, summary)
        exports.offer(frame, "Other metrics", exports.source(context, *summary.metrics))


def draw_metrics(pair: tuple[str, str], summary: testing.ByMetric) -> pd.DataFrame:
    """Draws the table, and gives it."""
    send.html(pair_words.metrics(summary, pair))
    frame = tables.metrics_table(summary)
    number = st.column_config.NumberColumn
    formats = dict.fromkeys(("first", "second"), "%.2f")
    formats |= dict.fromkeys(("first - second", "low", "high"), "%+.2f")
    configured = {name: number(format=form) for name, form in formats.items()}
    grid.show(frame, configured, columns.with_probabilities, placeholder=MISSING)
    st.caption(f"{words.PAIR_ALONE}, nor for the number of metrics.")
    return frame
