"""The terms of a glossary in a source, and so the terms that each segment must have."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ...counting.arrays import Flags, Ints
from ...counting.blocks import bounded_runs, segment_bytes
from ...counting.progress import Progress, no_progress
from ...judgments.errors import MISSING
from ..check import BLOCK_BYTES
from .glossary import Glossary
from .phrases import PhraseTrie, as_spelled, in_small_letters
from .term_tokens import TermTokens, cut_term_tokens

MAX_PLACES = 100_000
"""Most places in one segment; of a segment with more, only the first are used."""
_TERM_BITS = 32


@dataclass(frozen=True, eq=False)
class AskedTerms:
    """The number of times that each segment asks for each of its terms."""

    segments: Ints
    """Segment of each pair, from 0, ascending, (n_pairs,)."""
    terms: Ints
    """Term of each pair, its place in the glossary, (n_pairs,)."""
    counts: Ints
    """Number of times that the segment asks for the term, (n_pairs,)."""

    def __len__(self) -> int:
        return len(self.segments)

    def only(self, flags: Flags) -> "AskedTerms":
        """Return the pairs whose flag, (n_pairs,), is set."""
        return AskedTerms(self.segments[flags], self.terms[flags], self.counts[flags])


@dataclass(frozen=True, eq=False)
class SourceTerms:
    """The places of a glossary's terms in a source, in the order of segments and places."""

    segments: Ints
    """Segment of each place, from 0, (n_places,)."""
    starts: Ints
    """Start of each place, (n_places,), in characters (code points) of the source.

    It is ``MISSING`` where the source lacks a term that its segment asks for.
    """
    ends: Ints
    """End of each place, exclusive, (n_places,); ``MISSING`` as for ``starts``."""
    terms: Ints
    """Term of each place, its place in the glossary, (n_places,)."""
    n_segments: int

    @cached_property
    def asked_terms(self) -> AskedTerms:
        """Every segment with its terms and their counts."""
        pairs, counts = np.unique(pair_keys(self.segments, self.terms), return_counts=True)
        return AskedTerms(pairs >> _TERM_BITS, pairs & (1 << _TERM_BITS) - 1, counts)

    def pairs_of_places(self) -> Ints:
        """Return the pair in ``required_terms`` of each place, (n_places,)."""
        keys = pair_keys(self.asked_terms.segments, self.asked_terms.terms)
        return np.searchsorted(keys, pair_keys(self.segments, self.terms))


def pair_keys(segments: Ints, numbers: Ints) -> Ints:
    """Return a number for each pair of a segment and a number below 2^32, in the order of the segments."""
    return segments.astype(np.int64) << _TERM_BITS | numbers


