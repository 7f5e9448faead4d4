"""Precisions of systems as a figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ui.kit.tables.charts import row_axis

ORDER_COLORS = (
    "#D6EAF8",
    "#AED6F1",
    "#5DADE2",
    "#0072B2",
    "#005A8E",
    "#004A75",
    "#003A5C",
    "#002B45",
    "#001C2E",
)
"""The blue ramp for the n-gram orders 1 to 9; the first four are those of scoring/output/markup/style.css on a
light page, and ui/session/style.css gives dots on a dark page those that words have there."""


def precisions_chart(by_system: Mapping[str, np.ndarray]) -> go.Figure:
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
    row_axis(figure, names, extra=12)
    figure.update_xaxes(title="precision, %", rangemode="tozero")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0, "entrywidth": 55})
    return figure
