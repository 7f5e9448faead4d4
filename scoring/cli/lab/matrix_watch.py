"""``matrix --watch``: scores checkpoints' outputs for many test sets as they come, and finds the best over all."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ...counting.arrays import Floats
from ...formats import Role
from ...formats.limits import OWN_LIMITS
from ...formats.names import name_from_file
from ...formats.set_folders import GrowingSet, find_growing_sets
from ...lab.watching import Folder, Scorer, ScoreRecord, Watch, follow_folders
from ...metric import Metric
from ...output.exclusive_write import exclusive_write, lock_file_path, unfinished_path
from ...output.numbers import counted
from ...output.replacing import target_file
from ...studies import matrix
from ...studies.matrix import MatrixRequest, MatrixResult
from ...studies.same_tests import SetDigests
from ...studies.scores import ScoreResult
from ...studies.set_statistics import SetStatistics, fit_to_script
from ...studies.wording.matrix_opening import verdict_sentences
from ...studies.wording.matrix_words import SetWarnings
from ...testset import column_digest
from ..notes import write_note
from ..output_format import TABLE
from ..program import wrap_for_terminal, write
from .engine import EVERY, check_every
from .watch_runs import PARQUET, RECORD_IN_USE, read_scorer, relative_path, scores_line

Render = Callable[[MatrixRequest, MatrixResult, SetWarnings], str]
"""Function that renders a matrix in the format of ``--format``."""


@dataclass
class WatchedSet:
    """The outputs of one test set, which are scored as they come."""

    name: str
    watch: Watch
    scorer: Scorer
    folder: Path
    metrics: Mapping[Metric, Metric]
    """The metric that fits the language of the references, by the metric that was asked for."""
    _rows: dict[str, dict[Metric, Floats]] = field(default_factory=dict)
    """Statistics (n_segments, n_statistics) of an output by each metric, by the output's digest."""

    @property
    def outputs(self) -> tuple[tuple[str, str], ...]:
        """Names and digests of the outputs that are scored."""
        return tuple((file, self.watch.digest_of(file)) for file in self.watch.scored)

    def statistics(self) -> SetStatistics:
        """Return the statistics of the outputs that are scored; each output is measured once."""
        rows: dict[Metric, dict[str, Floats]] = {metric: {} for metric in self.metrics}
        names = _names([file for file, _ in self.outputs])
        for file, digest in self.outputs:
            if digest not in self._rows:
                self._rows[digest] = self._measure_output(file)
            for metric, of_metric in self._rows[digest].items():
                rows[metric][names[file]] = of_metric
        fitted = {metric.name: fit.signature for metric, fit in self.metrics.items() if fit != metric}
        references = [column_digest(column) for column in self.scorer.references]
        digests = SetDigests("", " ".join(references), frozenset(digest for _, digest in self.outputs))
        return SetStatistics(rows, len(self.scorer), fitted, digests)

    def _measure_output(self, file: str) -> dict[Metric, Floats]:
        """Return an output's statistics by each metric; empty where the output can no longer be read."""
        try:
            segments = self.scorer.read(file, (self.folder / file).read_bytes())
        except (OSError, ValueError):
            return {}
        test_set = self.scorer.with_references(file, segments)
        return {metric: fit.measure(test_set)[file] for metric, fit in self.metrics.items()}


def _names(files: Sequence[str]) -> dict[str, str]:
    """Return the system's name for each file, which is the file's name where two systems would share a name."""
    names = {file: name_from_file(file, Role.SYSTEM) for file in files}
    common = Counter(names.values())
    return {file: name if common[name] == 1 else file for file, name in names.items()}


@dataclass
class MatrixWatch:
    """The comparison of checkpoints over all sets, made again after each look that finds a new output."""

    request: MatrixRequest
    sets: Sequence[WatchedSet]
    on_result: Callable[[MatrixResult, SetWarnings], object]
    result: MatrixResult | None = None
    warnings: SetWarnings = field(default_factory=SetWarnings)
    """Warnings, such as on sets that are the same test set."""
    _compared_outputs: tuple[tuple[tuple[str, str], ...], ...] = ()

    def compare(self) -> None:
        """Compare the outputs that are scored, unless they are the same as at the last look."""
        outputs = tuple(one.outputs for one in self.sets)
        if outputs == self._compared_outputs:
            return
        self._compared_outputs = outputs
        statistics = {one.name: one.statistics() for one in self.sets}
        weights = dict(self.request.weights)
        self.warnings = SetWarnings().without_same_tests(statistics, weights, [*statistics])
        distinct_sets = {name: one for name, one in statistics.items() if name not in self.warnings.repeated_sets}
        systems = {system for one in distinct_sets.values() for rows in one.rows.values() for system in rows}
        if len(systems) > 1:
            distinct_weights = tuple((name, weight) for name, weight in self.request.weights if name in distinct_sets)
            self.result = matrix.run_sets(replace(self.request, weights=distinct_weights), distinct_sets)
            self.on_result(self.result, self.warnings)


