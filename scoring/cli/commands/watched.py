"""``score --watch``: what the command asks of a watch, and what it tells."""

import argparse
import time
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from ...formats.columns import clean_file, counted
from ...languages import target_of
from ...metric import Metric
from ...numbers import fixed
from ...watching import Folder, Record, Score, Scorer, Watch, follow
from ..inputs import BLOCK, LIMITS
from ..notes import note
from ..program import write
from .arguments import chosen_metrics, opened
from .watch import EVERY

PARQUET = "scores.parquet"
"""In the folder, unless another file is asked for."""


def watch_folder(options: argparse.Namespace) -> str:
    """Scores outputs until it is interrupted, or once; then what was done, as a sentence."""
    metrics = chosen_metrics(options)
    folder = Path(options.watch)
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "no such folder"
        raise ValueError(
            f"{clean_file(options.watch)}: {what}; --watch takes the folder into which outputs are written."
        )
    record = Record(Path(options.to or folder / PARQUET), LIMITS)
    scorer = _scorer(options, metrics)
    every = EVERY if options.every is None else options.every
    outputs = Folder(folder, options.only or "*", options.references, (record.path, record.unfinished))
    watch = Watch(outputs, scorer, metrics, record, _tell, note)
    if not options.once:
        note(f"{folder} is looked at every {every:g} s; scores go to {record.path}; Ctrl+C ends it.")
    follow(watch, every, options.once, time.sleep)
    known = f", {watch.n_known:,} were scored before" if watch.n_known else ""
    return f"{counted(watch.n_scored, 'output')} scored{known}: {record.path}"


def _scorer(options: argparse.Namespace, metrics: Sequence[Metric]) -> Scorer:
    """With the references as they are now; notes which metrics do not see the words of their language."""
    with opened(options) as inputs:
        references, language = inputs.references(), inputs.language
    script = target_of(references, language).script
    for said in dict.fromkeys(filter(None, (metric.unfit_for(script) for metric in metrics))):
        note(said)
    return Scorer(tuple(references), BLOCK, LIMITS, options.encoding)


def _tell(name: str, scores: Sequence[Score]) -> None:
    """At once, also into a pipe."""
    write(f"{name}: {', '.join(map(_told, scores))}", None)


def _told(score: Score) -> str:
    low, high = (fixed(end, score.metric.decimals) for end in score.interval)
    interval = "" if isnan(score.interval[0]) else f" ({low} to {high})"
    return f"{score.metric.label} {fixed(score.value, score.metric.decimals)}{interval}"
