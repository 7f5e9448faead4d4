"""What tuning found, as data frames. Pure."""

import numpy as np
import pandas as pd

from scoring.output.numbers import MISSING
from scoring.studies.tuning import DECODER, EXPECTED, FIRST, MERT, MIRA, TunerResult, TuningResult, Tunings

LABELS = {MERT: "MERT", MIRA: "MIRA", DECODER: "decoder", FIRST: "first"}
TUNED_BY = "tuned by"
HELD_OUT, DEVELOPMENT = "held out", "development"
SPREADS = {HELD_OUT: "± held out", DEVELOPMENT: "± development"}
"""The columns of the standard deviations over the replications."""
LENGTHS = {HELD_OUT: "length, held out", DEVELOPMENT: "length, development"}


def tuner_label(name: str) -> str:
    """A tuner, or the baseline, where there is little room."""
    kind, _, smoothing = name.partition(":")
    return f"expected BLEU, {smoothing}" if kind == EXPECTED else LABELS[name]


def tuning_score_table(result: TuningResult) -> pd.DataFrame:
    """A row a tuner, the best on held-out lists first; beside it the baseline."""
    frame = pd.DataFrame([_row(result.found, one) for one in result.ranked])
    names = [one.name for one in result.ranked]
    frame.insert(1, "letters", [result.letters.get(name, MISSING) for name in names])
    frame["p_adjusted"] = [result.p(name)[1] for name in names]
    return frame


def _row(found: Tunings, one: TunerResult) -> dict[str, object]:
    several = found.n_replications > 1
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
    """A row a tuner, a column a feature: its share in the choice in %, with its sign; NaN where weights are unknown.

    That is the mean weight times the feature's spread within lists, of the sum over all features.
    """
    rows = []
    for one in result.ranked:
        moves = one.mean_weights * result.found.spreads
        total = float(np.abs(moves).sum())
        rows.append([tuner_label(one.name), *(100 * moves / total if total > 0 else np.full(len(moves), np.nan))])
    return pd.DataFrame(rows, columns=[TUNED_BY, *feature_columns(result.found)])


def weight_records(found: Tunings) -> pd.DataFrame:
    """A row a tuner, replication and feature, to take away."""
    return pd.DataFrame(
        [
            {
                "tuner": one.name,
                "replication": number,
                "feature": feature,
                "weight": weight,
                "spread": spread,
                "held_out": one.held_out[number - 1],
                "development": one.development[number - 1],
            }
            for one in found.all
            for number, own in enumerate(one.weights, 1)
            for feature, weight, spread in zip(found.feature_names, own, found.spreads, strict=True)
        ]
    )


def feature_columns(found: Tunings) -> list[str]:
    """The features' names, none of which is that of the first column."""
    return [f"{name} (feature)" if name == TUNED_BY else name for name in found.feature_names]
