"""Agreement by the values of one option: what both tabs that sweep one share."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring import Metric
from scoring.agreement import MEASURES, Agreement, Comparison, Judge
from scoring.agreement.measures import Level
from scoring.agreement.words import first_measure
from scoring.numbers import MINUS, fixed, printed_difference, signed
from ui.agreement import caution, jobs, sweep_words
from ui.agreement.asked import UNITS, Asked
from ui.agreement.compared import LeftOut
from ui.agreement.sweep_charts import Point
from ui.agreement.sweep_words import DECIMALS
from ui.context import Context
from ui.kit import address
from ui.store import waiting

ByValue = Mapping[str, Agreement | None]
"""By what a value is called; None where it is not there yet."""


def choose_measure(label: str, judge: Judge, key: str, level: Level | None = None, first: str = "") -> str:
    """One of those that the judgments allow, all of them or those of a level.

    ``first`` stands first, if that is given, else what WMT ranks by.
    """
    keys = [name for name, measure in MEASURES.items() if measure.suits(judge) and level in (None, measure.level)]
    keys.sort(key=lambda name: name != (first or first_measure(judge)))
    return address.named(label, {name: MEASURES[name].label for name in keys}, key, 245)


def when_agreed(
    place: str,
    what: str,
    context: Context,
    asked: Asked,
    metrics: Mapping[str, Metric],
    draw: Callable[[ByValue], None],
) -> None:
    """Draws each metric's agreement as it comes; says of those that cannot be computed why."""
    tasks = {name: jobs.agreement(asked, metric, context.test_set) for name, metric in metrics.items()}

    def show(found: dict[str, Agreement | LeftOut | None]) -> None:
        for why in dict.fromkeys(left.why for left in found.values() if isinstance(left, LeftOut)):
            st.warning(why)
        draw({name: one for name, one in found.items() if not isinstance(one, LeftOut)})

    waiting.fill_in(place, tasks, show, what=what)


def points(found: ByValue, values: Mapping[str, Any], measure: str) -> list[Point]:
    """Those that are there; ``values`` are where they stand on the x axis."""
    there = {name: agreement for name, agreement in found.items() if agreement is not None}
    return [Point(values[name], one.value(measure), *one.interval(measure)) for name, one in there.items()]


def table(found: ByValue, what: str, in_use: str, *measures: str) -> pd.DataFrame:
    """One row for each value that is there: by each measure its value and interval, and once all are there its
    difference from the one in use, and whether that is shown.
    """
    there = {name: agreement for name, agreement in found.items() if agreement is not None}
    columns: dict[str, Any] = {what: list(there)}
    for measure in measures:
        label = MEASURES[measure].label
        ends = [agreement.interval(measure) for agreement in there.values()]
        columns[label] = [agreement.value(measure) for agreement in there.values()]
        columns |= {f"{label} from": [low for low, _ in ends], f"{label} to": [high for _, high in ends]}
        comparison = comparison_of(found, measure, in_use)
        if comparison is not None:
            verdicts = sweep_words.verdicts(comparison, in_use) | {in_use: "in use"}
            own = there[in_use].value(measure)
            columns[f"{label} difference"] = [
                None if name == in_use else printed_difference(agreement.value(measure), own, DECIMALS)
                for name, agreement in there.items()
            ]
            columns[f"{label} shown"] = [verdicts[name] for name in there]
    return pd.DataFrame(columns)


def formats(*measures: str) -> dict[str, Any]:
    """How its columns are written."""
    number, said = st.column_config.NumberColumn, {}
    for measure in measures:
        label, about = MEASURES[measure].label, MEASURES[measure].about
        said[label] = number(width=max(95, 28 + 6 * len(label)), help=about)
        said |= {f"{label} {end}": number(end, width=55) for end in ("from", "to")}
        said[f"{label} difference"] = number("difference", width=75, help="From the value in use.")
        said[f"{label} shown"] = st.column_config.TextColumn(
            "shown to be", width=84, help="Whether it is shown to agree more or less than the value in use."
        )
    return said


def written(frame: pd.DataFrame) -> Styler:
    """The table with its numbers as they are in sentences, so that printed numbers add up."""
    formats: dict[Any, Any] = {
        name: _written_difference if str(name).endswith(" difference") else partial(fixed, decimals=DECIMALS)
        for name in frame.select_dtypes("number")
    }
    return frame.style.format(formats, na_rep="")


def _written_difference(value: float) -> str:
    """With its sign; 0 where both values print alike."""
    said = signed(value, decimals=DECIMALS)
    return said if float(said.replace(MINUS, "-")) else "0"


def comparison_of(found: ByValue, measure: str, in_use: str) -> Comparison | None:
    """Which values differ; None until all are there, or where the one in use cannot be computed."""
    there = {name: agreement for name, agreement in found.items() if agreement is not None}
    return Comparison.of(there, measure) if in_use in there and len(there) == len(found) else None


def say_intervals(context: Context, asked: Asked) -> None:
    caution.draw(context, asked)
    st.caption(sweep_words.INTERVALS.format(trials=asked.trials, units=UNITS[asked.unit]))
