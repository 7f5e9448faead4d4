"""Draw shuffles and resamples in batches, sum statistics under each, and turn counts into p-values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Flags, Floats, Ints
from ...counting.kernels import kernel
from ...counting.progress import Progress, no_progress
from ...counting.usual_draws import MAX_TRIALS, check_draws
from ...metric import ROUNDING, Metric
from ...origins import DOCUMENT, SEGMENT, Origins
from ...text.texts import Text, check_counts
from ...validation import as_float_array, as_number, check_known, check_share, expect, short_repr, whole_number
from ..shares import shares_around

Bits = npt.NDArray[np.uint8]
Choices = npt.NDArray[np.uint32]
Small = npt.NDArray[np.int16]
Sums = npt.NDArray[np.int32]

_BATCH = 2000
_BATCH_BYTES = 2**25
_COLUMNS = 256
"""Columns of a block: enough for long loops over shuffles, few enough that their 256 sums fit the cache."""
_TOGETHER = 16
"""Number of whole numbers that a processor adds at once, as Numba compiles the loops."""


def checked_statistics(
    metric: Metric,
    statistics: Mapping[str, Floats],
    trials: int = 1,
    seed: int = 1,
    at_least: int = 1,
    with_runs: bool = False,
) -> tuple[list[Floats], Floats]:
    """Return the systems' statistics, each (n_segments, n_statistics), and their sums (n_systems, n_statistics).

    With ``with_runs``, statistics may also be (n_segments, n_runs, n_statistics). Raises ``ValueError`` for too few
    systems, unequal or no segments, unequal runs, statistics of another metric, or as ``check_draws`` does.
    """
    expect(metric, Metric, "metric")
    check_statistics(statistics)
    check_draws(trials, seed)
    check_system_count(len(statistics), at_least)
    rows = [
        np.ascontiguousarray(as_float_array(values, f"statistics of {name}")) for name, values in statistics.items()
    ]
    for name, table in zip(statistics, rows, strict=True):
        if table.ndim != 2 and not (with_runs and table.ndim == 3):
            raise ValueError(f"Expected a table of statistics, a row a segment, for {name}; found {table.shape}.")
        metric.score(table[:1])
    check_counts({name: len(table) for name, table in zip(statistics, rows, strict=True)})
    if not len(rows[0]):
        raise ValueError("A test needs at least one segment; found none.")
    if len({table.shape for table in rows}) > 1:
        raise ValueError("Expected statistics of as many runs of every system; sum those of unequal numbers.")
    return rows, np.stack([table.sum(axis=tuple(range(table.ndim - 1))) for table in rows])


def check_statistics(statistics: Mapping[str, Floats]) -> None:
    """Raise ``ValueError`` unless the statistics are a mapping from systems' names."""
    expect(statistics, Mapping, "statistics by system")
    for name in statistics:
        expect(name, str, "a system's name")


def check_system_count(number: int, at_least: int) -> None:
    """Raise ``ValueError`` for too few systems."""
    if number < at_least:
        expected = "one system" if at_least == 1 else f"{at_least} systems to compare"
        advice = ": add an output" if number else ""
        raise ValueError(f"Expected at least {expected}; found {number or 'none'}{advice}.")


