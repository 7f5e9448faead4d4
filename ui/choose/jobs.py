"""What the page Choose asks of scoring, computed in the background."""

import numpy as np

from scoring.counting.progress import progress_between
from scoring.studies import choice as study
from scoring.studies.choice import CHOOSING, Choice, ChoiceLosses, Consensus, Criterion, Gains
from server.engine.tasks import Task, Tell
from ui.choose.candidates import AskedChoice
from ui.store import cache


def choice(asked: AskedChoice, criterion: Criterion) -> Task[Choice]:
    """What one criterion takes."""

    def compute(tell: Tell) -> Choice:
        return asked.request.chooser(asked.candidates.test_set).choose(criterion, tell)

    return Task(cache.TESTS, ("choice", *asked.key_of(criterion)), compute)


def candidate_worths_task(asked: AskedChoice, criterion: Criterion) -> Task[np.ndarray]:
    """What each candidate is worth to it, (n_candidates,), the higher the better."""

    def compute(tell: Tell) -> np.ndarray:
        return asked.request.chooser(asked.candidates.test_set).worths(criterion, tell)

    return Task(cache.TESTS, ("worths", *asked.key_of(criterion)), compute)


def losses(asked: AskedChoice, criterion: Criterion, bound: Criterion) -> Task[ChoiceLosses]:
    """Of what one criterion takes; ``bound`` is an oracle, by whose metric it is counted."""

    def compute(tell: Tell) -> ChoiceLosses:
        engine = cache.engine()
        worth = engine.now(candidate_worths_task(asked, bound), (0.0, 0.4))
        best, taken = engine.now(choice(asked, bound), (0.4, 0.7)), engine.now(choice(asked, criterion), (0.7, 1.0))
        return ChoiceLosses.of(bound, worth, best, taken)

    return Task(cache.TESTS, ("losses", bound, *asked.key_of(bound), *asked.key_of(criterion)), compute)


def consensus_task(
    asked: AskedChoice, found: Gains, index: int, criterion: Criterion, bound: Criterion
) -> Task[Consensus]:
    """One segment, 0-based, as all criteria rank its candidates, also these two."""
    criteria = tuple(dict.fromkeys([criterion, *asked.request.criteria, bound]))

    def compute(tell: Tell) -> Consensus:
        extra = [one for one in (criterion, bound) if one.name not in found.matrix.names]
        more = [cache.engine().now(choice(asked, one)) for one in extra]
        choices = [*found.matrix.choices, *more]
        return study.rank_candidates(asked.request, asked.candidates.test_set, index, criteria, choices)

    key = "consensus", index, criterion, bound, gains_task(asked).key
    return Task(cache.SEGMENTS, key, compute)


def gains_task(asked: AskedChoice) -> Task[Gains]:
    """Every choice by every judge, and what each gains over the baseline."""
    request = asked.request
    tasks = [choice(asked, criterion) for criterion in request.criteria]

    def compute(tell: Tell) -> Gains:
        shares = np.linspace(0.0, CHOOSING, len(tasks) + 1)
        made = [
            cache.engine().now(task, (low, high))
            for task, low, high in zip(tasks, shares[:-1], shares[1:], strict=True)
        ]
        test_set = asked.candidates.test_set
        return study.judge_choices(request, test_set, made, progress_between(tell, CHOOSING, 1.0)).tested

    key = ("choices judged", request.seed, request.baseline, request.judges, *(task.key for task in tasks))
    return Task(cache.TESTS, key, compute)
