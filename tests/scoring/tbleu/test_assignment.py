"""Assignment: every permutation as an oracle, SciPy for the total, and ties that never change it."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from scoring.tbleu import assignment
from scoring.tbleu.assignment import assign, assign_pieces
from tests.uncompiled import uncompile

SIDES = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted)


@st.composite
def costs(draw):
    """First and second costs; few values, so that there are ties."""
    n_rows, n_columns = draw(SIDES)
    values = st.lists(st.integers(0, draw(st.integers(0, 3))), min_size=n_rows * n_columns, max_size=n_rows * n_columns)
    return [np.array(draw(values)).reshape(n_rows, n_columns) for _ in range(2)]


def total(costs, columns):
    return tuple(int(cost[np.arange(len(cost)), list(columns)].sum()) for cost in costs)


@given(costs())
def test_of_all_permutations_the_best_and_of_those_the_first(costs):
    n_rows, n_columns = costs[0].shape
    best = min(permutations(range(n_columns), n_rows), key=lambda columns: (total(costs, columns), columns))
    assert assign(*costs).tolist() == list(best)


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.integers(0, 1000))
def test_totals_are_scipys_however_much_ties_weigh(seed, n_rows, n_columns, highest):
    random = np.random.default_rng(seed)
    shape = sorted((n_rows, n_columns))
    first = random.integers(0, highest + 1, shape)
    rows, columns = linear_sum_assignment(first)
    for second in (np.zeros(shape, int), random.integers(0, 2**40, shape)):
        found = assign(first, second)
        assert first[np.arange(len(first)), found].sum() == first[rows, columns].sum()


def test_the_second_cost_never_outweighs_the_first():
    assert assign(np.array([[1, 2], [1, 1]]), np.array([[10**12, 0], [0, 10**12]])).tolist() == [0, 1]
    assert assign(np.array([[1, 1], [1, 1]]), np.array([[1, 0], [0, 1]])).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("n_first", "n_second", "partners"),
    [
        (3, 3, [0, 1, 2]),
        (2, 4, [0, 2]),
        (4, 2, [0, -1, 1, -1]),
        (1, 1, [0]),
        (1, 5, [0]),
    ],
)
def test_items_that_are_equally_dear_are_put_in_order(n_first, n_second, partners):
    found, chosen = np.full((2, n_first), -1)
    pieces = np.array([[0, n_first, 0, n_second]])
    costs = np.full(n_first * n_second, 7)
    assign_pieces(costs, np.array([0, len(costs)]), pieces, found, chosen)
    assert found.tolist() == partners
    assert [c for p, c in zip(partners, chosen.tolist(), strict=True) if p >= 0] == [7] * min(n_first, n_second)


def test_long_sequences_keep_order():
    n = 1024  # as many as are matched at once
    found, chosen = np.full((2, n), -1)
    assign_pieces(np.zeros(n * n, int), np.array([0, n * n]), np.array([[0, n, 0, n]]), found, chosen)
    assert (np.diff(found) > 0).all()


@pytest.mark.parametrize("shape", [(5, 7), (7, 5), (6, 6)])
def test_the_kernels_uncompiled(monkeypatch, shape):
    costs = np.random.default_rng(1).integers(0, 4, shape)
    pieces, offsets = np.array([[0, shape[0], 0, shape[1]]]), np.array([0, costs.size])
    compiled, plain = np.full((2, 2, shape[0]), -1)
    assignment.assign_pieces(costs.ravel(), offsets, pieces, *compiled)
    uncompile(monkeypatch, assignment)
    assignment.assign_pieces(costs.ravel(), offsets, pieces, *plain)
    assert plain.tolist() == compiled.tolist()
