"""``score`` and ``significance`` of test sets in shards, which an engine counts."""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from ...analysis.oddities import Oddity, list_oddities, zero_scores
from ...formats.file_notices import FileNotice, join_notices
from ...lab.engine import Engine, open_engine
from ...lab.shards import (
    ReadingOptions,
    SegmentCounter,
    ShardCounter,
    ShardCounts,
    Shards,
    ShardSampler,
    ShardTabulator,
    check_sums_fit,
    compare_sums,
    find_shards,
    join_counts,
    open_row_files,
)
from ...lab.shards import join_draws as joined_parts
from ...lab.shards.places import STAR
from ...origins import SEGMENT
from ...output.exclusive_write import lock_file_path, unfinished_path
from ...output.numbers import counted
from ...output.replacing import target_file
from ...studies.comparison import ComparisonResult
from ...studies.scores import ScoreResult, no_rows
from ...text.languages import SPACED
from ...text.naming import clean_file
from ..input_files import STDIN, input_file
from ..notes import check_strict, tell_all, write_note
from ..program import check_not_read
from ..shared.arguments import chosen_metrics, ignored_notice_kinds
from ..shared.comparison_options import comparison_request, settle_baseline
from ..shared.system_statistics import warn_of_script

MAX_PROGRESS_NOTES = 10
"""Largest number of progress notes after the first one."""
MIN_SHARD_FILES = 3
"""Smallest number of files that may be shards of one pattern, where their names differ in numbers only."""
NOT_HERE = ("source", "scores", "match", "segments", "confidence", "runs", "documents", "join_documents")
"""Options that ``--engine`` refuses, because only sums of shards are kept."""
Item = TypeVar("Item")
Result = TypeVar("Result")


def score_shards(options: argparse.Namespace) -> list[ScoreResult]:
    """Return the score of each system by each metric."""
    with _set_up(options) as (engine, shards, counting):
        parts = _shard_counts(options, engine, shards, counting)
        counts = join_counts(_with_progress_notes("counted", parts, shards, lambda part: part.n_segments))
    _note_oddities(options, shards, counts)
    warn_of_script(counting.metrics, counts.script or SPACED)
    return [
        ScoreResult(metric, system, metric.full_signature(counts.reference_sample), no_rows(metric), total)
        for (metric, system), total in ((key, counts.sum_of(*key)) for key in counts.sums)
    ]


def compare_shards(options: argparse.Namespace) -> list[ComparisonResult]:
    """Return the comparison of all pairs of systems by each metric."""
    with _set_up(options) as (engine, shards, counting):
        request = comparison_request(options, counting.metrics[0], shards.system_names)
        settle_baseline(options, request.systems)
        check_sums_fit(counting.metrics, len(request.systems), request.trials, engine.ahead)
        lengths = list(
            _with_progress_notes("read", engine.each(SegmentCounter(counting.reading), shards.shards), shards, int)
        )
        drawing = ShardSampler(counting, sum(lengths), request.trials, request.seed, with_shuffles=request.test == "ar")
        parts = engine.each(drawing, drawing.parts(shards, lengths))
        draws = joined_parts(_with_progress_notes("drawn from", parts, shards, lambda part: part.counted.n_segments))
    counts = join_counts([draws.counted])
    _note_oddities(options, shards, counts, oddities_in_result=True)
    warn_of_script(counting.metrics, counts.script or SPACED)
    odd = _oddities(shards, counts)
    return [
        ComparisonResult(
            compare_sums(metric, request.systems, draws, request.trials, request.seed, request.correction),
            metric.full_signature(counts.reference_sample),
            odd,
            draws_more=False,
        )
        for metric in counting.metrics
    ]


def _shard_counts(
    options: argparse.Namespace, engine: Engine, shards: Shards, counting: ShardCounter
) -> Iterator[ShardCounts]:
    """Yield the counts of each shard; write rows and samples of the shards into files if options name these."""
    rows, sample = options.write_statistics, options.write_sample
    if rows is None and sample is None:
        yield from engine.each(counting, shards.shards)
        return
    whole = ShardCounts()
    with open_row_files(counting, rows, sample, _say_left) as take:
        for tabled in engine.each(ShardTabulator(counting, with_rows=rows is not None), shards.shards):
            take(tabled)
            whole = whole + tabled.counted
            yield tabled.counted
        if options.strict:  # before the files are there
            _note_oddities(options, shards, whole)


