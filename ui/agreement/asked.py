"""Whom the page Agreement holds metrics against, which metrics, and on which outputs."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.agreement import CORPUS, MEAN, WEIGHTED, SystemScore, usual_trials
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT
from scoring.significance import SEGMENT

SEED = 1
UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
KINDS: Mapping[str, str] = {
    CORPUS: "its score of all segments together",
    MEAN: "the mean of its segments' scores",
    WEIGHTED: "that mean, weighted by reference length",
}


@dataclass(frozen=True)
class Asked:
    """What the address and the row of widgets say. All tabs take it."""

    judge: str
    """the name of the judge, as of ``names_of_judges``"""
    systems: tuple[str, ...]
    """whose outputs count: those shown"""
    metrics: tuple[str, ...]
    """by their names in ``Context.metrics``, in its order"""
    covering: tuple[ExternalScore, ...] = ()
    """of these metrics those that lack outputs which were judged: only outputs that all of them have count"""
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
        return self.judge, self.systems, self.covering
