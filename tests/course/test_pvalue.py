"""Lesson 16: p at most 0.05 does not say how many of the leads are luck; against tests that are drawn one by one."""

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l16_pvalue import COMPARED, POWER, REAL, is_half_luck, share_of_luck, significant_results
from scoring.significance import LEVEL

LESSON = LESSONS["pvalue"]


def test_the_claim():
    """At the same level any share of the leads can be luck."""
    shares = [share_of_luck(int(real)) for real in parts.slider_steps(REAL)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (1, 0)


@pytest.mark.parametrize("real", [0, 10, 60])
def test_the_counts_are_those_of_tests_that_are_drawn(real):
    random, repeats = np.random.default_rng(3), 4_000
    p = random.random((repeats, COMPARED))  # of a test where nothing differs all are as likely
    p[:, :real] = np.where(random.random((repeats, real)) < POWER, 0, 1)
    luck, found = ((p[:, part] <= LEVEL).sum(axis=1).mean() for part in (slice(real, None), slice(real)))
    assert significant_results(real) == pytest.approx((luck, found), abs=0.2)


def test_the_goal_is_the_last_step_at_which_half_is_luck():
    reached = [int(real) for real in parts.slider_steps(REAL) if is_half_luck({"real": real})]
    assert f"With {max(reached)} real differences" in LESSON.ask(LESSON.example).answer
    assert share_of_luck(max(reached) + 2) < 0.5


def test_the_bars_follow_the_slider():
    for real, texts in ((20, ("16.0", "4.0")), (50, ("40.0", "2.5"))):
        (chart,) = LESSON.compute({"real": real}).before
        (bars,) = chart.figure.data
        assert tuple(bars.text) == texts
        assert list(bars.x) == pytest.approx([POWER * real, LEVEL * (COMPARED - real)])
