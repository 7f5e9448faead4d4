"""Findings for translators: notes in the translation file of the outputs, and tables of findings with their texts."""

import argparse
from pathlib import Path

import pyarrow as pa

from ....formats.bilingual.filling.filled_file import TranslationFile
from ....formats.tables.spreadsheets import write_csv, write_workbook
from ....output.replacing import write_file
from ....studies.checks import ChecksResult, TextsToCheck
from ....studies.translation_file import FillRequest, finding_notes
from ....studies.translation_file import run as run_fill
from ....studies.translator_tables import flagged_headers, flagged_records
from ....text.naming import clean_file
from ...shared.translation_files import first_translation_file, open_translation_file, tell_filled

CSV, XLSX = "csv", "xlsx"


def open_noted_file(options: argparse.Namespace) -> TranslationFile | None:
    """Return the translation file of the outputs, or None without ``--write``.

    Raises ``ValueError`` where the outputs are not in a translation file.
    """
    if not options.write:
        return None
    into = first_translation_file(options.systems[:1])
    if into is None:
        raise ValueError(f"--write: {clean_file(options.systems[0])} is no translation file, in which notes can be.")
    return open_translation_file(into, None, options.encoding)


def write_notes(
    options: argparse.Namespace,
    into: TranslationFile,
    result: ChecksResult,
    texts: TextsToCheck,
    keys: pa.StringArray | None,
) -> None:
    """Write the files of ``--write``, with each finding in the first system as a note of its unit."""
    system, segments = next(iter(texts.systems.items()))
    request = FillRequest(len(segments), notes=finding_notes(result.findings, system), keys=keys, sources=texts.source)
    filled = run_fill(request, into)
    tell_filled(filled, options.strict)
    for _, file in options.write:
        write_file(Path(file), filled.data)


def flagged_table(result: ChecksResult, texts: TextsToCheck, format: str) -> str | bytes:
    """Return a table of all findings with their texts, as XLSX or CSV."""
    records = flagged_records(texts, result.findings, range(1, result.n_segments + 1))
    headers = flagged_headers(texts)
    rows: list[list[object]] = [[*headers], *([record[header] for header in headers] for record in records)]
    return write_workbook({"": rows}) if format == XLSX else write_csv(rows).removesuffix("\n")
