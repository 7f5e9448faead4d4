"""Segments left out because of the doctor's findings, by kind and text, as a link or a command asks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..counting.arrays import Ints
from ..formats.plain_text.notices import EMPTY
from ..output.numbers import counted
from ..output.sentence import name_list
from ..testset import TestSet
from ..text.suggestions import did_you_mean
from .finding import (
    DUPLICATE,
    NEAR_DUPLICATE,
    SOURCE,
    SYSTEM,
    WRONG_LANGUAGE,
    WRONG_SCRIPT,
    TextFinding,
    percentage,
)
from .made_references import PATCHED, POST_EDIT
from .odd_texts import COLLAPSED, TOO_LONG, TOO_SHORT
from .repeated_texts import COPIED_SOURCE, PLACEHOLDER, SAME_REFERENCE
from .shifted_blocks import SHIFTED, UNALIGNED

WHAT_IS_LEFT_OUT: Mapping[str, str] = {
    SHIFTED: "lines out of place in",
    UNALIGNED: "lines of another text in",
    EMPTY: "empty lines in",
    COLLAPSED: "nothing translated at the end of",
    COPIED_SOURCE: "the source in",
    PLACEHOLDER: "placeholder lines in",
    SAME_REFERENCE: "another reference's text in",
    POST_EDIT: "an output's text in",
    PATCHED: "an output's text in",
    WRONG_LANGUAGE: "another language in",
    WRONG_SCRIPT: "another script in",
    TOO_LONG: "more than twice the usual length in",
    TOO_SHORT: "less than half the usual length in",
    DUPLICATE: "duplicates in",
    NEAR_DUPLICATE: "near duplicates in",
}
"""Property of the segments that each kind of finding leaves out, before the name of the text."""
_FAULTS: Mapping[str, str] = {
    COPIED_SOURCE: "returned the source in",
    EMPTY: "left nothing in",
    COLLAPSED: "broke off before the last",
    PLACEHOLDER: "repeated one text in",
}
"""Fault of a system that each kind of finding may show, before a share of the lines."""
KEPT_FAULT_PREFIX = "Kept, because the system did this"
"""Beginning of the sentence about a fault that a reader has checked and keeps."""
SIGNATURE_PART = "without"
"""Name of the signature's part that lists what is left out."""
_MAX_NAMES_SHOWN = 3


def can_be_left_out(finding: TextFinding) -> bool:
    """Return whether a finding names some of the segments by a kind that a link or a command can repeat."""
    return finding.kind in WHAT_IS_LEFT_OUT and finding.can_be_left_out


def what_is_left_out(finding: TextFinding) -> str:
    """Return a phrase for the segments of a finding, such as "placeholder lines in ref"."""
    return f"{WHAT_IS_LEFT_OUT[finding.kind]} {'the source' if finding.role == SOURCE else finding.file}"


def may_be_fault(finding: TextFinding) -> bool:
    """Return whether the segments of a finding may show a fault of a system, so that its score needs them."""
    return finding.role == SYSTEM and finding.kind in _FAULTS


def kept_sentence(findings: Iterable[TextFinding]) -> str:
    """Return the sentence on faults that a reader keeps, so that they count in scores; empty without any."""
    caveats = " ".join(dict.fromkeys(finding.caveat for finding in findings))
    return f"{KEPT_FAULT_PREFIX}: {caveats}" if caveats else ""


def hidden_fault(finding: TextFinding) -> str:
    """Return the sentence on the fault that scores hide where the segments of a finding are left out."""
    did = f"{finding.file} {_FAULTS[finding.kind]} {percentage(finding.share)} of the lines"
    return f"{did}: if the system did this, its score here hides a fault."


