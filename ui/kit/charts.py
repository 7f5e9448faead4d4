"""Arrays -> plotly figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

# Okabe and Ito's palette and two more, all of them readable on light and dark ground.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F6BB3", "#8C6D46")
"""Of systems; in a comparison the first is A's and the second B's."""

ORDER_COLORS = (
    "#AED6F1",
    "#7FC0EA",
    "#3B94CF",
    "#0072B2",
    "#005A8E",
    "#004A75",
    "#003A5C",
    "#002B45",
    "#001C2E",
)
"""The blue ramp for the n-gram orders 1 to 9; the first four are those of ui/kit/style.css on a light page."""

EDITS = {
    "insertion": ("+ insertion", "#2E9E6B"),
    "deletion": ("− deletion", "#D9534A"),
    "substitution": ("~ substitution", "#E0A32E"),
    "shift": ("→ shift", "#8E63C7"),
}
"""What each edit is called in a legend, and its colour; the same meanings as in ui/drawing/component.css."""

ROW_HEIGHT = 30
LABEL_LENGTH = 28
SVG_POINTS = 3000
"""Above so many points a browser needs WebGL, which not every machine has."""


def system_colors(names: Sequence[str]) -> dict[str, str]:
    """Name -> its colour on every page; they repeat after the last."""
    return {name: PALETTE[number % len(PALETTE)] for number, name in enumerate(names)}


def label(name: str) -> str:
    """A system's name on an axis: escaped, and shortened where it would push the chart aside."""
    short = name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
    return html.escape(short, quote=False)


def precisions(by_system: Mapping[str, np.ndarray]) -> go.Figure:
    """Precision by order (N,) for each system, 0-1: one row a system, one dot an order."""
    names = list(by_system)
    table = np.array([by_system[name] for name in names]) * 100
    figure = go.Figure()
    for order in range(table.shape[1]):
        figure.add_trace(
            go.Scatter(
                x=table[:, order],
                y=list(range(len(names))),
                name=f"{order + 1}-gram",
                mode="markers+text" if len(names) <= 12 else "markers",
                text=[f"{value:.1f}" for value in table[:, order]],
                textposition="top center",
                textfont={"size": 11},
                marker={"size": 13, "color": ORDER_COLORS[order], "line": {"width": 1, "color": "#7A8CA0"}},
                customdata=[html.escape(name, quote=False) for name in names],
                hovertemplate=f"{order + 1}-gram precision %{{x:.2f}} %<extra>%{{customdata}}</extra>",
            )
        )
    _row_axis(figure, names, extra=12)
    figure.update_xaxes(title="precision, %", rangemode="tozero")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "entrywidth": 55})
    return figure


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
                name=label(name),
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
    _row_axis(figure, names, extra=12)
    highest = max((np.nanmax(values, initial=0) for values in scores.values()), default=0)
    figure.update_xaxes(title=f"segment {html.escape(metric)}", range=[0, max(100, highest)])
    figure.update_layout(showlegend=False)
    return figure


def _row_axis(figure: go.Figure, names: list[str], extra: int = 0) -> None:
    """One row a system, the first on top."""
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[label(name) for name in names],
        range=[len(names) - 0.4, -1],
        ticksuffix="  ",
        zeroline=False,
    )
    figure.update_layout(
        height=110 + len(names) * (ROW_HEIGHT + extra),
        margin={"l": 10, "r": 20, "t": 40, "b": 40},
        hoverlabel={"namelength": -1},
    )


def scatter(first: np.ndarray, second: np.ndarray, labels: tuple[str, str], selected: int, color: str) -> go.Figure:
    """Segment scores (n_segments,) under two methods; ``customdata`` holds each segment's index."""
    figure = go.Figure()
    points = go.Scatter if len(first) <= SVG_POINTS else go.Scattergl
    figure.add_trace(
        points(
            x=first.round(3),
            y=second.round(3),
            mode="markers",
            customdata=np.arange(len(first)),
            marker={"size": 7, "color": color, "opacity": 0.55},
            hovertemplate="segment %{text}: %{x:.2f}, %{y:.2f}<extra></extra>",
            text=np.arange(1, len(first) + 1),
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[first[selected]],
            y=[second[selected]],
            mode="markers+text",
            text=[f"segment {selected + 1}"],
            textposition="top center",
            marker={"size": 14, "symbol": "circle-open", "color": "#E69F00", "line": {"width": 3}},
            hoverinfo="skip",
        )
    )
    highest = max(100, np.nanmax(first, initial=0), np.nanmax(second, initial=0)) + 2
    figure.update_xaxes(title=labels[0], range=[-2, highest])
    figure.update_yaxes(title=labels[1], range=[-2, highest])
    figure.update_layout(showlegend=False, height=420, margin={"l": 10, "r": 20, "t": 20, "b": 40})
    return figure


