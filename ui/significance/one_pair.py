"""One pair of systems on the page Significance: the evidence behind its p-value, and other metrics' tests."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from scoring import Metric
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT, SEGMENT
from scoring.output.markup import html
from scoring.output.numbers import MISSING, counted, printed_difference
from scoring.output.sentence import Statement, join_sentences, listed_names, make_statement, sentence
from scoring.studies.comparison import (
    ComparisonRequest,
    ComparisonResult,
    Comparisons,
    better_system,
    doubts_of_systems,
)
from scoring.studies.pair import PairEvidence, strict_power
from scoring.studies.verdict import Oddity, count_votes, decide
from scoring.studies.wording import method_words as words
from scoring.studies.wording import pair_words
from scoring.studies.wording.plain_quotes_words import ALIKE_MARKS
from scoring.studies.wording.verdict_words import describe_votes, not_reliable_sentence
from ui.context.context import Context
from ui.kit import address, exports, grid, layout, reader
from ui.session import send
from ui.significance import charts, jobs, significance_tables
from ui.store import waiting

LEADS_TO = {SEGMENT: "it becomes the segment", DOCUMENT: "its first segment becomes the one"}
"""Unit of resampling -> words for the effect of choosing a row in the table of influence."""


def draw_one_pair(
    context: Context,
    request: ComparisonRequest,
    corrected: Comparisons,
    odd: Sequence[Oddity],
    quotes_statement: Statement | None,
) -> None:
    """Draw the choice of the pair, its verdict and its evidence; ``quotes_statement`` is about quotation marks."""
    st.header("One pair")
    names = [corrected.systems[system] for system in corrected.order]
    with st.container(horizontal=True):
        a = st.selectbox("First", names, key="pair_a", width=360, bind="query-params")
        b = st.selectbox("Second", [name for name in names if name != a], key="pair_b", width=360, bind="query-params")
    pair = a, b
    is_doubtful = bool(doubts_of_systems(corrected, odd, pair))
    statement = pair_words.verdict_statement(corrected, pair)
    statement = (
        replace(statement, main_sentence=not_reliable_sentence(sentence("{}", statement.main_sentence)))
        if is_doubtful
        else statement
    )
    send.html(html.statement_html(statement))
    if quotes_statement is not None:
        send.html(html.statement_html(quotes_statement))
    if run_statement := pair_words.run_variation_statement(corrected, pair):
        send.html(html.statement_html(run_statement))
    if request.groups is None and context.test_set.references:
        doing = "Compare the two systems in detail"
        address.page_link("compare", doing, first=a, second=b, compare_metric=corrected.metric.full_name)
    with st.expander("What the p-value means, and what it does not"):
        st.markdown(pair_words.p_value_meaning(request.test, bool(corrected.runs), request.unit))
    defined = not np.isnan([corrected.tested.scores[corrected.index(name)] for name in pair]).any()
    if defined:
        task = jobs.evidence_task(request, context.test_set, corrected, pair)
        evidence = waiting.result_or_progress("pair", task, "Computing the evidence behind p.")
        if evidence is not None:
            draw_evidence(context, request, corrected, pair, evidence, is_doubtful)


def draw_evidence(
    context: Context,
    request: ComparisonRequest,
    corrected: Comparisons,
    pair: tuple[str, str],
    evidence: PairEvidence,
    is_doubtful: bool,
) -> None:
    first, second = (float(corrected.tested.scores[corrected.index(name)]) for name in pair)
    printed = printed_difference(first, second, corrected.metric.decimals)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=layout.HALF):
            st.subheader("Could it be chance?")
            bins = significance_tables.bins(evidence.null, evidence.as_large, rounding=corrected.metric.rounding)
            figure = charts.null_distribution(bins, printed, corrected.metric, words.DRAWS[request.test])
            st.plotly_chart(figure, key="null", alt="Differences under the null hypothesis, with the one observed")
            send.html(html.statement_html(pair_words.p_value_statement(corrected, pair, evidence, request.test)))
            with st.expander("The formula of p, and its Monte Carlo error"):
                send.html(html.statement_html(pair_words.p_value_formula(corrected, pair, evidence, request.test)))
            about = exports.export_source(context, corrected.metric, tested=corrected)
            exports.offer_table(
                bins.rename(columns={"marked": "as large", "others": "smaller"}), "Could it be chance", about
            )
        with st.container(width="stretch"):
            show_resamples(context, corrected, pair, evidence, printed)
    if not is_doubtful:  # more segments do not remove a doubt
        st.subheader("Is the test set large enough?")
        is_significant = bool(corrected.differ[corrected.index(pair[0]), corrected.index(pair[1])])
        powers = evidence.power, strict_power(corrected, pair)
        send.html(html.statement_html(pair_words.power_statement(corrected, *powers, is_significant)))
    show_influence(context, corrected, pair, evidence)


def show_resamples(
    context: Context, corrected: Comparisons, pair: tuple[str, str], evidence: PairEvidence, printed: float
) -> None:
    st.subheader("How large is it?")
    metric = corrected.metric
    wins = (evidence.sampled if metric.higher_is_better else -evidence.sampled) > metric.rounding
    if corrected.n_units < 2:
        send.html(html.statement_html(pair_words.resampling_statement(corrected, pair, evidence)))
        return
    bins = significance_tables.bins(evidence.sampled, wins, rounding=metric.rounding)
    interval = corrected.bootstrap.difference_interval(*pair)
    figure = charts.bootstrap_histogram(bins, printed, interval, metric, pair)
    st.plotly_chart(figure, key="resamples", alt="Bootstrap distribution of the difference")
    send.html(html.statement_html(pair_words.resampling_statement(corrected, pair, evidence)))
    about = exports.export_source(context, metric, tested=corrected)
    exports.offer_table(
        bins.rename(columns={"marked": "first better", "others": "not better"}), "How large is it", about
    )


def show_influence(context: Context, corrected: Comparisons, pair: tuple[str, str], evidence: PairEvidence) -> None:
    st.subheader(f"Which {corrected.unit}s make the difference?")
    metric, unit = corrected.metric, corrected.unit
    lead = better_system(metric, evidence.power.difference, pair)
    send.html(html.statement_html(pair_words.lead_removal_statement(lead, evidence, corrected, pair)))
    frame = significance_tables.influence_table(
        metric, pair, evidence, significance_tables.units(context.test_set, unit)
    )
    if frame.empty:
        one = corrected.n_units == 1
        st.info(f"The one {unit} is the whole difference." if one else f"No {unit} moves the difference.")
        return
    number = st.column_config.NumberColumn
    formats = {name: number(format=f"%.{metric.decimals}f") for name in frame.columns[-2:]}
    formats |= {"#": number(width=50), "moves the difference by": number(format="%+.4f")}
    st.caption(
        f"How much each {unit} alone adds to the difference, first − second: the difference of all {unit}s less the"
        f" difference without this one. Choose a row: {LEADS_TO[unit]} on every other page."
    )
    reader.leading_table(
        frame, np.searchsorted(context.test_set.numbers, frame["#"]), "influence", layout.TALL_TABLE, formats
    )
    address.page_link("segments", "Read the chosen segment")
    exports.offer_table(frame, f"Influence of {unit}s", exports.export_source(context, metric, tested=corrected))


def show_other_metrics(
    context: Context,
    request: ComparisonRequest,
    pair: tuple[str, str],
    odd: Sequence[Oddity],
) -> None:
    """Draw the tests of the pair by the other metrics; nothing if there is no other metric."""
    metrics = context.report_metrics(request.metric)
    if len(metrics) < 2:
        return
    st.header("What do other metrics say?")
    requests = [(replace(request, metric=metric), context.with_judged_segments(metric).test_set) for metric in metrics]
    doing = f"Testing all pairs by {counted(len(metrics) - 1, 'other metric')}."
    results = waiting.result_or_progress("metrics", jobs.each_verdicts_task(requests), doing)
    if results is not None:
        frame = draw_other_metrics(context, pair, odd, *results)
        cells = significance_tables.metric_cells([result.metric.decimals for result in results[1:]], frame)
        note = f"First: {pair[0]}; second: {pair[1]}. Low and high: the 95 % interval of first less second."
        note += scores_from_files_sentence(context, metrics[1:])
        tested = words.describe_test_and_correction(results[1].refined)
        about = exports.export_source(context, *metrics[1:]) | {exports.NOTE: note, exports.TEST_FACT: tested}
        exports.offer_table(frame, "Other metrics", about, cells=cells)


def draw_other_metrics(
    context: Context,
    pair: tuple[str, str],
    odd: Sequence[Oddity],
    deciding: ComparisonResult,
    *results: ComparisonResult,
) -> pd.DataFrame:
    """Draw the table of the other metrics' tests, and return it."""
    is_doubtful = bool(doubts_of_systems(deciding.comparisons, odd, pair))
    decision = decide(deciding.verdicts, pair)
    if decision is not None:
        sentences = describe_votes(
            decision, count_votes(decision, [result.verdicts for result in results], context.test_set.scores)
        )
        vote_sentence = join_sentences(" ", sentences)
        send.html(
            html.statement_html(
                make_statement(not_reliable_sentence(vote_sentence) if is_doubtful and sentences else vote_sentence)
            )
        )
    frame = significance_tables.metrics_table(results, pair, is_doubtful)
    column = st.column_config
    configured: dict[str, Any] = {"p_adjusted": column.TextColumn("corrected p")}
    heads = {"first": grid.named_head(pair[0]), "second": grid.named_head(pair[1])}
    configured |= {name: column.NumberColumn(**head) for name, head in heads.items()}
    configured["first − second"] = column.NumberColumn(
        "difference", help="The first system's score minus the second's."
    )
    style = partial(significance_tables.written_metrics, [result.metric.decimals for result in results])
    grid.draw_grid(frame, configured, style, placeholder=MISSING)
    lower = [result.metric.full_name for result in results if not result.metric.higher_is_better]
    lower_is_better = f" Lower is better for {listed_names(lower)}." if lower else ""
    about = words.correction_sentence(results[0].comparisons)
    from_files = scores_from_files_sentence(context, [result.metric for result in results])
    subject = "Each other metric" if from_files else "Each metric"
    test_sentence = f"{from_files} {subject} is tested {context.marks or 'like the verdict’s'}.".lstrip()
    st.caption(f"{test_sentence} {about}{lower_is_better}")
    return frame


def scores_from_files_sentence(context: Context, metrics: Sequence[Metric]) -> str:
    """Return a sentence that scores from files are of the outputs as typed, other metrics' are not.

    Return an empty text if there are no scores from files, or if the other metrics are of the outputs as typed, too.
    """
    are_some = context.marks == ALIKE_MARKS and any(isinstance(metric, ExternalScore) for metric in metrics)
    return " Scores from files are as typed." if are_some else ""
