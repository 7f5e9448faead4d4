"""Charts of two systems under one metric; ``colors`` has the colours of both. Pure."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from scoring.metric import ROUNDING
from scoring.output.numbers import MISSING, two_decimals
from scoring.studies.side_by_side import BucketScore, ScoredPair
from ui.kit.charts import CHOSEN_COLOR, LEGEND, ROW_HEIGHT, SVG_POINTS, TIE_COLOR, axis_label, label_position

BINS = 41
HEIGHT = 300
"""Height in px of the charts of segments."""
Colors = Mapping[str, str]
"""System -> its colour."""


def _sides(pair: ScoredPair, colors: Colors) -> tuple[tuple[str, str, str], ...]:
    """Return label, colour and mark of the first system's wins, of ties, and of the second system's wins."""
    first, second = map(axis_label, pair.names)
    marks = "triangle-up", "circle", "triangle-down"
    a, b = (colors[name] for name in pair.names)
    return tuple(zip((f"{first} wins", "tied", f"{second} wins"), (a, TIE_COLOR, b), marks, strict=True))


def _groups(pair: ScoredPair) -> list[np.ndarray]:
    """Return the segments that the first system wins, that are tied, and that the second system wins."""
    leads = pair.leads
    return [np.flatnonzero(is_in_group) for is_in_group in (leads > 0, leads == 0, leads < 0)]


def segment_scatter(pair: ScoredPair, selected: int, colors: Colors, numbers: np.ndarray) -> go.Figure:
    """Return a figure of both systems' segment scores; ``customdata`` is the segments' indices; ties lie on the line.

    The points are the ``drawn_segments`` and the selected one; the legend counts all segments.
    """
    figure = go.Figure()
    a, b = pair.scores
    first, second = map(axis_label, pair.names)
    drawn_indices = drawn_segments(len(a))
    (lowest, highest), decimals = _ends(pair), pair.metric.decimals
    room = highest - lowest
    ends = [lowest - 0.03 * room, highest + 0.03 * room]
    overlaps = _overlap_notes(a, b)
    figure.add_shape(
        type="line",
        x0=lowest,
        y0=lowest,
        x1=highest,
        y1=highest,
        line={"color": TIE_COLOR, "width": 1, "dash": "dot"},
    )
    for (name, color, symbol), every in zip(_sides(pair, colors), _groups(pair), strict=True):
        indices = np.intersect1d(every, drawn_indices)
        figure.add_trace(
            go.Scatter(
                x=a[indices].round(decimals + 1),
                y=b[indices].round(decimals + 1),
                name=f"{name}: {len(every):,}",
                mode="markers",
                customdata=indices,
                text=[f"segment {numbers[index]:,}{overlaps[index]}" for index in indices],
                marker={"size": 7, "color": color, "symbol": symbol, "opacity": 0.8},
                hovertemplate=f"%{{text}}: {first} %{{x:.{decimals}f}}, {second} %{{y:.{decimals}f}}<extra></extra>",
            )
        )
    place = label_position(a[selected] - lowest, b[selected] - lowest, room)
    figure.add_trace(_selected_point(a[selected], b[selected], f"segment {numbers[selected]}", place))
    metric = html.escape(pair.metric.full_name)
    figure.update_xaxes(title=f"{metric} of {first}", range=ends)
    figure.update_yaxes(title=f"{metric} of {second}", range=ends)
    figure.update_layout(height=HEIGHT, margin={"l": 10, "r": 20, "t": 30, "b": 40}, legend=LEGEND)
    return figure


def _selected_point(x: float, y: float, name: str, place: str) -> go.Scatter:
    """Return a ring around the point of a segment, with its name at this side of the point."""
    return go.Scatter(
        x=[x],
        y=[y],
        mode="markers+text",
        text=[name],
        textposition=place,
        marker={"size": 15, "symbol": "circle-open", "color": CHOSEN_COLOR, "line": {"width": 3}},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )


def _ends(pair: ScoredPair) -> tuple[float, float]:
    """Return both ends of the axes: of the metric's scale, or of the data if they exceed the scale or there is none."""
    scores = np.concatenate(pair.scores)
    lowest, highest = float(np.nanmin(scores, initial=0)), float(np.nanmax(scores, initial=0))
    if pair.metric.is_percentage:
        return lowest, max(100.0, highest)
    return lowest, highest if highest > lowest else lowest + 1.0


def drawn_segments(n_segments: int) -> np.ndarray:
    """Return the segments to draw: all, or ``SVG_POINTS`` at equal distances, because each choice sends all points."""
    return np.linspace(0, n_segments - 1, min(n_segments, SVG_POINTS)).round().astype(int)


def _overlap_notes(a: np.ndarray, b: np.ndarray) -> list[str]:
    """Return, for each segment, how many other segments are at its point, in words."""
    _, places, counts = np.unique(np.stack([a, b]).round(3), axis=1, return_inverse=True, return_counts=True)
    others = counts[places.ravel()] - 1
    return [f" and {number:,} more here" if number else "" for number in others]


