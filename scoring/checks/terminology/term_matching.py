"""The terms that an output has, out of the terms that its source asks for.

An output has a term as often as one of its targets occurs, and at most as often as the source has it. No two places
overlap, and there are as many places as possible. Three tiers define a target: its base form, any listed form, or words
with the same stems as a listed form.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import Stemmer

from ...counting.arrays import Flags, Ints, numpy_column
from ...counting.blocks import bounded_runs, segment_bytes
from ...counting.progress import Progress, no_progress
from ...text.languages import Language
from ..check import BLOCK_BYTES
from .disjoint import TermPlace, largest_disjoint_set
from .glossary import Glossary
from .phrases import PhraseTrie, WordFold, as_spelled, in_small_letters, stemming
from .source_terms import AskedTerms, SourceTermFinder, SourceTerms, equal_keys, pair_keys
from .term_tokens import TermTokens, cut_term_tokens, needs_no_borders

BASE, LISTED, STEM = range(3)
TIERS = ("base form", "listed form", "stem")
"""Kinds of forms that count as a target; each tier includes the tiers before it."""
_STEMMERS = {"Bokmål": "norwegian", "Nynorsk": "norwegian"}


def find_stemmer(language: Language | None) -> str | None:
    """Return the name of Snowball's stemmer for a language; None where it has none."""
    name = "" if language is None else _STEMMERS.get(language.name, language.name.lower())
    return name if name in Stemmer.algorithms() else None


@dataclass(frozen=True, eq=False)
class TargetPlaces:
    """The places of forms of targets in an output, in the order of segments and places."""

    segments: Ints
    """Segment of each place, from 0, (n_places,)."""
    starts: Ints
    """Start of each place, (n_places,), in characters (code points) of the output."""
    ends: Ints
    """End of each place, exclusive, (n_places,)."""
    terms: Ints
    """Term of each place, its place in the glossary, (n_places,)."""
    forms: Ints
    """Form of each place, (n_places,): its place among the term's targets, or among its forbidden targets."""
    tiers: Ints
    """Tier of each place, its place in ``TIERS``, (n_places,)."""

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True, eq=False)
class TermMatches:
    """The numbers of asked terms that an output has, by tier, and their places."""

    asked_terms: AskedTerms
    """Terms that segments with a text ask for."""
    match_counts: Ints
    """Number of each pair's terms that were found, (n_pairs, n_tiers)."""
    overlapping: Ints
    """Number found for each pair by the last tier if places of several terms could overlap, (n_pairs,)."""
    places: TargetPlaces
    """Places of the terms that were found by the last tier."""
    forbidden: TargetPlaces
    """Places of forbidden targets of the asked terms."""
    n_inexact: int
    """Number of segments that may have more terms, because there were too many places to search all."""
    n_segments: int

    def rows(self, tier: int) -> Ints:
        """Return the numbers of terms found and of terms asked for in each segment, (n_segments, 2)."""
        segments, counts = self.asked_terms.segments, (self.match_counts[:, tier], self.asked_terms.counts)
        columns = [np.bincount(segments, column, self.n_segments) for column in counts]
        return np.stack(columns, axis=1).astype(np.int64)


