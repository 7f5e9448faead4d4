"""One segment under tolerant BLEU, for all views: the same matches that the metric adds up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..text.spans import Span
from ..text.tokenizers import Tokens
from ..validation import whole_number
from .affix import SCALE, AffixMatch, affix_match
from .alignment import Aligner, ColumnAlignment
from .tolerance import ABSENT, CLIPPED, COUNTED, WeighedNGrams, weigh


@dataclass(frozen=True)
class AlignedPair:
    """A word of the hypothesis and its partner in the reference."""

    hypothesis: int
    """Position of the word in the hypothesis."""
    reference: int
    """Position of its partner in the reference."""
    distance: float
    """Affix distance AD by which the words were matched, 0-1."""
    match: AffixMatch
    """Comparison of the hypothesis's word with the reference's: substring, prefixes, suffixes, character edits."""
    corrected: bool
    """Whether the word is within epsilon, so that it counts in the partner's form; True for equal words."""


@dataclass(frozen=True)
class WeighedNGram:
    """One occurrence of an n-gram in the hypothesis, compared with one reference."""

    span: Span
    tokens: tuple[str, ...]
    """Tokens of the n-gram, as in the hypothesis."""
    corrected: tuple[str, ...]
    weight: float
    """Mean weight of the n-gram's words, 0-1."""
    in_reference: bool
    """Whether the corrected n-gram is in the reference."""
    clipped: bool
    """Whether heavier or earlier n-grams have used up the corrected n-gram's occurrences in the reference."""
    counted: bool
    """Whether the weight is in the statistics: not clipped, and the n-gram counts by this reference."""

    @property
    def contribution(self) -> float:
        return self.weight if self.counted else 0.0


@dataclass(frozen=True)
class ReferenceAlignment:
    """The hypothesis aligned with one reference and corrected by it."""

    tokens: tuple[str, ...]
    """Tokens of the reference."""
    pairs: tuple[AlignedPair, ...]
    """Aligned pairs by position in the hypothesis; words without a partner are in no pair."""
    corrected: tuple[str, ...]
    """Tokens of the hypothesis, in their partners' forms where they are within epsilon."""
    weights: tuple[float, ...]
    """Weight of each hypothesis token: 1 - AD if the token is changed, else 1."""
    ngrams: tuple[WeighedNGram, ...]
    """All occurrences of the orders 1 to ``max_order`` + 1, by order, then left to right."""


@dataclass(frozen=True)
class SegmentAlignment:
    """One hypothesis, aligned with each of its references."""

    hypothesis: tuple[str, ...]
    """Tokens of the hypothesis."""
    references: tuple[ReferenceAlignment | None, ...]
    """Alignment with each reference; None for a missing reference."""
    epsilon: float
    max_order: int
    chosen: tuple[tuple[int, ...], ...]
    """Number of the reference by which the n-gram at each position counts, for each order from 1."""
    matches: tuple[float, ...]
    """Statistics matches_1 to matches_N+1: the contributions added up by position."""

    def alignment_with(self, reference: int) -> ReferenceAlignment:
        """Return the hypothesis aligned with one reference; raise ``ValueError`` for a missing or unknown reference."""
        reference = whole_number(reference, "The reference", 0, len(self.references) - 1)
        alignment = self.references[reference]
        if alignment is None:
            raise ValueError(f"Reference {reference} is missing in this segment.")
        return alignment

    def counting(self, order: int) -> tuple[WeighedNGram, ...]:
        """Return the n-grams of one order, left to right, each as aligned with the reference by which it counts."""
        order = whole_number(order, "The order", 1, len(self.chosen))
        by_reference = [() if reference is None else reference.ngrams for reference in self.references]
        first = sum(max(0, len(self.hypothesis) - n + 1) for n in range(1, order))
        return tuple(by_reference[chosen][first + i] for i, chosen in enumerate(self.chosen[order - 1]))


