"""Charts of wins and ranks by method. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ui.kit.charts import INSIDE, LEGEND, ROW_HEIGHT, TIE_COLOR, axis_label


def wins_chart(table: pd.DataFrame, pair: tuple[str, str], colors: Mapping[str, str]) -> go.Figure:
    """Return a figure of ``methods.method_wins``: a row for each method, each system's wins and ties between them."""
    figure = go.Figure()
    first, second = pair
    sides = ((f"{first} wins", colors[first]), ("ties", TIE_COLOR), (f"{second} wins", colors[second]))
    for name, color in sides:
        hover = "method %{y}: %{x:,} segments<extra>%{fullData.name}</extra>"
        look = {"name": html.escape(name, quote=False), "marker": {"color": color}, "hovertemplate": hover}
        figure.add_trace(go.Bar(x=table[name], y=table["method"], text=table[name], **look, **INSIDE))
    figure.update_yaxes(type="category", autorange="reversed", title="method")
    figure.update_xaxes(title="segments")
    height = 90 + len(table) * (ROW_HEIGHT - 6)
    margin = {"l": 10, "r": 20, "t": 30, "b": 40}
    uniformtext = {"minsize": 11, "mode": "hide"}
    layout: dict[str, object] = {"barmode": "stack", "bargap": 0.25, "legend": LEGEND, "uniformtext": uniformtext}
    return figure.update_layout(height=height, margin=margin, **layout)


def rank_flips(ranks: np.ndarray, systems: list[str], methods: list[str], colors: Mapping[str, str]) -> go.Figure:
    """Return a figure of ranks (n_systems, n_methods), 1 on top, as named lines: lines that cross are flips."""
    figure = go.Figure()
    at_the_end: dict[float, list[str]] = {}
    for row, name in zip(ranks, systems, strict=True):
        at_the_end.setdefault(row[-1], []).append(axis_label(name))
        hover, data = "%{x}: rank %{y}<extra>%{customdata}</extra>", [html.escape(name, quote=False)] * len(methods)
        look = {"mode": "lines+markers", "line": {"color": colors[name], "width": 2.5}, "marker": {"size": 9}}
        figure.add_trace(go.Scatter(x=methods, y=row, customdata=data, hovertemplate=hover, **look))
    for rank, names in at_the_end.items():
        placement = {"x": 1, "xref": "paper", "xanchor": "left", "y": rank, "showarrow": False}
        figure.add_annotation(text=", ".join(names), **placement)
    ticks = {"tickmode": "linear", "tick0": 1, "dtick": 1, "zeroline": False, "showgrid": False}
    figure.update_yaxes(autorange="reversed", title="rank", **ticks)
    figure.update_xaxes(type="category", title="corpus BLEU, then document score by method", tickangle=0)
    width = 7 * max(len(", ".join(names)) for names in at_the_end.values())
    height = 130 + 26 * len(systems)
    figure.update_layout(showlegend=False, height=height, margin={"l": 10, "r": 20 + min(width, 320), "t": 20, "b": 40})
    return figure
