"""Charts of agreement by the values of one option. Pure."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from ui.kit.charts import TIE_COLOR, draw_horizontal_line, draw_named_vertical_line, error_bars

COLOR, BAND, IN_USE = "#2B86C5", "rgba(43, 134, 197, 0.2)", "#E69F00"
HEIGHT = 330


@dataclass(frozen=True)
class SweepPoint:
    """The agreement with its interval at one value of the option."""

    x: Any
    """number or name of the option's value"""
    value: float
    low: float
    high: float


def named_values_chart(points: Sequence[SweepPoint], title: str, measure: str, in_use: str | None) -> go.Figure:
    """Return a figure with a dot and its interval for each named value."""
    figure = go.Figure()
    rings = [IN_USE if point.x == in_use else COLOR for point in points]
    ends = [(point.value, point.low, point.high) for point in points]
    error = error_bars(ends, COLOR, symmetric=False, thickness=2, width=5)
    marker = {"size": 11, "color": COLOR, "line": {"width": 3, "color": rings}}
    figure.add_trace(_scatter(points, mode="markers", marker=marker, error_y=error))
    names = [point.x for point in points]
    _mark(figure, in_use if in_use in names else None)
    in_lines = [html.escape(name, quote=False).replace("-", "-<br>") for name in names]
    figure.update_xaxes(
        title=title, type="category", range=[-0.5, len(points) - 0.5], tickvals=names, ticktext=in_lines, tickangle=0
    )
    _axes(figure, measure, points)
    return figure


def numeric_values_chart(points: Sequence[SweepPoint], title: str, measure: str, in_use: float) -> go.Figure:
    """Return a figure with a line over numeric values, and the band of its intervals."""
    figure = go.Figure()
    x = [point.x for point in points]
    edges = [point.high for point in points] + [point.low for point in reversed(points)]
    band = {"mode": "lines", "fill": "toself", "fillcolor": BAND, "line": {"width": 0}, "hoverinfo": "skip"}
    figure.add_trace(go.Scatter(x=x + x[::-1], y=edges, **band))
    figure.add_trace(_scatter(points, mode="lines+markers", line={"color": COLOR, "width": 2}, marker={"size": 6}))
    _mark(figure, in_use)
    figure.update_xaxes(title=title, zeroline=False, nticks=7)
    _axes(figure, measure, points)
    return figure


def _scatter(points: Sequence[SweepPoint], **look: Any) -> go.Scatter:
    """Return the points' trace, with the text shown on hover."""
    hover = "%{x}: %{y:.3f}, from %{customdata[0]:.3f} to %{customdata[1]:.3f}<extra></extra>"
    x, y = [point.x for point in points], [point.value for point in points]
    ends = [(point.low, point.high) for point in points]
    return go.Scatter(x=x, y=y, customdata=ends, hovertemplate=hover, **look)


def _mark(figure: go.Figure, in_use: Any) -> None:
    """Draw a line at the sidebar's value; nothing for None."""
    if in_use is not None:
        draw_named_vertical_line(figure, in_use, "in use", {"color": IN_USE, "width": 2, "dash": "dot"})


def _axes(figure: go.Figure, measure: str, points: Sequence[SweepPoint]) -> None:
    figure.update_yaxes(title=measure, zeroline=False, tickformat=".2f", nticks=7)
    if points and min(point.low for point in points) <= 0:
        draw_horizontal_line(figure, 0, {"color": TIE_COLOR, "width": 1})
    figure.update_layout(showlegend=False, height=HEIGHT, margin={"l": 10, "r": 10, "t": 30, "b": 40})
