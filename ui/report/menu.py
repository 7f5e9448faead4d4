"""The menu Download of a page: its tables, and the report, made on request."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric, TestSet
from scoring.checks.terminology.glossary import Glossary
from scoring.counting.progress import progress_between
from scoring.counting.usual_draws import TRIALS
from scoring.report import pdf
from scoring.report.effort.effort_page import effort_document
from scoring.report.latex_table import report_latex
from scoring.report.matrix.matrix_page import matrix_document
from scoring.report.page import document
from scoring.report.system_page import system_document
from scoring.studies.comparison import ComparisonRequest, Verdicts
from scoring.studies.effort import EffortResult
from scoring.studies.ignored_findings import IgnoreRule
from scoring.studies.matrix import MatrixRequest, MatrixResult
from scoring.studies.report import ReportRequest, build_report, summarize
from scoring.studies.system_report import SystemReportRequest, build_system_report
from scoring.studies.tradeoff import TradeoffResult
from scoring.studies.wording.matrix_words import SetWarnings
from server.engine.tasks import Task, Tell
from ui.context import findings, glossaries, selection
from ui.context.context import Context
from ui.kit import budget, exports
from ui.report import translation_files
from ui.session import state
from ui.significance import verdicts_task
from ui.store import cache

PASSES = 11
"""Number of times that resampling of buckets reads every segment of two systems: 3 sortings, 8 buckets of words."""
REPORT_KEY = "asked_report"
"""Session key of the report that this run of the script offers."""


@dataclass(frozen=True)
class OfferedReport:
    """The report that a page offers."""

    context: Context
    comparison: ComparisonRequest
    """Comparison whose verdict the report gives."""
    shown: tuple[str, ...]
    """Systems that the report covers."""
    address: str
    """Address of the page."""
    ignored: tuple[IgnoreRule, ...] = ()
    """Rules of the findings that are not counted as errors."""
    glossary: Glossary | None = None
    """Terms that the outputs should have."""
    kept_faults: tuple[str, ...] = ()
    """Findings that count as faults of systems, as the address names them."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """Metrics of the table of scores."""
        return self.context.report_metrics(self.comparison.metric)

    def request(self, made_on: date) -> ReportRequest:
        metric, trials = self.comparison.metric, budget.bucket_trials(len(self.context.test_set), PASSES)
        bleu = metric if isinstance(metric, BLEU) else self.context.bleu
        left_out, baseline = self.context.filters.left_out, self.context.baseline
        left_out_sentence = "" if left_out is None else left_out.sentence
        return ReportRequest(
            *(
                self.comparison,
                bleu,
                made_on,
                self.shown,
                self.address,
                trials,
                baseline,
                left_out_sentence,
                self.ignored,
            ),
            glossary=self.glossary,
            kept_faults=self.kept_faults,
        )


@dataclass(frozen=True)
class OfferedSystemReport:
    """The report on one system that a page offers."""

    context: Context
    system: str
    address: str
    """Address of the page."""

    def request(self, made_on: date) -> SystemReportRequest:
        trials = budget.usual_or_fewer(TRIALS, budget.MAX_WORK // (2 * len(self.context.test_set)))
        return SystemReportRequest(self.system, self.context.bleu, made_on, self.address, trials)


@dataclass(frozen=True)
class OfferedMatrixReport:
    """The report on a matrix of test sets that a page offers."""

    name: str
    """Name of the project."""
    request: MatrixRequest
    result: MatrixResult
    warnings: SetWarnings
    key: tuple[object, ...]
    """Cache key of the result: its request, and the versions of the sets."""
    address: str
    """Address of the page."""
    tradeoff: TradeoffResult | None = None
    """Quality against cost, if the page shows it."""


@dataclass(frozen=True)
class OfferedEffortReport:
    """The report on post-editing effort that a page offers."""

    test_set: TestSet
    tasks: tuple[Task[EffortResult], ...]
    """Tasks of the report's numbers: all segments first, then documents and domains."""
    address: str
    """Address of the page."""


AnyOfferedReport = OfferedReport | OfferedSystemReport | OfferedMatrixReport | OfferedEffortReport


