"""``realign``: outputs whose lines differ from the references', cut into the references' segments."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa

from ....formats import Role
from ....formats.assembly import stated_language, test_set_language
from ....formats.distinct_names import distinct_names
from ....formats.names import REALIGNED_ENDING, file_stem, is_realigned
from ....formats.plain_text.notices import empty_as_missing
from ....output.numbers import counted, fixed
from ....output.plain_tables import without_trailing_blanks
from ....output.replacing import write_file
from ....realignment.realigned_system import RealignedSystem
from ....studies import realignment
from ....studies.realignment import RealignmentResult, system_records
from ....text.tokenizers import TOKENIZERS
from ...notes import tell_notices, write_note
from ...program import check_not_read
from ...progress_bar import show_progress
from ...reports.layout import PLAIN, json_list
from ...shared.arguments import add_reading, add_systems, number
from ...shared.documents import document_names, read_documents
from .texts import GivenText, read_texts

TEXT = "text"
MAX_CHARACTERS = 60
"""Number of characters of an output that a table shows at most."""
CONFIDENCE_NOTE = "confidence  how likely a segment's less sure border is right, from 0 to 1"
_HEADERS = ("system", "text", "leftover", "segment", "confidence", "errors", "words", "reference words")


def segment_lines(system: RealignedSystem) -> str:
    """Return the text of a realigned output, one segment a line."""
    return "\n".join(system.segments.to_pylist())


def _table(result: RealignmentResult, below: float) -> str:
    rows = [
        [
            record["system"],
            _shortened(record["text"]),
            record["leftover"] or "",
            f"{record['segment']:,}",
            fixed(record["confidence"], 2),
            f"{record['errors']:,}",
            f"{record['words']:,}",
            f"{record['reference_words']:,}",
        ]
        for record in result.records(below)
    ]
    tables = [PLAIN.table(_HEADERS, rows, n_left=3)] if rows else []
    notes = [*result.sentences(below), *([CONFIDENCE_NOTE] if rows else [])]
    return without_trailing_blanks("\n\n".join([*tables, "\n".join(notes)]))


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 1]}\N{HORIZONTAL ELLIPSIS}"


def _json(result: RealignmentResult, below: float) -> str:
    return json_list(
        {
            "system": system.name,
            "tokenizer": result.tokenizer,
            "errors": int(system.errors.sum()),
            "reference_words": int(system.reference_words.sum()),
            "word_error_rate": system.word_error_rate,
            "segments": [
                {key: value for key, value in record.items() if key not in ("system", "edited")}
                for record in system_records(system)
            ],
        }
        for system in result.systems
    )


def _text(result: RealignmentResult, below: float) -> str:
    (system,) = result.systems
    return segment_lines(system)


FORMATS: dict[str, Callable[[RealignmentResult, float], str]] = {"table": _table, "json": _json, TEXT: _text}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Joins an output whose lines are not the references' segments into a stream of words, and cuts it into as many"
        " segments as the references have, with the least number of word errors. Each border has a confidence."
    )
    command.set_defaults(run=run, metrics=[], usual_metrics=[], folder=None, format_of_ending=_FORMAT_OF_ENDING)
    files = command.add_argument_group("files")
    add_file = files.add_argument
    help_ = "references, one segment a line or a cue of SRT or WebVTT; or a folder with a file for each document"
    add_file("references", nargs="+", metavar="REF", help=help_)
    add_systems(add_file, required=True)
    add_file("--source", metavar="SRC", help="the source; its segments are counted, and its documents are used")
    help_ = (
        "the document of each segment of the references, a line each; an output then has one line for each document, or"
        " ids of documents, or is a folder with a file for each"
    )
    add_file("--documents", metavar="FILE", help=help_)
    add_reading(add_file)
    choice = command.add_argument_group("realignment").add_argument
    help_ = "counts errors in these tokens of each word; default: 13a, and characters in scripts without spaces"
    choice("--tokenize", "-tok", default="", choices=TOKENIZERS, metavar="TOKENIZER", help=help_)
    help_ = f"lists segments with a confidence below this, from 0 to 1; default: {realignment.DOUBTFUL:g}"
    choice("--below", type=number(float, 0, 1), default=realignment.DOUBTFUL, metavar="C", help=help_)
    output = command.add_argument_group("output").add_argument
    help_ = "default: text where -o names a file that ends in .txt, json for .json; else a table of doubtful segments"
    output("--format", "-f", choices=[*FORMATS], help=help_)
    help_ = (
        f"write into a file; in a folder each output gets a file NAME{REALIGNED_ENDING}; other commands know by this"
        " ending that it was realigned"
    )
    output("-o", "--output", metavar="FILE|DIR", action=_FileOrFolder, help=help_)


_FORMAT_OF_ENDING = {".txt": TEXT, ".json": "json"}


class _FileOrFolder(argparse.Action):
    """The action of ``-o``: stores a folder, which exists or is named with a slash at its end, or else a file."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[str] | None,
        option_string: str | None = None,
    ) -> None:
        path = str(values)
        is_folder = path.endswith("/") or Path(path).is_dir()
        namespace.folder, namespace.output = (path, None) if is_folder else (None, path)


