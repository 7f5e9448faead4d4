"""Odd text: notices of the readers, outputs that break off, odd lengths, and segments to read for these reasons."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints, numpy_column
from ..formats.columns import Notice
from ..formats.plain_text.notices import EMPTY, ENTITIES, ENTITY, OF_TEXT, notice_segments
from ..output.numbers import counted, fixed
from ..text.cutting import contains_any
from ..text.naming import clean_name
from ..text.texts import as_mask
from . import MIN_SEGMENTS
from .finding import (
    FAULT_ADVICE,
    MAX_EXAMPLES,
    MIN_SHARE,
    OUT_OF_PLACE,
    SOURCE,
    SYSTEM,
    WARNING,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
    finding_severity,
    percentage,
)
from .repeated_texts import copied_lines, placeholder_lines

TOO_LONG, TOO_SHORT, LENGTH_RATIO, COLLAPSED = "too-long", "too-short", "length-ratio", "collapsed"
MIN_RATIO, MAX_RATIO = 0.7, 1.4
"""Ratios of an output's length to the references' between which outputs are complete; .80 to 1.11 in sound sets."""
MIN_COLLAPSED = 5
"""Fewest lines of an output's end that is broken off."""
MAX_SHOWN = 60
"""Most characters of a repeated text that are shown."""
MAX_BEFORE = 0.2
"""Share of earlier lines with nothing translated above which such an end may be chance."""
MIN_CHARACTERS = 20
"""Fewest characters of the longer text for which a ratio of lengths is used."""
_MIN_SYSTEMS = 2
"""Fewest systems with whose lengths a reference is compared: one alone may itself be too long or too short."""