def _matrix_task(offered: OfferedMatrixReport, made_on: date) -> Task[Markup]:
    request, result, tradeoff = offered.request, offered.result, offered.tradeoff
    tradeoffs = () if tradeoff is None else (tradeoff,)
    costs = tuple(one.cost.key for one in tradeoffs)

    def compute(tell: Tell) -> Markup:
        return matrix_document(request, result, offered.name, made_on, offered.address, offered.warnings, tradeoffs)

    key = "matrix report", offered.key, costs, offered.name, offered.address, made_on
    return Task(cache.SEGMENTS, key, compute)


def _effort_task(offered: OfferedEffortReport, made_on: date) -> Task[Markup]:
    test_set, tasks, engine = offered.test_set, offered.tasks, cache.engine()

    def compute(tell: Tell) -> Markup:
        ends = [number / len(tasks) for number in range(len(tasks) + 1)]
        spans = pairwise(ends)
        results = [engine.now(task, within=span) for task, span in zip(tasks, spans, strict=True)]
        return effort_document(test_set, results, made_on, offered.address)

    key = "effort report", tasks[0].key, offered.address, made_on, test_set.name
    return Task(cache.SEGMENTS, key, compute)


def report_html_task(offered: AnyOfferedReport, made_on: date) -> Task[Markup]:
    """Return the task of the report as HTML, computed from cached results."""
    if isinstance(offered, OfferedSystemReport):
        return _system_task(offered, made_on)
    if isinstance(offered, OfferedMatrixReport):
        return _matrix_task(offered, made_on)
    if isinstance(offered, OfferedEffortReport):
        return _effort_task(offered, made_on)
    test_set, engine, request = offered.context.test_set, cache.engine(), offered.request(made_on)

    def compute(tell: Tell) -> Markup:
        result = engine.now(verdicts_task(offered.comparison, test_set), within=(0.0, 0.8))
        statistics = cache.measure_systems(offered.comparison.metric, test_set)
        sums = {metric: engine.now(cache.sums_task(metric, test_set)) for metric in offered.metrics}
        tell_rest = progress_between(tell, 0.8, 1.0)

        def compute_verdicts(metric: Metric, _: object) -> Verdicts:
            judged_set = offered.context.with_judged_segments(metric).test_set
            return engine.now(verdicts_task(replace(offered.comparison, metric=metric), judged_set)).verdicts

        return document(build_report(request, test_set, result.verdicts, statistics, sums, tell_rest, compute_verdicts))

    return Task(cache.TESTS, ("report", request, offered.metrics, test_set.name, test_set.identity), compute)


def _system_task(offered: OfferedSystemReport, made_on: date) -> Task[Markup]:
    test_set, engine, request = offered.context.test_set, cache.engine(), offered.request(made_on)
    metrics = tuple(offered.context.choice.chosen.values())

    def compute(tell: Tell) -> Markup:
        statistics_by_metric = {metric: engine.now(cache.statistics_task(metric, test_set)) for metric in metrics}
        statistics = {metric: rows[offered.system] for metric, rows in statistics_by_metric.items()}
        return system_document(build_system_report(request, test_set, statistics, tell))

    return Task(cache.TESTS, ("system report", request, metrics, test_set.name, test_set.identity), compute)


def latex_task(offered: OfferedReport, made_on: date) -> Task[str]:
    """Return the task of the report's scores as a LaTeX table."""
    test_set, engine, request = offered.context.test_set, cache.engine(), offered.request(made_on)

    def compute(tell: Tell) -> str:
        result = engine.now(verdicts_task(offered.comparison, test_set), within=(0.0, 0.8))
        sums = {metric: engine.now(cache.sums_task(metric, test_set)) for metric in offered.metrics}
        return report_latex(summarize(request, test_set, result.verdicts, sums))

    return Task(cache.TESTS, ("report as LaTeX", request, offered.metrics, test_set.name, test_set.identity), compute)


def pdf_task(offered: AnyOfferedReport, made_on: date) -> Task[bytes]:
    """Return the task of the report as PDF; call this only if ``pdf.missing_for_pdf`` returns None."""
    page = report_html_task(offered, made_on)
    key, engine = ("report as PDF", page.key), cache.engine()
    return Task(cache.TESTS, key, lambda tell: pdf.write_pdf(engine.now(page, within=(0.0, 0.7))))


