"""In which format a result is written into a file."""

import argparse
from pathlib import Path

TABLE = "table"
FORMAT_OF_ENDING = {".json": "json", ".tsv": "tsv", ".tex": "latex"}
OTHER_ENDINGS = (".csv", ".htm", ".html", ".jsonl", ".md", ".parquet", ".pdf", ".xlsx", ".xml")
"""Endings of formats in which no table is written."""


def choose_format(options: argparse.Namespace) -> None:
    """Let the ending of the file to write choose the format of a command that has several.

    ``ValueError`` where the ending says another format than ``--format``, or one in which no command writes.
    """
    if not hasattr(options, "format"):
        return
    ending = Path(options.output or "").suffix.lower()
    format_of_ending = FORMAT_OF_ENDING.get(ending)
    if options.format is not None and format_of_ending not in (None, options.format):
        raise ValueError(
            f"{options.output}: the ending is that of {format_of_ending}, but --format is {options.format}; leave one"
            " out."
        )
    if options.format is None and ending in OTHER_ENDINGS:
        endings = ", ".join(FORMAT_OF_ENDING)
        raise ValueError(
            f"{options.output}: results are not written as {ending}; name a file that ends in {endings} or .txt, or"
            " add --format."
        )
    options.format = options.format or format_of_ending or TABLE
