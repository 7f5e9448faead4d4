"""The page's first sentence, and the tab Metrics: how far each metric agrees with the judge, and which differ."""

from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.output.markup import html
from scoring.output.numbers import MISSING, counted
from scoring.studies import agreement as study
from scoring.studies.agreement import BASELINES, LETTERS, MEASURES, AgreementRequest, AgreementResult
from ui.agreement import agreement_form, agreement_tables, charts, jobs
from ui.context.context import Context
from ui.kit import address, exports, grid, layout
from ui.session import send
from ui.store import waiting

MARKS = f"{LETTERS} Full dots: the best, and those not shown worse."
CHART = "Agreement of each metric with its 95 % interval"


def draw_agreement_opening(context: Context, request: AgreementRequest) -> None:
    """Speaks as soon as the metrics are there; what chance gives takes longer, and is added then."""
    doing = f"Holding {counted(len(request.metrics), 'metric')} against the judge."
    say_all = partial(draw_agreement_statement, context, request)
    waiting.when_ready("opening", [jobs.together(request, context.test_set)], say_all, doing)


def draw_agreement_statement(context: Context, request: AgreementRequest, found: dict[str, Any]) -> None:
    result = jobs.result(request, found, context.test_set)
    if result.agreements:
        chances = {jobs.CHANCES: jobs.chance_task(request, context.test_set)}
        waiting.fill_in("opening-chances", chances, partial(say_beside, context, request, found), what="")
    for why in result.left_out:
        st.caption(why)


def say_beside(context: Context, request: AgreementRequest, found: dict[str, Any], chances: dict[str, Any]) -> None:
    result = jobs.result(request, found | chances, context.test_set)
    about = Markup().join(Markup("<small>{}</small>").format(note) for note in result.about_opening())
    send.html(html.page(Markup('<p class="statement">{}</p>{}').format(result.opening(BLEU.name), about)))


def draw_metric_agreement(context: Context, request: AgreementRequest) -> None:
    with layout.controls("measure"):
        measure = address.named_option_field("Measure", study.measures_of(request.judge), "measure", 220)
        st.caption(MEASURES[measure].about)
    tasks = jobs.agreement_tasks(request, context.test_set)
    waiting.fill_in("agreement", tasks, partial(draw_metric_table, context, request, measure), what="")


def draw_metric_table(context: Context, request: AgreementRequest, measure: str, found: dict[str, Any]) -> None:
    result = jobs.result(request, found, context.test_set)
    if not result.agreements:
        return
    chance = None if result.chances is None else result.chances[measure]
    figure = charts.agreement_forest_chart(
        bars_of(result, measure), MEASURES[measure], None if result.ties is None else result.ties.value(measure), chance
    )
    st.plotly_chart(figure, key="agreement-forest", alt=CHART)
    st.caption(MARKS)
    show_table(context, result, measure)
    agreement_form.draw_small_sample_note(request)
    if not result.to_come and len(result.agreements) > 1:
        show_differing(context, result, measure)
        compare_two(context, result, measure)


def source_of(context: Context, request: AgreementRequest) -> dict[str, str]:
    return agreement_form.agreement_source(context, request, *request.metrics)


# --- the picture, and all measures ---


def bars_of(result: AgreementResult, measure: str) -> list[charts.Bar]:
    """The best metric first."""
    names, letters = result.order(measure), result.letters(measure)
    best = set(letters.get(names[0], ""))
    bars = []
    for name in names:
        value = result.labels[name], result.value(name, measure), result.interval(name, measure)
        is_best = not letters or bool(best & set(letters[name]))
        bars.append(charts.Bar(*value, letters.get(name, ""), is_best, result.threshold(name, measure)))
    return bars


def show_table(context: Context, result: AgreementResult, measure: str) -> None:
    st.subheader("All measures", anchor=False)
    frame = agreement_tables.every(result, measure)
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    format = "%.3f" if result.to_come else None
    about = {
        MEASURES[key].label: number(help=MEASURES[key].about, format=format)
        for key in agreement_tables.ordered_measures(result, measure)
    }
    formats = about | {agreement_tables.METRIC: text(pinned=True)}
    if result.to_come:  # each is drawn as it comes
        grid.draw_grid(frame, formats, placeholder=MISSING)
        return
    grid.draw_grid(frame, formats, agreement_tables.with_intervals(result, measure), placeholder=MISSING)
    st.caption(f"{BASELINES} Letters hold within a column.")
    exports.offer_table(
        partial(agreement_tables.agreement_records, result, measure), "Agreement", source_of(context, result.request)
    )


# --- which metrics differ ---


def show_differing(context: Context, result: AgreementResult, measure: str) -> None:
    frame = agreement_tables.differing(result, measure)
    with st.expander(result.n_differing(measure), key="differing-metrics"):
        if len(frame):
            number = st.column_config.NumberColumn
            called = {"difference": "difference", "ci_low": "from", "ci_high": "to"}
            formats = {name: number(label, format="%.3f") for name, label in called.items()}
            formats["p_adjusted"] = number("p, adjusted")
            grid.draw_grid(frame, formats, grid.with_probabilities, most=layout.TALL_TABLE)
        st.caption(result.about_differing())
    exports.offer_table(frame, "Metrics shown to differ", source_of(context, result.request))


def compare_two(context: Context, result: AgreementResult, measure: str) -> None:
    """A pair that the reader chooses: its difference, and on demand the permutation test."""
    names, labels = result.order(measure), result.labels
    own = names.index(BLEU.name) if BLEU.name in names[1:] else 1
    with st.expander("Compare two metrics", key="two-metrics", on_change="rerun") as folded:
        if not folded.open:
            return
        with layout.controls("two"):
            first = address.named_option_field("First", {name: labels[name] for name in names}, "metric_a", 200)
            others = [name for name in (names[own], *names) if name != first]
            second = address.named_option_field("Second", {name: labels[name] for name in others}, "metric_b", 200)
        said = html.sentence_html(result.difference_sentence(measure, first, second))
        send.html(html.page(Markup('<p class="statement">{}</p>').format(said)))
        if st.toggle("Test by permutation, too", key="permute", help=study.PERMUTED, bind="query-params"):
            pair = context.metric(first), context.metric(second)
            task = jobs.swapped(result.request, pair, measure, context.test_set)
            found = waiting.result_of("swapped", task, "Exchanging the scores of both metrics.")
            if found is not None:
                st.caption(study.swapped_sentence(found, result.request.unit))
