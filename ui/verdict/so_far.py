"""The verdict of a page by the tests that are there: the one to go by, once marks of one kind are tested, too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import Metric
from scoring.judgments.external import ExternalScore
from scoring.studies.bleu_difference import QuotesOfLead, with_doubts
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.plain_quotes_verdict import AS_TYPED, PlainQuotesVerdict, left_to_say, weighed_by
from scoring.studies.verdict import Decision, Oddity, Votes, decide, votes
from scoring.studies.wording import verdict_words
from scoring.studies.wording.plain_quotes_words import words_with_plain_quotes
from server.engine.tasks import Task
from ui.context.context import Context
from ui.significance import comparing, retesting
from ui.store import cache, waiting
from ui.verdict import lead_cause

RETEST = "retest"
"""The place where the test with quotation marks of one kind is waited for."""


@dataclass(frozen=True)
class VerdictSoFar:
    """The verdict on the systems of a page, and what else the tests that are there say of it."""

    result: ComparisonResult
    """The test as typed."""
    as_typed: Decision
    both: PlainQuotesVerdict | None
    """The verdict as typed and with marks of one kind; None until both are there, and where one is enough."""
    faults: tuple[Oddity, ...]
    """What makes the comparison doubtful, apart from quotation marks."""
    quotes: tuple[QuotesOfLead, ...]
    """What marks do to leads that are not tested with marks of one kind."""
    changed: tuple[PlainQuotesVerdict, ...]
    """The verdicts on pairs that marks of one kind change."""
    retested: ComparisonResult | None
    """The test with marks of one kind; None until it is there, and where none is made."""
    retests: Mapping[str, Task[ComparisonResult]]
    """The test with marks of one kind, by its metric; empty where it is not made."""
    other_tests: Mapping[str, Task[ComparisonResult]]
    """The tests by other metrics, with marks of one kind where the verdict is."""
    is_waiting: bool
    """Whether the test with marks of one kind was not there yet."""

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """What makes the comparison doubtful, with the doubts of ``quotes``."""
        return with_doubts(self.faults, self.quotes)

    @property
    def decision(self) -> Decision:
        """The decision to go by."""
        return self.as_typed if self.both is None else self.both.counting

    @property
    def is_with_plain_quotes(self) -> bool:
        """Whether the decision to go by is the one with marks of one kind."""
        return self.both is not None and self.both.is_other

    def changed_of(self, pair: tuple[str, str]) -> PlainQuotesVerdict | None:
        """Return the verdict on a pair if marks of one kind change it."""
        return next((one for one in self.changed if {one.as_typed.best, one.as_typed.next} == {*pair}), None)

    def in_words(self, found: Votes | None, votes_to_come: int) -> verdict_words.VerdictText:
        """Return the verdict in words, with the votes so far."""
        if self.both is None:
            return verdict_words.in_words(self.as_typed, found, self.oddities, votes_to_come)
        return words_with_plain_quotes(self.both, found, self.oddities, votes_to_come)

    def votes_of(self, context: Context, tests: Mapping[str, ComparisonResult | None]) -> tuple[Votes | None, int]:
        """Return the votes of the metrics that are tested, None before the first, and how many are to come."""
        there = [found.verdicts for found in tests.values() if found is not None]
        return votes(self.decision, there, context.test_set.scores) if there else None, len(tests) - len(there)


def verdict_so_far(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[Oddity],
    request: ComparisonRequest | None = None,
) -> VerdictSoFar | None:
    """Return the verdict on these systems; None where fewer than two have a score.

    ``odd`` is what makes them doubtful as it is. Without a ``request`` nothing else is tested.
    """
    systems, odd = tuple(systems), tuple(odd)
    same = cache.outputs_equal_but_for_case(context.test_set, systems, result.metric)
    decision = decide(result.verdicts, systems, (*odd, *same))
    if decision is None:
        return None
    quotes = lead_cause.quotes_of_verdict(context, result, systems, odd)
    unlike = cache.retested_systems(context.test_set, decision.metric, systems)
    retests = {}
    if request is not None and request.groups is None and unlike:
        retests = {decision.metric.name: retesting(request, context.test_set)}
    retested = waiting.those_there(RETEST, retests).get(decision.metric.name)
    weighed = AS_TYPED
    if retested is not None:
        weighed = weighed_by(retested.verdicts, decision, systems, unlike, odd)
        quotes = left_to_say(quotes, weighed.first)
    both, changed = weighed.first, weighed.changed
    is_retested = both is not None and both.is_other
    others = {} if request is None else tests_by_others(context, request, is_retested)
    is_waiting = bool(retests) and retested is None
    return VerdictSoFar(result, decision, both, odd, quotes, changed, retested, retests, others, is_waiting)


def tests_by_others(context: Context, request: ComparisonRequest, with_plain_quotes: bool) -> dict[str, Task[Any]]:
    """Return the tests by the other metrics of a report, the same as on the page Significance.

    Computed metrics count marks, too: they are tested ``with_plain_quotes`` where the verdict is.
    """

    def test(metric: Metric) -> Task[ComparisonResult]:
        asked = replace(request, metric=metric)
        if with_plain_quotes and not isinstance(metric, ExternalScore):
            return retesting(asked, context.test_set)
        return comparing(asked, context.judged_by(metric).test_set)

    return {metric.name: test(metric) for metric in context.told_with(request.metric)[1:]}
