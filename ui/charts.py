"""Arrays -> plotly figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

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
"""The blue ramp for the n-gram orders 1 to 9; the first four are those of ui/highlight.css on a light page."""

ROW_HEIGHT = 30
LABEL_LENGTH = 28
DRAWN_AS_SHAPES = 5000


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
    figure.update_xaxes(title=f"segment {html.escape(metric)}", range=[0, 100])
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
    kind = go.Scatter if len(first) <= DRAWN_AS_SHAPES else go.Scattergl  # not every browser has WebGL
    figure.add_trace(
        kind(
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
    figure.update_xaxes(title=labels[0], range=[-2, 102])
    figure.update_yaxes(title=labels[1], range=[-2, 102])
    figure.update_layout(showlegend=False, height=420, margin={"l": 10, "r": 20, "t": 20, "b": 40})
    return figure


def rank_flips(ranks: np.ndarray, systems: list[str], methods: list[str], colors: Mapping[str, str]) -> go.Figure:
    """Ranks (n_systems, n_methods), 1 on top: a line that crosses another is a flip."""
    figure = go.Figure()
    for row, name in zip(ranks, systems, strict=True):
        figure.add_trace(
            go.Scatter(
                x=methods,
                y=row,
                name=label(name),
                mode="lines+markers",
                line={"color": colors[name], "width": 2.5},
                marker={"size": 9},
                hovertemplate="%{x}: rank %{y}<extra>" + html.escape(name, quote=False) + "</extra>",
            )
        )
    figure.update_yaxes(
        autorange="reversed", title="rank", tickmode="linear", dtick=1 if len(systems) < 15 else 5, zeroline=False
    )
    figure.update_xaxes(type="category", title="smoothing method")
    figure.update_layout(height=160 + 26 * len(systems), margin={"l": 10, "r": 20, "t": 20, "b": 40})
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
                line={"color": colors[system], "width": 2},
                marker={"size": 5},
                hovertemplate="epsilon %{x}: %{y:.2f}<extra>" + html.escape(system, quote=False) + "</extra>",
            )
        )
    figure.add_vline(at, line={"color": "#E69F00", "width": 2, "dash": "dot"})
    figure.add_annotation(x=at, yref="paper", y=1, yanchor="bottom", text=f"epsilon {at:g}", showarrow=False)
    figure.update_xaxes(title="epsilon; at 0 it is BLEU", range=[-0.02, 1.02], zeroline=False)
    figure.update_yaxes(title="tBLEU", zeroline=False)
    figure.update_layout(height=420, margin={"l": 10, "r": 20, "t": 30, "b": 40}, showlegend=True)
    return figure
