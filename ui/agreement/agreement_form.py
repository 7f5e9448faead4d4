"""The widgets of the page Agreement, and the method, cautions and sources that its tabs share."""

from collections.abc import Collection, Sequence

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.counting.arrays import Ints
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT, SEGMENT
from scoring.output.markup import html
from scoring.output.numbers import LEVEL, counted
from scoring.output.sentence import name_list
from scoring.studies import agreement as study
from ui.agreement import jobs
from ui.context.context import Context
from ui.kit import address, exports, layout
from ui.session import send, state
from ui.store import cache

ABOUT_MEASURES = "\n".join(f"- **{measure.label}**: {measure.about}" for measure in study.MEASURES.values())

TEXT = f"""\
A pair is two systems' outputs for one segment, both rated. The judge prefers one of them, or neither.

{ABOUT_MEASURES}

Differences below 0.000000001 are ties. Metrics use the settings in the sidebar. If people gave preferences, a
system's score is the share of comparisons that it won, without ties.

**Intervals** are expanded bootstrap percentiles: rated segments, or documents, are resampled {study.TRIALS:,} times, or
{study.TRIALS_A_PAIR} times for each pair of metrics if that is more, with seed {study.SEED} and the same resamples for
every metric. Two metrics differ significantly if the p of the paired bootstrap, corrected for all pairs of metrics
(Holm), is at most {LEVEL}; otherwise they share a letter.

**Baselines**: a metric that gives every output the same score, and {study.CHANCES} metrics with random scores, or
{study.FEWER_CHANCES} if there are more than {study.MANY_PAIRS:,} pairs.
"""
UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
MAX_NAMES_SHOWN = 4
"""Largest number of metrics that the note on unchosen metrics names."""
CHOSEN_FOR = "agreement_metrics_of"
"""Session key of the judge, and of the test set's choice of metrics, for which metrics were chosen."""


def draw_small_sample_note(request: study.AgreementRequest) -> None:
    """Draw the cautions about a small number of segments or documents."""
    for caution in request.cautions:
        st.caption(caution)


def agreement_source(context: Context, request: study.AgreementRequest, *metrics: Metric) -> dict[str, str]:
    """Return the sources of these metrics' numbers, for downloaded tables."""
    judge = request.judge
    pairs = f"{counted(len(judge.pairs), 'pair')} of outputs of {judge.n_systems} systems"
    judge_note = f"Judge: {request.source['judge']}; {pairs}."
    tested = f"{counted(request.resampling.trials, 'resample')} of {request.unit}s; p is corrected for all pairs (Holm)"
    sample = {exports.SEGMENTS: f"{judge.n_segments:,}", exports.NOTE: f"{judge_note} {tested}."}
    return exports.export_source(context, *map(request.metric_for_signature, metrics)) | sample | request.source


def choose_agreement_request(context: Context) -> tuple[study.AgreementRequest, list[str]]:
    """Draw the widgets; return the request, and why it excludes some metrics and outputs.

    Raise ``ValueError`` if no segment has two outputs that the judge and every chosen metric have scored.
    """
    with layout.controls("agreement"):
        coverage = jobs.coverage(context, _judge(context))
        incomplete = {
            metric.name: metric for metric in coverage.outputs_by_metric if coverage.count(metric) < coverage.n_judged
        }
        with st.popover("Metrics", key="agreement-metrics", width="content"):
            chosen, others = _metrics(context, coverage, incomplete)
        with st.popover("How this is computed", key="about-agreement", width="content"):
            documents, kind = _documents(context), _kind()
            st.markdown(TEXT)
    shared = jobs.chosen_shared_outputs(
        context, coverage, [metric for name, metric in incomplete.items() if name in chosen]
    )
    request = study.AgreementRequest(shared, tuple(map(context.metric, chosen)), documents=documents, system_score=kind)
    unasked = [metric for name, metric in incomplete.items() if name not in chosen]
    if others:
        draw_excluded([f"Not compared, because not chosen under Metrics: {name_list(others, MAX_NAMES_SHOWN)}."])
    return request, [*request.left_out, *request.unequal_judgments, *study.reasons_not_compared(coverage, unasked)]


def draw_excluded(excluded: Sequence[str]) -> None:
    """Draw the reasons why metrics and outputs are excluded, if there are any."""
    if excluded:
        send.html(html.page(Markup("<small>{}</small>").format(Markup("<br>").join(excluded))))


def _judge(context: Context) -> str:
    names = study.judge_labels(context.test_set)
    return next(iter(names)) if len(names) == 1 else address.draw_named_option("Judge", names, "judge", 340)


def _metrics(context: Context, coverage: study.Coverage, incomplete: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the chosen metrics, which score every rated system, and the labels of unchosen metrics from files.

    At first the choice is the test set's, without metrics that lack outputs. The choice starts again with another
    judge, since the previous judge becomes a metric, or with another choice for the test set.
    """
    complete_names = {metric.name for metric in coverage.outputs_by_metric if not coverage.lacks(metric)}
    offered = [
        name
        for name, metric in context.metrics.items()
        if not isinstance(metric, ExternalScore) or name in complete_names
    ]
    whole = [name for name in offered if name not in incomplete]
    usual = [name for name in whole if name in context.choice.chosen] or whole
    chosen_for = coverage.judge.name, context.choice.names
    if state.widget_value(CHOSEN_FOR, chosen_for) != chosen_for:
        state.set_widget_value("agreement_metrics", usual)
    state.set_widget_value(CHOSEN_FOR, chosen_for)
    labels = {name: context.labels[name] for name in offered}
    chosen = address.draw_multiple_choice("Metrics", labels, usual, "agreement_metrics")
    return chosen, [labels[name] for name in whole if name in complete_names and name not in chosen]


def _documents(context: Context) -> Ints | None:
    """Return each segment's document number if documents are resampled, else None."""
    documents = cache.origins(context.test_set)
    if documents is None or not 2 <= len(documents) < len(context.test_set):
        return None
    return (
        documents.members if address.draw_named_option("Resample", UNITS, "agreement_unit", 160) == DOCUMENT else None
    )


def _kind() -> study.SystemScore:
    chosen = address.draw_named_option("A system's score", study.CALLED_SYSTEM_SCORES, "agreement_kind", 300)
    return next(kind for kind in study.SYSTEM_SCORES if kind == chosen)


def choose_metric(context: Context, request: study.AgreementRequest) -> Metric:
    """Return the chosen one of the compared metrics, at first BLEU; the choice is shared by all tabs."""
    names = sorted(request.labels, key=lambda name: name != BLEU.name)
    return context.metric(
        address.draw_named_option("Metric", {name: context.labels[name] for name in names}, "agreement_metric", 220)
    )
