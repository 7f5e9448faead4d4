"""Punctuation: the final mark, brackets and quotes, and spaces before marks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ids, numpy_column
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, chosen_rows, have_output, match_pattern, text_lengths

FINAL, BRACKETS, QUOTES, SPACES = (
    "other final mark",
    "unpaired bracket",
    "unpaired quotation mark",
    "space before a mark",
)
_CLOSING = r"['\")\]}„‚\p{Pe}\p{Pf}\p{Pi}\p{Z}”“’»」』*\s]*$"
_FINALS = {
    "full stop": r"[.。।॥۔።։]",
    "question mark": r"[?？؟\x{37E}]",
    "exclamation mark": r"[!！՜]",
    "ellipsis": r"(?:\.\.\.|…)",
    "colon": r"[:：]",
}
_BRACKETS = ("()", "[]", "{}", "（）", "［］", "【】", "《》", "「」", "『』")
_BRACKET = f"[{''.join(map(re.escape, ''.join(_BRACKETS)))}]"
_QUOTES = r"[\"“”„‟«»]"
_SPACE_BEFORE = re.compile(r"(?<=[^\W\d_])[ \u00a0\u202f]+(?=[,;:!?.](?:\s|$))")
_HAS_SPACE_BEFORE = r"\p{L}[ \x{A0}\x{202F}]+[,;:!?.](?:\s|$)"
_NO_SPACE = re.compile(r"(?<=[^\W\d_])[;!?](?=\s|$)")
_HAS_NO_SPACE = r"\p{L}[;!?](?:\s|$)"
_MARKLESS = ("th", "lo", "km", "my", "bo")
"""Languages that end sentences without a mark."""


@dataclass(frozen=True)
class Punctuation(Check):
    """A check for another final mark, unpaired brackets or quotes, or a wrong space before a mark.

    Brackets and quotes are checked where those of the source are paired. French has a space before ``;``, ``!`` and
    ``?``, all other languages have none.
    """

    name: ClassVar[str] = "punctuation"
    kinds: ClassVar[Mapping[str, str]] = dict.fromkeys((FINAL, BRACKETS, QUOTES, SPACES), "minor")
    does: ClassVar[str] = "changes punctuation"
    finds: ClassVar[str] = (
        "The final mark is of another kind than the source's, brackets or quotes are not paired, or the space before a"
        " mark is not the language's."
    )
    errs: ClassVar[str] = (
        "Sentences that another language ends or quotes otherwise, and tokenized texts, are found, too."
    )
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    assert texts.source is not None
    lengths = text_lengths(texts.outputs)
    is_there = have_output(texts) & (lengths > 0)
    for segment in np.flatnonzero(_other_final_marks(texts) & is_there).tolist():
        yield segment, int(lengths[segment]) - 1, int(lengths[segment]), FINAL
    for flags, kind in (_unpaired_brackets(texts), BRACKETS), (_odd_quotes(texts), QUOTES):
        for row in chosen_rows(texts, flags):
            signs = "".join(_BRACKETS) if kind == BRACKETS else '"“”„‟«»'
            place = _last_unpaired(row.output) if kind == BRACKETS else max(map(row.output.rfind, signs))
            yield row.segment, place, place + 1, kind
    yield from _spaces(texts)


def _other_final_marks(texts: CheckedTexts) -> Flags:
    """Return whether the final mark is of another kind than the source's and every reference's, (n_segments,)."""
    if texts.language is not None and {*texts.language.codes} & {*_MARKLESS}:
        return np.zeros(len(texts), bool)
    own = _final_marks(texts.outputs)
    flags: Flags = own != _final_marks(texts.source)
    for reference in texts.references:
        flags &= (own != _final_marks(reference)) | ~numpy_column(pc.is_valid(reference))
    return flags


def _final_marks(column: pa.StringArray | None) -> Ids:
    """Return the kind of final mark, (n_segments,); 0 for none."""
    assert column is not None
    kinds = np.zeros(len(column), np.int32)
    for number, mark in enumerate(_FINALS.values(), 1):
        kinds[match_pattern(column, mark + _CLOSING, len(column))] = number
    return kinds


def _unpaired_brackets(texts: CheckedTexts) -> Flags:
    """Return whether the output opens and closes some brackets unequally often, and the source none, (n_segments,)."""
    assert texts.source is not None
    places = np.flatnonzero(match_pattern(texts.outputs, _BRACKET, len(texts)))
    outputs, source = (column.take(pa.array(places)) for column in (texts.outputs, texts.source))
    is_unpaired = np.zeros(len(places), bool)
    for pair in _BRACKETS:
        is_unpaired |= _excess(outputs, pair)
    for pair in _BRACKETS if is_unpaired.any() else ():
        is_unpaired &= ~_excess(source, pair)
    flags = np.zeros(len(texts), bool)
    flags[places[is_unpaired]] = True
    return flags


def _excess(column: pa.StringArray, pair: str) -> Flags:
    counts = (numpy_column(pc.count_substring(column.fill_null(""), sign)) for sign in pair)
    unequal: Flags = next(counts) != next(counts)
    return unequal


def _last_unpaired(text: str) -> int:
    """Return the place of the last bracket of a kind that is opened and closed unequally often."""
    pair = next(pair for pair in _BRACKETS if text.count(pair[0]) != text.count(pair[1]))
    return text.rfind(pair[text.count(pair[1]) > text.count(pair[0])])


def _odd_quotes(texts: CheckedTexts) -> Flags:
    """Return whether the output has an odd number of quotation marks, and the source has not, (n_segments,)."""
    assert texts.source is not None
    own, other = (
        numpy_column(pc.count_substring_regex(column.fill_null(""), _QUOTES)) % 2
        for column in (texts.outputs, texts.source)
    )
    flags: Flags = (own == 1) & (other == 0)
    return flags


def _spaces(texts: CheckedTexts) -> Iterator[FoundPlace]:
    """Yield spaces before marks that the source does not have so; in French marks without a space before them."""
    is_french = texts.language is not None and "fr" in texts.language.codes
    pattern, places = (_HAS_NO_SPACE, _NO_SPACE) if is_french else (_HAS_SPACE_BEFORE, _SPACE_BEFORE)
    flags = match_pattern(texts.outputs, pattern, len(texts))
    if not is_french:
        flags &= ~match_pattern(texts.source, pattern, len(texts))
    for row in chosen_rows(texts, flags):
        for match in places.finditer(row.output):
            yield row.segment, *match.span(), SPACES