def run(options: argparse.Namespace) -> str:
    """Return the realigned outputs, rendered; with a folder, write each output into a file there."""
    if not 0 <= options.below <= 1:
        raise ValueError(f"--below: expected a number from 0 to 1; found {options.below:g}.")
    if options.format == TEXT and options.folder is not None:
        raise ValueError("-o: a folder gets text anyway, and a table is shown; leave out --format text.")
    request = realignment.RealignmentRequest(options.tokenize)
    texts = _read(options)
    if options.format == TEXT and len(texts.systems) > 1:
        actual = counted(len(texts.systems), "output")
        raise ValueError(f"--format text: expected one output; found {actual}. Name a folder: -o DIR/.")
    for name, stream in texts.systems.items():
        if len(stream.lines) == len(texts) and not stream.documents:
            write_note(f"{name} has as many lines as the references; they were joined and cut again all the same.")
    with show_progress("realignment") as on_progress:
        result = realignment.run(request, texts, on_progress)
    if options.folder is not None:
        _write_folder(options, result)
    if options.format == TEXT:
        for sentence in result.sentences(options.below):
            write_note(sentence)
        if options.output is not None and not is_realigned(options.output):
            write_note(
                f"{options.output}: other commands know that an output was realigned by the ending {REALIGNED_ENDING};"
                f" call the file {file_stem(options.output)}{REALIGNED_ENDING}, so that signatures say it."
            )
    return FORMATS[options.format](result, options.below)


def _read(options: argparse.Namespace) -> realignment.TextsToRealign:
    references = [text for path in options.references for text in read_texts(path, Role.REFERENCE, options.encoding)]
    systems = [text for path in options.systems for text in read_texts(path, Role.SYSTEM, options.encoding)]
    sources = [] if options.source is None else read_texts(options.source, Role.SOURCE, options.encoding)
    every = [*references, *systems, *sources]
    tell_notices((notice for text in every for notice in text.notices), options.strict)
    if options.empty_reference_is_missing:
        references = [text.with_lines(empty_as_missing(text.lines)) for text in references]
    columns = {f"reference {number}": text.lines for number, text in enumerate(references, 1)}
    language = test_set_language([(text.role, stated_language(text.column)) for text in every])
    documents = _documents(options, [*sources, *references])
    for text in sources:
        if len(text.lines) != len(references[0].lines):
            expected, actual = counted(len(references[0].lines), "segment"), f"{len(text.lines):,}"
            raise ValueError(f"{text.file}: expected {expected}, as the references have; found {actual}.")
    names = distinct_names([(text.name, text.file) for text in systems])
    outputs = {
        name: realignment.StreamLines(text.lines, text.documents) for name, text in zip(names, systems, strict=True)
    }
    return realignment.TextsToRealign(outputs, columns, documents, language)


def _documents(options: argparse.Namespace, texts: Sequence[GivenText]) -> pa.StringArray | None:
    """Return the document of each segment, from ``--documents`` or else from the first text that names documents."""
    stated = next((text.documents for text in texts if text.documents is not None), None)
    if options.documents is None:
        return stated
    language = test_set_language([(text.role, stated_language(text.column)) for text in texts])
    documents = document_names("--documents", read_documents(options.documents), language, stated)
    n_segments = len(texts[-1].lines)
    if len(documents) != n_segments:
        expected = f"a document for each of {counted(n_segments, 'segment')} of the references"
        raise ValueError(f"{options.documents}: expected {expected}; found {len(documents):,}.")
    return documents


def _write_folder(options: argparse.Namespace, result: realignment.RealignmentResult) -> None:
    folder = Path(options.folder)
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: expected a folder; found a file. Name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    read = [*options.references, *options.systems]
    files = [folder / f"{system.name.replace('/', '_')}{REALIGNED_ENDING}" for system in result.systems]
    for file in files:
        check_not_read(file, [path for path in read if not Path(path).is_dir()])
    for file, system in zip(files, result.systems, strict=True):
        write_file(file, f"{segment_lines(system)}\n".encode())
