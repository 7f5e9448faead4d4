"""Figures of the page Significance. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from scoring.numbers import MISSING, probability, short_probability, signed, two_decimals
from scoring.significance import LEVEL, Comparisons, words
from ui.kit.charts import LABEL_LENGTH, ROW_HEIGHT, label
from ui.kit.differences import CHOSEN, COLORS, tint
from ui.significance.testing import AllPairs, better

STEPS = (0.001, 0.01, LEVEL)
"""Adjusted p up to these: the smaller, the fuller the colour."""
FILLS = (0.6, 0.44, 0.28)
QUIET = "rgba(130, 150, 175, 0.55)"
CHARACTER, SLANT = 7.2, 0.72
"""px of a label's character; how far it reaches up and aside where it stands aslant"""
ROOM, SMALLEST, LARGEST, FRAME = 925, (38, 40), (130, 52), 0.04
"""px of all squares and their names on a usual screen; of the smallest and the largest square, width and
height; the share of a square that is left beside the outer ones, where the frame of a chosen one would be cut"""


def matrix(found: AllPairs, corrected: Comparisons, pair: tuple[str, str]) -> go.Figure:
    """All pairs, best systems first: a click on a square returns ``customdata`` (row, column), indices of systems."""
    order, n = corrected.order, len(corrected.systems)
    names = ranked(corrected)
    lengths = [len(html.unescape(name)) * CHARACTER for name in names]
    left = int(max(lengths)) + 24
    cell = min(max((ROOM - left - 24) // n, SMALLEST[0]), LARGEST[0]), LARGEST[1] if n <= 10 else SMALLEST[1]
    aslant = max(lengths) > cell[0]
    top = int(max(lengths) * SLANT) + 28 if aslant else 36
    beyond = [SLANT * length - (n - place - 0.5) * cell[0] for place, length in enumerate(lengths)] if aslant else [0]
    right = 16 + max(0, int(max(beyond)))
    figure = go.Figure(_squares(corrected, order))
    figure.add_trace(_cells(found, corrected, order, min(cell)))
    ticks = {"tickvals": list(range(n)), "ticktext": names, "showgrid": False, "zeroline": False, "fixedrange": True}
    figure.update_xaxes(ticks, side="top", range=[-0.5 - FRAME, n - 0.5 + FRAME], tickangle=-45 if aslant else 0)
    figure.update_yaxes(ticks, range=[n - 0.5 + FRAME, -0.5 - FRAME], ticksuffix=" ")
    row, column = (order.index(corrected.index(name)) for name in pair)
    figure.add_shape(
        type="rect",
        x0=column - 0.5,
        x1=column + 0.5,
        y0=row - 0.5,
        y1=row + 0.5,
        line={"color": CHOSEN, "width": 3},
    )
    figure.update_layout(
        width=left + right + n * cell[0],
        height=top + 10 + n * cell[1],
        margin={"l": left, "r": right, "t": top, "b": 10, "autoexpand": False},
        showlegend=False,
        dragmode=False,
        hoverlabel={"namelength": -1, "align": "left"},
    )
    return figure


def ranked(corrected: Comparisons) -> list[str]:
    """The systems' names on an axis, best first: with their ranks, and with both ends, where long ones differ."""
    names = [corrected.systems[system] for system in corrected.order]
    half = LABEL_LENGTH // 2
    short = [name if len(name) <= LABEL_LENGTH else f"{name[:half]}…{name[1 - half :]}" for name in names]
    return [f"{place} {html.escape(name, quote=False)}" for place, name in enumerate(short, 1)]


def _squares(corrected: Comparisons, order: Sequence[int]) -> go.Heatmap:
    """Filled where a pair is told apart: blue where the row is better, orange where the column is."""
    n = len(order)
    z = np.full((n, n), np.nan)
    for row, a in enumerate(order):
        for column, b in enumerate(order):
            if a != b:
                z[row, column] = _step(corrected, a, b)
    fills = [tint(1, fill) for fill in FILLS] + ["rgba(130, 150, 175, 0.10)"] + [tint(0, fill) for fill in FILLS[::-1]]
    scale = [(edge / 7, fill) for place, fill in enumerate(fills) for edge in (place, place + 1)]
    return go.Heatmap(z=z, zmin=-3.5, zmax=3.5, colorscale=scale, showscale=False, xgap=2, ygap=2, hoverinfo="skip")


def _step(corrected: Comparisons, a: int, b: int) -> int:
    """-3 to 3: how surely the row is better; 0 where the pair is not told apart."""
    p = corrected.p_adjusted[a, b]
    who = better(corrected.metric, corrected.tested.scores[a] - corrected.tested.scores[b], ("row", "column"))
    if who is None or not p <= LEVEL:
        return 0
    strength = sum(p <= step for step in STEPS)
    return strength if who == "row" else -strength


def _cells(found: AllPairs, corrected: Comparisons, order: Sequence[int], size: int) -> go.Scatter:
    """What stands in the squares, and what a click hits."""
    places = [(row, column) for row in range(len(order)) for column in range(len(order)) if row != column]
    pairs = [(order[row], order[column]) for row, column in places]
    return go.Scatter(
        x=[column for _, column in places],
        y=[row for row, _ in places],
        mode="markers+text",
        text=[_cell_text(corrected, a, b) for a, b in pairs],
        textfont={"size": 13 if size > 45 else 11},
        hovertext=[_cell_hover(found, corrected, a, b) for a, b in pairs],
        hovertemplate="%{hovertext}<extra></extra>",
        customdata=pairs,
        marker={"symbol": "square", "size": size - 4, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )


def _cell_text(corrected: Comparisons, a: int, b: int) -> str:
    difference = corrected.tested.scores[a] - corrected.tested.scores[b]
    return f"{signed(difference, MISSING)}<br>{short_probability(corrected.p_adjusted[a, b])}"


def _cell_hover(found: AllPairs, corrected: Comparisons, a: int, b: int) -> str:
    first, second = (html.escape(corrected.systems[system], quote=False) for system in (a, b))
    return (
        f"<b>{first}</b> − <b>{second}</b><br>{signed(corrected.tested.scores[a] - corrected.tested.scores[b])}"
        f" {corrected.metric.label}, {words.interval(*found.difference_intervals[a, b])}<br>"
        f"p {probability(corrected.p_values[a, b])}, adjusted p {probability(corrected.p_adjusted[a, b])}"
    )


def forest(found: AllPairs, corrected: Comparisons, colors: Mapping[str, str]) -> go.Figure:
    """Each system's score with its 95 % interval, best on top, its letters at the end; runs are rings."""
    figure = go.Figure()
    names = ranked(corrected)
    for row, system in enumerate(corrected.order):
        name, score = corrected.systems[system], float(corrected.tested.scores[system])
        low, high = found.intervals[system]
        if corrected.runs:
            figure.add_trace(_rings(corrected.runs[system].scores, row, colors[name]))
        figure.add_trace(_interval(name, score, row, (low, high), colors[name]))
        figure.add_annotation(
            text=corrected.letters[system], x=1, xref="paper", xanchor="left", y=row, showarrow=False, xshift=6
        )
    figure.update_yaxes(
        range=[len(names) - 0.4, -0.6],
        zeroline=False,
        tickvals=list(range(len(names))),
        ticktext=names,
        ticksuffix="  ",
    )
    figure.update_xaxes(title=html.escape(corrected.metric.label), zeroline=False)
    longest = max(map(len, corrected.letters))
    figure.update_layout(
        height=90 + len(names) * ROW_HEIGHT,
        margin={"l": 10, "r": 20 + int(longest * CHARACTER), "t": 10, "b": 40},
        showlegend=False,
    )
    return figure


def _interval(name: str, score: float, row: int, ends: tuple[float, float], color: str) -> go.Scatter:
    low, high = ends
    said = MISSING if np.isnan(low) else f"{two_decimals(low)} to {two_decimals(high)}"
    return go.Scatter(
        x=[score],
        y=[row],
        mode="markers",
        marker={"size": 11, "color": color},
        error_x={
            "type": "data",
            "array": [high - score],
            "arrayminus": [score - low],
            "thickness": 2.5,
            "width": 5,
        },
        customdata=[[html.escape(name, quote=False), said]],
        hovertemplate="%{customdata[0]}: %{x:.2f}, 95 % interval %{customdata[1]}<extra></extra>",
    )


def _rings(scores: np.ndarray, row: int, color: str) -> go.Scatter:
    return go.Scatter(
        x=scores,
        y=[row] * len(scores),
        mode="markers",
        marker={"size": 9, "symbol": "circle-open", "color": color, "line": {"width": 1.5}},
        hovertemplate="one run: %{x:.2f}<extra></extra>",
    )


def null_distribution(bins: pd.DataFrame, observed: float, draws: str) -> go.Figure:
    """Differences under the null hypothesis; those at least as large as the one observed stand out."""
    figure = go.Figure()
    ends = _ends(bins, observed, -observed)
    figure.add_trace(_bars(bins, "others", QUIET, "smaller difference", draws))
    figure.add_trace(_bars(bins, "marked", CHOSEN, "at least as large", draws))
    for at in sorted({-abs(observed), abs(observed)}):
        name = "observed" if at == observed else "as large"
        _line(figure, at, f"{name} {signed(at)}", "solid" if at == observed else "dash", ends)
    title = (
        "first − second if outputs were exchanged at will" if draws == "shuffles" else "first − second less its mean"
    )
    return _histogram(figure, ends, title, draws)


def resampled(
    bins: pd.DataFrame,
    observed: float,
    middle: tuple[float, float],
    higher_is_better: bool,
    pair: tuple[str, str],
) -> go.Figure:
    """The bootstrap distribution of the difference: blue where the first is better (``marked``), orange elsewhere."""
    first, second = map(label, pair)
    figure = go.Figure()
    figure.add_trace(_bars(bins, "marked", COLORS[0], f"{first} is better", "resamples"))
    figure.add_trace(_bars(bins, "others", COLORS[1], f"{second} is better, or neither", "resamples"))
    low, high = middle
    if not np.isnan(low):
        figure.add_vrect(low, high, fillcolor="rgba(130, 150, 175, 0.18)", line_width=0, layer="below")
    ends = _ends(bins, observed)
    _line(figure, observed, f"observed {signed(observed)}", "solid", ends)
    side = "above" if higher_is_better else "below"
    return _histogram(
        figure, ends, f"first − second; {side} 0 the first is better; shaded: the middle 95 %", "resamples"
    )


def _bars(bins: pd.DataFrame, column: str, color: str, words: str, draws: str) -> go.Bar:
    """``words`` may contain a system's name, so they are kept out of the template, in which plotly fills in fields."""
    return go.Bar(
        x=(bins["from"] + bins["to"]) / 2,
        y=bins[column],
        width=bins["to"] - bins["from"],
        marker={"color": color, "line": {"width": 0}},
        customdata=np.column_stack([bins["from"], bins["to"]]),
        hovertext=words,
        hovertemplate="%{hovertext}: %{y:,} "
        f"{draws} from %{{customdata[0]:.2f}} to %{{customdata[1]:.2f}}<extra></extra>",
    )


def _line(figure: go.Figure, at: float, words: str, dash: str, ends: tuple[float, float]) -> None:
    """A line with its name above; near an end of the axis the name is written towards the middle."""
    place = (at - ends[0]) / (ends[1] - ends[0])
    outwards = "right" if at < 0 else "left"
    anchor = outwards if 0.2 < place < 0.8 else "left" if place < 0.5 else "right"
    figure.add_vline(at, line={"color": CHOSEN, "width": 2.5, "dash": dash})
    figure.add_annotation(x=at, yref="paper", y=1, yanchor="bottom", text=words, showarrow=False, xanchor=anchor)


def _ends(bins: pd.DataFrame, *also: float) -> tuple[float, float]:
    """Both ends of an axis that shows all bars, 0, and these further values."""
    seen = [bins["from"].min(), bins["to"].max(), 0.0, *also]
    room = 0.06 * (max(seen) - min(seen)) or 1.0
    return min(seen) - room, max(seen) + room


def _histogram(figure: go.Figure, ends: tuple[float, float], title: str, draws: str) -> go.Figure:
    figure.update_xaxes(title=title, range=ends, zeroline=True)
    figure.update_yaxes(title=draws, rangemode="tozero")
    figure.update_layout(
        barmode="stack", bargap=0, height=300, showlegend=False, margin={"l": 10, "r": 20, "t": 30, "b": 40}
    )
    return figure
