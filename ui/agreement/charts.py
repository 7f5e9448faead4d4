"""Figures of the page Agreement. Names are users' text: escaped here, since plotly reads a few HTML tags. Pure."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from scoring.output.numbers import MISSING, fixed, significant
from scoring.studies.agreement import Chance, Measure
from scoring.studies.disagreement import DifferenceWorth
from ui.kit.charts import (
    COLORS,
    ROW_HEIGHT,
    TIE_COLOR,
    axis_label,
    draw_named_vertical_line,
    draw_vertical_band,
    draw_vertical_line,
    error_bars,
    label_rows,
)

PLOT = 330.0, 330.0
"""Approximate width and height in px of the area of the scatter's points."""
EDGE = 10.0
"""Number of px by which a name may exceed either side."""
LETTER, LINE, GAP = 6.2, 14.0, 7.0
"""Width of a name's letter, height of a name, and gap between a name and its point, in px."""
PLACES = (
    *(("middle right", 1, 0), ("middle left", -1, 0), ("top center", 0, 1), ("bottom center", 0, -1)),
    *(("top right", 1, 1), ("top left", -1, 1), ("bottom right", 1, -1), ("bottom left", -1, -1)),
)
"""Positions that a name may take, each with its direction from the point."""
NOWHERE = "none"
BEST_COLOR, OTHER_COLOR = COLORS[0], TIE_COLOR
BAND = "rgba(130, 150, 175, 0.2)"
CHARACTER = 7.2
"""Width in px of a letter at the end of a row."""
REACH = 0.6
"""Share of the metrics' range beyond which a baseline is not drawn."""


def label_positions(x: np.ndarray, y: np.ndarray, names: Sequence[str]) -> list[str]:
    """Return a position for each name at which it covers no point and no other name, or NOWHERE.

    ``x`` and ``y`` (n,) are px.
    """
    occupied_boxes = [(left - 5, low - 5, left + 5, low + 5) for left, low in zip(x, y, strict=True)]
    positions = []
    for left, low, name in zip(x, y, names, strict=True):
        boxes = [(place, _box(left, low, len(name) * LETTER, dx, dy)) for place, dx, dy in PLACES]
        free = [
            (place, box) for place, box in boxes if _is_within(box) and not any(_meet(box, o) for o in occupied_boxes)
        ]
        positions.append(free[0][0] if free else NOWHERE)
        occupied_boxes += [box for _, box in free[:1]]
    return positions


Box = tuple[float, float, float, float]
"""Left, lower, right and upper edge of a box."""


def _box(x: float, y: float, width: float, dx: int, dy: int) -> Box:
    left = x + GAP if dx > 0 else x - GAP - width if dx < 0 else x - width / 2
    low = y + GAP if dy > 0 else y - GAP - LINE if dy < 0 else y - LINE / 2
    return left, low, left + width, low + LINE


def _is_within(box: Box) -> bool:
    return box[0] >= -EDGE and box[2] <= PLOT[0] + EDGE and box[1] >= 0


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@dataclass(frozen=True)
class Bar:
    """The value of one metric by one measure."""

    name: str
    value: float
    interval: tuple[float, float]
    letters: str
    is_best: bool
    """whether the metric is the best or not shown to be worse than the best"""
    threshold: float | None = None
    """difference in the metric's points up to which there is a tie; None if the measure has none"""


def agreement_forest_chart(
    bars: Sequence[Bar], measure: Measure, ties: float | None = None, chance: Chance | None = None
) -> go.Figure:
    """Return a figure of each metric's value and 95 % interval, in this order from the top, with letters.

    ``ties`` is the value of calling everything a tie, and ``chance`` the values of random metrics; None until known.
    """
    figure = go.Figure()
    for row, bar in enumerate(bars):
        figure.add_trace(_point(bar, row))
        label_layout = {
            "x": 1,
            "xref": "paper",
            "xanchor": "left",
            "xshift": 6,
            "showarrow": False,
            "font": {"size": 12},
        }
        figure.add_annotation(text=bar.letters, y=row, **label_layout)
    ends = baseline_range(bars)
    if ends is not None and ties is not None:
        _mark(figure, ties, "all ties", "dot", ends)
    if ends is not None and chance is not None:
        _mark(figure, chance.mean, "chance", "dash", ends, 13)
        # The range of 95 of 100 random metrics.
        low, high = chance.interval()
        if ends[0] <= chance.mean <= ends[1] and not np.isnan(low):
            draw_vertical_band(figure, max(low, ends[0]), min(high, ends[1]), BAND)
    label_rows(figure, [axis_label(bar.name) for bar in bars], -0.6)
    figure.update_yaxes(showgrid=False)
    figure.update_xaxes(title=f"{measure.label} (right is better)", zeroline=False)
    longest = max((len(bar.letters) for bar in bars), default=0)
    margin = {"l": 10, "r": 20 + int(longest * CHARACTER), "t": 36, "b": 40}
    figure.update_layout(height=100 + len(bars) * (ROW_HEIGHT - 6), margin=margin, showlegend=False)
    return figure


