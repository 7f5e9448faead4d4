"""``choose``: which candidate each criterion selects for each segment, and how every judge scores the selection."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow.compute as pc

from .... import METRICS
from ....choosing import Choice, Criterion, Lists, parse, usual_criteria
from ....choosing.criteria import KINDS, MBR, criterion_names
from ....counting.usual_draws import MAX_SEED, MAX_TRIALS
from ....formats.bilingual.filling.filled_file import TranslationFile
from ....output.latex import Best
from ....output.replacing import write_file
from ....studies import choice
from ....studies.choice import BY_DECODER, TRIALS, UNIFORM, ChoiceRequest, ChoiceResult
from ....studies.translation_file import choice_filling
from ....studies.translation_file import run as run_fill
from ....testset import TestSet
from ....text.naming import clean_file
from ....validation import check_known
from ...completion import suggest
from ...progress_bar import show_progress
from ...reports.layout import LATEX, Style, build_format_writers, format_score_cell
from ...shared.arguments import (
    add_dialect,
    add_metric_names,
    add_options,
    add_output,
    add_scores,
    chosen_metrics,
    number,
    values,
)
from ...shared.candidates import CandidateArguments, add_candidates, read_given_lists, read_systems_as_candidates
from ...shared.external_judgments import given_metrics, read_scores, with_judgments
from ...shared.system_statistics import warn_of_script
from ...shared.translation_files import (
    first_translation_file,
    is_translation_file_name,
    open_translation_file,
    tell_filled,
)

OWN = "†"
Signatures = Mapping[str, str]
"""Signature of each judge, by the judge's name."""


def _opening(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> list[str]:
    sentences = [
        choice.choice_opening(result.gains_over_baseline),
        choice.overrating_metrics_sentence(result.gains_over_baseline),
    ]
    return [" ".join(filter(None, sentences))] if any(sentences) else []


def _tables(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures, style: Style) -> list[str]:
    """Return a table with a row for each choice, bounds last, and a column for each judge.

    The best choice that is no bound is marked, and so are scores by the metric that made the choice.
    """
    matrix = result.matrix
    criteria = [parse(name) for name in matrix.names]
    order = sorted(range(len(criteria)), key=lambda row: criteria[row].is_bound)
    columns = [[f"{criteria[row].label}{' (bound)' if criteria[row].is_bound else ''}" for row in order]]
    for place, judge in enumerate(matrix.judges):
        scores = matrix.scores[:, place]
        best = matrix.best(place) if len(matrix.results) > 1 else []
        columns.append(
            [
                _marked_score_cell(
                    format_score_cell(float(scores[row]), judge.decimals),
                    row in best,
                    criteria[row].metric is not None and criteria[row].of == judge.name,
                    style,
                )
                for row in order
            ]
        )
    headers = ["chosen by", *(judge.label for judge in matrix.judges)]
    return [style.table(headers, list(zip(*columns, strict=True)), n_left=1)]


def _marked_score_cell(score: str, is_best: bool, is_own: bool, style: Style) -> str:
    if style is LATEX:
        text = score + OWN * is_own
        return Best(text) if is_best else text
    return f"{score} {'*' if is_best else ' '}{OWN if is_own else ' '}"


def _notes(request: ChoiceRequest, result: ChoiceResult, signatures: Signatures) -> list[str]:
    matrix = result.matrix
    criteria = [parse(name) for name in matrix.names]
    notes = [f"* the best of its column; {OWN} scored by the metric that chose it", request.candidates_note()]
    if any(criterion.kind == MBR for criterion in criteria):
        notes.append(request.candidate_weights_note())
    if any(criterion.is_bound for criterion in criteria):
        notes.append(choice.BOUND)
    if any(criterion.is_draw for criterion in criteria):
        notes.append(choice.RANDOM_CHOICE_NOTE)
    notes += filter(None, map(choice.ties_sentence, matrix.choices))
    notes += [*filter(None, [choice.direction_sentence(matrix)]), *choice.coverage_sentences(matrix)]
    if len(matrix.choices) > 1:
        notes += [
            *filter(None, [choice.best_system_note(result.gains_over_baseline)]),
            choice.choice_test_words(result.gains_over_baseline),
        ]
    return [*notes, *(f"{judge.label}: {signatures[judge.name]}" for judge in matrix.judges)]


FORMATS = build_format_writers(
    lambda request, result, signatures: [
        {name: "nan" if value is None else value for name, value in record.items()}
        for record in result.matrix.records()
    ],
    _tables,
    _notes,
    _opening,
    objects=lambda request, result, signatures: result.matrix.records(),
)


CHOOSERS, JUDGES = ("bleu", "chrf"), ("bleu", "chrf", "ter")
"""Metrics that choose, and metrics that judge, unless options name others."""


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "Selects one of several candidates for each segment by several criteria, and scores every selection by every"
        " judge. FILES are LISTS REF [REF ...]; or REF [REF ...] -i SYS ..., and the systems are the candidates."
    )
    add_candidates(command, about, with_systems=True)
    command.set_defaults(run=run, asks_metrics="--by and --judge have", offered=METRICS)
    _add_choices(command)
    add_options(command, METRICS.values())
    add_dialect(command)
    add_scores(command)
    group = add_output(command)
    help_ = (
        "a choice as a system's output, one segment a line, such as mbr:chrf=mbr.txt; into FILE.xlf, .tmx and the like"
        " as the translation file that it is of; NAME= may be left out where --by has one criterion; may be given again"
    )
    group.add_argument(
        "--write", action="append", type=_parse_write_argument, default=[], metavar="[NAME=]FILE", help=help_
    )
    help_ = (
        "the translation file whose targets --write FILE.xlf fills; FILE#de chooses a language; default: the first"
        " translation file among those that are read"
    )
    group.add_argument("--into", metavar="FILE", help=help_)
    help_ = "which translations of that file are filled, such as de, where it has several languages"
    group.add_argument("--language", metavar="CODE", help=help_)


