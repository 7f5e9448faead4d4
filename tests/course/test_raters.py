"""Lesson 20: who rates what moves the lead, though every rating stays."""

import pytest

from course.lessons import LESSONS, parts
from course.lessons.l17_matches import RATINGS
from course.lessons.l20_raters import (
    BOTH,
    FIRST,
    PAIR_NAME,
    PLAN,
    PLANS,
    SECOND,
    is_least,
    lead,
    mean_ratings,
    share_that_disagrees,
    strictness,
)

LESSON = LESSONS["raters"]


def test_the_claim():
    """Both raters prefer B, by as much, and no number is the same; yet the lead depends on who rates what."""
    (a1, a2), (b1, b2) = RATINGS.values()
    assert b1 - a1 == b2 - a2 > 0
    assert a1 != a2
    assert b1 != b2
    assert len({lead(plan) for plan in PLANS}) == len(PLANS)


def test_the_lead_has_the_strictness_of_the_raters_in_it():
    assert lead(FIRST) == lead(BOTH) - strictness()
    assert lead(SECOND) == lead(BOTH) + strictness()


def test_the_goal_is_the_plan_with_the_smallest_lead():
    assert [plan for plan in PLANS if is_least({"plan": plan})] == [FIRST]
    assert not is_least(LESSON.example)
    assert f"B leads by {lead(FIRST):g} only" in LESSON.ask(LESSON.example).answer


@pytest.mark.parametrize("plan", PLAN.options)
def test_ratings_stay_and_the_means_follow_the_plan(plan):
    (chart,) = LESSON.compute({"plan": plan}).before
    a, mean_a, b, mean_b = chart.figure.data
    assert (tuple(a.x), tuple(b.x)) == tuple(RATINGS.values())
    assert (mean_a.x[0], mean_b.x[0]) == mean_ratings(plan)
    for dots, raters, color in zip((a, b), PLANS[plan], parts.COLORS, strict=False):
        assert [of == color for of in dots.marker.color] == [rater in raters for rater in (0, 1)]
    said = [mean.text[0] for mean in (mean_a, mean_b)]
    assert all(text.startswith("mean ") == (plan == BOTH) for text in said), "one rating has no mean"
    assert f"B leads by {lead(plan):g}" in [note.text for note in chart.figure.layout.annotations]


def test_a_class_sees_its_own_ratings_of_the_same_outputs():
    """Two of three who prefer B and one who prefers A: of the three pairs of students two disagree."""
    (said,) = LESSON.of_class({PAIR_NAME: {0: 1, 1: 2}, "other": {0: 9}})
    assert "Your class on the same two outputs: 1 A, 2 B, 0 Both alike." in said.html
    assert "disagree in <b>67 of 100</b> cases." in said.html
    assert share_that_disagrees({1: 5}) == 0
    assert share_that_disagrees({0: 1, 1: 1}) == 1


@pytest.mark.parametrize("counts", [{}, {"matches": {}}, {"matches": {1: 1}}, {"edges": {0: 7}}])
def test_fewer_than_two_students_disagree_on_nothing(counts):
    (said,) = LESSON.of_class(counts)
    assert said == parts.Plain(
        "Ask your class “Matches and meaning” first: its answers to that lesson will stand here."
    )
