"""The verdict of a page from the tests that are ready, as typed or with all quotation marks alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import Metric
from scoring.judgments.external import ExternalScore
from scoring.studies.bleu_difference import QuotesOfLead, add_quotes_doubts
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.plain_quotes_verdict import (
    AS_TYPED,
    PlainQuotesVerdict,
    find_changed_verdicts,
    without_first_verdict,
)
from scoring.studies.verdict import Decision, Oddity, Votes, count_votes, decide
from scoring.studies.wording import verdict_words
from scoring.studies.wording.plain_quotes_words import words_with_plain_quotes
from server.engine.tasks import Task
from ui.context.context import Context
from ui.significance import plain_quotes_verdicts_task, verdicts_task
from ui.store import cache, waiting
from ui.verdict import lead_cause

RETEST = "retest"
"""Name of the place that waits for the test with all quotation marks alike."""


@dataclass(frozen=True)
class VerdictSoFar:
    """The verdict on the systems of a page, and the other tests of it that are ready."""

    result: ComparisonResult
    """Test of the outputs as typed."""
    as_typed: Decision
    both: PlainQuotesVerdict | None
    """Verdicts as typed and with all marks alike; None until both are ready, or if one is enough."""
    faults: tuple[Oddity, ...]
    """Doubts about the comparison, apart from quotation marks."""
    quotes: tuple[QuotesOfLead, ...]
    """Effects of marks on leads that are not tested with all marks alike."""
    changed: tuple[PlainQuotesVerdict, ...]
    """Verdicts on pairs that change with all marks alike."""
    retested: ComparisonResult | None
    """Test with all marks alike; None until it is ready, or if none is made."""
    retests: Mapping[str, Task[ComparisonResult]]
    """Task of the test with all marks alike, by its metric; empty if none is made."""
    other_tests: Mapping[str, Task[ComparisonResult]]
    """Tasks of the tests by other metrics, with all marks alike if the verdict is."""
    is_waiting: bool
    """Whether the test with all marks alike was not ready yet."""

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """Doubts about the comparison, including the doubts by ``quotes``."""
        return add_quotes_doubts(self.faults, self.quotes)

    @property
    def decision(self) -> Decision:
        """Decision that counts."""
        return self.as_typed if self.both is None else self.both.counting

    @property
    def is_with_plain_quotes(self) -> bool:
        """Whether the decision that counts is the one with all marks alike."""
        return self.both is not None and self.both.is_other

    def changed_verdict(self, pair: tuple[str, str]) -> PlainQuotesVerdict | None:
        """Return the verdict on a pair if it changes with all marks alike, else None."""
        return next((one for one in self.changed if {one.as_typed.best, one.as_typed.next} == {*pair}), None)

    def text_with_votes(self, votes: Votes | None, votes_to_come: int) -> verdict_words.VerdictText:
        """Return the verdict in words, with the votes so far."""
        if self.both is None:
            return verdict_words.verdict_text(self.as_typed, votes, self.oddities, votes_to_come)
        return words_with_plain_quotes(self.both, votes, self.oddities, votes_to_come)

    def count_votes(self, context: Context, tests: Mapping[str, ComparisonResult | None]) -> tuple[Votes | None, int]:
        """Return the votes of the tested metrics, or None without any, and the number of votes to come."""
        verdicts = [result.verdicts for result in tests.values() if result is not None]
        votes = count_votes(self.decision, verdicts, context.test_set.scores) if verdicts else None
        return votes, len(tests) - len(verdicts)


def verdict_so_far(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[Oddity],
    request: ComparisonRequest | None = None,
) -> VerdictSoFar | None:
    """Return the verdict on these systems; None if fewer than two have a score.

    ``odd`` are the doubts about them as typed. Without a ``request`` no other test is made.
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
        retests = {decision.metric.name: plain_quotes_verdicts_task(request, context.test_set)}
    retested = waiting.available_results(RETEST, retests).get(decision.metric.name)
    weighed = AS_TYPED
    if retested is not None:
        weighed = find_changed_verdicts(retested.verdicts, decision, systems, unlike, odd)
        quotes = without_first_verdict(quotes, weighed.first)
    both, changed = weighed.first, weighed.changed
    is_retested = both is not None and both.is_other
    others = {} if request is None else tests_by_others(context, request, is_retested)
    is_waiting = bool(retests) and retested is None
    return VerdictSoFar(result, decision, both, odd, quotes, changed, retested, retests, others, is_waiting)


def tests_by_others(context: Context, request: ComparisonRequest, with_plain_quotes: bool) -> dict[str, Task[Any]]:
    """Return the tests by the other metrics of a report, the same as on the page Significance.

    Computed metrics count quotation marks, too: with ``with_plain_quotes`` they are tested with all marks alike.
    """

    def test(metric: Metric) -> Task[ComparisonResult]:
        metric_request = replace(request, metric=metric)
        if with_plain_quotes and not isinstance(metric, ExternalScore):
            return plain_quotes_verdicts_task(metric_request, context.test_set)
        return verdicts_task(metric_request, context.with_judged_segments(metric).test_set)

    return {metric.name: test(metric) for metric in context.report_metrics(request.metric)[1:]}
