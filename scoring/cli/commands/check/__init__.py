"""``check``: likely errors in outputs, and how often checks find such errors in references."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ....analysis.oddities import find_oddities
from ....checks import CHECKS
from ....checks.terminology import TERMINOLOGY
from ....checks.terminology.glossary_files import open_glossary
from ....doctor.wrong_languages import source_in_target_language
from ....formats import Role
from ....report.checks_tables import TERM_HEADERS, checks_notes, checks_opening, checks_rows, terms_notes, terms_rows
from ....studies.checks import ChecksResult, TextsToCheck
from ....studies.ignored_findings import GRAMMAR, IgnoreRule, ignore_findings, read_ignore_rules
from ....studies.terminology import TermsRequest, TermsResult, check_with_terms
from ....studies.wording.verdict_words import DOUBTFUL_ALONE, doubts_opening
from ....testset import Reference, System, TestSet
from ....text.languages import named_pair
from ....text.naming import clean_file
from ...kept_texts import KeptTexts
from ...notes import write_note
from ...output_format import FORMAT_OF_ENDING as FORMAT_OF_ENDING_OF_TABLES
from ...progress_bar import show_progress
from ...reports.layout import Style, build_format_writers, json_pieces
from ...reports.sarif import write_sarif
from ...shared.arguments import add_output, add_reading, add_systems, read_inputs
from ...shared.candidates import unit_ids
from ...shared.translation_files import ENDINGS, is_translation_file_name, source_in_files
from ...verbosity import is_verbose
from .translator_files import CSV, XLSX, flagged_table, open_noted_file, write_notes

if TYPE_CHECKING:
    from ....studies.doctor import DoctorResult

SARIF, JSON = "sarif", "json"
MAX_RULES_BYTES = 1_000_000
LISTS_SEGMENTS = "--segments lists each finding with its segment."
TELLS_CHECKS = "--verbose tells what each check finds, and when it errs."
_EXAMPLE = "source.txt -i output.txt --references reference.txt"


def _records(
    result: ChecksResult, terms: TermsResult | None, with_findings: bool, examined: "DoctorResult | None"
) -> list[dict[str, object]]:
    """Return one record for each kind of finding and text; with ``with_findings`` one record for each finding."""
    return [*result.finding_records()] if with_findings else result.rate_records()


def _tables(
    result: ChecksResult,
    terms: TermsResult | None,
    with_findings: bool,
    examined: "DoctorResult | None",
    style: Style,
) -> list[str]:
    tables = [style.table(*checks_rows(result), n_left=3)] if result.kinds_found else []
    if terms is not None:
        tables.append(style.table(TERM_HEADERS, terms_rows(terms), n_left=1))
    if with_findings and (records := [*result.finding_records()]):
        headers = [name for name in records[0] if name != "message"]
        rows = [[str(record[name]) for name in headers] for record in records]
        tables.append(style.table(headers, rows, n_left=len(headers)))
    return tables


def _notes(
    result: ChecksResult, terms: TermsResult | None, with_findings: bool, examined: "DoctorResult | None"
) -> list[str]:
    hints = [
        *([LISTS_SEGMENTS] if result.kinds_found and not with_findings else []),
        *([TELLS_CHECKS] if result.kinds_found and not is_verbose() else []),
    ]
    notes = checks_notes(result, about_checks=is_verbose())
    return [*notes, *(() if terms is None else terms_notes(terms)), *([" ".join(hints)] if hints else [])]


def _opening(
    result: ChecksResult, terms: TermsResult | None, with_findings: bool, examined: "DoctorResult | None"
) -> list[str]:
    if examined is None:
        return checks_opening(result, terms)
    from ....studies.doctor import lines_out_of_place, source_lines_out_of_place  # imported if it was needed before

    systems, places = {finding.system for finding in result.findings}, np.arange(examined.n_segments)
    out_of_place = lines_out_of_place(examined, systems, places)
    return checks_opening(result, terms, out_of_place, source_lines_out_of_place(examined, places))


FORMATS = build_format_writers(_records, _tables, _notes, opening=_opening)
FORMAT_OF_ENDING = {**FORMAT_OF_ENDING_OF_TABLES, ".sarif": SARIF, ".csv": CSV, ".xlsx": XLSX}


_ADVICE = {True: " Give the source: bleuscope check SRC -i SYS.", False: ""}
"""Advice in the error that no check can be run, by whether the source is missing."""


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "Likely errors in outputs that nobody has judged. References are checked as well; findings there are mostly"
        " what their translator rewords or converts."
    )
    command.description = about
    add = command.add_argument_group("files").add_argument
    help_ = (
        "the source, which a translation file of outputs (XLIFF, TMX, PO) has, too; with --source SRC, or if there are"
        " several, references"
    )
    add("files", nargs="*", metavar="SRC", help=help_)
    add_systems(add, required=True)
    help_ = "references, which are checked as well; an empty line is an empty reference"
    add("--references", nargs="+", action="extend", default=[], metavar="REF", help=help_)
    add("--source", metavar="SRC", help="the source, where the files named first are references")
    add_reading(add)
    command.set_defaults(run=run, usual_metrics=[], metrics=[], example=_EXAMPLE)
    command.set_defaults(verbose_adds="; in the result, what each check finds")
    command.epilog = f"example: {command.prog} {_EXAMPLE}"
    add_choice = command.add_argument_group("checks").add_argument
    names = *CHECKS, TERMINOLOGY
    add_choice("--checks", nargs="+", choices=names, default=[], metavar="CHECK", help=f"of {', '.join(names)}")
    help_ = (
        "a glossary, whose terms outputs should have: TBX, WMT's JSON, or a table (source, target, more targets,"
        " forbidden, case, note)"
    )
    add_choice("--terms", metavar="FILE", help=help_)
    help_ = (
        "codes of both languages, such as en-de, or code or English name of the outputs'; default: what the names of"
        " files say"
    )
    add_choice("--language", metavar="CODE", help=help_)
    help_ = f"findings to ignore: a file with a rule a line, or a rule: {GRAMMAR}; may be given again"
    add_choice("--ignore", nargs="+", action="extend", default=[], metavar="FILE|RULE", help=help_)
    output = add_output(command, (*FORMATS, SARIF, CSV, XLSX))
    help_ = (
        "the translation file of the outputs (XLIFF, TMX, PO) with each finding as a note of its unit; of several"
        " systems the first one"
    )
    output.add_argument("--write", action="append", type=_translation_file, default=[], metavar="FILE", help=help_)
    output.add_argument("--segments", action="store_true", help="table and TSV: every finding too, with its segment")
    command.set_defaults(format_of_ending=FORMAT_OF_ENDING)


def _translation_file(text: str) -> tuple[str, str]:
    if not is_translation_file_name(text):
        raise argparse.ArgumentTypeError(f"expected a file that ends in {', '.join(ENDINGS)}; found {text!r}")
    return "", text


def run(options: argparse.Namespace) -> str | bytes | Iterable[bytes]:
    """Return the findings of checks in the systems and references, in the format of ``--format``."""
    into = open_noted_file(options)
    rules = [rule for argument in options.ignore for rule in _read_ignored(argument)]
    source_language, language = (None, None) if options.language is None else named_pair(options.language, "--language")
    source, references = _source_and_references(options)
    with read_inputs(options, references, options.systems, source) as inputs:
        columns = inputs.whole_columns()
        files, keys, codes = inputs.files, unit_ids(inputs), inputs.codes
        if language is None and inputs.language is not None:
            language = inputs.language.language
    examined = _tell_doubts(columns)
    for source_column in [*columns[Role.SOURCE].values()][:1]:
        if warning := source_in_target_language(source_column, columns[Role.SYSTEM]):
            write_note(f"{warning} Give the source first, references after --references.")
    texts = TextsToCheck(
        columns[Role.SYSTEM],
        columns[Role.REFERENCE],
        next(iter(columns[Role.SOURCE].values()), None),
        language,
        source_language,
        codes[Role.SYSTEM],
        codes[Role.REFERENCE],
        next(iter(codes[Role.SOURCE].values()), None),
    )
    request = None
    if options.terms is not None:
        request = TermsRequest(open_glossary(options.terms, (source_language, language), options.encoding))
    with show_progress("checks") as on_progress:
        result, terms = check_with_terms(options.checks, request, texts, on_progress)
        result = ignore_findings(result, rules)
    if not result.rates:
        raise ValueError(
            f"No check can be run on these files. {' '.join(result.caveats())}{_ADVICE[texts.source is None]}"
        )
    if into is not None:
        write_notes(options, into, result, texts, keys)
    if options.format in (CSV, XLSX):
        for not_run in result.left_out_sentences():
            write_note(not_run)
        return flagged_table(result, texts, options.format)
    if options.format == JSON:
        fields = {"findings": result.finding_records(), **result.summary_record()}
        return json_pieces(fields | ({} if terms is None else {"terms": terms.record()}))
    if options.format == SARIF:
        of_systems = dict(zip(columns[Role.SYSTEM], files[Role.SYSTEM], strict=True))
        return write_sarif(result, of_systems, next(iter(files[Role.SOURCE]), ""))
    return FORMATS[options.format](result, terms, options.segments, examined)


def _tell_doubts(columns: Mapping[Role, Mapping[str, pa.StringArray]]) -> "DoctorResult | None":
    """Write notes on faults that make outputs doubtful, such as missing capitals, judged by references or the source.

    Return what the doctor finds; None for a set without references and source, and for a set that it does not examine.
    """
    outputs, references = columns[Role.SYSTEM], columns[Role.REFERENCE]
    source = next(iter(columns[Role.SOURCE].values()), None)
    if not references and source is None:
        return None
    test_set = TestSet(
        tuple(System(name, column) for name, column in outputs.items()),
        tuple(Reference(name, column) for name, column in references.items()),
        source,
    )
    texts = KeptTexts()
    texts.keep(test_set)
    doubts = texts.doubts(find_oddities(test_set, test_set.system_names))
    opening = doubts_opening(doubts) if len(outputs) > 1 else DOUBTFUL_ALONE
    for place, doubt in enumerate(doubts):
        write_note(doubt.sentence if place else f"{opening} {doubt.sentence}")
    return None if texts.examined is None else texts.examined[1]


def _read_ignored(argument: str) -> Sequence[IgnoreRule]:
    """Return the rules in the file of this name; if there is no such file, the argument itself as the only rule."""
    path = Path(argument)
    if not path.is_file():
        return read_ignore_rules([argument])
    file = clean_file(argument)
    if (size := path.stat().st_size) > MAX_RULES_BYTES:
        raise ValueError(f"{file}: expected a file of rules, at most {MAX_RULES_BYTES:,} bytes; found {size:,}.")
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise ValueError(f"{file}: expected rules in UTF-8; found other bytes. Save the file as UTF-8.") from None
    return read_ignore_rules(lines, file)


def _source_and_references(options: argparse.Namespace) -> tuple[str | None, list[str]]:
    """Return the source and the references: the first file is the source, unless ``--source`` names another.

    If no file is given, the source is taken from the first translation file among the references and outputs.
    """
    if options.source is not None:
        return options.source, [*options.files, *options.references]
    if not options.files:
        return source_in_files([*options.references, *options.systems]), options.references
    if len(options.files) > 1:
        actual = ", ".join(map(clean_file, options.files))
        raise ValueError(f"Expected one source; found {actual}. Give references by --references REF ...")
    return options.files[0], options.references
