"""What quotation marks do to a lead by BLEU."""

from markupsafe import Markup

from scoring.output.markup import html
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
) -> QuotesOfLead | None:
    """What quotation marks do to the lead among these systems, at once; None where they are not most of it."""
    decision = decide(result.verdicts, systems, odd)
    if decision is None or not context.test_set.references:
        return None

    def compute(tell: Tell) -> tuple[QuotesOfLead | None]:
        return (bleu_difference.quotes_of_lead(context.test_set, decision),)

    key = "quotes of lead", decision.metric, decision.best, decision.next, context.test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute))[0]


def draw_quotes_of_lead(quotes: QuotesOfLead | None) -> None:
    """Say how much of a lead that stays is in quotation marks."""
    if quotes is not None and quotes.is_sure:
        send.html(html.page(Markup('<p class="caution">{}</p>').format(quotes.sentence)))
