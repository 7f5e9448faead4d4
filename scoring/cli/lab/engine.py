"""The options of an engine for test sets in shards, and of a folder to watch.

``shard_runs`` and ``watch_runs`` carry out what the options ask for.
"""

import argparse
from pathlib import Path

from ...text.naming import clean_file
from ..output_format import TABLE
from ..shared.arguments import number

STATISTICS_OPTIONS = {
    "--write-statistics": "also every segment's statistics, and a sample of segments, as one Parquet file",
    "--write-sample": "the same without the statistics: small, for the page Test sets, however large the set is",
}


def add_engine(command: argparse.ArgumentParser, *, writes: bool = False) -> None:
    """Add the options of the engine, with those of ``STATISTICS_OPTIONS`` if the command ``writes`` statistics."""
    add = command.add_argument_group("shards").add_argument
    help_ = (
        "REF and SYS are sets in shards, such as 'ref-*.txt.gz' or s3://bucket/part-*.parquet#mt, counted by dask (one"
        " process a core of this machine), dask://HOST:PORT (a cluster), or local (this process)"
    )
    add("--engine", metavar="ENGINE", help=help_)
    add("--workers", type=int, metavar="N", help="processes of --engine dask; default: one a core")
    if writes:
        for flag, help_ in STATISTICS_OPTIONS.items():
            add(flag, metavar="FILE", help=help_)


def is_engine_asked(options: argparse.Namespace) -> bool:
    """Return whether the files are shards; raise ``ValueError`` for options and file names that need an engine."""
    for name in ("workers", "write_statistics", "write_sample"):
        if getattr(options, name, None) is not None and not options.engine:
            raise ValueError(f"--{name.replace('_', '-')} is for --engine.")
    if not options.engine:
        for file in (*options.references, *options.systems):
            _check_single(file)
    return bool(options.engine)


def _check_single(file: str) -> None:
    """Raise ``ValueError`` for an address or a pattern, which only an engine reads."""
    if "://" in file:
        raise ValueError(f"{clean_file(file.partition('://')[0])}://: addresses are read with --engine dask, or local.")
    if "*" in file and not Path(file).exists():
        raise ValueError(
            f"{clean_file(file)}: no such file. If * means shards of one set, add --engine dask, or local; if it"
            " means several files, leave out the quotation marks, so that the shell puts their names in its place."
        )


EVERY = 5.0
"""Seconds from one look to the next, unless ``--every`` sets them."""
MAX_SECONDS = 86_400
NOT_HERE = (
    *("source", "scores", "match", "segments", "confidence", "documents", "join_documents"),
    *("score_only", "short", "width", "output", "engine", "workers", "write_statistics", "write_sample"),
)
"""Options that ``--watch`` refuses, because they need more of an output than its scores."""


def add_watch(command: argparse.ArgumentParser) -> None:
    """Add the options that go with ``--watch``."""
    add = command.add_argument_group("outputs to come").add_argument
    add("--to", metavar="FILE", help="the Parquet file to which scores are appended; default: DIR/scores.parquet")
    add("--only", metavar="PATTERN", help="names of files in DIR that are looked at, such as '*.hyp'; default: all")
    help_ = f"seconds from one look into DIR to the next; default: {EVERY:g}"
    add("--every", type=number(float, 0.1, MAX_SECONDS), metavar="SECONDS", help=help_)
    add("--once", action="store_true", help="score what is there, and end")


def is_watch_asked(options: argparse.Namespace) -> bool:
    """Return whether a folder is watched; raise ``ValueError`` for options that are refused in this case."""
    if not options.watch:
        check_nothing_for_watch(options)
        return False
    refused_options = [f"--{name.replace('_', '-')}" for name in NOT_HERE if getattr(options, name)]
    if options.format != TABLE and options.output is None:
        refused_options.append(f"--format {options.format}")
    if refused_options:
        raise ValueError(f"{', '.join(refused_options)}: not with --watch, which writes Parquet (--to).")
    check_every(options)
    return True


def check_nothing_for_watch(options: argparse.Namespace) -> None:
    """Raise ``ValueError`` for an option that is allowed with ``--watch`` only."""
    for name in ("to", "only", "every", "once"):
        if getattr(options, name):
            raise ValueError(f"--{name} is for --watch.")


def check_every(options: argparse.Namespace) -> None:
    """Raise ``ValueError`` where the seconds of ``--every`` are out of range."""
    if options.every is not None and not 0.1 <= options.every <= MAX_SECONDS:
        raise ValueError(f"--every must be 0.1 to {MAX_SECONDS:,} seconds; found {options.every:g}.")
