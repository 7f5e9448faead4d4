"""Agreement as data frames, and the formats in which pages and papers print them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring import Metric
from scoring.output.latex import Best
from scoring.output.numbers import MISSING, fixed, printed_value
from scoring.studies.agreement import (
    EVERY_TIE,
    MEASURES,
    RANDOM_SCORES,
    AgreementRequest,
    AgreementResult,
    Judge,
)
from scoring.studies.disagreement import OutputPair, SystemPair, judge_prefers
from ui.kit import grid
from ui.kit.exports import PaperTable

METRIC = "metric"
TIES, CHANCE = "(all ties)", "(chance)"
"""Names of the baselines' rows."""
INTERVAL = "95 % interval"
"""Head of the two columns of an interval's ends in papers."""
TO_COME = "…"
LEAD_BY_JUDGE, LEAD_BY_METRIC = "lead by judge", "lead by metric"
"""Columns of the leads: how far judge and metric place the output preferred by the judge above the other."""
LEAD_WIDTH, NAME_WIDTH, NARROW_NAME, NUMBER_WIDTH = 66, 131, 115, 44
"""Widths of columns in px, so that none is cut off in half of a page that is 1,280 px wide."""
DECIMALS, MAX_DECIMALS = 3, 6


def all_measures_table(result: AgreementResult, measure: str) -> pd.DataFrame:
    """Return a row for each metric, the best first, and each baseline; a column for each measure, this one first."""
    names = result.order(measure)
    columns: dict[str, list] = {METRIC: [*map(result.labels.__getitem__, names), TIES, CHANCE]}
    for key in ordered_measures(result, measure):
        baselines = (value for value, _ in result.baselines(key))
        columns[MEASURES[key].label] = [*(result.value(name, key) for name in names), *baselines]
    return pd.DataFrame(columns)


def ordered_measures(result: AgreementResult, first: str) -> list[str]:
    """Return the measures that the judgments allow, with ``first`` first."""
    return [first, *(key for key in result.measures if key != first)]


def interval_styling(result: AgreementResult, measure: str) -> Callable[[pd.DataFrame], Styler]:
    """Return a styling that adds intervals and letters to the numbers of ``all_measures_table``, which still sort as
    numbers.
    """
    cells_by_column, names = {}, result.order(measure)
    for key in ordered_measures(result, measure):
        letters = result.letters(key)
        cells = [_cell(result.value(name, key), result.interval(name, key), letters.get(name, "")) for name in names]
        baselines = zip((result.ties is not None, result.chances is not None), result.baselines(key), strict=True)
        cells += [_cell(*baseline) if is_there else TO_COME for is_there, baseline in baselines]
        cells_by_column[MEASURES[key].label] = cells
    return lambda frame: grid.write_cells(frame.style, cells_by_column)


def _cell(value: float, interval: tuple[float, float], letters: str = "") -> str:
    low, high = interval
    if np.isnan(value):
        return MISSING
    between = "" if np.isnan(low) else f" ({fixed(low, 3)} to {fixed(high, 3)})"
    return f"{fixed(value, 3)}{between} {letters}".rstrip()


def agreement_records(result: AgreementResult, measure: str) -> pd.DataFrame:
    """Return a row for each metric and measure, for downloads."""
    rows = []
    for key in ordered_measures(result, measure):
        for name in result.order(measure):
            value = result.labels[name], key, result.value(name, key), *result.interval(name, key)
            rows.append((*value, result.letters(key).get(name, ""), result.threshold(name, key)))
    return pd.DataFrame(rows, columns=[METRIC, "measure", "value", "low", "high", "letters", "threshold"])


def agreement_by_metric(result: AgreementResult, measure: str) -> pd.DataFrame:
    """Return a row for each metric, the best first, and a last row of random scores if they are computed."""
    frame = all_measures_table(result, measure)
    left_out = [TIES] if result.chances is not None else [TIES, CHANCE]
    return frame[~frame[METRIC].isin(left_out)]


def printed_agreement(result: AgreementResult, measure: str) -> PaperTable:
    """Return a row for each metric, the best first, and the baselines below a rule, as papers print them.

    Each number is followed by the letters of metrics that do not differ significantly, the best in bold; measures of
    one family share a head.
    """
    names, baselines, keys = result.order(measure), _baselines(result), _measures_by_family(result, measure)
    columns: dict[str, list[str]] = {METRIC: [*map(result.labels.__getitem__, names), *baselines]}
    for key in keys:
        letters = result.letters(key)
        values = [result.value(name, key) for name in names]
        best = max((printed_value(value, DECIMALS) for value in values if not np.isnan(value)), default=np.nan)
        printed_cells = []
        for name, value in zip(names, values, strict=True):
            letter = "" if np.isnan(value) else letters.get(name, "")
            cell = f"{fixed(value, DECIMALS, MISSING)} {letter}".rstrip()
            printed_cells.append(Best(cell) if printed_value(value, DECIMALS) == best else cell)
        of_baselines = [fixed(_baseline(result, key, row)[0], DECIMALS, MISSING) for row in baselines]
        columns[MEASURES[key].short] = [*printed_cells, *of_baselines]
    frame = pd.DataFrame(columns, dtype=object)
    families = {MEASURES[key].short: MEASURES[key].family for key in keys}
    return PaperTable(frame, column_groups=families, row_groups={len(names): ""} if baselines else {})


