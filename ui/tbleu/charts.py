"""tBLEU at every threshold as a figure. Names are users' text: escaped here, since plotly reads a few HTML tags."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ui.kit.tables.charts import axis_label, upright


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
                name=axis_label(system),
                mode="lines+markers",
                line={"color": colors[system], "width": 2, "shape": "hv"},
                marker={"size": 5},
                customdata=[html.escape(system, quote=False)] * len(epsilons),
                hovertemplate="epsilon %{x}: %{y:.2f}<extra>%{customdata}</extra>",
            )
        )
    upright(figure, at, {"color": "#E69F00", "width": 2, "dash": "dot"})
    figure.add_annotation(x=at, yref="paper", y=1, yanchor="bottom", text=f"epsilon {at:g}", showarrow=False)
    figure.update_xaxes(title="epsilon; at 0 it is BLEU", range=[-0.02, 1.02], zeroline=False)
    figure.update_yaxes(title="tBLEU", zeroline=False)
    figure.update_layout(height=420, margin={"l": 10, "r": 20, "t": 30, "b": 40}, showlegend=True)
    return figure
