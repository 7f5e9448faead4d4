"""Figures of the page Rate. Names are users' text: escaped here, since plotly reads a few HTML tags. Pure."""

import html
from collections.abc import Mapping
from math import isnan
from typing import Any

import plotly.graph_objects as go

from scoring.output.numbers import fixed
from scoring.rating import SystemScores
from scoring.rating.study import NO_INTERVAL
from ui.kit.charts import TIE_COLOR, error_bars, row_axis


def system_scores_chart(scores: SystemScores, title: str, colors: Mapping[str, str], decimals: int) -> go.Figure:
    """Return each system's score with its 95 % interval, the best on top."""
    figure = go.Figure()
    for row, one in enumerate(scores):
        color = colors.get(one.system, TIE_COLOR)
        ends = " to ".join(fixed(end, decimals) for end in (one.low, one.high))
        interval = NO_INTERVAL if isnan(one.low) else f"95 % interval {ends}"
        error = error_bars([(one.score, one.low, one.high)], color, thickness=2, width=4)
        hover = f"%{{hovertext}}: {fixed(one.score, decimals)}, {interval}<extra></extra>"
        look: dict[str, Any] = {
            "mode": "markers+text",
            "marker": {"size": 10, "color": color},
            "error_x": error,
            "hovertemplate": hover,
            "text": fixed(one.score, decimals),
            "textposition": "top center",
            "cliponaxis": False,
        }
        figure.add_trace(go.Scatter(x=[one.score], y=[row], hovertext=html.escape(one.system, quote=False), **look))
    names = [one.system for one in scores]
    row_axis(figure, names, top=-0.6)
    figure.update_xaxes(title=f"{html.escape(title, quote=False)};<br>higher is better", zeroline=False)
    figure.update_layout(showlegend=False, height=120 + 34 * len(names), margin={"l": 10, "r": 20, "t": 30, "b": 70})
    return figure
