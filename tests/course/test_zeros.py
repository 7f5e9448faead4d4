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
