"""The sign test against SciPy's binomial test."""

import pytest
from scipy import stats

from scoring.significance.sign_test import exact_sign_test


@pytest.mark.parametrize(("wins", "losses"), [(6, 0), (5, 0), (0, 7), (53, 47), (47, 53), (10, 10), (3_000, 2_800)])
def test_p_is_that_of_the_exact_binomial_test(wins, losses):
    expected = stats.binomtest(wins, wins + losses, 0.5).pvalue
    assert exact_sign_test(wins, losses) == pytest.approx(expected, rel=1e-9)


def test_without_wins_and_losses_nothing_is_said():
    assert exact_sign_test(0, 0) == 1.0
