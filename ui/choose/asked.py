"""What the page Choose is asked: which candidates, chosen by what, and judged by whom."""

from dataclasses import dataclass

from scoring import Metric
from scoring.choosing import Criterion
from ui.choose.candidates import Candidates

ALIKE, POSTERIOR = "alike", "posterior"
WEIGHTS = {ALIKE: "All candidates alike", POSTERIOR: "By the decoder's scores"}


@dataclass(frozen=True, eq=False)
class Asked:
    """What the address and the row of widgets say. All tabs take it."""

    candidates: Candidates
    criteria: tuple[Criterion, ...]
    baseline: Criterion
    """what the others are held against, one of them"""
    judges: tuple[Metric, ...]
    seed: int
    weights: str = ALIKE
    """how candidates weigh in minimum Bayes risk: one of ``WEIGHTS``"""
    temperature: float = 1.0
    """of the posterior"""
