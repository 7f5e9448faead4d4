"""Draw shuffles and resamples of a test set in shards, each block of segments where it is counted.

Only sums leave the machine. Shuffles are exactly those of ``significance.randomize`` over all segments in order: its
random numbers can be entered anywhere. Those of ``significance.bootstrap`` cannot. So a resample here first draws how
many segments each shard gives, then each block of the shard, then which segments. The distribution is the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...counting.arrays import Floats, Ints
from ...metric import Metric
from ...significance.randomization import SCALE_SEED, SCALE_TRIALS
from ...significance.resampling.draws import swapped_sums, swaps_of_part
from .counting import Rows, ShardCounter, ShardCounts
from .naming import Shard, Shards
from .reading import BLOCK, tallies

_BATCH = 2000
"""Number of shuffles of a block that are drawn at once."""
_CELLS = 1 << 20
"""Most cells of the table of how often each resample of a batch takes each segment of a block."""


@dataclass(frozen=True)
class SampledSums:
    """The systems' sums under each shuffle and each resample; ``+=`` joins parts of a test set."""

    counted: ShardCounts = field(default_factory=ShardCounts)
    gains: dict[Metric, Floats] = field(default_factory=dict)
    """float64 (n_systems, trials, n_statistics): sums of a system's swapped segments less those of the first system"""
    scale_gains: dict[Metric, Floats] = field(default_factory=dict)
    """Gains under the shuffles that estimate the scales of ``StepDown``."""
    samples: dict[Metric, Floats] = field(default_factory=dict)
    """float64 (trials, n_systems, n_statistics): sums of the segments of each resample"""

    def __iadd__(self, other: "SampledSums") -> "SampledSums":
        """Add the sums of another part in place, because sums of many trials are large."""
        _add(self.gains, other.gains)
        _add(self.scale_gains, other.scale_gains)
        _add(self.samples, other.samples)
        return replace(self, counted=self.counted + other.counted)


@dataclass(frozen=True)
class NumberedShard:
    """One shard of a test set, with the number of segments before the shard and its share of every resample."""

    shard: Shard
    first: int
    """number of segments before the shard"""
    n_segments: int
    draws_per_trial: Ints
    """int64 (trials,): number of the shard's segments in each resample"""

    def __str__(self) -> str:
        return str(self.shard)


@dataclass(frozen=True)
class ShardSampler:
    """A callable that counts a shard and draws from it; it can be sent to another process."""

    counting: ShardCounter
    n_segments: int
    """Number of segments of all shards."""
    trials: int
    seed: int
    with_shuffles: bool

    def parts(self, shards: Shards, lengths: Sequence[int]) -> Iterator[NumberedShard]:
        """Yield the shards, of ``lengths`` segments each, with their numbers of earlier and of drawn segments."""
        shares = split_draws(lengths, np.full(self.trials, self.n_segments), np.random.default_rng(self.seed))
        first = 0
        for shard, n_segments, n_drawn in zip(shards.shards, lengths, shares, strict=True):
            yield NumberedShard(shard, first, n_segments, n_drawn)
            first += n_segments

    def __call__(self, part: NumberedShard) -> SampledSums:
        """Return the sums of a shard; errors as ``ShardCounter`` raises them."""
        number = part.shard.number
        sizes = [min(BLOCK, part.n_segments - first) for first in range(0, part.n_segments, BLOCK)]
        shares = split_draws(sizes, part.draws_per_trial, np.random.default_rng([self.seed, number]))
        sums, noticed = SampledSums(), tallies(part.shard)
        for place, (before, block) in enumerate(self.counting.blocks(part.shard, noticed)):
            _check_unchanged(part, before + len(block), [*sizes, 0][place] == len(block))
            rows = self.counting.block_statistics(part.shard, before, block)
            counted = self.counting.counted(part.shard, before, block, rows)
            gains, scale_gains = self._gains_of_test(rows, part.first + before) if self.with_shuffles else ({}, {})
            samples = self._samples(rows, next(shares), [self.seed, number, place])
            sums += SampledSums(counted, gains, scale_gains, samples)
        _check_unchanged(part, sums.counted.n_segments, sums.counted.n_segments == part.n_segments)
        return replace(sums, counted=self.counting.add_notices(sums.counted, part.shard, noticed))

    def _gains_of_test(self, rows: Rows, first: int) -> tuple[dict[Metric, Floats], dict[Metric, Floats]]:
        """Return ``gains`` and ``scale_gains`` of a block that begins at segment ``first``.

        The latter is empty for a single pair of systems, which needs no scale.
        """
        gains = self._gains(rows, first, self.trials, self.seed)
        if len(self.counting.system_names) < 3:
            return gains, {}
        return gains, self._gains(rows, first, SCALE_TRIALS, SCALE_SEED)

    def _gains(self, rows: Rows, first: int, trials: int, seed: int) -> dict[Metric, Floats]:
        """Return the ``gains`` of a block that begins at segment ``first``, by metric."""
        n_block = len(next(iter(rows.values())))
        padding, gains = first % 64, {}
        by_metric = {metric: _metric_statistics(rows, metric) for metric in self.counting.metrics}
        for metric, systems in by_metric.items():
            gains[metric] = np.zeros((len(systems), trials, systems[0].shape[1]))
        for start in range(0, trials, _BATCH):
            batch = slice(start, min(start + _BATCH, trials))
            bits = swaps_of_part(first, n_block, self.n_segments, batch.stop - start, seed, start)
            for metric, systems in by_metric.items():
                for place, statistics in enumerate(systems[1:], 1):
                    from_first = np.pad(statistics - systems[0], ((padding, 0), (0, 0)))
                    gains[metric][place, batch] = swapped_sums(bits, from_first)
        return gains

    def _samples(self, rows: Rows, n_drawn: Ints, seed: Sequence[int]) -> dict[Metric, Floats]:
        """Return a block's sums under each resample, by metric; resamples are the same for all metrics and systems."""
        metrics, n_systems = self.counting.metrics, len(self.counting.system_names)
        sums = _bootstrap_sums(np.concatenate(list(rows.values()), axis=1), n_drawn, seed)
        ends = np.cumsum([n_systems * len(metric.statistic_names) for metric in metrics])
        of_metrics = np.split(sums, ends[:-1], axis=1)
        return {
            metric: of_metric.reshape(len(sums), n_systems, -1)
            for metric, of_metric in zip(metrics, of_metrics, strict=True)
        }


