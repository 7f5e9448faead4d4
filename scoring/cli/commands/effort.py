"""``effort``: the cost of post-editing, measured against each system's own post-edits."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pyarrow as pa

from ...counting.usual_draws import MAX_SEED, MAX_TRIALS, SEED, TRIALS
from ...formats import Column, Role, assemble, guess_roles, read_columns
from ...formats.assembly import OTHER_LANGUAGE, UNUSED_IDS, documents_and_domains
from ...formats.bilingual.post_edits import exchanged_by_state
from ...formats.file_notices import FileNotice, column_notices
from ...formats.judgments import FoundDocuments, FoundJudgments
from ...formats.limits import OWN_LIMITS
from ...formats.own_texts import OTHER_SOURCE
from ...formats.pairs import check_one_pair
from ...formats.roles import SOURCE_AGAIN
from ...origins import COLUMNS, DOCUMENT, DOMAIN
from ...output.numbers import counted
from ...report.effort.effort_page import effort_document
from ...report.effort.effort_rows import effort_tables
from ...studies import effort
from ...studies.effort import BANDS, HOW_TO_BRING, HTER, EffortRequest, EffortResult, PostEditedTexts
from ...ter.ter import TER
from ...testset import PostEdit, System, TestSet
from ...text.languages import detect_script
from ...text.naming import clean_name
from ..input_files import input_file
from ..inputs import Inputs
from ..notes import tell_notices, write_note
from ..output_format import FORMAT_OF_ENDING
from ..progress_bar import show_progress
from ..reports.layout import Style, build_format_writers, json_object
from ..shared.arguments import add_options, add_output, add_reading, add_systems, number, read_inputs, values
from ..shared.documents import document_names, read_documents, stated_documents
from ..shared.system_statistics import warn_of_script
from ..shared.translation_files import source_in_files

MAX_RATE, MAX_VOLUME = 1e9, 10**12
_OF_SEVERAL_FILES = (OTHER_SOURCE, OTHER_LANGUAGE, UNUSED_IDS)
"""Kinds of notices that explain why files may not belong together."""


def _tables(result: EffortResult, style: Style) -> list[str]:
    return [style.table(headers, rows, n_left) for headers, rows, n_left in effort_tables(result)]


def _notes(result: EffortResult) -> list[str]:
    return result.notes()


def _write_json(result: EffortResult) -> str:
    return json_object(result.record())


HTML = "html"
FORMATS = {**build_format_writers(EffortResult.records, _tables, _notes, EffortResult.opening), "json": _write_json}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "What post-editing costs: how much of each output its post-editor changed (HTER), in which bands, and which"
        " system takes less. Each output needs its own post-edit."
    )
    add = command.add_argument_group("files").add_argument
    help_ = (
        "post-edits, one for each output, in the order of the outputs; an empty line is a segment that was deleted."
        " Without -i all files together, such as A.xlf and A.pe.xlf: names say which is whose post-edit"
    )
    add("references", nargs="+", metavar="PE", help=help_)
    add_systems(add, required=False)
    help_ = "the source, whose words are priced; default: that of the files, else the words of the post-edits"
    add("--source", metavar="SRC", help=help_)
    add_reading(add)
    command.set_defaults(run=run, metrics=[TER.name])  # HTER takes texts as TER does, tokenized or not
    add = command.add_argument_group("effort").add_argument
    help_ = f"upper ends of the bands of HTER, default {' '.join(f'{end:g}' for end in BANDS)}; one more is above"
    add("--bands", nargs="+", type=number(float, 0, MAX_RATE), default=list(BANDS), metavar="END", help=help_)
    help_ = "cost of a word in each band, from the least HTER, such as 0.01 0.03 0.06 0.08 0.1"
    add("--rates", nargs="+", type=number(float, 0, MAX_RATE), default=[], metavar="RATE", help=help_)
    help_ = "words to be translated, whose cost is told with its interval; with --rates"
    add("--volume", type=number(int, 0, MAX_VOLUME), default=0, metavar="WORDS", help=help_)
    help_ = "cost of a word of a full translation, for what the --volume saves against it"
    add("--full-rate", type=number(float, 0, MAX_RATE), default=0.0, metavar="RATE", help=help_)
    add("--by", choices=(DOMAIN, DOCUMENT), help="also by domain or document, as files or --documents say")
    help_ = "domain, tab and document of each segment, a line each, or a file with ids"
    add("--documents", metavar="FILE", help=help_)
    help_ = f"shuffles and resamples, default {TRIALS:,}"
    add("--trials", type=number(int, 1, MAX_TRIALS), default=TRIALS, metavar="R", help=help_)
    add("--seed", type=number(int, 0, MAX_SEED), default=SEED, help=f"of shuffles and resamples, default {SEED}")
    add_options(command, [HTER])
    add_output(command, [*FORMATS, HTML])
    command.set_defaults(format_of_ending=FORMAT_OF_ENDING | {".html": HTML, ".htm": HTML})


def run(options: argparse.Namespace) -> str:
    """Return the post-editing effort of each system, rendered."""
    request = EffortRequest(
        HTER.configure(values(options)),
        tuple(options.bands),
        tuple(options.rates),
        options.trials,
        options.seed,
        options.full_rate,
        options.volume,
    )
    if options.documents is not None and options.by is None:
        raise ValueError("--documents is for --by domain or --by document; neither is given.")
    test_set = _read_given(options) if options.systems else _read_together(options)
    texts = PostEditedTexts.of_test_set(test_set, by=options.by)
    warn_of_script([request.metric], detect_script([*texts.post_edits.values()]))
    with show_progress("effort") as on_progress:
        result = effort.run(request, texts, on_progress)
    if options.format == HTML:
        whole = result if options.by is None else replace(result, groups=())
        return effort_document(test_set, [whole] if options.by is None else [whole, result], date.today())
    return FORMATS[options.format](result)


def _read_given(options: argparse.Namespace) -> TestSet:
    """Return the test set of outputs and post-edits that are given in the same order."""
    source = options.source or source_in_files([*options.references, *options.systems])
    with read_inputs(options, options.references, options.systems, source) as inputs:
        columns = inputs.whole_columns()
        groups = {} if options.by is None else {COLUMNS[options.by]: _groups(options, inputs)}
    outputs, post_edits = columns[Role.SYSTEM], [*columns[Role.REFERENCE].values()]
    if len(outputs) != len(post_edits):
        actual = f"found {counted(len(post_edits), 'post-edit')} for {counted(len(outputs), 'output')}"
        raise ValueError(f"Expected one post-edit for each output, in the order of the outputs; {actual}.")
    _warn_of_exchange(_assign_column_roles(inputs.columns, [*outputs]))
    return TestSet(
        tuple(System(name, segments) for name, segments in outputs.items()),
        (),
        next(iter(columns[Role.SOURCE].values()), None),
        name=clean_name(Path(options.systems[0]).absolute().parent.name) or "post-edits",
        post_edits=tuple(PostEdit(name, edited) for name, edited in zip(outputs, post_edits, strict=True)),
        **groups,
    )


def _assign_column_roles(columns: Sequence[Column], outputs: Sequence[str]) -> list[Column]:
    """Return the columns of the post-edits and then of the outputs, in the command's order, with their roles.

    Return none where a file is not read whole.
    """
    n = len(outputs)
    if len(columns) < 2 * n:
        return []
    post_edit_columns = zip(outputs, columns[:n], strict=True)
    output_columns = zip(outputs, columns[n : 2 * n], strict=True)
    roles = {Role.POST_EDIT: post_edit_columns, Role.SYSTEM: output_columns}
    return [replace(column, role=role, name=name) for role, pairs in roles.items() for name, column in pairs]


def _warn_of_exchange(columns: Sequence[Column]) -> None:
    """Write a note that asks whether outputs and post-edits are exchanged, where the states in their files say so."""
    for question in exchanged_by_state(columns):
        write_note(question)


def _read_together(options: argparse.Namespace) -> TestSet:
    """Return the test set of all files; their names say which output each post-edit belongs to.

    The roles are guessed as the dashboard guesses them for files that are uploaded together.
    """
    paths = [*options.references, *([options.source] if options.source is not None else [])]
    columns: list[Column] = []
    for path in paths:
        file = input_file(path)
        with file.opened() as stream:
            read = read_columns(file.name, stream, encoding=options.encoding, limits=OWN_LIMITS, field=file.field)
        is_source = path == options.source and len(read) == 1
        columns += [replace(column, role=Role.SOURCE, stated=True) for column in read] if is_source else read
    columns = guess_roles(columns)
    check_one_pair(paths[0], columns)
    used = [column for column in columns if column.role is not Role.IGNORE]
    notices = [
        one for one in column_notices(columns, [column.name for column in used]) if one.notice.kind != SOURCE_AGAIN
    ]
    notices += [FileNotice(of.file, one) for of in used for one in of.notices if one.kind in _OF_SEVERAL_FILES]
    tell_notices(notices, options.strict)
    if not any(column.role is Role.POST_EDIT for column in used):
        listed = ", ".join(f"{column.name} ({column.role})" for column in used)
        advice = "Or give the post-edits, then -i and the outputs in the same order."
        raise ValueError(f"Expected outputs and their post-edits; found {listed}. {HOW_TO_BRING} {advice}")
    _warn_of_exchange(columns)
    test_set = assemble(columns, clean_name(Path(paths[0]).absolute().parent.name) or "post-edits")
    for edit in test_set.post_edits:
        write_note(f"the post-edit of {edit.system} is {_post_edit_file(columns, edit.system)}")
    if options.documents is None:
        return test_set
    documents = read_documents(options.documents)
    if options.by == DOCUMENT:
        return replace(test_set, documents=document_names("--by document", documents, test_set.language, None))
    return replace(test_set, domains=_stated_domains(documents))


def _post_edit_file(columns: Sequence[Column], system: str) -> str:
    return next(column.file for column in columns if column.role is Role.POST_EDIT and column.name == system)


def _groups(options: argparse.Namespace, inputs: Inputs) -> pa.StringArray:
    """Return the domain or the document of each segment; ``ValueError`` where no file has them."""
    documents = [] if options.documents is None else read_documents(options.documents)
    if options.by == DOCUMENT:
        return stated_documents("--by document", inputs, documents)
    domains = _stated_domains(documents)
    if domains is None:
        domains = documents_and_domains(inputs.columns)[1]
    if domains is None:
        advice = "Give --documents FILE with domain, tab and document of each segment, a line each."
        raise ValueError(f"--by domain: no file says the domain of each segment. {advice}")
    return domains


def _stated_domains(documents: Sequence[FoundJudgments]) -> pa.StringArray | None:
    """Return the domains that a file of documents lists; None where no file lists domains."""
    stated = (one.domains for one in documents if isinstance(one, FoundDocuments) and one.domains is not None)
    return next(stated, None)
