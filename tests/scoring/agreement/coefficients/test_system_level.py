"""Whole systems, against scipy and plain loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from scoring.agreement.coefficients.kendall import tau_b
from scoring.agreement.coefficients.system_level import accuracy, pearson, spearman
from tests import judges
from tests.judges import GAP, numbers

COLUMNS = st.integers(2, 6).flatmap(lambda n: st.tuples(*[st.lists(numbers(-2, 2), min_size=n, max_size=n)] * 2))


def correlated(correlation, judged, scores):
    """scipy's answer; NaN where one of them is constant, of which it would warn."""
    constant = len(set(judged)) == 1 or len(set(scores)) == 1
    return math.nan if constant else float(correlation(judged, scores).statistic)


@given(COLUMNS)
def test_one_draw(drawn):
    judged, scores = drawn
    assert pearson(*np.array(drawn)) == pytest.approx(correlated(pearsonr, *drawn), nan_ok=True)
    assert spearman(*np.array(drawn)) == pytest.approx(correlated(spearmanr, *drawn), nan_ok=True)
    assert accuracy(*np.array(drawn)) == pytest.approx(judges.system_accuracy(judged, scores), nan_ok=True)


@pytest.mark.parametrize("measure", [pearson, spearman, accuracy])
def test_many_draws_at_once(measure):
    judged, scores = np.random.default_rng(1).integers(0, 4, (2, 20, 5)).astype(float)
    expected = [measure(a, b) for a, b in zip(judged, scores, strict=True)]
    np.testing.assert_allclose(measure(judged, scores), expected, rtol=0, atol=1e-12)
    one_judge = [measure(judged[0], b) for b in scores]
    np.testing.assert_allclose(measure(judged[:1], scores), one_judge, rtol=0, atol=1e-12)


def test_what_rounding_leaves_of_a_constant_is_no_variance():
    constant = np.array([0.1 + 0.2, 0.3, 0.3])
    for measure in (pearson, spearman):
        assert math.isnan(measure(constant, np.array([1.0, 2, 3])))
        assert math.isnan(measure(np.array([1.0, 2, 3]), constant))


def test_ranks_tie_where_the_difference_rounds_to_0():
    """As differences of pairs do, wherever the rounding of the numbers themselves would part them."""
    judged = np.array([1.0, 2, 3])
    near, level = np.array([0.4e-9, 0.6e-9, 1]), np.array([0.0, 0, 1])
    assert spearman(judged, near) == pytest.approx(spearmanr(judged, level).statistic)
    assert tau_b(judged[:, None], near[:, None]) == pytest.approx(tau_b(judged[:, None], level[:, None]))
    apart = np.array([0.0, 0.6e-9, 1])
    assert spearman(judged, apart) == pytest.approx(1)


def test_a_pair_that_only_the_metric_ties_is_wrong_and_one_that_the_judge_ties_is_left_out():
    assert accuracy(np.array([1.0, 2, 2]), np.array([1.0, 1, 5])) == 1 / 2
    assert accuracy(np.array([1.0, 2]), np.array([1.0, 1])) == 0
    assert math.isnan(accuracy(np.array([2.0, 2]), np.array([1.0, 2])))


def test_a_system_without_a_judged_score_is_in_no_pair():
    assert accuracy(np.array([1, 2, GAP]), np.array([1.0, 2, 3])) == 1
    assert math.isnan(accuracy(np.array([1, GAP]), np.array([1.0, 2])))
    assert math.isnan(pearson(np.array([1, 2, GAP]), np.array([1.0, 2, 3])))
