"""How large a lesson's sentences stand there."""

from dataclasses import replace

import pytest

from course.lessons import LESSONS, parts
from course.sentences import scale


def size(*fields):
    return scale(replace(LESSONS["zeros"], fields=fields))


def of(text, **settings):
    return parts.WordsField("output", "Output", text, **settings)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([of("a" * 50), of("b" * 50)], 1.5**0.5),
        ([of("a" * 50 + "\n" + "b" * 50)], 1.5**0.5),
        ([of("a" * 96)], 1.25),
        ([of("a" * 150)], 1),
        ([of("a" * 900)], 1),
        ([of("a")], 1.6),
        ([of("a\n" * 6 + "a")], 1),
    ],
    ids=["two fields", "two rows", "one row", "full", "more than full", "a letter", "many short rows"],
)
def test_few_letters_are_large(fields, expected):
    """They fill as much as 150 do, each row as much as 22 at the least."""
    assert size(*fields) == pytest.approx(expected)


def test_the_shortest_lessons_are_the_largest():
    of_lessons = {name: scale(lesson) for name, lesson in LESSONS.items() if lesson.words}
    assert {name for name, found in of_lessons.items() if found == max(of_lessons.values())} == {
        *("zeros", "inflection", "edges")
    }
    assert 1.3 < of_lessons["clipping"] < 1.6
    assert of_lessons["corpus"] == 1