class TermMatcher:
    """A finder of a glossary's terms in sources and outputs."""

    def __init__(self, glossary: Glossary, stemmer: str | None = None) -> None:
        """Prepare the search; ``stemmer`` is Snowball's for the language of the outputs, from ``find_stemmer``."""
        self.glossary, self.stemmer = glossary, stemmer
        self._source = SourceTermFinder(glossary)
        self._forms = _TargetForms(glossary, stemmer)

    @property
    def n_tiers(self) -> int:
        """Number of tiers: 2, or 3 with stems."""
        return LISTED + 1 if self.stemmer is None else STEM + 1

    @property
    def has_characters(self) -> bool:
        """Whether targets are in a script without word borders, and so are found within words."""
        return self._forms.has_characters

    def source_terms(self, source: pa.StringArray, on_progress: Progress = no_progress) -> SourceTerms:
        """Return the terms that each segment of a source asks for; ``ValueError`` as ``SourceTermFinder.find``."""
        return self._source.find(source, on_progress)

    def match(self, source: SourceTerms, outputs: pa.StringArray, on_progress: Progress = no_progress) -> TermMatches:
        """Return the asked terms that the outputs, (n_segments,), have; null is a segment without a text."""
        asked_terms = source.asked_terms
        if outputs.null_count:
            asked_terms = asked_terms.only(numpy_column(pc.is_valid(outputs))[asked_terms.segments])
        blocks: list[_BlockMatches] = []
        for run in bounded_runs(segment_bytes([outputs]), BLOCK_BYTES):
            first, last = np.searchsorted(asked_terms.segments, [run.start, run.stop])
            part = AskedTerms(
                asked_terms.segments[first:last] - run.start,
                asked_terms.terms[first:last],
                asked_terms.counts[first:last],
            )
            blocks.append(_match_block(cut_term_tokens(outputs[run]), part, self._forms, self.n_tiers, run.start))
            on_progress(run.stop / len(outputs))
        return TermMatches(
            asked_terms,
            np.concatenate([block.match_counts for block in blocks]),
            np.concatenate([block.overlapping for block in blocks]),
            _concatenate_places([block.places for block in blocks]),
            _concatenate_places([block.forbidden for block in blocks]),
            sum(block.n_inexact for block in blocks),
            len(outputs),
        )


class _TargetForms:
    """All targets of all terms, and the tries that find them."""

    def __init__(self, glossary: Glossary, stemmer: str | None) -> None:
        rows = [
            (number, at, is_forbidden, text, term.has_case)
            for number, term in enumerate(glossary.terms)
            for is_forbidden, forms in ((False, term.targets), (True, term.forbidden))
            for at, text in enumerate(forms)
        ]
        terms, forms, are_forbidden, texts, have_case = zip(*rows, strict=True)
        self.terms = np.array(terms, np.int64)
        """Term of each form, ascending, (n_forms,)."""
        self.forms = np.array(forms, np.int64)
        """Place of each form among the term's targets or forbidden targets, (n_forms,)."""
        self.are_forbidden = np.array(are_forbidden, bool)
        self._counts = np.bincount(self.terms, minlength=len(glossary.terms))
        self.has_characters = needs_no_borders(cut_term_tokens(pa.array(texts, pa.string())))
        has_case = np.array(have_case, bool)
        self._tries = [_FormTrie.of(texts, has_case, as_spelled), _FormTrie.of(texts, ~has_case, in_small_letters)]
        if stemmer is not None:
            self._tries.append(_FormTrie.of(texts, ~has_case, stemming(stemmer), are_stems=True))

    def find(self, tokens: TermTokens, asked_terms: AskedTerms) -> "_Candidates":
        """Return all places of all forms of the asked terms; a pair's place is listed once for each form."""
        counts = self._counts[asked_terms.terms]
        pairs = np.repeat(np.arange(len(asked_terms)), counts)
        begins = np.cumsum(self._counts) - self._counts
        forms = np.repeat(begins[asked_terms.terms] - (np.cumsum(counts) - counts), counts) + np.arange(len(pairs))
        parts: list[tuple[Ints, ...]] = []
        for trie in self._tries:
            places, nodes = trie.trie.find(tokens), trie.nodes
            segments = tokens.segments[places.firsts]
            is_here = nodes[forms] >= 0
            keys = pair_keys(asked_terms.segments[pairs[is_here]], nodes[forms[is_here]])
            at, partners = equal_keys(pair_keys(segments, places.nodes), keys, segments)
            of, form = pairs[is_here][partners], forms[is_here][partners]
            tiers = np.full(len(at), STEM) if trie.are_stems else np.where(self.forms[form] > 0, LISTED, BASE)
            parts.append((of, places.firsts[at], places.lasts[at], form, tiers))
        return _Candidates(*(np.concatenate(part) for part in zip(*parts, strict=True)))


