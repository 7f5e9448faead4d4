"""What every test here draws: batches of shuffles and resamples, and the sums of statistics that they give."""

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
    metric: Metric, measured: Mapping[str, np.ndarray], trials: int, at_least: int = 1
) -> tuple[list[np.ndarray], np.ndarray]:
    """The systems' statistics, each (n_segments, [n_runs,] n_statistics), and their sums (n_systems, n_statistics).

    Raises ``ValueError`` for too few systems, unequal or no segments, too few trials, or statistics of another metric.
    """
    whole_number(trials, "The number of trials", 1, MOST_TRIALS)
    if len(measured) < at_least:
        raise ValueError(f"Expected at least {at_least} systems to compare; found {len(measured)}.")
    rows = [np.ascontiguousarray(statistics, dtype=float) for statistics in measured.values()]
    for statistics in rows:
        metric.score(statistics[:1])
    check_counts({name: len(statistics) for name, statistics in zip(measured, rows, strict=True)})
    if not len(rows[0]):
        raise ValueError("A test needs at least one segment; found none.")
    return rows, np.stack([statistics.sum(axis=tuple(range(statistics.ndim - 1))) for statistics in rows])


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
def chosen_sums(choices: np.ndarray, options: np.ndarray, statistics: np.ndarray) -> np.ndarray:
    """float64 (batch, n_statistics): the sum of the outputs that each segment's choice gives to the first system.

    ``options`` (n_options, n_runs) are places among the segment's outputs, ``statistics`` (n_segments, n_outputs,
    n_statistics).
    """
    n_segments, _, n_statistics = statistics.shape
    sums = np.zeros((len(choices), n_statistics))
    for trial in range(len(choices)):
        for segment in range(n_segments):
            for output in options[choices[trial, segment]]:
                for column in range(n_statistics):
                    sums[trial, column] += statistics[segment, output, column]
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


def warm_up() -> None:
    """Runs each kernel once on a toy."""
    toy = np.zeros((1, 1))
    swapped_sums(np.zeros((1, 8), np.uint8), toy)
    chosen_sums(np.zeros((1, 1), np.uint32), np.zeros((1, 1), np.int64), toy[None])
    resampled_sums(np.zeros((1, 1), np.uint32), toy)
