"""Kappas, against published tables, statsmodels and plain loops."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats import inter_rater

from scoring.rating import fleiss_kappa, pair_kappas
from scoring.rating.statistics.kappa import table_kappa
from tests.properties import examples

COHEN_1960 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
"""Cohen (1960), Table 2: 200 patients by two judges; kappa .492."""
COHEN_BELOW_CHANCE = [[25, 13, 12], [12, 2, 16], [3, 15, 2]]
"""Cohen (1960), Table 1, in percent: observed .29, expected .35; kappa -.09."""
SAS = [[0, 4, 1], [0, 8, 0], [0, 1, 5]]
"""The SAS printout that statsmodels tests with: .4842, weighted by distance .4701."""
FOURTEEN_RATERS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
"""The worked example of Wikipedia's article on Fleiss's kappa: 14 raters, 10 subjects, 5 categories; .210."""
DIAGNOSES = (
    "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555",
    "144444 124444 222333 144444 224445 333335 111455 111112 224444 133555",
    "555555 244444 224555 114444 144445 222224 111155 224444 133333 555555",
)
"""Fleiss (1971), Table 1: of each of 30 patients the diagnoses of 6 psychiatrists; .430."""
JUDGED = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.tuples(*[st.sampled_from([0.0, 1, 2, 5, math.nan])] * (n + 1)), max_size=12)
)


def two_raters(a, b, weights=None):
    return pair_kappas(np.stack([a, b], axis=1), weights).of(0, 1)


def apart(table):
    """Two raters' columns from counts."""
    cells = [(row, column) for row, counts in enumerate(table) for column, n in enumerate(counts) for _ in range(n)]
    return [row for row, _ in cells], [column for _, column in cells]


@pytest.mark.parametrize(
    ("table", "weights", "published", "decimals"),
    [
        (COHEN_1960, None, 0.492, 3),
        (COHEN_BELOW_CHANCE, None, -0.09, 2),
        (SAS, None, 0.4842, 4),
        (SAS, "linear", 0.4701, 4),
    ],
)
def test_published_kappas(table, weights, published, decimals):
    found = two_raters(*apart(table), weights)
    assert round(found.value, decimals) == published
    assert (found.n_units, found.n_judgments) == (np.sum(table), 2 * np.sum(table))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("table", [COHEN_1960, COHEN_BELOW_CHANCE, SAS])
def test_statsmodels_finds_the_same(table, weights):
    theirs = inter_rater.cohens_kappa(table, wt=weights, return_results=False)
    assert two_raters(*apart(table), weights).value == pytest.approx(theirs, abs=1e-12)
    if weights is None:
        assert table_kappa(table).value == pytest.approx(theirs, abs=1e-12)


COST = {
    None: lambda a, b: float(a != b),
    "linear": lambda a, b: abs(a - b),
    "quadratic": lambda a, b: (a - b) ** 2,
}


def plain_kappa(a, b, weights):
    """One less observed by expected disagreement, by loops over the pairs."""
    both = [(x, y) for x, y in zip(a, b, strict=True) if not (math.isnan(x) or math.isnan(y))]
    if not both:
        return math.nan
    observed = sum(COST[weights](x, y) for x, y in both) / len(both)
    expected = sum(COST[weights](x, y) for (x, _), (_, y) in product(both, both)) / len(both) ** 2
    return 1 - observed / expected if expected else math.nan


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@given(rows=JUDGED)
@examples(30)
def test_every_two_raters_as_by_plain_loops(weights, rows):
    values = np.array(rows, float).reshape(len(rows), len(rows[0]) if rows else 2)
    found = pair_kappas(values, weights)
    for first, second in combinations(range(values.shape[1]), 2):
        expected = plain_kappa(values[:, first], values[:, second], weights)
        assert found.values[first, second] == pytest.approx(expected, nan_ok=True, abs=1e-9)
        assert found.values[second, first] == pytest.approx(expected, nan_ok=True, abs=1e-9)
        assert found.of(first, second).is_defined == (not found.of(first, second).why_not)
    weighed = [
        (found.values[pair], found.n_units[pair])
        for pair in combinations(range(values.shape[1]), 2)
        if not math.isnan(found.values[pair])
    ]
    total = sum(n for _, n in weighed)
    mean = sum(value * n for value, n in weighed) / total if total else math.nan
    assert found.mean == pytest.approx(mean, nan_ok=True)


def test_why_a_kappa_is_not_defined():
    alike = two_raters([3, 3, math.nan], [3, 3, 1])
    assert math.isnan(alike.value)
    assert "same" in alike.why_not
    assert alike.n_units == 2
    apart = two_raters([1, math.nan], [math.nan, 1])
    assert (apart.n_units, apart.why_not) == (0, "nothing was judged by two raters")
    assert "same" in fleiss_kappa([[3, 0], [3, 0]]).why_not
    assert not fleiss_kappa([[1, 0], [0, 1]]).is_defined
    assert not fleiss_kappa(np.zeros((0, 2))).is_defined
    assert two_raters([1, 1], [2, 2]).value == 0


@pytest.mark.parametrize(
    ("counts", "published"),
    [(FOURTEEN_RATERS, 0.210), ([[six.count(n) for n in "12345"] for row in DIAGNOSES for six in row.split()], 0.430)],
)
def test_published_kappas_of_fleiss(counts, published):
    found = fleiss_kappa(counts)
    assert round(found.value, 3) == published
    assert found.value == pytest.approx(inter_rater.fleiss_kappa(np.array(counts)), abs=1e-12)
    assert found.n_judgments == np.sum(counts)


@given(
    st.integers(2, 5).flatmap(
        lambda m: st.lists(st.lists(st.integers(0, 2), min_size=m, max_size=m), min_size=1, max_size=8)
    )
)
@examples(30)
def test_fleiss_by_plain_loops(units):
    """The share of pairs of raters who agree, against that of pairs drawn from all judgments."""
    shares = [sum(a == b for a, b in combinations(unit, 2)) / math.comb(len(unit), 2) for unit in units]
    pooled = [value for unit in units for value in unit]
    by_chance = sum(a == b for a, b in product(pooled, pooled)) / len(pooled) ** 2
    observed = sum(shares) / len(shares)
    expected = (observed - by_chance) / (1 - by_chance) if by_chance < 1 else math.nan
    counts = [[unit.count(value) for value in range(3)] for unit in units]
    assert fleiss_kappa(counts).value == pytest.approx(expected, nan_ok=True, abs=1e-9)


def test_what_is_refused():
    with pytest.raises(ValueError, match="as many raters"):
        fleiss_kappa([[2, 0], [1, 2]])
    with pytest.raises(ValueError, match="whole numbers"):
        fleiss_kappa([[0.5, 1.5]])
    with pytest.raises(ValueError, match="Unknown weights"):
        two_raters([1, 2], [1, 2], "cubic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="finite"):
        two_raters([1, math.inf], [1, 2])
