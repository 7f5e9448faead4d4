"""The view n-grams of a segment: an output with its matches, original or edited, and BLEU's arithmetic."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.output.markup.ngrams import COLOUR, POINTING, ngram_legend
from scoring.studies.segment_difference import shared_words_sentence
from ui.context.context import Context
from ui.kit import exports, grid, layout, reader
from ui.ngrams import highlight
from ui.ngrams.highlight import Hypothesis
from ui.session import send
from ui.store import cache

COMPARED = 2
"""Number of first outputs for which shared words are described."""


def hypothesis_with_matches(context: Context, statistics: cache.Statistics, system: str, index: int) -> Hypothesis:
    """Return one system's output for one segment with its matches and its arithmetic."""
    bleu, test_set = context.bleu, context.test_set
    matches = cache.matches(bleu, test_set, system, index)
    text = test_set.system(system).segments[index].as_py()
    return Hypothesis(system, context.colors[system], matches, bleu.arithmetic(statistics[system][index]), text)


def edited_hypothesis(
    context: Context, statistics: cache.Statistics, system: str, index: int
) -> tuple[Hypothesis, np.ndarray]:
    """Return one system's output, original or as the reader edits it, and its statistics (n_statistics,)."""
    words = reader.draw_output_editor(context, system, index)
    if words == context.test_set.system(system).segments[index].as_py():
        return hypothesis_with_matches(context, statistics, system, index), statistics[system][index]
    bleu = context.bleu
    references = context.test_set.reference_texts(index)
    row = bleu.statistics([words], [[reference] for reference in references])[0]
    return Hypothesis(system, context.colors[system], bleu.matches(words, references), bleu.arithmetic(row)), row


def draw_ngram_segment(context: Context, segment_view: reader.SegmentView) -> None:
    """Draw the segment with its matches, the arithmetic of each score, and the table of n-grams."""
    segment, bleu = context.test_set.segment(segment_view.index), context.bleu
    statistics = cache.measure_systems(bleu, context.test_set)
    hypotheses = [
        hypothesis_with_matches(context, statistics, system, segment_view.index) for system in segment_view.texts
    ]
    compared = {h.system: statistics[h.system][segment_view.index] for h in hypotheses[:COMPARED]}
    lowered, references = replace(bleu, lowercase=True), [[reference] for reference in segment.references.values()]
    without_case = {h.system: lowered.statistics([h.text], references)[0] for h in hypotheses[:COMPARED]}
    why = shared_words_sentence(bleu, compared, without_case)
    send.sentences(why + f" {highlight.NOT_MEANING}", colors=context.colors)
    send.html(ngram_legend(bleu.max_order, is_explained=False))
    send.html(highlight.segment_html(segment.source, segment.references, hypotheses, segment.note, context.filters))
    st.caption(f"{COLOUR}{POINTING} {highlight.AS_SPLIT}")
    st.subheader("How each BLEU score is computed")
    are_few = segment_view.cards is None or len(hypotheses) <= segment_view.cards
    cards = hypotheses if are_few else [h for h in hypotheses if h.system == segment_view.chosen]
    send.html(highlight.bleu_arithmetic(cards, str(bleu.smoothing)))
    # Every n-gram with its counts, folded: there may be thousands, and none is sent until it is opened.
    with st.expander("Every n-gram with its counts", key="every-ngram", on_change="rerun") as folded:
        if folded.open:
            grid.draw_grid(_every_ngram(hypotheses), most=layout.SHORT_TABLE)
        exports.offer_table(partial(_every_ngram, hypotheses), "n-grams", exports.export_source(context, context.bleu))


def _every_ngram(hypotheses: Sequence[highlight.Hypothesis]) -> pd.DataFrame:
    rows = []
    for h in hypotheses:
        for ngram in (one for one in h.matches.ngrams if one.order <= h.matches.max_order):
            counts = ngram.count, ngram.reference_count, ngram.matched, ngram.clipped
            rows.append((h.system, ngram.order, " ".join(ngram.tokens), *counts))
    columns = ["system", "n", "n-gram", "here", "in the reference with most", "counted", "clipped"]
    return pd.DataFrame(rows, columns=columns)


VIEW = reader.View(BLEU.name, "n-grams", of_all=True, draw=draw_ngram_segment)
