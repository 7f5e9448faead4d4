"""Arrays -> plotly figures of the lessons: small, few marks, labelled in words."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from scoring.output.numbers import signed
from ui.kit.charts import CHOSEN, axis_label, upright

GREY = "#8A99AB"
HEIGHT = 250
MARGIN = {"l": 10, "r": 20, "t": 20, "b": 40}
BINS_WITHIN = 4
"""Bins of a histogram between 0 and the observed difference."""
BINS_OF_SEGMENTS = 12
"""Bins between 0 and the largest difference."""


def precision_lines(precisions: Mapping[str, np.ndarray], colors: Sequence[str]) -> go.Figure:
    """Precision (N,) by order for each output, 0-1."""
    figure = go.Figure()
    widths = np.linspace(2.5 + 2 * (len(precisions) - 1), 2.5, len(precisions))  # lines that coincide both show
    for (name, values), color, width in zip(precisions.items(), colors, widths, strict=True):
        figure.add_trace(
            go.Scatter(
                x=list(range(1, len(values) + 1)),
                y=(100 * values).round(2),
                name=axis_label(name),
                mode="lines+markers",
                line={"color": color, "width": width},
                marker={"size": width + 7.5},
                hovertemplate="%{x}-grams: %{y:.2f} %",
            )
        )
    figure.update_xaxes(title="n", dtick=1, zeroline=False)
    figure.update_yaxes(title="precision, %", range=[-4, 106])
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=True, legend={"x": 1.02, "y": 1})
    return figure


def penalty_curve(
    lengths: np.ndarray, penalties: np.ndarray, points: Mapping[str, tuple[float, float]], colors: Sequence[str]
) -> go.Figure:
    """Brevity penalty (n,) by the output's length (n,), and each output's own (length, penalty) on it."""
    figure = go.Figure(
        go.Scatter(
            x=lengths,
            y=penalties.round(4),
            mode="lines",
            line={"color": GREY, "width": 2},
            hovertemplate="%{x} words: %{y:.3f}<extra></extra>",
        )
    )
    for (name, (length, penalty)), color in zip(points.items(), colors, strict=True):
        figure.add_trace(
            go.Scatter(
                x=[length],
                y=[round(penalty, 4)],
                name=axis_label(name),
                mode="markers+text",
                text=[axis_label(name)],
                textposition="top center",
                textfont={"size": 15},
                cliponaxis=False,
                marker={"size": 13, "color": color},
                hovertemplate="%{x} words: %{y:.3f}",
            )
        )
    figure.update_xaxes(title="words of the output", rangemode="tozero", zeroline=False)
    figure.update_yaxes(title="brevity penalty", range=[0, 1.16])
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=False)
    return figure


def two_systems(scores: Mapping[str, tuple[float, float]], names: tuple[str, str], colors: Sequence[str]) -> go.Figure:
    """What is measured -> the scores of two systems: one row each, the first on top."""
    rows = list(range(len(scores)))
    figure = go.Figure()
    for row, pair in zip(rows, scores.values(), strict=True):
        line = {"color": GREY, "width": 2}
        figure.add_trace(go.Scatter(x=pair, y=[row, row], mode="lines", line=line, hoverinfo="skip"))
    for number, (name, color) in enumerate(zip(names, colors, strict=True)):
        values = [pair[number] for pair in scores.values()]
        figure.add_trace(
            go.Scatter(
                x=values,
                y=rows,
                name=axis_label(name),
                mode="markers+text",
                text=[f"{name} {value:.1f}" for value in values],
                textposition="top center",
                textfont={"size": 14},
                marker={"size": 14, "color": color},
                hovertemplate="%{x:.2f}",
            )
        )
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[axis_label(what) for what in scores],
        range=[len(rows) - 0.5, -0.7],
        ticksuffix="  ",
        tickfont={"size": 14},
    )
    figure.update_yaxes(zeroline=False, showgrid=False)
    figure.update_xaxes(range=[-5, 105], zeroline=False)
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=False)
    return figure


def score_dots(names: Sequence[str], scores: Mapping[str, Sequence[float]], colors: Sequence[str]) -> go.Figure:
    """Scores (n_names,) of each text, 0-100: one row a name, the first on top, one dot a text."""
    rows = list(range(len(names)))
    figure = go.Figure()
    for (text, values), color in zip(scores.items(), colors, strict=True):
        figure.add_trace(
            go.Scatter(
                x=np.round(values, 2),
                y=rows,
                name=axis_label(text),
                mode="markers",
                marker={"size": 13, "color": color},
                hovertemplate="%{x:.2f}",
            )
        )
    figure.update_yaxes(
        tickvals=rows, ticktext=[axis_label(name) for name in names], range=[len(rows) - 0.4, -0.6], ticksuffix="  "
    )
    figure.update_yaxes(zeroline=False)
    figure.update_xaxes(title="BLEU", range=[-4, 104], zeroline=False)
    legend = {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0}
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=True, legend=legend)
    return figure


def scores_by_count(scores: Mapping[str, np.ndarray], colors: Sequence[str], title: str) -> go.Figure:
    """BLEU (n,) of each output by a count from 1 to n."""
    figure = go.Figure()
    for (name, values), color in zip(scores.items(), colors, strict=True):
        figure.add_trace(
            go.Scatter(
                x=list(range(1, len(values) + 1)),
                y=values.round(2),
                name=axis_label(name),
                mode="lines+markers",
                line={"color": color, "width": 2.5},
                marker={"size": 10},
                hovertemplate="%{x}: %{y:.2f}",
            )
        )
    figure.update_xaxes(title=title, dtick=1, zeroline=False)
    figure.update_yaxes(title="BLEU", range=[-4, 106], zeroline=False)
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=True, legend={"x": 1.02, "y": 1})
    return figure


def shuffled_differences(as_large: np.ndarray, smaller: np.ndarray, observed: float, widest: float) -> go.Figure:
    """A histogram of the differences under shuffles, those at least as large as the one observed apart.

    It reaches to ``widest``, or further where differences do, so that several can be compared by sight. Its bins end at
    the observed difference on either side of 0, so that no bin holds both kinds.
    """
    width = observed / BINS_WITHIN
    reach = width * np.ceil(max(np.abs(as_large).max(initial=0), widest) / width + 1)
    figure = go.Figure()
    for values, name, color in ((smaller, "smaller", GREY), (as_large, "as large", CHOSEN)):
        figure.add_trace(
            go.Histogram(
                x=values,
                xbins={"start": -reach, "end": reach, "size": width},
                name=name,
                marker={"color": color},
                hovertemplate="%{x}: %{y:,} shuffles",
            )
        )
    for at, anchor, what in ((-observed, "right", ""), (observed, "left", "observed ")):
        upright(figure, at, {"color": CHOSEN, "width": 2.5, "dash": "dot"})
        text = f"{what}{signed(at)}"
        figure.add_annotation(x=at, yref="paper", y=1, text=text, xanchor=anchor, yanchor="bottom", showarrow=False)
    figure.update_xaxes(title="BLEU of A′ less BLEU of B′, points", range=[-reach, reach], zeroline=False)
    figure.update_yaxes(title="shuffles", rangemode="tozero")
    figure.update_layout(
        height=HEIGHT,
        margin=MARGIN | {"t": 30},  # a slide's letters are large
        barmode="stack",
        bargap=0.04,
        showlegend=True,
        legend={"x": 0, "y": 0.98, "bgcolor": "rgba(0,0,0,0)"},
    )
    return figure


def share_bars(seen: Mapping[str, float], color: str, title: str) -> go.Figure:
    """A share by each judge, 1 for all: one bar a judge, the first on top; below 0 they point to the left."""
    values = [round(100 * share) for share in seen.values()]
    figure = go.Figure(
        go.Bar(
            x=values,
            y=[axis_label(judge) for judge in seen],
            orientation="h",
            marker={"color": [GREY if value < 0 else color for value in values]},
            text=[f"{value:.0f} %".replace("-", "−") for value in values],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x} %<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed", ticksuffix="  ", zeroline=False, showgrid=False)
    figure.update_xaxes(title=title, range=[min(0, *values) - 20, max(100, *values) + 20])
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=False)
    return figure


def differences_of_segments(
    values: np.ndarray, names: tuple[str, str], better: tuple[int, int], colors: Sequence[str]
) -> go.Figure:
    """How many segments have such a difference (n_segments,): one system's are better right of 0, the other's left."""
    reach = max(1.0, float(np.abs(values).max(initial=0)))
    figure = go.Figure()
    for sign, name, n, color in zip((1, -1), names, better, colors, strict=True):
        figure.add_trace(
            go.Histogram(
                x=values[sign * values > 0],
                xbins={"start": -reach, "end": 1.001 * reach, "size": reach / BINS_OF_SEGMENTS},
                name=f"{axis_label(name)} better: {n}",
                marker={"color": color},
                hovertemplate="%{x}: %{y} segments<extra></extra>",
            )
        )
    figure.update_xaxes(title="difference of a segment's two scores", range=[-1.05 * reach, 1.05 * reach])
    figure.update_yaxes(title="segments", rangemode="tozero")
    legend = {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0}
    figure.update_layout(height=HEIGHT, margin=MARGIN, barmode="stack", bargap=0.04, showlegend=True, legend=legend)
    return figure


def beyond_chance(rows: Mapping[str, tuple[float, str]], color: str) -> go.Figure:
    """A difference by what chance can do, 1 for just so much, and what is said of it: one row each, the first on top.

    Chance's own ground is grey.
    """
    shares = [share for share, _ in rows.values()]
    reach = 1.3 * max(1.2, *map(abs, shares))
    figure = go.Figure(
        go.Scatter(
            x=shares,
            y=list(range(len(rows))),
            mode="markers+text",
            text=[said for _, said in rows.values()],
            textposition="top center",
            textfont={"size": 14},
            marker={"size": 14, "color": [color if abs(share) > 1 else GREY for share in shares]},
            marker_symbol=["diamond" if abs(share) > 1 else "circle" for share in shares],
            cliponaxis=False,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    figure.add_vrect(x0=-1, x1=1, fillcolor=GREY, opacity=0.18, line_width=0, layer="below")
    figure.add_annotation(x=0, yref="paper", y=1, text="chance", showarrow=False, yanchor="bottom")
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[axis_label(name) for name in rows],
        range=[len(rows) - 0.5, -0.8],
        ticksuffix="  ",
        zeroline=False,
        showgrid=False,
    )
    figure.update_xaxes(title="difference / chance", range=[-reach, reach])
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=False)
    return figure


def interval_bars(rows: Mapping[str, Sequence[float]], color: str, title: str) -> go.Figure:
    """A share with its lower and upper end, 0-1: one row each, the first on top."""
    values, lows, highs = (100 * np.array(column) for column in zip(*rows.values(), strict=True))
    figure = go.Figure(
        go.Scatter(
            x=values,
            y=[axis_label(name) for name in rows],
            mode="markers",
            error_x={"array": highs - values, "arrayminus": values - lows, "thickness": 3},
            marker={"size": 11, "color": color},
            hovertemplate="%{y}: %{x:.1f}<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed", ticksuffix="  ", zeroline=False)
    figure.update_xaxes(title=title, zeroline=False)
    figure.update_layout(height=HEIGHT, margin=MARGIN, showlegend=False)
    return figure
