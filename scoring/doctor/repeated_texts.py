"""Copies: texts that equal the source, another reference, or the text of other segments."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints, numpy_column
from ..output.numbers import counted
from ..output.sentence import name_list
from ..text.naming import clean_name
from . import MIN_SEGMENTS
from .finding import (
    FAULT_ADVICE,
    MAX_EXAMPLES,
    MIN_SHARE,
    NEARLY_SAME,
    NOTE,
    REFERENCE,
    SYSTEM,
    WARNING,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
    percentage,
)
from .line_features import LineFeatures, distinct

COPIED_SOURCE, PLACEHOLDER, SAME_REFERENCE = "copied-source", "one-text", "equal-references"
NEARLY_SHARE = 0.95
"""Smallest share of equal segments in nearly equal outputs.

In the outputs of WMT 2012, WMT 2021 and WMT 2023 it is at most .89 (Online-B and UF of 2021).
"""
MIN_LETTERS = 10
"""Fewest letters and digits of a copy; shorter ones, such as names, are chance; scripts without spaces need a third."""
LONG_LETTERS = 30
"""Fewest letters and digits of a text that two translators hardly ever write alike."""
MIN_SOURCES = 3
"""Fewest distinct sources with one text that make it a placeholder."""
EQUAL_SHARE = 0.1
"""Smallest share of equal long segments in two references that gives a finding."""
MIN_REPEATED = 5
"""Fewest lines with one text that give a warning, if they are ``MIN_SHARE`` of a reference or an output.

No output of WMT 2021 or WMT 2023 and none of the TED talks has as many.
"""
MAX_NAMES = 4
"""Most names of nearly equal outputs in a finding."""
_MAX_CHARACTERS_SHOWN = 60
"""Most characters of a text that are shown."""


def find_copied_sources(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that equals the source in many segments.

    Outputs count only in segments where no reference equals the source.
    """
    if texts.source is None:
        return
    source = texts.features(texts.source)
    by_reference = np.zeros(len(texts), bool)
    for text in texts.targets:
        are_copies = equal_lines(texts.features(text), source, MIN_LETTERS)
        if text.role == REFERENCE:
            by_reference |= are_copies
        else:
            are_copies &= ~by_reference
        finding = finding_of_flags(
            COPIED_SOURCE,
            text,
            are_copies,
            "are untranslated (copied from the source)",
            FAULT_ADVICE
            if text.role == SYSTEM
            else "Put the translations in their place, or leave these segments out.",
            is_caveat=True,
        )
        if finding is not None:
            yield finding


def copied_lines(texts: ExaminedTexts) -> list[Flags]:
    """Return whether each segment of each target text equals the source, (n_segments,) each; empty without a source."""
    if texts.source is None:
        return []
    source = texts.features(texts.source)
    return [equal_lines(texts.features(text), source, MIN_LETTERS) for text in texts.targets]


