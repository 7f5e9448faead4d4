"""The report of what a page shows, made when it is asked for. What it says is mostly there already."""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.counting.progress import progress_between
from scoring.report import pdf
from scoring.report.page import document
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.report import ReportRequest, build_report
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.kit import budget
from ui.significance import comparing
from ui.store import cache

PASSES = 11
"""How often the buckets' resamples read every segment of two systems: three sortings, and eight buckets of words."""


@dataclass(frozen=True)
class OfferedReport:
    """The report that a page offers."""

    context: Context
    comparison: ComparisonRequest
    """Comparison that decides."""
    shown: tuple[str, ...]
    """Outputs of the systems that the report tells of."""
    address: str
    """Address of the page."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the table of scores."""
        return self.context.told_with(self.comparison.metric)

    def request(self, made_on: date) -> ReportRequest:
        metric, bleu = self.comparison.metric, self.context.bleu
        return ReportRequest(
            self.comparison,
            metric if isinstance(metric, BLEU) else bleu,
            made_on,
            self.shown,
            self.address,
            budget.bucket_trials(len(self.context.test_set), PASSES),
        )


def as_html(offered: OfferedReport, made_on: date) -> Task[Markup]:
    """The page, computed from what the dashboard keeps."""
    test_set, engine, request = offered.context.test_set, cache.engine(), offered.request(made_on)

    def compute(tell: Tell) -> Markup:
        result = engine.now(comparing(offered.comparison, test_set), within=(0.0, 0.8))
        report = build_report(
            request,
            test_set,
            result.verdicts,
            cache.measure_systems(offered.comparison.metric, test_set),
            {metric: engine.now(cache.summing(metric, test_set)) for metric in offered.metrics},
            progress_between(tell, 0.8, 1.0),
        )
        return document(report)

    key = "report", request, offered.metrics, test_set.name, test_set.identity
    return Task(cache.TESTS, key, compute)


def pdf_task(offered: OfferedReport, made_on: date) -> Task[bytes]:
    """The same as PDF; only where ``pdf.missing_for_pdf`` says nothing."""
    page = as_html(offered, made_on)

    def compute(tell: Tell) -> bytes:
        return pdf.write_pdf(cache.engine().now(page, within=(0.0, 0.7)))

    return Task(cache.TESTS, ("report as PDF", page.key), compute)
