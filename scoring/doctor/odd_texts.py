"""Odd text: what readers notice in files, and outputs that are far longer or shorter than the references."""

from collections.abc import Iterator

import numpy as np

from ..counting.arrays import Floats
from ..formats.plain_text.notices import OF_TEXT, notice_segments
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
"""Systems by whose lengths a reference is judged: with one, nobody knows which of both is too short."""


def find_noticed_text(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each notice on a text, such as HTML entities, that is about enough of its segments."""
    for text in texts.all:
        for notice in notice_segments(text.segments):
            severity = severity_of(notice.count / len(text))
            if notice.kind not in OF_TEXT or severity is None:
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


def find_odd_lengths(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text with many segments of twice, or half, the usual length of the other side's."""
    for text in texts.targets:
        others = texts.references if text.role == SYSTEM else texts.systems
        if not others or (text.role != SYSTEM and len(others) < _FEWEST_SYSTEMS):
            continue
        usual = np.median([_lengths(texts, other) for other in others], axis=0)
        own = _lengths(texts, text)
        than = "the references" if text.role == SYSTEM and len(others) > 1 else "the reference"
        than = than if text.role == SYSTEM else "the outputs"
        are_long_enough = (np.maximum(own, usual) >= LEAST_CHARACTERS) & (own > 0) & (usual > 0)
        for kind, flags, how in (
            (TOO_LONG, own > 2 * usual, "more than twice as long as"),
            (TOO_SHORT, 2 * own < usual, "less than half as long as"),
        ):
            found = finding_of_flags(
                kind, text, flags & are_long_enough, f"are {how} {than}", "Read some of them: is text missing or added?"
            )
            if found is not None:
                yield found


def _lengths(texts: ExaminedTexts, text: ExaminedText) -> Floats:
    """Return characters without spaces of each segment, (n_segments,)."""
    features = texts.features(text)
    lengths: Floats = np.rint(np.exp(features.log_lengths) - 10.0)
    return lengths
