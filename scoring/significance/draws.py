"""What every test here draws: batches of shuffles and resamples, the sums of statistics, and p from their number."""

from collections.abc import Callable, Iterator, Mapping

import numba
import numpy as np

from scoring.metric import ROUNDING, Metric, whole_number
from scoring.testset import check_counts

Progress = Callable[[float], object]
"""Takes the share that is done, above 0 to 1, after each batch; what it raises ends the work, and so cancels it."""
MOST_TRIALS = 10_000_000
_BATCH = 2000
_BATCH_BYTES = 2**25

_jit = numba.njit(cache=True, nogil=True)


def no_progress(share: float) -> None:
    """For who does not ask how far it is."""


def checked(
    metric: Metric, measured: Mapping[str, np.ndarray], trials: int = 1, seed: int = 1, at_least: int = 1
) -> tuple[list[np.ndarray], np.ndarray]:
    """The systems' statistics, each (n_segments, [n_runs,] n_statistics), and their sums (n_systems, n_statistics).

    Raises ``ValueError`` for too few systems, unequal or no segments, unequal runs, statistics of another metric, or
    as ``check_draws``.
    """
    check_draws(trials, seed)
    check_systems(len(measured), at_least)
    rows = [np.ascontiguousarray(statistics, dtype=float) for statistics in measured.values()]
    for statistics in rows:
        metric.score(statistics[:1])
    check_counts({name: len(statistics) for name, statistics in zip(measured, rows, strict=True)})
    if not len(rows[0]):
        raise ValueError("A test needs at least one segment; found none.")
    if len({statistics.shape for statistics in rows}) > 1:
        raise ValueError("Expected statistics of as many runs of every system; sum those of unequal numbers.")
    return rows, np.stack([statistics.sum(axis=tuple(range(statistics.ndim - 1))) for statistics in rows])


def check_systems(number: int, at_least: int) -> None:
    """Raises ``ValueError`` for too few."""
    if number < at_least:
        expected = "one system" if at_least == 1 else f"{at_least} systems to compare"
        raise ValueError(f"Expected at least {expected}; found {number or 'none'}.")


def check_draws(trials: int, seed: int) -> None:
    """Raises ``ValueError`` for a number of trials or a seed that cannot be."""
    whole_number(trials, "The number of trials", 1, MOST_TRIALS)
    whole_number(seed, "The seed", 0, 2**63 - 1)


