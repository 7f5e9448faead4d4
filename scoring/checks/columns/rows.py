"""Functions for checks by patterns: segments as strings, and the segments that a pattern matches."""

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
    """A segment as strings."""

    segment: int
    """Number of the segment, from 0."""
    output: str
    source: str
    """Text of the source; empty for a missing source."""
    references: Sequence[str]
    """Texts of the references that are not missing."""


def chosen_rows(texts: CheckedTexts, are_chosen: Flags) -> Iterator[Row]:
    """Yield the segments whose flag, (n_segments,), is set and that have an output."""
    chosen = np.flatnonzero(are_chosen & have_output(texts))
    at = pa.array(chosen)
    outputs = texts.outputs.take(at).to_pylist()
    source = [""] * len(outputs) if texts.source is None else texts.source.take(at).fill_null("").to_pylist()
    references = [text.take(at).to_pylist() for text in texts.references]
    for place, segment in enumerate(chosen.tolist()):
        others = [of[place] for of in references if of[place] is not None]
        yield Row(segment, outputs[place], source[place], others)


def have_output(texts: CheckedTexts) -> Flags:
    """Return whether each segment has an output, (n_segments,)."""
    return numpy_column(pc.is_valid(texts.outputs))


def match_pattern(column: pa.StringArray | None, pattern: str, n_segments: int) -> Flags:
    """Return whether each text has a match of a pattern (RE2), (n_segments,); False for a missing column."""
    if column is None:
        return np.zeros(n_segments, bool)
    return numpy_column(pc.match_substring_regex(column.fill_null(""), pattern))


def any_reference_has(texts: CheckedTexts, pattern: str) -> Flags:
    """Return whether any reference has a match of a pattern (RE2), (n_segments,)."""
    flags = np.zeros(len(texts), bool)
    for column in texts.references:
        flags |= match_pattern(column, pattern, len(texts))
    return flags


def are_copies(texts: CheckedTexts) -> Flags:
    """Return whether each output equals the source except for case, (n_segments,); the check of copies finds them."""
    if texts.source is None:
        return np.zeros(len(texts), bool)
    same = pc.equal(pc.utf8_lower(texts.outputs.fill_null("")), pc.utf8_lower(texts.source.fill_null("")))
    return numpy_column(same)


def text_lengths(column: pa.StringArray) -> Ints:
    """Return the number of code points of each text, (n_segments,); 0 where a text is missing."""
    return numpy_column(pc.utf8_length(column.fill_null(""))).astype(np.int64)


def find_pattern_places(pattern: re.Pattern[str], text: str, kind: str) -> Iterator[Place]:
    """Yield the places of all matches of a pattern in a text that are not empty."""
    for match in pattern.finditer(text):
        if match.end() > match.start():
            yield match.start(), match.end(), kind
