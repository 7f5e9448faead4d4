"""What the page Agreement asks of scoring, computed in the background: all of it by one judge, ``Asked.outputs``."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring import Metric, TestSet, TooLong
from scoring.agreement import (
    MEASURES,
    Agreement,
    Chance,
    Judge,
    Resampling,
    Scored,
    agree,
    all_ties,
    by_chance,
    covered,
    judge_of,
)
from scoring.agreement.agreement import TRIALS
from scoring.judgments.external import metrics_of
from scoring.origins import DOCUMENT
from scoring.progress import span
from ui.agreement.asked import SEED, Asked
from ui.store import cache
from ui.store.tasks import Task, Tell

MEASURING = 0.5
"""The share of the work on a metric that is computing its scores."""


@dataclass(frozen=True)
class LeftOut:
    """A metric that cannot be computed for this test set."""

    why: str


def judge(asked: Asked, test_set: TestSet) -> Judge:
    """At once. ``ValueError`` where no segment has judgments of two of the systems."""

    def compute(tell: Tell) -> Judge:
        counting = covered(test_set, asked.covering)
        counting[[name not in asked.systems for name in test_set.system_names]] = False
        return judge_of(test_set, asked.judge, counting)

    return cache.engine().now(Task(cache.PAIRS, ("judge", *asked.outputs, test_set.identity), compute))


def coverage(asked: Asked, test_set: TestSet) -> Mapping[str, tuple[int, int]]:
    """Of each score from elsewhere, by its name: how many of the judged outputs have it, and of how many.

    At once; ``ValueError`` as of ``judge``.
    """

    def compute(tell: Tell) -> dict[str, tuple[int, int]]:
        judged = _judged_outputs(judge(asked, test_set), test_set)
        there = {of: covered(test_set, [metric]) & judged for of, metric in metrics_of(test_set).items()}
        return {of: (int(found.sum()), int(judged.sum())) for of, found in there.items()}

    return cache.engine().now(Task(cache.PAIRS, ("coverage", *asked.outputs, test_set.identity), compute))


def _judged_outputs(judge: Judge, test_set: TestSet) -> np.ndarray:
    """bool (n_systems, n_segments) of the test set."""
    rows = np.array([test_set.system_names.index(system) for system in judge.systems])
    found = np.zeros((len(test_set.systems), len(test_set)), bool)
    segments = judge.segments[judge.pairs.segments]
    for places in (judge.pairs.first, judge.pairs.second):
        found[rows[places], segments] = True
    return found


def scored(asked: Asked, metric: Metric, test_set: TestSet) -> Scored:
    """The metric's scores of what was judged, at once."""

    def compute(tell: Tell) -> Scored:
        rows = cache.engine().now(cache.measuring(metric, test_set), within=(0.0, 1.0))
        return Scored.of(metric, rows, judge(asked, test_set))

    key = "scored for agreement", metric, *asked.outputs, test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute), within=(0.0, MEASURING))


def resampling(asked: Asked, test_set: TestSet) -> Resampling:
    """Draws of the judged segments, or of their documents."""
    documents = cache.origins(test_set) if asked.unit == DOCUMENT else None
    if documents is None:
        return Resampling(TRIALS, SEED)
    _, members = np.unique(documents.members[judge(asked, test_set).segments], return_inverse=True)
    return Resampling(TRIALS, SEED, members)


def agreement(asked: Asked, metric: Metric, test_set: TestSet) -> Task[Agreement | LeftOut]:
    """One metric's, by every measure that the judgments allow."""

    def compute(tell: Tell) -> Agreement | LeftOut:
        try:
            found = scored(asked, metric, test_set)
        except TooLong as error:
            return LeftOut(str(error))
        draws = resampling(asked, test_set)
        return agree(judge(asked, test_set), found, draws, asked.kind, on_progress=span(tell, MEASURING, 1.0))

    key = "agreement", metric, *asked.outputs, asked.unit, asked.kind, test_set.identity
    return Task(cache.TESTS, key, compute)


@dataclass(frozen=True)
class Baseline:
    """What agreement has to be held against, by one measure."""

    ties: float
    """of a metric that calls everything a tie; NaN where it is not defined"""
    chance: Chance


def baseline(asked: Asked, measure: str, test_set: TestSet) -> Task[Baseline]:
    def compute(tell: Tell) -> Baseline:
        judged = judge(asked, test_set)
        return Baseline(MEASURES[measure].value(judged, all_ties(judged)), by_chance(judged, measure))

    return Task(cache.TESTS, ("agreement by chance", measure, *asked.outputs, test_set.identity), compute)
