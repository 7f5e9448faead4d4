"""Explain why BLEU prefers one output of a segment, by the words and phrases that outputs share with the reference."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ..bleu import BLEU
from ..counting.arrays import Floats
from ..output.numbers import counted
from ..output.sentence import Sentence, SystemName, join_sentences, sentence

_SHORT = 0.9
"""Share of the reference's length below which an output is called short."""


def shared_words_sentence(
    bleu: BLEU, statistics: Mapping[str, Floats], without_case: Mapping[str, Floats] = MappingProxyType({})
) -> Sentence:
    """Say how many of its words and of its longest counted phrases each output shares with the reference.

    ``statistics`` maps systems to those of their outputs of the segment, (n_statistics,); ``without_case`` to those of
    the same BLEU without case, by which the number of words that are shared ignoring case is given if it is larger.

    >>> bleu = BLEU()
    >>> outputs = {"Blue": "the cat sat on the mat", "Green": "the mat"}
    >>> references = [["the cat sat on the rug"]]
    >>> rows = {name: bleu.statistics([output], references)[0] for name, output in outputs.items()}
    >>> print(shared_words_sentence(bleu, rows))
    Blue shares 5 of 6 words and 2 of 3 four-word phrases with the reference, Green 1 of 2 (4 words too short).
    >>> ignoring_case = BLEU(lowercase=True)
    >>> row, lowered = (of.statistics(["The Mat"], [["the mat"]])[0] for of in (bleu, ignoring_case))
    >>> print(shared_words_sentence(bleu, {"Red": row}, {"Red": lowered}))
    Red shares 0 of 2 words (2 ignoring case) with the reference.
    """
    order = bleu.max_order
    clauses: list[Sentence] = []
    phrases = {2: "two", 3: "three", 4: "four"}.get(order, f"{order:,}")
    for system, row in statistics.items():
        terms = bleu.arithmetic(row)
        n_words, n_phrases = int(terms.totals[0]), int(terms.totals[-1])
        n_shared = int(terms.matches[0])
        n_lowered = int(bleu.arithmetic(without_case.get(system, row)).matches[0])
        lowered = f" ({n_lowered:,} ignoring case)" if n_lowered > n_shared else ""
        shared = f"{n_shared:,} of {n_words:,}{'' if clauses else ' words'}{lowered}"
        if order > 1 and n_phrases:
            phrases_noun = "" if clauses else f" {phrases}-word phrases"
            shared += f" and {int(terms.matches[-1]):,} of {n_phrases:,}{phrases_noun}"
        if not clauses:
            shared = f"shares {shared} with the reference"
        length, own = float(terms.reference_length), float(terms.hypothesis_length)
        short = f" ({counted(round(length - own), 'word')} too short)" if own < _SHORT * length else ""
        clauses.append(sentence("{} {}{}", SystemName(system), shared, short))
    return join_sentences(", ", clauses) + "." if clauses else sentence("")


def disagreement_by_segment(first: Floats, second: Floats) -> Floats:
    """Return how much two metrics disagree on which of two outputs is better, (n_segments,).

    ``first`` and ``second`` are the differences of the outputs' scores by each metric, higher where the same output is
    better. Differences are compared by their ranks among all segments. Segments in which the metrics prefer different
    outputs have higher values than all others; NaN where a score is missing.

    >>> disagreement_by_segment(np.array([5.0, 1.0, -2.0]), np.array([-0.5, 0.5, -0.1])).tolist()
    [5.0, 1.0, 1.0]
    """
    disagreement = np.full(len(first), np.nan)
    has_both = ~np.isnan(first + second)
    first_leads, second_leads = first[has_both], second[has_both]
    disagreement[has_both] = abs(_mean_ranks(first_leads) - _mean_ranks(second_leads)) + len(first) * (
        first_leads * second_leads < 0
    )
    return disagreement


def _mean_ranks(values: Floats) -> Floats:
    """Return ranks from 1, (n,); equal values have the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks
