"""``significance``: a test of every pair of systems."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from ... import Metric, TestSet
from ...counting import kernels
from ...formats.file_notices import FileNotice
from ...judgments.score_coverage import metric_with_coverage
from ...metric import ignores_case
from ...origins import SEGMENT
from ...studies.comparison import ComparisonRequest, ComparisonResult, SystemStatistics, run_each
from ...studies.wording.verdict_words import not_ranked
from ..inputs import Inputs
from ..lab.engine import add_engine, is_engine_asked
from ..notes import tell_notices, write_note
from ..progress_bar import show_progress
from ..reports.scores.sacrebleu_lines import insert_parts
from ..reports.significance import BASELINE_FORMATS, FORMATS
from ..sacrebleu_flags import PAIRED_TESTS, add_absent_flags
from ..shared.arguments import (
    add_files,
    add_leave_out,
    add_metrics,
    add_output,
    add_rated_segments,
    add_scores,
    check_nothing_left_out,
    chosen_metrics,
    open_inputs,
)
from ..shared.comparison_options import add_test, comparison_request, settle_baseline
from ..shared.system_statistics import (
    judged_by_all,
    rated_by_people,
    select_judged_segments,
    system_statistics_by_metric,
    tell_other_quotes,
)

if TYPE_CHECKING:
    from ...formats import FoundJudgments


def add(command: argparse.ArgumentParser) -> None:
    about = "Which system is better, and is the difference significant: tests every pair of systems by every metric."
    add_files(command, about)
    command.epilog = f"example: {command.prog} ref.txt -i A.txt B.txt"
    command.set_defaults(run=run)
    add_test(command)
    _add_paired(command)
    help_ = "one table instead: every system by every metric, with intervals, and p against this one"
    command.add_argument_group("baseline").add_argument("--baseline", metavar="NAME", help=help_)
    add_metrics(command)
    add_scores(command)
    add_rated_segments(command)
    add_leave_out(command)
    add_engine(command)
    add_output(command)
    add_absent_flags(command)


def _add_paired(command: argparse.ArgumentParser) -> None:
    """Add sacreBLEU's flags for paired tests."""
    group = command.add_argument_group("sacreBLEU's names of tests")
    add = group.add_mutually_exclusive_group().add_argument
    for flag, short in (("--paired-ar", "-par"), ("--paired-bs", "-pbs")):
        help_ = f"as --test {PAIRED_TESTS[flag]}, the first system being the --baseline"
        add(flag, short, dest="paired", action="store_const", const=PAIRED_TESTS[flag], help=help_)
    for flag, short in (("--paired-ar-n", "-parn"), ("--paired-bs-n", "-pbsn")):
        group.add_argument(flag, short, dest="trials", type=int, metavar="R", help="as --trials")


def _settle_paired(options: argparse.Namespace) -> None:
    """Set the test by sacreBLEU's flag; remove the baseline's file from the systems where it is named a second time."""
    if options.paired is not None:
        options.test = options.paired
        first, *others = options.systems
        options.systems = [first, *(system for system in others if system != first)]


def run(options: argparse.Namespace) -> str:
    """Return the tests of all pairs of systems by every metric, rendered."""
    _settle_paired(options)
    check_nothing_left_out(options, is_engine_asked(options))
    results = _compare_shards(options) if is_engine_asked(options) else _compare_files(options)
    if options.baseline is not None:
        return BASELINE_FORMATS[options.format](results, options.baseline)
    return FORMATS[options.format](results)


def _compare_shards(options: argparse.Namespace) -> list[ComparisonResult]:
    from ..lab.shard_runs import compare_shards  # few commands need it

    return compare_shards(options)


