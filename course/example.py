"""A lesson's example as the visitor has changed it: fields and tiles."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, Final

import streamlit as st

from course.classroom import classroom_seat
from course.classroom.class_question import class_question
from course.lessons import LESSONS, parts
from ui.drawing import tiles
from ui.drawing.tiles import EditedRow
from ui.session import state

PERSIST_SESSION: Final = "session"
"""Value of ``persist_state``: a setting is kept while other pages are visited."""
TILES = "tiles"
"""End of the key of the tiles, in place of a field's name."""
VIEW_CONTROL: Final = "view-control"
"""Key of the container of a control that only changes the view; a lesson has at most one."""
FORGOTTEN: Final = "lessons_forgotten"
"""The session's key for the number of times that all answers were forgotten."""


def edited_tiles(name: str) -> Mapping[str, EditedRow]:
    """Return the visitor's changes to the lesson's tiles, by rows."""
    return tiles.edited_rows(example_key(name, TILES))


def put_edits_back(name: str, rows: Mapping[str, EditedRow]) -> None:
    """Put back the tiles of an earlier visit, before ``edited_tiles`` is called."""
    if rows:
        tiles.restore_edits(example_key(name, TILES), rows)


def texts_of_tiles(lesson: parts.Lesson, edited_rows: Mapping[str, EditedRow]) -> dict[str, str]:
    """Return the texts of the fields that are tiles, by field."""
    return {field.name: _lines(field, edited_rows) for field in lesson.words}


def _lines(field: parts.WordsField, edited_rows: Mapping[str, EditedRow]) -> str:
    lines = zip(field.rows, field.default.split("\n"), strict=True)
    return "\n".join(edited_rows[row].text if row in edited_rows else line for row, line in lines)


def choose_values(name: str, lesson: parts.Lesson, but_for: str = "") -> dict[str, Any]:
    """Draw the fields other than tiles, except the field named ``but_for``; return their values."""
    values = {}
    for field in lesson.fields:
        if not isinstance(field, parts.WordsField) and field.name != but_for:
            with st.container(key=VIEW_CONTROL) if field.is_view else nullcontext():
                values[field.name] = draw_field(name, field)
    return values


def draw_field(name: str, field: parts.Control, is_fixed: bool = False) -> Any:
    """Draw a field other than tiles; return its value."""
    return CONTROL_WIDGETS[type(field)](field, example_key(name, field.name), is_fixed)


def value_of_field(name: str, field: parts.Control) -> Any:
    """Return the value of a field before it is drawn."""
    return state.widget_value(example_key(name, field.name), field.default)


def question_here(lesson: parts.Lesson) -> parts.Question:
    """Return the lesson's question as the visitor is asked it, alone or as a student of a class."""
    return class_question(lesson) if classroom_seat.attended_class_code() else lesson.ask(lesson.example)


def show_right_setting(name: str, lesson: parts.Lesson, question: parts.Question, with_tiles: bool) -> None:
    """Move the control to the right setting once, when the answer is shown to all; it can be moved afterwards.

    Tiles are moved only if ``with_tiles``, because a student's tiles may be an answer.
    """
    goal, key = question.goal, f"{answer_key(name)}_shown"
    control = lesson.control(question.setting or (goal.moved if goal else ""))
    if state.widget_value(key):
        return
    state.set_widget_value(key, True)
    if control:
        right = parts.value_at_goal(lesson, goal, control) if goal else parts.control_settings(control)[question.right]
        state.set_widget_values({example_key(name, control.name): right})
    elif with_tiles and goal and goal.tiles:
        put_edits_back(name, {**edited_tiles(name), goal.moved: EditedRow(goal.tiles, (), "drag")})


def hide_right_setting(name: str) -> None:
    """Undo ``show_right_setting``, when the question is shown again."""
    if state.widget_value(key := f"{answer_key(name)}_shown"):
        state.forget([key])
        begin_anew(name)


def value_moved(name: str, lesson: parts.Lesson, question: parts.Question) -> dict[str, Any]:
    """Return the value of the field that answers the question, by the field's name; empty if none does."""
    control = lesson.control(question.moved)
    return {control.name: value_of_field(name, control)} if control else {}


def example_key(name: str, field_name: str) -> str:
    """Return the key of a lesson's field, or of its tiles."""
    version = lesson_key_prefix(name)
    return f"{version}_{state.widget_value(version, 0)}_{field_name}"


def answer_key(name: str) -> str:
    """Return the key of the answer: of its widget, or of the clicked words.

    The key changes when all answers are forgotten, because a browser keeps the choice of an existing widget and would
    send it again.
    """
    forgotten = state.widget_value(FORGOTTEN, 0)
    return "_".join([lesson_key_prefix(name), "answer", *([str(forgotten)] if forgotten else [])])


def lesson_key_prefix(name: str) -> str:
    """Return the start of a lesson's keys; a student has other keys in each class, so each class begins empty."""
    return "_".join(filter(None, ("lesson", name, classroom_seat.attended_class_code())))


def begin_anew(name: str) -> None:
    """Begin an example anew, with new keys for its widgets, because a browser keeps the values of old ones."""
    state.forget([example_key(name, field.name) for field in LESSONS[name].fields])
    tiles.forget_tiles(example_key(name, TILES))
    version = lesson_key_prefix(name)
    state.set_widget_value(version, state.widget_value(version, 0) + 1)


def choose_one(field: parts.ChoiceField, key: str, is_fixed: bool) -> str:
    return st.segmented_control(
        field.label,
        field.options,
        default=field.default,
        required=True,
        key=key,
        disabled=is_fixed,
        persist_state=PERSIST_SESSION,
    )


def slide(field: parts.Slider, key: str, is_fixed: bool) -> float:
    return st.slider(
        field.label,
        field.lowest,
        field.highest,
        field.default,
        field.step,
        key=key,
        disabled=is_fixed,
        persist_state=PERSIST_SESSION,
    )


CONTROL_WIDGETS: dict[type[parts.Control], Callable[[Any, str, bool], Any]] = {
    parts.ChoiceField: choose_one,
    parts.Slider: slide,
}
