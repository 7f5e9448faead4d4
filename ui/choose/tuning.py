"""What the tab Tune asks of scoring, computed in the background."""

from dataclasses import dataclass

from scoring.choosing import Lists
from scoring.choosing.tuning import Candidates as Sides
from scoring.choosing.tuning import Tunings, compared, halves, tune
from scoring.progress import Progress, span
from scoring.studies.comparison import Comparisons
from ui.choose.candidates import Candidates
from ui.store import cache
from ui.store.tasks import Task, Tell

READING, TUNING = 0.1, 0.8
"""The shares of the work after which candidates are held against the references, and tuned; then they are tested."""
TRIALS = 10_000


@dataclass(frozen=True)
class Plan:
    """How weights are looked for."""

    tuners: tuple[str, ...]
    """their names, as on the command line"""
    replications: int
    penalty: float
    seed: int


@dataclass(frozen=True, eq=False)
class Tuned:
    """What came of it."""

    tunings: Tunings
    tests: Comparisons


@dataclass(frozen=True)
class Refused:
    """Why there is nothing."""

    why: str


def tuned(candidates: Candidates, held_out: Candidates | None, plan: Plan) -> Task[Tuned | Refused]:
    """Half of the lists are held out, unless others are."""
    metric = candidates.context.bleu

    def sides(tell: Progress) -> tuple[Sides, Sides]:
        if held_out is None:
            return halves(candidates.lists, _references(candidates), metric, plan.seed, tell)
        return (
            Sides.of(candidates.lists, _references(candidates), metric, span(tell, 0.0, 0.5)),
            Sides.of(held_out.lists, _references(held_out), metric, span(tell, 0.5, 1.0)),
        )

    def compute(tell: Tell) -> Tuned | Refused:
        try:
            development, unseen = sides(span(tell, 0.0, READING))
            found = tune(
                development,
                unseen,
                plan.tuners,
                plan.replications,
                plan.seed,
                plan.penalty,
                on_progress=span(tell, READING, TUNING),
            )
            tests = compared(found, TRIALS, plan.seed, on_progress=span(tell, TUNING, 1.0))
        except ValueError as error:  # lists that do not go together, or too few
            return Refused(str(error))
        return Tuned(found, tests)

    others = None if held_out is None else held_out.identity
    return Task(cache.TESTS, ("tuned", plan, metric, candidates.identity, others), compute)


def has_features(lists: Lists) -> bool:
    return lists.features is not None and bool(lists.feature_names)


def _references(candidates: Candidates) -> list:
    return [reference.segments for reference in candidates.test_set.references]
