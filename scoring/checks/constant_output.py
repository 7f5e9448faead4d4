"""Constant output: the same translation of texts that are not the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ids, numpy_column
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans
from .columns.rows import lengths_of

CONSTANT = "constant output"
LEAST_SOURCES, LEAST_SOURCES_OF_FEW_WORDS = 3, 5
"""Different sources with one output from which it is constant; the second where it has one or two words."""


@dataclass(frozen=True)
class ConstantOutput(Check):
    """One output of 3 or more different sources, 5 where it has one or two words, that is no reference of its own.

    Sources differ by more than case. An empty output is one, too.
    """

    name: ClassVar[str] = "constant"
    kinds: ClassVar[Mapping[str, str]] = {CONSTANT: "critical"}
    does: ClassVar[str] = "says the same for other sources"
    finds: ClassVar[str] = (
        "The output is also that of 2 or more other sources, of 4 or more where it has one or two words, and no"
        " reference of the segment."
    )
    errs: ClassVar[str] = "Short answers that fit several questions are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        assert texts.source is not None
        outputs = _numbers(texts.outputs)
        pairs = np.unique(np.stack([outputs, _numbers(pc.utf8_lower(texts.source))]), axis=1)
        n_sources = np.bincount(pairs[0], minlength=1)[outputs]
        words = numpy_column(pc.count_substring_regex(texts.outputs.fill_null(""), r"[\p{L}\p{N}]+"))
        least = np.where(words <= 2, LEAST_SOURCES_OF_FEW_WORDS, LEAST_SOURCES)
        found: Flags = (n_sources >= least) & numpy_column(pc.is_valid(texts.outputs))
        for reference in texts.references:
            found &= ~numpy_column(pc.equal(texts.outputs, reference).fill_null(False))
        lengths = lengths_of(texts.outputs)
        return CheckSpans.of((n, 0, int(lengths[n]), CONSTANT) for n in np.flatnonzero(found).tolist())


def _numbers(column: pa.StringArray) -> Ids:
    """(n_segments,): equal where texts are."""
    return numpy_column(column.fill_null("").dictionary_encode().indices)
