"""The options of a folder to watch; ``watch_runs`` has what they ask for."""

import argparse

from ..commands.arguments import number
from ..output_format import TABLE

EVERY = 5.0
"""Seconds from one look to the next, unless others are asked for."""
MOST = 86_400
NOT_HERE = ("source", "scores", "match", "segments", "output", "engine", "workers", "write_statistics", "write_sample")
"""Options that ask for what is not kept of outputs to come."""


def add_watch(command: argparse.ArgumentParser) -> None:
    """What goes with ``--watch``, which itself stands beside the systems."""
    add = command.add_argument_group("outputs to come").add_argument
    add("--to", metavar="FILE", help="the Parquet file to which scores are appended; default: DIR/scores.parquet")
    add("--only", metavar="PATTERN", help="names of files in DIR that are looked at, such as '*.hyp'; default: all")
    help_ = f"seconds from one look into DIR to the next; default: {EVERY:g}"
    add("--every", type=number(float, 0.1, MOST), metavar="SECONDS", help=help_)
    add("--once", action="store_true", help="score what is there, and end")


def is_watch_asked(options: argparse.Namespace) -> bool:
    """Whether a folder is watched; ``ValueError`` for what only that has."""
    if options.watch is None:
        for name in ("to", "only", "every", "once"):
            if getattr(options, name):
                raise ValueError(f"--{name} is for --watch.")
        return False
    asked = [f"--{name.replace('_', '-')}" for name in NOT_HERE if getattr(options, name)]
    if options.format != TABLE and options.output is None:
        asked.append(f"--format {options.format}")
    if asked:
        raise ValueError(f"{', '.join(asked)}: not with --watch, which writes Parquet (--to).")
    if options.every is not None and not 0.1 <= options.every <= MOST:
        raise ValueError(f"--every must be 0.1 to {MOST:,} seconds; found {options.every:g}.")
    return True
