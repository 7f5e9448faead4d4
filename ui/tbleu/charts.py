"""The chart of tBLEU at every tolerance. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ui.kit.charts import axis_label, draw_named_vertical_line


def curves(
    epsilons: Sequence[float], scores: Mapping[str, np.ndarray], colors: Mapping[str, str], at: float
) -> go.Figure:
    """Return a figure of each system's tBLEU (n_epsilons,) by tolerance; ``at`` is the tolerance in use."""
    figure = go.Figure()
    for system, values in scores.items():
        line, hover = {"color": colors[system], "width": 2, "shape": "hv"}, "tolerance %{x}: %{y:.2f}"
        look = {"mode": "lines+markers", "line": line, "marker": {"size": 5}, "name": axis_label(system)}
        look |= {"customdata": [html.escape(system, quote=False)] * len(epsilons)}
        hover += "<extra>%{customdata}</extra>"
        figure.add_trace(go.Scatter(x=list(epsilons), y=values.round(3), hovertemplate=hover, **look))
    draw_named_vertical_line(figure, at, f"tolerance {at:g}", {"color": "#E69F00", "width": 2, "dash": "dot"})
    figure.update_xaxes(title="tolerance; at 0 it is BLEU", range=[-0.02, 1.02], zeroline=False)
    figure.update_yaxes(title="tBLEU", zeroline=False)
    figure.update_layout(height=420, margin={"l": 10, "r": 20, "t": 30, "b": 40}, showlegend=True)
    return figure