def find_placeholders(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that has the same line for three or more different sources."""
    for text in texts.targets:
        flags = placeholder_lines(texts, text)
        places = np.flatnonzero(flags)
        if not len(places):
            continue
        n_texts = len(np.unique(texts.features(text).digests[flags]))
        example = clean_name(text.segments[int(places[0])].as_py().strip()[:_MAX_CHARACTERS_SHOWN])
        phrase = "the same text" if n_texts == 1 else f"one of {n_texts:,} repeated texts, such as"
        finding = finding_of_flags(
            PLACEHOLDER,
            text,
            flags,
            f"are {phrase}{',' if n_texts == 1 else ''} “{example}”",
            FAULT_ADVICE
            if text.role == SYSTEM
            else "If that is a placeholder, leave these segments out: scores count it as a translation.",
            _severity_of_repeated(texts, text, flags),
            is_caveat=True,
        )
        if finding is not None:
            yield finding


def _severity_of_repeated(texts: ExaminedTexts, text: ExaminedText, flags: Flags) -> str | None:
    """Return a warning if one line alone is in enough of a text; None if the share of all repeated lines decides."""
    counts = np.unique(texts.features(text).digests[flags], return_counts=True)[1]
    is_frequent = int(counts.max()) >= max(MIN_REPEATED, MIN_SHARE * len(texts))
    return WARNING if is_frequent else None


def placeholder_lines(texts: ExaminedTexts, text: ExaminedText) -> Flags:
    """Return whether each segment has <unk> or a similar token, or a text repeated for three or more sources.

    The result is (n_segments,). Without a source another text takes its place. An output whose reference is a
    placeholder too does not count.
    """
    source = texts.source or next((other for other in texts.targets if other is not text), None)
    if source is None:
        return np.zeros(len(texts), bool)
    sources = texts.features(source)
    flags = _are_placeholders(texts.features(text), sources)
    if text.role != REFERENCE:
        for reference in texts.references:
            flags &= ~_are_placeholders(texts.features(reference), sources)
    return flags


def find_equal_references(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each two references that are equal in more long segments than two translators write alike."""
    for one, other in combinations(texts.references, 2):
        features, other_features = texts.features(one), texts.features(other)
        flags = equal_lines(features, other_features, LONG_LETTERS)
        n_long = np.count_nonzero((features.letters >= LONG_LETTERS) & (other_features.letters >= LONG_LETTERS))
        share = float(np.count_nonzero(flags)) / max(int(n_long), 1)
        if share < EQUAL_SHARE:
            continue
        finding = finding_of_flags(
            SAME_REFERENCE,
            one,
            flags,
            f"are the same as those of {other.phrase} ({percentage(share)} of the long ones)",
            "Two references that agree are hardly more than one; was one made from the other?",
            WARNING if share >= 0.5 else NOTE,
        )
        if finding is not None:
            yield finding


def find_nearly_equal_outputs(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for systems whose outputs are equal in nearly all segments, exactly or except for capitals."""
    systems = list(texts.systems) if len(texts) >= MIN_SEGMENTS else []
    while systems:
        first, *others = systems
        flags = {one.name: numpy_column(pc.equal(first.segments, one.segments), False) for one in others}
        alike = [one for one in others if np.mean(flags[one.name]) >= NEARLY_SHARE]
        differing = np.flatnonzero(~np.all([flags[one.name] for one in alike], axis=0)) + 1 if alike else ()
        if len(differing):
            yield _nearly_equal([first, *alike], np.asarray(differing), len(texts))
        systems = [one for one in others if one not in alike]
        for one in systems:
            are_same = equal_ignoring_case(first.segments, one.segments)
            if np.mean(are_same) >= NEARLY_SHARE:
                yield _equal_but_for_capitals([first, one], are_same, flags[one.name])


def equal_ignoring_case(one: pa.StringArray, other: pa.StringArray) -> Flags:
    """Return whether each line is equal in two columns if case is ignored, (n_lines,); False if few lengths agree."""
    lengths = numpy_column(pc.equal(pc.utf8_length(one), pc.utf8_length(other)), False)
    if np.mean(lengths) < NEARLY_SHARE:
        return lengths & False
    return numpy_column(pc.equal(pc.utf8_lower(one), pc.utf8_lower(other)), False)


def _equal_but_for_capitals(outputs: Sequence[ExaminedText], are_same: Flags, are_equal: Flags) -> TextFinding:
    """Return the finding on two outputs that differ in capitals.

    ``are_same`` is where the outputs are equal if case is ignored, ``are_equal`` where they are exactly equal.
    """
    differing = np.flatnonzero(are_same & ~are_equal) + 1
    n_same, n_segments = int(are_same.sum()), len(are_same)
    segments = f"{n_same:,} of {n_segments:,} segments" if n_same < n_segments else f"all {n_segments:,} segments"
    return _nearly_same_finding(
        outputs,
        differing,
        n_segments,
        f"have the same output in {segments} if case is ignored: capitals differ in"
        f" {counted(len(differing), 'line')}, first in line {differing[0]:,}. Is one file a copy of another?",
    )


def _nearly_equal(outputs: Sequence[ExaminedText], differing: Ints, n_segments: int) -> TextFinding:
    """Return the finding on outputs that are nearly equal.

    ``differing`` are the numbers, from 1, of the segments in which they differ; the finding is about these segments.
    """
    n_equal, n_differing = n_segments - len(differing), len(differing)
    lines = f"line {differing[0]:,}" if n_differing == 1 else f"{n_differing:,} lines, first in line {differing[0]:,}"
    return _nearly_same_finding(
        outputs,
        differing,
        n_segments,
        f"have the same output in {n_equal:,} of {counted(n_segments, 'segment')}: they differ only in {lines}. Any"
        f" difference in their scores comes from {'this line' if n_differing == 1 else 'these lines'} alone. Is one"
        " file a copy of another?",
    )


def _nearly_same_finding(
    outputs: Sequence[ExaminedText], differing: Ints, n_segments: int, predicate: str
) -> TextFinding:
    """Return the finding on outputs that differ in these segments, numbered from 1; ``predicate`` follows the names."""
    names = str(name_list([output.file for output in outputs], MAX_NAMES))
    return TextFinding(
        NEARLY_SAME,
        WARNING,
        SYSTEM,
        names,
        int(differing[0]),
        int(differing[-1]),
        f"{names} {predicate}",
        len(differing),
        len(differing) / n_segments,
        tuple(differing[:MAX_EXAMPLES].tolist()),
    )


def equal_lines(one: LineFeatures, other: LineFeatures, least_letters: int) -> Flags:
    """Return whether each line of two texts is equal with at least ``least_letters`` letters, (n_lines,)."""
    flags: Flags = (one.digests == other.digests) & (one.letters >= least_letters)
    return flags


def _are_placeholders(features: LineFeatures, sources: LineFeatures) -> Flags:
    """Return whether each line has no word except <unk> or a similar token, or is a repeated text, (n_lines,)."""
    return features.are_tokens | _are_repeated(features, sources)


def _are_repeated(features: LineFeatures, sources: LineFeatures) -> Flags:
    """Return whether each line's text is repeated for three or more different sources, (n_lines,)."""
    texts = features.text_numbers
    flags: Flags = (np.bincount(texts)[texts] >= MIN_SOURCES) & (features.letters >= MIN_LETTERS)
    if flags.any():
        n_numbers = len(texts)
        pairs = distinct(texts[flags] * n_numbers + sources.text_numbers[flags])
        flags &= np.bincount(pairs // n_numbers, minlength=n_numbers)[texts] >= MIN_SOURCES
    return flags
