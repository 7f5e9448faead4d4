"""The opening of the page Agreement and its tab Metrics: each metric's agreement, and which metrics differ."""

import math
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.output.markup import html
from scoring.output.numbers import MISSING, counted
from scoring.studies import agreement as study
from scoring.studies.agreement import BASELINES, LETTERS, MEASURES, AgreementRequest, AgreementResult
from scoring.studies.own_family import own_family_sentences
from ui.agreement import agreement_form, agreement_tables, charts, jobs
from ui.context.context import Context
from ui.kit import address, budget, exports, grid, layout
from ui.session import send, state
from ui.store import waiting

VALUES_PLACE, INTERVALS_PLACE, TESTS_PLACE = "agreement-values", "agreement-intervals", "agreement-tested"
"""Names of the page's places that wait for values, intervals and tests of differences."""
TESTING = "Testing which differences are significant"
LONG_TEST_KEY = "agreement_test_asked"
"""Session key of the long test that the visitor has asked for."""
PAIR_SECONDS = 6e-10
"""Seconds that a resample of one pair of outputs takes for one metric, measured with 210,000 pairs."""
MAX_BARS = 20
"""Number of metrics in the chart at first."""
ALL_MEASURES, BY_METRIC = "All measures", "Agreement by metric"
RANGE_NOTE = "The interval of random scores is their 95 % range."
"""Caption of the tables of all measures."""
MARKS = "Same letter: no significant difference. Full dots share a letter with the best."
CHART = "Agreement of each metric with its 95 % interval"


def draw_agreement_opening(context: Context, request: AgreementRequest) -> AgreementResult | None:
    """Draw which metric agrees best, and later which differences are significant; None until the values are ready."""
    whom = "human scores" if request.judge.is_human else "the judge"
    doing = f"Comparing {counted(len(request.metrics), 'metric')} with {whom}."
    results = waiting.result_or_progress(VALUES_PLACE, jobs.values_task(request, context.test_set), doing)
    if results is None:
        return None
    result = jobs.result(request, results, context.test_set)
    if result.agreements:
        with st.container():
            opening = st.container()
            result = add_resampling(context, result)
        with opening:
            chances = {jobs.CHANCES: jobs.chance_task(request, context.test_set)}
            waiting.draw_partial_results("opening-chances", chances, partial(say_opening, result), what="")
    for caution in own_family_sentences(request, context.test_set):
        send.sentences(caution, look="caution")
    for why in result.left_out:
        st.caption(why)
    return result


def add_resampling(context: Context, values: AgreementResult) -> AgreementResult:
    """Return the result with intervals and tests as far as they are ready; long tests wait for a click."""
    request = values.request
    if request.tests_differences:
        return _resampling_result(context, request, TESTS_PLACE, TESTING) or values
    result = _resampling_result(context, request, INTERVALS_PLACE, "Computing intervals")
    if result is None:
        return values
    tested = replace(request, trials=request.trials_of_tests)
    key = jobs.agreements_task(tested, context.test_set).key
    if state.widget_value(LONG_TEST_KEY) == key:
        return _resampling_result(context, tested, TESTS_PLACE, TESTING) or result
    n_pairs = counted(math.comb(len(request.metrics), 2), "difference")
    label = f"Test all {n_pairs}: {budget.duration_words(request.work_of_tests * PAIR_SECONDS)}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(label, key="test-agreement", on_click=state.set_widget_value, args=(LONG_TEST_KEY, key))
        st.caption(f"{result.untested} Fewer metrics are tested at once.")
    return result


def _resampling_result(context: Context, request: AgreementRequest, place: str, doing: str) -> AgreementResult | None:
    trials = counted(request.resampling.trials, "resample")
    task = jobs.agreements_task(request, context.test_set)
    results = waiting.result_or_progress(place, task, f"{doing}, with {trials}. The values are ready.")
    return None if results is None else jobs.result(request, results, context.test_set)


def say_opening(result: AgreementResult, chances: dict[str, Any]) -> None:
    first, *others = replace(result, chances=chances[jobs.CHANCES]).opening(BLEU.name)
    send.sentences(first)
    for statement in others:
        send.html(html.page(Markup("<p>{}</p>").format(statement)))


def draw_metric_agreement(context: Context, request: AgreementRequest, result: AgreementResult | None) -> None:
    """Draw the chart and the folded numbers; nothing until the values are ready."""
    if result is None or not result.agreements:
        return
    with layout.controls("measure"):
        measure = address.draw_named_option(
            "Measure", study.measure_labels(request.judge), "measure", 360, agreement_form.ABOUT_MEASURES
        )
        are_many, n_metrics = len(result.agreements) > MAX_BARS, len(result.agreements)
        n_bars = MAX_BARS
        if are_many and st.toggle(f"Show all {n_metrics} metrics", key="all_bars", bind="query-params"):
            n_bars = n_metrics
    chances = {jobs.CHANCES: jobs.chance_task(request, context.test_set)}
    waiting.draw_partial_results(
        "agreement", chances, partial(draw_metric_forest, context, result, measure, n_bars), what=""
    )


