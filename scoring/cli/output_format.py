"""The choice of the format in which a result is written into a file."""

import argparse
from pathlib import Path

TABLE = "table"
FORMATS = (TABLE, "json", "tsv", "latex")
"""Formats that every command with tables writes."""
FORMAT_OF_ENDING = {".json": "json", ".tsv": "tsv", ".tex": "latex"}
PARQUET = ".parquet"
OTHER_ENDINGS = (".csv", ".gz", ".htm", ".html", ".jsonl", ".md", PARQUET, ".pdf", ".xlsx", ".xml", ".zip")
"""Endings of formats in which no table is written."""


def choose_format(options: argparse.Namespace) -> None:
    """Let the ending of the file to write choose the format of a command that has several.

    A command with formats of its own has their endings in ``format_of_ending``. Raises ``ValueError`` where the ending
    is that of another format than ``--format``, or of a format that no command writes.
    """
    if not hasattr(options, "format"):
        return
    ending = _ending(options.output or "")
    formats_by_ending = vars(options).get("format_of_ending", FORMAT_OF_ENDING)
    format_of_ending = formats_by_ending.get(ending)
    if options.format is not None and format_of_ending not in (None, options.format):
        raise ValueError(
            f"{options.output}: the ending is that of {format_of_ending}, but --format is {options.format}; leave one"
            " out."
        )
    is_other = ending in (*FORMAT_OF_ENDING, *OTHER_ENDINGS) and ending not in formats_by_ending
    if options.format is None and (is_other or ending.count(".") > 1):
        endings = ", ".join(formats_by_ending)
        raise ValueError(
            f"{options.output}: results are not written as {ending}; name a file that ends in {endings} or .txt, or"
            " add --format."
        )
    options.format = options.format or format_of_ending or TABLE


def check_parquet_name(name: str) -> None:
    """Raise ``ValueError`` where a file that Parquet is written to has the ending of another format."""
    ending = _ending(name)
    if ending in (*FORMAT_OF_ENDING, *OTHER_ENDINGS) and ending != PARQUET:
        raise ValueError(f"{name}: Parquet is written, not {ending}; name a file that ends in {PARQUET}.")


def _ending(name: str) -> str:
    """Return the last ending in small letters; behind a format's ending the last two, such as ``.tsv.bak``."""
    endings = [ending.lower() for ending in Path(name).suffixes[-2:]]
    formats = (*FORMAT_OF_ENDING, *OTHER_ENDINGS)
    is_behind = len(endings) > 1 and endings[0] in formats and endings[1] not in (*formats, ".txt")
    return "".join(endings if is_behind else endings[-1:])
