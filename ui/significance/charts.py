"""Charts of the page Significance. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from scoring import Metric
from scoring.output.numbers import MISSING, fixed, signed
from scoring.studies.comparison import Comparisons
from scoring.studies.verdict import Oddity
from scoring.studies.wording.all_pairs_words import letters_by_system
from scoring.studies.wording.method_words import unit
from ui.kit import charts as figures

QUIET = "rgba(130, 150, 175, 0.55)"
ROOM, MIN_ROW_HEIGHT = 380, 19
"""Height in px of all rows if the first screen shows them all, and smallest height of one row."""
TOOL_BAR = 28
"""Height in px of the space above the rows, so that the chart's tool bar covers no row."""
CHARACTER = 7.2
"""Width in px of a label's character."""


def short_names(corrected: Comparisons) -> list[str]:
    """Return the systems' names, best first, with their ranks; long names keep both ends."""
    names = [corrected.systems[system] for system in corrected.order]
    half = figures.LABEL_LENGTH // 2
    short = [name if len(name) <= figures.LABEL_LENGTH else f"{name[:half]}…{name[1 - half :]}" for name in names]
    return [f"{place} {name}" for place, name in enumerate(short, 1)]


def score_forest_chart(corrected: Comparisons, colors: Mapping[str, str], oddities: Sequence[Oddity] = ()) -> go.Figure:
    """Return a figure of each system's score with its 95 % interval, best on top, with letters; runs are rings.

    Letters of systems whose scores are doubtful by ``oddities`` have the mark of doubt.
    """
    traces, letters, by_system = [], [], letters_by_system(corrected, oddities)
    names = [html.escape(name, quote=False) for name in short_names(corrected)]
    for row, system in enumerate(corrected.order):
        name, score = corrected.systems[system], float(corrected.tested.scores[system])
        low, high = corrected.bootstrap.interval(corrected.systems[system])
        if corrected.runs:
            traces.append(_rings(corrected.runs[system].scores, row, colors[name]))
        traces.append(_interval(name, score, row, (low, high), colors[name], corrected.metric.decimals))
        placement = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "showarrow": False}
        letters.append({"text": by_system[name], "y": row, **placement})
    figure = go.Figure(traces, {"annotations": letters})
    figures.label_rows(figure, names, -0.6)
    figure.update_xaxes(title=html.escape(corrected.metric.full_name), zeroline=False)
    longest = max(map(len, by_system.values()))
    margin = {"l": 10, "r": 20 + int(longest * CHARACTER), "t": TOOL_BAR, "b": 40}
    row_height = min(max(ROOM // len(names), MIN_ROW_HEIGHT), figures.ROW_HEIGHT)
    figure.update_layout(height=80 + TOOL_BAR + len(names) * row_height, margin=margin, showlegend=False)
    return figure


def _interval(name: str, score: float, row: int, ends: tuple[float, float], color: str, decimals: int) -> go.Scatter:
    low, high = ends
    interval = MISSING if np.isnan(low) else f"{fixed(low, decimals)} to {fixed(high, decimals)}"
    marker = {"size": 11, "color": color}
    error = figures.error_bars([(score, low, high)], color, thickness=2.5, width=5)
    data = [[html.escape(name, quote=False), interval]]
    hover = f"%{{customdata[0]}}: %{{x:.{decimals}f}}, 95 % interval %{{customdata[1]}}<extra></extra>"
    look = {"mode": "markers", "marker": marker, "error_x": error, "hovertemplate": hover}
    return go.Scatter(x=[score], y=[row], customdata=data, **look)


def _rings(scores: np.ndarray, row: int, color: str) -> go.Scatter:
    y = [row] * len(scores)
    marker = {"size": 9, "symbol": "circle-open", "color": color, "line": {"width": 1.5}}
    return go.Scatter(x=scores, y=y, mode="markers", marker=marker, hovertemplate="one run: %{x:.2f}<extra></extra>")


def null_distribution(bins: pd.DataFrame, observed: float, metric: Metric, draws: str) -> go.Figure:
    """Return a histogram of differences under the null hypothesis; values at least as large as observed are marked."""
    figure = go.Figure()
    ends = _ends(bins, observed, -observed)
    figure.add_trace(_bars(bins, "others", QUIET, "smaller difference", draws))
    figure.add_trace(_bars(bins, "marked", figures.CHOSEN_COLOR, "at least as large", draws))
    for at in sorted({-abs(observed), abs(observed)}):
        name = "observed" if at == observed else "as far the other way"
        _line(figure, at, f"{name} {signed(at)}", "solid" if at == observed else "dash", ends)
    qualifier = "after random swaps" if draws == "shuffles" else "less its mean"
    return _histogram(figure, ends, f"{_difference_label(metric)}<br>{qualifier}", draws)


def bootstrap_histogram(
    bins: pd.DataFrame, observed: float, middle: tuple[float, float], metric: Metric, pair: tuple[str, str]
) -> go.Figure:
    """Return a histogram of the bootstrap differences: blue if the first system is better (``marked``), else orange."""
    first, second = map(figures.axis_label, pair)
    figure = go.Figure()
    figure.add_trace(_bars(bins, "marked", figures.COLORS[0], f"{first} is better", "resamples"))
    figure.add_trace(_bars(bins, "others", figures.COLORS[1], f"{second} is better, or neither", "resamples"))
    low, high = middle
    if not np.isnan(low):
        figures.draw_vertical_band(figure, low, high, "rgba(130, 150, 175, 0.18)")
    ends = _ends(bins, observed)
    _line(figure, observed, f"observed {signed(observed)}", "solid", ends)
    side = "above" if metric.higher_is_better else "below"
    shaded = "" if np.isnan(low) else "; shaded: 95 % interval"
    title = f"{_difference_label(metric)}<br>{side} 0 the first is better{shaded}"
    return _histogram(figure, ends, title, "resamples")


def _difference_label(metric: Metric) -> str:
    return f"difference in {html.escape(unit(metric), quote=False)}, first − second"


def _bars(bins: pd.DataFrame, column: str, color: str, words: str, draws: str) -> go.Bar:
    """Return the bars of a histogram's column, with ``words`` on hover.

    ``words`` may contain a system's name, so they are kept out of the template, in which plotly fills in fields.
    """
    low, high = bins["from"], bins["to"]
    hover = f"%{{hovertext}}: %{{y:,}} {draws} from %{{customdata[0]:.2f}} to %{{customdata[1]:.2f}}<extra></extra>"
    look = {"marker": {"color": color, "line": {"width": 0}}, "hovertext": words, "hovertemplate": hover}
    return go.Bar(x=(low + high) / 2, y=bins[column], width=high - low, customdata=np.column_stack([low, high]), **look)


def _line(figure: go.Figure, at: float, words: str, dash: str, ends: tuple[float, float]) -> None:
    """Draw a line with its name above; near an end of the axis the name is on the inner side."""
    place = (at - ends[0]) / (ends[1] - ends[0])
    outwards = "right" if at < 0 else "left"
    anchor = outwards if 0.2 < place < 0.8 else "left" if place < 0.5 else "right"
    figures.draw_named_vertical_line(
        figure, at, words, {"color": figures.CHOSEN_COLOR, "width": 2.5, "dash": dash}, xanchor=anchor
    )


def _ends(bins: pd.DataFrame, *also: float) -> tuple[float, float]:
    """Return both ends of an axis that shows all bars, 0, and the values ``also``."""
    values = [bins["from"].min(), bins["to"].max(), 0.0, *also]
    room = 0.06 * (max(values) - min(values)) or 1.0
    return min(values) - room, max(values) + room


def _histogram(figure: go.Figure, ends: tuple[float, float], title: str, draws: str) -> go.Figure:
    figure.update_xaxes(title=title, range=ends, zeroline=True)
    figure.update_yaxes(title=draws, rangemode="tozero")
    margin = {"l": 10, "r": 20, "t": 30, "b": 40 + 20 * title.count("<br>")}
    return figure.update_layout(barmode="stack", bargap=0, height=300, showlegend=False, margin=margin)
