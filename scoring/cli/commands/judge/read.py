"""``judge read``: the answers of a language model as scores and marked errors."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ....counting.progress import Progress, progress_of_part
from ....formats.judgments.scores.triples import FINGERPRINT, REPEAT, ScoreColumns
from ....judgments.repeats import MEAN
from ....model_judges.answer_files import NO_TEXT, GivenAnswer, read_answer_file
from ....model_judges.answer_grammar import ANSWER_KINDS
from ....model_judges.mqm_scales import GEMBA, MQM_SCALES
from ....model_judges.request_files import SentRequests, join_requests, read_requests
from ....output.numbers import MISSING, counted
from ....studies import judge_answers
from ....studies.judge_answers import SHOWN_CHARACTERS, JudgeAnswers, JudgeAnswersRequest, judge_of_file
from ....text.naming import clean_file, clean_name, printable_text
from ...input_files import InputFile, input_file
from ...notes import write_note
from ...output_format import TABLE
from ...progress_bar import show_progress
from ...reports.layout import PLAIN, Style, format_score_cell, tsv
from ...shared.arguments import add_file

TSV = "tsv"
READABLE = {".json": "json", ".tsv": TSV}
"""Formats of files that can be read back as judgments of a test set, by the file's ending."""
MAX_LISTED = 50
"""Number of unread answers that a table lists at most."""


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Reads the answers to the requests of bleuscope judge prompts: scores and marked errors of outputs, and a list"
        " of all that could not be read. Nothing is guessed."
    )
    add = command.add_argument_group("files").add_argument
    help_ = (
        "answers as OpenAI, Anthropic, Gemini, lm-evaluation-harness or lighteval write them, JSON Lines or an array;"
        " FILE#path names the field with the text, such as FILE#response.body.choices.0.message.content"
    )
    add("answers", nargs="+", metavar="ANSWERS", help=help_)
    help_ = "the requests, as judge prompts wrote them; may be given again"
    add("--prompts", required=True, action="append", metavar="FILE", help=help_)
    command.set_defaults(run=run, format_of_ending=READABLE)
    add = command.add_argument_group("answers").add_argument
    add("--protocol", choices=ANSWER_KINDS, help="what was asked for; default: what the requests say")
    listed = "; ".join(f"{scale.name}: {scale.about}" for scale in MQM_SCALES.values())
    add("--scale", choices=MQM_SCALES, default=GEMBA.name, help=f"how errors become a score, default gemba. {listed}")
    add("--judge", default="", metavar="NAME", help="name of the judge; default: the model that the answers name")
    help_ = (
        "models and systems of one family, such as 'gpt-*' MyGPT: a warning tells where the judge judges its own; may"
        " be given again"
    )
    add("--family", action="append", nargs="+", default=[], metavar="NAME", help=help_)
    group = command.add_argument_group("output")
    help_ = "default: by the ending of -o FILE, json for .json, tsv for .tsv; else table"
    group.add_argument("--format", "-f", choices=FORMATS, help=help_)
    add_file(group)


def run(options: argparse.Namespace) -> str:
    """Return the scores, errors and unread answers, rendered; a file gets judgments, which ``--scores`` reads."""
    if options.output is not None and options.format == TABLE and Path(options.output).suffix != ".txt":
        raise ValueError(f"{options.output}: name a file that ends in .json or .tsv, which --scores and pages read.")
    request = JudgeAnswersRequest(
        options.protocol or "", options.scale, options.judge, tuple(map(tuple, options.family))
    )
    result = _read(request, options.answers, options.prompts)
    if NO_TEXT in result.unread_counts and any(input_file(file).field is None for file in options.answers):
        write_note("Name the path of the text behind the file, such as answers.jsonl#path.of.the.text.")
    if not result.n_read:
        raise ValueError(_nothing_read(options.answers, result))
    if options.format == TSV and result.combined_by != MEAN:
        raise ValueError(
            f"TSV cannot say how the scale {options.scale} combines repeats; write JSON, in a file that ends in .json."
        )
    for sentence in result.caveats():
        write_note(sentence)
    if options.output is not None or options.format != TABLE:
        for sentence in result.sentences():
            write_note(sentence)
    return FORMATS[options.format](result)


