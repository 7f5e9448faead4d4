"""Quality against cost as a chart and a table. Names are users' text: escaped here, since plotly reads HTML."""

import html
from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from scoring.output.numbers import fixed
from scoring.studies.tradeoff import TradeoffResult, quality_with_interval
from ui.kit import charts as figures

HEIGHT = 380
ROOM = 0.2
"""Share of the cost axis that is left for the name of the last system."""


def tradeoff_chart(result: TradeoffResult, colors: Mapping[str, str]) -> go.Figure:
    """Return a figure with a point and interval for each system, and the Pareto front as a line.

    The best quality is at the top.
    """
    figure = go.Figure()
    front = sorted((point for point in result.points if point.is_on_front), key=lambda of: of.cost)
    look = {"color": figures.CHOSEN_COLOR, "width": 1.5, "dash": "dot"}
    x, y = [of.cost for of in front], [of.quality for of in front]
    figure.add_trace(go.Scatter(x=x, y=y, mode="lines", line=look, hoverinfo="skip"))
    for point in result.points:
        name, color = figures.axis_label(point.system), colors[point.system]
        is_filled = point.is_on_front
        marker = {"size": 12 if is_filled else 9, "color": color, "symbol": "circle" if is_filled else "circle-open"}
        error = figures.error_bars([(point.quality, point.low, point.high)], color, thickness=1.5, width=4)
        data = [[html.escape(point.system, quote=False), fixed(point.cost, 2), quality_with_interval(point)]]
        hover = "%{customdata[0]}: %{customdata[1]}, AutoRank %{customdata[2]}<extra></extra>"
        shown = {"mode": "markers+text", "text": [name], "textposition": "middle right"}
        place = {"x": [point.cost], "y": [point.quality], "error_y": error, "marker": marker}
        figure.add_trace(go.Scatter(**place, **shown, customdata=data, hovertemplate=hover))
    highest = max((point.cost for point in result.points), default=1.0)
    lowest = min(0.0, *(point.cost for point in result.points)) if result.points else 0.0
    room = ROOM * (highest - lowest or 1.0)
    ends = [lowest, highest + room]
    figure.update_xaxes(title=html.escape(result.cost.name, quote=False), range=ends, zeroline=False)
    figure.update_yaxes(title="AutoRank (1 is best)", autorange="reversed", zeroline=False)
    margin = {"l": 10, "r": 20, "t": 20, "b": 40}
    return figure.update_layout(height=HEIGHT, showlegend=False, margin=margin)


def tradeoff_table(result: TradeoffResult) -> pd.DataFrame:
    """Return one row for each system, for downloads."""
    return pd.DataFrame(result.records())