def watch_sets(options: argparse.Namespace, request: MatrixRequest, render: Render) -> str:
    """Score outputs of all sets until interrupted, or once; return the matrix of all scores, rendered."""
    _check(options)
    folder = Path(options.folders[0])
    growing_sets = find_growing_sets(folder)
    request.set_weights([one.name for one in growing_sets])
    path = target_file(Path(options.to or folder / PARQUET))
    with ExitStack() as stack:
        stack.enter_context(exclusive_write(path, RECORD_IN_USE))
        record = ScoreRecord(path, OWN_LIMITS)
        sets = [_watched_set(options, request.metrics, one, record, path) for one in growing_sets]
        watched = MatrixWatch(request, sets, partial(_tell, options, request, render))
        every = EVERY if options.every is None else options.every
        if not options.once:
            notice = f"{counted(len(sets), 'set')} looked at every {every:g} s; scores go to {path}; Ctrl+C ends it."
            write_note(notice)
        follow_folders([one.watch for one in sets], every, options.once, time.sleep, watched.compare)
    n_scored, n_known = (sum(getattr(one.watch, name) for one in sets) for name in ("n_scored", "n_known"))
    earlier = f", {counted(n_known, 'was', 'were')} scored before" if n_known else ""
    write_note(f"{counted(n_scored, 'output')} scored{earlier}: {path}")
    if watched.result is None:
        raise ValueError("Expected outputs of at least two checkpoints; found fewer.")
    return render(request, watched.result, watched.warnings)


def _check(options: argparse.Namespace) -> None:
    """Raise ``ValueError`` for options and folders that ``--watch`` does not take."""
    refused_options = [
        f"--{name}" for name in ("sets", "judges", "checks", "costs", "strict") if getattr(options, name)
    ]
    if refused_options:
        raise ValueError(f"{', '.join(refused_options)}: not with --watch.")
    if [*map(Path.is_dir, map(Path, options.folders))] != [True]:
        raise ValueError("--watch takes one folder of the sets, such as DIR with DIR/SET/ref.txt and DIR/SET/sys.")
    check_every(options)


def _watched_set(
    options: argparse.Namespace, metrics: Sequence[Metric], growing_set: GrowingSet, record: ScoreRecord, path: Path
) -> WatchedSet:
    references = [*map(str, growing_set.references)]
    scorer, script = read_scorer(options, references)
    fitted = {metric: metric if hasattr(options, "tokenize") else fit_to_script(metric, script) for metric in metrics}
    own = (path, unfinished_path(path), lock_file_path(path), *growing_set.others)
    outputs = Folder(growing_set.outputs, options.only or "*", references, own)

    def note(message: str) -> None:
        write_note(f"{growing_set.name}: {message}")

    def tell(file: str, scores: Sequence[ScoreResult]) -> None:
        line = scores_line(f"{growing_set.name}: {file}", scores)
        if options.format == TABLE and options.output is None:
            write(line, None)
        else:
            write_note(line)

    way = relative_path(path, growing_set.outputs)
    watch = Watch(outputs, scorer, [*fitted.values()], record, tell, note, way)
    return WatchedSet(growing_set.name, watch, replace(scorer, on_read=_note_nothing), growing_set.outputs, fitted)


def _note_nothing(*_: object) -> None:
    """Do nothing for an output that is read again: its notices were written when it was scored."""


def _tell(
    options: argparse.Namespace, request: MatrixRequest, render: Render, result: MatrixResult, warnings: SetWarnings
) -> None:
    """Print which checkpoint leads, and rewrite the file; do nothing with ``--once``, where the command does both."""
    if options.once:
        return
    for sentence in [*warnings.same_test_sentences, *map(str, verdict_sentences(result, contained=warnings.contained))]:
        write(wrap_for_terminal(sentence, sys.stdout), None)
    if options.output is not None:
        write(render(request, result, warnings), options.output)
