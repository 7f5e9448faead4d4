"""One segment's n-gram matches as every view reads them: the same counts that BLEU adds up."""

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
    """One distinct n-gram of a hypothesis."""

    tokens: tuple[str, ...]
    count: int
    """Occurrences in the hypothesis."""
    reference_count: int
    """Occurrences in the single reference that has it most."""
    spans: tuple[Span, ...]
    """Every occurrence in the hypothesis, left to right."""
    matched_spans: tuple[Span, ...]
    """The ``matched`` occurrences that are counted, left to right."""
    reference_spans: tuple[tuple[Span, ...], ...]
    """Spans of every occurrence in each reference."""

    @property
    def order(self) -> int:
        return len(self.tokens)

    @property
    def matched(self) -> int:
        """The clipped count: min(count, reference_count)."""
        return min(self.count, self.reference_count)

    @property
    def clipped(self) -> int:
        """Occurrences that are in a reference but beyond its count, and so are not counted; 0 if it is in none."""
        return self.count - self.matched if self.reference_count else 0


NGRAM_BYTES = 1000
"""What one n-gram takes in memory with its places, about."""


@dataclass(frozen=True)
class SegmentMatches:
    """All n-grams of one hypothesis against its references, of the orders 1 to ``max_order`` + 1."""

    hypothesis: tuple[str, ...]
    """Tokens."""
    references: tuple[tuple[str, ...] | None, ...]
    """Tokens of each reference; None where it is missing."""
    max_order: int
    ngrams: tuple[NGram, ...]
    """N-grams by order, then by first occurrence."""
    longest: tuple[int, ...]
    """Order of the longest counted n-gram that each hypothesis token is part of; 0 to max_order."""
    clipped: tuple[bool, ...]
    """Whether each hypothesis token is in a reference, yet clipped away as a unigram."""

    @property
    def n_bytes(self) -> int:
        """About what it takes in memory: to add up all its parts would take longer than to find them."""
        tokens = [*self.hypothesis, *(token for reference in self.references for token in reference or ())]
        return NGRAM_BYTES * len(self.ngrams) + sum(map(sys.getsizeof, tokens))

    def of_order(self, order: int) -> tuple[NGram, ...]:
        return tuple(ngram for ngram in self.ngrams if ngram.order == order)

    def covering(self, position: int) -> tuple[NGram, ...]:
        """The counted n-grams up to ``max_order`` that the hypothesis token at ``position`` is part of."""
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
    hypothesis = tokens.words_there(0)
    spans = [_spans(nodes) for nodes in (located.hypothesis, *located.references)]
    matched = _matched_spans(spans[0], located, max_order + 1)
    counts, reference_counts = located.counts.tolist(), located.reference_counts.tolist()
    ngrams = []
    for node, occurrences in sorted(spans[0].items(), key=lambda item: (_order(item[1]), item[1][0])):
        tokens_of_it, there = hypothesis[slice(*occurrences[0])], tuple(of.get(node, ()) for of in spans[1:])
        numbers = counts[node], reference_counts[node]
        ngrams.append(NGram(tokens_of_it, *numbers, occurrences, matched[node], there))
    longest, clipped = _token_states(ngrams, len(hypothesis), max_order)
    references = tuple(tokens.words_of(column) for column in range(1, len(tokens.starts)))
    return SegmentMatches(hypothesis, references, max_order, tuple(ngrams), longest, clipped)


def _spans(nodes: Ids | None) -> dict[int, tuple[Span, ...]]:
    """n-gram -> its occurrences, left to right."""
    spans: dict[int, list[Span]] = {}
    if nodes is not None:
        starts, lengths = nodes.nonzero()
        found = zip(nodes[starts, lengths].tolist(), starts.tolist(), (starts + lengths + 1).tolist(), strict=True)
        for node, start, end in found:
            spans.setdefault(node, []).append((start, end))
    return {node: tuple(occurrences) for node, occurrences in spans.items()}


def _order(spans: Sequence[Span]) -> int:
    return spans[0][1] - spans[0][0]


def _matched_spans(
    spans: dict[int, tuple[Span, ...]], located: LocatedNGrams, max_order: int
) -> dict[int, tuple[Span, ...]]:
    """n-gram -> the occurrences that are counted.

    BLEU counts only how many; which of several occurrences are meant is for the reader. Those within
    a longer counted n-gram come first, then those further left.
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
            matched[node] = _counted(spans[node], limits[node], depth)
            for start, end in matched[node]:
                reached[start:end] = [max(order, longer) for longer in reached[start:end]]
        depth = reached
    return matched


def _counted(occurrences: tuple[Span, ...], limit: int, depth: Sequence[int]) -> tuple[Span, ...]:
    """This many of the occurrences, left to right: first the ones that are deepest in longer ones, then the
    leftmost.
    """
    if limit >= len(occurrences):
        return occurrences
    best_first = sorted(occurrences, key=lambda span: (-min(depth[slice(*span)]), span[0]))
    return tuple(sorted(best_first[:limit]))


def _token_states(ngrams: Sequence[NGram], length: int, max_order: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """``longest`` and ``clipped`` of ``SegmentMatches``."""
    longest, clipped = [0] * length, [False] * length
    for ngram in ngrams:  # by ascending order
        if ngram.order <= max_order:
            for start, end in ngram.matched_spans:
                longest[start:end] = [ngram.order] * (end - start)
        if ngram.order == 1 and ngram.reference_count:
            for start, _ in set(ngram.spans) - set(ngram.matched_spans):
                clipped[start] = True
    return tuple(longest), tuple(clipped)
