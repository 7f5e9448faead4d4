"""Sums over tables of which few cells are not 0, under shuffles and resamples: the work grows with these alone."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Floats, Ints
from ..counting.kernels import kernel


@dataclass(frozen=True, eq=False)
class Entries:
    """The cells of a table of segments that are not 0."""

    segments: Ints
    """(n_entries,), 0-based"""
    columns: Ints
    """(n_entries,)"""
    values: Floats
    """(n_entries,)"""
    n_columns: int

    def swapped_sums(self, swaps: npt.NDArray[np.uint8]) -> Floats:
        """float64 (batch, n_columns): the sum of the swapped segments; ``swaps`` as of ``draws.swaps``."""
        return swapped_entries(swaps, self.segments, self.columns, self.values, self.n_columns)

    def resampled_sums(self, resamples: npt.NDArray[np.uint32]) -> Floats:
        """float64 (batch, n_columns): the sum of each resample's segments; ``resamples`` as of ``draws.resamples``."""
        return resampled_entries(resamples, self.segments, self.columns, self.values, self.n_columns)


@kernel
def swapped_entries(
    swaps: npt.NDArray[np.uint8], segments: Ints, columns: Ints, values: Floats, n_columns: int
) -> Floats:
    """float64 (batch, n_columns): the sum of the entries whose segment's bit is set, as of ``draws.swaps``."""
    sums = np.zeros((len(swaps), n_columns))
    for trial in range(len(swaps)):
        bits, found = swaps[trial], sums[trial]
        for entry in range(len(values)):
            segment = segments[entry]
            found[columns[entry]] += values[entry] * ((bits[segment >> 3] >> (segment & 7)) & 1)
    return sums


@kernel
def resampled_entries(
    resamples: npt.NDArray[np.uint32], segments: Ints, columns: Ints, values: Floats, n_columns: int
) -> Floats:
    """float64 (batch, n_columns): the sum of the entries of the segments drawn, as often as they are."""
    sums = np.zeros((len(resamples), n_columns))
    times = np.zeros(resamples.shape[1])
    for trial in range(len(resamples)):
        times[:] = 0
        for segment in resamples[trial]:
            times[segment] += 1
        found = sums[trial]
        for entry in range(len(values)):
            found[columns[entry]] += values[entry] * times[segments[entry]]
    return sums


@kernel
def count_as_large(sums: Floats, observed: Floats, first: Ints, second: Ints, rounding: float) -> Ints:
    """int64 (n_pairs, n_columns): the shuffles that leave the first and the second system at least as far apart.

    ``sums`` (batch, n_systems, n_columns) are what each gives the other, of ``observed`` (n_systems, n_columns).
    """
    n_columns = observed.shape[1]
    counts = np.zeros((len(first), n_columns), np.int64)
    for trial in range(len(sums)):
        for pair in range(len(first)):
            a, b = first[pair], second[pair]
            for column in range(n_columns):
                apart = observed[a, column] - observed[b, column]
                left = apart - 2 * (sums[trial, a, column] - sums[trial, b, column])
                if abs(left) >= abs(apart) - rounding:
                    counts[pair, column] += 1
    return counts


def compile_entry_kernels() -> None:
    """Runs each kernel once on a toy."""
    toy, place = np.zeros(1), np.zeros(1, np.int64)
    swapped_entries(np.zeros((1, 8), np.uint8), place, place, toy, 1)
    resampled_entries(np.zeros((1, 1), np.uint32), place, place, toy, 1)
    count_as_large(np.zeros((1, 1, 1)), np.zeros((1, 1)), place, place, 0.0)
