"""What so few segments or trials can show, against comparisons that are as clear as can be."""

import math

import numpy as np
import pytest

from scoring.significance import LEVEL, MIN_UNITS, PAIR_CORRECTIONS, Attainable, attainable, compare, smallest_p
from tests.cases import as_one_test
from tests.expanded import expanded, outside
from tests.ratios import RATIO, exact_p, exact_p_of_runs, rows

GROUPS = {"x": ("x.opt0", "x.opt1"), "y": ("y.opt0", "y.opt1")}


def clear(n_segments, n_systems=2):
    """Systems each of which is better than the one before in every segment, and by another amount in each."""
    steps = 2.0 ** np.arange(n_segments)
    return {f"system {number}": rows(number * steps, 2.0**n_segments) for number in range(n_systems)}


@pytest.mark.parametrize("n_segments", [1, 2, 5])
def test_no_exchange_gives_a_smaller_p(n_segments):
    assert smallest_p(n_segments) == exact_p(RATIO, *clear(n_segments).values())


@pytest.mark.parametrize(("n_segments", "n_runs"), [(1, 2), (2, 2), (2, 3)])
def test_no_exchange_of_runs_gives_a_smaller_p(n_segments, n_runs):
    better, worse = (
        np.stack([rows(sign * (1 + run + np.arange(n_segments))) for run in range(n_runs)], axis=1) for sign in (1, -1)
    )
    assert smallest_p(n_segments, n_runs) == pytest.approx(exact_p_of_runs(RATIO, better, worse))


def test_the_least_segments_are_those_that_can_tell_apart():
    assert smallest_p(MIN_UNITS) <= LEVEL < smallest_p(MIN_UNITS - 1)


def test_nothing_is_smaller_than_1_where_nothing_differs():
    assert smallest_p(0) == 1


@as_one_test
@pytest.mark.parametrize("correction", PAIR_CORRECTIONS)
@pytest.mark.parametrize("n_systems", [2, 3, 5])
def test_the_trials_needed_are_those_that_tell_apart(correction, n_systems):
    """Clear differences over 40 segments: no shuffle among so few gives any as large."""
    measured = clear(40, n_systems)
    needed = attainable(compare(RATIO, measured, trials=9, correction=correction)).needed_trials
    for trials in (needed - 1, needed):
        found = compare(RATIO, measured, trials=trials, correction=correction)
        limits = attainable(found)
        assert limits.needed_trials == needed
        assert limits.of_trials == 1 / (trials + 1) == found.pairs[0].p_value
        assert limits.few_trials == (trials < needed) == (not (found.p_adjusted <= 0.05).any())
        least = found.p_adjusted.min()
        assert limits.factor * limits.of_trials == pytest.approx(least)


def test_190_pairs_take_3799_trials_where_p_is_multiplied():
    limits = attainable(compare(RATIO, clear(12, 20), trials=1000, correction="holm"))
    assert (limits.n_pairs, limits.factor, limits.few_trials, limits.needed_trials) == (190, 190, True, 3799)
    assert attainable(compare(RATIO, clear(12, 20), trials=1000, correction="bh")).few_trials is False
    limits = attainable(compare(RATIO, clear(12, 20), trials=1000))
    assert (limits.n_pairs, limits.factor, limits.few_trials, limits.needed_trials) == (190, 1, False, 19)


@pytest.mark.parametrize(
    ("correction", "n_systems", "needed"),
    [("holm", 2, 6), ("holm", 3, 7), ("holm", 5, 9), ("max-t", 2, 6), ("max-t", 3, 6), ("max-t", 5, 6)],
)
def test_the_segments_needed_are_those_whose_exchanges_tell_apart(correction, n_systems, needed):
    for n_segments in (1, needed - 1, needed):
        found = compare(RATIO, clear(n_segments, n_systems), trials=20_000, correction=correction)
        limits = attainable(found)
        assert limits.needed_units == needed
        assert limits.of_units == 2.0 ** (1 - n_segments)
        assert limits.few_units == (n_segments < needed) == (not (found.p_adjusted <= 0.05).any())


def test_by_luck_few_segments_are_told_apart():
    """No shuffle of 19 is the identity or its mirror image: p is smaller than that of all exchanges."""
    measured = clear(5)
    results = (compare(RATIO, measured, trials=19, seed=seed) for seed in range(40))
    found = next(result for result in results if (result.p_adjusted <= 0.05).any())
    assert not attainable(found).few_units


@pytest.mark.parametrize(("exchange", "needed"), [("together", 6), ("runs", 3)])
def test_runs_can_be_exchanged_in_more_ways(exchange, needed):
    measured = {run: rows([1 + better] * 2) for better, runs in enumerate(GROUPS.values()) for run in runs}
    limits = attainable(compare(RATIO, measured, trials=99, groups=GROUPS, exchange=exchange))
    assert (limits.needed_units, limits.few_units) == (needed, True)
    assert limits.of_units == {"together": 1 / 2, "runs": 2 / 36}[exchange]


@pytest.mark.parametrize("n_segments", [1, 2, 5, 6])
def test_the_bootstrap_of_few_segments(n_segments):
    found = compare(RATIO, clear(n_segments, 3), "bootstrap", trials=999, correction="holm")
    limits = attainable(found)
    assert (limits.few_units, limits.needed_units) == (n_segments < 7, 6 if n_segments == 1 else 7)
    assert limits.n_pairs == found.n_tested == (0 if n_segments == 1 else 3)


@pytest.mark.parametrize(("n_segments", "n_systems"), [(12, 2), (40, 3)])
def test_the_bootstrap_of_few_segments_takes_more_trials(n_segments, n_systems):
    """Its p of a clear difference is larger than 1 / (R + 1)."""
    measured = clear(n_segments, n_systems)
    needed = attainable(compare(RATIO, measured, "bootstrap", trials=9, correction="holm")).needed_trials
    n_pairs = n_systems * (n_systems - 1) // 2
    assert needed == math.ceil(1 / outside(n_segments, 1 - 0.05 / n_pairs)) - 1 > 20 * n_pairs
    for trials in (needed - 1, needed):
        limits = attainable(compare(RATIO, measured, "bootstrap", trials=trials, correction="holm"))
        assert limits.few_trials == (trials < needed)
        assert limits.of_trials == pytest.approx(expanded(1 / (trials + 1), n_segments))
        assert (limits.factor * limits.of_trials <= 0.05) == (trials >= needed)


def test_pairs_without_a_p_value_are_no_comparisons():
    limits = attainable(compare(RATIO, clear(10) | {"nothing": rows([0] * 10, whole=0)}, trials=99))
    assert (limits.n_pairs, limits.factor) == (1, 1)
    assert isinstance(limits, Attainable)
