"""``report``: one page that says which system is better, how certain that is, and why."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
from markupsafe import Markup

from ... import BLEU, Metric, TestSet
from ...checks.terminology.glossary import Glossary
from ...checks.terminology.glossary_files import open_glossary
from ...counting.arrays import Flags
from ...counting.usual_draws import TRIALS
from ...judgments.score_coverage import find_unequal_coverage
from ...output.numbers import counted
from ...report import pdf
from ...report.latex_table import report_latex
from ...report.page import document
from ...report.system_page import system_document
from ...significance import Verdicts
from ...studies import comparison
from ...studies.comparison import Pair
from ...studies.metric_choice import USUAL, usual_metrics
from ...studies.report import ReportRequest, build_report, summarize
from ...studies.system_report import SystemReportRequest, build_system_report
from ...studies.term_caveats import terms_fit
from ...studies.terminology import NEEDS_SOURCE
from ...studies.verdict import verdicts_by_metric
from ...studies.wording.verdict_words import not_ranked
from ...testset import PostEdit
from ...text.naming import clean_name
from ..inputs import Inputs
from ..notes import write_note
from ..progress_bar import show_progress
from ..shared.arguments import (
    add_file,
    add_files,
    add_leave_out,
    add_metrics,
    add_scores,
    chosen_metrics,
    open_inputs,
    read_inputs,
    values,
)
from ..shared.comparison_options import add_test, check_baseline, comparison_request
from ..shared.documents import merge_stated_documents, read_given_documents, requested_documents
from ..shared.external_judgments import given_metrics, read_scores, with_judgments
from ..shared.system_statistics import judged_by_all, note_judged, select_judged_segments, tell_zeros, warn_of_script

PAGES = (".html", ".htm")
PDF, TEX = ".pdf", ".tex"


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "A report on one page: the verdict, the scores with intervals, which differences are significant, where the"
        " ranking reverses, and ten segments to read. The first metric decides, or the scores that people gave, if"
        " there are any; further ones are shown with it."
    )
    add_files(command, about)
    command.set_defaults(run=run, usual_metrics=USUAL)
    help_ = "what the report calls the test set; default: the folder of the first reference"
    group = command.add_argument_group("report")
    group.add_argument("--name", metavar="NAME", help=help_)
    help_ = "system with which the others are compared; default: each with the next one in the ranking"
    group.add_argument("--baseline", metavar="NAME", help=help_)
    help_ = "a glossary, as of check --terms: how many of its terms the outputs have, where the source has them"
    group.add_argument("--terms", metavar="FILE", help=help_)
    help_ = "post-edits, one for each output, in the order of the outputs: says what post-editing costs, too"
    group.add_argument("--post-edits", nargs="+", metavar="PE", help=help_)
    add_test(command)
    add_metrics(command)
    add_scores(command)
    add_leave_out(command)
    add_file(command.add_argument_group("output"), "a page (.html), a PDF (.pdf) or a table for LaTeX (.tex)")


def run(options: argparse.Namespace) -> str | bytes:
    """Return the report as HTML, PDF or a LaTeX table, by the ending of the file.

    Raises ``ValueError`` for another ending, and where PDF cannot be written.
    """
    ending = Path(options.output).suffix.lower() if options.output else PAGES[0]
    if ending not in (*PAGES, PDF, TEX):
        raise ValueError(
            f"{options.output}: a report is a page, a PDF or a table for LaTeX; name a file that ends in .html, .pdf or"
            " .tex."
        )
    if ending == PDF and (why := pdf.missing_for_pdf()) is not None:
        raise ValueError(f"{why} Or name a file that ends in {PAGES[0]}.")
    computed = chosen_metrics(options)
    with open_inputs(options) as inputs:
        if len(inputs.system_names) == 1:
            if options.terms is not None:
                raise ValueError("--terms: a report of one system has no terms; use bleuscope check --terms.")
            if options.post_edits is not None:
                raise ValueError("--post-edits: of one output, bleuscope effort -o report.html says what it costs.")
            return _of_one_system(options, computed, inputs, ending)
        request = comparison_request(options, computed[0], inputs.system_names)
        check_baseline(options.baseline, request.compared)
        judgments = merge_stated_documents(read_given_documents(options), read_scores(options))
        documents = requested_documents(options, inputs, judgments)
        test_set = _with_post_edits(options, TestSet.joined(list(inputs.test_sets())).named(_name(options)), inputs)
        documents, left_out = inputs.remaining(documents), inputs.left_out
        faults = tuple(fault.key for fault in inputs.kept_faults)
        copies = inputs.reference_copies if request.groups is None else ()
    if copies and len(request.systems) - len(copies) > 1:
        write_note(not_ranked(copies))
        test_set = test_set.without_systems(copies)
        request = replace(request, systems=test_set.system_names)
    warn_of_script(computed, test_set.target.script)
    if options.scores:
        test_set = with_judgments(test_set, judgments, options.match, options.strict)
    metric, *others = usual_metrics(computed, given_metrics(test_set))
    request = replace(request, metric=metric)
    with show_progress("scores"):  # code that reports its share counts in one thread
        of_all = metric.measure(test_set)
    are_judged = judged_by_all(metric, of_all, options.strict)
    zeros = {(metric, system): rows.sum(axis=0) for system, rows in of_all.items()}
    tell_zeros(zeros, test_set.target.script, options.strict)
    statistics, documents = select_judged_segments(of_all, documents, are_judged)
    with show_progress("tests") as on_progress:
        result = comparison.run(request, request.rows(statistics, documents), on_progress)
    test_set = _judged_segments(test_set, metric, are_judged)
    other_statistics = {other: other.measure(test_set) for other in others}
    for other in others:
        if find_unequal_coverage(other, test_set) is not None:
            note_judged(other, other_statistics[other], "its means are based on", options.strict)
    statistics_by_metric = {metric: statistics, **other_statistics}
    sums = {
        one: {system: rows.sum(axis=0) for system, rows in of_systems.items()}
        for one, of_systems in statistics_by_metric.items()
    }
    left_out_sentence = "" if left_out is None else left_out.sentence
    glossary = _glossary(options, test_set)
    report_request = ReportRequest(
        request,
        _bleu(computed[0], options),
        date.today(),
        baseline=options.baseline,
        left_out=left_out_sentence,
        glossary=glossary,
        kept_faults=faults,
    )

    def judge_by(other: Metric, pair: Pair) -> Verdicts:
        return verdicts_by_metric(replace(request, metric=other), test_set, other_statistics[other], [pair])

    if ending == TEX:
        return report_latex(summarize(report_request, test_set, result.verdicts, sums, judge_by))
    with show_progress("page") as on_progress:
        page = document(
            build_report(report_request, test_set, result.verdicts, statistics, sums, on_progress, judge_by)
        )
    return _render_page(page, ending)


def _glossary(options: argparse.Namespace, test_set: TestSet) -> Glossary | None:
    """Return the glossary of ``--terms``, or None; raise ``ValueError`` where it does not fit the test set."""
    if options.terms is None:
        return None
    if test_set.source is None:
        raise ValueError(f"{NEEDS_SOURCE.rstrip('.')}: --source SRC.")
    language = test_set.target.stated_language
    glossary = open_glossary(options.terms, (None, None if language is None else language.language), options.encoding)
    if not terms_fit(glossary, test_set):
        actual = f"{glossary.n_segments:,}"
        raise ValueError(f"{glossary.name}: expected the terms of {len(test_set):,} segments; found those of {actual}.")
    return glossary


def _with_post_edits(options: argparse.Namespace, test_set: TestSet, inputs: Inputs) -> TestSet:
    """Return the test set with the post-edits of ``--post-edits``, which are in the order of its outputs."""
    if options.post_edits is None:
        return test_set
    with read_inputs(options, options.post_edits) as post_edit_inputs:
        columns = post_edit_inputs.references()
    if len(columns) != len(test_set.systems):
        actual = f"found {counted(len(columns), 'post-edit')} for {counted(len(test_set.systems), 'output')}"
        raise ValueError(f"--post-edits: expected one for each output, in the order of the outputs; {actual}.")
    pairs = zip(test_set.system_names, columns, strict=True)
    return test_set.with_post_edits([PostEdit(name, inputs.remaining(column)) for name, column in pairs])


def _render_page(page: Markup, ending: str) -> str | bytes:
    if ending != PDF:
        return str(page)
    with show_progress("PDF"):
        return pdf.write_pdf(page)


def _of_one_system(options: argparse.Namespace, computed: Sequence[Metric], inputs: Inputs, ending: str) -> str | bytes:
    """Return the report on the only system; raise ``ValueError`` for a LaTeX table, which needs two systems."""
    if ending == TEX:
        raise ValueError(f"{options.output}: a table for LaTeX compares systems; found one. Name a second output.")
    test_set = TestSet.joined(list(inputs.test_sets())).named(_name(options))
    if options.scores:
        test_set = with_judgments(test_set, read_scores(options), options.match, options.strict)
    (system,) = test_set.system_names
    warn_of_script(computed, test_set.target.script)
    metrics = usual_metrics(computed, given_metrics(test_set))
    statistics = {metric: metric.measure(test_set)[system] for metric in metrics}
    trials = TRIALS if options.trials is None else options.trials
    report_request = SystemReportRequest(
        system, _bleu(computed[0], options), date.today(), trials=trials, seed=options.seed
    )
    with show_progress("page") as on_progress:
        page = system_document(build_system_report(report_request, test_set, statistics, on_progress))
    return _render_page(page, ending)


def _judged_segments(test_set: TestSet, metric: Metric, are_judged: Flags) -> TestSet:
    """Return the segments that have scores for every system; where these are not all, the name of the part says so."""
    if are_judged.all():
        return test_set
    part = test_set.only(np.flatnonzero(are_judged))
    return part.named(f"{test_set.name}, {counted(len(part), 'segment')} with {metric.label} scores for every system")


def _name(options: argparse.Namespace) -> str:
    return clean_name(options.name or Path(options.references[0]).absolute().parent.name or "test set")


def _bleu(metric: Metric, options: argparse.Namespace) -> BLEU:
    """Return the BLEU whose n-grams are marked in the texts: the given metric if it is BLEU, or one by the options."""
    return metric if isinstance(metric, BLEU) else BLEU.configure(values(options))
