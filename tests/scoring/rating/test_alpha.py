"""Krippendorff's alpha, against his own example and plain loops over all pairs of judgments."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rating import krippendorffs_alpha
from scoring.rating.statistics import alpha
from tests.cases import as_one_test
from tests.properties import examples

_ = math.nan
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
    ]
).T
"""Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: four observers, twelve units."""
LEVELS = ("nominal", "ordinal", "interval", "ratio")
VALUES = st.sampled_from([0.0, 1, 2, 2.5, 7, _, _])
TABLES = st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(VALUES, min_size=n, max_size=n), max_size=8))


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_krippendorffs_example(level, published):
    found = krippendorffs_alpha(KRIPPENDORFF, level)
    assert round(found.value, 3) == published
    assert (found.n_units, found.n_judgments, found.why_not) == (11, 40, "")


def plain_alpha(rows, level):
    """By the definition: all pairs within units, each unit's with 1 / (m - 1), and all pairs there are."""
    units = [[value for value in row if not math.isnan(value)] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    pooled = sorted(value for unit in units for value in unit)

    def distance(c, k):
        if level == "nominal":
            return float(c != k)
        if level == "interval":
            return (c - k) ** 2
        if level == "ratio":
            return ((c - k) / (c + k)) ** 2 if c + k else 0.0
        low, high = min(c, k), max(c, k)
        between = sum(low <= value <= high for value in pooled)
        return (between - (pooled.count(c) + pooled.count(k)) / 2) ** 2

    n = len(pooled)
    observed = sum(distance(*pair) / (len(unit) - 1) for unit in units for pair in permutations(unit, 2))
    expected = sum(distance(*pair) for pair in permutations(pooled, 2))
    return 1 - (n - 1) * observed / expected if expected else math.nan


@pytest.mark.parametrize("level", LEVELS)
@given(rows=TABLES)
@examples(30)
def test_any_table_as_by_plain_loops(level, rows):
    table = np.array(rows, float).reshape(len(rows), len(rows[0]) if rows else 1)
    found = krippendorffs_alpha(table, level)
    assert found.value == pytest.approx(plain_alpha(rows, level), nan_ok=True, abs=1e-9)
    assert found.is_defined == (not found.why_not)


def test_values_of_a_ratio_scale_block_by_block(monkeypatch):
    values = np.random.default_rng(1).integers(0, 40, (12, 3)) / 4
    whole = krippendorffs_alpha(values, "ratio").value
    monkeypatch.setattr(alpha, "BLOCK", 4)
    assert krippendorffs_alpha(values, "ratio").value == pytest.approx(whole, abs=1e-12)


def test_large_numbers_lose_nothing():
    """Of the interval level only differences count."""
    values = np.random.default_rng(2).normal(size=(30, 3))
    assert krippendorffs_alpha(values + 1e8).value == pytest.approx(krippendorffs_alpha(values).value, abs=1e-6)


@as_one_test
@pytest.mark.parametrize(
    ("values", "why_not"),
    [
        (np.zeros((0, 3)), "nothing was judged by two raters"),
        ([[1.0], [2.0]], "nothing was judged by two raters"),
        ([[1.0, _], [_, 2.0]], "nothing was judged by two raters"),
        ([[4.1, 4.1], [4.1, 4.1]], "all judgments are the same, so that agreement cannot be told from chance"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_why_it_is_not_defined(values, why_not, level):
    found = krippendorffs_alpha(values, level)
    assert math.isnan(found.value)
    assert found.why_not == why_not


def test_what_is_refused():
    with pytest.raises(ValueError, match="Unknown level"):
        krippendorffs_alpha([[1, 2]], "cardinal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="negative"):
        krippendorffs_alpha([[-1, 2]], "ratio")
    with pytest.raises(ValueError, match="table of numbers"):
        krippendorffs_alpha([1, 2])
