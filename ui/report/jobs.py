"""The report of what a page shows, made when it is asked for. What it says is mostly there already."""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from scoring import Metric
from scoring.progress import progress_between
from scoring.report import pdf
from scoring.report.gather import gather
from scoring.report.page import document
from ui.context import Context
from ui.kit import budget
from ui.significance import Plan, judged
from ui.store import cache
from ui.store.tasks import Task, Tell

PASSES = 11
"""How often the buckets' resamples read every segment of two systems: three sortings, and eight buckets of words."""


@dataclass(frozen=True)
class Asked:
    """What a report is to tell of."""

    context: Context
    plan: Plan
    """of the test that decides"""
    correction: str
    shown: tuple[str, ...]
    """outputs; the report tells of the systems whose they are"""
    address: str
    """of the page"""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """Of the table of scores."""
        return self.context.told_with(self.plan.metric)

    @property
    def key(self) -> tuple:
        test_set = self.context.test_set
        marked = self.context.bleu
        return self.plan, self.correction, self.shown, self.address, self.metrics, marked, test_set.name


def as_html(asked: Asked, made_on: date) -> Task[Markup]:
    """The page, computed from what the dashboard keeps."""
    context, plan = asked.context, asked.plan
    test_set, engine = context.test_set, cache.engine()

    def compute(tell: Tell) -> Markup:
        shown = plan.shown(asked.shown)
        verdicts = engine.now(judged(plan, test_set, asked.correction), within=(0.0, 0.8)).verdicts
        report = gather(
            test_set,
            verdicts,
            cache.statistics(plan.metric, test_set),
            {metric: engine.now(cache.summing(metric, test_set)) for metric in asked.metrics},
            plan.metric if isinstance(plan.metric, type(context.bleu)) else context.bleu,
            made_on,
            shown,
            None if plan.groups is None else dict(plan.groups),
            asked.address,
            budget.bucket_trials(len(test_set), PASSES),
            progress_between(tell, 0.8, 1.0),
        )
        return document(report)

    return Task(cache.TESTS, ("report", *asked.key, made_on, test_set.identity), compute)


def as_pdf(asked: Asked, made_on: date) -> Task[bytes]:
    """The same as PDF; only where ``pdf.why_not`` says nothing."""
    page = as_html(asked, made_on)

    def compute(tell: Tell) -> bytes:
        return pdf.as_pdf(cache.engine().now(page, within=(0.0, 0.7)))

    return Task(cache.TESTS, ("report as PDF", page.key), compute)
