"""Charts of edits and shifts. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ui.kit.charts import INSIDE, LEGEND, row_axis

EDITS = {
    "insertion": ("+ insertion", "#2E9E6B"),
    "deletion": ("− deletion", "#D9534A"),
    "substitution": ("~ substitution", "#E0A32E"),
    "shift": ("→ shift", "#8E63C7"),
}
"""Kind of edit -> its label in a legend, and its colour; the same as in ui/drawing/component.css."""


def edit_rates(by_system: Mapping[str, np.ndarray]) -> go.Figure:
    """Return a figure of each system's edits per 100 reference words (4,), in the order of EDITS.

    The length of a system's bar is its TER.
    """
    names = list(by_system)
    table = np.array([by_system[name] for name in names])
    figure = go.Figure()
    for (words, color), rates in zip(EDITS.values(), table.T, strict=True):
        hover = f"{words}: %{{x:.2f}} per 100 reference words<extra>%{{customdata}}</extra>"
        look = {"width": 0.62, "marker": {"color": color}, "textfont": {"color": "#0F1B2A"}, "hovertemplate": hover}
        look |= {"text": [f"{rate:.1f}" for rate in rates], "customdata": [html.escape(n, quote=False) for n in names]}
        figure.add_trace(go.Bar(x=rates.round(3), y=list(range(len(names))), name=words, **look, **INSIDE))
    row_axis(figure, names)
    figure.update_xaxes(title="edits per 100 reference words; the whole bar is TER", rangemode="tozero")
    figure.update_layout(barmode="stack", legend=LEGEND, uniformtext={"minsize": 10, "mode": "hide"})
    return figure


def shift_counts(values: np.ndarray, title: str) -> go.Figure:
    """Return a figure of the number of shifts (n_shifts,) by value, a length or a distance in words."""
    distinct_values, counts = np.unique(values, return_counts=True)
    marker = {"color": EDITS["shift"][1]}
    bars = go.Bar(x=distinct_values, y=counts, marker=marker, hovertemplate="%{y:,} shifts: %{x} words<extra></extra>")
    figure = go.Figure(bars)
    figure.update_xaxes(
        title=title, zeroline=True, dtick=1 if len(distinct_values) and np.ptp(distinct_values) < 15 else None
    )
    figure.update_yaxes(title="shifts")
    figure.update_layout(height=190, margin={"l": 10, "r": 20, "t": 10, "b": 40}, bargap=0.15)
    return figure
