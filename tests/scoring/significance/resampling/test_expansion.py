"""Expanded percentiles and p-values of few units: against SciPy, against each other, and in simulations."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from scoring import BLEU
from scoring.significance import CLEAR, TOO_LITTLE_DATA, attainable, bootstrap, compare, judge, least_resamples
from scoring.significance.bootstrap_intervals import expanded_percentiles
from scoring.significance.resampling.expansion import expanded_p, interval_half_width, share_outside
from tests.cases import as_one_test
from tests.expanded import expanded, outside
from tests.ratios import RATIO, noise, rows

UNITS = [2, 3, 6, 7, 20, 30, 50, 199, 200, 201, 202, 800, 10_000, 10_000_000]
LEVELS = [0.5, 0.8, 0.9, 0.95, 0.99, 0.9999]
SHARES = [1e-7, 1e-4, 0.001, 0.01, 0.05, 0.3, 0.999, 1]


@as_one_test
@pytest.mark.parametrize("n_units", UNITS)
def test_quantiles_are_scipys(n_units):
    for level in LEVELS:
        deviations = math.sqrt(n_units / (n_units - 1)) * stats.t.isf((1 - level) / 2, n_units - 1)
        assert interval_half_width(level, n_units) == pytest.approx(deviations, rel=1e-11)
        if 2.0 ** (1 - n_units) <= 1 - level:
            assert share_outside(level, n_units) == pytest.approx(outside(n_units, level), rel=1e-9)
        else:
            assert share_outside(level, n_units) == 0


@as_one_test
@pytest.mark.parametrize("n_units", UNITS)
def test_p_values_are_scipys(n_units):
    np.testing.assert_allclose(expanded_p(np.array(SHARES), n_units), expanded(np.array(SHARES), n_units), rtol=1e-9)
    found = expanded_p(np.array([[0, math.nan], [0.2, 1]]), n_units)
    assert found[0, 0] == 2.0 ** (1 - n_units)
    assert math.isnan(found[0, 1])


@as_one_test
@pytest.mark.parametrize("n_units", UNITS[2:])
def test_a_test_and_an_interval_say_the_same(n_units):
    for level in (0.8, 0.9, 0.95):
        assert expanded_p(np.array(share_outside(level, n_units)), n_units) == pytest.approx(1 - level)
    p_values = expanded_p(np.array(SHARES), n_units)
    assert all(one <= other for one, other in pairwise(p_values.tolist()))
    assert (p_values >= SHARES).all()


def test_fewer_units_take_percentiles_further_out():
    samples = np.random.default_rng(1).normal(size=100_000)
    widths = [np.ptp(expanded_percentiles(samples, n_units)) for n_units in (6, 8, 20, 100, 10**6)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == pytest.approx(np.ptp(np.quantile(samples, [0.025, 0.975])), rel=1e-4)
    assert [least_resamples(n_units=n) for n in (5, 30, 10**6)] == [math.inf, math.ceil(2 / outside(30)), 41]
    assert np.isnan(expanded_percentiles(samples, 5)).all()
    assert np.isnan(expanded_percentiles(samples[: least_resamples(n_units=30) - 1], 30)).all()
    assert not np.isnan(expanded_percentiles(samples[: least_resamples(n_units=30)], 30)).any()


@pytest.mark.parametrize("correction", ["none", "holm"])
def test_six_segments_that_say_the_same_are_not_clear(correction):
    """Their resamples do not vary, but no exchange of six segments gives less than 2 / 64."""
    good, poor = (BLEU().statistics([text] * 6, [["a b c d e"] * 6]) for text in ("a b c d e", "a b c d x"))
    measured = {"good": good, "poor": poor}
    found = compare(BLEU(), measured, "bootstrap", correction=correction)
    assert found.pairs[0].p_value == 1 / 32
    verdicts = judge(found, measured)
    assert verdicts.state("good", "poor") != CLEAR
    assert verdicts.p_value("good", "poor") == 1 / 32


def test_what_so_few_segments_can_show_hangs_on_the_number_of_pairs():
    measured = {f"{level}": rows([level] * 6) for level in (1, 4, 8)}
    found = compare(RATIO, measured, "bootstrap", trials=999, correction="holm")
    assert (attainable(found).few_units, attainable(found).needed_units) == (True, 7)
    assert judge(found, measured).state("1", "8") == TOO_LITTLE_DATA


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("n_segments", [10, 15])
def test_intervals_and_p_of_few_segments_keep_their_level(n_segments):
    """Of 1,000 samples from a population that is known; plain percentiles cover too few of them.

    The differences of two systems that differ by noise are 0: p is at most .05 in 1 of 20 of them.
    """
    generator = np.random.default_rng(n_segments)
    covered, plain, small = [], [], []
    for number in range(1_000):
        a, b = noise(generator, n_segments)
        found = bootstrap(RATIO, {"A": a, "B": b}, trials=400, seed=number)
        low, high = found.difference_interval("A", "B")
        covered.append(low <= 0 <= high)
        low, high = np.quantile(found.sampled_differences("A", "B"), [0.025, 0.975])
        plain.append(low <= 0 <= high)
        small.append(found.p_values[0, 1] <= 0.05)
    assert stats.binomtest(sum(covered), 1_000, 0.95).pvalue > 0.01
    assert stats.binomtest(sum(plain), 1_000, 0.95).pvalue < 0.01
    assert stats.binomtest(sum(small), 1_000, 0.05).pvalue > 0.01
