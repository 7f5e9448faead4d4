"""Findings of the doctor as rows of cells and as plain text: one row for each finding. Computes nothing."""

from ..doctor.finding import SEVERITY_WORDS
from ..output.numbers import fixed
from ..output.plain_tables import plain_table, without_trailing_blanks
from ..studies.doctor import NOT_REPAIRED, DoctorResult


def doctor_rows(result: DoctorResult) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of the table of findings: four columns of words, then columns of numbers."""
    rows = [
        [
            str(number),
            SEVERITY_WORDS[finding.severity],
            finding.kind,
            finding.file,
            f"{finding.first:,}" if finding.first == finding.last else f"{finding.first:,}-{finding.last:,}",
            f"{finding.segments:,}",
            fixed(100 * finding.share, 1),
        ]
        for number, finding in enumerate(result.findings, 1)
    ]
    return ["", "severity", "kind", "file", "lines", "segments", "%"], rows


def doctor_records(result: DoctorResult) -> list[dict[str, object]]:
    """Return a record for each finding, in which every value fits one cell; examples are joined by spaces."""
    return [{**finding.record(), "examples": " ".join(map(str, finding.examples))} for finding in result.findings]


def doctor_notes(result: DoctorResult) -> list[str]:
    """Return each finding's message with its number, and a sentence that nothing was changed."""
    return [*(f"{number}. {finding.message}" for number, finding in enumerate(result.findings, 1)), NOT_REPAIRED]


def doctor_text(result: DoctorResult) -> str:
    """Return the summary, the table and the messages as plain text, as the command ``doctor`` prints them."""
    tables = [plain_table(*doctor_rows(result), n_left=4)] if result.findings else []
    return without_trailing_blanks("\n\n".join([result.summary, *tables, "\n".join(doctor_notes(result))]))
