"""Comparisons of systems as text: a table, JSON, TSV or LaTeX; nothing is computed here."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain

from ...output.numbers import MISSING, printed_difference, printed_value, probability
from ...studies.comparison import STATES, BaselineRow, ComparisonResult, Record, baseline_rows
from ...studies.wording.all_pairs_words import letters_by_system
from ...studies.wording.comparison_notes import (
    baseline_notes,
    comparison_doubts,
    comparison_opening,
    comparison_table_notes,
)
from ...studies.wording.verdict_words import DOUBT_MARK, displayed_state, have_same_output
from .layout import Style, build_format_writers, format_score_cell

RECORDS = ("json", "tsv")
"""Formats that have no room for sentences."""


def _records(results: Sequence[ComparisonResult]) -> list[Record]:
    """Return a record for each metric and pair of systems."""
    return [
        record | result.doubt_record(str(record["a"]), str(record["b"]))
        for result in results
        for record in result.records()
    ]


def _tables(results: Sequence[ComparisonResult], style: Style) -> list[str]:
    """Return for each metric the table of the ranking and the table of all pairs."""
    return [*chain.from_iterable((_ranking(result, style), _pairs(result, style)) for result in results)]


def _ranking(comparison: ComparisonResult, style: Style) -> str:
    result = comparison.refined
    letters = [*letters_by_system(result, comparison.oddities).values()]
    headers = ["system", result.metric.full_name, "low", "high", "letters"]
    width = max(map(len, letters))
    rows = [
        [
            result.systems[system],
            format_score_cell(result.tested.scores[system], result.metric.decimals),
            *(
                format_score_cell(end, result.metric.decimals)
                for end in result.bootstrap.interval(result.systems[system])
            ),
            letters[system].ljust(width),
        ]
        for system in result.order
    ]
    if result.runs:
        headers += ["runs", "mean", "s_sel", "s_opt"]
        for row, system in zip(rows, result.order, strict=True):
            runs = result.runs[system]
            row += [str(len(runs.runs)), *map(format_score_cell, (runs.mean, runs.selection, runs.instability))]
    return style.table(headers, rows, n_left=1)


def _verdict_cell(comparison: ComparisonResult, a: str, b: str) -> str:
    is_same = have_same_output(comparison.oddities, a, b)
    return displayed_state(comparison.verdicts.state(a, b), bool(comparison.doubts_on_systems(a, b)), is_same)


def _pairs(comparison: ComparisonResult, style: Style) -> str:
    result = comparison.refined
    width, decimals = max(map(len, STATES)), result.metric.decimals
    rows = [
        [
            pair.a,
            pair.b,
            format_score_cell(printed_difference(pair.score_a, pair.score_b, decimals), decimals),
            *(_end(end, decimals) for end in (pair.ci_low, pair.ci_high)),
            *(probability(p, MISSING) for p in (pair.p_value, pair.p_adjusted)),
            _verdict_cell(comparison, pair.a, pair.b).ljust(width),
        ]
        for pair in result.ranked_pairs
    ]
    headers = [
        "first",
        "second",
        f"{result.metric.full_name} first - second",
        "low",
        "high",
        "p",
        "corrected p",
        "verdict",
    ]
    return style.table(headers, rows, n_left=2)


def _end(end: float, decimals: int) -> str:
    """Return the end of an interval; an end that is not 0 but would be printed as 0 has one more digit."""
    return format_score_cell(end, decimals if printed_value(end, decimals) or not end else decimals + 1)


FORMATS = build_format_writers(_records, _tables, comparison_table_notes, comparison_opening)


# --- systems compared with a baseline ---


def _baseline_records(results: Sequence[ComparisonResult], baseline: str) -> list[Record]:
    records: list[Record] = []
    for result in results:
        comparisons = result.comparisons
        settings: Record = {
            "trials": comparisons.tested.trials,
            "seed": comparisons.tested.seed,
            "test": comparisons.test,
        }
        settings |= {"correction": comparisons.correction, "signature": result.signature}
        for row in baseline_rows(result.refined, baseline):
            verdict = result.verdict_record(row.system, baseline)
            if row.system == baseline:
                verdict = dict.fromkeys(verdict, math.nan) | {"verdict": ""}
            records.append(
                asdict(row) | settings | verdict | result.unit_record | result.doubt_record(row.system, baseline)
            )
    return records


def _baseline_tables(results: Sequence[ComparisonResult], baseline: str, style: Style) -> list[str]:
    """Return a table with a row for each system, the baseline first, and a column for each metric."""
    by_metric = [baseline_rows(result.refined, baseline) for result in results]
    columns = [_baseline_column(result, rows) for result, rows in zip(results, by_metric, strict=True)]
    systems = [row.system for row in by_metric[0]]
    labels = [result.metric.full_name for result in results]
    return [style.table(["system", *labels], list(zip(systems, *columns, strict=True)), n_left=1)]


def _baseline_column(comparison: ComparisonResult, rows: Sequence[BaselineRow]) -> list[str]:
    """Return the cells of a metric, with a mark where the comparison with the baseline is doubtful."""
    doubts = [
        row.system != row.baseline and bool(comparison.doubts_on_systems(row.system, row.baseline)) for row in rows
    ]
    blank = " " * (1 + len(DOUBT_MARK)) if any(doubts) else ""
    cells = [row.table_cell(comparison.metric.decimals) for row in rows]
    return [f"{cell} {DOUBT_MARK}" if doubt else f"{cell}{blank}" for cell, doubt in zip(cells, doubts, strict=True)]


BASELINE_FORMATS = build_format_writers(
    _baseline_records,
    _baseline_tables,
    lambda results, baseline: baseline_notes(results),
    lambda results, baseline: comparison_doubts(results),
)