def draw_metric_forest(
    context: Context, values: AgreementResult, measure: str, n_bars: int, chances: dict[str, Any]
) -> None:
    result = replace(values, chances=chances[jobs.CHANCES])
    chance = None if result.chances is None else result.chances[measure]
    if statement := result.best_sentence(measure):
        send.html(html.page(Markup('<p dir="auto">{}</p>').format(statement)))
    bars = agreement_bars(result, measure)
    bars = [*bars[:n_bars], *(bar for bar in bars[n_bars:] if bar.name == result.labels.get(BLEU.name))]
    figure = charts.agreement_forest_chart(
        bars, MEASURES[measure], None if result.ties is None else result.ties.value(measure), chance
    )
    st.plotly_chart(figure, key="agreement-forest", alt=CHART)
    if result.is_tested:
        st.caption(MARKS)
    agreement_form.draw_small_sample_note(result.request)
    records = partial(agreement_tables.agreement_records, result, measure)
    about = result_source(context, result.request)
    letters, baselines = LETTERS if result.is_tested else "", result.baselines_sentence()
    frame, paper = agreement_tables.agreement_by_metric(result, measure), agreement_tables.printed_agreement
    noted = _note(letters, about[exports.NOTE], baselines, "Bold: the best of each column.")
    exports.offer_table(frame, BY_METRIC, about | noted, paper=partial(paper, result, measure))
    decimals = dict.fromkeys(("value", "low", "high"), agreement_tables.DECIMALS)
    noted = _note(about[exports.NOTE], RANGE_NOTE, letters, baselines, result.thresholds_sentence())
    paper = partial(agreement_tables.printed_measures, result, measure)
    n_rows = len(result.agreements) * len(result.measures)
    exports.offer_table(records, ALL_MEASURES, about | noted, decimals=decimals, paper=paper, n_rows=n_rows)
    with st.expander(ALL_MEASURES, key="all-measures", on_change="rerun") as folded:
        if folded.open:
            for note in (*([LETTERS] if result.is_tested else []), *result.opening_notes()):
                st.caption(note)
            show_table(context, result, measure)
    if result.is_tested and len(result.agreements) > 1:
        show_differing(context, result, measure)
        compare_two(context, result, measure)


def _note(*sentences: str) -> dict[str, str]:
    """Return the note of a table, for its caption."""
    return {exports.NOTE: " ".join(filter(None, sentences))}


def result_source(context: Context, request: AgreementRequest) -> dict[str, str]:
    return agreement_form.agreement_source(context, request, *request.metrics)


# --- the picture, and all measures ---


def agreement_bars(result: AgreementResult, measure: str) -> list[charts.Bar]:
    """Return a bar for each metric, the best first."""
    names, letters = result.order(measure), result.letters(measure)
    best = set(letters.get(names[0], ""))
    bars = []
    for name in names:
        value = result.labels[name], result.value(name, measure), result.interval(name, measure)
        is_best = not letters or bool(best & set(letters[name]))
        bars.append(charts.Bar(*value, letters.get(name, ""), is_best, result.threshold(name, measure)))
    return bars


def show_table(context: Context, result: AgreementResult, measure: str) -> None:
    frame = agreement_tables.all_measures_table(result, measure)
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    about = {
        MEASURES[key].label: number(help=MEASURES[key].about)
        for key in agreement_tables.ordered_measures(result, measure)
    }
    formats = about | {agreement_tables.METRIC: text(pinned=True)}
    grid.draw_grid(frame, formats, agreement_tables.interval_styling(result, measure), placeholder=MISSING)
    st.caption(f"{BASELINES} Letters are by column." if result.is_tested else BASELINES)


# --- which metrics differ ---


def show_differing(context: Context, result: AgreementResult, measure: str) -> None:
    frame, cells = (
        agreement_tables.differing_metrics_table(result, measure),
        agreement_tables.written_p(result, measure),
    )
    with st.expander(result.n_differing(measure), key="differing-metrics"):
        if len(frame):
            number = st.column_config.NumberColumn
            labels = {"difference": "difference", "ci_low": "low", "ci_high": "high"}
            formats = {name: number(label, format="%.3f") for name, label in labels.items()}
            formats["p_adjusted"] = number("corrected p")
            grid.draw_grid(frame, formats, lambda table: grid.write_cells(table.style, cells), most=layout.TALL_TABLE)
        st.caption(result.differences_note())
    about = result_source(context, result.request)
    about |= _note(result.differing_sentence(measure), about[exports.NOTE], result.smallest_p_sentence(measure))
    decimals = dict.fromkeys(("difference", "ci_low", "ci_high"), agreement_tables.DECIMALS)
    printed = frame.drop(columns="p_adjusted") if result.smallest_p_of_all(measure) else frame
    paper = exports.PaperTable(printed, column_groups=dict.fromkeys(("ci_low", "ci_high"), agreement_tables.INTERVAL))
    title = "Significant differences of metrics"
    exports.offer_table(frame, title, about, decimals=decimals, cells=cells, paper=paper)


def compare_two(context: Context, result: AgreementResult, measure: str) -> None:
    """Draw the difference of two chosen metrics, and on request the permutation test."""
    names, labels = result.order(measure), result.labels
    own = names.index(BLEU.name) if BLEU.name in names[1:] else 1
    with st.expander("Compare two metrics", key="two-metrics", on_change="rerun") as folded:
        if not folded.open:
            return
        with layout.controls("two"):
            first = address.draw_named_option("First", {name: labels[name] for name in names}, "metric_a", 200)
            others = [name for name in (names[own], *names) if name != first]
            second = address.draw_named_option("Second", {name: labels[name] for name in others}, "metric_b", 200)
        statement = html.sentence_html(result.difference_sentence(measure, first, second))
        send.sentences(statement)
        if st.toggle("Also test by permutation", key="permute", help=study.PERMUTED, bind="query-params"):
            pair = context.metric(first), context.metric(second)
            task = jobs.permutation_test_task(result.request, pair, measure, context.test_set)
            permutation_test = waiting.result_or_progress("swapped", task, "Swapping the scores of both metrics.")
            if permutation_test is not None:
                st.caption(study.swapped_sentence(permutation_test, result.request.unit))
