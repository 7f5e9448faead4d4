"""What the page Agreement asks of scoring, computed in the background: all of it by one judge, ``Asked.outputs``."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scoring import Metric, TestSet, TooLong
from scoring.agreement import (
    Agreement,
    Chance,
    Comparison,
    OutputPair,
    Resampling,
    Scored,
    Swapped,
    Worth,
    agree,
    all_ties,
    by_chance,
    suiting,
    swap_scores,
    turned_outputs,
    worth,
)
from scoring.agreement.agreement import TRIALS
from scoring.agreement.shared import Coverage, Shared
from scoring.judgments.external import ExternalScore
from scoring.origins import DOCUMENT
from scoring.progress import progress_between
from ui.agreement.asked import SEED, Asked
from ui.agreement.compared import CHANCES, TIES, Compared, LeftOut
from ui.agreement.worths import steps
from ui.context import Context
from ui.store import cache
from ui.store.tasks import Task, Tell

MEASURING = 0.5
"""The share of the work on a metric that is computing its scores."""


def coverage(context: Context, judge: str) -> Coverage:
    """Which judged outputs of the systems shown have a score of which metric from elsewhere, the judge aside.

    At once. ``ValueError`` where no segment has judgments of two of the systems.
    """
    test_set = context.test_set
    given = [metric for metric in context.metrics.values() if isinstance(metric, ExternalScore) and metric.of != judge]

    def compute(tell: Tell) -> Coverage:
        return Coverage.of(test_set, test_set, judge, given, context.shown)

    key = "coverage", judge, context.shown, tuple(given), test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def shared(context: Context, coverage: Coverage, incomplete: Sequence[Metric]) -> Shared:
    """What is compared where these metrics are chosen, which lack some outputs; at once, ``ValueError`` as of scoring.

    All other metrics have a score of every judged output.
    """

    def compute(tell: Tell) -> Shared:
        return coverage.shared(context.test_set, incomplete)

    key = "shared", coverage.judge.name, coverage.systems, tuple(incomplete), context.test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def scored(asked: Asked, metric: Metric, test_set: TestSet) -> Scored:
    """The metric's scores of what was judged, at once."""

    def compute(tell: Tell) -> Scored:
        rows = cache.engine().now(cache.measuring(metric, test_set), within=(0.0, 1.0))
        return Scored.of(metric, rows, asked.judge)

    key = "scored for agreement", metric, *asked.outputs, test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute), within=(0.0, MEASURING))


def resampling(asked: Asked, test_set: TestSet) -> Resampling:
    """Draws of the judged segments, or of their documents."""
    documents = cache.origins(test_set) if asked.unit == DOCUMENT else None
    if documents is None:
        return Resampling(asked.trials, SEED)
    return Resampling(asked.trials, SEED, documents.members[asked.judge.segments])


def agreement(asked: Asked, metric: Metric, test_set: TestSet) -> Task[Agreement | LeftOut]:
    """One metric's, by every measure that the judgments allow."""

    def compute(tell: Tell) -> Agreement | LeftOut:
        try:
            found = scored(asked, metric, test_set)
        except TooLong as error:
            return LeftOut(str(error))
        draws = resampling(asked, test_set)
        return agree(asked.judge, found, draws, asked.kind, on_progress=progress_between(tell, MEASURING, 1.0))

    key = "agreement", metric, *_draws(asked), test_set.identity
    return Task(cache.TESTS, key, compute)


def everything(context: Context, asked: Asked) -> dict[str, Task[Any]]:
    """The agreement of all metrics that are compared, by name, what takes long last; then what stands beside them."""
    return {
        **of_metrics(context, asked),
        TIES: of_ties(asked, context.test_set),
        CHANCES: by_chances(asked, context.test_set),
    }


def of_metrics(context: Context, asked: Asked) -> dict[str, Task[Agreement | LeftOut]]:
    """By name: what need not be measured first, what takes long last."""
    metrics = [context.metric(name) for name in asked.metrics]
    metrics.sort(key=lambda metric: (metric.is_slow, not isinstance(metric, ExternalScore)))
    return {metric.name: agreement(asked, metric, context.test_set) for metric in metrics}