def swaps(n_segments: int, trials: int, seed: int, on_progress: Progress = no_progress) -> Iterator[np.ndarray]:
    """Batches of shuffles, uint8 (batch, n_bytes): bit i of a row, lowest first, says whether segment i is swapped.

    Each segment is swapped with probability 1/2. A shuffle depends on the seed, its number and ``n_segments`` alone.
    """
    generator = np.random.default_rng(seed)
    words = -(-n_segments // 64)
    for batch in _batches(trials, 8 * words, on_progress):
        drawn = generator.integers(0, 2**64, size=(batch, words), dtype=np.uint64)
        yield drawn.astype("<u8", copy=False).view(np.uint8)


def resamples(n_segments: int, trials: int, seed: int, on_progress: Progress = no_progress) -> Iterator[np.ndarray]:
    """Batches of resamples, uint32 (batch, n_segments): each row as many segments, drawn with replacement."""
    return choices(n_segments, n_segments, trials, seed, on_progress)


def choices(
    n_segments: int, n_options: int, trials: int, seed: int, on_progress: Progress = no_progress
) -> Iterator[np.ndarray]:
    """Batches of draws, uint32 (batch, n_segments): for each segment one of the options, all as likely."""
    generator = np.random.default_rng(seed)
    for batch in _batches(trials, 4 * n_segments, on_progress):
        yield generator.integers(0, n_options, size=(batch, n_segments), dtype=np.uint32)


def _batches(trials: int, bytes_each: int, on_progress: Progress) -> Iterator[int]:
    largest = max(1, min(_BATCH, _BATCH_BYTES // bytes_each))
    for start in range(0, trials, largest):
        batch = min(largest, trials - start)
        yield batch
        on_progress((start + batch) / trials)


@_jit
def swapped_sums(swaps: np.ndarray, statistics: np.ndarray) -> np.ndarray:
    """The matrix product of shuffles and statistics: float64 (batch, n_statistics), the sum of the swapped segments.

    All 256 sums of 8 segments are put up once, so that each trial adds one row for 8 segments. That takes an
    eighth of the additions of a product of dense matrices, and does not compete for cores as BLAS does.
    """
    n_segments, n_statistics = statistics.shape
    sums = np.zeros((len(swaps), n_statistics))
    table = np.zeros((256, n_statistics))
    for group in range((n_segments + 7) // 8):
        for bits in range(1, 256):
            lowest = 0
            while not (bits >> lowest) & 1:
                lowest += 1
            segment = 8 * group + lowest
            for column in range(n_statistics):
                added = statistics[segment, column] if segment < n_segments else 0.0
                table[bits, column] = table[bits & (bits - 1), column] + added
        for trial in range(len(swaps)):
            bits = swaps[trial, group]
            for column in range(n_statistics):
                sums[trial, column] += table[bits, column]
    return sums


@_jit
def chosen_sums(choices: np.ndarray, subsets: np.ndarray, statistics: np.ndarray) -> np.ndarray:
    """float64 (batch, n_statistics): the sum of the outputs that the choices take.

    ``subsets`` int64 (n_options,): bit i, lowest first, says whether an option takes a segment's run i; ``statistics``
    (n_segments, n_runs, n_statistics). All sums of a segment's runs are put up once, as in ``swapped_sums``.
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


@_jit
def resampled_sums(resamples: np.ndarray, statistics: np.ndarray) -> np.ndarray:
    """float64 (batch, n_statistics): the sum of each resample's segments."""
    n_statistics = statistics.shape[1]
    sums = np.zeros((len(resamples), n_statistics))
    for trial in range(len(resamples)):
        for segment in resamples[trial]:
            for column in range(n_statistics):
                sums[trial, column] += statistics[segment, column]
    return sums


def as_large(found: np.ndarray, observed: float) -> np.ndarray:
    """Which of the differences (n,) are at least as large as the one observed, on either side, or not defined; bool."""
    return ~(np.abs(found) < abs(observed) - ROUNDING)


def p_value(count: int | np.ndarray, trials: int) -> float | np.ndarray:
    """(c + 1) / (R + 1): Davison and Hinkley (1997), section 4.2; the outputs as they are count as one draw more.

    ``count`` of the draws, one number or (...,), gave a difference at least as large as the one observed.
    """
    return (count + 1) / (trials + 1)


def monte_carlo_interval(count: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson (1934): where the p of all possible draws lies, 0-1; ``count`` as of ``p_value``.

    Raises ``ValueError`` for a count beyond the trials, or a level that is not between 0 and 1.
    """
    from scipy.special import betaincinv

    whole_number(trials, "The number of trials", 1, MOST_TRIALS)
    whole_number(count, f"The count of {trials:,} trials", 0, trials)
    check_share(level, "level")
    outside = (1 - level) / 2
    low = betaincinv(count, trials - count + 1, outside) if count > 0 else 0.0
    high = betaincinv(count + 1, trials - count, 1 - outside) if count < trials else 1.0
    return float(low), float(high)


def check_share(share: float, name: str) -> None:
    """Raises ``ValueError`` unless it is between 0 and 1."""
    if not 0 < share < 1:
        raise ValueError(f"The {name} must be between 0 and 1; found {share}.")


def warm_up() -> None:
    """Runs each kernel once on a toy."""
    toy = np.zeros((1, 1))
    swapped_sums(np.zeros((1, 8), np.uint8), toy)
    chosen_sums(np.zeros((1, 1), np.uint32), np.zeros(1, np.int64), toy[None])
    resampled_sums(np.zeros((1, 1), np.uint32), toy)