Maker = Callable[[Any, date], Task[Any]]
SYSTEM_MAKERS: dict[str, tuple[str, Maker]] = {
    "html": ("text/html", report_html_task),
    "pdf": ("application/pdf", pdf_task),
}
"""File ending -> MIME type, and function that returns the task, for reports without a comparison."""
MAKERS = SYSTEM_MAKERS | {"tex": ("application/x-tex", latex_task)}
"""File ending -> MIME type, and function that returns the task, for reports with a comparison."""
LABEL_WIDTH = 190
KINDS = {"html": "primary", "pdf": "secondary", "tex": "secondary"}
"""File ending -> kind of button."""


@contextmanager
def collect_download_menu(place: Any) -> Iterator[None]:
    """Collect the tables and the report that the page offers in the context, then draw their menu in ``place``."""
    state.set_widget_value(REPORT_KEY, None)
    translation_files.forget_fillings()
    with exports.collect_tables() as tables:
        yield
    with place:
        _draw(state.widget_value(REPORT_KEY), tables, translation_files.offered_fillings())


def offer_report(context: Context, request: ComparisonRequest, shown: Sequence[str]) -> None:
    """Put the report of a test into the page's menu, but only if there are references, which most of it needs."""
    if not context.test_set.references:
        return
    rules, in_use = findings.ignored_rules(), glossaries.glossary_in_use(context.test_set)
    glossary = None if in_use is None else in_use.glossary
    offered = OfferedReport(
        context, request, tuple(shown), state.page_address(), rules, glossary, selection.faults_to_keep()
    )
    state.set_widget_value(REPORT_KEY, offered)


def offer_system_report(context: Context, system: str) -> None:
    """Put the report on one system into the page's menu."""
    state.set_widget_value(REPORT_KEY, OfferedSystemReport(context, system, state.page_address()))


def offer_matrix_report(
    name: str,
    request: MatrixRequest,
    result: MatrixResult,
    warnings: SetWarnings,
    key: tuple[object, ...],
    tradeoff: TradeoffResult | None = None,
) -> None:
    """Put the report on a matrix into the page's menu, with quality against cost if there is any."""
    report = OfferedMatrixReport(name, request, result, warnings, key, state.page_address(), tradeoff)
    state.set_widget_value(REPORT_KEY, report)


def offer_effort_report(test_set: TestSet, tasks: Sequence[Task[EffortResult]]) -> None:
    """Put the report on post-editing effort into the page's menu; ``tasks`` compute its numbers."""
    state.set_widget_value(REPORT_KEY, OfferedEffortReport(test_set, tuple(tasks), state.page_address()))


def _draw(
    report: AnyOfferedReport | None, tables: exports.Tables, fillings: list[translation_files.OfferedFilling]
) -> None:
    if report is None and not tables and not fillings:
        return
    with st.popover("Download", icon=":material/download:", key="download-menu"):
        if report is not None:
            _report(report)
        if tables:
            st.caption("Tables. The files say where the numbers come from.")
        for title in tables:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.text(title, width=LABEL_WIDTH)
                exports.draw_export_buttons(tables, title)
            if why := tables[title].why_no_latex:
                st.caption(why)
        if fillings:
            translation_files.draw_fillings(fillings)


def _report(report: AnyOfferedReport) -> None:
    compares = isinstance(report, OfferedReport)
    contents = "verdict, scores, differences and ten segments" if compares else "scores, causes and the worst segments"
    if isinstance(report, OfferedMatrixReport):
        name, contents = report.name, "who leads, scores, ranks and pairs"
    elif isinstance(report, OfferedEffortReport):
        name, contents = report.test_set.name, "who saves more, bands, cost, domains, documents and edited segments"
    else:
        name = report.context.test_set.name
    st.caption(f"The report: {contents}, in one file that opens anywhere.")
    why = pdf.missing_for_pdf()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text("Report", width=LABEL_WIDTH)
        for ending, (mime, make) in (MAKERS if compares else SYSTEM_MAKERS).items():
            file, key = exports.file_name(name, "report", ending), f"download-report-{ending}"
            look = {"disabled": ending == "pdf" and why is not None, "type": KINDS[ending]}
            exports.draw_download_button(ending.upper(), partial(_report_bytes, make, report), file, mime, key, **look)
    if why is not None:
        st.caption(why)


def _report_bytes(make: Maker, report: AnyOfferedReport) -> bytes:
    """Return the file's bytes, made in the thread of the request while pages go on."""
    content: str | bytes = cache.engine().now(make(report, date.today()))
    return content if isinstance(content, bytes) else content.encode()
