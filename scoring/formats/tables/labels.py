"""Read a user's labels of segments and counts of words."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ints
from ...output.numbers import counted
from ...text.naming import clean_file
from ...text.texts import as_column, as_mask, check_counts
from ...validation import as_float_array, expect, short_repr, whole_number
from ..errors import FormatError
from ..limits import MEGABYTE, FileLimits, check_size
from ..plain_text.text import decode_text, split_lines

LIMITS = FileLimits(file_bytes=20 * MEGABYTE)
QUOTED = 40
"""Maximum number of characters of a wrong count that an error quotes."""
DIGITS = 12
"""Maximum number of digits of a count, so that the counts of all words of a file add up within 64 bits."""
_LINE_UP = "Nothing is cut or padded; make the file line up with the test set first."
_COUNT = f"^[0-9]{{1,{DIGITS}}}$"
_LINE = "a word, a tab and its count"
_LINE_WITH_COUNT = f"{_LINE}, a whole number from 0 on of at most {DIGITS} digits"


@dataclass(frozen=True, eq=False)
class WordCounts:
    """The frequency of each word in a user's list, each word once."""

    words: pa.StringArray
    counts: Ints
    """Count of each word, int64 (n_words,)."""

    def __post_init__(self) -> None:
        words, counts = as_column(self.words, "words"), as_float_array(self.counts, "counts", 1)
        check_counts({"words": len(words), "counts": len(counts)})
        if not ((counts >= 0) & (counts < 2.0**63)).all():
            raise ValueError(f"The counts of words must be 0 or more; found {short_repr(self.counts)}.")
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "counts", np.asarray(self.counts).astype(np.int64))

    @property
    def nbytes(self) -> int:
        return int(self.words.nbytes) + self.counts.nbytes

    def of(self, words: pa.StringArray) -> Ints:
        """Return the count of each of these words, int64 (n,); 0 for words that are not in the list."""
        words = as_column(words, "words")
        places = pc.index_in(words, self.words)
        counts = np.zeros(len(words), np.int64)
        is_listed = as_mask(places.is_valid())
        counts[is_listed] = self.counts[places.drop_null().to_numpy()]
        return counts

    def in_lower_case(self) -> "WordCounts":
        """Return the counts of words in lower case, added up; lower case is Python's, as in the tokenizers."""
        if not len(self.words):
            return self
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(self.words)], self.words), "\n")[0].as_py()
        lower = pc.split_pattern(pa.array([whole.lower()]), "\n").flatten().dictionary_encode()
        added = np.zeros(len(lower.dictionary), np.int64)
        np.add.at(added, lower.indices.to_numpy(), self.counts)
        return WordCounts(lower.dictionary, added)


def read_labels(file: str, data: bytes, n_segments: int) -> pa.StringArray:
    """Return one label a line, one line a segment, without white space around it; a blank line is no label, "".

    Raises ``FormatError`` for text that cannot be read, and for another number of lines, which it states.
    """
    n_segments = whole_number(n_segments, "The number of segments", 0, sys.maxsize)
    labels = pc.utf8_trim_whitespace(_lines(file, data))
    if len(labels) != n_segments:
        expected = f"{counted(n_segments, 'line')}, one label for each segment"
        raise FormatError(clean_file(file), counted(len(labels), "line"), expected, advice=_LINE_UP)
    return labels


def read_word_counts(file: str, data: bytes) -> WordCounts:
    """Return the words and counts of a file with a word, a tab and its count on each line; blank lines are left out.

    Raises ``FormatError`` with the first line that is something else, or repeats a word.
    """
    file, lines = clean_file(file), _lines(file, data)
    filled = np.flatnonzero(as_mask(pc.not_equal(pc.utf8_trim_whitespace(lines), "")))
    if not len(filled):
        raise FormatError(file, "no word", f"{_LINE} on each line")
    parts = pc.split_pattern(lines.take(filled), "\t", max_splits=1)
    tabless = _first(as_mask(pc.equal(pc.list_value_length(parts), 1)))
    words, counts = (pc.utf8_trim_whitespace(pc.list_element(parts[:tabless], side)) for side in (0, 1))
    places = words.dictionary_encode().indices.to_numpy()
    problems = [
        _Problem(tabless, lambda _: "no tab", _LINE),
        _Problem(_first(as_mask(pc.equal(words, ""))), lambda _: "no word", _LINE),
        _Problem(
            _first(~as_mask(pc.match_substring_regex(counts, _COUNT))),
            lambda row: f"the count {counts[row].as_py()[:QUOTED]!r}",
            _LINE_WITH_COUNT,
        ),
        _Problem(
            _first(places != np.arange(len(places))),
            lambda row: f"a word that is on line {filled[places[row]] + 1:,} already",
            "each word once",
        ),
    ]
    row, problem_of_row, expected = min(problems, key=lambda actual: len(filled) if actual.row is None else actual.row)
    if row is not None:
        raise FormatError(file, problem_of_row(row), expected, int(filled[row]) + 1)
    return WordCounts(words, pc.cast(counts, pa.int64()).to_numpy())


class _Problem(NamedTuple):
    """A possible fault of lines: the first such row, if any; a function that describes it; the expected text."""

    row: int | None
    problem_of_row: Callable[[int], str]
    expected: str


def _first(flags: Flags) -> int | None:
    """Return the first row whose flag is True, or None."""
    rows = np.flatnonzero(flags)
    return int(rows[0]) if len(rows) else None


def _lines(file: str, data: bytes) -> pa.StringArray:
    file = clean_file(file)
    expect(data, bytes, file)
    check_size(file, len(data), LIMITS)
    return split_lines(file, decode_text(file, data).data, LIMITS)
