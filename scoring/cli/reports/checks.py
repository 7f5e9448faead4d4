"""What checks found, as text: a row a kind of finding, a column a text. Nothing is computed here."""

from collections.abc import Mapping

from ...studies.checks import CheckFinding, ChecksResult, FlagRate, percent
from .layout import Style, formats_of


def _records(result: ChecksResult, with_findings: bool) -> list[dict[str, object]]:
    """One a kind and text; with findings, one a finding."""
    return [_finding_record(found) for found in result.findings] if with_findings else _rate_records(result)


def _rate_records(result: ChecksResult) -> list[dict[str, object]]:
    return [
        {
            "check": rates.check,
            "kind": rates.kind,
            "severity": rates.severity,
            "role": role,
            "name": name,
            "segments_found": found.segments_found,
            "segments": found.segments,
            "rate": found.rate,
            "says_nothing": rates.says_nothing,
        }
        for rates in result.rates
        for role, of_role in (("system", rates.systems), ("reference", rates.references))
        for name, found in of_role.items()
    ]


def _finding_record(found: CheckFinding) -> dict[str, object]:
    return {
        "system": found.system,
        "segment": found.segment + 1,
        "start": found.start,
        "end": found.end,
        "check": found.check,
        "kind": found.kind,
        "severity": found.severity,
        "text": found.text,
    }


def _tables(result: ChecksResult, with_findings: bool, style: Style) -> list[str]:
    if not result.rates:
        return []
    systems = [*result.rates[0].systems]
    references = [*dict.fromkeys(name for rates in result.rates for name in rates.references)]
    texts = [*systems, *references]
    rows = [
        [
            *(rates.check, rates.kind, rates.severity),
            *_percents(rates.systems, systems),
            *_percents(rates.references, references),
        ]
        for rates in result.rates
    ]
    tables = [style.table(["check", "finds", "severity", *(f"{name}\n%" for name in texts)], rows, n_left=3)]
    if with_findings and result.findings:
        found = [[str(value) for value in _finding_record(one).values()] for one in result.findings]
        tables.append(style.table([*_finding_record(result.findings[0])], found, n_left=8))
    return tables


def _percents(rates: Mapping[str, FlagRate], texts: list[str]) -> list[str]:
    return [percent(rates[name]) if name in rates else "" for name in texts]


def _notes(result: ChecksResult, with_findings: bool) -> list[str]:
    return [
        "%: segments in which something was found; the rate of a reference is of false alarms",
        *result.caveats(),
        *result.about_checks(),
    ]


FORMATS = formats_of(_records, _tables, _notes)
