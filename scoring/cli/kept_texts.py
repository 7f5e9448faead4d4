"""Texts of a command's files, kept until their end, so that the doctor can examine a set that is not large."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..doctor import MAX_LINES_SHALLOW, MIN_SEGMENTS
from ..formats.plain_text.notices import EMPTY
from ..testset import TestSet
from .notes import tell_all

if TYPE_CHECKING:
    from ..analysis.oddities import Oddity
    from ..doctor.finding import TextFinding
    from ..doctor.left_out import LeftOutSegments
    from ..studies.doctor import DoctorResult

MAX_BYTES = 1 << 26
"""Largest number of bytes of text that are kept."""
_NOT_EXAMINED = (
    f"the doctor examines sets of {MIN_SEGMENTS} segments or more, with at most {MAX_LINES_SHALLOW:,} lines in all"
    " texts."
)


class KeptTexts:
    """The blocks of a test set, kept while they are few; none once they exceed the lines of a shallow examination."""

    def __init__(self, most_lines: int | None = None, ignores_case: bool = False) -> None:
        self._most_lines = MAX_LINES_SHALLOW if most_lines is None else most_lines
        self._ignores_case = ignores_case
        self._blocks: list[TestSet] = []
        self._n_lines, self._n_bytes = 0, 0
        self.examined: tuple[TestSet, DoctorResult] | None = None
        """The test set and the doctor's findings, set by ``doubts``; None for a set that was not kept."""
        self.kept_faults: tuple[TextFinding, ...] = ()
        """Findings that are kept as faults of systems, set by ``doubts``."""

    def keep(self, block: TestSet) -> None:
        """Keep a further block; drop all blocks where the test set is too large."""
        columns = [system.segments for system in block.systems]
        columns += [reference.segments for reference in block.references]
        columns += [] if block.source is None else [block.source]
        self._n_lines += sum(map(len, columns))
        self._n_bytes += sum(column.nbytes for column in columns)
        if self._n_lines > self._most_lines or self._n_bytes > MAX_BYTES:
            self._blocks.clear()
        else:
            self._blocks.append(block)

    def doubts(self, odd: "Sequence[Oddity]", keep_faults: Sequence[str] = ()) -> "tuple[Oddity, ...]":
        """Return the oddities of every segment, and the doctor's quick findings in a set that was kept.

        Empty segments are left out, as the readers count them, and so are findings that are kept as faults of systems.
        ``ValueError`` for a fault in ``keep_faults`` that the doctor does not find. If case is ignored, missing
        capitals are no findings, and a note names outputs that differ only in capitals.
        """
        if sum(map(len, self._blocks)) < MIN_SEGMENTS:
            if keep_faults:
                raise ValueError(f"--keep-faults {' '.join(keep_faults)}: {_NOT_EXAMINED}")
            return tuple(odd)
        from ..doctor.left_out import check_kept_faults
        from ..studies.doctor import (
            DoctorRequest,
            add_caveats,
            examined_texts,
            run,
            same_without_case,
            without_capitals_findings,
        )

        test_set = TestSet.joined(self._blocks)
        result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
        if self._ignores_case:
            result = without_capitals_findings(result)
            tell_all(one.sentence for one in same_without_case(test_set, test_set.system_names, odd))
        self.examined = test_set, result
        self.kept_faults = check_kept_faults(result.findings, keep_faults)
        untold = tuple(finding for finding in result.findings if finding.kind != EMPTY)
        return add_caveats(
            odd, replace(result, findings=untold), kept_keys=[finding.key for finding in self.kept_faults]
        )


@dataclass(frozen=True)
class RemainingSegments:
    """A test set without the segments of some findings, and the doctor's findings in the rest."""

    test_set: TestSet
    left_out: "LeftOutSegments"
    examined: "DoctorResult"
    """Findings of the doctor in the remaining segments."""
    kept_faults: "tuple[TextFinding, ...]"
    """Findings in the remaining segments that are kept as faults of systems."""

    @property
    def doubts(self) -> "tuple[Oddity, ...]":
        """Oddities that make comparisons on the remaining segments doubtful, without kept faults and empty segments."""
        from ..studies.doctor import doubts

        untold = tuple(finding for finding in self.examined.findings if finding.kind != EMPTY)
        kept_keys = [fault.key for fault in self.kept_faults]
        return doubts(self.test_set, self.test_set.system_names, replace(self.examined, findings=untold), kept_keys)


def drop_segments_with_findings(
    whole: TestSet, keys: Sequence[str], keep_faults: Sequence[str] = ()
) -> RemainingSegments:
    """Return a test set without the segments of the findings that are asked for.

    Raises ``ValueError`` for a finding in ``keys`` or ``keep_faults`` that the doctor does not have.
    """
    from ..doctor.left_out import check_kept_faults, check_left_out
    from ..studies.doctor import DoctorRequest, examined_texts, findings_in_part, run

    result = run(DoctorRequest(is_shallow=True), examined_texts(whole))
    left_out = check_left_out(result.findings, result.n_segments, keys)
    rest = left_out.of(whole)
    result_of_rest = findings_in_part(result, rest.places)
    return RemainingSegments(rest, left_out, result_of_rest, check_kept_faults(result_of_rest.findings, keep_faults))
