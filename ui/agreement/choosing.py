"""The row of widgets of the page Agreement: who judges, which metrics are compared, and how."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.agreement import SYSTEM_SCORES, SystemScore, names_of_judges, names_of_people
from scoring.judgments.external import ExternalScore
from scoring.markup import html
from scoring.significance import SEGMENT
from ui.agreement import jobs, method
from ui.agreement.asked import KINDS, UNITS, Asked
from ui.context import Context
from ui.kit import address, layout, send
from ui.store import cache


def choose(context: Context) -> Asked:
    """``ValueError`` where the judge that is chosen has not judged two systems' outputs of one segment."""
    with layout.controls("agreement"):
        asked = Asked(_judge(context), context.shown, ())
        coverage = jobs.coverage(asked, context.test_set)
        lacking = _lacking(context, asked.judge, coverage)
        with st.popover("Metrics", key="agreement-metrics", width="content"):
            chosen = _metrics(context, asked.judge, lacking)
        with st.popover("How this is computed", key="about-agreement", width="content"):
            unit, kind = _unit(context), _kind()
            st.markdown(method.TEXT)
    covering = [metric for name, metric in lacking.items() if name in chosen]
    for metric in lacking.values():
        _say_coverage(metric, coverage[metric.of], metric in covering)
    return replace(asked, metrics=tuple(chosen), covering=tuple(covering), unit=unit, kind=kind)


def _lacking(context: Context, judge: str, coverage: Mapping[str, tuple[int, int]]) -> dict[str, ExternalScore]:
    """The scores from elsewhere that some judged outputs do not have, by the metric's name."""
    given = {name: metric for name, metric in context.metrics.items() if isinstance(metric, ExternalScore)}
    return {
        name: metric
        for name, metric in given.items()
        if metric.of != judge and coverage[metric.of][0] < coverage[metric.of][1]
    }


def _say_coverage(metric: ExternalScore, counts: tuple[int, int], is_chosen: bool) -> None:
    there, judged = counts
    then = (
        "all metrics are compared on outputs that every one of them has."
        if is_chosen
        else "it is not compared unless you choose it under Metrics."
    )
    said = Markup("<small>{} has scores of {:,} of the {:,} judged outputs: {}</small>")
    send.html(html.page(said.format(metric.label, there, judged, then)))


def _judge(context: Context) -> str:
    people = names_of_people(context.test_set)
    every = names_of_judges(context.test_set)
    names = {name: f"{name}, {'people' if name in people else 'not people'}" for name in every}
    return next(iter(names)) if len(names) == 1 else address.named("Judge", names, "judge", 260)


def _metrics(context: Context, judge: str, lacking: Collection[str]) -> list[str]:
    """All that are computed here, and all others but the judge; at first those that every judged output has."""
    offered = [name for name, metric in context.metrics.items() if getattr(metric, "of", None) != judge]
    whole = [name for name in offered if name not in lacking]
    chosen = st.multiselect(
        "Metrics",
        offered,
        whole,
        key="agreement_metrics",
        format_func=context.labels.__getitem__,
        bind="query-params",
    )
    return [name for name in offered if name in (chosen or whole)]


def _unit(context: Context) -> str:
    documents = cache.origins(context.test_set)
    if documents is None or not 2 <= len(documents) < len(context.test_set):
        return SEGMENT
    return address.named("Draw", UNITS, "agreement_unit", 160)


def _kind() -> SystemScore:
    chosen = address.named("A system's score", KINDS, "agreement_kind", 300)
    return next(kind for kind in SYSTEM_SCORES if kind == chosen)


def choose_metric(context: Context, asked: Asked) -> Metric:
    """One of those that are compared, at first BLEU; the same in every tab."""
    names = sorted(asked.metrics, key=lambda name: name != BLEU.name)
    return context.metric(
        address.named("Metric", {name: context.labels[name] for name in names}, "agreement_metric", 220)
    )
