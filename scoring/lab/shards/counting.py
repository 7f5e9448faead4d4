"""Count a shard's statistics block by block, and sum them: only sums have to leave the machine that reads the shard."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from secrets import token_hex

import numpy as np
import pyarrow as pa

from ...analysis.oddities import Fact, odd_facts
from ...counting.arrays import Floats
from ...counting.limits import counted_after
from ...formats import FormatError, Notice
from ...formats.errors import naming
from ...formats.plain_text.notices import NoticeTally
from ...metric import Metric, reference_sample
from ...testset import TestSet
from ...text.languages import Script
from .naming import Shard, ShardColumn, Shards
from .reading import ReadingOptions, n_segments, shard_notices, tallies, test_sets, text_blocks

# --- sums without rounding: the order and grouping of the terms change no bit ---

_UNIT = 1126
"""Exponent of the unit 2**-_UNIT; sums are multiples of the unit, which covers the last bit of the smallest float64."""
_MANTISSA, _LOW = 53, 27
"""Bits of a float64's mantissa, and of its lower part: sums of 2**36 parts fit into int64."""


@dataclass(frozen=True)
class ExactSum:
    """An exact sum of rows of statistics; ``+`` is associative and commutative, also for fractions."""

    units: tuple[int, ...]
    """a whole number of units for each statistic"""

    @classmethod
    def of(cls, rows: Floats) -> "ExactSum":
        """Return the sum of rows (n, n_statistics); raise ``ValueError`` for a row with an infinite number or NaN."""
        if not np.isfinite(rows).all():
            raise ValueError(f"Expected finite statistics; found {rows[~np.isfinite(rows)][0]}.")
        return cls(tuple(_sum(column) for column in rows.T))

    def __add__(self, other: "ExactSum") -> "ExactSum":
        return ExactSum(tuple(a + b for a, b in zip(self.units, other.units, strict=True)))

    @property
    def rounded(self) -> Floats:
        """The sums rounded to the nearest float64, (n_statistics,)."""
        return np.array([units / (1 << _UNIT) for units in self.units])


def _sum(values: Floats) -> int:
    whole = values.astype(np.int64) if np.abs(values).max(initial=0.0) < 2.0**31 else None
    if whole is not None and (whole == values).all():
        return int(whole.sum()) << _UNIT
    mantissas, exponents = np.frexp(values)
    parts = np.ldexp(mantissas, _MANTISSA).astype(np.int64)
    total = 0
    for exponent in np.unique(exponents).tolist():
        of_size = parts[exponents == exponent]
        high, low = int((of_size >> _LOW).sum()), int((of_size & ((1 << _LOW) - 1)).sum())
        total += ((high << _LOW) + low) << (_UNIT + exponent - _MANTISSA)
    return total


Key = tuple[Metric, str]
"""Pair of a metric and a system."""
Rows = dict[Key, Floats]
"""Statistics of a block of segments by metric and system, each (n_segments, n_statistics)."""
MAX_TEXT = 2**31 - 1
"""Most bytes of all segments of a reference together, by Arrow's limit."""


@dataclass(frozen=True)
class ShardCounts:
    """The sums and observations of one shard, or of several; ``+`` in any order gives the same."""

    n_segments: int = 0
    missing: tuple[int, ...] = ()
    """number of segments that each reference lacks"""
    sums: dict[Key, ExactSum] = field(default_factory=dict)
    facts: frozenset[Fact] | None = None
    """odd facts that hold for all outputs so far; None without segments"""
    scripts: dict[int, Script] = field(default_factory=dict)
    """Number of a shard -> script of the references at its beginning."""
    notices: frozenset[tuple[int, str, Notice]] = frozenset()
    """notices on texts, each with the shard's number and the place"""

    def __add__(self, other: "ShardCounts") -> "ShardCounts":
        if not (self.n_segments and other.n_segments):
            return self if self.n_segments else other
        return ShardCounts(
            self.n_segments + other.n_segments,
            tuple(a + b for a, b in zip(self.missing, other.missing, strict=True)),
            {key: self.sums[key] + other.sums[key] for key in self.sums},
            None if self.facts is None or other.facts is None else self.facts & other.facts,
            self.scripts | other.scripts,
            self.notices | other.notices,
        )

    @property
    def script(self) -> Script | None:
        """Script of the first shard that has segments."""
        return self.scripts[min(self.scripts)] if self.scripts else None

    @property
    def reference_sample(self) -> list[pa.Array]:
        """Sample of the references as ``metric.reference_sample`` returns it."""
        return reference_sample(self.missing)

    def sum_of(self, metric: Metric, system: str) -> Floats:
        """Return the sum of a system's statistics by a metric, float64 (n_statistics,)."""
        return self.sums[metric, system].rounded


