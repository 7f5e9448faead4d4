"""The computations of the page Choose, as tasks in the background."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from scoring.counting.progress import progress_between
from scoring.studies import choice as study
from scoring.studies.choice import CHOOSING, SYSTEM, Choice, ChoiceLosses, Consensus, Criterion, Gains
from scoring.studies.comparison import ComparisonResult
from server.engine.tasks import Task, Tell
from ui.choose.candidates import ChoiceSettings
from ui.kit import budget
from ui.significance import each_verdicts_task
from ui.store import cache


def choice(asked_choice: ChoiceSettings, criterion: Criterion) -> Task[Choice]:
    """Return the task that finds what one criterion takes."""
    chooser = partial(asked_choice.request.chooser, asked_choice.candidates.test_set)
    return Task(
        cache.TESTS, ("choice", *asked_choice.criterion_key(criterion)), lambda tell: chooser().choose(criterion, tell)
    )


def candidate_worths_task(asked_choice: ChoiceSettings, criterion: Criterion) -> Task[np.ndarray]:
    """Return the task that computes each candidate's worth to a criterion, (n_candidates,), the higher the better."""
    chooser = partial(asked_choice.request.chooser, asked_choice.candidates.test_set)
    return Task(
        cache.TESTS, ("worths", *asked_choice.criterion_key(criterion)), lambda tell: chooser().worths(criterion, tell)
    )


def single_system_tests_task(asked_choice: ChoiceSettings) -> Task[tuple[ComparisonResult, ...]]:
    """Return the task that tests all pairs of systems by each judge, as on Overview."""
    context = asked_choice.candidates.context
    leading = context.with_judged_segments(context.leading).test_set
    request = budget.usual_request(context.leading, leading.system_names, len(leading))
    judges = asked_choice.request.judges
    return each_verdicts_task(
        [(replace(request, metric=judge), context.with_judged_segments(judge).test_set) for judge in judges]
    )


def losses(asked_choice: ChoiceSettings, criterion: Criterion, bound: Criterion) -> Task[ChoiceLosses]:
    """Return the task that computes what a criterion's choice loses against the oracle ``bound``, by its metric."""

    def compute(tell: Tell) -> ChoiceLosses:
        engine = cache.engine()
        worth = engine.now(candidate_worths_task(asked_choice, bound), (0.0, 0.4))
        best, chosen = (
            engine.now(choice(asked_choice, bound), (0.4, 0.7)),
            engine.now(choice(asked_choice, criterion), (0.7, 1.0)),
        )
        return ChoiceLosses.of(bound, worth, best, chosen)

    return Task(
        cache.TESTS,
        ("losses", bound, *asked_choice.criterion_key(bound), *asked_choice.criterion_key(criterion)),
        compute,
    )


def consensus_task(
    asked_choice: ChoiceSettings, gains: Gains, index: int, by: Criterion, bound: Criterion
) -> Task[Consensus]:
    """Return the task that ranks one segment's candidates, 0-based, by all criteria, including these two."""
    ways = [one for one in asked_choice.request.criteria if one.kind != SYSTEM]  # each candidate has its system's name
    criteria = tuple(dict.fromkeys([by, *ways, bound]))

    def compute(tell: Tell) -> Consensus:
        extra = [one for one in (by, bound) if one.name not in gains.matrix.names]
        extra_choices = [cache.engine().now(choice(asked_choice, one)) for one in extra]
        choices = [*gains.matrix.choices, *extra_choices]
        return study.rank_candidates(asked_choice.request, asked_choice.candidates.test_set, index, criteria, choices)

    return Task(cache.SEGMENTS, ("consensus", index, by, bound, gains_task(asked_choice).key), compute)


def gains_task(asked_choice: ChoiceSettings) -> Task[Gains]:
    """Return the task that scores every choice by every judge, with its gain over the baseline."""
    request = asked_choice.request
    tasks = [choice(asked_choice, criterion) for criterion in request.criteria]

    def compute(tell: Tell) -> Gains:
        shares = np.linspace(0.0, CHOOSING, len(tasks) + 1)
        choices = [cache.engine().now(task, share) for task, share in zip(tasks, pairwise(shares), strict=True)]
        test_set = asked_choice.candidates.test_set
        return study.judge_choices(
            request, test_set, choices, progress_between(tell, CHOOSING, 1.0)
        ).gains_over_baseline

    key = ("choices judged", request.seed, request.baseline, request.judges, *(task.key for task in tasks))
    return Task(cache.TESTS, key, compute)
