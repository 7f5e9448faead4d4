"""What the errors of one answer cost, by the arithmetic of GEMBA-MQM and of its variant 2; and means of repeats.

Kocmi and Federmann (2023), GEMBA-MQM: Detecting Translation Quality Error Spans with GPT-4.
Junczys-Dowmunt (2025), GEMBA V2: Ten Judgments Are Better Than One.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..validation import check_known
from .answer_grammar import NON_TRANSLATION, PUNCTUATION, SEVERITY_ORDER, QuotedError

SEVERITY_COSTS = {"critical": 25.0, "major": 5.0, "minor": 1.0}
MINOR_PUNCTUATION_COST = 0.1
MOST_COUNTED = 5
"""Errors that GEMBA-MQM counts, the worst ones."""
FLOOR = -25.0
"""The lowest score of GEMBA-MQM."""
OUTLIER_DEVIATIONS = 2.0


@dataclass(frozen=True)
class MqmScale:
    """How errors become a score, and how the scores of several repeats become one."""

    name: str
    about: str
    score: Callable[[Sequence[QuotedError]], float]
    combine: Callable[[Sequence[float]], float]


def gemba_score(errors: Sequence[QuotedError]) -> float:
    """Return the score of GEMBA-MQM: minus the cost of the five worst errors, and never below -25.

    A non-translation is critical.

    >>> errors = [QuotedError(severity, "accuracy") for severity in ("major", "major", "minor", "minor")]
    >>> gemba_score(errors)
    -12.0
    """
    costs = sorted((SEVERITY_COSTS[_severity(error)] for error in errors), reverse=True)
    return max(FLOOR, -sum(costs[:MOST_COUNTED])) + 0.0


def gemba_v2_score(errors: Sequence[QuotedError]) -> float:
    """Return the score of variant 2: minus the cost of all errors; minor errors of punctuation cost 0.1."""
    return -math.fsum(_v2_cost(error) for error in errors) + 0.0


def _v2_cost(error: QuotedError) -> float:
    if _severity(error) == SEVERITY_ORDER[-1] and error.category == PUNCTUATION:
        return MINOR_PUNCTUATION_COST
    return SEVERITY_COSTS[_severity(error)]


def _severity(error: QuotedError) -> str:
    return SEVERITY_ORDER[0] if error.category == NON_TRANSLATION else error.severity


def mean_score(scores: Sequence[float]) -> float:
    """Return the mean of the scores of an output's repeats."""
    return math.fsum(scores) / len(scores)


def reciprocal_rank_mean(scores: Sequence[float]) -> float:
    """Return the mean of variant 2: without outliers, the n-th best score weighs 1/n.

    Outliers are further from the mean than two standard deviations (of all scores, divided by their number). The
    paper's abstract does not say which score has rank 1; here the best one has it.

    >>> round(reciprocal_rank_mean([-1, -5, -6]), 4)
    -3.0
    """
    given = np.array(scores, float)
    kept = np.sort(given[np.abs(given - given.mean()) <= OUTLIER_DEVIATIONS * given.std() + 1e-9])[::-1]
    weights = 1 / np.arange(1, len(kept) + 1)
    return float(kept @ weights / weights.sum())


GEMBA = MqmScale(
    "gemba",
    "critical 25, major 5, minor 1; the five worst errors count, down to -25",
    gemba_score,
    mean_score,
)
GEMBA_V2 = MqmScale(
    "gemba-v2",
    "critical 25, major 5, minor 1, minor punctuation 0.1; of repeats those within two deviations, weighted by 1/rank",
    gemba_v2_score,
    reciprocal_rank_mean,
)
MQM_SCALES = {scale.name: scale for scale in (GEMBA, GEMBA_V2)}


def find_mqm_scale(name: str) -> MqmScale:
    """Return the scale of that name; ``ValueError`` where there is none."""
    check_known(name, MQM_SCALES, "scale of errors")
    return MQM_SCALES[name]
