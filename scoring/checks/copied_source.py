"""Copied source: an output, or a part of it, that was not translated."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ids, Ints
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import match_pattern
from .columns.words import (
    PlacedTokens,
    are_among,
    consecutive_runs,
    cut_words,
    fold_accents_and_case,
    number_texts,
    remember_columns,
)
from .links import LINKS, MAY_HAVE_LINKS
from .placeholders import MAY_HAVE_SIGNS, SIGNS

MIN_WORDS = 3
"""Number of consecutive source words that make a partial copy."""
MAX_KEYS = 1 << 62
"""Limit for the numbers of pairs, so that they fit into 64 bits."""
WHOLE, PART = "copied source", "partial copy"


@dataclass(frozen=True)
class CopiedSource(Check):
    """A check for an output that copies the source: all of it, or 3 words in a row or more.

    A whole copy differs from the source only in case, accents and punctuation, and no reference is such a copy. A
    partial copy is 3 or more words in a row that the source has in a row and no reference has. Each of its words has a
    letter. In scripts without spaces each character is a word. Links, code, placeholders and tags do not count as
    words, because a translation keeps them.
    """

    name: ClassVar[str] = "copy"
    title: ClassVar[str] = "copied source"
    kinds: ClassVar[Mapping[str, str]] = {WHOLE: "critical", PART: "minor"}
    lesser_titles: ClassVar[Mapping[str, str]] = {"minor": "words of the source"}
    does: ClassVar[str] = "copies the source"
    does_less: ClassVar[Mapping[str, str]] = {"minor": "leaves words of the source in"}
    finds: ClassVar[str] = (
        "The output is the source, except for case, accents and punctuation, and no reference is; or it has 3 or more"
        " words in a row that the source has and no reference."
    )
    errs: ClassVar[str] = (
        "Without a reference that has them, names, titles and quotations count as copies; between close languages, so"
        " do words that both have."
    )
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[tuple[int, int, int, str]]:
    assert texts.source is not None
    source, outputs, *references = _numbered_words(
        [_without_kept_signs(column) for column in (texts.source, texts.outputs, *texts.references)]
    )
    n_segments = len(texts)
    has_letters = np.bincount(source[0].segments[source[0].have_letters], minlength=n_segments) > 0
    is_copy = has_letters & _are_same(source, outputs, n_segments)
    for reference in references:
        is_copy &= ~_are_same(source, reference, n_segments)
    places = np.flatnonzero(is_copy)
    whole, copied = _numbered_words([column.take(pa.array(places)) for column in (texts.source, texts.outputs)])
    is_copy[places] = _are_same(whole, copied, len(places))
    lengths = pc.utf8_length(texts.outputs).fill_null(0).to_numpy(zero_copy_only=False)
    for segment in np.flatnonzero(is_copy).tolist():
        yield segment, 0, int(lengths[segment]), WHOLE
    tokens = outputs[0]
    for first, last in _copied_parts(source, outputs, references):
        segment = int(tokens.segments[first])
        if not is_copy[segment]:
            yield segment, int(tokens.starts[first]), int(tokens.ends[last]), PART


def _numbered_words(columns: Sequence[pa.StringArray]) -> list[tuple[PlacedTokens, Ids]]:
    """Return each column's words with their numbers, which are equal for words equal except for case and accents."""
    words = [cut_words(column).words() for column in columns]
    return [*zip(words, number_texts(words, fold_accents_and_case), strict=True)]


@remember_columns
def _without_kept_signs(column: pa.StringArray) -> pa.StringArray:
    """Return the texts with blanks in the place of links, code, placeholders and tags."""
    may_have = match_pattern(column, f"{MAY_HAVE_LINKS}|{MAY_HAVE_SIGNS}", len(column))
    if not may_have.any():
        return column
    texts = column.filter(pa.array(may_have)).to_pylist()
    blanked = [SIGNS.sub(_blanks, LINKS.sub(_blanks, text)) for text in texts]
    return pc.replace_with_mask(column, pa.array(may_have), pa.array(blanked, pa.string()))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _are_same(one: tuple[PlacedTokens, Ids], other: tuple[PlacedTokens, Ids], n_segments: int) -> Flags:
    """Return whether both have the same words in the same order, (n_segments,)."""
    counts = one[0].counts(n_segments)
    are_same: Flags = counts == other[0].counts(n_segments)
    (segments, words), (_, others) = (
        (tokens.segments[flags], numbers[flags])
        for tokens, numbers in (one, other)
        for flags in [are_same[tokens.segments]]
    )
    are_same[segments[words != others]] = False
    return are_same


def _copied_parts(
    source: tuple[PlacedTokens, Ids],
    outputs: tuple[PlacedTokens, Ids],
    references: Sequence[tuple[PlacedTokens, Ids]],
) -> Iterator[tuple[int, int]]:
    """Yield the first and last word of each run of words that source and output have, and no reference."""
    places, keys = zip(*_number_trigrams([source, outputs, *references]), strict=True)
    of_references = np.concatenate([np.zeros(0, np.int64), *keys[2:]])
    is_copied = are_among(keys[1], keys[0]) & ~are_among(keys[1], of_references)
    for first, last in consecutive_runs(places[1][is_copied], outputs[0].segments, MIN_WORDS - 1):
        yield first, last + MIN_WORDS - 1


def _number_trigrams(columns: Sequence[tuple[PlacedTokens, Ids]]) -> Iterator[tuple[Ints, Ints]]:
    """Yield the first words of all trigrams of each column whose words have letters, and a number for each.

    Numbers are equal where the segment and the three words are.
    """
    places = [_first_words(tokens) for tokens, _ in columns]
    segments = np.concatenate([tokens.segments[first] for (tokens, _), first in zip(columns, places, strict=True)])
    keys = np.zeros(len(segments), np.int64)
    for after in range(MIN_WORDS):
        words = np.concatenate([numbers[first + after] for (_, numbers), first in zip(columns, places, strict=True)])
        keys = _pair_keys(keys, words)
    keys = _pair_keys(segments, keys)
    return zip(places, np.split(keys, np.cumsum([*map(len, places)])[:-1]), strict=True)


def _pair_keys(one: Ints, other: Ints | Ids) -> Ints:
    """Return a number for each pair of numbers; both are renumbered where the product would not fit."""
    width = int(other.max(initial=0)) + 1
    if (int(one.max(initial=0)) + 1) * width >= MAX_KEYS:
        _, one = np.unique(one, return_inverse=True)
        _, other = np.unique(other, return_inverse=True)
        width = int(other.max(initial=0)) + 1
    return one * width + other


def _first_words(tokens: PlacedTokens) -> Ints:
    has_letters, behind = tokens.have_letters, MIN_WORDS - 1
    n = max(0, len(has_letters) - behind)
    are_words = np.all([has_letters[after : after + n] for after in range(MIN_WORDS)], axis=0)
    return np.flatnonzero(are_words & (tokens.segments[:n] == tokens.segments[behind : behind + n]))
