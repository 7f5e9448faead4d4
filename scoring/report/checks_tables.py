"""What checks found as rows of cells and as plain text: a row a kind of finding, a column a text. Computes nothing."""

from collections.abc import Mapping, Sequence

from ..output.plain_tables import plain_table, without_trailing_blanks
from ..studies.checks import ChecksResult, FlagRate, percent


def checks_rows(result: ChecksResult) -> tuple[list[str], list[list[str]]]:
    """Return the headers and the rows of a table of what was found, three columns of words before those of numbers."""
    systems = list(dict.fromkeys(name for rates in result.rates for name in rates.systems))
    references = list(dict.fromkeys(name for rates in result.rates for name in rates.references))
    rows = [
        [
            *(rates.check, rates.kind, rates.severity),
            *_percents(rates.systems, systems),
            *_percents(rates.references, references),
        ]
        for rates in result.kinds_found
    ]
    return ["check", "finds", "severity", *(f"{name}\n%" for name in [*systems, *references])], rows


def checks_notes(result: ChecksResult) -> list[str]:
    """Return sentences on what the numbers are, what they cannot tell, and what each check finds."""
    return [
        "%: segments in which something was found; the rate of a reference is of false alarms",
        *result.nothing_found(),
        *result.caveats(),
        *result.about_checks(),
    ]


def checks_text(result: ChecksResult) -> str:
    """Return the table and the notes as plain text, as the command ``check`` prints them."""
    notes = "\n".join(checks_notes(result))
    tables = [plain_table(*checks_rows(result), n_left=3)] if result.kinds_found else []
    return without_trailing_blanks("\n\n".join([*tables, notes]))


def _percents(rates: Mapping[str, FlagRate], texts: Sequence[str]) -> list[str]:
    return [percent(rates[name]) if name in rates else "" for name in texts]
