"""The results of tuning, as data frames and as a figure. Pure."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from scoring.output.numbers import MISSING
from scoring.studies.parameters.tuning import DECODER, EXPECTED, FIRST, MERT, MIRA, TunerResult, TuningResult, Tunings
from ui.kit.charts import TIE_COLOR, draw_vertical_line, row_axis

LABELS = {MERT: "MERT", MIRA: "MIRA", DECODER: "decoder", FIRST: "first"}
TUNED_BY = "tuned by"
HELD_OUT, DEVELOPMENT = "held out", "development"
SPREADS = {HELD_OUT: "± held out", DEVELOPMENT: "± development"}
"""Columns of the standard deviations over the replications."""
LENGTHS = {HELD_OUT: "length, held out", DEVELOPMENT: "length, development"}
TEST_COLOR, TRAINING_COLOR = "#2B86C5", "#8A99AA"
LINE = {"color": TIE_COLOR, "width": 1, "dash": "dot"}
"""Style of the line that marks the baseline."""
EXTRA = -8
"""Difference in px of a row's height from the usual one."""


def tuner_label(name: str) -> str:
    """Return a short label of a tuner, or of the baseline."""
    kind, _, smoothing = name.partition(":")
    return f"expected BLEU, {smoothing}" if kind == EXPECTED else LABELS[name]


def tuning_score_table(result: TuningResult) -> pd.DataFrame:
    """Return a table with a row for each tuner and for the baseline, the best on held-out lists first."""
    frame = pd.DataFrame([_row(result.tunings, one) for one in result.ranked])
    names = [one.name for one in result.ranked]
    frame.insert(1, "letters", [result.letters.get(name, MISSING) for name in names])
    frame["p_adjusted"] = [result.p(name)[1] for name in names]
    return frame


def _row(tunings: Tunings, one: TunerResult) -> dict[str, object]:
    several = tunings.n_replications > 1
    return {
        TUNED_BY: tuner_label(one.name),
        HELD_OUT: float(one.held_out.mean()),
        SPREADS[HELD_OUT]: one.spread if several else np.nan,
        DEVELOPMENT: float(one.development.mean()),
        SPREADS[DEVELOPMENT]: float(one.development.std(ddof=1)) if several else np.nan,
        LENGTHS[HELD_OUT]: float(one.held_out_lengths.mean()),
        LENGTHS[DEVELOPMENT]: float(one.development_lengths.mean()),
    }


def weight_share_table(result: TuningResult) -> pd.DataFrame:
    """Return a row for each tuner, with each feature's share in the choice, in % and with its sign.

    A share is the mean weight times the feature's spread within lists, divided by the sum over all features. NaN where
    weights are unknown.
    """
    rows = []
    for one in result.ranked:
        moves = one.mean_weights * result.tunings.spreads
        total = float(np.abs(moves).sum())
        rows.append([tuner_label(one.name), *(100 * moves / total if total > 0 else np.full(len(moves), np.nan))])
    return pd.DataFrame(rows, columns=[TUNED_BY, *feature_columns(result.tunings)])


def weight_records(tunings: Tunings) -> pd.DataFrame:
    """Return a row for each tuner, replication and feature, for download."""
    rows = [
        (one.name, number, feature, weight, spread, one.held_out[number - 1], one.development[number - 1])
        for one in tunings.all
        for number, own in enumerate(one.weights, 1)
        for feature, weight, spread in zip(tunings.feature_names, own, tunings.spreads, strict=True)
    ]
    columns = ["tuner", "replication", "feature", "weight", "spread", "held_out", "development"]
    return pd.DataFrame(rows, columns=columns)


def feature_columns(tunings: Tunings) -> list[str]:
    """Return the features' names as columns; none equals the name of the first column."""
    return [f"{name} (feature)" if name == TUNED_BY else name for name in tunings.feature_names]


def tuning_score_chart(result: TuningResult) -> go.Figure:
    """Return a chart of each tuner's BLEU on both halves, the best tuner on top.

    Small dots are replications, large dots their means.
    """
    figure, tunings, ranked = go.Figure(), result.tunings, result.ranked
    for name, color, values in (
        ("development lists", TRAINING_COLOR, [one.development for one in ranked]),
        ("held-out lists", TEST_COLOR, [one.held_out for one in ranked]),
    ):
        single = [(float(value), row) for row, column in enumerate(values) for value in column]
        means = [float(column.mean()) for column in values]
        figure.add_trace(_dots([x for x, _ in single], [y for _, y in single], color, 5, name, False))
        figure.add_trace(_dots(means, list(range(len(means))), color, 12, name, True))
    draw_vertical_line(figure, float(tunings.baseline.held_out.mean()), LINE)
    line = f"{tuner_label(tunings.baseline.name)}, held-out lists"
    figure.add_trace(go.Scatter(x=[None], y=[None], mode="lines", name=line, line=LINE))  # its entry in the legend
    row_axis(figure, [tuner_label(one.name) for one in ranked], EXTRA)
    figure.update_xaxes(title=tunings.metric.full_name, tickformat=".1f")
    figure.update_layout(legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0})
    return figure


def _dots(x: list[float], y: list[int], color: str, size: int, name: str, is_mean: bool) -> go.Scatter:
    marker = {"size": size, "color": color, "opacity": 1 if is_mean else 0.45}
    hover = f"%{{x:.2f}}, {name}{', mean' if is_mean else ''}<extra></extra>"
    return go.Scatter(x=x, y=y, mode="markers", name=name, showlegend=is_mean, marker=marker, hovertemplate=hover)
