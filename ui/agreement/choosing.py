"""The row of widgets of the page Agreement: who judges, which metrics are compared, and how."""

from collections.abc import Collection, Sequence

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.agreement import SYSTEM_SCORES, SystemScore, names_of_judges, names_of_people, words
from scoring.agreement.shared import Coverage, Shared
from scoring.judgments.external import ExternalScore
from scoring.markup import html
from scoring.origins import SEGMENT
from ui import state
from ui.agreement import jobs, method
from ui.agreement.asked import KINDS, UNITS, Asked
from ui.context import Context
from ui.kit import address, layout, send
from ui.store import cache

NOT_CHOSEN = "{} has scores of {:,} of the {:,} judged outputs: it is not compared unless you choose it under Metrics."


CHOSEN_FOR = "agreement_metrics_of"
"""The session's key for the judge for whom metrics were chosen."""


def choose(context: Context) -> Asked:
    """``ValueError`` where no segment has two outputs that the judge and every chosen metric have scored."""
    with layout.controls("agreement"):
        coverage = jobs.coverage(context, _judge(context))
        incomplete = {metric.name: metric for metric in coverage.there if coverage.count(metric) < coverage.n_judged}
        with st.popover("Metrics", key="agreement-metrics", width="content"):
            chosen = _metrics(context, coverage, incomplete)
        with st.popover("How this is computed", key="about-agreement", width="content"):
            unit, kind = _unit(context), _kind()
            st.markdown(method.TEXT)
    shared = jobs.shared(context, coverage, [metric for name, metric in incomplete.items() if name in chosen])
    _say_left_out(coverage, shared, [metric for name, metric in incomplete.items() if name not in chosen])
    return Asked(shared.judge, tuple(chosen), context.shown, tuple(shared.incomplete), unit, kind)


def _say_left_out(coverage: Coverage, found: Shared, unasked: Sequence[Metric]) -> None:
    """What does not count, and why; ``unasked`` lack some outputs and were not chosen."""
    said = words.left_out(found)
    for metric in unasked:
        if lacks := coverage.lacks(metric):
            said.append(words.lacking(metric.label, lacks, coverage.judge.name))
        else:
            said.append(NOT_CHOSEN.format(metric.label, coverage.count(metric), coverage.n_judged))
    lines = Markup("<br>").join(said)
    if said:
        send.html(html.page(Markup("<small>{}</small>").format(lines)))


def _judge(context: Context) -> str:
    people = names_of_people(context.test_set)
    every = names_of_judges(context.test_set)
    names = {name: f"{name}, {'people' if name in people else 'not people'}" for name in every}
    return next(iter(names)) if len(names) == 1 else address.named("Judge", names, "judge", 340)


def _metrics(context: Context, coverage: Coverage, incomplete: Collection[str]) -> list[str]:
    """Of those that have scores of every judged system; at first those that every judged output has.

    So also for another judge: the one that judged before is a metric now.
    """
    there = {metric.name for metric in coverage.there if not coverage.lacks(metric)}
    offered = [
        name for name, metric in context.metrics.items() if not isinstance(metric, ExternalScore) or name in there
    ]
    whole = [name for name in offered if name not in incomplete]
    if state.current(CHOSEN_FOR, coverage.judge.name) != coverage.judge.name:
        state.offer("agreement_metrics", whole)
    state.offer(CHOSEN_FOR, coverage.judge.name)
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
