"""Arrays -> plotly figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

ORDER_COLORS = (
    "#AED6F1",
    "#7FC0EA",
    "#3B94CF",
    "#0072B2",
    "#005A8E",
    "#004A75",
    "#003A5C",
    "#002B45",
    "#001C2E",
)
"""The blue ramp for the n-gram orders 1 to 9; the first four are those of ui/highlight.css on a light page."""

ROW_HEIGHT = 30
LABEL_LENGTH = 28


def label(name: str) -> str:
    """A system's name on an axis: escaped, and shortened where it would push the chart aside."""
    short = name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
    return html.escape(short, quote=False)


def precisions(by_system: Mapping[str, np.ndarray]) -> go.Figure:
    """Precision by order (N,) for each system, 0-1: one row a system, one dot an order."""
    names = list(by_system)
    table = np.array([by_system[name] for name in names]) * 100
    figure = go.Figure()
    for order in range(table.shape[1]):
        figure.add_trace(
            go.Scatter(
                x=table[:, order],
                y=list(range(len(names))),
                name=f"{order + 1}-gram",
                mode="markers+text" if len(names) <= 12 else "markers",
                text=[f"{value:.1f}" for value in table[:, order]],
                textposition="top center",
                textfont={"size": 11},
                marker={"size": 13, "color": ORDER_COLORS[order], "line": {"width": 1, "color": "#7A8CA0"}},
                customdata=[html.escape(name, quote=False) for name in names],
                hovertemplate=f"{order + 1}-gram precision %{{x:.2f}} %<extra>%{{customdata}}</extra>",
            )
        )
    _row_axis(figure, names, extra=12)
    figure.update_xaxes(title="precision, %", rangemode="tozero")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "entrywidth": 55})
    return figure


def score_distribution(scores: Mapping[str, np.ndarray], colors: Mapping[str, str], metric: str) -> go.Figure:
    """Segment scores (n_segments,) of each system: the bar holds the middle half, its tick is the median."""
    names = list(scores)
    figure = go.Figure()
    for row, name in enumerate(names):
        values = scores[name][~np.isnan(scores[name])]
        figure.add_trace(
            go.Violin(
                x=values.round(2),
                y0=row,
                name=label(name),
                orientation="h",
                side="negative",
                width=1.5,
                points=False,
                spanmode="hard",
                box={"visible": True, "width": 0.35},
                line={"color": colors[name], "width": 1.5},
                hoverinfo="x",
            )
        )
    _row_axis(figure, names, extra=12)
    figure.update_xaxes(title=f"segment {html.escape(metric)}", range=[0, 100])
    figure.update_layout(showlegend=False)
    return figure


def _row_axis(figure: go.Figure, names: list[str], extra: int = 0) -> None:
    """One row a system, the first on top."""
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[label(name) for name in names],
        range=[len(names) - 0.4, -1],
        ticksuffix="  ",
        zeroline=False,
    )
    figure.update_layout(
        height=110 + len(names) * (ROW_HEIGHT + extra),
        margin={"l": 10, "r": 20, "t": 40, "b": 40},
        hoverlabel={"namelength": -1},
    )
