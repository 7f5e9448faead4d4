"""Ranks under every method as a figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ui.kit.charts import label


def rank_flips(ranks: np.ndarray, systems: list[str], methods: list[str], colors: Mapping[str, str]) -> go.Figure:
    """Ranks (n_systems, n_methods), 1 on top, each line with its name at its end: lines that cross are flips."""
    figure = go.Figure()
    at_the_end: dict[float, list[str]] = {}
    for row, name in zip(ranks, systems, strict=True):
        at_the_end.setdefault(row[-1], []).append(label(name))
        figure.add_trace(
            go.Scatter(
                x=methods,
                y=row,
                mode="lines+markers",
                line={"color": colors[name], "width": 2.5},
                marker={"size": 9},
                customdata=[html.escape(name, quote=False)] * len(methods),
                hovertemplate="%{x}: rank %{y}<extra>%{customdata}</extra>",
            )
        )
    for rank, names in at_the_end.items():
        beside = {"x": 1, "xref": "paper", "xanchor": "left", "y": rank, "showarrow": False}
        figure.add_annotation(text=", ".join(names), **beside)
    figure.update_yaxes(
        autorange="reversed", title="rank", tickmode="linear", tick0=1, dtick=1, zeroline=False, showgrid=False
    )
    figure.update_xaxes(type="category", title="corpus BLEU, then document score by method", tickangle=0)
    width = 7 * max(len(", ".join(names)) for names in at_the_end.values())
    figure.update_layout(
        showlegend=False,
        height=130 + 26 * len(systems),
        margin={"l": 10, "r": 20 + min(width, 320), "t": 20, "b": 40},
    )
    return figure
