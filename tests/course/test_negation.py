"""Lesson 8: the opposite in the reference's words beats the truth in others."""

import re

from course.lessons import LESSONS
from course.lessons.l08_references import output_scores

LESSON = LESSONS["negation"]


def test_the_claim():
    """B has one wrong word, and it is the one that matters."""
    true, wrong = output_scores(LESSON.example, [LESSON.example["reference"]])
    assert wrong > true + 50
    first, second = (set(LESSON.example["outputs"].split("\n")[1].split()), set(LESSON.example["reference"].split()))
    assert {word.lower() for word in first} - {word.lower() for word in second} == {"no"}


def test_the_reveal_has_both_scores_and_b_is_right():
    question = LESSON.ask(LESSON.example)
    assert question.choices[question.right].startswith("B")
    true, wrong = output_scores(LESSON.example, [LESSON.example["reference"]])
    assert re.findall(r"<b>([\d.]+)</b>", question.reveal) == [f"{wrong:.2f}", f"{true:.2f}"]
