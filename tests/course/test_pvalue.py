"""Lesson 16: p at most 0.05 does not say how many of the leads are luck; against tests that are drawn one by one."""

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l16_pvalue import (
    COLUMNS,
    N_CHANGES,
    POWER,
    REAL,
    changes_by_outcome,
    is_half_luck,
    share_of_luck,
    significant_results,
)
from scoring.significance import LEVEL
from scoring.studies.comparison import CLEAR
from scoring.studies.wording.verdict_words import CHANCE

LESSON = LESSONS["pvalue"]


def test_the_claim():
    """At the same level any share of the leads can be luck."""
    shares = [share_of_luck(int(real)) for real in parts.slider_steps(REAL)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (1, 0)


@pytest.mark.parametrize("real", [0, 100, 600])
def test_the_counts_are_those_of_tests_that_are_drawn(real):
    random, repeats = np.random.default_rng(3), 1_000
    p = random.random((repeats, N_CHANGES))  # of a test where nothing differs all are as likely
    p[:, :real] = np.where(random.random((repeats, real)) < POWER, 0, 1)
    luck, found = ((p[:, part] <= LEVEL).sum(axis=1).mean() for part in (slice(real, None), slice(real)))
    assert significant_results(real) == pytest.approx((luck, found), abs=1)


def test_the_goal_is_the_first_step_at_which_half_is_luck():
    reached = [int(real) for real in parts.slider_steps(REAL) if is_half_luck({"real": real})]
    assert reached == [0, 10, 20, 30, 40, 50]
    assert "If only 50 of 1,000 help, 55 % of the leads are luck" in LESSON.ask(LESSON.example).answer
    assert 0.4 < share_of_luck(60) < 0.5 < share_of_luck(50)


@pytest.mark.parametrize(("real", "believed", "luck"), [(0, 50, 50), (40, 80, 48), (60, 95, 47), (1_000, 800, 0)])
def test_the_answer_has_the_numbers_of_the_picture(real, believed, luck):
    question = LESSON.ask(LESSON.example)
    said = f"If {real:,} help, {believed} leads are believed, {luck} by luck. Below 59, luck is more than half."
    assert question.reveal_at({"real": real}).startswith(said)
    facts, _ = LESSON.compute({"real": real}).key
    assert facts.facts[0].value == str(believed)


def test_the_task_says_what_its_number_depends_on():
    prompt = LESSON.ask(LESSON.example).prompt
    for assumed in (
        f"{N_CHANGES:,} system changes",
        f"p at most {LEVEL:g}",
        "5 of 100 pass by luck",
        "of helpful changes 80 of 100.",
    ):
        assert assumed in prompt
    assert prompt.endswith("How few must help for half of the believed leads to be luck? Drag.")


@pytest.mark.parametrize("real", [0, 40, 500, N_CHANGES])
def test_each_change_has_a_square_and_the_bars_follow_the_slider(real):
    field, chart = LESSON.compute({"real": real}).before
    luck, found = significant_results(real)
    assert list(changes_by_outcome(real).values()) == [found, real - found, luck, N_CHANGES - real - luck]
    squares = np.array(field.figure.data[0].z)
    assert squares.shape == (N_CHANGES // COLUMNS, COLUMNS)
    assert np.bincount(squares.ravel(), minlength=4).tolist() == list(changes_by_outcome(real).values())
    assert chart.figure.layout.title.text == "Of the leads that are believed"
    assert chart.figure.layout.height <= 110, "on a phone the verdict is beneath both pictures"
    assert list(chart.figure.data[0].x) == [round(100 * found / (luck + found)), round(100 * luck / (luck + found))]


def test_the_lesson_says_what_the_words_of_a_verdict_mean():
    assert f"“{CHANCE[CLEAR]}” says the first, too" in LESSON.practice
