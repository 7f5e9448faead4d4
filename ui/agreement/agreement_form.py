"""The row of widgets of the page Agreement, and what its tabs say of the request: method, cautions, sources."""

from collections.abc import Collection

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.counting.arrays import Ints
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT, SEGMENT
from scoring.output.markup import html
from scoring.output.numbers import LEVEL
from scoring.studies import agreement as study
from ui.agreement import jobs
from ui.context.context import Context
from ui.kit import address, exports, layout
from ui.session import send, state
from ui.store import cache

_MEASURES = "\n".join(f"- **{measure.label}**: {measure.about}" for measure in study.MEASURES.values())

TEXT = f"""\
A pair is two systems' outputs of one segment, both judged. The judge prefers one of them, or neither.

{_MEASURES}

Differences below 0.000000001 are ties. A metric's score of an output is its score of that segment, by the settings in
the sidebar. Preferences make a system's score the share of comparisons that it won, ties aside.

**Intervals** are expanded percentiles of the bootstrap: judged segments, or documents,
are drawn anew, {study.TRIALS:,} times
or {study.TRIALS_A_PAIR} times a pair of metrics if that is more, with seed {study.SEED} and the same draws for every
metric. Two metrics are shown to differ where the p of the paired bootstrap, adjusted by Holm for all pairs of metrics,
is at most {LEVEL}; metrics that are not share a letter.

**Baselines**: a metric that gives every output the same score, and
{study.CHANCES} metrics that draw every score at random,
or {study.FEWER_CHANCES} where there are more than {study.MANY_PAIRS:,} pairs.
"""
UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
CHOSEN_FOR = "agreement_metrics_of"
"""The session's key for the judge for whom metrics were chosen."""


def draw_small_sample_note(request: study.AgreementRequest) -> None:
    """Says where so few segments, or documents, show little."""
    for said in request.cautions:
        st.caption(said)


def agreement_source(context: Context, request: study.AgreementRequest, *metrics: Metric) -> dict[str, str]:
    """Where the numbers of these metrics come from, for the tables to take away."""
    return exports.export_source(context, *metrics) | request.source


def choose_agreement_request(context: Context) -> study.AgreementRequest:
    """``ValueError`` where no segment has two outputs that the judge and every chosen metric have scored."""
    with layout.controls("agreement"):
        coverage = jobs.coverage(context, _judge(context))
        incomplete = {metric.name: metric for metric in coverage.there if coverage.count(metric) < coverage.n_judged}
        with st.popover("Metrics", key="agreement-metrics", width="content"):
            chosen = _metrics(context, coverage, incomplete)
        with st.popover("How this is computed", key="about-agreement", width="content"):
            documents, kind = _documents(context), _kind()
            st.markdown(TEXT)
    shared = jobs.chosen_shared_outputs(
        context, coverage, [metric for name, metric in incomplete.items() if name in chosen]
    )
    request = study.AgreementRequest(shared, tuple(map(context.metric, chosen)), documents=documents, system_score=kind)
    unasked = [metric for name, metric in incomplete.items() if name not in chosen]
    if said := [*request.left_out, *request.unequal_judgments, *study.unasked(coverage, unasked)]:
        send.html(html.page(Markup("<small>{}</small>").format(Markup("<br>").join(said))))
    return request


def _judge(context: Context) -> str:
    names = study.judge_labels(context.test_set)
    return next(iter(names)) if len(names) == 1 else address.named_option_field("Judge", names, "judge", 340)


def _metrics(context: Context, coverage: study.Coverage, incomplete: Collection[str]) -> list[str]:
    """A choice of metrics with scores of every judged system; at first the ones that every judged output has.

    So also for another judge: the one that judged before is a metric now.
    """
    there = {metric.name for metric in coverage.there if not coverage.lacks(metric)}
    offered = [
        name for name, metric in context.metrics.items() if not isinstance(metric, ExternalScore) or name in there
    ]
    whole = [name for name in offered if name not in incomplete]
    if state.widget_value(CHOSEN_FOR, coverage.judge.name) != coverage.judge.name:
        state.set_widget_value("agreement_metrics", whole)
    state.set_widget_value(CHOSEN_FOR, coverage.judge.name)
    return address.several_of("Metrics", {name: context.labels[name] for name in offered}, whole, "agreement_metrics")


def _documents(context: Context) -> Ints | None:
    """The number of each segment's document, where documents are drawn."""
    documents = cache.origins(context.test_set)
    if documents is None or not 2 <= len(documents) < len(context.test_set):
        return None
    return documents.members if address.named_option_field("Draw", UNITS, "agreement_unit", 160) == DOCUMENT else None


def _kind() -> study.SystemScore:
    chosen = address.named_option_field("A system's score", study.CALLED_SYSTEM_SCORES, "agreement_kind", 300)
    return next(kind for kind in study.SYSTEM_SCORES if kind == chosen)


def choose_metric(context: Context, request: study.AgreementRequest) -> Metric:
    """One of the compared metrics, at first BLEU; the same in every tab."""
    names = sorted(request.labels, key=lambda name: name != BLEU.name)
    return context.metric(
        address.named_option_field("Metric", {name: context.labels[name] for name in names}, "agreement_metric", 220)
    )
