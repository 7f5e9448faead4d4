"""``score``: prints the scores of systems."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa

from ... import TestSet
from ...counting.usual_draws import TRIALS
from ...formats.file_notices import FileNotice
from ...metric import Metric
from ...origins import join_documents
from ...studies.scores import ScoreRequest, ScoreResult, score_statistics
from ..inputs import Inputs
from ..lab.engine import add_engine, add_watch, is_engine_asked, is_watch_asked
from ..notes import check_strict, tell_all, tell_notices, write_note
from ..output_format import TABLE
from ..reports.scores.printed_scores import PrintedScore
from ..reports.scores.sacrebleu_lines import SACREBLEU_LINES, as_numbers, insert_parts, short_signature
from ..reports.scores.score_formats import FORMATS
from ..sacrebleu_flags import AbsentFlag, add_absent_flags
from ..shared.arguments import (
    add_files,
    add_leave_out,
    add_metrics,
    add_output,
    add_rated_segments,
    add_scores,
    check_nothing_left_out,
    chosen_metrics,
    names_of_metrics,
    number,
    open_inputs,
)
from ..shared.system_statistics import rated_by_people, system_statistics_by_metric, tell_coverage, tell_other_quotes

if TYPE_CHECKING:
    from ...formats import FoundJudgments


Documents = tuple[str, ...] | None
"""Names of the documents that are scored; None where segments are scored."""
MAX_WIDTH = 15
"""Largest number of digits after the decimal point; a float has no more."""


def add(command: argparse.ArgumentParser) -> None:
    about = "Scores of systems against references; files of every kind, plain text one segment a line."
    add_files(command, about, or_watch=True)
    command.epilog = f"example: {command.prog} ref.txt -i A.txt B.txt -m bleu chrf"
    command.set_defaults(run=run)
    add_metrics(command)
    add_scores(command)
    add_rated_segments(command)
    add_leave_out(command)
    add_engine(command, writes=True)
    add_watch(command)
    _add_documents(command)
    _add_interval(command)
    output = add_output(command, FORMATS).add_argument
    output("--segments", action="store_true", help="every segment too")
    help_ = "as --segments, and BLEU with --effective-order: sacreBLEU's sentence scores"
    output("--sentence-level", "-sl", action="store_true", help=help_)
    output("--score-only", "-b", action="store_true", help="numbers alone, one a line")
    help_ = f"digits behind the point, 0 to {MAX_WIDTH}, but in JSON and TSV, which have all"
    output("--width", "-w", type=number(int, 0, MAX_WIDTH), metavar="N", help=help_)
    output("--short", "-sh", action="store_true", help="signatures with sacreBLEU's short names of their parts")
    add_absent_flags(command)


def _add_documents(command: argparse.ArgumentParser) -> None:
    """Add the options for scores of whole documents."""
    add = command.add_argument_group("documents").add_argument
    help_ = (
        "score documents (d-BLEU): the segments of each are joined to one text, so that n-grams go across them; FILE"
        " has the document of each segment, a line each, such as en-de.docs"
    )
    add("--documents", metavar="FILE", help=help_)
    add("--join-documents", action="store_true", help="the same, by the ids of documents in the other files")


def _add_interval(command: argparse.ArgumentParser) -> None:
    """Add sacreBLEU's flags for the interval of a score."""
    add = command.add_argument_group("interval").add_argument
    add("--confidence", "-ci", action="store_true", help="the 95 %% interval of each score, by the bootstrap")
    add("--confidence-n", "-cin", type=int, metavar="R", help="resamples; default: 10000")
    for flag, short in (("--paired-ar", "-par"), ("--paired-bs", "-pbs")):
        advice = f"tests are another command, which takes the same files: bleuscope significance ... {flag}"
        command.add_argument(flag, short, action=AbsentFlag, nargs="*", metavar=advice, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> str:
    """Return the scores of systems against references, rendered; with ``--watch``, print them one by one."""
    _apply_implied_options(options)
    check_nothing_left_out(options, is_watch_asked(options) or is_engine_asked(options))
    if is_watch_asked(options):
        from ..lab.watch_runs import watch_folder  # few commands need it

        return watch_folder(options)
    if is_engine_asked(options):
        from ..lab.shard_runs import score_shards  # likewise

        return _format_scores(options, ScoredFiles(score_shards(options)))
    return _format_scores(options, _score_files(options))


def _apply_implied_options(options: argparse.Namespace) -> None:
    """Set the options that sacreBLEU's flags imply; raise ``ValueError`` for flags that contradict one another."""
    if options.sentence_level:
        options.segments = True
        if options.dialect is None and any(name in ("bleu", "tbleu") for name in names_of_metrics(options)):
            options.effective_order = True
    if options.score_only and options.format not in (TABLE, SACREBLEU_LINES):
        raise ValueError(f"--score-only prints numbers alone, not {options.format}; leave one of them out.")
    if options.width is not None and not 0 <= options.width <= MAX_WIDTH:
        raise ValueError(f"--width must be 0 to {MAX_WIDTH}; found {options.width}.")
    if options.segments and options.rated_segments:
        raise ValueError("--rated-segments is for scores of the whole set; leave --segments out.")
    if options.confidence_n is not None and not options.confidence:
        raise ValueError("--confidence-n is for --confidence.")


@dataclass(frozen=True)
class ScoredFiles:
    """The scores of all systems, with what was scored and notes on it."""

    results: Sequence[ScoreResult]
    documents: Documents = None
    left_out: str = ""
    """Part of the signature about segments that are left out; empty if none are."""
    not_ranked: Sequence[str] = ()
    """Names of outputs that are a copy of a reference."""
    n_rated: int | None = None
    """Number of segments rated by people, if scores are limited to these; None where all segments are scored."""
    doubtful: Sequence[str] = ()
    """Names of systems whose output makes comparisons doubtful."""
    doubts: Mapping[str, str] = field(default_factory=dict)
    """Sentences on what makes a system's score doubtful, by system."""
    cautions: Mapping[tuple[Metric, str], str] = field(default_factory=dict)
    """Sentences on capitals that a system lacks or has wrong, by metric and system."""
    other_quotes: Sequence[str] = ()
    """Names of systems whose quotation marks differ from the references', which a note says."""


def _format_scores(options: argparse.Namespace, scored: ScoredFiles) -> str:
    """Return the scores in the format of ``--format``, or the numbers alone with ``--score-only``."""
    shown = [_printed_score(options, result, scored) for result in scored.results]
    return as_numbers(shown) if options.score_only else FORMATS[options.format](shown)


def _printed_score(options: argparse.Namespace, result: ScoreResult, scored: ScoredFiles) -> PrintedScore:
    """Return the score as it is printed; its signature also names its documents, left-out segments and resamples."""
    parts = [scored.left_out] if scored.left_out else []
    if scored.n_rated is not None and "|segments:" not in result.signature:
        parts.append(f"segments:{scored.n_rated}")
    parts += [] if scored.documents is None else ["docs:joined"]
    parts += [f"bs:{result.trials}", f"seed:{result.seed}"] if options.confidence else []
    signature = insert_parts(result.signature, *parts)
    if options.short:
        signature = short_signature(result.metric.name, signature)
    return PrintedScore(
        result,
        signature,
        options.segments,
        options.confidence,
        scored.documents,
        options.width,
        result.system not in scored.not_ranked,
        result.system in scored.doubtful,
        scored.cautions.get((result.metric, result.system), ""),
        scored.doubts.get(result.system, ""),
        result.system in scored.other_quotes,
    )


def _score_files(options: argparse.Namespace) -> ScoredFiles:
    """Return the scores of the systems in the files, and the names of the documents, if documents are scored."""
    metrics = chosen_metrics(options)
    trials = TRIALS if options.confidence_n is None else options.confidence_n
    request = ScoreRequest(tuple(metrics), trials, draws_intervals=options.confidence)
    with open_inputs(options) as inputs:
        documents = _documents(options, inputs)
        blocks = inputs if documents is None else JoinedDocuments(inputs, documents)
        keep = options.segments or options.confidence or options.rated_segments
        statistics = system_statistics_by_metric(
            blocks, metrics, keep, _judgments(options), options.match, options.strict
        )
        tell_coverage(statistics, options.strict)
        rated = (
            rated_by_people(statistics, options.rated_segments) if options.scores or options.rated_segments else None
        )
        statistics = statistics if rated is None else {key: rows[rated] for key, rows in statistics.items()}
        sample = inputs.reference_sample
        realigned = inputs.are_realigned
        left_out = "" if inputs.left_out is None else inputs.left_out.signature_part
        copies = inputs.reference_copies
    if copies:
        from ...studies.wording.verdict_words import not_ranked  # few commands need it

        write_note(not_ranked(copies))
    names = None if documents is None else tuple(documents.unique().to_pylist())
    n_rated = None if rated is None else int(rated.sum())
    results = score_statistics(request, statistics, sample, realigned)
    cautions = _cautions(options, results, inputs) if rated is None and documents is None else {}
    other_quotes: tuple[str, ...] = ()
    if rated is None and documents is None and inputs.examined is not None:
        other_quotes = tell_other_quotes(metrics, inputs.examined[0], inputs.system_names)
    doubts = {result.system: _doubt_sentences(inputs, result.system) for result in results}
    return ScoredFiles(
        results, names, left_out, copies, n_rated, _systems_in_doubt(inputs), doubts, cautions, other_quotes
    )


def _doubt_sentences(inputs: Inputs, system: str) -> str:
    """Return the sentences on what makes the score of a system doubtful; empty if nothing does."""
    return " ".join(one.sentence for one in inputs.oddities if one.makes_doubtful((system,)))


def _systems_in_doubt(inputs: Inputs) -> tuple[str, ...]:
    """Return the systems whose output makes comparisons doubtful; none in a set that was not examined."""
    if inputs.examined is None:
        return ()
    from ...studies.doctor import doubtful_systems  # large sets go without it

    return doubtful_systems(inputs.examined[1], inputs.kept_faults)


def _cautions(
    options: argparse.Namespace, results: Sequence[ScoreResult], inputs: Inputs
) -> dict[tuple[Metric, str], str]:
    """Return a sentence, by metric and system, on capitals that cost BLEU; write notes on wrong capitals."""
    if inputs.examined is None:
        return {}
    from ... import BLEU  # large sets go without all of this
    from ...studies.capitals import find_wrong_capitals, missing_capitals_caveats

    metric = next((result.metric for result in results if isinstance(result.metric, BLEU)), None)
    if metric is None or metric.lowercase:
        return {}
    test_set, examined = inputs.examined
    scores = {result.system: result.score for result in results if result.metric == metric}
    wrong = {name: str(sentence) for name, sentence in find_wrong_capitals(metric, test_set, scores, examined).items()}
    check_strict(tell_all(wrong.values()), options.strict)
    caveats = {name: caveat for name, caveat in missing_capitals_caveats(examined).items() if caveat}
    return {(metric, name): sentence for name, sentence in (caveats | wrong).items()}


@dataclass(frozen=True)
class JoinedDocuments:
    """The test set of open files, with each document joined to one segment."""

    inputs: Inputs
    documents: pa.StringArray
    """Name of each segment's document, (n_segments,)."""

    @property
    def share(self) -> float:
        """Share of the files that was read, from 0 to 1."""
        return self.inputs.share

    def test_sets(self) -> Iterator[TestSet]:
        """Yield the whole set as one block."""
        test_set = TestSet.joined(list(self.inputs.test_sets()))
        yield join_documents(test_set, self.inputs.remaining(self.documents))


def _documents(options: argparse.Namespace, inputs: Inputs) -> pa.StringArray | None:
    """Return the document of each segment; None unless whole documents are scored."""
    if not is_joining(options):
        return None
    from ..shared.documents import read_documents, stated_documents  # few commands need it

    judgments = [] if options.documents is None else read_documents(options.documents)
    tell_notices((FileNotice(one.file, notice) for one in judgments for notice in one.notices), options.strict)
    flag = "--join-documents" if options.documents is None else "--documents"
    return stated_documents(flag, inputs, judgments)


def is_joining(options: argparse.Namespace) -> bool:
    """Return whether whole documents are scored; raise ``ValueError`` for ``--scores``, which are of segments."""
    joins = options.join_documents or options.documents is not None
    if joins and (options.scores or options.mqm_weights is not None):
        raise ValueError(
            "--scores are of segments, which --documents and --join-documents join; leave one of them out."
        )
    return bool(joins)


def _judgments(options: argparse.Namespace) -> "Sequence[FoundJudgments]":
    """Return the judgments in the files of ``--scores``; their readers are imported only if they are needed."""
    if not options.scores and options.mqm_weights is None:
        return ()
    from ..shared.external_judgments import read_scores

    return read_scores(options)