def _compare_files(options: argparse.Namespace) -> list[ComparisonResult]:
    metrics = chosen_metrics(options)
    kernels.load_numba()  # of tests; then nothing is counted without them either
    with open_inputs(options, oddities_in_result=True) as inputs:
        request = comparison_request(options, metrics[0], inputs.system_names)
        settle_baseline(options, request.compared)
        judgments, documents = _judgments_and_documents(options, inputs)
        statistics_by_metric = system_statistics_by_metric(
            inputs,
            metrics,
            keep_segments=True,
            judgments=judgments if options.scores else (),
            names=options.match,
            strict=options.strict,
        )
        sample, every_system = inputs.reference_sample, {*request.compared}
        request = _exclude_reference_copies(options, request, inputs.reference_copies)
        unranked = every_system - {*request.compared}
        odd = [one for one in inputs.oddities if not one.systems or {*one.systems} - unranked]
        examined = inputs.examined
        realigned, left_out, documents = inputs.are_realigned, inputs.left_out, inputs.remaining(documents)
    rated = (
        rated_by_people(statistics_by_metric, options.rated_segments)
        if options.scores or options.rated_segments
        else None
    )
    rows: dict[Metric, SystemStatistics] = {}
    signatures: dict[Metric, str] = {}
    for metric in dict.fromkeys(metric for metric, _ in statistics_by_metric):
        statistics = {system: of_system for (of, system), of_system in statistics_by_metric.items() if of == metric}
        are_judged = judged_by_all(metric, statistics, options.strict)
        are_judged = are_judged if rated is None else are_judged & rated
        rows[metric] = request.rows(*select_judged_segments(statistics, documents, are_judged))
        signatures[metric] = metric_with_coverage(metric, statistics).full_signature(sample, realigned)
        if left_out is not None:
            signatures[metric] = insert_parts(signatures[metric], left_out.signature_part)
        if rated is not None and "|segments:" not in signatures[metric]:
            signatures[metric] = insert_parts(signatures[metric], f"segments:{rated.sum()}")
    left_out_sentence = "" if left_out is None else left_out.sentence
    with show_progress("tests") as on_progress:
        results = run_each(request, rows, on_progress)
    results = [
        replace(result, signature=signatures[result.metric], oddities=odd, left_out=left_out_sentence)
        for result in results
    ]
    if examined is None:
        return results
    if rated is None:  # else scores are of fewer segments
        tell_other_quotes(metrics, examined[0], request.systems)
    return [
        _add_output_findings(replace(request, metric=results[0].metric), examined[0], results[0], rated is None),
        *results[1:],
    ]


def _add_output_findings(
    request: ComparisonRequest, test_set: TestSet, result: ComparisonResult, is_whole: bool
) -> ComparisonResult:
    """Return the result with what only whole outputs show: outputs that differ in case alone, and effects of quotes.

    Write a note where quotation marks account for most of a lead; where ``is_whole`` says that the test has all
    segments, also where they change verdicts.
    """
    from ...studies import plain_quotes_verdict
    from ...studies.bleu_difference import add_quotes_doubts, quotes_of_leads
    from ...studies.doctor import same_without_case
    from ...studies.verdict import decide
    from ...studies.wording.plain_quotes_words import changed_verdicts_sentence

    systems, odd = result.comparisons.systems, result.oddities
    is_of_outputs = ignores_case(result.metric) and not result.comparisons.runs
    same = tuple(same_without_case(test_set, systems, odd)) if is_of_outputs else ()
    decision = decide(result.verdicts, systems, (*odd, *same))
    quotes = () if decision is None else quotes_of_leads(test_set, decision)
    if decision is not None and is_whole:
        weighed = plain_quotes_verdict.weigh_verdicts(request, test_set, decision, systems, odd)
        if sentence := changed_verdicts_sentence(weighed.changed, subject="The verdicts are"):
            write_note(str(sentence))
    for one in quotes:
        if one.is_sure:
            write_note(one.sentence)
    return replace(result, oddities=add_quotes_doubts(odd, quotes), same=same)


def _exclude_reference_copies(
    options: argparse.Namespace, request: ComparisonRequest, copies: Sequence[str]
) -> ComparisonRequest:
    """Return the request without outputs that are copies of a reference; the baseline and outputs of runs stay."""
    systems = tuple(name for name in request.systems if name not in copies or name == options.baseline)
    if request.groups is not None or len(systems) == len(request.systems) or len(systems) < 2:
        return request
    write_note(not_ranked([name for name in request.systems if name not in systems]))
    return replace(request, systems=systems)


def _judgments_and_documents(
    options: argparse.Namespace, inputs: Inputs
) -> "tuple[Sequence[FoundJudgments], pa.StringArray | None]":
    """Return the judgments, and each segment's document, or None if documents are not drawn.

    The modules that read these are imported only if they are needed.
    """
    has_scores = options.scores or options.mqm_weights is not None
    if not has_scores and options.documents is None and options.unit == SEGMENT:
        return (), None
    from ..shared.documents import merge_stated_documents, read_given_documents, requested_documents
    from ..shared.external_judgments import read_scores

    judgments = merge_stated_documents(read_given_documents(options), read_scores(options))
    if not has_scores:  # with scores, what was noticed is told once they are lined up
        tell_notices((FileNotice(one.file, notice) for one in judgments for notice in one.notices), options.strict)
    return judgments, requested_documents(options, inputs, judgments)
