"""Comparisons as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

from collections.abc import Callable, Sequence

from ...latex import comments
from ...numbers import MISSING, printed_difference, probability
from ...studies.comparison import STATES, ComparisonResult, Comparisons, Verdicts
from ...studies.comparison_notes import notes
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, stripped, tsv


def as_json(results: Sequence[ComparisonResult]) -> str:
    """A list of objects, one a metric and pair; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for result in results
        for record in result.records()
    )


def as_tsv(results: Sequence[ComparisonResult]) -> str:
    """One row a metric and pair; every digit, NaN is ``nan``."""
    records = [record for result in results for record in result.records()]
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


def as_table(results: Sequence[ComparisonResult]) -> str:
    """For each metric the ranking and all pairs; what the columns are is said beneath."""
    parts = [part for result in results for part in _tables(result, PLAIN)]
    return stripped("\n\n".join([*parts, "\n".join(notes(results))]))


def as_latex(results: Sequence[ComparisonResult]) -> str:
    """The same as LaTeX tabulars, what is said beneath as comments."""
    parts = [part for result in results for part in _tables(result, LATEX)]
    return "\n\n".join([*parts, comments(notes(results))])


FORMATS: dict[str, Callable[[Sequence[ComparisonResult]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}
RECORDS = ("json", "tsv")
"""Formats that have no room for sentences."""


def _tables(result: ComparisonResult, style: Style) -> list[str]:
    return [_ranking(result.refined, style), _pairs(result.verdicts, style)]


def _ranking(result: Comparisons, style: Style) -> str:
    headers = ["system", result.metric.label, "low", "high", "letters"]
    width = max(map(len, result.letters))
    rows = [
        [
            result.systems[system],
            rounded(result.tested.scores[system], result.metric.decimals),
            *(rounded(end, result.metric.decimals) for end in result.bootstrap.interval(result.systems[system])),
            result.letters[system].ljust(width),
        ]
        for system in result.order
    ]
    if result.runs:
        headers += ["runs", "mean", "s_sel", "s_opt"]
        for row, system in zip(rows, result.order, strict=True):
            found = result.runs[system]
            row += [str(len(found.runs)), *map(rounded, (found.mean, found.selection, found.instability))]
    return style.table(headers, rows, n_left=1)


def _pairs(verdicts: Verdicts, style: Style) -> str:
    result = verdicts.refined
    width, decimals = max(map(len, STATES)), result.metric.decimals
    rows = [
        [
            pair.a,
            pair.b,
            rounded(printed_difference(pair.score_a, pair.score_b, decimals), decimals),
            *(rounded(end, decimals) for end in (pair.ci_low, pair.ci_high)),
            *(probability(p, MISSING) for p in (pair.p_value, pair.p_adjusted)),
            verdicts.state(pair.a, pair.b).ljust(width),
        ]
        for pair in result.pairs
    ]
    headers = ["first", "second", f"{result.metric.label} first - second", "low", "high", "p", "adjusted p", "verdict"]
    return style.table(headers, rows, n_left=2)
