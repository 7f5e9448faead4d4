"""``doctor``: examines whether a test set is sound."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from bleuscope.exit_codes import DONE, RULE_FAILED

from ...doctor.finding import REFERENCE, SOURCE, SYSTEM, ExaminedTexts
from ...formats import Role
from ...formats.plain_text.notices import OF_TEXT
from ...output.json_values import json_value
from ...report.doctor_tables import doctor_notes, doctor_records, doctor_rows
from ...studies import doctor
from ...studies.doctor import DoctorResult
from ...text.naming import without_shared_folders
from ..inputs import Inputs
from ..notes import write_note
from ..progress_bar import show_progress
from ..reports.layout import Style, build_format_writers
from ..reports.significance import RECORDS
from ..shared.arguments import add_encoding, add_output, add_systems


def _tables(result: DoctorResult, style: Style) -> list[str]:
    return [style.table(*doctor_rows(result), n_left=4)] if result.findings else []


def _write_json(result: DoctorResult) -> str:
    return json.dumps({"findings": [*map(json_value, result.records())]}, ensure_ascii=False, indent=2, allow_nan=False)


FORMATS: dict[str, Callable[..., str]] = {
    **build_format_writers(doctor_records, _tables, doctor_notes, opening=lambda result: [result.summary]),
    "json": _write_json,
}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Says whether a test set is sound: shifted lines (even if the numbers of lines agree), duplicates,"
        " unfit references, odd text, known public sets. Nothing is repaired."
    )
    files = command.add_argument_group("files")
    add_file = files.add_argument
    add_file("references", nargs="*", metavar="REF", help="references; there may be none")
    add_systems(add_file, required=False)
    add_file("--source", metavar="SRC", help="the source")
    add_file(
        "--training", metavar="FILE", help="training data, one line a segment, in which the test set is looked for"
    )
    add_encoding(add_file)
    help_ = f"exit code {RULE_FAILED} where there is a problem; the result is written all the same"
    add_file("--strict", action="store_true", help=help_)
    command.epilog = f"example: {command.prog} ref.txt -i A.txt B.txt --source src.txt"
    command.set_defaults(run=run, usual_metrics=[], metrics=[])
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Return the doctor's findings, rendered."""
    request = doctor.DoctorRequest(training=None if options.training is None else Path(options.training))
    texts = _read_texts(options)
    files = without_shared_folders([text.file for text in texts.all])
    with show_progress("doctor") as on_progress:
        result = doctor.run(request, texts, on_progress)
    options.exit_code = RULE_FAILED if options.strict and result.n_warnings else DONE
    return FORMATS[options.format](result if options.format in RECORDS else result.with_files(files))


def _read_texts(options: argparse.Namespace) -> ExaminedTexts:
    with Inputs(
        options.references, options.systems, options.source, options.encoding, untold=frozenset(OF_TEXT)
    ) as inputs:
        for guess in inputs.guesses:
            write_note(guess)
        columns, files = inputs.whole_columns(), inputs.files
    return ExaminedTexts.of_columns(
        columns[Role.REFERENCE],
        columns[Role.SYSTEM],
        next(iter(columns[Role.SOURCE].values()), None),
        {
            (role, SOURCE if role == SOURCE else name): file
            for of, role in ((Role.REFERENCE, REFERENCE), (Role.SYSTEM, SYSTEM), (Role.SOURCE, SOURCE))
            for name, file in zip(columns[of], files[of], strict=True)
        },
    )
