"""How far two raters mark the same characters of the same outputs, and as equally bad."""

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
NOTHING = 0
"""The code of a character that is not marked; a marked one has that of its severity, from 1."""
N_CODES = 1 + len(SEVERITIES)
BLOCK = 2**15
"""Characters that are counted at once."""


@dataclass(frozen=True, eq=False)
class Overlap:
    """What two raters marked in the outputs that both looked at."""

    table: Ints
    """(3, 3): characters by what the first rater says of them (nothing, minor, major) and what the second says"""
    n_outputs: int

    @property
    def f1(self) -> float:
        """2 x characters that both marked / (those of the first + those of the second): Dice (1945).

        It is the F1 of one rater against the other, 1 where they mark the same. NaN where neither marked anything.
        """
        return self._of(int(self.table[1:, 1:].sum()))

    @property
    def f1_severity(self) -> float:
        """F1 of marked characters that are equally bad to both raters."""
        return self._of(int(np.trace(self.table[1:, 1:])))

    @property
    def kappa(self) -> Coefficient:
        """Cohen's kappa of what is said of each character: nothing, minor or major.

        ``n_units`` are characters; those of one word are hardly ever judged apart.
        """
        return table_kappa(self.table)

    def _of(self, n_same: int) -> float:
        marked = self.table[1:].sum() + self.table[:, 1:].sum()
        return float(quotients(2 * n_same, marked))


def marked_characters(spans: Sequence[MarkedError], length: int) -> Codes:
    """int8 (length,): the code of each character of one output; ``ValueError`` for a mark beyond it."""
    codes = np.zeros(length, np.int8)
    for span in as_list(spans, "marks", MarkedError, "mark"):
        if not 0 <= span.start < span.end <= length:
            raise ValueError(f"A mark at characters {span.start:,} to {span.end:,} of an output of {length:,}.")
        part = codes[span.start : span.end]
        np.maximum(part, 1 + SEVERITIES.index(span.severity), out=part)
    return codes


def tables_of(codes: Codes) -> Ints:
    """(n_raters, n_raters, 3, 3): how often each two raters give the same character each two codes.

    ``codes`` (n_raters, n_characters), of outputs that all of them looked at.
    """
    n_raters = len(codes)
    tables = np.zeros((n_raters * N_CODES, n_raters * N_CODES), np.int64)
    for start in range(0, codes.shape[1], BLOCK):
        block = codes[:, None, start : start + BLOCK] == np.arange(N_CODES)[:, None]
        chosen = block.reshape(len(tables), -1).astype(np.float32)  # whole numbers up to 2^24 are exact
        tables += (chosen @ chosen.T).astype(np.int64)
    return tables.reshape(n_raters, N_CODES, n_raters, N_CODES).transpose(0, 2, 1, 3)
