"""Agreement as data frames, and how a page writes them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring import Metric
from scoring.output.latex import Best
from scoring.output.numbers import MISSING, fixed, printed_value
from scoring.studies.agreement import MEASURES, AgreementRequest, AgreementResult, Judge
from scoring.studies.disagreement import OutputPair, SystemPair, prefers
from ui.kit import grid

METRIC = "metric"
TIES, CHANCE = "(all ties)", "(chance)"
"""What the rows of the baselines are called."""
TO_COME = "…"
BY, OURS = "lead by judge", "lead by metric"
"""By how much judge and metric place what the judge prefers above the other."""
LEAD_WIDTH, NAME_WIDTH, NARROW_NAME, NUMBER_WIDTH = 66, 131, 115, 44
"""px of columns, so that none is cut off next to another part of the page, 1,280 px wide"""
DECIMALS, MOST_DECIMALS = 3, 6


def every(result: AgreementResult, measure: str) -> pd.DataFrame:
    """A row a metric, the best by the measure first, and one for each baseline; a column a measure, this one first."""
    names = result.order(measure)
    columns: dict[str, list] = {METRIC: [*map(result.labels.__getitem__, names), TIES, CHANCE]}
    for key in ordered_measures(result, measure):
        baselines = (value for value, _ in result.baselines(key))
        columns[MEASURES[key].label] = [*(result.value(name, key) for name in names), *baselines]
    return pd.DataFrame(columns)


def ordered_measures(result: AgreementResult, first: str) -> list[str]:
    """The measures that the judgments allow, this one first."""
    return [first, *(key for key in result.measures if key != first)]


def with_intervals(result: AgreementResult, measure: str) -> Callable[[pd.DataFrame], Styler]:
    """What writes the numbers of ``every`` with their intervals and letters; sorting still goes by the numbers."""
    found, names = {}, result.order(measure)
    for key in ordered_measures(result, measure):
        letters = result.letters(key)
        cells = [_cell(result.value(name, key), result.interval(name, key), letters.get(name, "")) for name in names]
        baselines = zip((result.ties is not None, result.chances is not None), result.baselines(key), strict=True)
        cells += [_cell(*baseline) if is_there else TO_COME for is_there, baseline in baselines]
        found[MEASURES[key].label] = cells
    return lambda frame: grid.write_cells(frame.style, found)


def _cell(value: float, interval: tuple[float, float], letters: str = "") -> str:
    low, high = interval
    if np.isnan(value):
        return MISSING
    between = "" if np.isnan(low) else f" ({fixed(low, 3)} to {fixed(high, 3)})"
    return f"{fixed(value, 3)}{between} {letters}".rstrip()


def agreement_records(result: AgreementResult, measure: str, with_labels: bool = False) -> pd.DataFrame:
    """A row a metric and measure, to take away; measures by their keys, or by their labels for readers."""
    rows = []
    for key in ordered_measures(result, measure):
        called = MEASURES[key].label if with_labels else key
        for name in result.order(measure):
            value = result.labels[name], called, result.value(name, key), *result.interval(name, key)
            rows.append((*value, result.letters(key).get(name, ""), result.threshold(name, key)))
    return pd.DataFrame(rows, columns=[METRIC, "measure", "value", "low", "high", "letters", "threshold"])


def agreement_by_metric(result: AgreementResult, measure: str) -> tuple[pd.DataFrame, dict[str, list[str]]]:
    """A row a metric, the best by the measure first, and a column a measure; and how LaTeX writes their cells.

    There each number stands with the letters of metrics that do not differ significantly, the best in bold, and the
    last row has random scores, if these are there.
    """
    names = result.order(measure)
    with_chance = result.chances is not None
    frame = every(result, measure)
    frame = frame[frame[METRIC].isin([result.labels[name] for name in names] + [CHANCE] * with_chance)]
    cells = {}
    for key in ordered_measures(result, measure):
        letters = result.letters(key)
        values = [result.value(name, key) for name in names]
        best = max((printed_value(value, DECIMALS) for value in values if not np.isnan(value)), default=np.nan)
        written = []
        for name, value in zip(names, values, strict=True):
            cell = MISSING if np.isnan(value) else f"{fixed(value, DECIMALS)} {letters.get(name, '')}".rstrip()
            written.append(Best(cell) if printed_value(value, DECIMALS) == best else cell)
        chance = [value for value, _ in result.baselines(key)][-1]
        cells[MEASURES[key].label] = [
            *written,
            *[MISSING if np.isnan(chance) else fixed(chance, DECIMALS)] * with_chance,
        ]
    return frame, cells


BETTER, THAN = "agrees better", "than"


def differing(result: AgreementResult, measure: str) -> pd.DataFrame:
    """The pairs of metrics that differ, the surest and then the largest difference first."""
    numbers = "difference", "ci_low", "ci_high", "p_adjusted"
    rows = []
    for better, worse in result.differing(measure):
        found = result.difference(measure, better, worse)
        names = {BETTER: result.labels[better], THAN: result.labels[worse]}
        rows.append(names | {name: found[name] for name in numbers})
    return pd.DataFrame(rows, columns=[BETTER, THAN, *numbers])


def written_p(result: AgreementResult, measure: str) -> dict[str, list[str]]:
    """How the p-values of ``differing`` are written."""
    return {"p_adjusted": [result.p_of_difference(measure, *pair) for pair in result.differing(measure)]}


def misordered_system_table(found: Sequence[SystemPair | OutputPair], request: AgreementRequest) -> pd.DataFrame:
    """Pairs of systems that judge and metric order differently."""
    rows = [(pair.better, pair.worse, pair.judged, pair.scored) for pair in found]
    return pd.DataFrame(rows, columns=[prefers(request), "to", BY, OURS])


def misordered_output_table(
    found: Sequence[OutputPair], numbers: Sequence[int], request: AgreementRequest
) -> pd.DataFrame:
    """Outputs that judge and metric order differently; ``numbers`` are the segments' in the file."""
    frame = misordered_system_table(found, request)
    frame.insert(0, "#", list(numbers))
    return frame.drop(columns=BY) if request.judge.scores is None else frame


def lead_column_formats(frame: pd.DataFrame, judge: Judge, metric: Metric, decimals: int) -> dict[str, Any]:
    """How the columns of leads are written, under the names of judge and metric, so that all are in sight."""
    number, of = st.column_config.NumberColumn, {BY: (judge.name, decimals), OURS: (metric.full_name, metric.decimals)}
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
