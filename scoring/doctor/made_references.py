"""References made from outputs: one system's post-edit, or a text patched together from several outputs."""

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa

from ..counting.arrays import Flags
from ..output.sentence import name_list
from .finding import (
    MIN_OF_WARNING,
    NOTE,
    WARNING,
    WARNING_SHARE,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
    percentage,
)
from .repeated_texts import LONG_LETTERS, MIN_LETTERS, equal_lines

POST_EDIT, PATCHED = "post-edit", "patched-reference"
EQUAL_SHARE, CLEARLY_EQUAL_SHARE = 0.1, 0.2
"""Shares of the long segments in which a system equals a reference: a note from the first, a warning from the second.

In the sound sets of WMT 2012, 2021 and 2023 and of TED it is at most 2.5 %.
"""
LONGER_LETTERS = 80
"""Fewest letters and digits of a longer segment, which no translator writes as a program does.

In these sound sets references equal any output in at most 0.8 % of the longer half of their segments.
"""
MIN_LONG = 20
"""Fewest longer segments whose share is used; with fewer, outputs must equal each other more rarely."""
_MAX_NAMES_SHOWN = 3
"""Most systems that are named as origins of a reference."""
_TIMES_OTHERS = 4
"""Factor by which a reference's origin must equal it more often than the median of the other systems does."""
NEAR_CHRF = 90.0
"""Lowest chrF of nearly equal segments; in sound sets at most 6.6 % of the long segments exceed it (WMT 2021)."""
_SAMPLE = 1000
"""Number of segments, spread evenly, that are compared by chrF."""


