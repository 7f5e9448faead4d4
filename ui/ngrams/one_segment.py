"""A segment's n-grams: which of them match, and how BLEU comes about."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.output.markup.ngrams import ngram_legend
from ui.context.context import Context
from ui.kit import layout
from ui.kit.tables import exports, grid
from ui.kit.view import SegmentView, View
from ui.ngrams import highlight, reading
from ui.session import send
from ui.store import cache


def draw_ngram_segment(context: Context, looked: SegmentView) -> None:
    """The sentence with its matches, then the arithmetic of each score, then every n-gram."""
    segment, bleu = context.test_set.segment(looked.index), context.bleu
    statistics = cache.measure_systems(bleu, context.test_set)
    hypotheses = [reading.hypothesis(context, statistics, system, looked.index) for system in looked.texts]
    send.html(highlight.segment_html(segment.source, segment.references, hypotheses, segment.note, context.filters))
    send.html(ngram_legend(bleu.max_order))
    st.subheader("How each BLEU comes about")
    few = looked.cards is None or len(hypotheses) <= looked.cards
    cards = hypotheses if few else [h for h in hypotheses if h.system == looked.chosen]
    send.html(highlight.bleu_arithmetic(cards, str(bleu.smoothing)))
    draw_ngram_counts(context, hypotheses)


def draw_ngram_counts(context: Context, hypotheses: Sequence[highlight.Hypothesis]) -> None:
    """Every n-gram with its counts, folded: of thousands, so that none is sent before somebody looks."""
    with st.expander("Every n-gram with its counts", key="every-ngram", on_change="rerun") as folded:
        if folded.open:
            grid.draw_grid(_every_ngram(hypotheses), height=layout.SHORT_TABLE)
        exports.offer_table(partial(_every_ngram, hypotheses), "n-grams", exports.export_source(context, context.bleu))


def _every_ngram(hypotheses: Sequence[highlight.Hypothesis]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "system": h.system,
                "n": ngram.order,
                "n-gram": " ".join(ngram.tokens),
                "here": ngram.count,
                "in the reference with most": ngram.reference_count,
                "counted": ngram.matched,
                "clipped": ngram.clipped,
            }
            for h in hypotheses
            for ngram in h.matches.ngrams
            if ngram.order <= h.matches.max_order
        ]
    )


VIEW = View(BLEU.name, "n-grams", of_all=True, draw=draw_ngram_segment)
