"""Functions from arrays to plotly figures. Names are users' text: escaped here, because plotly reads some HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from scoring.output.markup.colors import PALETTE

COLORS = PALETTE[:2]
"""Colours of the first and the second of two systems: blue and orange."""
CHOSEN_COLOR = "#E69F00"
"""Colour, amber, of what is chosen or observed."""
ROW_HEIGHT = 30
LABEL_LENGTH = 28
SVG_POINTS = 3000
"""Number of points above which a chart uses WebGL, which not every machine has."""
TIE_COLOR = "#8A99AA"
"""Colour of ties between two systems."""
LEGEND = {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "traceorder": "normal"}
"""Position of a legend above a chart, with entries in the chart's order."""
INSIDE = {"orientation": "h", "textposition": "inside", "insidetextanchor": "middle", "textangle": 0}
"""Style of horizontal bars with their numbers inside."""


def axis_label(name: str) -> str:
    """Return a system's name as an axis shows it: escaped, and shortened if it would push the chart aside."""
    short = name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
    return html.escape(short, quote=False)


def score_distribution(scores: Mapping[str, np.ndarray], colors: Mapping[str, str], metric: str) -> go.Figure:
    """Return a chart of segment scores (n_segments,) by row, a system or a method; a bar holds the middle half."""
    names = list(scores)
    figure = go.Figure()
    for row, name in enumerate(names):
        values = scores[name][~np.isnan(scores[name])]
        look = {"box": {"visible": True, "width": 0.35}, "line": {"color": colors[name], "width": 1.5}}
        shape = {"orientation": "h", "side": "negative", "width": 1.5, "points": False, "spanmode": "hard"}
        figure.add_trace(go.Violin(x=values.round(2), y0=row, name=axis_label(name), hoverinfo="x", **look, **shape))
    row_axis(figure, names, extra=12)
    highest = max((np.nanmax(values, initial=0) for values in scores.values()), default=0)
    figure.update_xaxes(title=f"segment {html.escape(metric)}", range=[0, max(100, highest)])
    figure.update_layout(showlegend=False)
    return figure


def label_position(x: float, y: float, highest: float) -> str:
    """Return the position of a point's label, so that no edge of a chart from 0 to ``highest`` cuts it."""
    vertical = "bottom" if y > 0.9 * highest else "top"
    horizontal = "right" if x < 0.2 * highest else "left" if x > 0.8 * highest else "center"
    return f"{vertical} {horizontal}"


def error_bars(points: Sequence[tuple[float, float, float]], color: str, **look: float) -> dict[str, object]:
    """Return plotly's settings for intervals; each point is a value, and the low and high end of its interval."""
    above, below = [high - value for value, _, high in points], [value - low for value, low, _ in points]
    return {"type": "data", "color": color, "array": above, "arrayminus": below, **look}


def draw_named_vertical_line(
    figure: go.Figure, at: float, name: str, line: Mapping[str, object], **look: object
) -> None:
    """Draw a vertical line over the whole height, with a name above it."""
    draw_vertical_line(figure, at, line)
    figure.add_annotation(x=at, yref="paper", y=1, yanchor="bottom", text=name, showarrow=False, **look)


def label_rows(figure: go.Figure, labels: list[str], top: float) -> None:
    """Label the rows of a chart, the first on top."""
    ticks, ends = list(range(len(labels))), [len(labels) - 0.4, top]
    figure.update_yaxes(tickvals=ticks, ticktext=labels, range=ends, ticksuffix="  ", zeroline=False)


def row_axis(figure: go.Figure, names: list[str], extra: int = 0, top: float = -1) -> None:
    """Label one row for each system, the first on top."""
    label_rows(figure, [axis_label(name) for name in names], top)
    height = 110 + len(names) * (ROW_HEIGHT + extra)
    figure.update_layout(height=height, margin={"l": 10, "r": 20, "t": 40, "b": 40}, hoverlabel={"namelength": -1})


def draw_vertical_line(figure: go.Figure, at: float, line: Mapping[str, object]) -> None:
    """Draw a vertical line over the whole height.

    Plotly's own ``add_vline`` takes ten times as long, because it asks every trace.
    """
    figure.add_shape(type="line", x0=at, x1=at, y0=0, y1=1, yref="y domain", line=line)


def draw_horizontal_line(figure: go.Figure, at: float, line: Mapping[str, object]) -> None:
    """Draw a horizontal line over the whole width."""
    figure.add_shape(type="line", x0=0, x1=1, y0=at, y1=at, xref="x domain", line=line)


def draw_vertical_band(figure: go.Figure, low: float, high: float, color: str) -> None:
    """Colour the background between two values of the horizontal axis, over the whole height."""
    look = {"fillcolor": color, "line": {"width": 0}, "layer": "below"}
    figure.add_shape(type="rect", x0=low, x1=high, y0=0, y1=1, yref="y domain", **look)


def segment_scatter_chart(
    first: np.ndarray, second: np.ndarray, labels: tuple[str, str], selected: int, color: str, numbers: np.ndarray
) -> go.Figure:
    """Return a chart of segment scores (n_segments,) under two methods; ``customdata`` holds each segment's index."""
    figure = go.Figure()
    highest = max(100, np.nanmax(first, initial=0), np.nanmax(second, initial=0))
    points = go.Scatter if len(first) <= SVG_POINTS else go.Scattergl
    hover = "segment %{text}: %{x:.2f}, %{y:.2f}<extra></extra>"
    look = {"mode": "markers", "marker": {"size": 7, "color": color, "opacity": 0.55}, "hovertemplate": hover}
    indices = np.arange(len(first))
    figure.add_trace(points(x=first.round(3), y=second.round(3), customdata=indices, text=numbers, **look))
    ring = {"size": 14, "symbol": "circle-open", "color": "#E69F00", "line": {"width": 3}}
    x, y = first[selected], second[selected]
    words = {
        "text": [f"segment {numbers[selected]}"],
        "textposition": label_position(x, y, highest),
        "hoverinfo": "skip",
    }
    figure.add_trace(go.Scatter(x=[x], y=[y], mode="markers+text", marker=ring, **words))
    figure.update_xaxes(title=labels[0], range=[-2, highest + 2])
    figure.update_yaxes(title=labels[1], range=[-2, highest + 2])
    figure.update_layout(showlegend=False, height=420, margin={"l": 10, "r": 20, "t": 20, "b": 40})
    return figure
