"""Every system by several metrics beside a baseline, as text. Nothing is computed here."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from ...studies.baseline import baseline_rows
from ...studies.comparison import ComparisonResult, Record
from ...studies.wording.comparison_notes import baseline_notes
from .layout import Style, formats_of


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


def _tables(results: Sequence[ComparisonResult], baseline: str, style: Style) -> list[str]:
    """A row a system, the baseline first, and a column a metric."""
    by_metric = [baseline_rows(result.refined, baseline) for result in results]
    columns = [
        [row.written(result.metric.decimals) for row in rows] for result, rows in zip(results, by_metric, strict=True)
    ]
    systems = [row.system for row in by_metric[0]]
    labels = [result.metric.label for result in results]
    return [style.table(["system", *labels], list(zip(systems, *columns, strict=True)), n_left=1)]


FORMATS = formats_of(_records, _tables, lambda results, baseline: baseline_notes(results))
