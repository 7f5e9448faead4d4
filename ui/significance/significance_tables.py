"""The tables and histograms of the page Significance."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from pandas.io.formats.style import Styler

from scoring import Metric, TestSet
from scoring.judgments.score_coverage import name_with_base
from scoring.metric import ROUNDING
from scoring.origins import SEGMENT, Origins
from scoring.output.numbers import MISSING, fixed, printed_difference, probability, signed
from scoring.studies.comparison import ComparisonResult, Comparisons, baseline_rows, better_system
from scoring.studies.pair import PairEvidence
from scoring.studies.verdict import Oddity
from scoring.studies.wording.all_pairs_words import letters_by_system
from scoring.studies.wording.verdict_words import displayed_state

LISTED = 100
"""Largest number of segments or documents in the table of influence."""


def ranking_table(corrected: Comparisons, oddities: Sequence[Oddity] = ()) -> pd.DataFrame:
    """Return a row for each system, best first: score, interval, letters; for runs their number, mean, deviations."""
    rows, letters = [], letters_by_system(corrected, oddities)
    for place, system in enumerate(corrected.order, 1):
        low, high = corrected.bootstrap.interval(corrected.systems[system])
        row = {"#": place, "system": corrected.systems[system], "letters": letters[corrected.systems[system]]}
        row |= {corrected.metric.full_name: float(corrected.tested.scores[system]), "low": low, "high": high}
        if corrected.runs:
            runs = corrected.runs[system]
            row |= {"runs": len(runs.runs), "mean": runs.mean, "s_sel": runs.selection, "s_opt": runs.instability}
        rows.append(row)
    return pd.DataFrame(rows)


def pairs_table(corrected: Comparisons) -> pd.DataFrame:
    """Return every pair once, the pairs of the best systems first, as the command line lists them."""
    return pd.DataFrame([asdict(pair) for pair in corrected.ranked_pairs])


def pair_cells(corrected: Comparisons) -> dict[str, list[str]]:
    """Return the scores of ``pairs_table`` as text, in the metric's decimals; differences are of printed scores."""
    pairs, decimals = corrected.ranked_pairs, corrected.metric.decimals
    write, names = partial(fixed, decimals=decimals, undefined=MISSING), ("score_a", "score_b", "ci_low", "ci_high")
    cells = {name: [write(getattr(pair, name)) for pair in pairs] for name in names}
    return cells | {"difference": [write(printed_difference(pair.score_a, pair.score_b, decimals)) for pair in pairs]}


def baseline_table(comparisons: Sequence[Comparisons], baseline: str) -> pd.DataFrame:
    """Return one row for each system, the baseline first, one column for each metric: score ± interval (p)."""
    columns = {_heading(each, comparisons): baseline_rows(each, baseline) for each in comparisons}
    systems = [row.system for row in next(iter(columns.values()))]
    decimals = {_heading(each, comparisons): each.metric.decimals for each in comparisons}
    cells = {label: [row.table_cell(decimals[label]) for row in column] for label, column in columns.items()}
    return pd.DataFrame({"system": systems} | cells)


def baseline_cells(comparisons: Sequence[Comparisons], baseline: str, smallest: float) -> dict[str, list[str]]:
    """Return the cells of ``baseline_table`` for papers; a p below ``smallest`` is printed as less than that."""
    return {
        _heading(each, comparisons): [
            row.table_cell(each.metric.decimals, smallest) for row in baseline_rows(each, baseline)
        ]
        for each in comparisons
    }


def _heading(tested: Comparisons, comparisons: Sequence[Comparisons]) -> str:
    """Return the metric's name, with its number of segments if other metrics have more."""
    is_part = tested.unit == SEGMENT and tested.n_units < max(each.n_units for each in comparisons)
    return name_with_base(tested.metric.full_name, tested.n_units if is_part else None)


def baseline_records(comparisons: Sequence[Comparisons], baseline: str) -> pd.DataFrame:
    """Return the comparisons with the baseline with all digits, one row for each metric and system."""
    return pd.DataFrame([asdict(row) for each in comparisons for row in baseline_rows(each, baseline)])


