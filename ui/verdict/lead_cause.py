"""Which quotation marks explain most of a lead by BLEU."""

from markupsafe import Markup

from scoring import BLEU, TestSet
from scoring.output.markup import html
from scoring.studies import bleu_difference, capitals
from scoring.studies.verdict import Decision
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.session import send
from ui.store import cache, waiting

QUOTES = "quotes"
"""The place where the scores with marks of one kind are waited for."""


def plain_quotes_task(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> Task[dict[str, float]]:
    """The scores of two systems where all quotation marks are of one kind."""

    def compute(tell: Tell) -> dict[str, float]:
        return capitals.scores_of_outputs(bleu, test_set, pair, bleu_difference.with_plain_quotes)

    return Task(cache.PAIRS, ("plain quotes", bleu, pair, test_set.identity), compute)


def draw_quotes_cause(context: Context, decision: Decision) -> None:
    """Say how much of a lead by BLEU is in quotation marks, where that is most of it."""
    metric, pair = decision.metric, (decision.best, decision.next)
    if not isinstance(metric, BLEU) or not decision.difference or not context.test_set.references:
        return

    def draw(there: dict[str, dict[str, float] | None]) -> None:
        alike = there[QUOTES]
        said = "" if alike is None else bleu_difference.quotes_sentence(pair, decision.scores, alike)
        if said:
            send.html(html.page(Markup('<p class="caution">{}</p>').format(said)))

    waiting.fill_in(QUOTES, {QUOTES: plain_quotes_task(metric, context.test_set, pair)}, draw, what="")
