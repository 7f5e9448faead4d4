"""Every system by several metrics beside a baseline, as text. Nothing is computed here."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict

from ...latex import comments
from ...studies.baseline import baseline_rows
from ...studies.comparison import ComparisonResult, Record
from ...studies.comparison_notes import baseline_notes
from .layout import LATEX, PLAIN, Style, finite, json_list, stripped, tsv


def as_table(results: Sequence[ComparisonResult], baseline: str) -> str:
    """A row a system, the baseline first, and a column a metric; what the cells hold is said beneath."""
    return stripped("\n\n".join([_table(results, baseline, PLAIN), "\n".join(baseline_notes(results))]))


def as_latex(results: Sequence[ComparisonResult], baseline: str) -> str:
    """The same as a LaTeX tabular, what is said beneath as comments."""
    return "\n\n".join([_table(results, baseline, LATEX), comments(baseline_notes(results))])


def as_json(results: Sequence[ComparisonResult], baseline: str) -> str:
    """A list of objects, one a metric and system; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in _records(results, baseline)
    )


def as_tsv(results: Sequence[ComparisonResult], baseline: str) -> str:
    """One row a metric and system; every digit, NaN is ``nan``."""
    records = _records(results, baseline)
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


FORMATS: dict[str, Callable[[Sequence[ComparisonResult], str], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _records(results: Sequence[ComparisonResult], baseline: str) -> list[Record]:
    records: list[Record] = []
    for result in results:
        found = result.comparisons
        how: Record = {"trials": found.tested.trials, "seed": found.tested.seed, "test": found.test}
        how |= {"correction": found.correction, "signature": result.signature}
        for row in baseline_rows(result.refined, baseline):
            verdict = result.verdict_record(row.system, baseline)
            if row.system == baseline:
                verdict = dict.fromkeys(verdict, math.nan) | {"verdict": ""}
            records.append(asdict(row) | how | verdict | result.unit_record)
    return records


def _table(results: Sequence[ComparisonResult], baseline: str, style: Style) -> str:
    by_metric = [baseline_rows(result.refined, baseline) for result in results]
    columns = [
        [row.written(result.metric.decimals) for row in rows] for result, rows in zip(results, by_metric, strict=True)
    ]
    systems = [row.system for row in by_metric[0]]
    labels = [result.metric.label for result in results]
    return style.table(["system", *labels], list(zip(systems, *columns, strict=True)), n_left=1)
