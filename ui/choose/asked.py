"""What the page Choose is asked: which candidates, chosen by what, and judged by whom."""

from dataclasses import dataclass

from scoring import Metric
from scoring.choosing import Criterion
from ui.choose.candidates import Candidates

UNIFORM, DECODER = "uniform", "decoder"
POSTERIORS = {DECODER: "By the decoder's scores", UNIFORM: "All alike"}
"""The usual one first."""


@dataclass(frozen=True, eq=False)
class Asked:
    """What the address and the row of widgets say. All tabs take it."""

    candidates: Candidates
    criteria: tuple[Criterion, ...]
    baseline: Criterion
    """what the others are held against, one of them"""
    judges: tuple[Metric, ...]
    seed: int
    posterior: str = UNIFORM
    """how probable candidates are to minimum Bayes risk: one of ``POSTERIORS``"""
    temperature: float = 1.0
    """of the decoder's scores"""
