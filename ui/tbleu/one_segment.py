"""The view tBLEU of a segment: its words aligned with the reference's forms."""

from typing import Any

import streamlit as st

from scoring import TBLEU
from scoring.bleu import BleuArithmetic
from scoring.counting.limits import counted_after
from scoring.output.markup import html
from scoring.tbleu.segment import SegmentAlignment
from ui.context.context import Context
from ui.drawing import component
from ui.kit import exports, grid, layout, reader
from ui.kit.reader import SegmentView, View
from ui.session import send
from ui.store import cache
from ui.tbleu import view as tolerant

NARROW = 420
"""Width in px of a part that is next to a wider part, or above it if both do not fit."""


def draw_tbleu_segment(context: Context, segment_view: SegmentView) -> None:
    """Draw the chosen output against the reference that the reader chooses."""
    reference = reader.choose_reference(context)
    tbleu(context, segment_view.chosen, segment_view.texts[segment_view.chosen], segment_view.index, reference)


def tbleu(context: Context, system: str, edited: str, index: int, chosen: str | None) -> None:
    """Draw a hypothesis aligned with one reference: the ``chosen`` one, or the one with the most matches."""
    test_set, metric = context.test_set, context.tbleu
    texts = test_set.reference_texts(index)
    with counted_after(int(context.test_set.numbers[index]) - 1):
        aligned, row = cache.tbleu_alignment(metric, test_set, edited, tuple(texts))
    number = _shown_reference(context, aligned, chosen)
    reference_alignment = aligned.alignment_with(number)
    exact = context.bleu.statistics([edited], [[text] for text in texts])[0]
    terms = context.bleu.arithmetic(exact), metric.arithmetic(row)
    name = test_set.reference_names[number]
    send.html(tolerant.tbleu_verdict(*terms, reference_alignment, metric.epsilon, name if len(texts) > 1 else None))
    component.mount_drawing(tolerant.tbleu_drawing(aligned, number, system, name), "tbleu-alignment")
    segment = test_set.segment(index)
    with st.container(key="small-given"):
        send.html(tolerant.corrected_sentence(reference_alignment, aligned.hypothesis))
        send.html(html.page(html.source_rows(segment.source, segment.note)))
    _tolerant_counts(context, aligned, number, terms)


def _shown_reference(context: Context, aligned: SegmentAlignment, chosen: str | None) -> int:
    """Return the number of the chosen reference; of the best one without a choice or if the segment lacks it."""
    names = context.test_set.reference_names
    if chosen is None or aligned.references[names.index(chosen)] is None:
        return tolerant.best_reference(aligned)
    return names.index(chosen)


def _tolerant_counts(
    context: Context, aligned: SegmentAlignment, number: int, terms: tuple[BleuArithmetic, BleuArithmetic]
) -> None:
    reference_alignment = aligned.alignment_with(number)
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=NARROW):
            st.subheader("Precisions side by side")
            send.html(tolerant.precisions_html(*terms))
        with st.container(width="stretch"):
            st.subheader("Every n-gram")
            _tolerant_ngrams(context, aligned, number)
    frame = tolerant.word_pairs_table(reference_alignment)
    with st.expander(f"Where the {len(frame):,} pairs of different words were cut, and their edits"):
        grid.draw_grid(frame, most=layout.TALL_TABLE)
        exports.offer_table(frame, "Aligned words", exports.export_source(context, context.tbleu))


def _tolerant_ngrams(context: Context, aligned: SegmentAlignment, number: int) -> None:
    frame = tolerant.ngram_table(aligned.alignment_with(number))
    orders = list(range(1, context.tbleu.max_order + 1))
    look: Any = {"format_func": "{}-grams".format, "label_visibility": "collapsed", "bind": "query-params"}
    order = st.segmented_control("Order", orders, default=1, key="tbleu_order", **look)
    frame = frame[frame["n"] == order] if order else frame[frame["n"] <= orders[-1]]
    formats = {name: st.column_config.NumberColumn(format="%.3f") for name in ("weight", "counts")}
    grid.draw_grid(frame, formats, most=layout.TALL_TABLE)
    exports.offer_table(frame, "Tolerant n-grams", exports.export_source(context, context.tbleu))


VIEW = View(TBLEU.name, TBLEU.label, of_all=False, draw=draw_tbleu_segment, controls=("reference", "tbleu_order"))
