"""Every sentence of a lesson opens in the Playground as it stands there."""

import pytest
from lxml import html

from course.lessons import LESSONS, parts
from course.sentences import playground_texts
from scoring.text.naming import clean_name
from tests.cases import as_one_test
from ui.kit import texts as playground

WITH_WORDS = [name for name, lesson in LESSONS.items() if lesson.words]
WITHOUT = [name for name, lesson in LESSONS.items() if lesson.segment]


@as_one_test
@pytest.mark.parametrize("name", WITH_WORDS)
def test_all_sentences_are_there_once(name):
    lesson = LESSONS[name]
    values = {field: f"{text} more" for field, text in lesson.example.items()}
    found = playground_texts(lesson, values)
    lines = [line for texts in found.values() for line in both(texts)]
    sentences = [field for field in lesson.words if field.is_sentence]
    assert sorted(lines) == sorted(line for field in sentences for line in values[field.name].split("\n"))
    for texts in found.values():
        assert playground.fits(playground.encode(texts))
        assert not playground.text_problem(texts)
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
    found = playground_texts(lesson, lesson.example)
    assert len(found) == len(lesson.example["references"].split("\n"))
    second = list(found.values())[1]
    assert playground.entries(second.references, "x") == {"Reference": "trade talks will go on until the end of May"}


@pytest.mark.parametrize("name", WITHOUT)
def test_sentences_that_cannot_be_changed_open_as_they_are_seen(name):
    """Whatever is set beneath them."""
    lesson = LESSONS[name]
    for values in (lesson.example, *(lesson.example | {f.name: other(f)} for f in lesson.fields)):
        (texts,) = playground_texts(lesson, values).values()
        drawn = [block.html for block in lesson.compute(values).before if isinstance(block, parts.Html)]
        sentences = next(one for one in drawn if "words" in one)
        seen = html.fromstring(sentences).xpath("//div[contains(@class, 'words')]")
        hypotheses, references = (playground.entries(box, "x") for box in (texts.hypotheses, texts.references))
        source = [texts.source] if texts.source else []
        given = [*source, *references.values(), *hypotheses.values()]
        assert [squeezed(line.text_content()) for line in seen] == [squeezed(text) for text in given]
        assert hypotheses
        assert references
        assert playground.fits(playground.encode(texts))


def other(field):
    """What it can hold, too."""
    return field.options[-1] if isinstance(field, parts.ChoiceField) else field.highest


def squeezed(text):
    """Without blanks, which tokenizers put between words."""
    return "".join(text.split())


def test_outputs_keep_their_letters():
    lesson = LESSONS["order"]
    (texts,) = playground_texts(lesson, lesson.example).values()
    names = list(playground.entries(texts.hypotheses, "x"))
    assert names == [clean_name(label) for label in lesson.words[1].rows.values()]