def histogram(pair: ScoredPair, colors: Colors) -> go.Figure:
    """Return a figure of the number of segments by difference; the middle bar, around 0, counts exact ties."""
    differences = pair.differences
    widest = float(np.nanmax(np.abs(differences), initial=0))
    widest = widest if widest > ROUNDING else 1.0
    width = 2 * widest / (BINS - 1)
    edges = (np.arange(BINS + 1) - BINS / 2) * width
    difference_phrase = _difference_name(pair.names)
    figure = go.Figure()
    for (name, color, _), segments in zip(_sides(pair, colors), _groups(pair), strict=True):
        figure.add_trace(
            go.Bar(
                x=(edges[:-1] + width / 2).round(6),
                y=np.histogram(differences[segments], edges)[0],
                width=width * 0.95,
                name=f"{name}: {len(segments):,}",
                marker={"color": color},
                hovertemplate=f"{name}: %{{y:,}} segments, {difference_phrase} around %{{x:.2f}}<extra></extra>",
            )
        )
    if n_ties := pair.wins.ties:
        around = int(np.histogram(differences, edges)[0][BINS // 2])
        text = f"{n_ties:,} tied, of {around:,} around 0"
        figure.add_annotation(x=0, y=around, text=text, showarrow=False, yanchor="bottom")
    better = _better(pair.names, pair.metric.higher_is_better)
    figure.update_xaxes(
        title=f"segment {html.escape(pair.metric.full_name)}, {difference_phrase}; {better}", zeroline=True
    )
    figure.update_yaxes(title="segments")
    figure.update_layout(
        barmode="stack", bargap=0, height=HEIGHT, margin={"l": 10, "r": 20, "t": 30, "b": 40}, legend=LEGEND
    )
    return figure


def buckets(scored: Sequence[BucketScore], metric: str, names: tuple[str, str], colors: Colors) -> go.Figure:
    """Return a figure with a row for each bucket, the first on top: both scores, their difference, and intervals."""
    figure = make_subplots(1, 2, shared_yaxes=True, horizontal_spacing=0.04, column_widths=[0.55, 0.45])
    rows = np.arange(len(scored), dtype=float)
    for side, name in enumerate(names):
        values, bounds = [bucket.scores[side] for bucket in scored], [bucket.intervals[side] for bucket in scored]
        places, mark = rows + (side - 0.5) * 0.3, "circle" if side else "square"
        figure.add_trace(_dots(values, bounds, places, axis_label(name), colors[name], mark), 1, 1)
    gaps, bounds = [bucket.difference for bucket in scored], [bucket.difference_interval for bucket in scored]
    figure.add_trace(_dots(gaps, bounds, rows, _difference_name(names), TIE_COLOR, "diamond"), 1, 2)
    figure.add_vline(0, line={"color": TIE_COLOR, "width": 1, "dash": "dot"}, row=1, col=2)
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[f"{axis_label(bucket.label)}  n = {bucket.size:,}" for bucket in scored],
        range=[len(scored) - 0.4, -0.6],
        ticksuffix="  ",
        zeroline=False,
    )
    figure.update_xaxes(title=html.escape(metric), row=1, col=1)
    figure.update_xaxes(
        title=_better(names, scored[0].higher_is_better).replace(" 0 ", " 0<br>"), row=1, col=2, zeroline=False
    )
    figure.update_layout(
        height=120 + len(scored) * (ROW_HEIGHT + 8), margin={"l": 10, "r": 20, "t": 40, "b": 40}, legend=LEGEND
    )
    return figure


def _difference_name(names: tuple[str, str]) -> str:
    return " − ".join(map(axis_label, names))


def _better(names: tuple[str, str], higher_is_better: bool) -> str:
    return f"{'above' if higher_is_better else 'below'} 0 {axis_label(names[0])} is better"


def _dots(values: Sequence, bounds: Sequence, rows: np.ndarray, name: str, color: str, symbol: str) -> go.Scatter:
    """Return the trace of values with their intervals, which need not be symmetric."""
    centres, (low, high) = np.array(values, float), np.array(bounds, float).T
    shown = [[two_decimals(value, MISSING) for value in column] for column in (centres, low, high)]
    texts = [f"{value} ({lower} to {upper})" for value, lower, upper in zip(*shown, strict=True)]
    return go.Scatter(
        x=centres,
        y=rows,
        name=name,
        mode="markers",
        marker={"size": 10, "color": color, "symbol": symbol},
        error_x={"array": _reach(high - centres), "arrayminus": _reach(centres - low), "thickness": 1.8},
        text=texts,
        hovertemplate=f"{name}: %{{text}}<extra></extra>",
    )


def _reach(distances: np.ndarray) -> np.ndarray:
    """Return the lengths of error bars: 0 without an interval, or if the interval is on the other side."""
    return np.maximum(np.nan_to_num(distances), 0)
