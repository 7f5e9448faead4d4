"""Constant output: the same translation of different texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ids, Ints, numpy_column
from ..counting.blocks import bounded_runs, segment_bytes
from ..counting.progress import Progress
from .check import BLOCK_BYTES, Check, CheckedTexts, CheckSpans
from .columns.rows import text_lengths

CONSTANT = "constant output"
MIN_SOURCES, MIN_SOURCES_OF_FEW_WORDS = 3, 5
"""Fewest different sources of one output that make it constant; the second, if it has one or two words."""


@dataclass(frozen=True)
class ConstantOutput(Check):
    """A check for one output of 3 or more different sources, 5 if it has one or two words, that is no reference.

    Sources differ by more than case. An empty output counts as an output, too.
    """

    name: ClassVar[str] = "constant"
    title: ClassVar[str] = "same text repeated"
    kinds: ClassVar[Mapping[str, str]] = {CONSTANT: "critical"}
    does: ClassVar[str] = "gives the same text for different sources"
    finds: ClassVar[str] = (
        "The output is also that of 2 or more other sources, of 4 or more where it has one or two words, and no"
        " reference of the segment."
    )
    errs: ClassVar[str] = "Short answers that fit several questions are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        assert texts.source is not None
        places = _frequent(texts.outputs)
        at = pa.array(places)
        outputs, source = texts.outputs.take(at), pc.utf8_lower(texts.source.take(at))
        numbers = _numbers(outputs)
        pairs = np.unique(np.stack([numbers, _numbers(source)]), axis=1)
        n_sources = np.bincount(pairs[0], minlength=1)[numbers]
        words = numpy_column(pc.count_substring_regex(outputs, r"[\p{L}\p{N}]+"))
        are_constant: Flags = n_sources >= np.where(words <= 2, MIN_SOURCES_OF_FEW_WORDS, MIN_SOURCES)
        for reference in texts.references:
            are_constant &= ~numpy_column(pc.equal(outputs, reference.take(at)).fill_null(False))
        lengths = text_lengths(outputs)
        return CheckSpans.of(
            (int(places[n]), 0, int(lengths[n]), CONSTANT) for n in np.flatnonzero(are_constant).tolist()
        )


def _frequent(column: pa.StringArray) -> Ints:
    """Return the segments, and perhaps a few more, whose text is that of ``MIN_SOURCES`` segments or more.

    Texts are counted by their hashes, because a table of all texts would take as much memory as the texts.
    """
    hashes = np.zeros(len(column), np.int64)
    for run in bounded_runs(segment_bytes([column]), BLOCK_BYTES):
        hashes[run] = [*map(hash, column[run].to_pylist())]
    _, inverse, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    return np.flatnonzero((counts[inverse] >= MIN_SOURCES) & numpy_column(pc.is_valid(column)))


def _numbers(column: pa.StringArray) -> Ids:
    """Return a number for each text, (n_segments,): equal numbers for equal texts."""
    return numpy_column(column.fill_null("").dictionary_encode().indices)
