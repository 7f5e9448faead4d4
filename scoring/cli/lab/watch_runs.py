"""``score --watch``: sets up the watch of a folder, and prints the scores of its outputs."""

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from math import isnan
from pathlib import Path

from ...analysis.oddities import Oddity
from ...formats import Column
from ...formats.assembly import SEGMENT_ORDER, UNUSED_IDS
from ...formats.file_notices import FileNotice, column_notices, join_notices
from ...formats.limits import OWN_LIMITS
from ...lab.watching import Folder, Scorer, ScoreRecord, Watch, follow_folders
from ...output.exclusive_write import exclusive_write, lock_file_path, unfinished_path
from ...output.numbers import counted, fixed
from ...output.replacing import target_file
from ...studies.scores import ScoreResult
from ...text.languages import Script, detect_target_language
from ...text.naming import clean_file
from ..inputs import BLOCK
from ..notes import check_strict, tell_all, write_note
from ..program import write
from ..shared.arguments import chosen_metrics, ignored_notice_kinds, read_inputs
from ..shared.system_statistics import warn_of_script
from .engine import EVERY

PARQUET = "scores.parquet"
"""Name of the file of scores in the watched folder, unless ``--to`` names another file."""
RECORD_IN_USE = (
    "another --watch is at work on this file. Wait until it has ended, or end it by Ctrl+C where it runs; or name"
    " another file by --to."
)


def watch_folder(options: argparse.Namespace) -> str:
    """Score outputs until the command is interrupted, or once; return a sentence on how many outputs were scored."""
    metrics = chosen_metrics(options)
    folder = Path(options.watch)
    if not folder.is_dir():
        problem = "is not a folder" if folder.exists() else "no such folder"
        raise ValueError(
            f"{clean_file(options.watch)}: {problem}; --watch takes the folder into which outputs are written."
        )
    path = target_file(Path(options.to or folder / PARQUET))
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive_write(path, RECORD_IN_USE))
        except OSError:
            if not options.once:
                raise  # what cannot be written is said at once, but where there may be nothing to write
        record = ScoreRecord(path, OWN_LIMITS)
        every = EVERY if options.every is None else options.every
        own = (path, unfinished_path(path), lock_file_path(path))
        outputs = Folder(folder, options.only or "*", options.references, own)
        scorer, script = read_scorer(options, options.references)
        warn_of_script(metrics, script)
        watch = Watch(outputs, scorer, metrics, record, tell_scores, write_note, relative_path(path, folder))
        if not options.once:
            write_note(f"{folder} is looked at every {every:g} s; scores go to {path}; Ctrl+C ends it.")
        if options.only:
            _say_if_none_fits(outputs)
        follow_folders([watch], every, options.once, time.sleep)
    earlier = f", {counted(watch.n_known, 'was', 'were')} scored before" if watch.n_known else ""
    return f"{counted(watch.n_scored, 'output')} scored{earlier}: {path}"


def _say_if_none_fits(outputs: Folder) -> None:
    look = outputs.look()
    if not (look.files or look.others):
        pattern = clean_file(outputs.pattern)
        write_note(f"No file in {outputs.path} fits --only {pattern} now. It is for whole names; * is any part of one.")


def relative_path(path: Path, folder: Path) -> str:
    """Return the relative path from a file to a folder, which stays valid where both are moved together.

    Return the absolute path of the folder if they are on two disks.
    """
    try:
        way = Path(os.path.relpath(folder.resolve(), path.resolve().parent))
    except ValueError:  # on Windows, of two disks
        way = folder.resolve()
    return way.as_posix().encode("utf-8", "backslashreplace").decode()


def read_scorer(options: argparse.Namespace, paths: Sequence[str]) -> tuple[Scorer, Script]:
    """Return a scorer with the references as they are now, and the script of their language."""
    with read_inputs(options, paths) as inputs:
        references, language, id_column = inputs.references(), inputs.language, inputs.id_column
    left_out = ignored_notice_kinds(options)

    def tell(columns: Sequence[Column], output: Column, odd: Sequence[Oddity]) -> None:
        for one in output.notices:
            if one.kind == SEGMENT_ORDER:
                write_note(f"{output.file}: {one.message}")
        noticed = [FileNotice(output.file, one) for one in output.notices if one.kind == UNUSED_IDS]
        noticed += [one for one in column_notices(columns, [output.name]) if one.notice.kind not in left_out]
        check_strict(tell_all([*join_notices(noticed), *(oddity.sentence for oddity in odd)]), options.strict)

    scorer = Scorer(tuple(references), BLOCK, OWN_LIMITS, options.encoding, id_column, tell)
    return scorer, detect_target_language(references, language).script


def tell_scores(name: str, scores: Sequence[ScoreResult]) -> None:
    """Print an output's scores at once, also into a pipe."""
    write(scores_line(name, scores), None)


def scores_line(name: str, scores: Sequence[ScoreResult]) -> str:
    """Return an output's scores with their intervals in one line."""
    return f"{name}: {', '.join(map(_score_with_interval, scores))}"


def _score_with_interval(score: ScoreResult) -> str:
    low, high = (fixed(end, score.metric.decimals) for end in score.interval)
    interval = "" if isnan(score.interval[0]) else f" ({low} to {high})"
    return f"{score.metric.full_name} {fixed(score.score, score.metric.decimals)}{interval}"
