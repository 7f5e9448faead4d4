"""Charts of precisions and of scores over time. Names are users' text: escaped here, since plotly reads HTML."""

import html
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from scoring.lab.watching.folder import natural
from scoring.lab.watching.lines import ScoreLine, ScorePoint
from scoring.output.markup.colors import PALETTE
from scoring.output.numbers import MISSING, fixed, signed, write_interval
from scoring.studies.baseline import differences_from_baseline
from scoring.studies.comparison import Comparisons
from ui.kit.charts import LEGEND, SVG_POINTS, axis_label, draw_vertical_line, error_bars, row_axis

ORDER_COLORS = ["#D6EAF8", "#AED6F1", "#5DADE2", "#0072B2", "#005A8E", "#004A75", "#003A5C", "#002B45", "#001C2E"]
"""Shades of blue for the n-gram orders 1 to 9; the first four are those of scoring/output/markup/style.css on a light
page, and ui/session/style.css gives dots on a dark page the colours that words have there.
"""
HEIGHT, FURTHER = 300, 190
"""Heights in px of the first panel, and of each further one."""
BASELINE = {"color": "#7A8CA0", "width": 1.5, "dash": "dash"}
"""Style of the line at a baseline's score."""
DIGIT = 8
"""Width in px of a digit at the end of a row."""
LOW_ROW, MIN_LOW_ROW, LOW_ROOM = 22, 16, 270
"""Heights in px of a row of the ranking, of one among many, and of all rows to be visible together."""
MAX_BARS = 40
"""Largest number of points in a line that have error bars; longer lines have a band instead."""


def reduce_height(figure: go.Figure, n_rows: int) -> go.Figure:
    """Reduce the height of a chart of rows, so that the chart and its surroundings fit the window; return the chart.

    Its axis has no title: the caption below names the metric.
    """
    row_height = min(LOW_ROW, max(MIN_LOW_ROW, LOW_ROOM // n_rows))
    figure.update_xaxes(title=None, nticks=6)
    figure.update_layout(height=45 + n_rows * row_height, margin_b=20)
    return figure


def mark_baseline(figure: go.Figure, ranked: Comparisons, baseline: str) -> None:
    """Draw on a ranking chart a line at the baseline's score, and each system's difference at its row's end.

    Draw nothing if the baseline has no score.
    """
    decimals = ranked.metric.decimals
    scores = dict(zip(ranked.systems, map(float, ranked.tested.scores), strict=True))
    differences = differences_from_baseline(ranked.metric, scores, baseline)
    if np.isnan(scores.get(baseline, np.nan)):
        return
    draw_vertical_line(figure, scores[baseline], BASELINE)
    for place, note in zip(ranked.order, figure.layout.annotations, strict=True):
        note.text = f"{note.text}\N{EM SPACE}{signed(differences[ranked.systems[place]], '', decimals)}"
    figure.update_layout(margin_r=figure.layout.margin.r + DIGIT * (decimals + 6))


def precisions_chart(by_system: Mapping[str, np.ndarray]) -> go.Figure:
    """Return a figure of each system's precision by order (N,), 0-1: a row for each system, a dot for each order."""
    names = list(by_system)
    table = np.array([by_system[name] for name in names]) * 100
    figure = go.Figure()
    mode, data = "markers+text" if len(names) <= 12 else "markers", [html.escape(name, quote=False) for name in names]
    common = {"mode": mode, "customdata": data, "textposition": "top center", "textfont": {"size": 11}}
    for order, values in enumerate(table.T):
        hover = f"{order + 1}-gram precision %{{x:.2f}} %<extra>%{{customdata}}</extra>"
        marker = {"size": 13, "color": ORDER_COLORS[order], "line": {"width": 1, "color": "#7A8CA0"}}
        look = {"text": [f"{value:.1f}" for value in values], "marker": marker, "hovertemplate": hover}
        y = list(range(len(names)))
        figure.add_trace(go.Scatter(x=values, y=y, name=f"{order + 1}-gram", **look, **common))
    row_axis(figure, names, extra=12)
    figure.update_xaxes(title="precision, %", rangemode="tozero")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "entrywidth": 55})
    return figure


