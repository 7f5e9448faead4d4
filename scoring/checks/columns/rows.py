"""What checks by patterns share: segments as strings, and which of them a pattern is in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ints, numpy_column
from ..check import CheckedTexts

Place = tuple[int, int, str]
"""Start, end and kind of a finding."""
FoundPlace = tuple[int, int, int, str]
"""Segment, start, end and kind of a finding."""


@dataclass(frozen=True)
class Row:
    """One segment."""

    segment: int
    """0-based"""
    output: str
    source: str
    """Empty where there is none."""
    references: Sequence[str]
    """Those that have a text."""


def chosen_rows(texts: CheckedTexts, are_chosen: Flags) -> Iterator[Row]:
    """Yield the segments of the flags, (n_segments,), that have an output."""
    chosen = np.flatnonzero(are_chosen & have_output(texts))
    at = pa.array(chosen)
    outputs = texts.outputs.take(at).to_pylist()
    source = [""] * len(outputs) if texts.source is None else texts.source.take(at).fill_null("").to_pylist()
    references = [text.take(at).to_pylist() for text in texts.references]
    for place, segment in enumerate(chosen.tolist()):
        others = [of[place] for of in references if of[place] is not None]
        yield Row(segment, outputs[place], source[place], others)


def have_output(texts: CheckedTexts) -> Flags:
    """(n_segments,): whether a segment has an output."""
    return numpy_column(pc.is_valid(texts.outputs))


def have(column: pa.StringArray | None, pattern: str, n_segments: int) -> Flags:
    """(n_segments,): whether a pattern (RE2) is in a text; in none of a column that is missing."""
    if column is None:
        return np.zeros(n_segments, bool)
    return numpy_column(pc.match_substring_regex(column.fill_null(""), pattern))


def any_reference_has(texts: CheckedTexts, pattern: str) -> Flags:
    """(n_segments,): whether a pattern (RE2) is in any reference."""
    found = np.zeros(len(texts), bool)
    for column in texts.references:
        found |= have(column, pattern, len(texts))
    return found


def are_copies(texts: CheckedTexts) -> Flags:
    """(n_segments,): whether an output is the source, except for case; the check of copies finds these."""
    if texts.source is None:
        return np.zeros(len(texts), bool)
    same = pc.equal(pc.utf8_lower(texts.outputs.fill_null("")), pc.utf8_lower(texts.source.fill_null("")))
    return numpy_column(same)


def lengths_of(column: pa.StringArray) -> Ints:
    """(n_segments,): code points; 0 where a text is missing."""
    return numpy_column(pc.utf8_length(column.fill_null(""))).astype(np.int64)


def places_of(pattern: re.Pattern[str], text: str, kind: str) -> Iterator[Place]:
    """Yield all matches of a pattern in a text that are not empty."""
    for match in pattern.finditer(text):
        if match.end() > match.start():
            yield match.start(), match.end(), kind
