"""Arrays -> plotly figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from scoring.output.markup.colors import PALETTE

COLORS = PALETTE[:2]
"""The first of two is blue and the second orange."""
CHOSEN = "#E69F00"
"""What is chosen, or observed, is amber."""
ROW_HEIGHT = 30
LABEL_LENGTH = 28
SVG_POINTS = 3000
"""Above so many points a browser needs WebGL, which not every machine has."""
TIE_COLOR = "#8A99AA"
"""Of neither of two systems."""
LEGEND = {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "traceorder": "normal"}
"""Above a chart, in the order of what it shows."""


def axis_label(name: str) -> str:
    """A system's name on an axis: escaped, and shortened where it would push the chart aside."""
    short = name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
    return html.escape(short, quote=False)


def score_distribution(scores: Mapping[str, np.ndarray], colors: Mapping[str, str], metric: str) -> go.Figure:
    """Segment scores (n_segments,) of each row, a system or a method: the bar holds the middle half."""
    names = list(scores)
    figure = go.Figure()
    for row, name in enumerate(names):
        values = scores[name][~np.isnan(scores[name])]
        figure.add_trace(
            go.Violin(
                x=values.round(2),
                y0=row,
                name=axis_label(name),
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
    row_axis(figure, names, extra=12)
    highest = max((np.nanmax(values, initial=0) for values in scores.values()), default=0)
    figure.update_xaxes(title=f"segment {html.escape(metric)}", range=[0, max(100, highest)])
    figure.update_layout(showlegend=False)
    return figure


def inward(x: float, y: float, highest: float) -> str:
    """Where the words of a point stand, so that no edge of a chart from 0 to ``highest`` cuts them."""
    vertical = "bottom" if y > 0.9 * highest else "top"
    horizontal = "right" if x < 0.2 * highest else "left" if x > 0.8 * highest else "center"
    return f"{vertical} {horizontal}"


def row_axis(figure: go.Figure, names: list[str], extra: int = 0) -> None:
    """One row a system, the first on top."""
    ticks = list(range(len(names)))
    labels = [axis_label(name) for name in names]
    figure.update_yaxes(tickvals=ticks, ticktext=labels, range=[len(names) - 0.4, -1], ticksuffix="  ", zeroline=False)
    height = 110 + len(names) * (ROW_HEIGHT + extra)
    figure.update_layout(height=height, margin={"l": 10, "r": 20, "t": 40, "b": 40}, hoverlabel={"namelength": -1})


def upright(figure: go.Figure, at: float, line: Mapping[str, object]) -> None:
    """A line over the whole height; plotly's own, ``add_vline``, takes ten times as long, for it asks every trace."""
    figure.add_shape(type="line", x0=at, x1=at, y0=0, y1=1, yref="y domain", line=line)


def level(figure: go.Figure, at: float, line: Mapping[str, object]) -> None:
    """A line over the whole width."""
    figure.add_shape(type="line", x0=0, x1=1, y0=at, y1=at, xref="x domain", line=line)


def band(figure: go.Figure, low: float, high: float, color: str) -> None:
    """A ground from one value of the horizontal axis to another, over the whole height."""
    figure.add_shape(
        type="rect",
        x0=low,
        x1=high,
        y0=0,
        y1=1,
        yref="y domain",
        fillcolor=color,
        line={"width": 0},
        layer="below",
    )


def segment_scatter_chart(
    first: np.ndarray, second: np.ndarray, labels: tuple[str, str], selected: int, color: str, numbers: np.ndarray
) -> go.Figure:
    """Segment scores (n_segments,) under two methods; ``customdata`` holds each segment's index."""
    figure = go.Figure()
    highest = max(100, np.nanmax(first, initial=0), np.nanmax(second, initial=0))
    points = go.Scatter if len(first) <= SVG_POINTS else go.Scattergl
    figure.add_trace(
        points(
            x=first.round(3),
            y=second.round(3),
            mode="markers",
            customdata=np.arange(len(first)),
            marker={"size": 7, "color": color, "opacity": 0.55},
            hovertemplate="segment %{text}: %{x:.2f}, %{y:.2f}<extra></extra>",
            text=numbers,
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[first[selected]],
            y=[second[selected]],
            mode="markers+text",
            text=[f"segment {numbers[selected]}"],
            textposition=inward(first[selected], second[selected], highest),
            marker={"size": 14, "symbol": "circle-open", "color": "#E69F00", "line": {"width": 3}},
            hoverinfo="skip",
        )
    )
    figure.update_xaxes(title=labels[0], range=[-2, highest + 2])
    figure.update_yaxes(title=labels[1], range=[-2, highest + 2])
    figure.update_layout(showlegend=False, height=420, margin={"l": 10, "r": 20, "t": 20, "b": 40})
    return figure