def units(test_set: TestSet, unit: str) -> pd.DataFrame:
    """Return a row for each unit: a segment's number; or a document's first number, name and size."""
    if unit == SEGMENT or test_set.documents is None:
        return pd.DataFrame({"#": test_set.numbers})
    documents = Origins.of(test_set.documents)
    numbers = test_set.numbers[documents.firsts]
    return pd.DataFrame({"#": numbers, "document": documents.names, "segments": documents.sizes})


def influence_table(
    metric: Metric, pair: tuple[str, str], evidence: PairEvidence, unit_table: pd.DataFrame
) -> pd.DataFrame:
    """Return the units that move the difference most; ``unit_table`` has all units, as ``units`` returns them."""
    moves = evidence.influence
    order = np.argsort(-np.abs(np.nan_to_num(moves)), kind="stable")[:LISTED]
    order = order[np.nan_to_num(moves[order]) != 0]
    helped = np.where((moves[order] > 0) == metric.higher_is_better, *pair)
    scores = {f"{metric.full_name} {name}": row[order] for name, row in zip(pair, evidence.unit_scores, strict=True)}
    listed = {name: unit_table[name].to_numpy()[order] for name in unit_table}
    return pd.DataFrame(listed | {"moves the difference by": moves[order], "helps": helped, **scores})


def metrics_table(
    results: Sequence[ComparisonResult], pair: tuple[str, str], is_doubtful: bool = False
) -> pd.DataFrame:
    """Return one row for each metric: its number of units, both scores, the better system, and the verdict.

    If the pair ``is_doubtful``, no lead is called clear or likely.
    """
    rows = []
    for result in results:
        (comparison,) = result.refined.only(pair).pairs
        better = better_system(result.metric, comparison.difference, pair) or ""
        numbers = (
            comparison.score_a,
            comparison.score_b,
            comparison.difference,
            comparison.ci_low,
            comparison.ci_high,
            comparison.p_adjusted,
        )
        metric, n_units = result.metric.full_name, result.comparisons.n_units
        rows.append((metric, n_units, *numbers, better, displayed_state(result.verdicts.state(*pair), is_doubtful)))
    base = f"{results[0].comparisons.unit}s"
    columns = ["metric", base, "first", "second", "first − second", "low", "high", "p_adjusted", "better", "verdict"]
    return pd.DataFrame(rows, columns=columns)


def metric_cells(decimals: Sequence[int], frame: pd.DataFrame) -> dict[str, list[str]]:
    """Return the numeric columns of ``metrics_table`` as text, each row in its metric's ``decimals``."""
    rows = [
        (
            fixed(first, number, MISSING),
            fixed(second, number, MISSING),
            signed(printed_difference(first, second, number), MISSING, number),
            *(signed(end, MISSING, number) for end in (low, high)),
        )
        for first, second, low, high, number in zip(
            *(frame[name] for name in ("first", "second", "low", "high")), decimals, strict=True
        )
    ]
    names = "first", "second", "first − second", "low", "high"
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def written_metrics(decimals: Sequence[int], frame: pd.DataFrame) -> Styler:
    """Return the table of ``metrics_table`` with the texts of ``metric_cells``."""
    write_p: Callable[[Any], str] = probability
    shown = frame.style.format(write_p, na_rep=MISSING, subset=["p_adjusted"])
    for name, cells in metric_cells(decimals, frame).items():
        for row, cell in zip(frame.index, cells, strict=True):
            shown.format(cell, subset=([row], [name]))  # a format without a field for the number
    return shown


def bins(values: np.ndarray, marked: np.ndarray, number: int = 60, rounding: float = ROUNDING) -> pd.DataFrame:
    """Return a histogram of the defined values (n,), and how many values of each bin are ``marked``, bool (n,).

    Values that are equal up to rounding have one bin of width 1.
    """
    defined = ~np.isnan(values)
    edges = _edges(values[defined], number, rounding)
    counts = [np.histogram(values[defined & chosen], edges)[0] for chosen in (marked, ~marked)]
    return pd.DataFrame({"from": edges[:-1], "to": edges[1:], "marked": counts[0], "others": counts[1]})


def _edges(values: np.ndarray, number: int, rounding: float) -> np.ndarray:
    if not len(values):
        return np.array([-0.5, 0.5])
    low, high = values.min(), values.max()
    if high - low <= max(rounding, ROUNDING * max(abs(low), abs(high))):
        return (low + high) / 2 + np.array([-0.5, 0.5])
    return np.histogram_bin_edges(values, number)
