"""One segment's n-gram matches, for all views: the same counts that BLEU adds up."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..counting.arrays import Ids
from ..counting.ngrams import LocatedNGrams, locate_matches
from ..text.spans import Span
from ..text.tokenizers import Tokens
from ..validation import whole_number


@dataclass(frozen=True)
class NGram:
    """A distinct n-gram of a hypothesis."""

    tokens: tuple[str, ...]
    count: int
    """Occurrences in the hypothesis."""
    reference_count: int
    """Occurrences in the single reference that has it most."""
    spans: tuple[Span, ...]
    """Spans of all occurrences in the hypothesis, left to right."""
    matched_spans: tuple[Span, ...]
    """Spans of the ``matched`` occurrences that are counted, left to right."""
    reference_spans: tuple[tuple[Span, ...], ...]
    """Spans of all occurrences in each reference."""

    @property
    def order(self) -> int:
        return len(self.tokens)

    @property
    def matched(self) -> int:
        """Clipped count: min(count, reference_count)."""
        return min(self.count, self.reference_count)

    @property
    def clipped(self) -> int:
        """Number of occurrences beyond the reference's count, which do not match; 0 if no reference has the n-gram."""
        return self.count - self.matched if self.reference_count else 0


NGRAM_BYTES = 1000
"""Approximate memory of one n-gram with its spans, in bytes."""


@dataclass(frozen=True)
class SegmentMatches:
    """All n-grams of one hypothesis against its references, of the orders 1 to ``max_order`` + 1."""

    hypothesis: tuple[str, ...]
    """Tokens of the hypothesis."""
    references: tuple[tuple[str, ...] | None, ...]
    """Tokens of each reference; None where it is missing."""
    max_order: int
    ngrams: tuple[NGram, ...]
    """N-grams by order, then by first occurrence."""
    longest: tuple[int, ...]
    """Order of the longest counted n-gram that contains each hypothesis token; 0 to max_order."""
    clipped: tuple[bool, ...]
    """Whether each hypothesis token is in a reference but not counted as a unigram, because of clipping."""

    @property
    def n_bytes(self) -> int:
        """Approximate memory in bytes; adding up all parts exactly would take longer than finding the matches."""
        tokens = [*self.hypothesis, *(token for reference in self.references for token in reference or ())]
        return NGRAM_BYTES * len(self.ngrams) + sum(map(sys.getsizeof, tokens))

    def select_ngrams(self, order: int) -> tuple[NGram, ...]:
        return tuple(ngram for ngram in self.ngrams if ngram.order == order)

    def covering(self, position: int) -> tuple[NGram, ...]:
        """Return the counted n-grams up to ``max_order`` that contain the hypothesis token at ``position``."""
        position = whole_number(position, "The position", 0, len(self.hypothesis) - 1)
        return self._covering[position]

    @cached_property
    def _covering(self) -> tuple[tuple[NGram, ...], ...]:
        covering: list[dict[int, NGram]] = [{} for _ in self.hypothesis]
        for number, ngram in enumerate(self.ngrams):
            if ngram.order <= self.max_order:
                for start, end in ngram.matched_spans:
                    for position in range(start, end):
                        covering[position][number] = ngram
        return tuple(tuple(ngrams.values()) for ngrams in covering)


def segment_matches(tokens: Tokens, max_order: int) -> SegmentMatches:
    """Return the matches of one segment; column 0 of ``tokens`` is the hypothesis, the others are the references."""
    located = locate_matches(tokens, max_order + 1)
    hypothesis = tokens.required_words(0)
    spans = [_spans(nodes) for nodes in (located.hypothesis, *located.references)]
    matched = _matched_spans(spans[0], located, max_order + 1)
    counts, reference_counts = located.counts.tolist(), located.reference_counts.tolist()
    ngrams = []
    for node, occurrences in sorted(spans[0].items(), key=lambda item: (_order(item[1]), item[1][0])):
        tokens_of_it, reference_spans = hypothesis[slice(*occurrences[0])], tuple(of.get(node, ()) for of in spans[1:])
        numbers = counts[node], reference_counts[node]
        ngrams.append(NGram(tokens_of_it, *numbers, occurrences, matched[node], reference_spans))
    longest, clipped = _token_states(ngrams, len(hypothesis), max_order)
    references = tuple(tokens.words_of(column) for column in range(1, len(tokens.starts)))
    return SegmentMatches(hypothesis, references, max_order, tuple(ngrams), longest, clipped)


def _spans(nodes: Ids | None) -> dict[int, tuple[Span, ...]]:
    """Return the occurrences of each n-gram, left to right, by its node."""
    spans: dict[int, list[Span]] = {}
    if nodes is not None:
        starts, lengths = nodes.nonzero()
        cells = zip(nodes[starts, lengths].tolist(), starts.tolist(), (starts + lengths + 1).tolist(), strict=True)
        for node, start, end in cells:
            spans.setdefault(node, []).append((start, end))
    return {node: tuple(occurrences) for node, occurrences in spans.items()}


def _order(spans: Sequence[Span]) -> int:
    return spans[0][1] - spans[0][0]


def _matched_spans(
    spans: dict[int, tuple[Span, ...]], located: LocatedNGrams, max_order: int
) -> dict[int, tuple[Span, ...]]:
    """Return the occurrences of each n-gram that are counted, by its node.

    BLEU only counts matches and does not say which of several occurrences match; this choice is for the reader.
    Occurrences within a longer counted n-gram come first, then those further left.
    """
    matched: dict[int, tuple[Span, ...]] = {}
    limits = np.minimum(located.counts, located.reference_counts).tolist()
    of_order: list[list[int]] = [[] for _ in range(max_order + 1)]
    for node, occurrences in spans.items():
        of_order[_order(occurrences)].append(node)
    depth = [0] * len(located.hypothesis)  # of the longest counted n-gram at each token
    for order in range(max_order, 0, -1):
        reached = depth.copy()
        for node in of_order[order]:
            matched[node] = _first_counted(spans[node], limits[node], depth)
            for start, end in matched[node]:
                reached[start:end] = [max(order, longer) for longer in reached[start:end]]
        depth = reached
    return matched


def _first_counted(occurrences: tuple[Span, ...], limit: int, depth: Sequence[int]) -> tuple[Span, ...]:
    """Return ``limit`` of the occurrences, left to right.

    Occurrences that are deepest in longer n-grams are taken first, then the leftmost ones.
    """
    if limit >= len(occurrences):
        return occurrences
    best_first = sorted(occurrences, key=lambda span: (-min(depth[slice(*span)]), span[0]))
    return tuple(sorted(best_first[:limit]))


def _token_states(ngrams: Sequence[NGram], length: int, max_order: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return ``longest`` and ``clipped`` of ``SegmentMatches``."""
    longest, clipped = [0] * length, [False] * length
    for ngram in ngrams:  # by ascending order
        if ngram.order <= max_order:
            for start, end in ngram.matched_spans:
                longest[start:end] = [ngram.order] * (end - start)
        if ngram.order == 1 and ngram.reference_count:
            for start, _ in set(ngram.spans) - set(ngram.matched_spans):
                clipped[start] = True
    return tuple(longest), tuple(clipped)
