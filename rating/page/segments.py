"""The choice of the segments to rate: all, a sample, by disagreement of metrics or systems, or documents."""

import streamlit as st

from rating.page.campaign_settings import ALL_SEGMENTS, DOCUMENTS, SAMPLE, SegmentChoice
from scoring import Metric
from scoring.rating import (
    every_segment,
    largest_score_differences,
    most_disputed,
    most_varied,
    random_sample,
    segments_of_documents,
    study,
)
from scoring.rating.protocols.plan import DIFFER, DISAGREE, VARY
from ui.context.context import Context
from ui.context.segment_scores import oriented_segment_scores, selection_metrics
from ui.kit import address, layout
from ui.store import cache

FIELD, METRIC, SYSTEM = 190, 210, 196
"""Widths in px of fields with their labels."""


def choose_segment_selection(context: Context, protocol: str) -> SegmentChoice:
    """Draw the choice of segments, with a note on the smallest difference they can show; return the choice."""
    test_set = context.test_set
    kinds = {ALL_SEGMENTS: f"all {len(test_set):,}", SAMPLE: "a random sample"}
    if len(test_set) > study.USUAL_SEGMENTS:  # the first is the usual one
        kinds = dict(reversed(kinds.items()))
    if len(selection_metrics(context)) > 1:
        kinds[DISAGREE] = "where metrics disagree"
    if len(test_set.systems) > 1 and context.is_scored:
        kinds[VARY] = "where scores of systems vary most"
        kinds[DIFFER] = "where two systems differ"
    if cache.origins(test_set) is not None:
        kinds[DOCUMENTS] = "chosen documents"
    with layout.controls("rate-segments"):
        kind = address.draw_named_option("Segments", kinds, "rate_segments", 310)
        segment_choice = _details(context, kind)
    n_in_documents = len(segments_of_documents(test_set, segment_choice.documents)) if segment_choice.documents else 0
    if len(test_set.systems) > 1:
        _draw_detectable_difference(protocol, kind, segment_choice.n or n_in_documents or len(test_set))
    if kind in study.SELECTION_CAUTIONS:
        by = (
            f" Metrics: {', '.join(one.full_name for one in selection_metrics_in_use(context, segment_choice))}."
            if kind == DISAGREE
            else ""
        )
        st.caption(study.SELECTION_CAUTIONS[kind] + by)
    return segment_choice


def _draw_detectable_difference(protocol: str, kind: str, n_segments: int) -> None:
    """Draw which difference this number of segments can show; nothing for segments that were chosen by scores."""
    if n_segments < study.MIN_SEGMENTS:
        st.warning(study.TOO_FEW)
        return
    sentence = study.detectable_sentence(protocol, n_segments)
    if sentence and kind not in study.SELECTION_CAUTIONS:
        st.caption(sentence, help=study.detectable_method(protocol))


def _details(context: Context, kind: str) -> SegmentChoice:
    test_set = context.test_set
    if kind == DOCUMENTS:
        return SegmentChoice(kind, documents=_documents(context))
    if kind == ALL_SEGMENTS:
        return SegmentChoice(kind)
    n_segments = len(test_set)
    n = address.draw_whole_number("How many", 1, n_segments, min(study.USUAL_SEGMENTS, n_segments), 1, "rate_n", FIELD)
    if kind not in (DIFFER, VARY):
        return SegmentChoice(kind, n)
    names = test_set.system_names
    labels = {name: metric.full_name for name, metric in selection_metrics(context).items()}
    metric = address.draw_named_option("by", labels, "rate_metric", METRIC)
    if kind == VARY:
        return SegmentChoice(kind, n, metric)
    first = st.selectbox("of", names, key="rate_first", width=SYSTEM, bind="query-params")
    others = [name for name in names if name != first]
    second = st.selectbox("and", others, key="rate_second", width=SYSTEM, bind="query-params")
    return SegmentChoice(kind, n, metric, (first, second))


def _documents(context: Context) -> tuple[str, ...]:
    documents = cache.origins(context.test_set)
    names = [] if documents is None else list(documents.names)
    return tuple(st.multiselect("Documents", names, names[:1], key="rate_documents", bind="query-params"))


def selection_metrics_in_use(context: Context, segment_choice: SegmentChoice) -> tuple[Metric, ...]:
    """Return the metrics by which segments are chosen, with all their settings; empty if no metric is used."""
    if segment_choice.kind in (DIFFER, VARY):
        return (context.metric(segment_choice.metric),)
    return tuple(selection_metrics(context).values()) if segment_choice.kind == DISAGREE else ()


def select_segments(
    context: Context, segment_choice: SegmentChoice, systems: tuple[str, ...], seed: int
) -> tuple[int, ...]:
    """Return the indices, in the whole test set and ascending, of the segments to rate.

    Raise ``ValueError`` if none can be chosen.
    """
    among = _selected_indices(context, segment_choice, systems, seed)
    return tuple(int(place) for place in context.test_set.places[among])


def _selected_indices(
    context: Context, segment_choice: SegmentChoice, systems: tuple[str, ...], seed: int
) -> list[int]:
    """Return the indices of the segments to rate, among the segments that pass the filters."""
    test_set = context.test_set
    if segment_choice.kind == SAMPLE:
        return [*random_sample(test_set, segment_choice.n, seed)]
    if segment_choice.kind == DOCUMENTS:
        return [*segments_of_documents(test_set, segment_choice.documents)]
    if segment_choice.kind == DIFFER:
        first, second = oriented_segment_scores(context.metric(segment_choice.metric), test_set, segment_choice.pair)
        return [*largest_score_differences(first, second, segment_choice.n)]
    if segment_choice.kind == VARY:
        return [
            *most_varied(
                oriented_segment_scores(context.metric(segment_choice.metric), test_set, systems), segment_choice.n
            )
        ]
    if segment_choice.kind == DISAGREE:
        of_each = [
            oriented_segment_scores(metric, test_set, systems)
            for metric in selection_metrics_in_use(context, segment_choice)
        ]
        return [*most_disputed(of_each, segment_choice.n)]
    return [*every_segment(test_set)]