def join_draws(parts: Iterable[SampledSums]) -> SampledSums:
    """Return the sums of all parts; memory holds only one part and the total."""
    total = SampledSums()
    for part in parts:
        total += part
    return total


def split_draws(sizes: Sequence[int], n_drawn: Ints, stream: np.random.Generator) -> Iterator[Ints]:
    """Yield for each part of these sizes how many of ``n_drawn`` segments (trials,) it gives, int64 (trials,).

    Together the numbers are multinomial; the probability of a part is proportional to its size.
    """
    remaining, rest = n_drawn.astype(np.int64), sum(sizes)
    for size in sizes:
        share: Ints = stream.binomial(remaining, size / rest if rest else 0.0).astype(np.int64)
        yield share
        remaining, rest = remaining - share, rest - size


def _check_unchanged(part: NumberedShard, n_segments: int, is_so: bool) -> None:
    """Raise ``ValueError`` where a shard does not have the number of segments that were counted before."""
    if not is_so:
        raise ValueError(
            f"{part}: had {part.n_segments:,} segments when it was read first, then another"
            f" number of them ({n_segments:,} so far). Something writes to it: start again when it is finished."
        )


def _bootstrap_sums(rows: Floats, n_drawn: Ints, seed: Sequence[int]) -> Floats:
    """Return the sum of ``n_drawn`` rows in each trial, drawn with replacement, float64 (trials, n_columns)."""
    stream, n_rows = np.random.default_rng(seed), len(rows)
    sums = np.empty((len(n_drawn), rows.shape[1]))
    at_once = max(1, _CELLS // n_rows)
    for start in range(0, len(n_drawn), at_once):
        batch = n_drawn[start : start + at_once]
        trials = np.repeat(np.arange(len(batch)), batch)
        chosen = stream.integers(0, n_rows, len(trials), dtype=np.uint32)
        often = np.bincount(trials * n_rows + chosen, minlength=len(batch) * n_rows)
        sums[start : start + len(batch)] = often.reshape(len(batch), n_rows).astype(float) @ rows
    return sums


def _metric_statistics(rows: Rows, metric: Metric) -> list[Floats]:
    """Return the systems' statistics by this metric."""
    return [statistics for (of, _), statistics in rows.items() if of == metric]


def _add(to: dict[Metric, Floats], sums_by_metric: dict[Metric, Floats]) -> None:
    for metric, sums in sums_by_metric.items():
        if metric in to:
            to[metric] += sums
        else:
            to[metric] = sums.copy()