def _note_oddities(
    options: argparse.Namespace, shards: Shards, counts: ShardCounts, oddities_in_result: bool = False
) -> None:
    """Write notes on oddities of the texts and outputs; raise ``ValueError`` for any oddity with ``--strict``."""
    ordered = sorted(counts.notices, key=lambda one: (one[0], one[1], one[2].kind))
    left_out = ignored_notice_kinds(options)
    noticed = [FileNotice(file, notice) for _, file, notice in ordered if notice.kind not in left_out]
    odd = [] if oddities_in_result and not options.strict else [one.sentence for one in _oddities(shards, counts)]
    zeros = zero_scores({key: counts.sum_of(*key) for key in counts.sums}, counts.script or SPACED)
    check_strict(tell_all([*join_notices(noticed), *odd, *zeros]), options.strict)


def _oddities(shards: Shards, counts: ShardCounts) -> tuple[Oddity, ...]:
    return list_oddities(counts.facts or (), shards.system_names, shards.reference_names, counts.n_segments)


def _say_left(unfinished: Path) -> None:
    write_note(f"{clean_file(str(unfinished))}: left by a command that was cut off; it is written anew.")


@contextmanager
def _set_up(options: argparse.Namespace) -> Iterator[tuple[Engine, Shards, ShardCounter]]:
    """Open the engine; yield the engine, the shards that exist, and the counter that each shard is given to."""
    _check_options(options)
    metrics = chosen_metrics(options)
    _warn_of_single_files(options)
    shards = find_shards(options.references, options.systems)
    _check_written(options, shards)
    reading = ReadingOptions(options.encoding, options.empty_reference_is_missing)
    with open_engine(options.engine, options.workers) as engine:
        yield engine, shards, ShardCounter.of(shards, metrics, reading)


def _check_options(options: argparse.Namespace) -> None:
    """Raise ``ValueError`` for options that do not go with shards."""
    refused_options = [f"--{name.replace('_', '-')}" for name in NOT_HERE if getattr(options, name, None)]
    if getattr(options, "unit", SEGMENT) != SEGMENT:
        refused_options.append(f"--unit {options.unit}")
    if refused_options:
        raise ValueError(f"{', '.join(refused_options)}: not with --engine, which keeps sums of shards only.")
    if any(input_file(text).is_stdin for text in (*options.references, *options.systems)):
        raise ValueError(f"{STDIN}: standard input is not read with --engine, whose workers open files; name a file.")
    if options.workers is not None and options.workers < 1:
        raise ValueError(f"--workers: expected 1 or more; found {options.workers}.")


def _warn_of_single_files(options: argparse.Namespace) -> None:
    """Write a note on files that may be the shards of one pattern whose quotation marks are missing."""
    for kind, files in (("reference", options.references), ("system", options.systems)):
        alike = Counter(re.sub("[0-9]+(?=[^/]*$)", STAR, file) for file in files if STAR not in file)
        for pattern, number in alike.items():
            shown = f"'{clean_file(pattern)}'"
            if number >= MIN_SHARD_FILES:
                write_note(
                    f"{number:,} files like {shown} are taken for {counted(number, kind)}, each of one"
                    f" shard. If they are the shards of one {kind}, write {shown} in quotation marks, so"
                    " that the shell does not put the names of files in its place."
                )


def _check_written(options: argparse.Namespace, shards: Shards) -> None:
    """Raise ``ValueError`` where a file to write is a shard, which other checks miss if a pattern names it."""
    places = [place for shard in shards.shards for place in (*shard.references, *shard.systems)]
    paths = {place.path.removeprefix("file://") for place in places}
    for name in ("output", "write_statistics", "write_sample"):
        if output := getattr(options, name, None):
            check_not_read(output, paths)
            if name != "output":
                target = target_file(Path(output))
                for companion in (unfinished_path(target), lock_file_path(target)):
                    check_not_read(companion, paths)


def _with_progress_notes(
    action: str, parts: Iterable[Result], shards: Shards, size: Callable[[Result], int]
) -> Iterator[Result]:
    """Yield the parts unchanged; write notes on shards and segments done, at most ``MAX_PROGRESS_NOTES`` and one."""
    n_shards, n_segments = len(shards.shards), 0
    write_note(f"{action}: 0 of {counted(n_shards, 'shard')}")
    for n_done, part in enumerate(parts, 1):
        n_segments += size(part)
        if n_done * MAX_PROGRESS_NOTES // n_shards > (n_done - 1) * MAX_PROGRESS_NOTES // n_shards:
            write_note(f"{action}: {n_done:,} of {counted(n_shards, 'shard')}, {counted(n_segments, 'segment')}")
        yield part
