"""How many more segments tell two systems apart: against the exact power of the paired t test."""

import math

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.power import TTestPower

from scoring.rating.statistics.needed import ASSUMED_DEVIATIONS, detectable_difference, needed


def with_moments(n, mean, deviation):
    """n numbers of just that mean and standard deviation."""
    drawn = np.random.default_rng(1).normal(size=n)
    return mean + deviation * (drawn - drawn.mean()) / drawn.std(ddof=1)


@pytest.mark.parametrize(("mean", "deviation"), [(1.0, 2.0), (-3.0, 20.0), (0.5, 0.7)])
@pytest.mark.parametrize(("power", "level"), [(0.8, 0.05), (0.9, 0.01)])
def test_as_many_as_the_exact_power_of_a_t_test_asks_for(mean, deviation, power, level):
    found = needed(with_moments(25, mean, deviation), power=power, level=level)
    exact = TTestPower().solve_power(abs(mean) / deviation, power=power, alpha=level)
    assert found.segments == pytest.approx(math.ceil(exact), abs=1)
    assert found.n_more == max(0, found.segments - 25)
    assert (found.difference, found.deviation) == pytest.approx((mean, deviation))


def test_the_smallest_difference_that_shows():
    """(1.960 + 0.842) x 2 / 5 = 1.121"""
    assert needed(with_moments(25, 1, 2)).detectable == pytest.approx(1.121, abs=5e-4)


@pytest.mark.parametrize("deviation", sorted({*ASSUMED_DEVIATIONS.values()}))
@pytest.mark.parametrize("n_segments", [50, 200])
def test_a_simulated_difference_as_large_is_found_in_four_of_five_campaigns(n_segments, deviation):
    true = detectable_difference(n_segments, deviation)
    campaigns = np.random.default_rng(1).normal(true, deviation, (4_000, n_segments))
    assert (scipy.stats.ttest_1samp(campaigns, 0, axis=1).pvalue <= 0.05).mean() == pytest.approx(0.8, abs=0.025)


def test_segments_that_repeat_one_another_count_once():
    """Documents of four equal segments: a fourth of the segments is independent."""
    once = with_moments(30, 1.0, 4.0)
    found = needed(np.repeat(once, 4), np.repeat(np.arange(30), 4))
    assert found.deviation == pytest.approx(2 * 4.0)
    assert found.segments == pytest.approx(4 * needed(once).segments, abs=8)
    assert found.detectable == pytest.approx(needed(once).detectable)


def test_documents_of_one_segment_are_segments():
    values = with_moments(12, 1, 3)
    found = needed(values, np.arange(12)[::-1])
    assert (found.deviation, found.segments) == pytest.approx((3, needed(values).segments))


def test_segments_without_both_do_not_count():
    values = with_moments(9, 1, 3)
    assert needed([*values, math.nan]) == needed(values)


def test_where_nothing_can_be_said():
    assert math.isnan(needed([]).difference)
    assert math.isnan(needed([2.0]).segments)
    assert math.isnan(needed([2.0]).n_more)
    assert needed([1.0, -1.0]).segments == needed([1.0, -1.0]).n_more == math.inf
    assert needed([5.0, 5.0, 5.0]).segments == 6
    assert math.isnan(needed([1.0, 2.0], np.array([1, 1])).deviation)


def test_what_is_refused():
    with pytest.raises(ValueError, match="power must be between"):
        needed([1, 2], power=1)
    with pytest.raises(ValueError, match="documents has 1"):
        needed([1, 2], np.array([1]))
    with pytest.raises(ValueError, match="finite"):
        needed([1, math.inf])