def printed_measures(result: AgreementResult, measure: str) -> PaperTable:
    """Return all measures as papers print them: a group for each measure, with a row a metric and the baselines."""
    rows: list[tuple[str, float, float, float, str]] = []
    groups = {}
    for key in ordered_measures(result, measure):
        groups[len(rows)], letters = MEASURES[key].label, result.letters(key)
        for name in result.order(measure):
            low, high = result.interval(name, key)
            rows.append((result.labels[name], result.value(name, key), low, high, letters.get(name, "")))
        for name in _baselines(result):
            value, (low, high) = _baseline(result, key, name)
            rows.append((name, value, low, high, ""))
    frame = pd.DataFrame(rows, columns=[METRIC, "value", "low", "high", "letters"])
    frame = frame if result.is_tested else frame.drop(columns="letters")
    return PaperTable(frame, column_groups=dict.fromkeys(("low", "high"), INTERVAL), row_groups=groups)


def _baselines(result: AgreementResult) -> list[str]:
    """Return the names that papers use for the computed baselines."""
    baselines = {EVERY_TIE: result.ties, RANDOM_SCORES: result.chances}
    return [name for name, baseline in baselines.items() if baseline is not None]


def _baseline(result: AgreementResult, measure: str, name: str) -> tuple[float, tuple[float, float]]:
    return result.baselines(measure)[(EVERY_TIE, RANDOM_SCORES).index(name)]


def _measures_by_family(result: AgreementResult, first: str) -> list[str]:
    """Return the measures that the judgments allow, grouped by family, with ``first`` first."""
    keys = ordered_measures(result, first)
    families = dict.fromkeys(MEASURES[key].family for key in keys)
    return [key for family in families for key in keys if MEASURES[key].family == family]


BETTER, THAN = "agrees better", "than"


def differing_metrics_table(result: AgreementResult, measure: str) -> pd.DataFrame:
    """Return the pairs of metrics that differ significantly, the smallest p first, then the largest difference."""
    numbers = "difference", "ci_low", "ci_high", "p_adjusted"
    rows = []
    for better, worse in result.differing(measure):
        difference = result.difference(measure, better, worse)
        names = {BETTER: result.labels[better], THAN: result.labels[worse]}
        rows.append(names | {name: difference[name] for name in numbers})
    return pd.DataFrame(rows, columns=[BETTER, THAN, *numbers])


def written_p(result: AgreementResult, measure: str) -> dict[str, list[str]]:
    """Return the p-values of ``differing`` as text."""
    return {"p_adjusted": [result.p_of_difference(measure, *pair) for pair in result.differing(measure)]}


def misordered_system_table(pairs: Sequence[SystemPair | OutputPair], request: AgreementRequest) -> pd.DataFrame:
    """Return the pairs of systems that judge and metric order differently."""
    rows = [(pair.better, pair.worse, pair.judge_lead, pair.metric_lead) for pair in pairs]
    return pd.DataFrame(rows, columns=[judge_prefers(request), "to", LEAD_BY_JUDGE, LEAD_BY_METRIC])


def misordered_output_table(
    pairs: Sequence[OutputPair], numbers: Sequence[int], request: AgreementRequest
) -> pd.DataFrame:
    """Return the outputs that judge and metric order differently; ``numbers`` are the segments' in the file."""
    frame = misordered_system_table(pairs, request)
    frame.insert(0, "#", list(numbers))
    return frame.drop(columns=LEAD_BY_JUDGE) if request.judge.scores is None else frame


def lead_column_formats(frame: pd.DataFrame, judge: Judge, metric: Metric, decimals: int) -> dict[str, Any]:
    """Return the formats of the columns of leads, headed by the names of judge and metric."""
    number, of = (
        st.column_config.NumberColumn,
        {LEAD_BY_JUDGE: (judge.name, decimals), LEAD_BY_METRIC: (metric.full_name, metric.decimals)},
    )
    name_width = NARROW_NAME if "#" in frame else NAME_WIDTH
    leading = {
        column: number(label, format=f"%.{enough_decimals(frame[column], usual)}f", width=LEAD_WIDTH, help=column)
        for column, (label, usual) in of.items()
        if column in frame
    }
    names = {str(name): st.column_config.TextColumn(width=name_width) for name in frame if name not in of}
    return names | {"#": number(width=NUMBER_WIDTH)} | leading


def enough_decimals(values: pd.Series, usual: int) -> int:
    """Return the usual number of decimals, or as many more as print no nonzero value as 0."""
    least = min((abs(value) for value in values if value), default=1.0)
    return next((decimals for decimals in range(usual, MAX_DECIMALS) if round(least, decimals)), MAX_DECIMALS)
