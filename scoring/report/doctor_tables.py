"""What the doctor found as rows of cells: a row a finding. Computes nothing."""

from ..output.numbers import fixed
from ..studies.doctor import DoctorResult


def doctor_rows(result: DoctorResult) -> tuple[list[str], list[list[str]]]:
    """Return the headers and the rows of a table of findings, four columns of words before those of numbers."""
    rows = [
        [
            str(number),
            found.severity,
            found.kind,
            found.file,
            f"{found.first:,}",
            f"{found.last:,}",
            f"{found.segments:,}",
            fixed(100 * found.share, 1),
        ]
        for number, found in enumerate(result.findings, 1)
    ]
    return ["", "severity", "kind", "file", "first", "last", "segments", "%"], rows
