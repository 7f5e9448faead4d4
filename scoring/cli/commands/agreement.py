"""``agreement``: how far metrics agree with people, or with another judge."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa

from ... import Metric, TestSet
from ...agreement import agreement_words
from ...agreement.shared_outputs import find_shared_outputs
from ...formats import FormatError, FoundJudgments
from ...formats.judgments import FoundDocuments
from ...origins import Origins
from ...studies import agreement as study
from ...studies.agreement import (
    BOOTSTRAP,
    CORPUS,
    MEASURES,
    PERMUTATION,
    SYSTEM_SCORES,
    TESTS,
    AgreementRequest,
    names_of_judges,
)
from ...studies.own_family import own_family_sentences
from ...validation import check_known
from ..notes import check_strict, tell_all, write_note
from ..progress_bar import show_progress
from ..reports.agreement import FORMATS, PAIR_FORMATS
from ..reports.scores.sacrebleu_lines import insert_parts
from ..shared.arguments import (
    JUDGMENT_FILES,
    add_files,
    add_leave_out,
    add_metrics,
    add_output,
    add_scores,
    chosen_metrics,
    open_inputs,
)
from ..shared.comparison_options import add_draws
from ..shared.documents import merge_stated_documents, read_given_documents, requested_documents
from ..shared.external_judgments import (
    attach_all,
    check_matched,
    given_metrics,
    note_all,
    note_unused_weights,
    read_judgments,
    require_attached_scores,
)
from ..shared.system_statistics import warn_of_script


def add(command: argparse.ArgumentParser) -> None:
    about = "Which metrics agree with people, or with another judge: intervals, and which metric agrees better."
    add_files(command, about)
    command.set_defaults(run=run)
    judge = command.add_argument_group("judge").add_argument
    help_ = f"human scores, rankings or marked errors: {JUDGMENT_FILES}"
    judge("--judgments", action="extend", nargs="+", required=True, metavar="FILE", help=help_)
    help_ = "the judge to use if the files hold several; default: people, MQM first"
    judge("--judge", metavar="NAME", help=help_)
    measures = command.add_argument_group("agreement").add_argument
    help_ = f"of {', '.join(MEASURES)}; default: all that the judgments allow"
    measures("--measures", action="extend", nargs="+", choices=MEASURES, metavar="MEASURE", help=help_)
    help_ = (
        "a system's score by a metric: the score of all segments together (default), or the mean of segment scores,"
        " plain or weighted by reference length"
    )
    measures("--system-score", choices=SYSTEM_SCORES, default=CORPUS, help=help_)
    _add_test(command)
    add_metrics(command)
    add_scores(command)
    add_leave_out(command)
    help_ = "show pairs of metrics instead: by how much one agrees better, with interval and p"
    add_output(command).add_argument("--pairs", action="store_true", help=help_)


def _add_test(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("test of two metrics")
    help_ = "paired bootstrap (default), or random swaps of both metrics' scores (PERM-BOTH), which is slow"
    group.add_argument("--test", choices=TESTS, default=BOOTSTRAP, help=help_)
    help_ = (
        "resamples or swaps; default 1000, or 40 per pair of metrics if that is more; where these would take minutes,"
        " 1000 for intervals only, and --pairs or --trials test differences"
    )
    add_draws(group, help_, "for all pairs of metrics")


def run(options: argparse.Namespace) -> str:
    """Return the agreement of every metric with the judge, or of all pairs of metrics, rendered."""
    computed = chosen_metrics(options)
    with open_inputs(options) as inputs:
        judgments, scores = (read_judgments(files, options) for files in (options.judgments, options.scores))
        note_unused_weights([*judgments, *scores], options.mqm_weights)
        all_judgments = merge_stated_documents(read_given_documents(options), [*judgments, *scores])
        documents = requested_documents(options, inputs, all_judgments)
        test_set = TestSet.joined(list(inputs.test_sets()))
        documents, left_out = inputs.remaining(documents), inputs.left_out
        sample = inputs.reference_sample
        realigned = inputs.are_realigned
    warn_of_script(computed, test_set.target.script)
    documents_of_files = [one for one in all_judgments if isinstance(one, FoundDocuments)]
    judged_set, scored_set = _attach_judgments_and_scores(test_set, documents_of_files, judgments, scores, options)
    request = _request(judged_set, scored_set, computed, documents, options)
    if options.pairs and len(request.metrics) < 2:
        raise ValueError(
            f"--pairs needs two metrics; there is only {request.metrics[0].label}. Add more with -m or --scores."
        )
    is_read = not options.pairs or options.format in ("table", "latex")
    with show_progress("scores and tests") as on_progress:
        result = study.run(request, scored_set, on_progress, baselines=is_read)
    for sentence in own_family_sentences(request, scored_set):
        write_note(sentence)
    parts = [] if left_out is None else [left_out.signature_part]
    signatures = {
        metric.name: insert_parts(request.metric_for_signature(metric).full_signature(sample, realigned), *parts)
        for metric in request.metrics
    }
    return (PAIR_FORMATS if options.pairs else FORMATS)[options.format](result, signatures)


def _request(
    judged_set: TestSet,
    scored_set: TestSet,
    computed: Sequence[Metric],
    documents: pa.StringArray | None,
    options: argparse.Namespace,
) -> AgreementRequest:
    """Return the request; write notes on outputs that are left out and on systems judged on different segments.

    Raises ``ValueError`` where systems are judged on different segments, with ``--strict``.
    """
    shared_outputs = find_shared_outputs(
        judged_set, scored_set, _judge(judged_set, options.judge), [*computed, *given_metrics(scored_set)]
    )
    for sentence in agreement_words.exclusion_sentences(shared_outputs):
        write_note(sentence)
    request = AgreementRequest(
        shared_outputs,
        shared_outputs.metrics,
        tuple(dict.fromkeys(options.measures or ())),
        None if documents is None else Origins.of(documents).members,
        options.system_score,
        options.test,
        options.trials,
        options.seed,
        options.correction,
    )
    if options.pairs or options.test == PERMUTATION:
        request = replace(request, trials=request.trials or request.trials_of_tests)
    check_strict(tell_all(request.unequal_judgments), options.strict)
    return request


def _attach_judgments_and_scores(
    test_set: TestSet,
    documents: Sequence[FoundJudgments],
    judgments: Sequence[FoundJudgments],
    scores: Sequence[FoundJudgments],
    options: argparse.Namespace,
) -> tuple[TestSet, TestSet]:
    """Return the test set with the judgments, and the test set with the scores.

    Raises ``FormatError`` where the files of ``--judgments`` have no judgments.
    """
    attached_judgments, attached_scores = (
        attach_all(test_set, [*documents, *_exclude_documents(group)], options.match) for group in (judgments, scores)
    )
    check_matched(options.match, [*judgments, *scores])
    note_all(attached_judgments, attached_scores, strict=options.strict)
    if not names_of_judges(attached_judgments.test_set):
        file = judgments[-1].file
        raise FormatError(
            file, "no scores or preferences", "judgments of outputs", advice=f"They are {JUDGMENT_FILES}."
        )
    scored_set = require_attached_scores(attached_scores, scores) if scores else attached_scores.test_set
    return attached_judgments.test_set, scored_set


def _exclude_documents(judgments: Sequence[FoundJudgments]) -> list[FoundJudgments]:
    return [one for one in judgments if not isinstance(one, FoundDocuments)]


def _judge(judged_set: TestSet, name: str | None) -> str:
    """Return the judge named by ``--judge``, or the first judge; write a note that names the other judges."""
    names = names_of_judges(judged_set)
    if name is not None:
        check_known(name, names, "judge")
        return name
    if len(names) > 1:
        write_note(
            f"--judgments has scores by {', '.join(names)}: {names[0]} is used; choose another one with --judge NAME."
        )
    return names[0]
