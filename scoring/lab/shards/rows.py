"""Write every segment's statistics as rows of one Parquet file, with a sample of segments to read.

A row is a segment of a system; its columns are ``segment`` (from 1), ``system``, and ``metric.statistic`` for each
metric. The meaning of the columns, the sums, the scores and the sample are JSON in the file's metadata, under ``KEY``.
The same file without rows stays small for any size of the set.
"""

import heapq
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ...counting.arrays import Floats, Ints
from ...formats.tables.parquet_files import IN_THIS_THREAD, open_parquet
from ...formats.tables.statistics import KEY
from ...metric import VERSION, Metric
from ...output.exclusive_write import exclusive_write, unfinished_path
from ...output.replacing import clear_unfinished, errors_of_writing, put_in_place, target_file
from ...testset import TestSet
from .counting import Rows, ShardCounter, ShardCounts, join_counts
from .naming import Shard, names_of_references
from .reading import tallies

if TYPE_CHECKING:
    import pyarrow.parquet as pq

STRATA = 10
"""Number of strata of scores: below 10, from 10 to below 20, ..., 90 and above."""
SAMPLED = 30
"""Number of segments of each stratum that are kept with their texts."""
_SEED = 1
_FILE_IN_USE = "another command writes this file. Wait until it has ended, or name another file."


