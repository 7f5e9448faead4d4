"""Agreement by the values of one option, as figures. Pure."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from ui.kit.tables.charts import TIE_COLOR, level, upright

COLOR, BAND, IN_USE = "#2B86C5", "rgba(43, 134, 197, 0.2)", "#E69F00"
HEIGHT = 330


@dataclass(frozen=True)
class SweepPoint:
    """A value of the option, and the measure there."""

    x: Any
    """a number, or a name"""
    value: float
    low: float
    high: float


def by_name(points: Sequence[SweepPoint], title: str, measure: str, in_use: str | None) -> go.Figure:
    """A dot with its interval for each name."""
    figure = go.Figure()
    rings = [IN_USE if point.x == in_use else COLOR for point in points]
    figure.add_trace(
        go.Scatter(
            x=[point.x for point in points],
            y=[point.value for point in points],
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [point.high - point.value for point in points],
                "arrayminus": [point.value - point.low for point in points],
                "color": COLOR,
                "thickness": 2,
                "width": 5,
            },
            mode="markers",
            marker={"size": 11, "color": COLOR, "line": {"width": 3, "color": rings}},
            customdata=[(point.low, point.high) for point in points],
            hovertemplate="%{x}: %{y:.3f}, from %{customdata[0]:.3f} to %{customdata[1]:.3f}<extra></extra>",
        )
    )
    _mark(figure, in_use if in_use in {point.x for point in points} else None)
    names = [point.x for point in points]
    in_lines = [html.escape(name, quote=False).replace("-", "-<br>") for name in names]
    figure.update_xaxes(
        title=title, type="category", range=[-0.5, len(points) - 0.5], tickvals=names, ticktext=in_lines, tickangle=0
    )
    _axes(figure, measure, points)
    return figure


def by_number(points: Sequence[SweepPoint], title: str, measure: str, in_use: float) -> go.Figure:
    """A line with the band of its intervals."""
    figure = go.Figure()
    x = [point.x for point in points]
    edges = [point.high for point in points] + [point.low for point in reversed(points)]
    figure.add_trace(
        go.Scatter(
            x=x + x[::-1], y=edges, mode="lines", fill="toself", fillcolor=BAND, line={"width": 0}, hoverinfo="skip"
        )
    )
    figure.add_trace(
        go.Scatter(
            x=x,
            y=[point.value for point in points],
            mode="lines+markers",
            line={"color": COLOR, "width": 2},
            marker={"size": 6},
            customdata=[(point.low, point.high) for point in points],
            hovertemplate="%{x}: %{y:.3f}, from %{customdata[0]:.3f} to %{customdata[1]:.3f}<extra></extra>",
        )
    )
    _mark(figure, in_use)
    figure.update_xaxes(title=title, zeroline=False, nticks=7)
    _axes(figure, measure, points)
    return figure


def _mark(figure: go.Figure, in_use: Any) -> None:
    """Where the sidebar's value stands."""
    if in_use is None:
        return
    upright(figure, in_use, {"color": IN_USE, "width": 2, "dash": "dot"})
    figure.add_annotation(x=in_use, yref="paper", y=1, yanchor="bottom", text="in use", showarrow=False)


def _axes(figure: go.Figure, measure: str, points: Sequence[SweepPoint]) -> None:
    figure.update_yaxes(title=measure, zeroline=False, tickformat=".2f", nticks=7)
    if points and min(point.low for point in points) <= 0:
        level(figure, 0, {"color": TIE_COLOR, "width": 1})
    figure.update_layout(showlegend=False, height=HEIGHT, margin={"l": 10, "r": 10, "t": 30, "b": 40})
