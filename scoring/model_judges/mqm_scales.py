"""The scores that errors of an answer give by GEMBA-MQM and its variant 2, and how repeats are combined.

Kocmi and Federmann (2023), GEMBA-MQM: Detecting Translation Quality Error Spans with GPT-4.
Junczys-Dowmunt (2025), GEMBA V2: Ten Judgments Are Better Than One.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..judgments.repeats import MEAN, RECIPROCAL_RANKS
from ..validation import check_known
from .answer_grammar import NON_TRANSLATION, PUNCTUATION, SEVERITY_ORDER, QuotedError

SEVERITY_COSTS = {"critical": 25.0, "major": 5.0, "minor": 1.0}
MINOR_PUNCTUATION_COST = 0.1
MAX_COUNTED = 5
"""Number of errors that GEMBA-MQM counts, the worst ones."""
FLOOR = -25.0
"""The lowest score of GEMBA-MQM."""


@dataclass(frozen=True)
class MqmScale:
    """A scale that turns errors into a score, and the scores of several repeats into one."""

    name: str
    about: str
    score: Callable[[Sequence[QuotedError]], float]
    combined_by: str
    """Way to combine the scores of several repeats, one of ``COMBINED_BY``."""


def gemba_score(errors: Sequence[QuotedError]) -> float:
    """Return the score of GEMBA-MQM: minus the cost of the five worst errors, and never below -25.

    A non-translation is critical.

    >>> errors = [QuotedError(severity, "accuracy") for severity in ("major", "major", "minor", "minor")]
    >>> gemba_score(errors)
    -12.0
    """
    costs = sorted((SEVERITY_COSTS[_severity(error)] for error in errors), reverse=True)
    return max(FLOOR, -sum(costs[:MAX_COUNTED])) + 0.0


def gemba_v2_score(errors: Sequence[QuotedError]) -> float:
    """Return the score of variant 2: minus the cost of all errors; minor errors of punctuation cost 0.1."""
    return -math.fsum(_v2_cost(error) for error in errors) + 0.0


def _v2_cost(error: QuotedError) -> float:
    if _severity(error) == SEVERITY_ORDER[-1] and error.category == PUNCTUATION:
        return MINOR_PUNCTUATION_COST
    return SEVERITY_COSTS[_severity(error)]


def _severity(error: QuotedError) -> str:
    return SEVERITY_ORDER[0] if error.category == NON_TRANSLATION else error.severity


GEMBA = MqmScale(
    "gemba",
    "critical 25, major 5, minor 1; the five worst errors count, down to -25",
    gemba_score,
    MEAN,
)
GEMBA_V2 = MqmScale(
    "gemba-v2",
    "critical 25, major 5, minor 1, minor punctuation 0.1; of repeats those within two deviations, weighted by 1/rank",
    gemba_v2_score,
    RECIPROCAL_RANKS,
)
MQM_SCALES = {scale.name: scale for scale in (GEMBA, GEMBA_V2)}


def find_mqm_scale(name: str) -> MqmScale:
    """Return the scale with this name; raise ``ValueError`` for an unknown name."""
    check_known(name, MQM_SCALES, "scale of errors")
    return MQM_SCALES[name]
