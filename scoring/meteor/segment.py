"""One segment under METEOR, for all views: the same matches that the metric counts."""

from dataclasses import dataclass

from ..counting.arrays import Ints
from ..text.spans import Span
from ..text.tokenizers import Tokens
from .matching import match_stage
from .stages import STAGES, StemsAndSynonyms


@dataclass(frozen=True)
class WordMatch:
    """A word of the hypothesis and its partner in the reference."""

    hypothesis: int
    """Position of the word in the hypothesis."""
    reference: int
    """Position of its partner in the reference."""
    stage: str
    """Stage of the match, one of STAGES: "exact", "stem" or "synonym"."""


@dataclass(frozen=True)
class Chunk:
    """A run of matched words that are neighbours, in the same order, on both sides."""

    hypothesis: Span
    reference: Span
    """Span of the words in the reference, as many as in the hypothesis."""


@dataclass(frozen=True)
class ReferenceMatching:
    """The matches and chunks of the hypothesis in one reference."""

    tokens: tuple[str, ...]
    """Tokens of the reference."""
    matches: tuple[WordMatch, ...]
    """Matches by position in the hypothesis; words without a partner are in no match."""
    chunks: tuple[Chunk, ...]
    """Chunks by position in the hypothesis; every match is in one."""


@dataclass(frozen=True)
class SegmentMatching:
    """One hypothesis, matched with each of its references."""

    hypothesis: tuple[str, ...]
    """Tokens of the hypothesis."""
    references: tuple[ReferenceMatching | None, ...]
    """Matches and chunks in each reference; None for a missing reference."""
    best: int
    """Number of the reference by which the segment counts."""
    statistics: tuple[float, ...]
    """METEOR's statistics of the segment by the ``best`` reference."""


def segment_matching(
    tokens: Tokens, words: StemsAndSynonyms, partners: Ints, best: int, statistics: tuple[float, ...]
) -> SegmentMatching:
    """Return the matches of one segment; the last column of ``tokens`` is the hypothesis, all others are references.

    ``partners`` is int64 (n_references, n_tokens), a row of ``match_words`` for each reference; ``statistics`` are
    those by the ``best`` reference.
    """
    last = len(tokens.starts) - 1
    *references, hypothesis = (tokens.words_of(column) for column in range(last + 1))
    reference_matchings = tuple(
        None if texts is None else _reference(tokens, words, number, partners[number], texts)
        for number, texts in enumerate(references)
    )
    return SegmentMatching(hypothesis or (), reference_matchings, best, statistics)


def _reference(
    tokens: Tokens, words: StemsAndSynonyms, number: int, partners: Ints, texts: tuple[str, ...]
) -> ReferenceMatching:
    ids, start, start_there = tokens.ids, tokens.starts[-1, 0], tokens.starts[number, 0]
    matches = tuple(
        WordMatch(int(at - start), int(other - start_there), STAGES[match_stage(ids[at], ids[other], words) - 1])
        for at, other in enumerate(partners)
        if other >= 0
    )
    return ReferenceMatching(texts, matches, _chunks(matches))


def _chunks(matches: tuple[WordMatch, ...]) -> tuple[Chunk, ...]:
    chunks: list[Chunk] = []
    for match in matches:
        i, j = match.hypothesis, match.reference
        if chunks and (chunks[-1].hypothesis[1], chunks[-1].reference[1]) == (i, j):
            last = chunks.pop()
            chunks.append(Chunk((last.hypothesis[0], i + 1), (last.reference[0], j + 1)))
        else:
            chunks.append(Chunk((i, i + 1), (j, j + 1)))
    return tuple(chunks)
