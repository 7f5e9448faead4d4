"""Storage of a visitor's answers and changes, so that they outlast a reload: in the address and in the browser.

The address has them if they are short, the browser has all of them. The server has them for the session only. The
browser keeps a record for each lesson, and for each part of the quiz, whose answers are in no address, because a link
to a lesson would give them away. After a reload the browser sends all records. For the lesson in the address, the
address comes first: it may be somebody else's link, so the browser keeps nothing of it until the visitor changes
something.

What a student does in a class is kept apart from what they do alone, by the browser only, and is theirs once they
leave.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from course import example, records
from course.classroom import classroom_seat
from course.example import FORGOTTEN, answer_key, begin_anew, example_key, lesson_key_prefix, question_here
from course.lessons import LESSONS, parts
from course.records import LessonRecord, Mark
from ui.kit import steps
from ui.session import state

KEY: Final = "lessons_memory"
VISIT, HAS_RECORDS_KEY = f"{KEY}_visit", f"{KEY}_known"
"""The session's keys for the visit's number, and for whether the browser has sent its records; own keys a class."""
LINKED: Final = f"{KEY}_linked"
"""The session's key for the lesson whose record the address had, and its record as first drawn; it may be invalid."""
UNREAD: Final = f"{KEY}_unread"
"""The session's key for the parameters of the address that cannot be read for that lesson."""
NO_CLASS: Final = ""
"""Code in place of a class's code for visitors without a class."""


def record_of_part(name: str) -> LessonRecord:
    """Return the record of a part as it was when the part was drawn last."""
    record: LessonRecord = state.widget_value(_key(name), LessonRecord())
    return record


def mark_of_part(name: str) -> Mark:
    return record_of_part(name).mark


def keep_lesson(name: str, record: LessonRecord) -> None:
    """Keep the record of the part that was just drawn."""
    state.set_widget_value(_key(name), record)
    linked, first_record = _linked_record()
    if name == linked and first_record is None:
        state.set_widget_value(LINKED, (name, record))
    elif name == linked and record != first_record:
        state.forget([LINKED])


def _linked_record() -> tuple[str, LessonRecord | None]:
    """Return the lesson in the address with its record, from ``LINKED``; empty in a class, which has none."""
    none = "", None
    return state.widget_value(LINKED, none) if classroom_seat.attended_class_code() == NO_CLASS else none


def _key(name: str) -> str:
    return f"{lesson_key_prefix(name)}_record"


def _class_key(key: str) -> str:
    """Return the session's key for this class."""
    return f"{key}{classroom_seat.attended_class_code()}"


def recall_part(name: str) -> None:
    """Read the address and the browser's records, if not done yet, before anything of the lesson is drawn."""
    if state.widget_value(_class_key(VISIT)) is None:
        state.set_widget_value(_class_key(VISIT), uuid4().hex)
        if classroom_seat.attended_class_code() == NO_CLASS and name in LESSONS:
            address_values = {parameter: state.asked_in_address(parameter) or "" for parameter in ("answer", "edit")}
            linked = LessonRecord(address_values["answer"], address_values["edit"])
            put_record_back(name, linked)
            if linked != LessonRecord():
                state.set_widget_value(LINKED, (name, None))
                state.set_widget_value(UNREAD, _unread(name, linked))
    take_browser_records()


def _unread(name: str, linked: LessonRecord) -> tuple[str, ...]:
    question, answer = LESSONS[name].ask(LESSONS[name].example), state.widget_value(answer_key(name))
    is_read = {
        "answer": not linked.answer or (answer is not None and question.can_be(answer)),
        "edit": records.is_read(linked.edit, LESSONS[name]),
    }
    return tuple(parameter for parameter, read in is_read.items() if not read)


def unreadable_parameters(name: str) -> tuple[str, ...]:
    """Return the parameters of the address that cannot be read for this lesson, until the visitor changes something."""
    parameters: tuple[str, ...] = state.widget_value(UNREAD, ()) if name == _linked_record()[0] else ()
    return parameters


def take_browser_records() -> None:
    """Put back the records that the browser has sent, once; also a callback."""
    match (state.widget_value(KEY) or {}).get("brought"):
        case [visit, browser_records] if visit == state.widget_value(_class_key(VISIT)) and not is_known():
            for code, name, record in records.read_records(browser_records):
                if code == classroom_seat.attended_class_code():
                    put_record_back(name, record)
            state.set_widget_value(_class_key(HAS_RECORDS_KEY), True)


def is_known() -> bool:
    """Return whether the browser has sent its records; a browser without records sends only if ``is_awaited``."""
    return bool(state.widget_value(_class_key(HAS_RECORDS_KEY)))


def put_record_back(name: str, record: LessonRecord) -> None:
    """Put back a record, unless something was answered or changed meanwhile."""
    if record_of_part(name) != LessonRecord():
        return
    state.set_widget_value(_key(name), record)
    if name not in LESSONS:
        return
    lesson = LESSONS[name]
    fields, rows = records.decode_edit(record.edit, lesson)
    answer = records.answer(record.answer)
    question = question_here(lesson)
    control = lesson.control(question.slider or question.setting)
    if control and isinstance(answer, int) and question.can_be(answer):
        fields |= {control.name: parts.control_settings(control)[answer]}
    if answer is not None:
        state.set_widget_value(answer_key(name), answer)
    state.set_widget_values({example_key(name, field): value for field, value in fields.items()})
    example.put_edits_back(name, rows)


def take_along(leave: Callable[[], object]) -> None:
    """Leave a class by calling ``leave``, and keep its answers for lessons in which the visitor has none yet."""
    record_of_lesson = {name: _record_outside_class(name, record_of_part(name)) for name in LESSONS}
    leave()
    for name, record in record_of_lesson.items():
        put_record_back(name, record)


def _record_outside_class(name: str, record: LessonRecord) -> LessonRecord:
    """Return a student's record as the lesson keeps it outside a class, where a choice is a goal, reached or not."""
    if not question_here(LESSONS[name]).setting:
        return record
    is_right = record.mark == "right"
    return replace(
        record, answer=records.pack_answer(parts.REACHED) if is_right else "", mark="right" if is_right else ""
    )


def forget_parts(names: Iterable[str]) -> None:
    """Begin these parts anew, and let the browser forget them."""
    for name in names:
        state.forget([_key(name), answer_key(name)])
        if name in LESSONS:
            begin_anew(name)
    state.forget([LINKED])
    state.set_widget_value(FORGOTTEN, state.widget_value(FORGOTTEN, 0) + 1)


def mount_memory(name: str, is_awaited: bool = False) -> None:
    """Draw the component of the browser's memory, at the end of a run.

    ``is_awaited`` says that the page draws more only after the browser has sent its records.
    """
    record, code = record_of_part(name), classroom_seat.attended_class_code()
    data: dict[str, Any] = {
        "visit": state.widget_value(_class_key(VISIT)),
        "is_known": is_known(),
        "is_awaited": is_awaited,
        "forgotten": state.widget_value(FORGOTTEN, 0),
        "name": records.class_record_name(code, name),
        "record": [record.answer, record.edit, record.mark],
        "is_own": name != _linked_record()[0],
        "small": record.small if code == NO_CLASS and name in LESSONS else LessonRecord().small,
    }
    _component(key=KEY, data=data, on_brought_change=take_browser_records)


_component: Any = steps.component_of_scripts(
    "bleuscope_memory", steps.PRESSES, Path(__file__).with_name("dragging.js"), Path(__file__).with_suffix(".js")
)
