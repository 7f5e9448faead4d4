"""What the page Choose asks of scoring, computed in the background."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from scoring.arrays import Floats, Ints
from scoring.choosing import Choice, Chooser, Consensus, Criterion, Gains, Matrix, consensus, gains, judged, posterior
from scoring.choosing.criteria import MBR, RANDOM
from scoring.judgments.external import ExternalScore
from scoring.metric import ROUNDING
from scoring.progress import Progress, progress_between
from ui.choose.asked import DECODER, Asked
from ui.store import cache
from ui.store.tasks import Task, Tell

CHOOSING, JUDGING = 0.6, 0.8
"""The shares of the work after which all is chosen, and judged; then gains are tested."""


def chooser(asked: Asked) -> Chooser:
    """At once: nothing is computed yet."""
    candidates = asked.candidates
    lists = candidates.lists
    probabilities = posterior(lists, temperature=asked.temperature) if asked.posterior == DECODER else None
    references = [reference.segments for reference in candidates.test_set.references]
    return Chooser(lists, references, candidates.context.options, asked.seed, probabilities)


def choice(asked: Asked, criterion: Criterion) -> Task[Choice]:
    """What one criterion takes."""

    def compute(tell: Tell) -> Choice:
        return chooser(asked).choose(criterion, tell)

    return Task(cache.TESTS, ("choice", *_of(asked, criterion)), compute)


def worths(asked: Asked, criterion: Criterion) -> Task[np.ndarray]:
    """What each candidate is worth to it, (n_candidates,), the higher the better."""

    def compute(tell: Tell) -> np.ndarray:
        return chooser(asked).worths(criterion, tell)

    return Task(cache.TESTS, ("worths", *_of(asked, criterion)), compute)


@dataclass(frozen=True, eq=False)
class Losses:
    """What a choice loses, segment by segment, to the candidate that a metric likes most against the references."""

    taken: Floats
    """(n_segments,): the metric's score of what is taken, each segment by itself"""
    best: Floats
    """(n_segments,): of the best candidate"""

    @property
    def lost(self) -> Floats:
        """(n_segments,): 0 or more, in the metric's points; NaN where one has no score."""
        lost: Floats = np.abs(self.best - self.taken)
        return lost

    @property
    def n_lost(self) -> int:
        """Segments in which something is lost."""
        return int((np.nan_to_num(self.lost) > ROUNDING).sum())

    def largest(self, most: int) -> Ints:
        """The segments in which most is lost, at most so many; none where nothing is."""
        lost = np.nan_to_num(self.lost)
        order: Ints = np.argsort(-lost, kind="stable")[: min(most, self.n_lost)]
        return order


def losses(asked: Asked, criterion: Criterion, bound: Criterion) -> Task[Losses]:
    """Of what one criterion takes; ``bound`` is an oracle, by whose metric it is counted."""

    def compute(tell: Tell) -> Losses:
        engine = cache.engine()
        worth = engine.now(worths(asked, bound), (0.0, 0.4))
        best, taken = engine.now(choice(asked, bound), (0.4, 0.7)), engine.now(choice(asked, criterion), (0.7, 1.0))
        kind = bound.metric
        sign = 1 if kind is None or kind.higher_is_better else -1
        return Losses(sign * worth[taken.picks], sign * worth[best.picks])

    return Task(cache.TESTS, ("losses", bound, *_of(asked, bound), *_of(asked, criterion)), compute)


def segment(asked: Asked, found: Gains, index: int, criterion: Criterion, bound: Criterion) -> Task[Consensus]:
    """One segment, 0-based, as all criteria rank its candidates, also these two."""
    criteria = tuple(dict.fromkeys([criterion, *asked.criteria, bound]))

    def compute(tell: Tell) -> Consensus:
        extra = [one for one in (criterion, bound) if one.name not in found.matrix.names]
        more = [cache.engine().now(choice(asked, one)) for one in extra]
        return consensus(chooser(asked), index, criteria, [*found.matrix.choices, *more])

    key = "consensus", index, criterion, bound, matrix(asked).key
    return Task(cache.SEGMENTS, key, compute)


def matrix(asked: Asked) -> Task[Gains]:
    """Every choice by every judge, and what each gains over the baseline."""
    tasks = [choice(asked, criterion) for criterion in asked.criteria]

    def compute(tell: Tell) -> Gains:
        shares = np.linspace(0.0, CHOOSING, len(tasks) + 1)
        made = [
            cache.engine().now(task, (low, high))
            for task, low, high in zip(tasks, shares[:-1], shares[1:], strict=True)
        ]
        found = _judged(asked, made, progress_between(tell, CHOOSING, JUDGING))
        return gains(found, asked.baseline.name, seed=asked.seed, on_progress=progress_between(tell, JUDGING, 1.0))

    key = ("choices judged", asked.seed, asked.baseline, asked.judges, *(task.key for task in tasks))
    return Task(cache.TESTS, key, compute)


def _judged(asked: Asked, made: list[Choice], tell: Progress) -> Matrix:
    test_set = asked.candidates.test_set
    computed = [judge for judge in asked.judges if not isinstance(judge, ExternalScore)]
    names = [judge.of for judge in asked.judges if isinstance(judge, ExternalScore)]
    given = [scores for scores in test_set.scores if scores.name in names]
    references = [reference.segments for reference in test_set.references]
    return judged(made, asked.candidates.lists, references, computed, given, tell)


def _of(asked: Asked, criterion: Criterion) -> tuple[Hashable, ...]:
    """What decides what a criterion takes: of the metrics' options those of its own metric."""
    kind = criterion.metric
    metric = None if kind is None else kind.configure(asked.candidates.context.options)
    probabilities = (asked.posterior, asked.temperature) if criterion.kind == MBR else ()
    seed = asked.seed if criterion.kind == RANDOM else None
    return criterion, metric, seed, *probabilities, *asked.candidates.identity