@dataclass(frozen=True)
class ShardCounter:
    """A callable that counts a shard by these metrics; it can be sent to another process."""

    metrics: tuple[Metric, ...]
    system_names: tuple[str, ...]
    reading: ReadingOptions
    reference_set: tuple[tuple[ShardColumn, ...], ...] = ()
    """for each reference its places in all shards, for metrics that need all references; else empty"""
    token: str = ""
    """Random token of this command, so that the next command reads the references again: files may have changed."""

    @classmethod
    def of(cls, shards: Shards, metrics: Iterable[Metric], reading: ReadingOptions) -> "ShardCounter":
        """Return the counter of a test set in shards."""
        metrics = tuple(metrics)
        needed = any(metric.needs_all_references for metric in metrics)
        return cls(metrics, shards.system_names, reading, shards.references if needed else (), token_hex(8))

    def __call__(self, shard: Shard) -> ShardCounts:
        """Return the counts of a shard.

        Raises ``FormatError`` as ``test_sets`` does, and ``ValueError`` for a segment that is too long.
        """
        counts, noticed = ShardCounts(), tallies(shard)
        for before, block in self.blocks(shard, noticed):
            counts = counts + self.counted(shard, before, block, self.block_statistics(shard, before, block))
        return self.add_notices(counts, shard, noticed)

    def blocks(self, shard: Shard, noticed: Mapping[ShardColumn, NoticeTally]) -> Iterator[tuple[int, TestSet]]:
        """Return an iterator over the number of earlier segments of the shard, and a block of segments.

        ``noticed`` is the result of ``tallies``.
        """
        return test_sets(shard, self.system_names, self.reading, noticed)

    def add_notices(
        self, counted: ShardCounts, shard: Shard, noticed: Mapping[ShardColumn, NoticeTally]
    ) -> ShardCounts:
        """Return the counts of a shard with the notices on its texts, once all blocks were read."""
        return replace(counted, notices=shard_notices(shard, noticed, self.reading))

    def block_statistics(self, shard: Shard, before: int, block: TestSet) -> Rows:
        """Return the statistics of a block by each metric, of each system."""
        statistics: Rows = {}
        for metric in self.metrics:
            with naming(shard.systems[0].shown), counted_after(before):
                by_system = self._measure(metric)(block)
            statistics |= {(metric, system): rows for system, rows in by_system.items()}
        return statistics

    def counted(self, shard: Shard, before: int, block: TestSet, rows: Rows) -> ShardCounts:
        """Return the counts of a block with these statistics."""
        return ShardCounts(
            len(block),
            tuple(reference.segments.null_count for reference in block.references),
            {key: ExactSum.of(of_block) for key, of_block in rows.items()},
            odd_facts(block),
            {} if before else {shard.number: block.target.script},
        )

    def _measure(self, metric: Metric) -> Callable[[TestSet], dict[str, Floats]]:
        if not metric.needs_all_references:
            return metric.measure
        return _measure_with_all_references(metric, self.reference_set, self.reading.encoding, self.token)


@dataclass(frozen=True)
class SegmentCounter:
    """A callable that returns the number of segments of a shard."""

    reading: ReadingOptions

    def __call__(self, shard: Shard) -> int:
        """Return the number of segments of the shard's first reference; errors as ``n_segments`` raises them."""
        return n_segments(shard, self.reading)


def join_counts(counted: Iterable[ShardCounts]) -> ShardCounts:
    """Return the sum of all counts; raise ``ValueError`` where there is no segment."""
    whole = sum(counted, start=ShardCounts())
    if not whole.n_segments:
        raise ValueError("A test set needs at least one segment; every shard is empty.")
    return whole


@lru_cache(maxsize=1)
def _measure_with_all_references(
    metric: Metric, references: tuple[tuple[ShardColumn, ...], ...], encoding: str | None, token: str
) -> Callable[[TestSet], dict[str, Floats]]:
    """Return the metric's ``measure`` with all references of the set.

    A process keeps the references until it counts by another metric.
    """
    return metric.within([_join_reference(places, encoding) for places in references])


def _join_reference(places: Sequence[ShardColumn], encoding: str | None) -> pa.StringArray:
    """Return one reference of all shards; raise ``FormatError`` where its text is more than Arrow can hold at once."""
    blocks, n_bytes = [], 0
    for place in places:
        for block in text_blocks(place, encoding):
            n_bytes += block.nbytes
            if n_bytes > MAX_TEXT:
                expected = f"at most {MAX_TEXT >> 20:,} MB of all shards together, whose words nist weighs"
                raise FormatError(place.shown, "more with this one", expected, advice="Leave nist out of -m.")
            blocks.append(block)
    return pa.concat_arrays(blocks)
