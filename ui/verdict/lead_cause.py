"""The effect of quotation marks on a lead by BLEU."""

from collections.abc import Iterable

from scoring.studies import bleu_difference
from scoring.studies.bleu_difference import QuotesOfLead
from scoring.studies.comparison import ComparisonResult
from scoring.studies.verdict import Oddity, decide
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.session import send
from ui.store import cache


def quotes_of_verdict(
    context: Context, result: ComparisonResult, systems: tuple[str, ...], odd: tuple[Oddity, ...]
) -> tuple[QuotesOfLead, ...]:
    """Return the effects of quotation marks on the leads among these systems, at once; empty if small."""
    same = cache.outputs_equal_but_for_case(context.test_set, systems, result.metric)
    decision = decide(result.verdicts, systems, (*odd, *same))
    if decision is None or not context.test_set.references:
        return ()

    def compute(tell: Tell) -> tuple[QuotesOfLead, ...]:
        return bleu_difference.quotes_of_leads(context.test_set, decision)

    compared = decision.best, decision.next, decision.not_surely_worse, decision.behind
    key = "quotes of leads", decision.metric, compared, context.test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def quotes_of_pair(
    context: Context, result: ComparisonResult, pair: tuple[str, str], odd: tuple[Oddity, ...]
) -> QuotesOfLead | None:
    """Return the effect of quotation marks on the difference of two systems; None if it is small."""
    quotes = quotes_of_verdict(context, result, pair, odd)
    return next((one for one in quotes if {*one.pair} == {*pair}), None)


def draw_quotes_of_leads(quotes: Iterable[QuotesOfLead]) -> None:
    """Draw how much of each certain lead is due to quotation marks."""
    for one in quotes:
        if one.is_sure:
            send.sentences(one.sentence, look="caution")
