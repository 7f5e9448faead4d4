"""``warm-up``: all code compiled, so that no later command has to wait for it."""

import argparse

from ... import warm_up
from ..progress_bar import progress_of


def add(command: argparse.ArgumentParser) -> None:
    command.description = "Compiles the code of all metrics and tests, which is kept for later commands."
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return every kernel compiled, or loaded where it is compiled already."""
    with progress_of("compiled") as on_progress:
        warm_up(on_progress)
    return "All code is compiled."
