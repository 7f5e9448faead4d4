"""What is kept of a lesson comes back as it was, and what is not a record counts as none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course import records
from course.lessons import LESSONS, parts
from course.records import LONGEST_EDIT, LessonRecord
from tests.cases import as_one_test
from tests.lessons import edits, fitting
from tests.properties import examples
from ui.drawing.tiles import EditedRow
from ui.kit.texts import pack

GARBAGE = ["", "x", "wx", "w1.", "-1", "1.5", "٣", "<script>", "eJw", pack([1]), pack("x"), pack({"output-0": 7})]


@pytest.mark.parametrize("answer", [None, 0, 3, (), (0,), (1, 4, 11)])
def test_an_answer_comes_back(answer):
    assert records.answer(records.pack_answer(answer)) == answer


@as_one_test
@pytest.mark.parametrize("code", GARBAGE)
def test_what_is_no_record_is_nothing(code):
    assert records.answer(code) is None
    assert all(records.decode_edit(code, lesson) == ({}, {}) for lesson in LESSONS.values())


@pytest.mark.quick_cases(5)
@pytest.mark.parametrize("name", LESSONS)
@examples(6)
@given(data=st.data())
def test_an_edit_comes_back(name, data):
    lesson = LESSONS[name]
    values = {field.name: data.draw(edits(field)) for field in lesson.fields}
    by = st.sampled_from(["drag", "type"])
    made = {
        row: EditedRow(tuple(line.split()), (), data.draw(by))
        for field in lesson.words
        for row, line in zip(field.rows, values[field.name].split("\n"), strict=True)
    }
    fields, rows = records.decode_edit(records.make_record(lesson, values, made, None).edit, lesson)
    chosen = {field.name: values[field.name] for field in lesson.fields if not isinstance(field, parts.WordsField)}
    assert {field.name: field.default for field in lesson.fields if field.name in chosen} | fields == chosen
    for field in lesson.words:
        for row, line, default in zip(
            field.rows, values[field.name].split("\n"), field.default.split("\n"), strict=True
        ):
            assert (rows[row] == made[row]) if row in rows else line == default


def test_a_lesson_that_nobody_has_touched_leaves_nothing():
    for lesson in LESSONS.values():
        assert records.make_record(lesson, lesson.example, {}, None) == LessonRecord()


@as_one_test
@pytest.mark.parametrize("field", [field for lesson in LESSONS.values() for field in lesson.fields])
def test_a_field_takes_only_what_it_can_hold(field):
    lesson = parts.Lesson(
        "", "", (field,), lambda _: parts.ComputedBlocks((), ()), lambda _: None, "", (), notes=LESSONS["order"].notes
    )
    for value in ("no such", -1, 1e9, True, None, [], {"a": 1}):
        assert records.decode_edit(pack({field.name: value}), lesson)[0] == {}


def test_words_that_are_chosen_are_kept_until_they_are_an_answer():
    lesson = LESSONS["clipping"]
    made = {"output-0": EditedRow(("the",) * 7, (1, 2), "click")}
    draft = records.make_record(lesson, lesson.example, made, None)
    assert records.decode_edit(draft.edit, lesson)[1] == made
    assert records.make_record(lesson, lesson.example, made, (1, 2)) == LessonRecord("w1.2", "", "right")
    assert records.make_record(lesson, lesson.example, made, (1,)).mark == "other"


def test_the_address_has_no_room_for_a_long_edit():
    lesson = LESSONS["order"]
    text = " ".join(str(n * n * n) for n in range(400))
    kept = records.make_record(lesson, dict(lesson.example) | {"reference": text}, {"reference-0": made_of(text)}, 1)
    assert len(kept.edit) > LONGEST_EDIT
    assert kept.small == {"answer": "1", "edit": ""}
    assert records.decode_edit(kept.edit, lesson)[1]["reference-0"].text == text


def made_of(text):
    return EditedRow(tuple(fitting(LESSONS["order"].words[0], text).split()), (), "type")


@pytest.mark.parametrize("value", [None, [], "x", {"zeros": "1"}, {"zeros": ["1", ""]}, {"zeros": ["1", "", "great"]}])
def test_what_a_browser_has_of_others_is_nothing(value):
    assert records.read_records(value) == []


def test_what_a_browser_has_kept_is_read():
    kept = {
        "zeros": ["1", "", "other"],
        "bleu": ["", "", "seen"],
        records.class_record_name("AB12CD", "zeros"): ["2", "", "right"],
    }
    assert records.read_records(kept) == [
        ("", "zeros", LessonRecord("1", "", "other")),
        ("", "bleu", LessonRecord(mark="seen")),
        ("AB12CD", "zeros", LessonRecord("2", "", "right")),
    ]
