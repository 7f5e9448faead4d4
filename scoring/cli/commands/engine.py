"""The options of an engine for test sets in shards; ``sharded`` has what they ask for."""

import argparse


def add_engine(command: argparse.ArgumentParser, *further: str) -> None:
    """The options of the engine; ``further`` may be ``--write-statistics``."""
    add = command.add_argument_group("shards").add_argument
    help_ = (
        "REF and SYS are sets in shards, such as 'ref-*.txt.gz' or s3://bucket/part-*.parquet#mt, counted by dask (one"
        " process a core of this machine), dask://HOST:PORT (a cluster), or local (this process); docs/engine.md"
    )
    add("--engine", metavar="ENGINE", help=help_)
    add("--workers", type=int, metavar="N", help="processes of --engine dask; default: one a core")
    for flag in further:
        help_ = "also every segment's statistics, and a sample of segments, as one Parquet file for the page Test sets"
        add(flag, metavar="FILE", help=help_)


def is_asked(options: argparse.Namespace) -> bool:
    """Whether the files are shards; ``ValueError`` for what only an engine has."""
    for name in ("workers", "write_statistics"):
        if getattr(options, name, None) is not None and not options.engine:
            raise ValueError(f"--{name.replace('_', '-')} is for --engine.")
    return bool(options.engine)
