"""The tab One option: agreement by tBLEU's tolerance (Libovický and Pecina 2014, Fig. 2), tokenizer, case, order."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from scoring import TBLEU, Metric
from scoring.output.numbers import MISSING
from scoring.studies.agreement import MEASURES, AgreementRequest
from scoring.studies.parameters import published_agreement as published
from scoring.studies.parameters.option_sweep import SWEEPS, SweepRequest, SweepResult
from scoring.text.sentencepiece_models import ModelName
from ui.agreement import agreement_form, sweep_charts, sweep_results
from ui.context.context import Context
from ui.kit import address, exports, grid, layout
from ui.store import cache

OPTIONS = {
    "epsilon": "tBLEU's tolerance",
    "tokenize": "BLEU's tokenizer",
    "lowercase": "BLEU's case",
    "max_order": "BLEU's longest n-gram",
}
"""Keys of ``SWEEPS`` -> label of the option on the page."""
OPTION_NAMES = {"epsilon": "tolerance", "tokenize": "tokenizer", "lowercase": "case", "max_order": "longest n-gram"}
"""Keys of ``SWEEPS`` -> name of the option in a sentence, before a value."""
CASE_VALUES = {True: "ignored", False: "kept"}
"""Words for the values of the option case."""
ABOUT = {
    "epsilon": "At tolerance 0 tBLEU is BLEU. The published 0.05 corrects hardly a word: a single edit needs a common"
    " part of 20 characters. So the paper's column for 0.05 cannot come from its distance as defined. The page tBLEU"
    " opens at 0.3, where there is something to see.",
    "tokenize": "Tokenizers that do not fit the language, or are made for another one, are excluded.",
    "lowercase": "",
    "max_order": "All orders have the same weight.",
}


def draw_option_agreement(context: Context, request: AgreementRequest) -> None:
    with layout.controls("one-option"):
        option = address.draw_named_option("Option", OPTIONS, "swept_option", 210)
        of_outputs = sweep_results.choose_measure("Segments by", request.judge, "swept_segments", "segment")
        of_systems = sweep_results.choose_measure("Systems by", request.judge, "swept_systems", "system")
    own = context.tbleu if SWEEPS[option].kind is TBLEU else context.bleu
    metrics = metrics_for_language(context, option, SWEEPS[option].metrics(own))
    values = {option_value_name(value): value for value in metrics}
    metrics_by_value = {option_value_name(value): metric for value, metric in metrics.items()}
    sweep = SweepRequest(request, metrics_by_value, option_value_name(getattr(own, option)), OPTION_NAMES[option])
    then = partial(draw_option_values, context, option, values, own, (of_outputs, of_systems))
    sweep_results.draw_sweep_when_ready("swept", "values", context, sweep, then)


def option_value_name(value: Any) -> str:
    """Return the name of an option's value."""
    if (model_name := ModelName.parse(value)) is not None:
        return model_name.name
    return CASE_VALUES[value] if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def metrics_for_language(context: Context, option: str, metrics: Mapping[Any, Metric]) -> Mapping[Any, Metric]:
    """Return the metrics without tokenizers that do not fit the language, except the one in use."""
    if option != "tokenize":
        return metrics
    script, own = cache.target(context.every_segment).script, context.bleu.tokenize
    left_out = [name for name in metrics if script.is_unfit(name) or script.is_foreign(name)]
    return {name: metric for name, metric in metrics.items() if name == own or name not in left_out}


def draw_option_values(
    context: Context,
    option: str,
    values: Mapping[str, Any],
    own: Metric,
    measures: tuple[str, str],
    result: SweepResult,
) -> None:
    if not result.computed_agreements:  # axes without a point say nothing
        return
    for place, measure in zip(layout.side_by_side(), measures, strict=True):
        with place:
            sweep_results.say_leading(result, measure)
            # A line over numbers, dots over names; the value in use is marked.
            label, title, in_use = MEASURES[measure].label, OPTIONS[option], getattr(own, option)
            axis = f"{label}, {MEASURES[measure].level}s"
            if isinstance(in_use, bool) or not isinstance(in_use, int | float):
                points = sweep_results.points(result, {name: name for name in values}, measure)
                figure = sweep_charts.named_values_chart(points, title, axis, option_value_name(in_use))
            else:
                figure = sweep_charts.numeric_values_chart(
                    sweep_results.points(result, values, measure), title, axis, in_use
                )
            st.plotly_chart(figure, key=f"swept-{MEASURES[measure].level}", alt=f"{label} by {title}")
    frame = sweep_results.option_table(result, OPTIONS[option], *measures)
    if frame.empty:
        return
    formats, style = sweep_results.sweep_column_formats(*measures), sweep_results.style_sweep_table
    grid.draw_grid(frame, formats, style, layout.TALL_TABLE, placeholder="")
    about = agreement_form.agreement_source(context, result.request.agreement, own)
    exports.offer_table(frame, "Agreement by one option", about)
    sweep_results.say_intervals(result.request)
    if ABOUT[option]:
        st.caption(ABOUT[option])
    if option == "epsilon":
        show_tolerant_paper(result, about)


def show_tolerant_paper(result: SweepResult, about: dict[str, str]) -> None:
    """Draw a table of the paper's numbers and this test set's."""
    st.subheader("Libovický and Pecina's tables, and this test set")
    frame = pd.DataFrame(published.tolerant_beside_the_paper(result.agreements))
    number = partial(st.column_config.NumberColumn, format="%.3f", width=110)
    formats: dict[str, Any] = {
        "languages": st.column_config.TextColumn(width=190),
        "bleu": number("BLEU"),
        "meteor": number("METEOR", help="Its number for this test set is in the tab Metrics."),
        "tbleu": number(f"tBLEU, {published.PAPER_TOLERANCE:g}"),
    }
    grid.draw_grid(frame, formats, placeholder=MISSING)
    exports.offer_table(frame, "tBLEU compared with the paper", about)
    st.caption(published.ABOUT_TOLERANT)