def _add_choices(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("choices").add_argument
    help_ = (
        f"criteria, of {', '.join(KINDS)}; default: all that these candidates allow, except corpus-oracle, by"
        f" {' and '.join(CHOOSERS)}"
    )
    suggest(add("--by", action="extend", nargs="+", default=[], metavar="CRITERION", help=help_), criterion_names())
    about = f"metrics that judge, in addition to --scores; default: {' '.join(JUDGES)}"
    add_metric_names(command, add, "--judge", about=about, default=[])
    help_ = "weights of candidates for mbr: equal (default), or by the decoder's scores"
    add("--posterior", choices=(UNIFORM, BY_DECODER), default=UNIFORM, help=help_)
    help_ = "of --posterior decoder: in proportion to exp(score / T), default 1"
    add("--temperature", type=number(float, 0, 1e9), metavar="T", help=help_)
    add("--seed", type=number(int, 0, MAX_SEED), default=1, help="of random choices and of tests, default 1")
    help_ = f"shuffles and resamples for tests, default {TRIALS}"
    add("--trials", type=number(int, 1, MAX_TRIALS), default=TRIALS, metavar="R", help=help_)


def _parse_write_argument(text: str) -> tuple[str, str]:
    """Return the name and the file in an argument NAME=FILE, or FILE.

    The last equals sign separates them, as names of smoothings and systems may have one, and files may not.
    """
    name, equals, file = text.rpartition("=")
    if (equals and not name) or not file:
        raise argparse.ArgumentTypeError(f"expected NAME=FILE, such as mbr:chrf=mbr.txt; found {text!r}")
    return name, file


def _choices_to_write(choice_files: Sequence[tuple[str, str]], criteria: Sequence[Criterion]) -> list[tuple[str, str]]:
    """Return the choices to write with their files; ``ValueError`` for a file without a name among several choices."""
    names = [criterion.name for criterion in criteria]
    for name, file in choice_files:
        if not name and len(names) > 1:
            advice = f"say which, as in --write {names[0]}={file}, or name one criterion after --by"
            raise ValueError(f"--write {file}: there are {len(names):,} choices; {advice}.")
        check_known(name or names[0], names, "choice")
    return [(name or names[0], file) for name, file in choice_files]


def run(options: argparse.Namespace) -> str:
    """Return the scores of every choice by every judge, rendered; write the choices of ``--write`` into their files."""
    named_criteria = [parse(name) for name in dict.fromkeys(options.by)]
    judges = list(dict.fromkeys(options.judge or JUDGES))
    if options.scores and not options.systems:
        raise ValueError("--scores are for outputs of systems: give these after -i instead of lists.")
    choosers = (
        [criterion.of for criterion in named_criteria if criterion.metric is not None] if named_criteria else CHOOSERS
    )
    options.metrics = list(dict.fromkeys([*judges, *choosers]))
    computed = chosen_metrics(options)
    candidates = (
        read_systems_as_candidates(options) if options.systems else read_given_lists(options, options.references)
    )
    criteria = named_criteria or usual_criteria(candidates.lists, CHOOSERS)
    choice_files = _choices_to_write(options.write, criteria)
    into = _opened_into(options, choice_files)
    warn_of_script(computed, candidates.test_set.target.script)
    _check_posterior(options, candidates.lists, criteria)
    test_set = _attach_given_scores(options, candidates)
    metrics = [metric for metric in computed if metric.name in judges]
    request = ChoiceRequest(
        candidates.lists,
        tuple(criteria),
        (*metrics, *given_metrics(test_set)),
        values(options),
        posterior=options.posterior,
        temperature=1.0 if options.temperature is None else options.temperature,
        seed=options.seed,
        trials=options.trials,
    )
    with show_progress("choices") as on_progress:
        result = choice.run(request, test_set, on_progress, with_gains=options.format in ("table", "latex"))
    _write(choice_files, result.matrix.choices, candidates, into, options.strict)
    signatures = {metric.name: metric.full_signature(candidates.sample) for metric in result.matrix.judges}
    return FORMATS[options.format](request, result, signatures)


def _attach_given_scores(options: argparse.Namespace, candidates: CandidateArguments) -> TestSet:
    """Return the test set with the scores in the files of ``--scores``, and without any other scores."""
    judgments = read_scores(options)
    bare = replace(candidates.test_set, scores=())
    return with_judgments(candidates.test_set, judgments, options.match, options.strict) if judgments else bare


def _check_posterior(options: argparse.Namespace, lists: Lists, criteria: Sequence[Criterion]) -> None:
    """Raise ``ValueError`` for options of the posterior that contradict one another or the candidates."""
    if options.posterior == UNIFORM:
        if options.temperature is not None:
            raise ValueError("--temperature is for --posterior decoder.")
        return
    if not any(criterion.kind == MBR for criterion in criteria):
        raise ValueError("--posterior decoder is for mbr; --by has none.")
    if lists.decoder_scores is None:
        file = "The outputs of systems" if options.systems else f"{clean_file(options.references[0])}: these lists"
        raise ValueError(f"{file} have no decoder scores, which --posterior decoder needs.")


def _opened_into(options: argparse.Namespace, choice_files: Sequence[tuple[str, str]]) -> TranslationFile | None:
    """Return the translation file into which choices are written; None where no choice is written into one."""
    if not any(is_translation_file_name(file) for _, file in choice_files):
        if options.into is not None or options.language is not None:
            raise ValueError("--into and --language are for --write FILE.xlf, .tmx or .po; no such file is written.")
        return None
    into = options.into or first_translation_file([*options.systems, *options.references])
    if into is None:
        advice = "Name the one that has the source: --into FILE."
        raise ValueError(f"--write: none of the files is a translation file, whose targets can be filled. {advice}")
    return open_translation_file(into, options.language, options.encoding)


def _write(
    choice_files: Sequence[tuple[str, str]],
    choices: Sequence[Choice],
    candidates: CandidateArguments,
    into: TranslationFile | None,
    strict: bool,
) -> None:
    """Write each choice into its file, one segment a line, or as translations into a translation file.

    Raises ``ValueError`` where a text to write as a line has a line break.
    """
    by_name = {choice.name: choice for choice in choices}
    data: dict[str, bytes] = {}
    for name, file in choice_files:
        if into is not None and is_translation_file_name(file):
            filled = run_fill(
                choice_filling(by_name[name], candidates.lists, candidates.test_set, candidates.keys), into
            )
            tell_filled(filled, strict)
            data[file] = filled.data
        else:
            texts = by_name[name].texts(candidates.lists)
            broken = pc.index(pc.match_substring(texts, "\n"), True).as_py()
            if broken >= 0:
                raise ValueError(f"--write {name}: the choice of segment {broken + 1:,} has a line break.")
            data[file] = "".join(f"{text}\n" for text in texts.to_pylist()).encode()
    for file, content in data.items():
        write_file(Path(file), content)
