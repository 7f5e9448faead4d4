"""Whom the page Agreement holds metrics against, which metrics, and on which outputs."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.agreement import CORPUS, MEAN, WEIGHTED, Judge, SystemScore, usual_trials
from scoring.origins import DOCUMENT, SEGMENT

SEED = 1
UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
KINDS: Mapping[str, str] = {
    CORPUS: "its score of all segments together",
    MEAN: "the mean of its segments' scores",
    WEIGHTED: "that mean, weighted by reference length",
}


@dataclass(frozen=True, eq=False)
class Asked:
    """What the address and the row of widgets say. All tabs take it."""

    judge: Judge
    """of the outputs that count: of the systems shown those that all chosen metrics have a score of"""
    metrics: tuple[str, ...]
    """by their names in ``Context.metrics``, in its order"""
    systems: tuple[str, ...]
    """those shown"""
    incomplete: tuple[str, ...] = ()
    """labels of the metrics that lack outputs which were judged"""
    unit: str = SEGMENT
    """what is drawn as one"""
    kind: SystemScore = CORPUS
    """what a metric says of a whole system"""

    @property
    def trials(self) -> int:
        """Resamples."""
        return usual_trials(len(self.metrics))

    @property
    def outputs(self) -> tuple[object, ...]:
        """What decides which judgments count: part of the keys of all that is computed."""
        return self.judge.name, self.systems, self.incomplete
