"""Segments that somebody should read before a comparison is trusted, however few there are of a kind."""

from collections.abc import Collection, Iterable

import numpy as np
import pyarrow.compute as pc

from ..counting.arrays import Flags, numpy_column
from .finding import OUT_OF_PLACE, SYSTEM, ExaminedTexts, TextFinding
from .odd_texts import odd_length_lines
from .repeated_texts import copied_lines, placeholder_lines


def suspicious_segments(texts: ExaminedTexts, systems: Collection[str], findings: Iterable[TextFinding]) -> Flags:
    """Return where a reference, or an output of these systems, is suspicious, (n_segments,).

    It is empty, the source, a text that recurs, of twice or half the usual length, or out of place as ``findings`` say.
    """
    flags = np.zeros(len(texts), bool)
    copies = copied_lines(texts) or [np.zeros(len(texts), bool)] * len(texts.targets)
    files = set()
    for text, are_copies in zip(texts.targets, copies, strict=True):
        if text.role == SYSTEM and text.name not in systems:
            continue
        files.add(text.file)
        is_there: Flags = numpy_column(pc.is_valid(text.segments))
        flags |= ~texts.features(text).are_there & is_there
        flags |= are_copies | placeholder_lines(texts, text)
        if text.role == SYSTEM and texts.references:
            flags |= np.any(odd_length_lines(texts, text), axis=0)
    for found in findings:
        if found.kind in OUT_OF_PLACE and (found.role != SYSTEM or found.file in files):
            flags[found.first - 1 : found.last] = True
    return flags