def _read(request: JudgeAnswersRequest, answers: Sequence[str], prompts: Sequence[str]) -> JudgeAnswers:
    sources = [input_file(file) for file in answers]
    with show_progress("reading") as on_progress:
        sent = join_requests([_requests(file) for file in prompts])
        return judge_answers.run(request, sent, _answers(sources, on_progress), judge_of_file(sources[0].name))


def _answers(sources: Sequence[InputFile], on_progress: Progress) -> Iterator[GivenAnswer]:
    for number, source in enumerate(sources):
        with source.opened() as stream:
            data = stream.read()
        tell = progress_of_part(on_progress, number, len(sources))
        yield from read_answer_file(source.shown, data, source.field, on_progress=tell)


def _nothing_read(answers: Sequence[str], result: JudgeAnswers) -> str:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in result.unread_counts.items())
    first = next((one for one in result.unread if one.line is not None), None)
    of_file = f" of {first.file}" if first is not None and len(answers) > 1 else ""
    first_problem = (
        "" if first is None else f"; line {first.line:,}{of_file} is the first: {printable_text(first.reason)}"
    )
    files, requests = ", ".join(map(clean_file, answers)), counted(result.n_requests, "request")
    return f"{files}: no answer to any of {requests} was read ({counts}){first_problem}."


def _requests(prompts: str) -> SentRequests:
    source = input_file(prompts)
    with source.opened() as stream:
        return read_requests(source.shown, stream.read())


# --- what is printed ---


def _write_json(result: JudgeAnswers) -> str:
    """Return the result as a JSON object with one line for each score, error and unread answer."""
    fields = (f"  {json.dumps(name)}: {_format_json_value(value)}" for name, value in result.record().items())
    return "{\n" + ",\n".join(fields) + "\n}"


def _format_json_value(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _dumps(value)
    return "[\n    " + ",\n    ".join(map(_dumps, value)) + "\n  ]"


_dumps = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _write_tsv(result: JudgeAnswers) -> str:
    fingerprints = {(one.system, one.segment): one.fingerprint for one in result.judged_outputs}
    rows = [
        [one.system, str(one.segment), str(one.repeat), fingerprints[one.system, one.segment], f"{one.score:g}"]
        for one in result.scores
    ]
    header, judge = ["system", "segment", REPEAT, FINGERPRINT], clean_name(result.judge)
    columns = ScoreColumns.of([*header, judge])
    is_read_back = columns is not None and columns.scores == (len(header),)
    return tsv([[*header, judge if is_read_back else "score"], *rows])


def _write_table(result: JudgeAnswers) -> str:
    parts = [" ".join(result.sentences())]
    if result.systems:
        parts.append(_systems(result, PLAIN))
    if result.unread:
        parts.append(_unread(result, PLAIN))
    return "\n\n".join(parts)


def _systems(result: JudgeAnswers, style: Style) -> str:
    rows = [
        [
            clean_name(one.system),
            format_score_cell(one.score),
            f"{one.n_outputs:,}",
            f"{one.n_answers:,}",
            format_score_cell(one.repeat_deviation),
        ]
        for one in result.systems
    ]
    return style.table(["system", clean_name(result.judge), "outputs", "answers", "± repeats"], rows, n_left=1)


def _unread(result: JudgeAnswers, style: Style) -> str:
    """Return the table of answers that could not be read; it names the files if there are several."""
    unread, names_file = result.unread, len(result.files) > 1
    head = [*(["file"] if names_file else []), "line", "custom_id", "problem"]
    rows = [
        [
            *([one.file or MISSING] if names_file else []),
            MISSING if one.line is None else str(one.line),
            MISSING if one.custom_id is None else clean_name(one.custom_id),
            printable_text(one.reason)[:SHOWN_CHARACTERS],
        ]
        for one in unread[:MAX_LISTED]
    ]
    n_hidden = len(unread) - len(rows)
    table = style.table(head, rows, n_left=len(head))
    return f"{table}\n{counted(n_hidden, 'more', 'more')}; --format json lists all" if n_hidden > 0 else table


FORMATS = {TABLE: _write_table, "json": _write_json, TSV: _write_tsv}
