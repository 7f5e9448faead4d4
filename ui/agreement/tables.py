"""Agreement as data frames, and how a page writes them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring import Metric
from scoring.agreement import MEASURES, Comparison, Judge, OutputPair, SystemPair
from scoring.numbers import LEVEL, MISSING, fixed
from ui.agreement.compared import Compared

METRIC = "metric"
TIES, CHANCE = "(all ties)", "(chance)"
"""What the rows of the baselines are called."""
TO_COME = "…"
BY, OURS = "lead by judge", "lead by metric"
"""By how much judge and metric place what the judge prefers above the other."""
LEAD_WIDTH, NAME_WIDTH, NARROW_NAME, NUMBER_WIDTH = 66, 131, 115, 44
"""px of columns, so that none is cut off beside another part of the page, 1,280 px wide"""
MOST_DECIMALS = 6
Comparisons = Mapping[str, Comparison]
"""By measure."""


def letters(comparisons: Comparisons | None, measure: str, name: str) -> str:
    """Of one metric; none until all metrics are there."""
    if comparisons is None:
        return ""
    comparison = comparisons[measure]
    return comparison.letters[comparison.metrics.index(name)]


def every(compared: Compared, measure: str) -> pd.DataFrame:
    """A row a metric, the best by the measure first, and one for each baseline; a column a measure, this one first."""
    names = compared.order(measure)
    columns: dict[str, list] = {METRIC: [*map(compared.label, names), TIES, CHANCE]}
    for key in measures(compared, measure):
        ties = np.nan if compared.ties is None else compared.ties.value(key)
        chance = np.nan if compared.chances is None else compared.chances[key].mean
        columns[MEASURES[key].label] = [*(compared.value(name, key) for name in names), ties, chance]
    return pd.DataFrame(columns)


def measures(compared: Compared, first: str) -> list[str]:
    """Those that the judgments allow, this one first."""
    return [first, *(key for key in compared.measures if key != first)]


def with_intervals(compared: Compared, comparisons: Comparisons, measure: str) -> Callable[[pd.DataFrame], Styler]:
    """What writes the numbers of ``every`` with their intervals and letters; sorting still goes by the numbers."""
    written = _written(compared, comparisons, measure)
    return partial(_style, written=written)


def _written(compared: Compared, comparisons: Comparisons, measure: str) -> dict[str, list[str]]:
    found, names = {}, compared.order(measure)
    for key in measures(compared, measure):
        cells = [
            _cell(compared.value(name, key), compared.interval(name, key), letters(comparisons, key, name))
            for name in names
        ]
        found[MEASURES[key].label] = [*cells, *_beneath(compared, key)]
    return found


def _beneath(compared: Compared, measure: str) -> list[str]:
    """The baselines' cells."""
    ties, chances = compared.ties, compared.chances
    return [
        TO_COME if ties is None else _cell(ties.value(measure), ties.interval(measure)),
        TO_COME if chances is None else _cell(chances[measure].mean, chances[measure].interval()),
    ]


def _cell(value: float, interval: tuple[float, float], letters: str = "") -> str:
    low, high = interval
    if np.isnan(value):
        return MISSING
    between = "" if np.isnan(low) else f" ({fixed(low, 3)} to {fixed(high, 3)})"
    return f"{fixed(value, 3)}{between} {letters}".rstrip()


def _style(frame: pd.DataFrame, written: Mapping[str, Sequence[str]]) -> Styler:
    """Each cell as it is written; a cell's writer knows its number alone, and equal numbers may differ in the rest."""
    style = frame.style
    for row in range(len(frame)):
        style.format({column: _saying(cells[row]) for column, cells in written.items()}, subset=pd.IndexSlice[[row], :])
    return style


def _saying(cell: str) -> Callable[[object], str]:
    return lambda _: cell


def records(compared: Compared, comparisons: Comparisons | None, measure: str) -> pd.DataFrame:
    """A row a metric and measure, to take away."""
    names = compared.order(measure)
    rows = [
        {
            METRIC: compared.label(name),
            "measure": key,
            "value": compared.value(name, key),
            "low": compared.interval(name, key)[0],
            "high": compared.interval(name, key)[1],
            "letters": letters(comparisons, key, name),
            "threshold": compared.threshold(name, key),
        }
        for key in measures(compared, measure)
        for name in names
    ]
    return pd.DataFrame(rows)


BETTER, THAN = "agrees better", "than"


def differing(comparison: Comparison, labels: Mapping[str, str]) -> pd.DataFrame:
    """The pairs of metrics that differ, the surest and then the largest difference first."""
    ranked = comparison.order
    rows = []
    for at, better in enumerate(ranked):
        for worse in ranked[at + 1 :]:
            if comparison.p_adjusted[better, worse] <= LEVEL:
                low, high = comparison.difference_interval(better, worse)
                rows.append(
                    {
                        BETTER: labels[comparison.metrics[better]],
                        THAN: labels[comparison.metrics[worse]],
                        "difference": float(comparison.values[better] - comparison.values[worse]),
                        "low": low,
                        "high": high,
                        "p_adjusted": float(comparison.p_adjusted[better, worse]),
                    }
                )
    return pd.DataFrame(rows, columns=[BETTER, THAN, "difference", "low", "high", "p_adjusted"])


def turned_systems(found: Sequence[SystemPair], who: str) -> pd.DataFrame:
    """Pairs of systems that judge and metric order differently; ``who`` is the judge in a word."""
    return pd.DataFrame(
        {
            _prefers(who): [pair.better for pair in found],
            "to": [pair.worse for pair in found],
            BY: [pair.judged for pair in found],
            OURS: [pair.scored for pair in found],
        }
    )


def turned_outputs(found: Sequence[OutputPair], numbers: Sequence[int], who: str, judge: Judge) -> pd.DataFrame:
    """Outputs that judge and metric order differently; ``numbers`` are the segments' in the file."""
    frame = pd.DataFrame(
        {
            "#": list(numbers),
            _prefers(who): [pair.better for pair in found],
            "to": [pair.worse for pair in found],
            BY: [pair.judged for pair in found],
            OURS: [pair.scored for pair in found],
        }
    )
    return frame.drop(columns=BY) if judge.scores is None else frame


def _prefers(who: str) -> str:
    return f"{who} {'prefer' if who == 'people' else 'prefers'}"


def leads(who: str) -> str:
    """What the columns of leads hold; ``who`` is the judge in a word."""
    return f"The numbers are leads of what {_prefers(who)}; below 0 the metric prefers the other."


def formats(frame: pd.DataFrame, judge: Judge, metric: Metric, decimals: int) -> dict[str, Any]:
    """How the columns of leads are written, under the names of judge and metric, so that all are in sight."""
    number, of = st.column_config.NumberColumn, {BY: (judge.name, decimals), OURS: (metric.label, metric.decimals)}
    name_width = NARROW_NAME if "#" in frame else NAME_WIDTH
    leading = {
        column: number(label, format=f"%.{enough_decimals(frame[column], usual)}f", width=LEAD_WIDTH, help=column)
        for column, (label, usual) in of.items()
        if column in frame
    }
    names = {str(name): st.column_config.TextColumn(width=name_width) for name in frame if name not in of}
    return names | {"#": number(width=NUMBER_WIDTH)} | leading


def enough_decimals(values: pd.Series, usual: int) -> int:
    """The usual number of decimals, or as many more as show that none that is not 0 is 0."""
    least = min((abs(value) for value in values if value), default=1.0)
    return next((decimals for decimals in range(usual, MOST_DECIMALS) if round(least, decimals)), MOST_DECIMALS)