def segment_alignment(tokens: Tokens, epsilon: float, max_order: int) -> SegmentAlignment:
    """Return the alignment of one segment; the last column of ``tokens`` is the hypothesis, all others references."""
    last = len(tokens.starts) - 1
    alignment = Aligner(tokens, slice(0, last)).align(last)
    weighed, sums = weigh(tokens, alignment, epsilon, max_order + 1)
    hypothesis = tokens.required_words(last)
    reference_alignments = tuple(
        None if words is None else _reference(tokens, alignment, weighed, number, hypothesis, words, epsilon)
        for number, words in enumerate(tokens.words_of(column) for column in range(last))
    )
    chosen = tuple(
        tuple(weighed.chosen[: max(0, len(hypothesis) - n), n].tolist()) for n in range(weighed.chosen.shape[1])
    )
    return SegmentAlignment(hypothesis, reference_alignments, epsilon, max_order, chosen, tuple(sums.tolist()))


def _reference(
    tokens: Tokens,
    alignment: ColumnAlignment,
    weighed: WeighedNGrams,
    number: int,
    hypothesis: tuple[str, ...],
    reference: tuple[str, ...],
    epsilon: float,
) -> ReferenceAlignment:
    distances = (alignment.distances[number] / SCALE).tolist()
    partners = alignment.partners[number] - tokens.starts[number, 0]
    pairs = tuple(
        AlignedPair(i, j, distances[i], affix_match(hypothesis[i], reference[j]), distances[i] <= epsilon)
        for i, j in enumerate(partners.tolist())
        if alignment.partners[number, i] >= 0
    )
    corrected = tuple(tokens.vocabulary.take(weighed.words[number]).to_pylist())
    weights = tuple(((SCALE - weighed.losses[number]) / SCALE).tolist())
    return ReferenceAlignment(reference, pairs, corrected, weights, _ngrams(weighed, number, hypothesis, corrected))


def _ngrams(
    weighed: WeighedNGrams, number: int, hypothesis: Sequence[str], corrected: Sequence[str]
) -> tuple[WeighedNGram, ...]:
    weights, states = weighed.weights[number], weighed.states[number]
    is_counted = (states == COUNTED) & (weighed.chosen == number)
    return tuple(
        WeighedNGram(
            (i, i + n + 1),
            tuple(hypothesis[i : i + n + 1]),
            tuple(corrected[i : i + n + 1]),
            float(weights[i, n]),
            in_reference=bool(states[i, n] != ABSENT),
            clipped=bool(states[i, n] == CLIPPED),
            counted=bool(is_counted[i, n]),
        )
        for n in range(states.shape[1])
        for i in range(len(hypothesis) - n)
    )


@dataclass(frozen=True)
class FormPair:
    """Two different aligned forms with a distance below 1, and the segments that have them."""

    hypothesis: str
    reference: str
    distance: float
    segments: tuple[int, ...]
    """Indices of the segments, ascending, from 0; a segment that has the pair twice is listed twice."""


def form_pairs(tokens: Tokens, column: int, alignment: ColumnAlignment, reference: int) -> tuple[FormPair, ...]:
    """Return the pairs of different forms between a column and one reference: most frequent, then nearest first.

    Pairs at distance 1 are left out: they are the most numerous, and gain nothing.
    """
    partners, distances = alignment.partners[reference], alignment.distances[reference]
    at = np.flatnonzero((distances > 0) & (distances < SCALE))
    # Two int32 as one int64.
    forms = (tokens.ids[at + alignment.offset].astype(np.int64) << 32) | tokens.ids[partners[at]]
    segments = np.searchsorted(tokens.ends[column], at + alignment.offset, "right")
    distinct, first, form_numbers = np.unique(forms, return_index=True, return_inverse=True)
    order = np.argsort(form_numbers, kind="stable")
    groups = np.split(segments[order], np.cumsum(np.bincount(form_numbers))[:-1]) if len(at) else []
    words = [tokens.vocabulary.take(ids).to_pylist() for ids in (distinct >> 32, distinct & 0xFFFFFFFF)]
    scaled = (distances[at[first]] / SCALE).tolist()
    pairs = [
        FormPair(a, b, distance, tuple(group.tolist()))
        for a, b, distance, group in zip(*words, scaled, groups, strict=True)
    ]
    return tuple(sorted(pairs, key=lambda pair: (-len(pair.segments), pair.distance, pair.hypothesis, pair.reference)))
