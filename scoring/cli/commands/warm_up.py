"""``warm-up``: compiles all code, so that later commands start faster."""

import argparse

from ... import warm_up
from ..progress_bar import show_progress


def add(command: argparse.ArgumentParser) -> None:
    command.description = "Compiles the code of all metrics and tests, which is kept for later commands."
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Compile every kernel, or load it where it was compiled before; return a sentence that says so."""
    with show_progress("compiled") as on_progress:
        warm_up(on_progress)
    return "All code is compiled."