def together(context: Context, asked: Asked) -> Task[dict[str, Any]]:
    """All metrics and ``TIES``, once all are there."""
    tasks: dict[str, Task[Any]] = {**of_metrics(context, asked), TIES: of_ties(asked, context.test_set)}

    def compute(tell: Tell) -> dict[str, Any]:
        shares = [(done / len(tasks), (done + 1) / len(tasks)) for done in range(len(tasks))]
        return {
            name: cache.engine().now(task, share) for (name, task), share in zip(tasks.items(), shares, strict=True)
        }

    return Task(cache.TESTS, ("agreements", *(task.key for task in tasks.values())), compute)


def of_ties(asked: Asked, test_set: TestSet) -> Task[Agreement]:
    """Of a metric that calls everything a tie."""

    def compute(tell: Tell) -> Agreement:
        return agree(asked.judge, all_ties(asked.judge), resampling(asked, test_set), asked.kind, on_progress=tell)

    return Task(cache.TESTS, ("agreement of ties", *_draws(asked), test_set.identity), compute)


def by_chances(asked: Asked, test_set: TestSet) -> Task[dict[str, Chance]]:
    """By every measure that the judgments allow."""

    def compute(tell: Tell) -> dict[str, Chance]:
        return dict(by_chance(asked.judge, suiting(asked.judge), on_progress=tell))

    return Task(cache.TESTS, ("agreement by chance", *asked.outputs, test_set.identity), compute)


def comparisons(context: Context, asked: Asked, compared: Compared) -> dict[str, Comparison]:
    """The metrics by every measure, once all are there; at once, and kept with their p-values."""
    metrics = tuple(context.metric(name) for name in compared.agreements)

    def compute(tell: Tell) -> dict[str, Comparison]:
        return {measure: compared.by(measure) for measure in compared.measures}

    return cache.engine().now(
        Task(cache.PAIRS, ("agreement compared", metrics, *_draws(asked), context.test_set.identity), compute)
    )


def swapped(asked: Asked, metrics: tuple[Metric, Metric], measure: str, test_set: TestSet) -> Task[Swapped]:
    """Whether the first agrees better than the second, by exchanging their scores."""

    def compute(tell: Tell) -> Swapped:
        first, second = (scored(asked, metric, test_set) for metric in metrics)
        members, told = resampling(asked, test_set).members, progress_between(tell, MEASURING, 1.0)
        return swap_scores(asked.judge, first, second, measure, TRIALS, SEED, told, members)

    key = "scores swapped", metrics, measure, *asked.outputs, asked.unit, test_set.identity
    return Task(cache.TESTS, key, compute)


def worths(asked: Asked, metric: Metric, test_set: TestSet) -> Task[Worth]:
    """What differences of two systems' scores are worth, from 0 to the largest that there is."""

    def compute(tell: Tell) -> Worth:
        judged, found = asked.judge, scored(asked, metric, test_set)
        scores = found.system_scores(np.ones((1, judged.n_segments)), asked.kind)[0]
        draws, told = resampling(asked, test_set), progress_between(tell, MEASURING, 1.0)
        return worth(judged, found, steps(scores), draws, asked.kind, told)

    return Task(cache.TESTS, ("worth", metric, *_draws(asked), test_set.identity), compute)


def turned(asked: Asked, metric: Metric, test_set: TestSet, most: int) -> Task[list[OutputPair]]:
    """The outputs on which judge and metric part most, one pair a segment."""

    def compute(tell: Tell) -> list[OutputPair]:
        return turned_outputs(asked.judge, scored(asked, metric, test_set), most)

    return Task(cache.TESTS, ("outputs turned", metric, most, *asked.outputs, test_set.identity), compute)


def _draws(asked: Asked) -> tuple[Any, ...]:
    """What decides the resamples and what they are scored by."""
    return *asked.outputs, asked.unit, asked.kind, asked.trials
