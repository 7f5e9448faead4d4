"""Scripts and languages of texts, found by letters and function words."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ...counting.arrays import Ints
from ...counting.blocks import bounded_runs, segment_bytes
from ...doctor.function_words import count_function_words, language_of_counts
from ...text.languages import LANGUAGES
from ..check import BLOCK_BYTES
from .rows import match_pattern
from .words import code_points, remember_columns

SCRIPT_PATTERNS = tuple(dict.fromkeys(language.letters for language in LANGUAGES))
"""Patterns (RE2) of the letters of the known languages, each once."""
COLUMNS = {pattern: number for number, pattern in enumerate((r"\p{L}", *SCRIPT_PATTERNS))}
"""Column of each pattern in the table of letter counts."""
SAMPLE = 1000
"""Number of segments from which the language of a column is detected."""


@remember_columns
def count_letters(column: pa.StringArray) -> Ints:
    """Return the number of all letters, and of each of ``SCRIPT_PATTERNS``, (n_segments, 1 + n_scripts)."""
    points, segments = code_points(column)
    counts = np.zeros((len(column), len(COLUMNS)), np.int64)
    if not len(points):
        return counts
    ends = np.searchsorted(segments, np.arange(len(column)), "right")
    present = np.flatnonzero(np.bincount(points))
    signs = pa.array(map(chr, present.tolist()), pa.string())
    counted: dict[bytes, Ints] = {}
    is_such = np.zeros(int(points.max()) + 1, bool)
    for pattern, number in COLUMNS.items():
        flags = match_pattern(signs, pattern, len(signs))
        if not flags.any():
            continue
        if flags.tobytes() not in counted:  # all letters of most texts are of one script
            is_such[present] = flags
            totals = np.append(0, np.cumsum(is_such[points]))[np.append(0, ends)]
            counted[flags.tobytes()] = np.diff(totals)
        counts[:, number] = counted[flags.tobytes()]
    return counts


def main_script(columns: Sequence[pa.StringArray]) -> str | None:
    """Return a pattern for the script of most letters in these texts; None where no known language has it."""
    letters = np.zeros(len(COLUMNS), np.int64)
    for column in columns:
        for run in bounded_runs(segment_bytes([column]), BLOCK_BYTES):
            letters += count_letters(column[run]).sum(axis=0)
    return next((pattern for pattern in SCRIPT_PATTERNS if 2 * letters[COLUMNS[pattern]] > letters[0]), None)


@remember_columns
def main_language(column: pa.StringArray) -> str | None:
    """Return the English name of the language of most texts, by their function words; None where it is not known."""
    return language_of_counts(*count_function_words(column))
