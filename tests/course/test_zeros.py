"""Lesson 4: one order without a match, and what smoothing makes of it."""

import pytest

from course.lessons import LESSONS, parts
from course.lessons.l04_zeros import EPSILON, METRIC, example_statistics, smoothing_7_scores
from scoring import BLEU
from scoring.bleu.smoothing import PAPER

LESSON = LESSONS["zeros"]


def test_the_claim():
    row = example_statistics(LESSON.example)
    terms = METRIC.arithmetic(row)
    assert terms.matches.tolist() == [4, 1, 0, 0]
    assert terms.score == 0
    scores = {method: float(BLEU(smoothing=method).score(row)) for method in PAPER}
    assert len({round(score, 2) for score in scores.values()}) == len(PAPER), "each method gives another number"


def test_the_bars_are_the_precisions_and_bleu_follows_what_is_put_in_place_of_0():
    at_0, at_1 = (bars(LESSON.compute({**LESSON.example, "put": put}).before) for put in (0.0, 1.0))
    assert at_0 == {"words": 100, "pairs": 33.3, "threes": 0, "fours": 0, "BLEU": 0}
    product = 1 * 1 / 3 * 1 / 2 * 1 / 1
    assert at_1 == {"words": 100, "pairs": 33.3, "threes": 50, "fours": 100, "BLEU": round(100 * product**0.25, 1)}


def bars(drawn):
    (chart,) = drawn
    return {name.strip(): value for name, value in zip(chart.figure.data[0].y, chart.figure.data[0].x, strict=True)}


def test_smoothing_7_is_three_numbers():
    """0.4003 is from a blog post; the others are the paper's formula and NLTK 3.10."""
    found = smoothing_7_scores(example_statistics(LESSON.example))
    assert {who: round(score / 100, 4) for who, score in found.items()} == {
        "the paper": 0.4220,
        "NLTK 3.10": 0.3265,
        "an older NLTK": 0.4003,
    }


def test_the_slider_is_the_question():
    """A fifth of a match that nobody made: (1 x 1/3 x 0.2/2 x 0.2/1) ** (1/4) = 0.2857; all of one is too much."""
    question = LESSON.ask(LESSON.example)
    steps = parts.slider_steps(EPSILON)
    reached = [put for put in steps if question.goal.is_reached({**LESSON.example, "put": put})]
    assert question.moved == "put"
    assert reached == pytest.approx([0.2, 0.25])
    assert question.answer == "0.2 of a match makes BLEU 28.57"
    assert "0.05 in place of 0 is already worth 14.29" in question.reveal


def test_the_curve_is_the_score_at_every_step():
    (chart,) = LESSON.compute({**LESSON.example, "put": 0.5}).why
    curve, dot = chart.figure.data
    assert list(curve.x) == parts.slider_steps(EPSILON)
    assert (curve.y[0], curve.y[-1]) == (0, 63.89)
    assert (dot.x[0], dot.y[0]) == (0.5, pytest.approx(63.8943 * 0.5**0.5, abs=0.001))