def equal_keys(keys: Ints, others: Ints, segments: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of places with equal keys, one array for each side, in the order of ``keys``.

    ``segments``, (n_keys,) and ascending, are the segments of ``keys``. For each segment at most ``MAX_PLACES`` pairs,
    and a few more, are returned.
    """
    order = np.argsort(others, kind="stable")
    begins = np.searchsorted(others, keys, "left", order)
    counts = np.searchsorted(others, keys, "right", order) - begins
    before = np.cumsum(counts) - counts
    counts[before - before[np.searchsorted(segments, segments)] >= MAX_PLACES] = 0
    first = np.repeat(np.arange(len(keys)), counts)
    nth = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    return first, order[np.repeat(begins, counts) + nth]


class SourceTermFinder:
    """A finder of a glossary's source terms."""

    def __init__(self, glossary: Glossary) -> None:
        self._glossary = glossary
        has_case = np.array([term.has_case for term in glossary.terms])
        self._tries = [
            _SourceTrie(chosen, PhraseTrie([glossary.terms[term].source for term in chosen], fold))
            for chosen, fold in (
                (np.flatnonzero(has_case), as_spelled),
                (np.flatnonzero(~has_case), in_small_letters),
            )
            if len(chosen)
        ]

    def find(self, source: pa.StringArray, on_progress: Progress = no_progress) -> SourceTerms:
        """Return the places of terms in a source: of overlapping places the longest, of equally long ones the first.

        Raises ``ValueError`` where the glossary has terms for each segment, and the source has more or fewer segments.
        """
        glossary = self._glossary
        if glossary.n_segments not in (None, len(source)):
            raise ValueError(
                f"{glossary.name}: expected the terms of {len(source):,} segments, as many as the source has; found"
                f" those of {glossary.n_segments:,}."
            )
        blocks: list[tuple[Ints, Ints, Ints, Ints]] = []
        for run in bounded_runs(segment_bytes([source]), BLOCK_BYTES):
            segments, starts, ends, terms = self._find_in_block(cut_term_tokens(source[run]), run)
            blocks.append((segments + run.start, starts, ends, terms))
            on_progress(run.stop / len(source))
        segments, starts, ends, terms = (np.concatenate(part) for part in zip(*blocks, strict=True))
        return SourceTerms(segments, starts, ends, terms, len(source))

    def _find_in_block(self, tokens: TermTokens, run: slice) -> tuple[Ints, Ints, Ints, Ints]:
        block_terms = self._asked_terms_of_block(run)
        parts = [trie.find(tokens, block_terms) for trie in self._tries]
        firsts, lasts, terms = (np.concatenate(part) for part in zip(*parts, strict=True))
        rows = tokens.segments[firsts], tokens.starts[firsts], tokens.ends[lasts], terms
        order = np.lexsort((-rows[2], rows[1], rows[0]))
        segments, starts, ends, terms = (row[order] for row in rows)
        are_kept = _are_kept_places(segments, starts, ends)
        if block_terms is not None:
            segments, starts, ends, terms, are_kept = _with_every_asked(
                block_terms, segments, starts, ends, terms, are_kept
            )
        return segments[are_kept], starts[are_kept], ends[are_kept], terms[are_kept]

    def _asked_terms_of_block(self, run: slice) -> tuple[Ints, Ints] | None:
        """Return a block's segments, from 0, with the terms that they ask for; None if all terms may be anywhere."""
        if self._glossary.terms_of_segments is None:
            return None
        segments, terms = self._all_asked
        first, last = np.searchsorted(segments, [run.start, run.stop])
        return segments[first:last] - run.start, terms[first:last]

    @cached_property
    def _all_asked(self) -> tuple[Ints, Ints]:
        rows = np.array(self._glossary.terms_of_segments or (), np.int64).reshape(-1, 2)
        return rows[:, 0], rows[:, 1]


@dataclass(frozen=True, eq=False)
class _SourceTrie:
    """A trie of the source terms in which case counts, or of all others."""

    terms: Ints
    """Terms of the trie, their places in the glossary, (n_terms,)."""
    trie: PhraseTrie

    def find(self, tokens: TermTokens, block_terms: tuple[Ints, Ints] | None) -> tuple[Ints, Ints, Ints]:
        """Return the first and last tokens of places, and their terms."""
        places = self.trie.find(tokens)
        firsts, lasts, nodes, segments = places.firsts, places.lasts, places.nodes, tokens.segments[places.firsts]
        if block_terms is None:
            at, partners = equal_keys(nodes, self.trie.nodes, segments)
            return firsts[at], lasts[at], self.terms[partners]
        node_of_term = np.full(int(max(self.terms.max(), block_terms[1].max(initial=0))) + 1, -1)
        node_of_term[self.terms] = self.trie.nodes
        is_here = node_of_term[block_terms[1]] >= 0
        asked_segments, asked_terms = block_terms[0][is_here], block_terms[1][is_here]
        keys = pair_keys(asked_segments, node_of_term[asked_terms])
        at, partners = equal_keys(pair_keys(segments, nodes), keys, segments)
        return firsts[at], lasts[at], asked_terms[partners]


def _are_kept_places(segments: Ints, starts: Ints, ends: Ints) -> Flags:
    """Return whether each place stays when no two may overlap, (n_places,).

    Places are in the order of segments and starts.
    """
    are_kept = np.ones(len(segments), bool)
    for group in _overlapping(segments, starts, ends):
        places = range(group.start, group.stop)
        chosen: list[tuple[int, int]] = []
        for place in sorted(places, key=lambda place: (starts[place] - ends[place], starts[place], place)):
            span = int(starts[place]), int(ends[place])
            at = bisect_left(chosen, span)
            is_free = (at == 0 or chosen[at - 1][1] <= span[0]) and (at == len(chosen) or span[1] <= chosen[at][0])
            are_kept[place] = is_free
            if is_free:
                chosen.insert(at, span)
    return are_kept


def _overlapping(segments: Ints, starts: Ints, ends: Ints) -> Iterator[slice]:
    """Yield runs of places that overlap one another; places are in the order of segments and starts."""
    if not len(segments):
        return
    shift = segments * (int(ends.max()) + 1)
    reach = np.maximum.accumulate(ends + shift)
    begins = np.flatnonzero(np.append(True, (starts + shift)[1:] >= reach[:-1]))
    stops = np.append(begins[1:], len(segments))
    are_long = stops - begins > 1
    for begin, stop in zip(begins[are_long].tolist(), stops[are_long].tolist(), strict=True):
        yield slice(begin, stop)


def _with_every_asked(
    block_terms: tuple[Ints, Ints], segments: Ints, starts: Ints, ends: Ints, terms: Ints, are_kept: Flags
) -> tuple[Ints, Ints, Ints, Ints, Flags]:
    """Return the places with at least one for every term that its segment asks for.

    A term without a place of its own gets one within a longer term, or no place (``MISSING``).
    """
    keys = pair_keys(segments, terms)
    asked_keys = pair_keys(*block_terms)
    lacking = asked_keys[~np.isin(asked_keys, keys[are_kept])]
    firsts = np.unique(keys, return_index=True)[1]
    are_kept = are_kept.copy()
    are_kept[firsts[np.isin(keys[firsts], lacking)]] = True
    nowhere = np.isin(asked_keys, lacking) & ~np.isin(asked_keys, keys)
    missing = np.full(int(nowhere.sum()), MISSING)
    rows = (
        np.concatenate([segments, block_terms[0][nowhere]]),
        np.concatenate([starts, missing]),
        np.concatenate([ends, missing]),
        np.concatenate([terms, block_terms[1][nowhere]]),
    )
    are_kept = np.append(are_kept, np.ones(len(missing), bool))
    order = np.lexsort((rows[1], rows[0]))
    segments, starts, ends, terms = (row[order] for row in rows)
    return segments, starts, ends, terms, are_kept[order]