def _point(bar: Bar, row: int) -> go.Scatter:
    low, high = bar.interval
    color = BEST_COLOR if bar.is_best else OTHER_COLOR
    interval = MISSING if np.isnan(low) else f"{fixed(low, 3)} to {fixed(high, 3)}"
    tied = "" if bar.threshold is None else f"<br>differences up to {significant(bar.threshold)} are ties"
    marker = {"size": 10, "color": color, "symbol": "circle" if bar.is_best else "circle-open"}
    error = error_bars([(bar.value, low, high)], color, thickness=2, width=4)
    hover = f"%{{hovertext}}: {fixed(bar.value, 3)}, 95 % interval {interval}{tied}<extra></extra>"
    look = {"mode": "markers", "marker": marker, "error_x": error, "hovertemplate": hover}
    return go.Scatter(x=[bar.value], y=[row], hovertext=html.escape(bar.name, quote=False), **look)


def baseline_range(bars: Sequence[Bar]) -> tuple[float, float] | None:
    """Return the lowest and highest value at which a baseline is drawn; None if all values are NaN."""
    values = np.array([value for bar in bars for value in (bar.value, *bar.interval) if not np.isnan(value)])
    if not len(values):
        return None
    room = REACH * max(float(values.max() - values.min()), 0.02)
    return float(values.min()) - room, float(values.max()) + room


def _mark(figure: go.Figure, at: float, words: str, dash: str, ends: tuple[float, float], shift: int = 0) -> None:
    """Draw a line at a baseline's value if it is within ``ends``; NaN draws nothing."""
    if ends[0] <= at <= ends[1]:
        line = {"color": TIE_COLOR, "width": 1.5, "dash": dash}
        draw_named_vertical_line(figure, at, words, line, yshift=shift, font={"size": 12})


@dataclass(frozen=True)
class Side:
    """The values that one axis of the scatter shows."""

    title: str
    values: np.ndarray
    """(n_systems,) values as they are printed"""
    higher_is_better: bool
    decimals: int


def system_scatter_chart(names: Sequence[str], metric: Side, judge: Side, colors: Mapping[str, str]) -> go.Figure:
    """Return a figure of each system's score by the metric (better to the right) and by the judge (upwards).

    A name that would cover others appears only when its point is pointed at.
    """
    labels = [axis_label(name) for name in names]
    at = label_positions(_pixels(metric, PLOT[0]), _pixels(judge, PLOT[1]), labels)
    marker = {"size": 10, "color": [colors[name] for name in names]}
    hover = f"%{{hovertext}}: %{{x:.{metric.decimals}f}}, %{{y:.{judge.decimals}f}}<extra></extra>"
    look = {"mode": "markers+text", "marker": marker, "textfont": {"size": 12}, "cliponaxis": False}
    text = ["" if place == NOWHERE else name for name, place in zip(labels, at, strict=True)]
    look |= {"text": text, "textposition": ["top center" if place == NOWHERE else place for place in at]}
    figure = go.Figure(go.Scatter(x=metric.values, y=judge.values, hovertext=labels, hovertemplate=hover, **look))
    for update, side in ((figure.update_xaxes, metric), (figure.update_yaxes, judge)):
        update(title=html.escape(side.title, quote=False), zeroline=False, range=_range(side), nticks=6)
    figure.update_layout(height=400, margin={"l": 10, "r": 20, "t": 20, "b": 40}, showlegend=False)
    return figure


def _range(side: Side) -> list[float]:
    """Return both ends of an axis, the better one last, with room for names."""
    values = side.values[~np.isnan(side.values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    room = 0.12 * (high - low) or 1.0
    ends = [low - room, high + room]
    return ends if side.higher_is_better else ends[::-1]


def _pixels(side: Side, size: float) -> np.ndarray:
    """Return the approximate place in px of each value on an axis of length ``size``, float64 (n_systems,)."""
    low, high = _range(side)
    pixels: np.ndarray = np.nan_to_num((side.values - low) / (high - low)) * size
    return pixels


def difference_worth_chart(worth: DifferenceWorth, metric: str, chosen: int) -> go.Figure:
    """Return a figure of the share of system pairs ordered as by the judge, by least score difference."""
    figure = go.Figure()
    band = {"line": {"width": 0}, "mode": "lines", "hoverinfo": "skip"}
    figure.add_trace(go.Scatter(x=worth.differences, y=worth.low, **band))
    figure.add_trace(go.Scatter(x=worth.differences, y=worth.high, fill="tonexty", fillcolor=BAND, **band))
    hover = (
        "at least %{x:g}: %{y:.0%} of %{customdata[0]:.0f} pairs,"
        " 95 % interval %{customdata[1]:.0%} to %{customdata[2]:.0%}<extra></extra>"
    )
    look = {
        "mode": "lines+markers",
        "line": {"color": BEST_COLOR, "width": 2},
        "marker": {"size": 5},
        "hovertemplate": hover,
    }
    data = np.column_stack([worth.n_pairs, worth.low, worth.high])
    figure.add_trace(go.Scatter(x=worth.differences, y=worth.shares, customdata=data, **look))
    draw_vertical_line(figure, float(worth.differences[chosen]), {"color": TIE_COLOR, "width": 1.5, "dash": "dash"})
    figure.update_xaxes(title=f"difference of at least this much {html.escape(metric, quote=False)}", zeroline=False)
    figure.update_yaxes(title="ordered the same way", tickformat=".0%", range=[0, 1.03])
    figure.update_layout(height=300, margin={"l": 10, "r": 20, "t": 20, "b": 40}, showlegend=False)
    return figure