def find_made_references(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each reference that equals outputs in more segments than chance explains.

    It is one system's post-edit where that system's share is clearly the largest, else patched together.
    """
    for reference in texts.references:
        features = texts.features(reference)
        is_long = features.letters >= LONG_LETTERS
        n_long = int(np.count_nonzero(is_long))
        if not n_long or not texts.systems:
            continue
        equal = {system.name: equal_lines(texts.features(system), features, LONG_LETTERS) for system in texts.systems}
        if any(np.array_equal(texts.features(system).digests, features.digests) for system in texts.systems):
            continue
        if texts.source is not None:
            equal = _without_source_copies(texts, texts.source, equal)
        shares = {name: int(np.count_nonzero(flags)) / n_long for name, flags in equal.items()}
        origin, is_patched = origin_of_shares(shares, EQUAL_SHARE), _is_patched(texts, reference, equal)
        if origin is not None and (not is_patched or shares[origin] >= CLEARLY_EQUAL_SHARE):
            (system,) = [one for one in texts.systems if one.name == origin]
            yield _post_edit(reference, system, equal[origin], shares[origin], _usual_of_others(shares, origin))
        elif is_patched:
            yield _patched_finding(reference, equal)


def _without_source_copies(texts: ExaminedTexts, source: ExaminedText, equal: Mapping[str, Flags]) -> dict[str, Flags]:
    """Return the flags without the lines that equal the source, which have findings of their own."""
    features = texts.features(source)
    return {
        system.name: equal[system.name] & ~equal_lines(texts.features(system), features, MIN_LETTERS)
        for system in texts.systems
    }


def _is_patched(texts: ExaminedTexts, reference: ExaminedText, equal: Mapping[str, Flags]) -> bool:
    """Return whether a reference equals outputs in more long segments than chance explains.

    Where hardly any segment is long, the reference must equal outputs more often than the outputs equal each other.
    """
    letters, is_copied = texts.features(reference).letters, np.any([*equal.values()], axis=0)
    ordered = np.sort(letters)
    median = int(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2  # np.median imports masked arrays
    is_longer = letters >= max(LONGER_LETTERS, median)
    if np.count_nonzero(is_longer) >= MIN_LONG:
        n_copied = int(np.count_nonzero(is_copied & is_longer))
        return n_copied >= max(MIN_OF_WARNING, WARNING_SHARE * int(np.count_nonzero(is_longer)))
    is_long = letters >= LONG_LETTERS
    n_copied, n_long = int(np.count_nonzero(is_copied & is_long)), int(np.count_nonzero(is_long))
    if len(equal) < 2 or n_copied < MIN_OF_WARNING:
        return False
    digests = np.stack([texts.features(system).digests for system in texts.systems])
    agreeing = [
        float(np.mean(np.any(np.delete(digests, number, 0) == own, axis=0)[is_long]))
        for number, own in enumerate(digests)
    ]
    return n_copied / n_long >= max(WARNING_SHARE, float(np.median(agreeing)))


def _patched_finding(reference: ExaminedText, equal: Mapping[str, Flags]) -> TextFinding:
    counts = {name: int(np.count_nonzero(flags)) for name, flags in equal.items()}
    used = sorted((name for name, count in counts.items() if count), key=lambda name: -counts[name])
    systems = name_list([f"{name} ({counts[name]:,})" for name in used], _MAX_NAMES_SHOWN)
    advice = (
        "Outputs were probably put in the place of translations: scores with it favour these systems and outputs like"
        " theirs. Compare by another reference, or leave these segments out."
    )
    flags = np.any([*equal.values()], axis=0)
    exactly = "are exactly an output"
    predicate = f"{exactly}: that of {systems}"
    finding = finding_of_flags(
        PATCHED, reference, flags, predicate, advice, WARNING, is_caveat=True, predicate_in_part=exactly
    )
    assert finding is not None
    return finding


def origin_of_shares(shares: Mapping[str, float], least: float) -> str | None:
    """Return the system from which a reference was probably made; None where no share is clearly the largest.

    ``shares`` has for each system the share of segments in which it is the reference, or nearly. A few other systems
    may have as large a share, because they may be nearly the same system; half of them may not.
    """
    if not shares:
        return None
    best = max(shares, key=shares.__getitem__)
    usual = _usual_of_others(shares, best)
    return best if shares[best] >= max(least, _TIMES_OTHERS * (usual or 0.0)) else None


def _usual_of_others(shares: Mapping[str, float], name: str) -> float | None:
    """Return the median of the other systems' shares, the upper one for an even number; None without others."""
    others = sorted(share for system, share in shares.items() if system != name)
    return others[len(others) // 2] if others else None


def find_near_post_edits(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each reference that is nearly one system's text so often that it was probably made from it.

    References that ``find_made_references`` names are left out.
    """
    files = {finding.file for finding in find_made_references(texts)}
    places = np.unique(np.linspace(0, len(texts) - 1, min(len(texts), _SAMPLE)).astype(int))
    from ..chrf import CHRF  # imported late: a shallow examination does not need it

    metric = CHRF()
    for reference in texts.references:
        long = places[texts.features(reference).letters[places] >= LONG_LETTERS]
        if reference.file in files or not len(long) or not texts.systems:
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
    nearly = f"are nearly {system.phrase}, with a chrF above {NEAR_CHRF:g}"
    predicate = (
        f"{nearly} ({percentage(shares[system.name])} of the long segments{sampled}{_median_comparison_phrase(usual)})"
    )
    advice = _post_edit_advice(system)
    finding = finding_of_flags(
        POST_EDIT, reference, flags, predicate, advice, WARNING, is_caveat=True, predicate_in_part=nearly
    )
    assert finding is not None
    return finding


def _post_edit(
    reference: ExaminedText, system: ExaminedText, flags: Flags, share: float, usual: float | None
) -> TextFinding:
    exactly = f"are exactly {system.phrase}"
    predicate = f"{exactly} ({percentage(share)} of the long segments{_median_comparison_phrase(usual)})"
    severity = WARNING if share >= CLEARLY_EQUAL_SHARE else NOTE
    advice = _post_edit_advice(system)
    finding = finding_of_flags(
        POST_EDIT, reference, flags, predicate, advice, severity, is_caveat=True, predicate_in_part=exactly
    )
    assert finding is not None
    return finding


def _median_comparison_phrase(usual: float | None) -> str:
    return "" if usual is None else f", against {percentage(usual)} of the median of the other systems"


def _post_edit_advice(system: ExaminedText) -> str:
    return (
        f"The text is probably a post-edit of {system.name}: scores with it favour {system.name} and outputs like it."
        " Compare by another reference, or rank this system apart."
    )
