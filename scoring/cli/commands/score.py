"""``score``: scores of systems."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..lab.engine import add_engine, add_watch, is_asked, is_watch_asked
from ..reports.scores import FORMATS, Result
from .arguments import add_files, add_metrics, add_output, add_scores, chosen_metrics, opened
from .system_statistics import measured

if TYPE_CHECKING:
    from ...formats import FoundJudgments


def add(command: argparse.ArgumentParser) -> None:
    about = "Scores of systems against references; files of every kind, plain text one segment a line."
    add_files(command, about, or_watch=True)
    command.set_defaults(run=run)
    add_metrics(command)
    add_scores(command)
    add_engine(command, writes=True)
    add_watch(command)
    add_output(command).add_argument("--segments", action="store_true", help="every segment too")


def run(options: argparse.Namespace) -> str:
    """Scores of systems against references, rendered; of outputs to come they are told one by one."""
    if is_watch_asked(options):
        from ..lab.watch_runs import watch_folder  # few commands need it

        return watch_folder(options)
    if is_asked(options):
        from ..lab.shard_runs import score_shards  # likewise

        return FORMATS[options.format](score_shards(options))
    return FORMATS[options.format](_of_files(options))


def _of_files(options: argparse.Namespace) -> list[Result]:
    metrics = chosen_metrics(options)
    with opened(options) as inputs:
        found = measured(inputs, metrics, options.segments, _judgments(options), options.match, options.strict)
        sample = inputs.reference_sample
    results = []
    for (metric, system), rows in found.items():
        segments = rows if options.segments else None
        results.append(Result(metric, system, metric.full_signature(sample), rows.sum(axis=0), segments))
    return results


def _judgments(options: argparse.Namespace) -> "Sequence[FoundJudgments]":
    """Those that were given; what reads them is imported for them alone."""
    if not options.scores and options.mqm_weights is None:
        return ()
    from .external_judgments import read_scores

    return read_scores(options)
