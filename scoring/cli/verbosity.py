"""How much a command writes on standard error in addition to errors: ``--quiet`` and ``--verbose``."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from .program import write_error_line

QUIET, USUAL, VERBOSE = range(3)
VERBOSE_HELP = "also which files were read as what, and the seconds that each part took"
_levels = [USUAL]
"""Levels of the commands that run; the last one is the level of the current command."""


def add_verbosity(
    command: argparse.ArgumentParser,
    quiet: str = "no notes and no progress bar, only errors",
    verbose: str = VERBOSE_HELP,
) -> None:
    """Add the options ``--quiet`` and ``--verbose``, which do what their help says."""
    add = command.add_argument_group("standard error").add_mutually_exclusive_group().add_argument
    add("--quiet", "-q", dest="verbosity", action="store_const", const=QUIET, default=USUAL, help=quiet)
    add("--verbose", dest="verbosity", action="store_const", const=VERBOSE, default=USUAL, help=verbose)


@contextmanager
def apply_verbosity(options: argparse.Namespace) -> Iterator[None]:
    """Apply a command's verbosity while it runs, and write how long all of it took if it is verbose."""
    _levels.append(getattr(options, "verbosity", USUAL))
    try:
        with _no_warnings_if_quiet(), timed("all of it"):
            yield
    finally:
        _levels.pop()


def is_quiet() -> bool:
    """Return whether only errors are written."""
    return _levels[-1] == QUIET


def is_verbose() -> bool:
    """Return whether details are written."""
    return _levels[-1] == VERBOSE


def write_detail(message: str) -> None:
    """Write one line if the command is verbose."""
    if is_verbose():
        write_error_line(" ".join(message.split()))


@contextmanager
def timed(part: str) -> Iterator[None]:
    """Write how many seconds a part of the command took, if it is verbose."""
    begin = perf_counter()
    yield
    write_detail(f"{part}: {perf_counter() - begin:.2f} s")


@contextmanager
def _no_warnings_if_quiet() -> Iterator[None]:
    """Keep warnings of libraries and kernels off standard error if the command is quiet."""
    if not is_quiet():
        yield
        return
    import logging  # few commands are quiet

    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
