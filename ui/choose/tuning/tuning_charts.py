"""What tuning found, as a figure. Pure."""

import plotly.graph_objects as go

from scoring.studies.tuning import TuningResult
from ui.choose.tuning import tuning_tables
from ui.kit.tables.charts import TIE_COLOR, row_axis, upright

UNSEEN, SEEN = "#2B86C5", "#8A99AA"
LINE = {"color": TIE_COLOR, "width": 1, "dash": "dot"}
"""Where the baseline is."""
EXTRA = -8
"""px that a row is lower than usual"""


def tuning_score_chart(result: TuningResult) -> go.Figure:
    """A row a tuner, the best on top: its BLEU on both halves, a dot each replication, a larger one their mean."""
    figure, found, ranked = go.Figure(), result.found, result.ranked
    for name, color, values in (
        ("development lists", SEEN, [one.development for one in ranked]),
        ("held-out lists", UNSEEN, [one.held_out for one in ranked]),
    ):
        single = [(float(value), row) for row, column in enumerate(values) for value in column]
        means = [float(column.mean()) for column in values]
        figure.add_trace(_dots([x for x, _ in single], [y for _, y in single], color, 5, name, False))
        figure.add_trace(_dots(means, list(range(len(means))), color, 12, name, True))
    upright(figure, float(found.baseline.held_out.mean()), LINE)
    line = f"{tuning_tables.tuner_label(found.baseline.name)}, held-out lists"
    figure.add_trace(go.Scatter(x=[None], y=[None], mode="lines", name=line, line=LINE))  # what the legend says of it
    row_axis(figure, [tuning_tables.tuner_label(one.name) for one in ranked], EXTRA)
    figure.update_xaxes(title=found.metric.label, tickformat=".1f")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0})
    return figure


def _dots(x: list[float], y: list[int], color: str, size: int, name: str, is_mean: bool) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        name=name,
        showlegend=is_mean,
        marker={"size": size, "color": color, "opacity": 1 if is_mean else 0.45},
        hovertemplate=f"%{{x:.2f}}, {name}{', mean' if is_mean else ''}<extra></extra>",
    )
