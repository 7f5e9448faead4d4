"""What the tab Tune asks of scoring, computed in the background."""

from dataclasses import dataclass

from scoring.counting.progress import Progress, progress_between
from scoring.studies import tuning as study
from scoring.studies.tuning import TuningCandidates as Sides
from scoring.studies.tuning import TuningRequest, TuningResult, halves
from server.engine.tasks import Task, Tell
from ui.choose.candidates import ChoiceInput
from ui.store import cache

READING = 0.1
"""The share of the work after which candidates are held against the references."""


@dataclass(frozen=True)
class TuningRefusal:
    """Why there is nothing."""

    why: str


def tuned(
    candidates: ChoiceInput, held_out: ChoiceInput | None, request: TuningRequest
) -> Task[TuningResult | TuningRefusal]:
    """Half of the lists are held out, unless others are."""
    metric = candidates.context.bleu

    def sides(tell: Progress) -> tuple[Sides, Sides]:
        if held_out is None:
            return halves(candidates.lists, _references(candidates), metric, request.seed, tell)
        return (
            Sides.of(candidates.lists, _references(candidates), metric, progress_between(tell, 0.0, 0.5)),
            Sides.of(held_out.lists, _references(held_out), metric, progress_between(tell, 0.5, 1.0)),
        )

    def compute(tell: Tell) -> TuningResult | TuningRefusal:
        try:
            return study.run(
                request, *sides(progress_between(tell, 0.0, READING)), progress_between(tell, READING, 1.0)
            )
        except ValueError as error:  # lists that do not go together, or too few
            return TuningRefusal(str(error))

    others = None if held_out is None else held_out.identity
    return Task(cache.TESTS, ("tuned", request, metric, candidates.identity, others), compute)


def _references(candidates: ChoiceInput) -> list:
    return [reference.segments for reference in candidates.test_set.references]
