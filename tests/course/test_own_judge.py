"""Lesson 22: a liking that decides about systems leaves agreement about outputs as it is."""

import pytest

from course.lessons import LESSONS
from course.lessons.l22_own_judge import (
    FAVOR,
    FIRST,
    OWN,
    SECOND,
    agreement,
    enough,
    is_first,
    lead_of_own,
    mean_scores,
)

LESSON = LESSONS["own_judge"]


def test_the_claim():
    """The order turns for one judge alone, and the agreement about outputs changes by less than a hundredth."""
    before, after = mean_scores(0), mean_scores(enough())
    for judge in (FIRST, SECOND):
        assert min(before[judge], key=before[judge].get) == OWN
    assert max(after[FIRST], key=after[FIRST].get) == OWN
    assert after[SECOND] == before[SECOND]
    assert agreement(0) > 0.9
    assert agreement(enough()) == pytest.approx(agreement(0), abs=0.01)


def test_two_points_of_a_hundred_are_enough():
    assert enough() == 2
    assert not is_first({"favor": enough() - FAVOR.step})
    assert "It takes 2 points" in LESSON.ask(LESSON.example).answer


def test_the_bonus_is_the_lead_that_it_adds():
    plain, favored = (lead_of_own(mean_scores(favor)[FIRST]) for favor in (0, 1))
    assert favored - plain == pytest.approx(1, abs=0.01)
