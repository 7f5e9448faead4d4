"""Copies: texts that are the source, another reference, one text for several segments, or one system's own text."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
import pyarrow as pa

from ..chrf import CHRF
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
from .line_features import Digests, LineFeatures, distinct

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
"""Times as often as the median of the other systems a reference must be the text of the one that it was made from."""
NEAR_CHRF = 90.0
"""chrF above which a segment is nearly another; in sound sets at most 6.6 % of the long segments are (WMT 2021)."""
_SAMPLE = 1000
"""Segments, spread evenly, that are compared by chrF."""


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


def copied_lines(texts: ExaminedTexts) -> list[Flags]:
    """Return whether each segment of each target text is the source, (n_segments,) each; none without a source."""
    if texts.source is None:
        return []
    source = texts.features(texts.source)
    return [_equal(texts.features(text), source, LEAST_LETTERS) for text in texts.targets]


def find_placeholders(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that has one and the same line for three or more different sources."""
    for text in texts.targets:
        flags = placeholder_lines(texts, text)
        of_what = "sources" if texts.source is not None else "segments"
        places = np.flatnonzero(flags)
        if not len(places):
            continue
        example = clean_name(text.segments[int(places[0])].as_py().strip()[:_SHOWN])
        found = finding_of_flags(
            PLACEHOLDER,
            text,
            flags,
            f'have one text for {FEWEST_SOURCES} or more different {of_what}, such as "{example}"',
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
        shares = {system.name: int(np.count_nonzero(flags)) / n_long for flags, system in equal}
        origin = origin_of_shares(shares, EQUAL_SHARE)
        for flags, system in equal:
            if system.name == origin and not flags.all():
                yield _post_edit(reference, system, flags, shares[origin], _usual_of_others(shares, origin))


def origin_of_shares(shares: Mapping[str, float], least: float) -> str | None:
    """Return the system that a reference was probably made from; None where no share is clearly the largest.

    ``shares`` is, by system, the share of segments in which it is the reference, or nearly. Few other systems may have
    as large a share, as they may be nearly the same system; half of them may not.
    """
    if not shares:
        return None
    best = max(shares, key=shares.__getitem__)
    usual = _usual_of_others(shares, best)
    return best if shares[best] >= max(least, _TIMES_OTHERS * (usual or 0.0)) else None


def _usual_of_others(shares: Mapping[str, float], name: str) -> float | None:
    """Return the median of the other systems' shares, the upper one of an even number; None without others."""
    others = sorted(share for system, share in shares.items() if system != name)
    return others[len(others) // 2] if others else None


def find_near_post_edits(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each reference that is so often nearly one system's text that it was probably made from it.

    References that ``find_post_edits`` names are left out.
    """
    named = {found.file for found in find_post_edits(texts)}
    places = np.unique(np.linspace(0, len(texts) - 1, min(len(texts), _SAMPLE)).astype(int))
    metric = CHRF()
    for reference in texts.references:
        long = places[texts.features(reference).letters[places] >= LONG_LETTERS]
        if reference.file in named or not len(long) or not texts.systems:
            continue
        own = reference.segments.take(pa.array(long))
        flags: dict[str, Flags] = {}
        for system in texts.systems:
            if not np.array_equal(texts.features(system).digests, texts.features(reference).digests):
                scores = metric.score(metric.statistics(system.segments.take(pa.array(long)), [own]))
                flags[system.name] = np.nan_to_num(np.atleast_1d(scores)) > NEAR_CHRF
        shares = {name: float(np.count_nonzero(near) / len(near)) for name, near in flags.items()}
        origin = origin_of_shares(shares, CLEARLY_EQUAL_SHARE)
        if origin is not None:
            (system,) = [one for one in texts.systems if one.name == origin]
            is_near = np.zeros(len(texts), bool)
            is_near[long[flags[origin]]] = True
            yield _near_post_edit(texts, reference, system, is_near, shares)


def _near_post_edit(
    texts: ExaminedTexts, reference: ExaminedText, system: ExaminedText, flags: Flags, shares: Mapping[str, float]
) -> TextFinding:
    usual = _usual_of_others(shares, system.name)
    sampled = f" of {_SAMPLE:,} that were compared" if len(texts) > _SAMPLE else ""
    what = (
        f"are nearly {system.phrase}, with a chrF above {NEAR_CHRF:g} ({percentage(shares[system.name])} of the long"
        f" segments{sampled}{_against(usual)})"
    )
    found = finding_of_flags(POST_EDIT, reference, flags, what, _post_edit_advice(system), WARNING, is_caveat=True)
    assert found is not None
    return found


def _post_edit(
    reference: ExaminedText, system: ExaminedText, flags: Flags, share: float, usual: float | None
) -> TextFinding:
    what = f"are exactly {system.phrase} ({percentage(share)} of the long segments{_against(usual)})"
    severity = WARNING if share >= CLEARLY_EQUAL_SHARE else NOTE
    found = finding_of_flags(POST_EDIT, reference, flags, what, _post_edit_advice(system), severity, is_caveat=True)
    assert found is not None
    return found


def _against(usual: float | None) -> str:
    return "" if usual is None else f", against {percentage(usual)} of the median of the other systems"


def _post_edit_advice(system: ExaminedText) -> str:
    return (
        f"The text is probably a post-edit of {system.name}: scores with it favour {system.name} and outputs like it."
        " Compare by another reference, or rank this system apart."
    )


def _equal(one: LineFeatures, other: LineFeatures, least_letters: int) -> Flags:
    flags: Flags = (one.digests == other.digests) & (one.letters >= least_letters)
    return flags


def _are_repeated(features: LineFeatures, sources: Digests) -> Flags:
    """Return whether each line, (n_lines,), is the text of lines with three or more different sources."""
    _, texts = np.unique(features.digests, return_inverse=True)
    _, numbers = np.unique(sources, return_inverse=True)
    pairs = distinct(texts.astype(np.int64) * (int(numbers.max(initial=0)) + 1) + numbers)
    n_sources = np.bincount(pairs // (int(numbers.max(initial=0)) + 1))
    flags: Flags = (n_sources[texts] >= FEWEST_SOURCES) & (features.letters >= LEAST_LETTERS)
    return flags
