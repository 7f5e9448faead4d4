"""Several metrics and one judge: the agreement of each, beside the baselines, and which agrees better than another."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..arrays import Floats
from ..checks import check_known, whole_number
from ..progress import Progress, no_progress, progress_of_part
from ..significance.attainable import least_trials
from .agreement import TRIALS, Agreement, Comparison, Resampling, agree
from .baselines import Chance, all_ties, by_chance
from .judge import Judge
from .measures import MEASURES
from .permutation import swap_scores
from .scored import CORPUS, Scored, SystemScore

BOOTSTRAP, PERMUTATION = "bootstrap", "permutation"
TESTS = (BOOTSTRAP, PERMUTATION)
"""By which p-values of two metrics are found."""
MOST_METRICS = 700
"""For more, all pairs would take more trials than may be drawn."""
TRIALS_A_PAIR = 40
"""So many trials for each pair of metrics: with half as many the smallest adjusted p would be just ``LEVEL``."""


@dataclass(frozen=True, eq=False)
class Swaps(Comparison):
    """By one measure, as a ``Comparison``, but with p-values of swapped scores."""

    swapped: Floats = field(kw_only=True)
    """(n_metrics, n_metrics): of ``swap_scores``, 1 on the diagonal"""

    @cached_property
    def p_values(self) -> Floats:
        return self.swapped


@dataclass(frozen=True, eq=False)
class Several:
    """Metrics held against one judge, all by the same measures and the same resamples."""

    judge: Judge
    scored: Mapping[str, Scored]
    """by the metric's name, as all that follows"""
    found: Mapping[str, Agreement]
    resampling: Resampling
    kind: SystemScore = CORPUS

    @classmethod
    def of(
        cls,
        judge: Judge,
        scored: Mapping[str, Scored],
        measures: Sequence[str],
        resampling: Resampling,
        kind: SystemScore = CORPUS,
        on_progress: Progress = no_progress,
    ) -> "Several":
        """``ValueError`` for a measure that the judgments do not allow."""
        found = {
            name: agree(judge, one, resampling, kind, measures, progress_of_part(on_progress, done, len(scored)))
            for done, (name, one) in enumerate(scored.items())
        }
        return cls(judge, scored, found, resampling, kind)

    @property
    def measures(self) -> tuple[str, ...]:
        return next(iter(self.found.values())).measures

    @cached_property
    def ties(self) -> Agreement:
        """Of a metric that calls everything a tie."""
        return agree(self.judge, all_ties(self.judge), self.resampling, self.kind, self.measures)

    @cached_property
    def chances(self) -> Mapping[str, Chance]:
        """By measure: of metrics of pure chance."""
        return by_chance(self.judge, self.measures, seed=self.resampling.seed)

    def counted(self, measure: str, scored: Scored) -> int:
        """Of how many pairs of outputs, systems or pairs of systems the measure's value is."""
        return MEASURES[measure].counted(self.judge, scored)

    def compare(
        self, measure: str, test: str = BOOTSTRAP, correction: str = "holm", on_progress: Progress = no_progress
    ) -> Comparison:
        """Which metric agrees better; ``ValueError`` for an unknown measure, test or correction.

        The permutation compares systems by the means of their segments' scores, whatever their ``kind``, and swaps a
        system's scores of a document as one where documents are drawn.
        """
        check_known(test, TESTS, "test")
        found = Comparison.of(self.found, measure, correction)
        if test == BOOTSTRAP:
            return found
        return Swaps(**vars(found), swapped=self._swapped(measure, on_progress))

    def _swapped(self, measure: str, on_progress: Progress) -> Floats:
        names, drawn = list(self.scored), self.resampling
        found = np.ones((len(names), len(names)))
        pairs = np.argwhere(np.triu(found, 1))
        for done, (a, b) in enumerate(pairs):
            two, told = (self.scored[names[a]], self.scored[names[b]]), progress_of_part(on_progress, done, len(pairs))
            swapped = swap_scores(self.judge, *two, measure, drawn.trials, drawn.seed, told, drawn.members)
            found[a, b] = found[b, a] = swapped.p_value
        return found


def usual_trials(n_metrics: int) -> int:
    """How many trials for all pairs of so many metrics: ``TRIALS``, or ``TRIALS_A_PAIR`` where that is more.

    ``ValueError`` for a number that cannot be.
    """
    whole_number(n_metrics, "The number of metrics", 0, MOST_METRICS)
    return max(TRIALS, TRIALS_A_PAIR * math.comb(n_metrics, 2))


def too_few(comparison: Comparison) -> int | None:
    """How many trials it takes before any two metrics can differ, where there are fewer; else None."""
    n_pairs = math.comb(len(comparison.metrics), 2)
    n_units = None if isinstance(comparison, Swaps) else comparison.n_units
    needed = least_trials(n_pairs, comparison.correction, n_units)
    return needed if n_pairs and len(comparison.samples) < needed else None
