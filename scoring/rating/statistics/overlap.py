"""The overlap of two raters' marks: the same characters of the same outputs, and the same severity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Ints, quotients
from ...validation import as_list
from ..protocols.answers import MarkedError
from ..protocols.severities import SEVERITIES
from .alpha import Coefficient
from .kappa import table_kappa

Codes = npt.NDArray[np.int8]
UNMARKED = 0
"""Code of a character that is not marked; a marked character has the code of its severity, from 1."""
N_CODES = 1 + len(SEVERITIES)
BLOCK = 2**15
"""Number of characters that are counted at once."""


@dataclass(frozen=True, eq=False)
class Overlap:
    """The marks of two raters in the outputs that both looked at."""

    table: Ints
    """Number of characters by the code of the first rater and of the second (unmarked, minor, major), (3, 3)."""
    n_outputs: int

    @property
    def f1(self) -> float:
        """F1 of one rater's marks against the other's: Dice (1945); NaN where neither marked anything.

        2 x characters that both marked / (characters of the first + characters of the second); 1 for the same marks.
        """
        return self._of(int(self.table[1:, 1:].sum()))

    @property
    def f1_severity(self) -> float:
        """F1 of characters that both raters marked with the same severity."""
        return self._of(int(np.trace(self.table[1:, 1:])))

    @property
    def kappa(self) -> Coefficient:
        """Cohen's kappa of the characters' codes: unmarked, minor or major.

        ``n_units`` are characters; the characters of one word are hardly ever judged separately.
        """
        return table_kappa(self.table)

    def _of(self, n_same: int) -> float:
        marked = self.table[1:].sum() + self.table[:, 1:].sum()
        return float(quotients(2 * n_same, marked))


def marked_characters(spans: Sequence[MarkedError], length: int) -> Codes:
    """Return the code of each character of one output, int8 (length,); ``ValueError`` for a mark outside it."""
    codes = np.zeros(length, np.int8)
    for span in as_list(spans, "marks", MarkedError, "mark"):
        if not 0 <= span.start < span.end <= length:
            raise ValueError(f"A mark at characters {span.start:,} to {span.end:,} of an output of {length:,}.")
        part = codes[span.start : span.end]
        np.maximum(part, 1 + SEVERITIES.index(span.severity), out=part)
    return codes


def code_pair_tables(codes: Codes) -> Ints:
    """Return how often every two raters give a character each two codes, (n_raters, n_raters, 3, 3).

    ``codes`` (n_raters, n_characters) are of outputs that all raters looked at.
    """
    n_raters = len(codes)
    tables = np.zeros((n_raters * N_CODES, n_raters * N_CODES), np.int64)
    for start in range(0, codes.shape[1], BLOCK):
        block = codes[:, None, start : start + BLOCK] == np.arange(N_CODES)[:, None]
        chosen = block.reshape(len(tables), -1).astype(np.float32)  # whole numbers up to 2^24 are exact
        tables += (chosen @ chosen.T).astype(np.int64)
    return tables.reshape(n_raters, N_CODES, n_raters, N_CODES).transpose(0, 2, 1, 3)
