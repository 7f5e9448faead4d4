"""Agreement of metrics with a judge, and differences of two metrics, as text; nothing is computed here."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from ...output.latex import Best
from ...output.numbers import LEVEL, MINUS, MISSING, probability
from ...studies.agreement import ALL_TIES, CHANCE, MEASURES, AgreementResult, Record
from .layout import LATEX, PLAIN, Style, build_format_writers, format_score_cell

DECIMALS = 3
Signatures = Mapping[str, str]
"""Signature of each metric, by the metric's name."""


def _records(result: AgreementResult, signatures: Signatures) -> list[Record]:
    """Return a record for each measure of each metric and baseline."""
    return [record | {"signature": signatures.get(str(record["metric"]), "")} for record in result.records()]


def _tables(result: AgreementResult, signatures: Signatures, style: Style) -> list[str]:
    """Return tables of the measures of outputs and of systems, first the table with the ranking measure."""
    measures = result.measures
    levels = dict.fromkeys(MEASURES[key].level for key in (result.request.ranking_measure, *measures))
    return [_table(result, [key for key in measures if MEASURES[key].level == level], style) for level in levels]


def _table(result: AgreementResult, measures: Sequence[str], style: Style) -> str:
    """Return a table with a row for each metric, the best first, then the baselines, and a column for each measure.

    If the ranking measure is in the table, another column has the letters of its groups.
    """
    first = result.request.ranking_measure
    names = result.order(first)
    labels = [*(result.labels[name] for name in names), ALL_TIES, CHANCE]
    columns = [labels, *(_column(result, names, key, style) for key in measures)]
    headers = ["metric", *measures]
    letters = result.letters(first)
    if first in measures and letters and len(names) > 1:
        columns.insert(1, [*(letters[name] for name in names), "", ""])
        headers.insert(1, "letters")
    return style.table(headers, list(zip(*columns, strict=True)), n_left=len(headers) - len(measures))


def _column(result: AgreementResult, names: Sequence[str], measure: str, style: Style) -> list[str]:
    values = [result.value(name, measure) for name in names]
    best = max((value for value in values if not math.isnan(value)), default=math.nan)
    marks = [style.best if value == best and len(names) > 1 else style.other for value in values]
    cells = [_cell(value, *result.interval(name, measure)) for name, value in zip(names, values, strict=True)]
    cells += [_cell(value, *ends) for value, ends in result.baselines(measure)]
    return [mark(cell) for mark, cell in zip([*marks, style.other, style.other], cells, strict=True)]


def _opening(result: AgreementResult, signatures: Signatures) -> list[str]:
    """Return sentences on the metric that agrees most, by the usual measure, or else by the ranking measure."""
    if not result.has_opening:
        return [*filter(None, [result.best_sentence(result.request.ranking_measure)])]
    return [" ".join([*result.opening(next(iter(result.labels))), *result.opening_notes()])]


def _notes(of_table: Callable[[AgreementResult], list[str]]) -> Callable[[AgreementResult, Signatures], list[str]]:
    """Return a function that returns the notes of a table and then the signatures."""
    return lambda result, signatures: [
        *of_table(result),
        *(f"{result.labels[name]}: {signature}" for name, signature in signatures.items()),
    ]


def _cell(value: float, low: float, high: float) -> str:
    """Return a value with its interval, or the value alone where it has no interval."""
    return _decimal(value) if math.isnan(low) else f"{_decimal(value)} [{_decimal(low)}, {_decimal(high)}]"


def _decimal(value: float) -> str:
    return format_score_cell(value, DECIMALS)


def _typeset(text: str) -> str:
    return text.replace("-", MINUS)


# --- pairs of metrics ---


def _pair_tables(result: AgreementResult, signatures: Signatures, style: Style) -> list[str]:
    """Return a table with a row for each pair of metrics, the better metric first."""
    measure, rows = result.request.ranking_measure, []
    for first, second in combinations(result.order(measure), 2):
        difference = result.difference(measure, first, second)
        numbers = [style.other(_decimal(difference[name])) for name in ("difference", "ci_low", "ci_high")]
        p_values = [probability(difference[name], MISSING) for name in ("p_value", "p_adjusted")]
        differ = ("yes" if difference["p_adjusted"] <= LEVEL else "no").ljust(len("differ"))
        rows.append([result.labels[first], result.labels[second], *numbers, *p_values, differ])
    headers = ["first", "second", "first - second", "low", "high", "p", "corrected p", "differ"]
    return [style.table(headers, rows, n_left=2)]


_STYLES = Style(PLAIN.table, str, str), Style(LATEX.table, lambda text: Best(_typeset(text)), _typeset)
FORMATS = build_format_writers(_records, _tables, _notes(AgreementResult.notes), _opening, styles=_STYLES)
PAIR_FORMATS = build_format_writers(
    lambda result, signatures: result.pair_records(),
    _pair_tables,
    _notes(AgreementResult.pair_notes),
    _opening,
    styles=_STYLES,
)
