"""What checks found, as text: a row a kind of finding, a column a text. Nothing is computed here."""

from ...report.checks_tables import checks_notes, checks_rows
from ...studies.checks import ChecksResult
from .layout import Style, formats_of


def _records(result: ChecksResult, with_findings: bool) -> list[dict[str, object]]:
    """One a kind and text; with findings, one a finding."""
    return result.finding_records() if with_findings else result.rate_records()


def _tables(result: ChecksResult, with_findings: bool, style: Style) -> list[str]:
    if not result.rates:
        return []
    tables = [style.table(*checks_rows(result), n_left=3)]
    if with_findings and (records := result.finding_records()):
        tables.append(style.table([*records[0]], [[*map(str, record.values())] for record in records], n_left=8))
    return tables


def _notes(result: ChecksResult, with_findings: bool) -> list[str]:
    return checks_notes(result)


FORMATS = formats_of(_records, _tables, _notes)
