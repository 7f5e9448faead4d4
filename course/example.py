"""A lesson's example as the visitor has it: what is typed, chosen, dragged, or made of its tiles."""

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

KEPT: Final = "session"
"""What is set stays while other pages are visited."""
TILES = "tiles"
"""What the key of the tiles ends in, in place of a field's name."""
VIEW_CONTROL: Final = "view-control"
"""Key of the container of a control that only shows another side; a lesson has one at most."""
FORGOTTEN: Final = "lessons_forgotten"
"""The session's key for how often all answers were forgotten."""


def edited_tiles(name: str) -> Mapping[str, EditedRow]:
    """Return what the visitor has made of the lesson's tiles, by rows."""
    return tiles.edited_rows(example_key(name, TILES))


def put_edits_back(name: str, rows: Mapping[str, EditedRow]) -> None:
    """Before ``edited_tiles``: what was made of them in an earlier visit."""
    if rows:
        tiles.put_rows_back(example_key(name, TILES), rows)


def texts_of_tiles(lesson: parts.Lesson, made: Mapping[str, EditedRow]) -> dict[str, str]:
    """Return what is in the fields that are tiles."""
    return {field.name: _lines(field, made) for field in lesson.words}


def _lines(field: parts.WordsField, made: Mapping[str, EditedRow]) -> str:
    lines = zip(field.rows, field.default.split("\n"), strict=True)
    return "\n".join(made[row].text if row in made else line for row, line in lines)


def choose_values(name: str, lesson: parts.Lesson, but_for: str = "") -> dict[str, Any]:
    """Draws the other fields, except the one of this name; what they hold."""
    values = {}
    for field in lesson.fields:
        if not isinstance(field, parts.WordsField) and field.name != but_for:
            with st.container(key=VIEW_CONTROL) if field.is_view else nullcontext():
                values[field.name] = draw_field(name, field)
    return values


def draw_field(name: str, field: parts.Control, is_fixed: bool = False) -> Any:
    """Draws a field that is no tiles; what it holds."""
    return DRAWN[type(field)](field, example_key(name, field.name), is_fixed)


def value_of_field(name: str, field: parts.Control) -> Any:
    """Return what a field holds before it is drawn."""
    return state.widget_value(example_key(name, field.name), field.default)


def question_here(lesson: parts.Lesson) -> parts.Question:
    """The question as the visitor is asked it, alone or as a student of a class."""
    return class_question(lesson) if classroom_seat.attended() else lesson.ask(lesson.example)


def show_right_setting(name: str, lesson: parts.Lesson, question: parts.Question, with_tiles: bool) -> None:
    """Where the answer is shown to all: the control goes there once, and can be moved from there.

    Tiles do so unless they are somebody's answer.
    """
    goal, key = question.goal, f"{answer_key(name)}_shown"
    control = lesson.control(question.setting or (goal.moved if goal else ""))
    if state.widget_value(key):
        return
    state.set_widget_value(key, True)
    if control:
        right = parts.value_there(lesson, goal, control) if goal else parts.control_settings(control)[question.right]
        state.hold({example_key(name, control.name): right})
    elif with_tiles and goal and goal.tiles:
        put_edits_back(name, {**edited_tiles(name), goal.moved: EditedRow(goal.tiles, (), "drag")})


def hide_right_setting(name: str) -> None:
    """Undo ``show_right_setting``: the question is shown again."""
    if state.widget_value(key := f"{answer_key(name)}_shown"):
        state.forget([key])
        begin_anew(name)


def value_moved(name: str, lesson: parts.Lesson, question: parts.Question) -> dict[str, Any]:
    """Return what the field holds with which the question is answered, if there is one."""
    control = lesson.control(question.moved)
    return {control.name: value_of_field(name, control)} if control else {}


def example_key(name: str, which: str) -> str:
    """Return the key of a lesson's field, or of its tiles."""
    version = of_visitor(name)
    return f"{version}_{state.widget_value(version, 0)}_{which}"


def answer_key(name: str) -> str:
    """Of the widget, or of the words that were clicked; another one once all was forgotten, for a browser would keep
    the choice in the widget that it has, and send it again."""
    forgotten = state.widget_value(FORGOTTEN, 0)
    return "_".join([of_visitor(name), "answer", *([str(forgotten)] if forgotten else [])])


def of_visitor(name: str) -> str:
    """Return what the keys of a lesson begin with: a student has other ones in each class, where nothing was done yet."""
    return "_".join(filter(None, ("lesson", name, classroom_seat.attended())))


def begin_anew(name: str) -> None:
    """Begin an example anew. Widgets get new keys, because a browser keeps the values of the old ones."""
    state.forget([example_key(name, field.name) for field in LESSONS[name].fields])
    tiles.forget_tiles(example_key(name, TILES))
    version = of_visitor(name)
    state.set_widget_value(version, state.widget_value(version, 0) + 1)


def choose_one(field: parts.ChoiceField, key: str, is_fixed: bool) -> str:
    return st.segmented_control(
        field.label,
        field.options,
        default=field.default,
        required=True,
        key=key,
        disabled=is_fixed,
        persist_state=KEPT,
    )


def slide(field: parts.Slider, key: str, is_fixed: bool) -> float:
    return st.slider(
        field.label, field.least, field.most, field.default, field.step, key=key, disabled=is_fixed, persist_state=KEPT
    )


DRAWN: dict[type[parts.Control], Callable[[Any, str, bool], Any]] = {
    parts.ChoiceField: choose_one,
    parts.Slider: slide,
}
