"""Parts shared by both tabs that show agreement by the values of one option."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from scoring.output.numbers import MINUS, fixed, signed
from scoring.studies import agreement as study
from scoring.studies.parameters.option_sweep import DECIMALS, SweepRequest, SweepResult
from ui.agreement import agreement_form, jobs
from ui.agreement.sweep_charts import SweepPoint
from ui.context.context import Context
from ui.kit import address
from ui.session import send
from ui.store import waiting


def choose_measure(label: str, judge: study.Judge, key: str, level: study.Level | None = None, first: str = "") -> str:
    """Return the chosen one of the measures that the judgments allow, of all levels or of one.

    ``first`` is the first choice, or by default the measure by which WMT ranks.
    """
    return address.draw_named_option(label, study.measure_labels(judge, first, level), key, 245)


def draw_sweep_when_ready(
    place: str, subject: str, context: Context, request: SweepRequest, draw: Callable[[SweepResult], None]
) -> None:
    """Draw each metric's agreement as soon as it is ready, and say why some cannot be computed."""
    tasks = {
        name: jobs.agreement_task(request.agreement, metric, context.test_set)
        for name, metric in request.metrics.items()
    }

    def show(results: dict[str, study.Agreement | study.LeftOut | None]) -> None:
        for why in dict.fromkeys(result.why for result in results.values() if isinstance(result, study.LeftOut)):
            st.warning(why)
        draw(SweepResult(request, {name: one for name, one in results.items() if not isinstance(one, study.LeftOut)}))

    waiting.draw_partial_results(place, tasks, show, what=subject)


def say_leading(result: SweepResult, measure: str) -> None:
    """Draw which value agrees best, once all values are ready."""
    statement = result.leading(measure)
    if statement is not None:
        send.sentences(statement)


def points(result: SweepResult, values: Mapping[str, Any], measure: str) -> list[SweepPoint]:
    """Return a chart point for each agreement that is ready; ``values`` are the places on the x axis."""
    return [
        SweepPoint(values[name], one.value(measure), *one.interval(measure))
        for name, one in result.computed_agreements.items()
    ]


def option_table(result: SweepResult, head: str, *measures: str) -> pd.DataFrame:
    """Return one row for each value that is ready; ``head`` is the head of the values."""
    return pd.DataFrame(result.rows(*measures)).rename(columns={result.request.noun: head})


def sweep_column_formats(*measures: str) -> dict[str, Any]:
    """Return the formats of the columns of ``option_table``."""
    number, formats = st.column_config.NumberColumn, {}
    for measure in measures:
        label, about = study.MEASURES[measure].label, study.MEASURES[measure].about
        formats[label] = number(width=max(95, 28 + 7 * len(label)), help=about)
        formats |= {f"{label} {end}": number(end, width=55) for end in ("from", "to")}
        formats[f"{label} difference"] = number("difference", width=75, help="Compared with the value in use.")
        formats[f"{label} shown"] = st.column_config.TextColumn(
            "significantly", width=92, help="Whether it agrees significantly more or less than the value in use."
        )
    return formats


def style_sweep_table(frame: pd.DataFrame) -> Styler:
    """Return the table with numbers rounded as in sentences, so that printed numbers add up."""
    formats: dict[Any, Any] = {
        name: _written_difference if str(name).endswith(" difference") else partial(fixed, decimals=DECIMALS)
        for name in frame.select_dtypes("number")
    }
    return frame.style.format(formats, na_rep="")


def _written_difference(value: float) -> str:
    """Return a difference with its sign; 0 if both values print alike."""
    text = signed(value, decimals=DECIMALS)
    return text if float(text.replace(MINUS, "-")) else "0"


def say_intervals(request: SweepRequest) -> None:
    agreement_form.draw_small_sample_note(request.agreement)
    st.caption(request.intervals)
