"""The row of widgets of the page Agreement: who judges, which metrics are compared, and how."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from scoring.agreement import CORPUS, MEAN, SystemScore, names_of_judges
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT
from scoring.significance import SEGMENT
from ui.agreement import jobs
from ui.agreement.asked import Asked
from ui.context import Context
from ui.kit import address, layout
from ui.store import cache

UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
KINDS: Mapping[str, str] = {CORPUS: "its score of all segments together", MEAN: "the mean of its segments"}


def choose(context: Context) -> Asked:
    """``ValueError`` where the judge that is chosen has not judged two systems' outputs of one segment."""
    with layout.controls("agreement"):
        asked = Asked(_judge(context), context.shown, ())
        coverage = jobs.coverage(asked, context.test_set)
        with st.popover("Metrics", key="agreement-metrics"):
            chosen = _metrics(context, asked.judge, coverage)
        with st.popover("How", key="about-agreement"):
            unit, kind = _unit(context), _kind()
    of = [context.metric(name) for name in chosen]
    lacking = tuple(metric for metric in of if isinstance(metric, ExternalScore) and _lacks(coverage[metric.of]))
    return replace(asked, metrics=tuple(chosen), covering=lacking, unit=unit, kind=kind)


def _judge(context: Context) -> str:
    human = {scores.name for scores in context.test_set.scores if scores.is_human}
    human |= {preferences.name for preferences in context.test_set.preferences}
    names = {
        name: f"{name}, {'people' if name in human else 'not people'}" for name in names_of_judges(context.test_set)
    }
    return next(iter(names)) if len(names) == 1 else address.named("Judge", names, "judge", 260)


def _metrics(context: Context, judge: str, coverage: Mapping[str, tuple[int, int]]) -> list[str]:
    """All that are computed here, and all others but the judge; at first those that every judged output has."""
    offered = [name for name, metric in context.metrics.items() if getattr(metric, "of", None) != judge]
    whole = [name for name in offered if not _is_lacking(context, name, coverage)]
    chosen = st.multiselect(
        "Metrics",
        offered,
        whole,
        key="agreement_metrics",
        format_func=context.labels.__getitem__,
        bind="query-params",
    )
    return [name for name in offered if name in (chosen or whole)]


def _is_lacking(context: Context, name: str, coverage: Mapping[str, tuple[int, int]]) -> bool:
    metric = context.metric(name)
    return isinstance(metric, ExternalScore) and _lacks(coverage[metric.of])


def _lacks(counted: tuple[int, int]) -> bool:
    there, judged = counted
    return there < judged


def _unit(context: Context) -> str:
    documents = cache.origins(context.test_set)
    if documents is None or not 2 <= len(documents) < len(context.test_set):
        return SEGMENT
    return address.named("Draw", UNITS, "agreement_unit", 160)


def _kind() -> SystemScore:
    return CORPUS if address.named("A system's score", KINDS, "agreement_kind", 300) == CORPUS else MEAN
