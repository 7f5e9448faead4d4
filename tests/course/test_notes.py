"""Every part of Learn has notes for the teacher, short enough to be read while one speaks."""

import pytest

from course import listing, notes
from course.lessons import LESSONS
from tests.cases import as_one_test

LONGEST = 40
"""Words of each."""


@as_one_test
@pytest.mark.parametrize("name", listing.PARTS)
def test_a_part_has_short_notes(name):
    found = notes.notes_of_part(name)
    for text in (found.say, found.think, found.following):
        assert 0 < len(text.split()) <= LONGEST
        assert text.endswith((".", "?"))
    assert 1 <= found.minutes <= 15


@as_one_test
@pytest.mark.parametrize("name", LESSONS)
def test_the_answer_stands_with_them(name):
    lesson = LESSONS[name]
    question = lesson.ask(lesson.example)
    assert notes.question_and_answer(name)["Asked"] == question.prompt
    assert notes.question_and_answer(name)["Answer"].startswith(question.answer)
