"""Too long: an output that is much longer than its source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans
from .columns.rows import text_lengths
from .omission import length_ratios

TOO_LONG = "too long"
HIGH_PERCENTILE = 99
"""Percentile of a system's length ratios above which an output may be too long."""
MIN_RATIO = 2
"""Ratio that the output must exceed, multiplied by the system's median ratio where that is above 1."""


EXTRA_CHARACTERS = 20
"""Characters by which an output must exceed its source's length times the limit of the ratio: short texts vary."""


@dataclass(frozen=True)
class Overlong(Check):
    """A check for an output whose length divided by its source's is above the system's 99th percentile, and above 2.

    Lengths are in characters. Where a system's usual ratio is above 1, such as from Chinese into English, the ratio
    must also be above twice the usual one. Outputs that exceed this limit by at most 20 characters are ignored.
    """

    name: ClassVar[str] = "too_long"
    title: ClassVar[str] = "far too long"
    kinds: ClassVar[Mapping[str, str]] = {TOO_LONG: "major"}
    does: ClassVar[str] = "is far too long"
    finds: ClassVar[str] = "The output is more than twice as long as the source, and among the system's 1 % longest."
    errs: ClassVar[str] = "Abbreviations and short headings that have to be spelled out are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        assert texts.source is not None
        ratios, lengths = length_ratios(texts), text_lengths(texts.outputs)
        defined_ratios = ratios[~np.isnan(ratios)]
        if not len(defined_ratios):
            return CheckSpans.of(())
        times = MIN_RATIO * max(1.0, float(np.median(defined_ratios)))
        is_long = ratios > max(times, float(np.percentile(defined_ratios, HIGH_PERCENTILE)))
        is_long &= lengths > times * text_lengths(texts.source) + EXTRA_CHARACTERS
        return CheckSpans.of((n, 0, int(lengths[n]), TOO_LONG) for n in np.flatnonzero(is_long).tolist())