@dataclass(frozen=True, eq=False)
class _FormTrie:
    """A trie of some of the forms."""

    trie: PhraseTrie
    nodes: Ints
    """Node of each form, (n_forms,); -1 for forms that are not in this trie."""
    are_stems: bool

    @classmethod
    def of(cls, texts: Sequence[str], are_chosen: Flags, fold: WordFold, are_stems: bool = False) -> "_FormTrie":
        chosen = np.flatnonzero(are_chosen)
        trie = PhraseTrie([texts[form] for form in chosen.tolist()], fold)
        nodes = np.full(len(texts), -1)
        nodes[chosen] = trie.nodes
        return cls(trie, nodes, are_stems)


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Places that may count for pairs of a segment and a term."""

    pairs: Ints
    firsts: Ints
    """First token of each place."""
    lasts: Ints
    """Last token of each place."""
    forms: Ints
    tiers: Ints

    def __len__(self) -> int:
        return len(self.pairs)

    def only(self, selection: Flags | Ints) -> "_Candidates":
        return _Candidates(
            self.pairs[selection],
            self.firsts[selection],
            self.lasts[selection],
            self.forms[selection],
            self.tiers[selection],
        )

    def drop_duplicates(self) -> "_Candidates":
        """Return each place of a pair once, by its first tier and form, in the order of pairs and places."""
        ordered = self.only(np.lexsort((self.forms, self.tiers, self.lasts, self.firsts, self.pairs)))
        same = (np.diff(ordered.pairs) == 0) & (np.diff(ordered.firsts) == 0) & (np.diff(ordered.lasts) == 0)
        return ordered.only(np.append(True, ~same)[: len(ordered)])

    def are_shared_with(self, others: "_Candidates") -> Flags:
        """Return whether each place is also a place of the same pair among the others."""
        rows = {*zip(others.pairs.tolist(), others.firsts.tolist(), others.lasts.tolist(), strict=True)}
        own = zip(self.pairs.tolist(), self.firsts.tolist(), self.lasts.tolist(), strict=True)
        return np.array([row in rows for row in own], bool)

    def touch(self, others: "_Candidates", n_tokens: int) -> Flags:
        """Return whether each place shares a token with any of the others."""
        begins, ends = (np.bincount(at, minlength=n_tokens + 1) for at in (others.firsts, others.lasts + 1))
        steps = begins - ends
        covered = np.append(0, np.cumsum(np.cumsum(steps) > 0))
        touched: Flags = covered[self.lasts + 1] > covered[self.firsts]
        return touched


@dataclass(frozen=True, eq=False)
class _BlockMatches:
    """The ``TermMatches`` of a block; segments of places are numbered as in the whole column."""

    match_counts: Ints
    overlapping: Ints
    places: TargetPlaces
    forbidden: TargetPlaces
    n_inexact: int


def _match_block(
    tokens: TermTokens, asked_terms: AskedTerms, forms: _TargetForms, n_tiers: int, begin: int
) -> _BlockMatches:
    every = forms.find(tokens, asked_terms)
    are_forbidden = forms.are_forbidden[every.forms]
    accepted, forbidden = every.only(~are_forbidden), every.only(are_forbidden)
    if len(forbidden):
        accepted, forbidden = _resolve_forbidden(accepted, forbidden, len(tokens))
    accepted = accepted.drop_duplicates()
    choices = [_choose_places(accepted.only(accepted.tiers <= tier), asked_terms) for tier in range(n_tiers)]
    counts = np.stack([np.bincount(chosen.pairs, minlength=len(asked_terms)) for chosen, _ in choices], axis=1)
    last, inexact = choices[-1]

    def target_places(of: _Candidates) -> TargetPlaces:
        of = of.only(np.lexsort((of.firsts, asked_terms.segments[of.pairs])))
        segments, terms = asked_terms.segments[of.pairs] + begin, asked_terms.terms[of.pairs]
        return TargetPlaces(
            segments, tokens.starts[of.firsts], tokens.ends[of.lasts], terms, forms.forms[of.forms], of.tiers
        )

    overlapping = _count_overlapping(accepted, asked_terms)
    return _BlockMatches(counts, overlapping, target_places(last), target_places(forbidden), len(inexact))


def _resolve_forbidden(accepted: _Candidates, forbidden: _Candidates, n_tokens: int) -> tuple[_Candidates, _Candidates]:
    """Return the accepted and the forbidden places, each place as only one of the two.

    A place is an accepted form if it is listed as such, else a forbidden form, else an accepted form by stems.
    """
    are_listed = forbidden.tiers < STEM
    accepted = accepted.only((accepted.tiers < STEM) | ~accepted.are_shared_with(forbidden.only(are_listed)))
    is_accepted = np.where(
        are_listed,
        forbidden.touch(accepted.only(accepted.tiers < STEM), n_tokens),
        forbidden.touch(accepted, n_tokens),
    )
    return accepted, forbidden.only(~is_accepted).drop_duplicates()


def _choose_places(candidates: _Candidates, asked_terms: AskedTerms) -> tuple[_Candidates, list[int]]:
    """Return the places that count, and the segments in which the search was not exact."""
    segments = asked_terms.segments[candidates.pairs]
    is_complex = np.isin(segments, _overlapping_groups(segments, candidates))
    simple = candidates.only(~is_complex)
    simple = simple.only(np.lexsort((simple.firsts, simple.tiers, simple.pairs)))
    nth = np.arange(len(simple)) - np.searchsorted(simple.pairs, simple.pairs)
    chosen = [simple.only(nth < asked_terms.counts[simple.pairs])]
    inexact: list[int] = []
    for segment, places in _runs(segments[is_complex], np.flatnonzero(is_complex)):
        choice = largest_disjoint_set(_term_places(candidates, places), _asked_counts(candidates, places, asked_terms))
        chosen.append(candidates.only(places[list(choice.chosen)]))
        if not choice.is_exact:
            inexact.append(segment)
    parts = zip(*((c.pairs, c.firsts, c.lasts, c.forms, c.tiers) for c in chosen), strict=True)
    return _Candidates(*map(np.concatenate, parts)), inexact


def _count_overlapping(candidates: _Candidates, asked_terms: AskedTerms) -> Ints:
    """Return the number of places of each pair if other pairs are ignored, (n_pairs,)."""
    counts = np.minimum(np.bincount(candidates.pairs, minlength=len(asked_terms)), asked_terms.counts)
    for pair in _overlapping_groups(candidates.pairs, candidates).tolist():
        places = np.arange(*np.searchsorted(candidates.pairs, [pair, pair + 1]))
        choice = largest_disjoint_set(_term_places(candidates, places), _asked_counts(candidates, places, asked_terms))
        counts[pair] = len(choice.chosen)
    return counts


def _overlapping_groups(groups: Ints, candidates: _Candidates) -> Ints:
    """Return the groups in which places overlap; ``groups`` has one group for each place."""
    order = np.lexsort((candidates.firsts, groups))
    groups, firsts, lasts = groups[order], candidates.firsts[order], candidates.lasts[order]
    if not len(groups):
        return groups
    shift = groups * (int(lasts.max()) + 1)
    reach = np.maximum.accumulate(lasts + shift)
    return np.unique(groups[1:][(firsts + shift)[1:] <= reach[:-1]])


def _runs(segments: Ints, places: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each segment with its places; segments are ascending."""
    firsts = np.unique(segments, return_index=True)[1]
    for first, last in pairwise([*firsts.tolist(), len(segments)]):
        yield int(segments[first]), places[first:last]


def _term_places(candidates: _Candidates, places: Ints) -> list[TermPlace]:
    of = candidates.only(places)
    rows = zip(of.firsts.tolist(), of.lasts.tolist(), of.pairs.tolist(), of.tiers.tolist(), strict=True)
    return [TermPlace(*row) for row in rows]


def _asked_counts(candidates: _Candidates, places: Ints, asked_terms: AskedTerms) -> dict[int, int]:
    pairs = np.unique(candidates.pairs[places])
    return dict(zip(pairs.tolist(), asked_terms.counts[pairs].tolist(), strict=True))


def _concatenate_places(places: Sequence[TargetPlaces]) -> TargetPlaces:
    parts = zip(*((p.segments, p.starts, p.ends, p.terms, p.forms, p.tiers) for p in places), strict=True)
    return TargetPlaces(*map(np.concatenate, parts))