def find_empty_texts(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text with many empty segments; a missing reference is not empty."""
    for text in texts.all:
        is_there: Flags = numpy_column(pc.is_valid(text.segments))
        flags = ~texts.features(text).are_there & is_there
        advice = "They score as if nothing had been translated; fill them, or leave these segments out."
        advice = FAULT_ADVICE if text.role == SYSTEM else advice
        finding = finding_of_flags(EMPTY, text, flags, "are empty", advice, is_caveat=not flags.all())
        if finding is not None:
            yield finding


def find_noticed_text(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each notice on a text, such as pieces of words, that concerns enough of its segments."""
    for text in texts.all:
        for notice in notice_segments(text.segments):
            severity = finding_severity(notice.count, len(text))
            if notice.kind in OF_TEXT - {EMPTY, ENTITIES} and severity is not None:
                yield _notice_finding(text, notice, severity)


def find_escaped_characters(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text with HTML entities in enough of its segments.

    Many entities in a reference or an output make each comparison doubtful.
    """
    for text in texts.all:
        if not contains_any(text.segments, b"&"):
            continue
        flags = as_mask(pc.match_substring_regex(text.segments, ENTITY))
        finding = finding_of_flags(
            ENTITIES, text, flags, "have HTML entities such as &quot;", "", is_caveat=text.role != SOURCE
        )
        if finding is not None:
            (notice,) = (notice for notice in notice_segments(text.segments) if notice.kind == ENTITIES)
            yield replace(
                _notice_finding(text, notice, finding.severity),
                caveat=finding.caveat,
                places=finding.places,
                phrase=finding.phrase,
                predicate=finding.predicate,
            )


def _notice_finding(text: ExaminedText, notice: Notice, severity: str) -> TextFinding:
    lines = notice.lines or tuple(range(1, min(len(text), MAX_EXAMPLES) + 1))
    last = lines[-1] if notice.count == len(notice.lines) else len(text)
    return TextFinding(
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
    """Return whether a target text is more than twice, or less than half, as long as the other side, (n_segments,).

    The first array is for more than twice, the second for less than half. The other side of an output are the
    references, the other side of a reference the outputs. Where there is none, and in segments with no text or only a
    few characters, both are False.
    """
    others = texts.references if text.role == SYSTEM else texts.systems
    if not others:
        return np.zeros(len(texts), bool), np.zeros(len(texts), bool)
    usual, own = _usual_lengths([_lengths(texts, other) for other in others]), _lengths(texts, text)
    are_compared = (np.maximum(own, usual) >= MIN_CHARACTERS) & (own > 0) & (usual > 0)
    return are_compared & (own > 2 * usual), are_compared & (2 * own < usual)


def find_odd_lengths(texts: ExaminedTexts, is_explained: Flags) -> Iterator[TextFinding]:
    """Yield a finding for each text with many segments of twice, or half, the usual length of the other side's.

    Segments that are explained, (n_segments,), by a shifted block or a placeholder are left out.
    """
    for text in texts.targets:
        others = texts.references if text.role == SYSTEM else texts.systems
        if not others or (text.role != SYSTEM and len(others) < _MIN_SYSTEMS):
            continue
        too_long, too_short = odd_length_lines(texts, text)
        than = "the references" if text.role == SYSTEM and len(others) > 1 else "the reference"
        than = than if text.role == SYSTEM else "the outputs"
        for kind, flags, comparison, question in (
            (TOO_LONG, too_long, "more than twice as long as", "has text been added?"),
            (TOO_SHORT, too_short, "less than half as long as", "is text missing?"),
        ):
            finding = finding_of_flags(
                kind, text, flags & ~is_explained, f"are {comparison} {than}", f"Read some of them: {question}"
            )
            if finding is not None:
                yield finding


def find_odd_ratios(texts: ExaminedTexts, is_explained: Flags) -> Iterator[TextFinding]:
    """Yield a finding for each output whose length is not ``MIN_RATIO`` to ``MAX_RATIO`` of the references'.

    Where this is so for most of several outputs, the references are named. Explained segments, (n_segments,), are left
    out.
    """
    outside = [*_odd_ratio_texts(texts, texts.systems, texts.references, is_explained)]
    if len(texts.systems) > 1 and 2 * len(outside) > len(texts.systems):
        outside = [*_odd_ratio_texts(texts, texts.references, texts.systems, is_explained)] or outside
    for text, ratio in outside:
        than = "the references" if text.role == SYSTEM and len(texts.references) > 1 else "the reference"
        than = than if text.role == SYSTEM else "the outputs" if len(texts.systems) > 1 else "the output"
        sentence = f"{text.subject} has {fixed(ratio, 2)} times the length of {than}"
        message = (
            f"{sentence}; {MIN_RATIO:g} to {MAX_RATIO:g} is usual. Read some segments: is text missing or added, or"
            " is it in another language?"
        )
        n = len(texts)
        yield TextFinding(LENGTH_RATIO, WARNING, text.role, text.file, 1, n, message, n, 1.0, (1,), f"{sentence}.")


def _odd_ratio_texts(
    texts: ExaminedTexts, own_texts: Sequence[ExaminedText], others: Sequence[ExaminedText], is_explained: Flags
) -> Iterator[tuple[ExaminedText, float]]:
    """Yield each of ``own_texts`` whose length is unlike the others', and the ratio of the two lengths."""
    if not others:
        return
    usual = _usual_lengths([_lengths(texts, other) for other in others])
    for text in own_texts:
        own = _lengths(texts, text)
        is_compared = ~is_explained & (own > 0) & (usual > 0)
        if np.count_nonzero(is_compared) >= MIN_SEGMENTS:
            ratio = float(own[is_compared].sum() / usual[is_compared].sum())
            if not MIN_RATIO <= ratio <= MAX_RATIO:
                yield text, ratio


def find_collapsed_outputs(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each output that is empty, one word or one repeated text from some line to its end."""
    others = texts.references or ((texts.source,) if texts.source is not None else ())
    if not others:
        return
    usual = _usual_lengths([_lengths(texts, other) for other in others])
    n = len(texts)
    for text in texts.systems:
        own = _lengths(texts, text)
        is_word = ~numpy_column(pc.match_substring_regex(pc.utf8_trim_whitespace(text.segments), r"\s"))
        is_nothing = (usual >= MIN_CHARACTERS) & ((4 * own < usual) | (is_word & (2 * own < usual)))
        is_nothing |= placeholder_lines(texts, text) | ((own == 0) & (usual > 0))
        is_told = is_nothing | (usual >= MIN_CHARACTERS)
        last_sound = np.flatnonzero(is_told & ~is_nothing)[-1:]
        start = int(last_sound[0]) + 1 if len(last_sound) else n
        start += int(np.argmax(is_nothing[start:])) if is_nothing[start:].any() else n - start
        n_nothing = int(np.count_nonzero(is_nothing[start:]))
        is_rare_before = np.count_nonzero(is_nothing[:start]) <= MAX_BEFORE * start
        if n_nothing >= max(MIN_COLLAPSED, MIN_SHARE * n) and is_rare_before:
            yield _collapse_finding(text, start)


def _collapse_finding(text: ExaminedText, start: int) -> TextFinding:
    n = len(text) - start
    texts = pc.utf8_trim_whitespace(text.segments.slice(start))
    sentence = (
        f"From line {start + 1:,} on ({counted(n, 'segment')}, {percentage(n / len(text))}) {text.phrase}"
        f" is {_what_is_left(texts)}"
    )
    return TextFinding(
        COLLAPSED,
        WARNING,
        text.role,
        text.file,
        start + 1,
        len(text),
        f"{sentence}. Translate these lines again. {FAULT_ADVICE}",
        n,
        n / len(text),
        (start + 1, start + n // 2 + 1, len(text)),
        f"{sentence}.",
        np.arange(start, len(text)),
    )


def _what_is_left(texts: pa.StringArray) -> str:
    """Return a phrase for the lines at the end of an output that breaks off."""
    if not pc.any(pc.not_equal(texts, "")).as_py():
        return "empty"
    if len(texts.unique()) == 1:
        return f'the same text, "{clean_name(texts[0].as_py()[:MAX_SHOWN])}"'
    return "empty, one word or one repeated text"


@dataclass(frozen=True, eq=False)
class Suspicion:
    """One reason to read segments before a comparison is trusted."""

    sentence: str
    """Sentence about one of the segments."""
    places: Ints
    """Indices of the segments, ascending, (n,)."""


def find_suspicions(
    texts: ExaminedTexts, systems: Collection[str], findings: Iterable[TextFinding]
) -> tuple[Suspicion, ...]:
    """Return the reasons why references, and outputs of these systems, are suspicious, each with its segments.

    Texts are empty, equal to the source, repeated, of twice or half the usual length, or out of place according to
    ``findings``.
    """
    flags: dict[str, Flags] = {}
    targets = [text for text in texts.targets if text.role != SYSTEM or text.name in systems]
    copies = dict(zip(texts.targets, copied_lines(texts) or [], strict=False))
    for text in targets:
        is_there: Flags = numpy_column(pc.is_valid(text.segments))
        is_empty = ~texts.features(text).are_there & is_there
        is_copy = copies.get(text, np.zeros(len(texts), bool)) & ~is_empty
        flags[f"{text.subject} is empty."] = is_empty
        flags[f"{text.subject} is untranslated."] = is_copy
        recurs = f"{text.subject} has the same text here as for other sources."
        flags[recurs] = placeholder_lines(texts, text) & ~is_empty & ~is_copy
        if text.role == SYSTEM and texts.references:
            than = "the references" if len(texts.references) > 1 else "the reference"
            too_long, too_short = odd_length_lines(texts, text)
            flags[f"{text.subject} is more than twice as long as {than}."] = too_long
            flags[f"{text.subject} is less than half as long as {than}."] = too_short
    for finding in findings:
        moved = [text for text in texts.all if (text.role, text.file) == (finding.role, finding.file)]
        if finding.kind in OUT_OF_PLACE and (finding.role != SYSTEM or (moved[:1] and moved[0] in targets)):
            subject = moved[0].subject if moved else "This line"
            sentence = f"{subject} is out of place here: lines are shifted, or belong to another text."
            flags.setdefault(sentence, np.zeros(len(texts), bool))[finding.first - 1 : finding.last] = True
    return tuple(Suspicion(sentence, np.flatnonzero(rows)) for sentence, rows in flags.items() if rows.any())


def _usual_lengths(lengths: Sequence[Floats]) -> Floats:
    """Return the median of the lengths that are not 0, (n_segments,); 0 where all lengths are 0."""
    rows = np.sort(np.where(np.stack(lengths) > 0, np.stack(lengths), np.inf), axis=0)
    counts = np.isfinite(rows).sum(axis=0)
    low, high = (np.clip(at, 0, len(rows) - 1)[None] for at in ((counts - 1) // 2, counts // 2))
    middle = (np.take_along_axis(rows, low, 0)[0] + np.take_along_axis(rows, high, 0)[0]) / 2
    return np.where(counts > 0, middle, 0.0)


def _lengths(texts: ExaminedTexts, text: ExaminedText) -> Floats:
    """Return the number of characters without spaces in each segment, (n_segments,)."""
    features = texts.features(text)
    lengths: Floats = np.rint(np.exp(features.log_lengths) - 10.0)
    return lengths