def scores_over_time_chart(lines: Sequence[ScoreLine]) -> go.Figure:
    """Return a figure with a panel for each line, by step or time: scores with their 95 % intervals.

    Each training run is a separate line in a panel. The best output of a panel has a ring.
    """
    heights = [HEIGHT, *[FURTHER] * (len(lines) - 1)]
    figure = make_subplots(len(lines), 1, shared_xaxes=True, vertical_spacing=0.06 / len(lines), row_heights=heights)
    runs = _runs(lines)
    colors = {run: PALETTE[place % len(PALETTE)] for place, run in enumerate(runs)}
    listed: set[str] = set()
    for row, line in enumerate(lines, 1):
        for run in runs:
            points = [point for point in line.placed if not line.by_run or point.run == run]
            if points:
                name = axis_label(run) if len(runs) > 1 else ""
                _draw(figure, row, line, points, colors[run], name, is_listed=run not in listed)
                listed.add(run)
        _ring(figure, row, line)
        figure.update_yaxes(title=axis_label(line.label), zeroline=False, nticks=6, row=row, col=1)
    figure.update_xaxes(zeroline=False, showgrid=False)
    figure.update_xaxes(title="step" if lines[0].by_step else "time of the file (UTC)", row=len(lines), col=1)
    height = sum(heights) + 60
    margin = {"l": 10, "r": 20, "t": 30, "b": 40}
    figure.update_layout(height=height, margin=margin, showlegend=len(runs) > 1, legend=LEGEND, hovermode="closest")
    return figure


def _runs(lines: Sequence[ScoreLine]) -> list[str]:
    """Return the names of runs; one empty name if runs are not distinguished."""
    if not lines[0].by_run:
        return [""]
    return sorted({point.run for line in lines for point in line.placed}, key=natural)


def _draw(
    figure: go.Figure, row: int, line: ScoreLine, points: Sequence[ScorePoint], color: str, name: str, is_listed: bool
) -> None:
    at = [point.step if line.by_step else point.time for point in points]
    bars = {}
    if len(points) > MAX_BARS:
        edge = {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
        red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
        fill = {"fill": "tonexty", "fillcolor": f"rgba({red}, {green}, {blue}, 0.28)"}
        figure.add_trace(go.Scatter(x=at, y=[point.low for point in points], **edge), row=row, col=1)
        figure.add_trace(go.Scatter(x=at, y=[point.high for point in points], **edge, **fill), row=row, col=1)
    else:
        ends = [(point.score, point.low, point.high) for point in points]
        bars["error_y"] = error_bars(ends, color, thickness=1.5, width=3)
    mode = "lines+markers" if len(points) <= SVG_POINTS else "lines"
    look = {"mode": mode, "line": {"color": color, "width": 2}, "marker": {"size": 6, "color": color}}
    listed = {"name": name, "legendgroup": name, "showlegend": is_listed}
    hover = {
        "hovertext": [_hover_text(line, point) for point in points],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    scores = [point.score for point in points]
    figure.add_trace(go.Scatter(x=at, y=scores, **look, **listed, **hover, **bars), row=row, col=1)


def _ring(figure: go.Figure, row: int, line: ScoreLine) -> None:
    best = line.best
    if best not in line.placed:
        return
    ring = {"size": 15, "symbol": "circle-open", "color": "#E69F00", "line": {"width": 3}}
    at = best.step if line.by_step else best.time
    trace = go.Scatter(x=[at], y=[best.score], mode="markers", marker=ring, hoverinfo="skip", showlegend=False)
    figure.add_trace(trace, row=row, col=1)


def _hover_text(line: ScoreLine, point: ScorePoint) -> str:
    """Return the text that is shown when a point is pointed at."""
    interval = write_interval(point.low, point.high, partial(fixed, decimals=line.decimals))
    return (
        f"{axis_label(point.name)}<br>{axis_label(line.label)} {fixed(point.score, line.decimals, MISSING)}, {interval}"
    )
