"""A visitor's answer and changes in one lesson, as characters for an address and for the browser. Pure.

Addresses and browsers can contain anything: what cannot be read is ignored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from course.lessons import parts
from ui.drawing import tiles
from ui.drawing.tiles import EditedRow
from ui.kit.texts import pack, unpack

Mark = Literal["", "seen", "right", "other"]
"""Progress with a part: not yet; read (a part without a question); answered, rightly or otherwise."""
LONGEST_ANSWER, LONGEST_EDIT = 40, 600
"""Most characters of an answer, and of an edit, in the address."""
LONGEST_KEPT = 20_000
"""Most characters of an edit that the browser keeps."""
CHOICE, CLICKS = re.compile(r"\d{1,2}", re.ASCII), re.compile(r"w((?:\d{1,3}\.)*\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class LessonRecord:
    """A visitor's answer, changes and progress in one lesson; empty if nothing was done."""

    answer: str = ""
    edit: str = ""
    """Changed fields and rows of tiles, packed."""
    mark: Mark = ""

    @property
    def small(self) -> dict[str, str]:
        """Values for the address, by parameter; empty if they are too long for it."""
        return {
            "answer": self.answer if len(self.answer) <= LONGEST_ANSWER else "",
            "edit": self.edit if len(self.edit) <= LONGEST_EDIT else "",
        }


def make_record(
    lesson: parts.Lesson,
    values: parts.Values,
    edited_rows: Mapping[str, EditedRow],
    answer: parts.Answer | None,
    question: parts.Question | None = None,
) -> LessonRecord:
    """Return the record of a lesson in its present state; ``question`` is None if asked as outside a class."""
    question = question or lesson.ask(lesson.example)
    mark: Mark = "" if answer is None else "right" if question.is_right(answer) else "other"
    return LessonRecord(pack_answer(answer), pack_edit(lesson, values, edited_rows, answer is not None), mark)


def pack_answer(answer: parts.Answer | None) -> str:
    if answer is None:
        return ""
    return str(answer) if isinstance(answer, int) else f"w{'.'.join(map(str, answer))}"


def answer(code: str) -> parts.Answer | None:
    """Return an answer that was kept as text, or None; the question has still to check it."""
    if CHOICE.fullmatch(code):
        return int(code)
    if match := CLICKS.fullmatch(code):
        return tuple(int(place) for place in (match[1] or "").split(".") if place)
    return None


def pack_edit(lesson: parts.Lesson, values: parts.Values, edited_rows: Mapping[str, EditedRow], answered: bool) -> str:
    """Return the fields and tiles that differ from the lesson's, packed; clicks only while not yet the answer."""
    changed = {
        field.name: values[field.name]
        for field in lesson.fields
        if not isinstance(field, parts.WordsField) and values[field.name] != field.default
    }
    lines = {
        row: line for field in lesson.words for row, line in zip(field.rows, field.default.split("\n"), strict=True)
    }
    for row, edit in edited_rows.items():
        chosen = () if answered else edit.chosen
        if row in lines and (edit.text != lines[row] or chosen):
            changed[row] = [edit.by, [*chosen], "\n".join(edit.tiles)]
    return pack(changed) if changed else ""


def decode_edit(code: str, lesson: parts.Lesson) -> tuple[dict[str, Any], dict[str, EditedRow]]:
    """Return field -> value, and row of tiles -> its change, of a packed edit."""
    edit = _unpack_edit(code)
    fields = {
        field.name: value
        for field in lesson.fields
        if field.name in edit and (value := _valid_value(field, edit[field.name])) is not None
    }
    rows = {
        row: {"by": by, "chosen": chosen, "tiles": text.split("\n")}
        for field in lesson.words
        for row in field.rows
        if row in edit
        for by, chosen, text in _rows(edit[row])
    }
    return fields, tiles.parse_arrived_rows({"made": [0, rows]})[1]


def is_read(code: str, lesson: parts.Lesson) -> bool:
    """Return whether all of an edit can be read for this lesson; True for an empty edit."""
    fields, rows = decode_edit(code, lesson)
    return not code or {*fields, *rows} == {*_unpack_edit(code)} != set()


def _unpack_edit(code: str) -> dict[str, Any]:
    try:
        edit = unpack(code) if len(code) <= LONGEST_KEPT else {}
    except ValueError:
        return {}
    return edit if isinstance(edit, dict) else {}


def _rows(value: Any) -> list[tuple[Any, Any, str]]:
    match value:
        case [by, chosen, str(text)]:
            return [(by, chosen, text)]
    return []


def _valid_value(field: parts.Field, value: Any) -> Any:
    """Return the value if the field can have it, else None."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match field:
        case parts.ChoiceField() if value in field.options:
            return value
        case parts.Slider() if is_number and field.lowest <= value <= field.highest:
            return type(field.default)(value)
    return None


def class_record_name(code: str, name: str) -> str:
    """Return the browser's name for the record of a part; in a class it contains the class's code."""
    return f"{code}.{name}" if code else name


def read_records(value: Any) -> list[tuple[str, str, LessonRecord]]:
    """Return class code (empty for none), part and record of each valid entry that a browser sent."""
    if not isinstance(value, dict):
        return []
    return [
        (code, name, LessonRecord(answer, edit, mark))
        for key, entry in value.items()
        for answer, edit, mark in _checked_answer(entry)
        if isinstance(key, str)
        for code, _, name in [key.rpartition(".")]
    ]


def _checked_answer(value: Any) -> list[tuple[str, str, Mark]]:
    match value:
        case [str(answer), str(edit), "" | "seen" | "right" | "other" as mark]:
            return [(answer, edit, mark)]
    return []
