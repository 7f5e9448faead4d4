"""Does a verdict by BLEU change with quotation marks of one kind? All systems are tested once more with these."""

from collections.abc import Collection
from dataclasses import dataclass

from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..significance import LITTLE, MORE
from ..testset import TestSet
from .bleu_difference import other_quotes_in_bleu, with_plain_quotes
from .capitals import statistics_of_outputs
from .comparison import ComparisonRequest, ComparisonResult
from .comparison import run as run_comparison
from .verdict import Decision, decide

MOST_SYSTEMS_RETESTED = 8
"""Systems that are tested once more with quotation marks of one kind; that takes half a second."""


@dataclass(frozen=True)
class PlainQuotesVerdict:
    """The decision between two systems with the marks as they were typed, and with quotation marks of one kind."""

    as_typed: Decision
    alike: Decision
    """The decision with marks of one kind."""
    unlike: tuple[str, ...]
    """Those of the two systems with other marks than the references."""

    @property
    def is_settled(self) -> bool:
        """Whether both tests have enough data and trials."""
        return not {self.as_typed.state, self.alike.state} & {MORE, LITTLE}

    @property
    def has_other_leader(self) -> bool:
        """Whether another system is ahead with marks of one kind."""
        return self.as_typed.best != self.alike.best and bool(self.as_typed.difference or self.alike.difference)

    @property
    def is_other(self) -> bool:
        """Whether marks of one kind change the state of the verdict, or who is ahead; no unsettled test does."""
        return self.is_settled and (self.as_typed.state != self.alike.state or self.has_other_leader)


def systems_to_retest(metric: Metric, names: Collection[str], test_set: TestSet) -> tuple[str, ...]:
    """Return those of these systems with other quotation marks than the references, for which a test is run again.

    Empty where the metric is no BLEU, where all systems have other marks, and for more than ``MOST_SYSTEMS_RETESTED``.
    """
    if len(test_set.systems) > MOST_SYSTEMS_RETESTED:
        return ()
    return tuple(name for name in other_quotes_in_bleu([metric], test_set) if name in names)


def retest(request: ComparisonRequest, test_set: TestSet, on_progress: Progress = no_progress) -> ComparisonResult:
    """Return the verdicts of the same test with quotation marks of one kind in outputs and references."""
    rows = statistics_of_outputs(request.metric, test_set, request.systems, with_plain_quotes)
    return run_comparison(request, request.rows(rows, test_set.documents), on_progress)


def run(decision: Decision, retested: ComparisonResult, unlike: tuple[str, ...]) -> PlainQuotesVerdict | None:
    """Return the decision with that of ``retest`` on its two systems; None where one of them has no score there.

    ``unlike`` is what ``systems_to_retest`` says of them.
    """
    alike = decide(retested.verdicts, (decision.best, decision.next))
    return None if alike is None else PlainQuotesVerdict(decision, alike, unlike)
