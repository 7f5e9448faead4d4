"""Sums without rounding, against Python's own."""

import math
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lab.shards.counting import ExactSum

NUMBERS = st.floats(-1e300, 1e300) | st.floats(-1, 1) | st.integers(-(2**40), 2**40).map(float)


@given(st.lists(NUMBERS, min_size=1, max_size=30), st.data())
def test_any_grouping_gives_the_nearest_to_the_true_sum(values, data):
    shuffled = data.draw(st.permutations(values))
    ends = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=4)))
    parts = np.split(np.array(shuffled)[:, None], ends)
    assert reduce(add, map(ExactSum.of, parts)).rounded.tolist() == [math.fsum(values)]


def test_many_fractions():
    values = np.random.default_rng(1).random((100_000, 2)) * [1, 1e-20]
    assert ExactSum.of(values).rounded.tolist() == [math.fsum(column) for column in values.T]


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_what_is_no_number_is_refused(number):
    with pytest.raises(ValueError, match="finite"):
        ExactSum.of(np.array([[1.0, number]]))
