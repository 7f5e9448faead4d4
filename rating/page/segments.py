"""The choice of the segments to rate: all, a sample, by disagreement of metrics or systems, or documents."""

import streamlit as st

from rating.page.campaign_settings import ALL, DOCUMENTS, SAMPLE, SegmentChoice
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
    kinds = {ALL: f"all {len(test_set):,}", SAMPLE: "a random sample"}
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
        which = _details(context, kind)
    n_in_documents = len(segments_of_documents(test_set, which.documents)) if which.documents else 0
    if len(test_set.systems) > 1:
        _draw_detectable_difference(protocol, kind, which.n or n_in_documents or len(test_set))
    if kind in study.SELECTION_CAUTIONS:
        by = (
            f" Metrics: {', '.join(one.full_name for one in selection_metrics_in_use(context, which))}."
            if kind == DISAGREE
            else ""
        )
        st.caption(study.SELECTION_CAUTIONS[kind] + by)
    return which


def _draw_detectable_difference(protocol: str, kind: str, n_segments: int) -> None:
    """Draw which difference this number of segments can show; nothing for segments that were chosen by scores."""
    if n_segments < study.LEAST_SEGMENTS:
        st.warning(study.TOO_FEW)
        return
    said = study.detectable_sentence(protocol, n_segments)
    if said and kind not in study.SELECTION_CAUTIONS:
        st.caption(said, help=study.detectable_method(protocol))


def _details(context: Context, kind: str) -> SegmentChoice:
    test_set = context.test_set
    if kind == DOCUMENTS:
        return SegmentChoice(kind, documents=_documents(context))
    if kind == ALL:
        return SegmentChoice(kind)
    most = len(test_set)
    n = address.draw_whole_number("How many", 1, most, min(study.USUAL_SEGMENTS, most), 1, "rate_n", FIELD)
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
    found = cache.origins(context.test_set)
    names = [] if found is None else list(found.names)
    return tuple(st.multiselect("Documents", names, names[:1], key="rate_documents", bind="query-params"))


def selection_metrics_in_use(context: Context, which: SegmentChoice) -> tuple[Metric, ...]:
    """Return the metrics by which segments are chosen, with all their settings; empty if no metric is used."""
    if which.kind in (DIFFER, VARY):
        return (context.metric(which.metric),)
    return tuple(selection_metrics(context).values()) if which.kind == DISAGREE else ()


def select_segments(context: Context, which: SegmentChoice, systems: tuple[str, ...], seed: int) -> tuple[int, ...]:
    """Return the indices, in the whole test set and ascending, of the segments to rate.

    Raise ``ValueError`` if none can be chosen.
    """
    among = _selected_indices(context, which, systems, seed)
    return tuple(int(place) for place in context.test_set.places[among])


def _selected_indices(context: Context, which: SegmentChoice, systems: tuple[str, ...], seed: int) -> list[int]:
    """Return the indices of the segments to rate, among the segments that pass the filters."""
    test_set = context.test_set
    if which.kind == SAMPLE:
        return [*random_sample(test_set, which.n, seed)]
    if which.kind == DOCUMENTS:
        return [*segments_of_documents(test_set, which.documents)]
    if which.kind == DIFFER:
        first, second = oriented_segment_scores(context.metric(which.metric), test_set, which.pair)
        return [*largest_score_differences(first, second, which.n)]
    if which.kind == VARY:
        return [*most_varied(oriented_segment_scores(context.metric(which.metric), test_set, systems), which.n)]
    if which.kind == DISAGREE:
        of_each = [
            oriented_segment_scores(metric, test_set, systems) for metric in selection_metrics_in_use(context, which)
        ]
        return [*most_disputed(of_each, which.n)]
    return [*every_segment(test_set)]
