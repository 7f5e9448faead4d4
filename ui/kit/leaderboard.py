"""The table of every metric's scores, and the signatures of the metrics."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import TBLEU
from scoring.judgments.external import ExternalScore
from scoring.judgments.score_coverage import UnequalCoverage, name_with_base
from scoring.output.markup import html
from scoring.output.numbers import MISSING, two_decimals
from ui.context import ranking
from ui.context.context import Context
from ui.kit import grid
from ui.session import send

CHARACTER_WIDTH, CELL_PADDING = 7, 16
"""Width in px of a digit, and of the space around a cell's text."""
BASELINE_MARK = " (baseline)"
PAGE_WIDTH = 900
"""Width in px of a table on a screen of 1,280 px; a wider one is scrolled."""
BY_PEOPLE = "From a file: people gave these scores."
BY_PROGRAM = "From a file: a program gave these scores, not people."


def leaderboard_table(
    context: Context, by_metric: Mapping[str, Mapping[str, float] | None], rows: str, scoring_note: str = ""
) -> pd.DataFrame:
    """Draw the chosen metrics' scores of all systems, and return them as a table.

    ``by_metric`` has None for a metric that is not ready yet. ``rows`` is the heading of the first column.
    ``scoring_note`` says how texts were scored; empty where this is not in doubt.
    """
    metrics = context.choice.chosen.values()
    frame = ranking.leaderboard(by_metric, context.labels, context.shown).rename(columns={"system": rows})
    ups = {metric.full_name: metric.higher_is_better for metric in metrics}
    decimals = {metric.full_name: metric.decimals for metric in metrics}
    external_scores = {
        name: metric for name, metric in context.choice.chosen.items() if isinstance(metric, ExternalScore)
    }
    formats: dict[str, Any] = {rows: st.column_config.TextColumn(width=name_width(context))}
    widths = {
        label: column_width(label, metric_decimals, True) if context.baseline else None
        for label, metric_decimals in decimals.items()
    }
    formats |= {label: st.column_config.Column(width=width) for label, width in widths.items()}
    unequal, heads = unequal_columns(context), headings(context)
    for metric in external_scores.values():
        heading, help = heads[metric.full_name], BY_PEOPLE if metric.is_human else BY_PROGRAM
        of = f" n is the number of segments that have them, of {len(context.test_set):,}."
        help += of if heading != metric.full_name else ""
        formats[metric.full_name] = st.column_config.Column(heading, help=help, width=widths[metric.full_name])
    for label, coverage in unequal.items():
        counts = [coverage.counts.get(system, 0) for system in context.shown]
        frame.insert([*frame.columns].index(label) + 1, f"{label} segments", counts)
    look: dict[str, Any] = {"decimals": decimals, "unmarked": unequal, "baseline": context.baseline}
    style = partial(ranking.mark_best, higher_is_better=ups, **look)
    missing = MISSING if None not in by_metric.values() else "…"
    grid.draw_grid(frame, formats, style, placeholder=missing, alt=f"Every metric for every {rows}")
    lower = ", ".join(label for label, higher_is_better in ups.items() if not higher_is_better)
    bold = "Bold is best" if len(frame) > 1 else ""
    lower_words = f"{'; lower' if bold else 'Lower'} is better for {lower}" if lower else ""
    behind = " Behind each score: its difference to the baseline." if context.baseline else ""
    wide = f" Scroll sideways for all {len(decimals)} metrics." if table_width(context) > PAGE_WIDTH else ""
    marks = f"{bold}{lower_words}." if bold or lower_words else ""
    st.caption(f"{scoring_note}{marks}{behind}{wide}{_same_as_bleu(context.tbleu, by_metric)}".strip())
    if unequal:
        send.html(html.page(Markup("<small>{}</small>").format(Markup("<br>").join(map(str, unequal.values())))))
    return frame


def headings(context: Context) -> dict[str, str]:
    """Return each metric's heading by its label.

    A heading is the metric's name, with the number of segments that have scores if not all do.
    """
    unequal = unequal_columns(context)
    return {
        metric.full_name: name_with_base(
            metric.full_name, None if metric.full_name in unequal else context.shared_base(name)
        )
        for name, metric in context.choice.chosen.items()
    }


def column_width(label: str, decimals: int, with_difference: bool) -> int:
    """Return the width in px of a column of scores, with their differences to the baseline or without."""
    n_characters = 2 * decimals + 8 if with_difference else decimals + 4
    return CHARACTER_WIDTH * max(n_characters, len(label)) + CELL_PADDING


def name_width(context: Context) -> int:
    """Return the width in px of the column of the systems' names."""
    names = (f"{name}{BASELINE_MARK * (name == context.baseline)}" for name in context.shown)
    return grid.text_width(max(map(len, names)))


def table_width(context: Context) -> int:
    """Return the width in px of the table of every metric."""
    heads, is_wide = headings(context), context.baseline is not None
    metrics = context.choice.chosen.values()
    return name_width(context) + sum(
        column_width(heads[metric.full_name], metric.decimals, is_wide) for metric in metrics
    )


def unequal_columns(context: Context) -> dict[str, UnequalCoverage]:
    """Return, by label, the chosen scores that systems have on different segments.

    No score is marked as the best in their columns.
    """
    coverage_of_label = {context.labels[name]: context.unequal_coverage(name) for name in context.choice.names}
    return {label: coverage for label, coverage in coverage_of_label.items() if coverage is not None}


def _same_as_bleu(tbleu: TBLEU, by_metric: Mapping[str, Mapping[str, float] | None]) -> str:
    """Return why the columns of BLEU and tBLEU have the same numbers; empty where they differ."""
    bleus, tbleus = by_metric.get("bleu"), by_metric.get("tbleu")
    if (
        bleus is None
        or tbleus is None
        or any(two_decimals(bleus[name]) != two_decimals(tbleus[name]) for name in bleus)
    ):
        return ""
    return f" {tbleu.label} equals BLEU here: at tolerance {tbleu.epsilon:g} hardly a word is corrected."


def signatures(context: Context) -> None:
    unequal = unequal_columns(context)
    signed = [] if context.test_set.part is None else [f"test set|{context.test_set.name}"]
    for metric in context.choice.chosen.values():
        if isinstance(metric, ExternalScore) and metric.full_name in unequal:
            signed += _signatures_by_system(context, metric, unequal[metric.full_name])
        else:
            signed.append(f"{metric.full_name}|{context.signature(metric)}")
    st.code("\n".join(signed), language=None)


def _signatures_by_system(context: Context, metric: ExternalScore, coverage: UnequalCoverage) -> Iterator[str]:
    """Yield one signature for each number of scored segments, with the systems that have this number."""
    for number in dict.fromkeys(coverage.counts.values()):
        systems = ", ".join(system for system, count in coverage.counts.items() if count == number)
        yield f"{metric.full_name} of {systems}|{context.signature(replace(metric, n_judged=number))}"
