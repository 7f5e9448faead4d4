"""The options of an engine for test sets in shards; ``shard_runs`` has what they ask for."""

import argparse
from pathlib import Path

from ...text.naming import clean_file

WRITTEN = {
    "--write-statistics": "also every segment's statistics, and a sample of segments, as one Parquet file",
    "--write-sample": "the same without the statistics: small, for the page Test sets, however large the set is",
}


def add_engine(command: argparse.ArgumentParser, *, writes: bool = False) -> None:
    """The options of the engine, with those of ``WRITTEN`` if the command ``writes`` statistics."""
    add = command.add_argument_group("shards").add_argument
    help_ = (
        "REF and SYS are sets in shards, such as 'ref-*.txt.gz' or s3://bucket/part-*.parquet#mt, counted by dask (one"
        " process a core of this machine), dask://HOST:PORT (a cluster), or local (this process)"
    )
    add("--engine", metavar="ENGINE", help=help_)
    add("--workers", type=int, metavar="N", help="processes of --engine dask; default: one a core")
    if writes:
        for flag, help_ in WRITTEN.items():
            add(flag, metavar="FILE", help=help_)


def is_asked(options: argparse.Namespace) -> bool:
    """Whether the files are shards; ``ValueError`` for what only an engine has."""
    for name in ("workers", "write_statistics", "write_sample"):
        if getattr(options, name, None) is not None and not options.engine:
            raise ValueError(f"--{name.replace('_', '-')} is for --engine.")
    if not options.engine:
        for file in (*options.references, *options.systems):
            _check_single(file)
    return bool(options.engine)


def _check_single(file: str) -> None:
    """``ValueError`` for what only an engine reads."""
    if "://" in file:
        raise ValueError(f"{clean_file(file.partition('://')[0])}://: addresses are read with --engine dask, or local.")
    if "*" in file and not Path(file).exists():
        raise ValueError(
            f"{clean_file(file)}: no such file. If * stands for shards of one set, add --engine dask, or local; if it"
            " stands for several files, leave out the quotation marks, so that the shell puts their names in its place."
        )
