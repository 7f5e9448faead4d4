"""What quotation marks do to a lead by BLEU."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from scoring.judgments.external import ExternalScore
from scoring.output.markup import html
from scoring.studies import bleu_difference, plain_quotes_verdict
from scoring.studies.bleu_difference import QuotesOfLead
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.plain_quotes_verdict import PlainQuotesVerdict
from scoring.studies.verdict import Decision, Oddity, decide
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.session import send
from ui.significance import retesting
from ui.store import cache


def retest_name(metric: str) -> str:
    """The name of a metric's test with quotation marks of one kind, among tests that are named by metrics."""
    return f"{metric} with plain quotes"


def quotes_of_verdict(
    context: Context, result: ComparisonResult, systems: tuple[str, ...], odd: tuple[Oddity, ...]
) -> tuple[QuotesOfLead, ...]:
    """What quotation marks do to the lead among these systems, and to others, at once; nothing where it is little."""
    same = cache.outputs_equal_but_for_case(context.test_set, systems, result.metric)
    decision = decide(result.verdicts, systems, (*odd, *same))
    if decision is None or not context.test_set.references:
        return ()

    def compute(tell: Tell) -> tuple[QuotesOfLead, ...]:
        return bleu_difference.quotes_of_leads(context.test_set, decision)

    compared = decision.best, decision.next, decision.alike, decision.behind
    key = "quotes of leads", decision.metric, compared, context.test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def quotes_of_pair(
    context: Context, result: ComparisonResult, pair: tuple[str, str], odd: tuple[Oddity, ...]
) -> QuotesOfLead | None:
    """What quotation marks do to the difference of two systems; None where it is little."""
    found = quotes_of_verdict(context, result, pair, odd)
    return next((one for one in found if {*one.pair} == {*pair}), None)


def retest_tasks(
    context: Context,
    request: ComparisonRequest,
    decision: Decision,
    quotes: Sequence[QuotesOfLead] = (),
    weighs_quotes: bool = False,
) -> dict[str, Task[Any]]:
    """The decision's test with quotation marks of one kind, by ``retest_name``; empty where it is not made.

    So where both systems have the references' marks, and where ``quotes`` tell of the two, unless the card weighs both
    verdicts. Then also the tests by the other metrics that are computed, for marks cost points by these, too.
    """
    pair = decision.best, decision.next
    is_told = not weighs_quotes and any({*one.pair} == {*pair} for one in quotes)
    if is_told or request.groups or not cache.retested_systems(context.test_set, decision.metric, pair):
        return {}
    others = context.told_with(decision.metric)[1:] if weighs_quotes else ()
    metrics = [decision.metric, *(one for one in others if not isinstance(one, ExternalScore))]
    return {retest_name(one.name): retesting(replace(request, metric=one), context.test_set) for one in metrics}


def both_verdicts(context: Context, decision: Decision, retested: ComparisonResult) -> PlainQuotesVerdict | None:
    """The decision as typed, and with quotation marks of one kind."""
    unlike = cache.retested_systems(context.test_set, decision.metric, (decision.best, decision.next))
    return plain_quotes_verdict.run(decision, retested, unlike)


def draw_quotes_of_leads(quotes: Iterable[QuotesOfLead]) -> None:
    """Say how much of a lead that stays is in quotation marks."""
    for one in quotes:
        if one.is_sure:
            send.html(html.page(Markup('<p class="caution">{}</p>').format(one.sentence)))
