"""Every part of Learn has notes for the teacher, short enough to be read while one speaks."""

from itertools import pairwise

import pytest
from markupsafe import escape

from course import listing
from course.lessons import LESSONS
from course.notes import notes
from tests.cases import as_one_test

LONGEST = 40
"""Words of each."""


@as_one_test
@pytest.mark.parametrize("name", listing.PARTS)
def test_a_part_has_short_notes(name):
    found = notes.notes_of_part(name)
    for text in (found.say, found.think, found.correction, found.following):
        assert 0 < len(text.split()) <= LONGEST
        assert text.endswith((".", "?"))
    assert 1 <= found.minutes <= 15


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("name", LESSONS)
def test_the_answer_stands_with_them(name):
    lesson = LESSONS[name]
    question = lesson.ask(lesson.example)
    assert notes.question_and_answer(name)["Asked"] == question.prompt
    assert notes.question_and_answer(name)["Answer"] == f"{question.answer}."
    assert notes.question_and_answer(name)["Claim"] == lesson.claim


def test_the_notes_say_what_comes_next():
    names = [*LESSONS]
    for here, to in pairwise(names):
        assert escape(LESSONS[to].claim) in notes.notes_html(here)
    assert "In fact" in notes.notes_html(names[0], "answer")
    assert "· answer</h2>" in notes.notes_html(names[0], "answer")