def swaps(n_segments: int, trials: int, seed: int, on_progress: Progress = no_progress) -> Iterator[Bits]:
    """Yield batches of shuffles, uint8 (batch, n_bytes): bit i of a row, lowest first, is 1 if segment i is swapped.

    Each segment is swapped with probability 1/2. A shuffle depends on the seed, its number and ``n_segments`` alone.
    """
    generator = np.random.default_rng(seed)
    words = -(-n_segments // 64)
    for batch in _batches(trials, 8 * words, on_progress):
        numbers = generator.integers(0, 2**64, size=(batch, words), dtype=np.uint64)
        yield numbers.astype("<u8", copy=False).view(np.uint8)


def swaps_of_part(first: int, n_part: int, n_segments: int, trials: int, seed: int, start: int = 0) -> Bits:
    """Return the bits of ``swaps`` for some of the segments, from shuffle number ``start`` on: uint8 (trials, n_bytes).

    The lowest bit of a row belongs to segment ``first - first % 64``, so up to 63 bits belong to earlier segments.
    """
    words, skipped, own = -(-n_segments // 64), first // 64, -(-(first % 64 + n_part) // 64)
    stream = np.random.default_rng(seed).bit_generator
    assert isinstance(stream, np.random.PCG64)  # its stream can be entered anywhere
    stream.advance(start * words + skipped)
    numbers = np.empty((trials, own), "<u8")
    for trial in range(trials):
        numbers[trial] = stream.random_raw(own)
        stream.advance(words - own)
    return numbers.view(np.uint8)


def resamples(n_segments: int, trials: int, seed: int, on_progress: Progress = no_progress) -> Iterator[Choices]:
    """Return batches of resamples, uint32 (batch, n_segments): each row is ``n_segments`` draws with replacement."""
    return choices(n_segments, n_segments, trials, seed, on_progress)


def choices(
    n_segments: int, n_options: int, trials: int, seed: int, on_progress: Progress = no_progress
) -> Iterator[Choices]:
    """Yield batches of draws, uint32 (batch, n_segments): for each segment one of the equally likely options."""
    generator = np.random.default_rng(seed)
    for batch in _batches(trials, 4 * n_segments, on_progress):
        yield generator.integers(0, n_options, size=(batch, n_segments), dtype=np.uint32)


def _batches(trials: int, bytes_each: int, on_progress: Progress) -> Iterator[int]:
    largest = max(1, min(_BATCH, _BATCH_BYTES // bytes_each))
    for start in range(0, trials, largest):
        batch = min(largest, trials - start)
        yield batch
        on_progress((start + batch) / trials)


def swapped_sums(swaps: Bits, statistics: Floats | Small) -> Floats | Sums:
    """Return the matrix product of shuffles and statistics: (batch, n_statistics), the sum of the swapped segments.

    float64, or int32 for int16 statistics. All 256 sums of 8 segments are computed once, so that each trial adds one
    row for 8 segments. This takes an eighth of the additions of a dense matrix product, and does not compete for cores
    as BLAS does.
    """
    n_statistics = statistics.shape[1]
    sums = np.zeros((len(swaps), n_statistics), np.int32 if statistics.dtype == np.int16 else np.float64)
    _add_swapped(swaps, statistics, np.zeros((256, n_statistics), statistics.dtype), sums)
    return sums


def swapped_sums_of_each(swaps: Bits, blocks: Sequence[Floats | Small], n_statistics: int) -> list[Floats]:
    """Return the ``swapped_sums`` of each of several tables (n_segments, n_statistics), given as ``column_blocks``.

    In memory all sums of one statistic lie side by side, because scores are computed statistic by statistic.
    """
    sums: list[Floats] = []
    for block in blocks:
        columns = swapped_sums(swaps, block).T.astype(float, order="C")
        sums += [columns[at : at + n_statistics].T for at in range(0, len(columns), n_statistics)]
    return sums


def column_blocks(tables: Sequence[Floats]) -> list[Floats | Small]:
    """Return tables (n_segments, n_statistics) joined to blocks of about ``_COLUMNS`` columns, which add up faster.

    Blocks are int16, a quarter of the memory, where all values are whole numbers and no sum of 8 or of all segments is
    too large.
    """
    n_segments, n_statistics = tables[0].shape
    largest = max(np.abs(table).max(initial=0) for table in tables)
    small = 8 * largest <= np.iinfo(np.int16).max and n_segments * largest <= np.iinfo(np.int32).max
    each = max(1, _COLUMNS // n_statistics)
    blocks = [np.concatenate(tables[start : start + each], axis=1) for start in range(0, len(tables), each)]
    if small and all((block % 1 == 0).all() for block in blocks):
        return [block.astype(np.int16) for block in blocks]
    return [*blocks]


@kernel
def _add_swapped(swaps: Bits, statistics: Floats | Small, table: Floats | Small, sums: Floats | Sums) -> None:
    n_segments, n_statistics = statistics.shape
    for group in range((n_segments + 7) // 8):
        for bits in range(1, 256):
            lowest = 0
            while not (bits >> lowest) & 1:
                lowest += 1
            segment = 8 * group + lowest
            for column in range(n_statistics):
                table[bits, column] = table[bits & (bits - 1), column]
                if segment < n_segments:
                    table[bits, column] += statistics[segment, column]
        for trial in range(len(swaps)):
            bits = swaps[trial, group]
            for column in range(n_statistics):
                sums[trial, column] += table[bits, column]


@kernel
def chosen_sums(choices: Choices, subsets: Ints, statistics: Floats) -> Floats:
    """Return the sum of the outputs that the choices take, float64 (batch, n_statistics).

    ``subsets`` int64 (n_options,): bit i, lowest first, says whether an option takes a segment's run i; ``statistics``
    (n_segments, n_runs, n_statistics). All sums of a segment's runs are computed once, as in ``swapped_sums``.
    """
    n_segments, n_runs, n_statistics = statistics.shape
    sums = np.zeros((len(choices), n_statistics))
    table = np.zeros((1 << n_runs, n_statistics))
    for segment in range(n_segments):
        for run in range(n_runs):
            for bits in range(1 << run):
                for column in range(n_statistics):
                    table[bits | 1 << run, column] = table[bits, column] + statistics[segment, run, column]
        for trial in range(len(choices)):
            bits = subsets[choices[trial, segment]]
            for column in range(n_statistics):
                sums[trial, column] += table[bits, column]
    return sums


def resampled_sums(resamples: Choices, statistics: Floats | Small) -> Floats | Sums:
    """Return the sum of each resample's segments, (batch, n_statistics): float64, or int32 for int16 statistics."""
    sums = np.zeros((len(resamples), statistics.shape[1]), np.int32 if statistics.dtype == np.int16 else np.float64)
    _add_resampled(resamples, statistics, sums)
    return sums


def pack_statistics(statistics: Floats) -> Floats | Small:
    """Return the statistics as int16, in a quarter of the memory, where they are small whole numbers; else unchanged.

    Small means that no resample's sum is too large. Columns of zeros are added at the end, up to a multiple of
    ``_TOGETHER``, the numbers that are added at once.
    """
    small = bool(((statistics >= 0) & (statistics <= np.iinfo(np.int16).max) & (statistics % 1 == 0)).all())
    if not small or len(statistics) * statistics.max(initial=0) > np.iinfo(np.int32).max:
        return statistics
    return np.pad(statistics.astype(np.int16), ((0, 0), (0, -statistics.shape[1] % _TOGETHER)))


@kernel
def _add_resampled(resamples: Choices, statistics: Floats | Small, sums: Floats | Sums) -> None:
    n_statistics = statistics.shape[1]
    for trial in range(len(resamples)):
        for segment in resamples[trial]:
            for column in range(n_statistics):
                sums[trial, column] += statistics[segment, column]


def are_as_large(differences: Floats, observed: float, rounding: float = ROUNDING) -> Flags:
    """Return which differences are at least as large as the observed one, on either side, or not defined, bool (n,).

    Differences that fall short by no more than ``rounding`` are as large; for scores, it is that of their metric.
    """
    bound = abs(as_number(observed, "observed difference")) - as_number(rounding, "rounding")
    smaller: Flags = np.abs(as_float_array(differences, "differences")) < bound
    return ~smaller


@overload
def p_value(count: int, trials: int) -> float: ...
@overload
def p_value(count: Ints, trials: int) -> Floats: ...
def p_value(count: int | Ints, trials: int) -> float | Floats:
    """Return the p-value (c + 1) / (R + 1); the observed outputs count as one more draw.

    ``count``, one number or (...,), is the number of draws with a difference at least as large as the observed one.
    Source: Davison and Hinkley (1997), section 4.2.
    """
    whole_number(trials, "The number of trials", 1, MAX_TRIALS)
    counts = as_float_array(count, "counts")
    if not ((counts >= 0) & (counts <= trials)).all():
        raise ValueError(f"A count must be 0 to {trials:,}, the number of trials; found {short_repr(count)}.")
    return ((counts if counts.ndim else counts.item()) + 1) / (trials + 1)


def monte_carlo_interval(count: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the interval in which the p-value of all possible draws lies, 0-1, after Clopper and Pearson (1934).

    ``count`` is as in ``p_value``. Raises ``ValueError`` for a count beyond the trials, or a level that is not between
    0 and 1.
    """
    whole_number(trials, "The number of trials", 1, MAX_TRIALS)
    whole_number(count, f"The count of {trials:,} trials", 0, trials)
    check_share(level, "level")
    return shares_around(count, trials, (1 - level) / 2)


def compile_draw_kernels() -> None:
    """Compile the kernels of this file by running each once on tiny arrays."""
    toy = np.zeros((1, 1))
    for statistics in (toy, *column_blocks([toy])):
        swapped_sums(np.zeros((1, 8), np.uint8), statistics)
    chosen_sums(np.zeros((1, 1), np.uint32), np.zeros(1, np.int64), toy[None])
    for statistics in (toy, pack_statistics(toy)):
        resampled_sums(np.zeros((1, 1), np.uint32), statistics)
    shares_around(0, 1, 0.5)
    compile_entry_kernels()


# --- sums over sparse tables: the work grows with the number of nonzero cells alone ---


@dataclass(frozen=True, eq=False)
class Entries:
    """The nonzero cells of a table of segments, so that the work of a sum grows with their number alone."""

    segments: Ints
    """segment of each entry, int64 (n_entries,), 0-based"""
    columns: Ints
    """column of each entry, int64 (n_entries,)"""
    values: Floats
    """value of each entry, float64 (n_entries,)"""
    n_columns: int

    def swapped_sums(self, swaps: npt.NDArray[np.uint8]) -> Floats:
        """Return the sum of the swapped segments, float64 (batch, n_columns), as drawn by ``draws.swaps``."""
        return swapped_entries(swaps, self.segments, self.columns, self.values, self.n_columns)

    def resampled_sums(self, resamples: npt.NDArray[np.uint32]) -> Floats:
        """Return the sum of each resample's segments, float64 (batch, n_columns), as drawn by ``draws.resamples``."""
        return resampled_entries(resamples, self.segments, self.columns, self.values, self.n_columns)


@kernel
def swapped_entries(
    swaps: npt.NDArray[np.uint8], segments: Ints, columns: Ints, values: Floats, n_columns: int
) -> Floats:
    """Return the sum of the entries of swapped segments, float64 (batch, n_columns), as drawn by ``draws.swaps``."""
    sums = np.zeros((len(swaps), n_columns))
    for trial in range(len(swaps)):
        bits, row = swaps[trial], sums[trial]
        for entry in range(len(values)):
            segment = segments[entry]
            row[columns[entry]] += values[entry] * ((bits[segment >> 3] >> (segment & 7)) & 1)
    return sums


@kernel
def resampled_entries(
    resamples: npt.NDArray[np.uint32], segments: Ints, columns: Ints, values: Floats, n_columns: int
) -> Floats:
    """Return the sum of the entries of the drawn segments, each as often as it is drawn, float64 (batch, n_columns)."""
    sums = np.zeros((len(resamples), n_columns))
    times = np.zeros(resamples.shape[1])
    for trial in range(len(resamples)):
        times[:] = 0
        for segment in resamples[trial]:
            times[segment] += 1
        row = sums[trial]
        for entry in range(len(values)):
            row[columns[entry]] += values[entry] * times[segments[entry]]
    return sums


@kernel
def count_as_large(sums: Floats, observed: Floats, first: Ints, second: Ints, rounding: float) -> Ints:
    """Return how many shuffles leave two systems at least as far apart as observed, int64 (n_pairs, n_columns).

    ``first`` and ``second`` (n_pairs,) are the systems of each pair. ``sums`` (batch, n_systems, n_columns) are the
    sums that each system gives the other, out of ``observed`` (n_systems, n_columns).
    """
    n_columns = observed.shape[1]
    counts = np.zeros((len(first), n_columns), np.int64)
    for trial in range(len(sums)):
        for pair in range(len(first)):
            a, b = first[pair], second[pair]
            for column in range(n_columns):
                difference = observed[a, column] - observed[b, column]
                shuffled = difference - 2 * (sums[trial, a, column] - sums[trial, b, column])
                if abs(shuffled) >= abs(difference) - rounding:
                    counts[pair, column] += 1
    return counts


def compile_entry_kernels() -> None:
    """Compile the kernels of entries by running each once on tiny arrays."""
    toy, place = np.zeros(1), np.zeros(1, np.int64)
    swapped_entries(np.zeros((1, 8), np.uint8), place, place, toy, 1)
    resampled_entries(np.zeros((1, 1), np.uint32), place, place, toy, 1)
    count_as_large(np.zeros((1, 1, 1)), np.zeros((1, 1)), place, place, 0.0)


# --- units of a draw: a segment, or a document with all its segments ---
# Sentences of one document have a topic, an author and a style in common, so that they are no independent observations.
# Drawing whole documents (a cluster bootstrap; Davison and Hinkley 1997, section 3.8) takes that into account.
# Statistics are additive: a document's row is the sum of its segments' rows, and all tests take such rows as they are.

UNITS = (SEGMENT, DOCUMENT)


def check_unit(unit: str) -> None:
    """Raise ``ValueError`` for an unknown unit."""
    check_known(unit, UNITS, "unit")


def sums_by_document(statistics: Mapping[str, Floats], documents: Text) -> dict[str, Floats]:
    """Return for each system the sums of each document's segments, (n_documents, ...) from (n_segments, ...).

    ``documents`` are the documents' names, one for each segment. A row is a document, in the order in which they first
    appear. Raises ``ValueError`` where a segment has no name, and where a system and ``documents`` have unequal numbers
    of segments.
    """
    check_statistics(statistics)
    rows = {
        system: np.atleast_1d(as_float_array(values, f"statistics of {system}"))
        for system, values in statistics.items()
    }
    origins = Origins.of(documents)
    check_counts({"documents": len(origins.members)} | {system: len(table) for system, table in rows.items()})
    return {system: origins.sums(table) for system, table in rows.items()}
