"""What the page Agreement asks of scoring, computed in the background: all of it by one judge, ``Asked.outputs``."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scoring import Metric, TestSet, TooLong
from scoring.agreement import (
    MEASURES,
    Agreement,
    Comparison,
    Judge,
    OutputPair,
    Resampling,
    Scored,
    Swapped,
    Worth,
    agree,
    all_ties,
    by_chance,
    covered,
    judge_of,
    suiting,
    swap_scores,
    turned_outputs,
    worth,
)
from scoring.agreement.agreement import TRIALS
from scoring.agreement.shared import compared
from scoring.judgments.external import metrics_of
from scoring.origins import DOCUMENT
from scoring.progress import span
from ui.agreement.asked import SEED, Asked
from ui.agreement.compared import BASELINES, Baseline, LeftOut
from ui.agreement.worths import steps
from ui.context import Context
from ui.store import cache
from ui.store.tasks import Task, Tell

MEASURING = 0.5
"""The share of the work on a metric that is computing its scores."""


def judge(asked: Asked, test_set: TestSet) -> Judge:
    """At once. ``ValueError`` where no segment has judgments of two of the systems."""

    def compute(tell: Tell) -> Judge:
        counting = covered(test_set, asked.covering)
        counting[[name not in asked.systems for name in test_set.system_names]] = False
        return judge_of(test_set, asked.judge, counting)

    return cache.engine().now(Task(cache.PAIRS, ("judge", *asked.outputs, test_set.identity), compute))


def coverage(asked: Asked, test_set: TestSet) -> Mapping[str, tuple[int, int]]:
    """Of each score from elsewhere, by its name: how many of all judged outputs have it, and of how many.

    At once; ``ValueError`` as of ``judge``.
    """
    every = replace(asked, covering=())

    def compute(tell: Tell) -> dict[str, tuple[int, int]]:
        judged = compared(judge(every, test_set), test_set)
        there = {of: covered(test_set, [metric]) & judged for of, metric in metrics_of(test_set).items()}
        return {of: (int(found.sum()), int(judged.sum())) for of, found in there.items()}

    return cache.engine().now(Task(cache.PAIRS, ("coverage", *every.outputs, test_set.identity), compute))


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
        return Resampling(asked.trials, SEED)
    return Resampling(asked.trials, SEED, documents.members[judge(asked, test_set).segments])


def agreement(asked: Asked, metric: Metric, test_set: TestSet) -> Task[Agreement | LeftOut]:
    """One metric's, by every measure that the judgments allow."""

    def compute(tell: Tell) -> Agreement | LeftOut:
        try:
            found = scored(asked, metric, test_set)
        except TooLong as error:
            return LeftOut(str(error))
        draws = resampling(asked, test_set)
        return agree(judge(asked, test_set), found, draws, asked.kind, on_progress=span(tell, MEASURING, 1.0))

    key = "agreement", metric, *_draws(asked), test_set.identity
    return Task(cache.TESTS, key, compute)


def everything(context: Context, asked: Asked) -> dict[str, Task[Any]]:
    """The agreement of all metrics that are compared, by name, what takes long last; and the baselines first of all."""
    names = sorted(asked.metrics, key=lambda name: context.metric(name).is_slow)
    metrics = {name: agreement(asked, context.metric(name), context.test_set) for name in names}
    return {BASELINES: baselines(asked, context.test_set)} | metrics


def together(context: Context, asked: Asked) -> Task[dict[str, Any]]:
    """What comes of ``everything``, once all of it is there."""
    tasks = everything(context, asked)

    def compute(tell: Tell) -> dict[str, Any]:
        shares = [(done / len(tasks), (done + 1) / len(tasks)) for done in range(len(tasks))]
        return {
            name: cache.engine().now(task, share) for (name, task), share in zip(tasks.items(), shares, strict=True)
        }

    return Task(cache.TESTS, ("agreements", *(task.key for task in tasks.values())), compute)


def baselines(asked: Asked, test_set: TestSet) -> Task[dict[str, Baseline]]:
    """By every measure that the judgments allow."""

    def compute(tell: Tell) -> dict[str, Baseline]:
        judged = judge(asked, test_set)
        ties, chances = all_ties(judged), by_chance(judged, suiting(judged), on_progress=tell)
        return {key: Baseline(MEASURES[key].value(judged, ties), chance) for key, chance in chances.items()}

    return Task(cache.TESTS, ("agreement by chance", *asked.outputs, test_set.identity), compute)


def comparisons(
    asked: Asked, metrics: Mapping[str, Metric], agreements: Mapping[str, Agreement], test_set: TestSet
) -> dict[str, Comparison]:
    """The metrics by every measure, at once; ``agreements`` are those of ``metrics``."""

    def compute(tell: Tell) -> dict[str, Comparison]:
        measures = next(iter(agreements.values())).measures
        return {measure: Comparison.of(agreements, measure) for measure in measures}

    key = "agreement compared", tuple(metrics[name] for name in agreements), *_draws(asked), test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def swapped(asked: Asked, metrics: tuple[Metric, Metric], measure: str, test_set: TestSet) -> Task[Swapped]:
    """Whether the first agrees better than the second, by exchanging their scores."""

    def compute(tell: Tell) -> Swapped:
        first, second = (scored(asked, metric, test_set) for metric in metrics)
        return swap_scores(judge(asked, test_set), first, second, measure, TRIALS, SEED, span(tell, MEASURING, 1.0))

    return Task(cache.TESTS, ("scores swapped", metrics, measure, *asked.outputs, test_set.identity), compute)


def worths(asked: Asked, metric: Metric, test_set: TestSet) -> Task[Worth]:
    """What differences of two systems' scores are worth, from 0 to the largest that there is."""

    def compute(tell: Tell) -> Worth:
        judged, found = judge(asked, test_set), scored(asked, metric, test_set)
        scores = found.system_scores(np.ones((1, judged.n_segments)), asked.kind)[0]
        return worth(judged, found, steps(scores), resampling(asked, test_set), asked.kind)

    return Task(cache.TESTS, ("worth", metric, *_draws(asked), test_set.identity), compute)


def turned(asked: Asked, metric: Metric, test_set: TestSet, most: int) -> Task[list[OutputPair]]:
    """The outputs on which judge and metric part most, one pair a segment."""

    def compute(tell: Tell) -> list[OutputPair]:
        return turned_outputs(judge(asked, test_set), scored(asked, metric, test_set), most)

    return Task(cache.PAIRS, ("outputs turned", metric, most, *asked.outputs, test_set.identity), compute)


def _draws(asked: Asked) -> tuple[Any, ...]:
    """What decides the resamples and what they are scored by."""
    return *asked.outputs, asked.unit, asked.kind, asked.trials
