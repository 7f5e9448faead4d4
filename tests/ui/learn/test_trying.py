"""Every sentence of a lesson opens in the Playground as it stands there."""

import pytest

from scoring.formats.columns import clean_name
from ui.kit import texts as playground
from ui.learn.lessons import LESSONS
from ui.learn.trying import texts_of

WITH_WORDS = [name for name, lesson in LESSONS.items() if lesson.words]


@pytest.mark.parametrize("name", WITH_WORDS)
def test_all_sentences_are_there_once(name):
    lesson = LESSONS[name]
    values = {field: f"{text} more" for field, text in lesson.example.items()}
    found = texts_of(lesson, values)
    lines = [line for texts in found.values() for line in both(texts)]
    assert sorted(lines) == sorted(line for field in lesson.words for line in values[field.name].split("\n"))
    for texts in found.values():
        assert playground.fits(playground.encode(texts))
        assert not playground.problem(texts)
        outputs, references = (playground.entries(box, "x") for box in (texts.hypotheses, texts.references))
        assert {*references.values()} <= {
            line for f in lesson.words if "eference" in f.label for line in values[f.name].split("\n")
        }
        assert outputs
        assert references


def both(texts):
    return [*playground.entries(texts.hypotheses, "x").values(), *playground.entries(texts.references, "x").values()]


def test_segments_are_tried_one_at_a_time():
    lesson = LESSONS["corpus"]
    found = texts_of(lesson, lesson.example)
    assert len(found) == len(lesson.example["references"].split("\n"))
    second = list(found.values())[1]
    assert playground.entries(second.references, "x") == {"Reference": "he closed the door"}


def test_without_sentences_there_is_nothing_to_try():
    assert texts_of(LESSONS["significance"], LESSONS["significance"].example) == {}


def test_outputs_keep_their_letters():
    lesson = LESSONS["order"]
    (texts,) = texts_of(lesson, lesson.example).values()
    names = list(playground.entries(texts.hypotheses, "x"))
    assert names == [clean_name(label) for label in lesson.words[1].rows.values()]
