"""Agreement of metrics with a judge as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...output.latex import Best, comments
from ...output.numbers import MINUS
from ...studies.agreement import ALL_TIES, CHANCE, MEASURES, AgreementResult, Record
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, stripped, tsv

DECIMALS = 3
Signatures = Mapping[str, str]
"""By the metric's name."""


def as_json(result: AgreementResult, signatures: Signatures) -> str:
    """A list of objects, one a metric, or baseline, and measure; what is not defined is null."""
    return json_of(_signed(result, signatures))


def as_tsv(result: AgreementResult, signatures: Signatures) -> str:
    """One row a metric, or baseline, and measure; every digit, NaN is ``nan``."""
    return tsv_of(_signed(result, signatures))


def as_table(result: AgreementResult, signatures: Signatures) -> str:
    """Who agrees most, metrics by measures, and what they mean beneath."""
    parts = [
        *opening_lines(result),
        *_tables(result, PLAIN_CELLS),
        "\n".join([*result.notes(), *signature_lines(result, signatures)]),
    ]
    return stripped("\n\n".join(parts))


def as_latex(result: AgreementResult, signatures: Signatures) -> str:
    """The same as LaTeX tabulars, the best of a measure in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in opening_lines(result)]
    return "\n\n".join(
        [*said, *_tables(result, LATEX_CELLS), comments([*result.notes(), *signature_lines(result, signatures)])]
    )


FORMATS: dict[str, Callable[[AgreementResult, Signatures], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _signed(result: AgreementResult, signatures: Signatures) -> list[Record]:
    return [record | {"signature": signatures.get(str(record["metric"]), "")} for record in result.records()]


def _tables(result: AgreementResult, style: Style) -> list[str]:
    """One of the measures of outputs and one of those of systems; the one with the measure that ranks comes first."""
    measures = result.measures
    levels = dict.fromkeys(MEASURES[key].level for key in (result.request.ranking_measure, *measures))
    return [_table(result, [key for key in measures if MEASURES[key].level == level], style) for level in levels]


def _table(result: AgreementResult, measures: Sequence[str], style: Style) -> str:
    """One row a metric, the best first, then the baselines; one column a measure; letters beside that which ranks."""
    first = result.request.ranking_measure
    names = result.order(first)
    labels = [*(result.labels[name] for name in names), ALL_TIES, CHANCE]
    columns = [labels, *(_column(result, names, key, style) for key in measures)]
    headers = ["metric", *measures]
    if first in measures and len(names) > 1:
        letters = result.letters(first)
        columns.insert(1, [*(letters[name] for name in names), "", ""])
        headers.insert(1, "letters")
    return style.table(headers, list(zip(*columns, strict=True)), n_left=len(headers) - len(measures))


def _column(result: AgreementResult, names: Sequence[str], measure: str, style: Style) -> list[str]:
    values = [result.value(name, measure) for name in names]
    best = max((value for value in values if not math.isnan(value)), default=math.nan)
    marks = [style.best if value == best and len(names) > 1 else style.other for value in values]
    cells = [_cell(value, *result.interval(name, measure)) for name, value in zip(names, values, strict=True)]
    cells += [_cell(value, *ends) for value, ends in result.baselines(measure)]
    return [mark(written) for mark, written in zip([*marks, style.other, style.other], cells, strict=True)]


# --- what the pairs of metrics have, too ---


def opening_lines(result: AgreementResult) -> list[str]:
    """Who agrees most, where the usual measure is among those asked for."""
    if not result.has_opening:
        return []
    return [" ".join([result.opening(next(iter(result.labels))), *result.about_opening()])]


def signature_lines(result: AgreementResult, signatures: Signatures) -> list[str]:
    return [f"{result.labels[name]}: {signature}" for name, signature in signatures.items()]


def _cell(value: float, low: float, high: float) -> str:
    """A value and its interval, or what there is of it."""
    return decimal(value) if math.isnan(low) else f"{decimal(value)} [{decimal(low)}, {decimal(high)}]"


def decimal(value: float) -> str:
    return rounded(value, DECIMALS)


def json_of(records: Iterable[Record]) -> str:
    """A list of objects; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in records
    )


def tsv_of(records: Sequence[Record]) -> str:
    """A header and one row each; NaN is ``nan``, and what a record does not have is empty."""
    rows = [["" if value is None else str(value) for value in record.values()] for record in records]
    return tsv([[*next(iter(records), {})], *rows])


def _typeset(text: str) -> str:
    return text.replace("-", MINUS)


PLAIN_CELLS = Style(PLAIN.table, str, str)
LATEX_CELLS = Style(LATEX.table, lambda text: Best(_typeset(text)), _typeset)
