"""Copies: texts that are the source, another reference, one text for several segments, or one system's own text."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from ..counting.arrays import Flags
from ..text.naming import clean_name
from .finding import (
    NOTE,
    REFERENCE,
    WARNING,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
    percentage,
)
from .line_features import Digests, LineFeatures

COPIED_SOURCE, PLACEHOLDER, SAME_REFERENCE, POST_EDIT = "copied-source", "one-text", "equal-references", "post-edit"
LEAST_LETTERS = 10
"""Letters and digits of a text that is no copy by chance, such as a name; scripts without spaces need a third."""
LONG_LETTERS = 30
"""Letters and digits of a text that two translators hardly write alike."""
FEWEST_SOURCES = 3
"""Distinct sources for which one text is a placeholder."""
EQUAL_SHARE, CLEARLY_EQUAL_SHARE = 0.1, 0.2
"""Share of the long segments in which a system equals a reference: a note from the first, a warning from the second.

In the sound sets of WMT 2012, 2021 and 2023 and of TED it is at most 2.5 %.
"""
_SHOWN = 60
"""Characters of a text that are shown."""
_TIMES_OTHERS = 4
"""Times as often as the next system a reference must equal the one that it was made from."""


def find_copied_sources(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that is the source in many segments; outputs where no reference is."""
    if texts.source is None:
        return
    source = texts.features(texts.source)
    by_reference = np.zeros(len(texts), bool)
    for text in texts.targets:
        are_copies = _equal(texts.features(text), source, LEAST_LETTERS)
        if text.role == REFERENCE:
            by_reference |= are_copies
        else:
            are_copies &= ~by_reference
        found = finding_of_flags(
            COPIED_SOURCE,
            text,
            are_copies,
            "are the source itself, apart from case and marks",
            "Put the translations in their place, or leave these segments out.",
            is_caveat=not are_copies.all(),
        )
        if found is not None:
            yield found


def find_placeholders(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that has one and the same line for three or more different sources."""
    for text in texts.targets:
        flags = placeholder_lines(texts, text)
        places = np.flatnonzero(flags)
        if not len(places):
            continue
        example = clean_name(text.segments[int(places[0])].as_py().strip()[:_SHOWN])
        found = finding_of_flags(
            PLACEHOLDER,
            text,
            flags,
            f'have one text for {FEWEST_SOURCES} or more different sources, such as "{example}"',
            "If that is a placeholder, leave these segments out: scores count it as a translation.",
            is_caveat=text.role == REFERENCE,
        )
        if found is not None:
            yield found


def placeholder_lines(texts: ExaminedTexts, text: ExaminedText) -> Flags:
    """Return whether each segment has a text that is there for three or more sources, (n_segments,).

    Without a source another text takes its place. An output whose reference is such a text is none.
    """
    beside = texts.source or next((other for other in texts.targets if other is not text), None)
    if beside is None:
        return np.zeros(len(texts), bool)
    sources = texts.features(beside).digests
    flags = _are_repeated(texts.features(text), sources)
    if text.role != REFERENCE:
        for reference in texts.references:
            flags &= ~_are_repeated(texts.features(reference), sources)
    return flags


def find_equal_references(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each two references that are equal in more long segments than two translators write alike."""
    for one, other in combinations(texts.references, 2):
        ours, theirs = texts.features(one), texts.features(other)
        flags = _equal(ours, theirs, LONG_LETTERS)
        n_long = np.count_nonzero((ours.letters >= LONG_LETTERS) & (theirs.letters >= LONG_LETTERS))
        share = float(np.count_nonzero(flags)) / max(int(n_long), 1)
        if share < EQUAL_SHARE:
            continue
        found = finding_of_flags(
            SAME_REFERENCE,
            one,
            flags,
            f"are the same as those of {other.phrase} ({percentage(share)} of the long ones)",
            "Two references that agree are hardly more than one; was one made from the other?",
            WARNING if share >= 0.5 else NOTE,
        )
        if found is not None:
            yield found


def find_post_edits(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each reference that is so often one system's own text that it was probably made from it."""
    for reference in texts.references:
        features = texts.features(reference)
        is_long = features.letters >= LONG_LETTERS
        n_long = int(np.count_nonzero(is_long))
        if not n_long:
            continue
        equal = [(_equal(texts.features(system), features, LONG_LETTERS), system) for system in texts.systems]
        shares = sorted((int(np.count_nonzero(flags)) / n_long for flags, _ in equal), reverse=True)
        next_share = shares[1] if len(shares) > 1 else 0.0
        for flags, system in equal:
            share = float(np.count_nonzero(flags) / n_long)
            if share < max(EQUAL_SHARE, _TIMES_OTHERS * next_share) or flags.all():
                continue
            yield _post_edit(reference, system, flags, share, next_share if len(shares) > 1 else None)


def _post_edit(
    reference: ExaminedText, system: ExaminedText, flags: Flags, share: float, next_share: float | None
) -> TextFinding:
    others = "" if next_share is None else f", against {percentage(next_share)} of the next system"
    what = f"are exactly {system.phrase} ({percentage(share)} of the long segments{others})"
    advice = (
        f"The text is probably a post-edit of {system.name}: scores with it favour {system.name}. Compare by another"
        " reference, or rank this system apart."
    )
    severity = WARNING if share >= CLEARLY_EQUAL_SHARE else NOTE
    found = finding_of_flags(POST_EDIT, reference, flags, what, advice, severity, is_caveat=True)
    assert found is not None
    return found


def _equal(one: LineFeatures, other: LineFeatures, least_letters: int) -> Flags:
    flags: Flags = (one.digests == other.digests) & (one.letters >= least_letters)
    return flags


def _are_repeated(features: LineFeatures, sources: Digests) -> Flags:
    """Return whether each line, (n_lines,), is the text of lines with three or more different sources."""
    _, texts = np.unique(features.digests, return_inverse=True)
    _, numbers = np.unique(sources, return_inverse=True)
    pairs = np.unique(texts.astype(np.int64) * (int(numbers.max(initial=0)) + 1) + numbers)
    n_sources = np.bincount(pairs // (int(numbers.max(initial=0)) + 1))
    flags: Flags = (n_sources[texts] >= FEWEST_SOURCES) & (features.letters >= LEAST_LETTERS)
    return flags
