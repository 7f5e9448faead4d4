"""What the page Choose asks of scoring, computed in the background."""

from collections.abc import Hashable

import numpy as np

from scoring.choosing import Choice, Chooser, Criterion, Gains, Matrix, gains, judged, posterior
from scoring.choosing.criteria import MBR, RANDOM
from scoring.judgments.external import ExternalScore
from scoring.progress import span
from ui.choose.asked import POSTERIOR, Asked
from ui.store import cache
from ui.store.tasks import Task, Tell

CHOOSING, JUDGING = 0.6, 0.8
"""The shares of the work after which all is chosen, and judged; then gains are tested."""


def chooser(asked: Asked) -> Chooser:
    """At once: nothing is computed yet."""
    candidates = asked.candidates
    lists = candidates.lists
    weights = posterior(lists, temperature=asked.temperature) if asked.weights == POSTERIOR else None
    references = [reference.segments for reference in candidates.test_set.references]
    return Chooser(lists, references, candidates.context.options, asked.seed, weights)


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


def matrix(asked: Asked) -> Task[Gains]:
    """Every choice by every judge, and what each gains over the baseline."""
    tasks = [choice(asked, criterion) for criterion in asked.criteria]

    def compute(tell: Tell) -> Gains:
        shares = np.linspace(0.0, CHOOSING, len(tasks) + 1)
        made = [
            cache.engine().now(task, (low, high))
            for task, low, high in zip(tasks, shares[:-1], shares[1:], strict=True)
        ]
        found = _judged(asked, made, span(tell, CHOOSING, JUDGING))
        return gains(found, asked.baseline.name, seed=asked.seed, on_progress=span(tell, JUDGING, 1.0))

    key = ("choices judged", asked.seed, asked.baseline, asked.judges, *(task.key for task in tasks))
    return Task(cache.TESTS, key, compute)


def _judged(asked: Asked, made: list[Choice], tell: Tell) -> Matrix:
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
    weights = (asked.weights, asked.temperature) if criterion.kind == MBR else ()
    seed = asked.seed if criterion.kind == RANDOM else None
    return criterion, metric, seed, *weights, *asked.candidates.identity