@dataclass(frozen=True, order=True)
class SampledSegment:
    """One segment that is kept with its texts, because its random ``lot`` is among the smallest."""

    lot: float
    shard: int
    segment: int
    """place in its shard, from 0"""
    references: tuple[str | None, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Sample:
    """The segments with the smallest random lots in each stratum of scores; ``+`` in any order gives the same."""

    strata: dict[int, tuple[SampledSegment, ...]] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    """Stratum -> number of all its segments."""

    def __add__(self, other: "Sample") -> "Sample":
        strata = {
            stratum: tuple(heapq.nsmallest(SAMPLED, [*self.strata.get(stratum, ()), *other.strata.get(stratum, ())]))
            for stratum in self.strata | other.strata
        }
        sizes = {
            stratum: self.sizes.get(stratum, 0) + other.sizes.get(stratum, 0) for stratum in self.sizes | other.sizes
        }
        return Sample(strata, sizes)


@dataclass(frozen=True)
class ShardRows:
    """The counts of one shard, its rows as Parquet (None if not wanted), and its sample."""

    shard: int
    counted: ShardCounts
    rows: bytes | None
    sample: Sample


@dataclass(frozen=True)
class ShardTabulator:
    """A callable that counts and samples a shard, and keeps its rows on request; it can be sent to another process."""

    counting: ShardCounter
    with_rows: bool = True

    def __call__(self, shard: Shard) -> ShardRows:
        """Return the counts, rows and sample of a shard, with segments numbered from 1 in the shard.

        Errors as ``ShardCounter`` raises them.
        """
        counted, sample, noticed = ShardCounts(), Sample(), tallies(shard)
        with ExitStack() as files:
            stream = pa.BufferOutputStream()
            writer = files.enter_context(_writing(stream, self.counting.metrics)) if self.with_rows else None
            for before, block in self.counting.blocks(shard, noticed):
                rows = self.counting.block_statistics(shard, before, block)
                counted = counted + self.counting.counted(shard, before, block, rows)
                sample = sample + self._sample(shard, before, block, rows)
                if writer:
                    writer.write_table(self._table(before, rows))
        counted = self.counting.add_notices(counted, shard, noticed)
        return ShardRows(shard.number, counted, stream.getvalue().to_pybytes() if self.with_rows else None, sample)

    def _table(self, before: int, rows: Rows) -> pa.Table:
        tables = []
        for system in self.counting.system_names:
            columns = [column for metric in self.counting.metrics for column in rows[metric, system].T]
            numbers = np.arange(before + 1, before + len(columns[0]) + 1)
            names = pa.repeat(system, len(numbers)).dictionary_encode()
            tables.append(pa.table([numbers, names, *columns], schema=row_schema(self.counting.metrics)))
        return pa.concat_tables(tables)

    def _sample(self, shard: Shard, before: int, block: TestSet, rows: Rows) -> Sample:
        """Return a sample of a block; strata are by the first metric's mean score of all systems."""
        strata = segment_strata(self.counting.metrics[0], rows)
        lots = np.random.default_rng([_SEED, shard.number, before]).random(len(strata))
        sampled_segments = {}
        for stratum in np.unique(strata).tolist():
            places = np.flatnonzero(strata == stratum)
            least = places[np.argsort(lots[places], kind="stable")[:SAMPLED]].tolist()
            sampled_segments[stratum] = tuple(
                SampledSegment(
                    float(lots[place]),
                    shard.number,
                    before + place,
                    tuple(reference.segments[place].as_py() for reference in block.references),
                    tuple(system.segments[place].as_py() for system in block.systems),
                )
                for place in least
            )
        return Sample(sampled_segments, {stratum: int((strata == stratum).sum()) for stratum in sampled_segments})


def segment_strata(metric: Metric, rows: Rows) -> Ints:
    """Return each segment's stratum, 0 to ``STRATA`` - 1, by the mean of the systems' scores, int64 (n_segments,).

    0 where a score is not defined.
    """
    scores: Floats = np.mean([metric.score(statistics) for (of, _), statistics in rows.items() if of == metric], axis=0)
    strata: Ints = np.clip(np.nan_to_num(scores, nan=0.0) * STRATA // 100, 0, STRATA - 1).astype(np.int64)
    return strata


def row_schema(metrics: tuple[Metric, ...]) -> pa.Schema:
    """Return the schema of the rows by these metrics."""
    columns = [pa.field(f"{metric.name}.{name}", pa.float64()) for metric in metrics for name in metric.statistic_names]
    system = pa.field("system", pa.dictionary(pa.int32(), pa.string()))
    return pa.schema([pa.field("segment", pa.int64()), system, *columns])


@contextmanager
def open_row_files(
    counting: ShardCounter,
    rows: str | None = None,
    sample: str | None = None,
    on_left: Callable[[Path], object] = lambda _: None,
) -> Iterator[Callable[[ShardRows], None]]:
    """Open the files to write, and give a function that takes one shard after another, in order.

    The files exist only after all shards, and only if nothing was raised. Raises ``ValueError`` where there is no
    segment, and where another command writes one of the files.

    ``rows`` is the path of the file with every row, ``sample`` of the file without rows; either may be left out.
    ``on_left`` is told of the unfinished file that an interrupted command has left; it is written again.
    """
    counted, sampled = ShardCounts(), Sample()
    firsts: dict[int, int] = {}

    def take(tabled: ShardRows) -> None:
        nonlocal counted, sampled
        first = counted.n_segments
        if rows and tabled.rows is not None:
            with errors_of_writing(Path(rows)):
                _append(writers[rows], tabled.rows, first)
        firsts[tabled.shard] = first
        counted, sampled = counted + tabled.counted, sampled + tabled.sample

    with ExitStack() as files:
        paths = [path for path in (rows, sample) if path]
        writers = {path: files.enter_context(_replacing(Path(path), counting.metrics, on_left)) for path in paths}
        yield take
        about = json.dumps(_sample_metadata(counting, join_counts([counted]), sampled, firsts), ensure_ascii=False)
        for writer in writers.values():
            writer.add_key_value_metadata({KEY: about})


@contextmanager
def _replacing(
    path: Path, metrics: tuple[Metric, ...], on_left: Callable[[Path], object]
) -> "Iterator[pq.ParquetWriter]":
    """Write to an unfinished file next to the target, and replace the target at the end."""
    target = target_file(path)
    unfinished = unfinished_path(target)
    with exclusive_write(target, _FILE_IN_USE):
        if unfinished.exists():
            on_left(unfinished)
        clear_unfinished(unfinished)
        try:
            with errors_of_writing(path):
                writer = _writing(unfinished, metrics)
            try:
                yield writer
            except BaseException:
                with suppress(OSError):
                    writer.close()
                raise
            with errors_of_writing(path):
                writer.close()
                target_file(target)  # it may have become something else meanwhile
                put_in_place(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)


def _writing(file: Path | pa.NativeFile, metrics: tuple[Metric, ...]) -> "pq.ParquetWriter":
    import pyarrow.parquet as pq

    return pq.ParquetWriter(file, row_schema(metrics), compression="zstd")


def _append(writer: "pq.ParquetWriter", rows: bytes, first: int) -> None:
    """Write the rows of one shard, which begins ``first`` segments after the beginning of the set."""
    source = open_parquet(rows)
    for group in range(source.num_row_groups):
        table = source.read_row_group(group, **IN_THIS_THREAD)
        numbers = pa.chunked_array([table["segment"].to_numpy() + first])
        writer.write_table(table.set_column(0, "segment", numbers))


def _sample_metadata(
    counting: ShardCounter, counted: ShardCounts, sample: Sample, firsts: dict[int, int]
) -> dict[str, Any]:
    """Return the metadata of the file."""
    systems = counting.system_names
    segments = [
        {
            "segment": firsts[one.shard] + one.segment + 1,
            "stratum": stratum,
            "references": list(one.references),
            "outputs": list(one.outputs),
        }
        for stratum, sampled_segments in sample.strata.items()
        for one in sampled_segments
    ]
    return {
        "version": VERSION,
        "n_segments": counted.n_segments,
        "systems": list(systems),
        "references": list(names_of_references(len(counted.missing))),
        "metrics": [_metric_record(metric, counted, systems) for metric in counting.metrics],
        "strata": [{"stratum": stratum, "n_segments": size} for stratum, size in sorted(sample.sizes.items())],
        "sample": sorted(segments, key=lambda one: one["segment"]),
    }


def _metric_record(metric: Metric, counted: ShardCounts, systems: tuple[str, ...]) -> dict[str, Any]:
    scores = {system: float(metric.score(counted.sum_of(metric, system))) for system in systems}
    return {
        "metric": metric.name,
        "label": metric.label,
        "decimals": metric.decimals,
        "signature": metric.full_signature(counted.reference_sample),
        "statistics": list(metric.statistic_names),
        "sums": {system: counted.sum_of(metric, system).tolist() for system in systems},
        "scores": {system: None if np.isnan(score) else score for system, score in scores.items()},
    }
