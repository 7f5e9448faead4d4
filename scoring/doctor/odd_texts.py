"""Odd text: what readers notice in files, and outputs that are far longer or shorter than the references."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, numpy_column
from ..formats.plain_text.notices import EMPTY, OF_TEXT, notice_segments
from .finding import (
    MAX_EXAMPLES,
    SYSTEM,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
    severity_of,
)

TOO_LONG, TOO_SHORT = "too-long", "too-short"
LEAST_CHARACTERS = 20
"""Characters of the longer text from which a ratio of lengths says something."""
_FEWEST_SYSTEMS = 2
"""Systems whose lengths a reference is compared with: one alone may itself be too long or too short."""


def find_empty_texts(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text with many empty segments; a reference that is missing is not empty."""
    for text in texts.all:
        is_there: Flags = numpy_column(pc.is_valid(text.segments))
        flags = ~texts.features(text).are_there & is_there
        advice = "They score as if nothing had been translated; fill them, or leave these segments out."
        found = finding_of_flags(EMPTY, text, flags, "are empty", advice, is_caveat=not flags.all())
        if found is not None:
            yield found


def find_noticed_text(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each notice on a text, such as HTML entities, that is about enough of its segments."""
    for text in texts.all:
        for notice in notice_segments(text.segments):
            severity = severity_of(notice.count, len(text))
            if notice.kind == EMPTY or notice.kind not in OF_TEXT or severity is None:
                continue
            lines = notice.lines or tuple(range(1, min(len(text), MAX_EXAMPLES) + 1))
            last = lines[-1] if notice.count == len(notice.lines) else len(text)
            yield TextFinding(
                notice.kind,
                severity,
                text.role,
                text.file,
                lines[0],
                last,
                f"{text.subject}: {notice.message}",
                notice.count,
                notice.count / len(text),
                tuple(lines[:MAX_EXAMPLES]),
            )


def odd_length_lines(texts: ExaminedTexts, text: ExaminedText) -> tuple[Flags, Flags]:
    """Return where a target text is more than twice, and less than half, as long as the other side, (n_segments,) each.

    The other side are the references of an output, and the outputs of a reference; segments in which nothing is
    written, or only a few characters, are neither.
    """
    others = texts.references if text.role == SYSTEM else texts.systems
    usual, own = _usual_lengths([_lengths(texts, other) for other in others]), _lengths(texts, text)
    are_compared = (np.maximum(own, usual) >= LEAST_CHARACTERS) & (own > 0) & (usual > 0)
    return are_compared & (own > 2 * usual), are_compared & (2 * own < usual)


def find_odd_lengths(texts: ExaminedTexts, is_explained: Flags) -> Iterator[TextFinding]:
    """Yield a finding for each text with many segments of twice, or half, the usual length of the other side's.

    Segments that are in a shifted block or have a placeholder, (n_segments,), are left out.
    """
    for text in texts.targets:
        others = texts.references if text.role == SYSTEM else texts.systems
        if not others or (text.role != SYSTEM and len(others) < _FEWEST_SYSTEMS):
            continue
        too_long, too_short = odd_length_lines(texts, text)
        than = "the references" if text.role == SYSTEM and len(others) > 1 else "the reference"
        than = than if text.role == SYSTEM else "the outputs"
        for kind, flags, how, question in (
            (TOO_LONG, too_long, "more than twice as long as", "has text been added?"),
            (TOO_SHORT, too_short, "less than half as long as", "is text missing?"),
        ):
            found = finding_of_flags(
                kind, text, flags & ~is_explained, f"are {how} {than}", f"Read some of them: {question}"
            )
            if found is not None:
                yield found


def _usual_lengths(lengths: Sequence[Floats]) -> Floats:
    """Return the median of the lengths that are not 0, (n_segments,); 0 where all are."""
    rows = np.sort(np.where(np.stack(lengths) > 0, np.stack(lengths), np.inf), axis=0)
    counts = np.isfinite(rows).sum(axis=0)
    low, high = (np.clip(at, 0, len(rows) - 1)[None] for at in ((counts - 1) // 2, counts // 2))
    middle = (np.take_along_axis(rows, low, 0)[0] + np.take_along_axis(rows, high, 0)[0]) / 2
    return np.where(counts > 0, middle, 0.0)


def _lengths(texts: ExaminedTexts, text: ExaminedText) -> Floats:
    """Return characters without spaces of each segment, (n_segments,)."""
    features = texts.features(text)
    lengths: Floats = np.rint(np.exp(features.log_lengths) - 10.0)
    return lengths
