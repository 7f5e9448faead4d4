"""Where the numbers of the page Agreement come from, for the tables to take away."""

from scoring import Metric
from scoring.agreement import words
from ui.agreement.asked import KINDS, SEED, UNITS, Asked
from ui.context import Context
from ui.kit import exports


def source(context: Context, asked: Asked, *metrics: Metric) -> dict[str, str]:
    """Of these metrics, held against the judge."""
    judge = asked.judge
    return exports.source(context, *metrics) | {
        "judge": words.judged_by(judge),
        "judged": f"{judge.n_segments} segments, {judge.n_systems} systems, {len(judge.pairs)} pairs of outputs",
        "a system's score": KINDS[asked.kind],
        "resamples": f"{asked.trials} of {UNITS[asked.unit]}",
        "seed": str(SEED),
        "correction": "Holm",
    }
