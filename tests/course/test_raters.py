"""Lesson 20: who rates what moves the lead, though every rating stays."""

import pytest

from course.lessons import LESSONS, parts
from course.lessons.l17_matches import BEST, RATINGS
from course.lessons.l20_raters import BOTH, FIRST, PLAN, PLANS, SECOND, is_least, lead, mean_ratings, strictness

LESSON = LESSONS["raters"]


def test_the_claim():
    """Both raters prefer B, by as much; no number is the same."""
    (a1, a2), (b1, b2) = RATINGS.values()
    assert b1 - a1 == b2 - a2 > 0
    assert a1 != a2
    assert b1 != b2


def test_the_lead_has_the_strictness_of_the_raters_in_it():
    assert lead(FIRST) == lead(BOTH) - strictness()
    assert lead(SECOND) == lead(BOTH) + strictness()


def test_the_goal_is_the_plan_with_the_smallest_lead():
    assert [plan for plan in PLANS if is_least({"plan": plan})] == [FIRST]
    assert not is_least(LESSON.example)
    assert f"B leads by {lead(FIRST):g} only" in LESSON.ask(LESSON.example).answer


@pytest.mark.parametrize("plan", PLAN.options)
def test_the_bars_follow_the_plan(plan):
    (chart,) = LESSON.compute({"plan": plan}).before
    assert isinstance(chart, parts.Chart)
    assert list(chart.figure.data[0].x) == [round(100 * rating / BEST) for rating in mean_ratings(plan)]
