"""Lesson 4: one order without a match, and what smoothing makes of it."""

from course.lessons import LESSONS
from course.lessons.l04_zeros import METRIC, example_statistics, sevens
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
    before, at_0, at_1 = (
        bars(drawn)
        for drawn in (
            LESSON.compute(LESSON.example).before,
            LESSON.compute(LESSON.example).after,
            LESSON.compute({**LESSON.example, "put": 1.0}).after,
        )
    )
    assert before == {"words": 100, "pairs": 33, "threes": 0, "fours": 0}, "the product is asked for"
    assert at_0 == before | {"BLEU": 0}
    product = 1 * 1 / 3 * 1 / 2 * 1 / 1
    assert at_1 == {"words": 100, "pairs": 33, "threes": 50, "fours": 100, "BLEU": round(100 * product**0.25)}


def bars(drawn):
    (chart,) = drawn
    return {name.strip(): value for name, value in zip(chart.figure.data[0].y, chart.figure.data[0].x, strict=True)}


def test_smoothing_7_is_three_numbers():
    """0.4003 is from a blog post; the others are the paper's formula and NLTK 3.10."""
    found = sevens(example_statistics(LESSON.example))
    assert {who: round(score / 100, 4) for who, score in found.items()} == {
        "the paper": 0.4220,
        "NLTK 3.10": 0.3265,
        "an older NLTK": 0.4003,
    }


def test_the_right_choice_is_0():
    question = LESSON.ask(LESSON.example)
    assert question.choices[question.right].startswith("0.00")