@dataclass(frozen=True)
class LeftOutSegments:
    """The segments of some findings, which are left out of a test set."""

    findings: tuple[TextFinding, ...]
    n_segments: int
    """Number of segments in the whole test set."""

    @cached_property
    def places(self) -> Ints:
        """Places of the segments that are left out, from 0, ascending, (n_left_out,)."""
        return np.unique(np.concatenate([finding.places for finding in self.findings]))

    @cached_property
    def remaining(self) -> Ints:
        """Places of the segments that remain, (n_remaining,)."""
        return np.setdiff1d(np.arange(self.n_segments), self.places)

    @property
    def keys(self) -> tuple[str, ...]:
        """Kind and text of each finding, without repetition."""
        return tuple(dict.fromkeys(finding.key for finding in self.findings))

    @property
    def signature_part(self) -> str:
        """Part of a signature that says what is left out."""
        return (
            f"{SIGNATURE_PART}:{'+'.join(dict.fromkeys(finding.kind for finding in self.findings))}({len(self.places)})"
        )

    @property
    def description(self) -> str:
        """Description of the segments left out, such as "without the 2,376 segments with placeholder lines in ref"."""
        return f"without the {counted(len(self.places), 'segment')} with {self._findings_phrase}"

    @property
    def sentence(self) -> str:
        """Number of segments left out and the reason, then the faults of systems that the scores hide."""
        are = "is" if len(self.places) == 1 else "are"
        sentence = (
            f"{len(self.places):,} of {counted(self.n_segments, 'segment')} {are} left out: {self._findings_phrase}."
        )
        return " ".join([sentence, *dict.fromkeys(map(hidden_fault, filter(may_be_fault, self.findings)))])

    @property
    def _findings_phrase(self) -> str:
        return str(name_list(list(dict.fromkeys(map(what_is_left_out, self.findings))), _MAX_NAMES_SHOWN))

    def of(self, test_set: TestSet) -> TestSet:
        """Return the remaining part of the whole test set, with a name that says how many segments it has."""
        part = test_set.only(self.remaining)
        return part.named(f"{test_set.name}, {len(part):,} of {counted(self.n_segments, 'segment')}")


def leave_out(findings: Iterable[TextFinding], n_segments: int, names: Collection[str]) -> LeftOutSegments | None:
    """Return the segments of the findings asked for by kind, or by kind and text as ``kind:text``.

    Returns None where nothing is found, and where no segment would be left.
    """
    requested_findings = tuple(
        one for one in findings if can_be_left_out(one) and (one.key in names or one.kind in names)
    )
    segments = LeftOutSegments(requested_findings, n_segments) if requested_findings else None
    return segments if segments is not None and len(segments.remaining) else None


def check_left_out(findings: Iterable[TextFinding], n_segments: int, names: Sequence[str]) -> LeftOutSegments:
    """Return what ``leave_out`` does, with an error in place of None.

    Raises ``ValueError`` for a kind or text without a finding, and where no segment would be left.
    """
    eligible_findings = [one for one in findings if can_be_left_out(one)]
    keys = list(dict.fromkeys([*(one.kind for one in eligible_findings), *(one.key for one in eligible_findings)]))
    for name in names:
        if name not in keys:
            listed = ", ".join(keys) or "nothing that can be left out"
            raise ValueError(
                f"--leave-out {name}: the doctor does not find it{did_you_mean(name, keys)}; it finds {listed}."
            )
    segments = leave_out(eligible_findings, n_segments, names)
    if segments is None:
        raise ValueError(f"--leave-out {' '.join(names)}: no segment would be left.")
    return segments


def check_kept_faults(findings: Iterable[TextFinding], names: Sequence[str]) -> tuple[TextFinding, ...]:
    """Return the findings asked for by kind or ``kind:text``, which are kept as faults of systems.

    Raises ``ValueError`` for a name without a finding, or with one that makes no comparison doubtful.
    """
    faults = [one for one in findings if may_be_fault(one) and one.caveat]
    keys = list(dict.fromkeys([*(one.kind for one in faults), *(one.key for one in faults)]))
    for name in names:
        if name not in keys:
            listed = ", ".join(keys) or "no such fault"
            raise ValueError(
                f"--keep-faults {name}: the doctor does not find it in an output{did_you_mean(name, keys)}; it finds"
                f" {listed}."
            )
    return tuple(one for one in faults if one.key in names or one.kind in names)


def offered_findings(findings: Iterable[TextFinding], systems: Collection[str]) -> tuple[TextFinding, ...]:
    """Return the findings that can be left out and make a comparison of these systems doubtful, one for each key."""
    finding_by_key = {
        one.key: one
        for one in findings
        if one.caveat and can_be_left_out(one) and (one.role != SYSTEM or one.file in systems)
    }
    return tuple(finding_by_key.values())