def rank_flips(ranks: np.ndarray, systems: list[str], methods: list[str], colors: Mapping[str, str]) -> go.Figure:
    """Ranks (n_systems, n_methods), 1 on top, each line with its name at its end: lines that cross are flips."""
    figure = go.Figure()
    at_the_end: dict[float, list[str]] = {}
    for row, name in zip(ranks, systems, strict=True):
        at_the_end.setdefault(row[-1], []).append(label(name))
        figure.add_trace(
            go.Scatter(
                x=methods,
                y=row,
                mode="lines+markers",
                line={"color": colors[name], "width": 2.5},
                marker={"size": 9},
                customdata=[html.escape(name, quote=False)] * len(methods),
                hovertemplate="%{x}: rank %{y}<extra>%{customdata}</extra>",
            )
        )
    for rank, names in at_the_end.items():
        beside = {"x": 1, "xref": "paper", "xanchor": "left", "y": rank, "showarrow": False}
        figure.add_annotation(text=", ".join(names), **beside)
    figure.update_yaxes(
        autorange="reversed", title="rank", tickmode="linear", tick0=1, dtick=1, zeroline=False, showgrid=False
    )
    figure.update_xaxes(type="category", title="corpus BLEU, then document score by method", tickangle=0)
    width = 7 * max(len(", ".join(names)) for names in at_the_end.values())
    figure.update_layout(
        showlegend=False,
        height=130 + 26 * len(systems),
        margin={"l": 10, "r": 20 + min(width, 320), "t": 20, "b": 40},
    )
    return figure


def edit_rates(by_system: Mapping[str, np.ndarray]) -> go.Figure:
    """Edits per 100 reference words (4,) of each system, in the order of EDITS: one bar a system, its length is TER."""
    names = list(by_system)
    table = np.array([by_system[name] for name in names])
    figure = go.Figure()
    for (words, color), rates in zip(EDITS.values(), table.T, strict=True):
        figure.add_trace(
            go.Bar(
                x=rates.round(3),
                y=list(range(len(names))),
                name=words,
                orientation="h",
                width=0.62,
                marker={"color": color},
                text=[f"{rate:.1f}" for rate in rates],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": "#0F1B2A"},
                customdata=[html.escape(name, quote=False) for name in names],
                hovertemplate=f"{words}: %{{x:.2f}} per 100 reference words<extra>%{{customdata}}</extra>",
            )
        )
    _row_axis(figure, names)
    figure.update_xaxes(title="edits per 100 reference words; the whole bar is TER", rangemode="tozero")
    figure.update_layout(
        barmode="stack", legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "traceorder": "normal"}
    )
    return figure


def shift_counts(values: np.ndarray, title: str) -> go.Figure:
    """How many shifts (n_shifts,) have each value, a length or a distance in words."""
    found, counts = np.unique(values, return_counts=True)
    bars = go.Bar(
        x=found,
        y=counts,
        marker={"color": EDITS["shift"][1]},
        hovertemplate="%{y:,} shifts: %{x} words<extra></extra>",
    )
    figure = go.Figure(bars)
    figure.update_xaxes(title=title, zeroline=True, dtick=1 if len(found) and np.ptp(found) < 15 else None)
    figure.update_yaxes(title="shifts")
    figure.update_layout(height=280, margin={"l": 10, "r": 20, "t": 20, "b": 40}, bargap=0.15)
    return figure


def curves(
    epsilons: Sequence[float], scores: Mapping[str, np.ndarray], colors: Mapping[str, str], at: float
) -> go.Figure:
    """tBLEU (n_epsilons,) of each system by its threshold; ``at`` is the one in use."""
    figure = go.Figure()
    for system, values in scores.items():
        figure.add_trace(
            go.Scatter(
                x=list(epsilons),
                y=values.round(3),
                name=label(system),
                mode="lines+markers",
                line={"color": colors[system], "width": 2, "shape": "hv"},
                marker={"size": 5},
                customdata=[html.escape(system, quote=False)] * len(epsilons),
                hovertemplate="epsilon %{x}: %{y:.2f}<extra>%{customdata}</extra>",
            )
        )
    figure.add_vline(at, line={"color": "#E69F00", "width": 2, "dash": "dot"})
    figure.add_annotation(x=at, yref="paper", y=1, yanchor="bottom", text=f"epsilon {at:g}", showarrow=False)
    figure.update_xaxes(title="epsilon; at 0 it is BLEU", range=[-0.02, 1.02], zeroline=False)
    figure.update_yaxes(title="tBLEU", zeroline=False)
    figure.update_layout(height=420, margin={"l": 10, "r": 20, "t": 30, "b": 40}, showlegend=True)
    return figure
