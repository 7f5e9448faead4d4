"""Sums over tables of which few cells are not 0, against the sums over the whole tables."""

import numpy as np
import pytest

from scoring.significance.resampling.draws import (
    Entries,
    count_as_large,
    resampled_sums,
    resamples,
    swapped_sums,
    swaps,
)


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(7)
    return random.random((83, 5)) * (random.random((83, 5)) < 0.2)


def entries_of(table):
    segments, columns = map(np.ascontiguousarray, np.nonzero(table))
    return Entries(segments, columns, table[segments, columns], table.shape[1])


def test_sums_are_those_of_the_whole_table(table):
    (bits,) = swaps(83, 50, 1)
    np.testing.assert_allclose(entries_of(table).swapped_sums(bits), swapped_sums(bits, table))
    (drawn,) = resamples(83, 50, 1)
    np.testing.assert_allclose(entries_of(table).resampled_sums(drawn), resampled_sums(drawn, table))
    np.testing.assert_array_equal(entries_of(0 * table).swapped_sums(bits), np.zeros((50, 5)))


def test_shuffles_are_counted_that_leave_systems_as_far_apart():
    observed = np.array([[3.0, 1.0], [1.0, 1.0], [0.0, 5.0]])
    sums = np.random.default_rng(1).integers(0, 4, (40, 3, 2)).astype(float)
    first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    found = count_as_large(sums, observed, first, second, 1e-9)
    for pair, (a, b) in enumerate([(0, 1), (0, 2), (1, 2)]):
        for column in range(2):
            apart = observed[a, column] - observed[b, column]
            left = [apart - 2 * (given[a, column] - given[b, column]) for given in sums]
            assert found[pair, column] == sum(abs(difference) >= abs(apart) - 1e-9 for difference in left)
