"""A class on the Learn page, as its teacher and its students have it."""

import json
import re
import shutil
from io import BytesIO
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from lxml import html as html_parser
from streamlit.proto.WidgetStates_pb2 import WidgetState

from course.asking import prompt
from course.classroom import classroom, classroom_views
from course.classroom.class_question import class_question
from course.lessons import LESSONS, parts
from course.quiz.questions import quiz_items
from course.quiz.quiz import LENGTH, encode_choices
from course.records import class_record_name
from course.story import bleu
from server.identity import codes
from tests.lessons import tiles_that_reach
from tests.pages.people import AT
from tests.pages.steps import bring, facts, go, html, make, memory, ran, rows_of_tiles, said, texts, values
from tests.pages.steps import press as step
from tests.workspace.persons import Clock
from ui.kit import exports
from ui.store import kept
from workspace import Stage, UnavailableError, Workspace
from workspace.lectures import LASTS, NOWHERE
from workspace.storage.place import sqlite_file, url_of_file

ASKED = LESSONS["negation"].ask(LESSONS["negation"].example)
CLIPPING = LESSONS["clipping"].ask(LESSONS["clipping"].example)
AFTER = list(LESSONS)[list(LESSONS).index("negation") + 1]
GOAL = LESSONS["order"].ask(LESSONS["order"].example).goal


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def workspace(monkeypatch, tmp_path, empty_workspace, clock):
    """Each visit is another browser's."""
    of_browser = {"cookies": {}, "ip_address": "203.0.113.5", "url": f"{AT}/learn"}
    for name, value in of_browser.items():
        monkeypatch.setattr(type(st.context), name, property(lambda context, value=value: value))
    with Workspace(url_of_file(Path(shutil.copy(empty_workspace, tmp_path))), clock) as workspace:
        monkeypatch.setattr(kept, "server_workspace", lambda: workspace)
        yield workspace
        kept.forget_lookups()


@pytest.fixture
def teacher(workspace, visit):
    """At a lesson that a class is asked."""
    return press(visit("learn", lesson="negation"), "ask-a-class-0")


RIGHT = LESSONS["negation"].ask(LESSONS["negation"].example).right


@pytest.fixture
def come(visit, teacher):
    """``come()`` is another browser, which has opened the link of the class."""
    return lambda: visit("learn", **{"class": code_of(teacher)})


def press(at, key):
    return ran(at.button(key=key).click().run())


def code_of(at):
    return at.session_state["class"]


def show(at, stage):
    return press(at, f"class-stage-{stage}")


def answer(at, choice, name="negation"):
    return ran(asked(at, name).set_value(choice).run())


def asked(at, name="negation"):
    return at.radio(key=f"lesson_{name}_{code_of(at)}_answer")


def counts(at):
    """Choice -> how many, as the bars say it; empty where they do not."""
    drawn = html_parser.fromstring(f"<div>{html(at)}</div>").xpath("//*[@class='votes']/div")
    return {row.xpath("string(span)"): row.xpath("string(b)") for row in drawn}


@pytest.mark.exhaustive
def test_students_answer_and_all_see_what_the_teacher_shows(teacher, come):
    names = ASKED.choices
    students = [answer(come(), choice) for choice in (0, 1, 1)]
    assert "3 of 3 answered" in said(ran(teacher.run()))
    assert counts(teacher) == dict.fromkeys(names, "")
    for at in students:
        assert "Yours is counted" in said(at)
        assert not counts(at)
        assert not facts(at), "only the teacher shows what is right"
        assert LESSONS["negation"].claim not in said(at)
    show(teacher, Stage.COUNTED)
    assert counts(teacher) == {names[0]: "1", names[1]: "2", names[2]: "0"}
    assert not counts(come()), "who has not answered yet is not told what others think"
    answer(students[0], 1)
    assert counts(students[0]) == {names[0]: "0", f"{names[1]} your answer": "3", names[2]: "0"}
    assert "Right" not in said(students[0])
    show(teacher, Stage.ANSWERED)
    assert facts(teacher)
    answer(students[1], 0)
    for at in students:
        ran(at.run())
        assert counts(at) == {names[0]: "0", f"✓ {names[1]} your answer": "3", names[2]: "0"}
        assert facts(at)
        assert LESSONS["negation"].claim in said(at)


def test_students_are_where_the_teacher_is(teacher, come):
    student = answer(come(), 0)
    assert not [button for button in student.button if button.key == "ask-a-class-0"]
    assert not [part for part in student.get("bidi_component") if "next-lesson" in part.proto.json]
    show(teacher, Stage.ANSWERED)
    step(teacher, "next-lesson")
    assert LESSONS["references"].title in said(ran(student.run()))
    assert "0 of 1 answered" in said(student), "asked anew"
    assert not facts(student)
    for name in (bleu.NAME, "errata"):
        ran(teacher.selectbox(key="lesson_list").set_value(name).run())
        assert "Nothing is asked now" in said(ran(student.run()))
    ran(teacher.selectbox(key="lesson_list").set_value("negation").run())
    assert "1 of 1 answered" in said(ran(student.run())), "what was answered is still there"


def test_a_class_that_begins_with_what_bleu_is_finds_the_quiz(teacher, come):
    """Its teacher leads there."""
    ran(teacher.selectbox(key="lesson_list").set_value(bleu.NAME).run())
    press(teacher, "to-quiz")
    assert f"Question 1 of {LENGTH}" in said(come())


@pytest.mark.exhaustive
def test_of_words_that_are_all_the_same_the_number_that_was_clicked_counts(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value("clipping").run())
    clicked = CLIPPING.clicked
    right = sum(clicked.counts.values())
    for n in (right, right + 1, 1):
        at = come()
        make(at, **{clicked.row: {"tiles": list(clicked.words), "chosen": list(range(n)), "by": "click"}})
        press(at, "check")
        assert "Yours is counted" in said(at)
        assert not [mark for mark in ("✓", "✗") if mark in said(at)]
    show(teacher, Stage.COUNTED)
    assert {name: n for name, n in counts(teacher).items() if n != "0"} == {
        f"{right} words": "1",
        f"{right + 1} words": "1",
        "1 word": "1",
    }
    show(teacher, Stage.ANSWERED)
    assert counts(teacher)[f"✓ {right} words"] == "1"


def test_who_checks_before_a_word_is_clicked_is_asked_to_click(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value("clipping").run())
    at = come()
    make(at, **{CLIPPING.clicked.row: {"tiles": list(CLIPPING.clicked.words), "chosen": [], "by": "click"}})
    press(at, "check")
    assert "Click at least one word" in said(at)
    assert "Yours is counted" not in said(at)
    assert "0 of 1 answered" in said(ran(teacher.run()))
    make(at, 2, **{CLIPPING.clicked.row: {"tiles": list(CLIPPING.clicked.words), "chosen": [0], "by": "click"}})
    press(at, "check")
    assert "Click at least one word" not in said(at)
    assert "1 of 1 answered" in said(ran(teacher.run()))


def test_who_cannot_be_counted_is_in_the_class_all_the_same(teacher, come, monkeypatch):
    def full(*_):
        raise UnavailableError("There is no room.")

    monkeypatch.setattr(Workspace, "join_lecture", full)
    at = come()
    assert LESSONS["negation"].title in said(at)
    assert "0 answers" in said(ran(teacher.run()))


@pytest.mark.exhaustive
def test_who_leaves_the_class_is_in_it_no_more(teacher, come):
    first, second = come(), come()
    answer(first, 0)
    assert "1 of 2 answered" in said(ran(teacher.run()))
    press(second, "class-leave")
    assert "1 of 1 answered" in said(ran(teacher.run()))


def tile_row(at, name):
    row = rows_of_tiles(at)[name]
    return row["mode"], row["chosen"], [word["text"] for tile in row["tiles"] for word in tile["words"]]


@pytest.mark.exhaustive
def test_words_that_were_checked_stay_until_one_predicts_again(teacher, come):
    """What is shown is what counts."""
    ran(teacher.selectbox(key="lesson_list").set_value("clipping").run())
    words, row = list(CLIPPING.clicked.words), CLIPPING.clicked.row
    at = come()
    make(at, **{row: {"tiles": words, "chosen": [0, 1], "by": "click"}})
    press(at, "check")
    assert tile_row(at, row) == ("still", [0, 1], words)
    make(at, 2, **{row: {"tiles": words, "chosen": [0, 1, 2], "by": "click"}})
    assert tile_row(at, row) == ("still", [0, 1], words), "a click that was on its way"
    assert "“Predict again” changes it" in said(at)
    press(at, "predict-again")
    assert tile_row(at, row) == ("click", [], words)
    assert "What you answered before is counted" in said(at)
    make(at, 3, **{row: {"tiles": words, "chosen": [0, 1, 2], "by": "click"}})
    press(at, "check")
    show(teacher, Stage.COUNTED)
    assert counts(teacher)["3 words"] == "1"
    show(teacher, Stage.ANSWERED)
    assert tile_row(ran(at.run()), row)[0] == "drag", "to be played with"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["clipping", "order"])
def test_tiles_are_after_a_reload_what_was_answered(monkeypatch, teacher, come, name):
    """The browser has them; in another class, and alone, they are not there."""
    ran(teacher.selectbox(key="lesson_list").set_value(name).run())
    monkeypatch.setattr(classroom, "secret", lambda: "of the same browser")
    at, words = come(), LESSONS["order"].example["reference"].split()
    if name == "clipping":
        row = CLIPPING.clicked.row
        make(at, **{row: {"tiles": list(CLIPPING.clicked.words), "chosen": [0, 2], "by": "click"}})
        press(at, "check")
    else:
        row = GOAL.moved
        make(at, **{row: {"tiles": words, "by": "drag"}})
        press(at, "check")
    data = memory(at)[1]
    assert data["small"] == {"answer": "", "edit": ""}, "an address may be somebody else's"
    again = bring(come(), {data["name"]: data["record"], f"OTHER.{name}": ["", "", "other"]})
    assert tile_row(again, row) == tile_row(at, row)
    assert tile_row(again, row)[0] == "still"
    assert "Yours is counted" in said(again)
    assert "answered" in said(again)
    without = come()
    assert "What you answered before is counted" in said(without)
    assert tile_row(without, row)[0] != "still"
    press(again, "class-leave")
    assert facts(again), "what was answered is one's own"


@pytest.mark.exhaustive
def test_what_was_dragged_alone_is_no_vote(visit, teacher):
    ran(teacher.selectbox(key="lesson_list").set_value("order").run())
    at = visit("learn", lesson="order")
    make(at, **{GOAL.moved: {"tiles": LESSONS["order"].example["reference"].split(), "by": "drag"}})
    at.text_input(key="class-code").set_value(code_of(teacher))
    press(at, "FormSubmitter:form-class-code-Join")
    assert "0 of 1 answered" in said(at)
    assert tile_row(at, GOAL.moved)[0] == "drag"


@pytest.mark.exhaustive
def test_an_order_of_tiles_counts_whether_or_not_it_reaches_the_goal(teacher, come):
    """By one student BLEU rises, by two it does not; one has not sent yet what they dragged."""
    ran(teacher.selectbox(key="lesson_list").set_value("order").run())
    words = LESSONS["order"].example["reference"].split()
    assert "0 answers" in said(ran(teacher.run()))
    there, unsent, *others = (come() for _ in range(4))
    for at in (there, unsent):
        make(at, **{GOAL.moved: {"tiles": words, "by": "drag"}})
    for at in others:
        make(at, **{GOAL.moved: {"tiles": [*words[-2::-1], words[-1]], "by": "drag"}})
    for at in (there, *others):
        press(at, "check")
        assert "Yours is counted. “Try again” changes it" in said(at)
    assert "Yours is counted" not in said(unsent)
    assert not [at for at in (there, unsent, *others) if facts(at) or "✓" in said(at) or GOAL.way in said(at)]
    show(teacher, Stage.COUNTED)
    assert counts(teacher) == {"Reached": "1", "Not reached": "2"}
    show(teacher, Stage.ANSWERED)
    assert counts(teacher) == {"✓ Reached": "1", "Not reached": "2"}
    assert row_texts(teacher, GOAL.moved) == [*GOAL.tiles], "the teacher's picture shows what the answer says"
    assert "✓ Done." in said(ran(there.run()))
    make(unsent, 2, **{GOAL.moved: {"tiles": words[::-1], "by": "drag"}})
    assert counts(ran(teacher.run())) == {"✓ Reached": "1", "Not reached": "2"}, "it was too late"


def answer_in_any_way(at, name, is_right):
    """A student gives a right answer, or a wrong one, in the lesson's own way."""
    lesson = LESSONS[name]
    question = class_question(lesson)
    if question.clicked:
        words = question.clicked.words
        chosen = [place for place, verdict in enumerate(question.clicked.verdicts(())) if verdict == "missed"]
        make(
            at,
            **{
                question.clicked.row: {
                    "tiles": list(words),
                    "chosen": chosen if is_right else chosen[:-1],
                    "by": "click",
                }
            },
        )
    elif question.goal:
        tiles = tiles_that_reach(lesson, question.goal) if is_right else row_texts(at, question.goal.moved)
        make(at, **{question.goal.moved: {"tiles": tiles, "by": "drag"}})
    else:
        n_choices = len(question.choices)
        choice = next(place for place in range(n_choices) if question.is_right(place) == is_right)
        if question.is_listed:
            return answer(at, choice, name)
        control = lesson.control(question.moved)
        kind = at.slider if isinstance(control, parts.Slider) else at.button_group
        key = f"lesson_{name}_{code_of(at)}_0_{control.name}"
        ran(kind(key=key).set_value(parts.control_settings(control)[choice]).run())
    return press(at, "check")


def row_texts(at, name):
    """The tiles of a row, as the page draws them."""
    return [" ".join(word["text"] for word in tile["words"]) for tile in rows_of_tiles(at)[name]["tiles"]]


def drawn(at):
    """All that a phone shows, but for which answer is its own: sentences, charts, notes and colours of tiles."""
    rows = rows_of_tiles(at).values()
    looks = [
        (row["note"], sorted(word["shade"] or 0 for tile in row["tiles"] for word in tile["words"])) for row in rows
    ]
    return said(at), charts(at), looks, [one.label for one in at.button]


VERDICT = re.compile("✓ (Right|Done|Close enough)")
KINDS = ("zeros", "clipping", "order", "length", "permutations", "negation", "shifts", "learned", "raters", "smoothing")


@pytest.mark.quick_cases(1)
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize("name", KINDS)
def test_a_phone_says_the_same_of_right_and_wrong_answers_until_the_teacher_shows_what_is_right(teacher, come, name):
    """And both count."""
    ran(teacher.selectbox(key="lesson_list").set_value(name).run())
    right, wrong = come(), come()
    for at, is_right in ((right, True), (wrong, False)):
        answer_in_any_way(at, name, is_right)
        assert "Yours is counted" in said(at)
    ran(right.run())
    if name != "learned":  # whose bar is the bet, right or wrong
        assert drawn(right) == drawn(ran(wrong.run()))
    assert "2 of 2 answered" in said(ran(teacher.run()))
    show(teacher, Stage.ANSWERED)
    assert VERDICT.search(said(ran(right.run())))
    assert not VERDICT.search(said(ran(wrong.run())))
    assert facts(wrong)


def test_a_setting_is_sent_taken_back_and_judged_by_the_one_that_counts(teacher, come):
    """What stands there follows the control once the answer is shown; a page that is loaded again has the choice."""
    ran(teacher.selectbox(key="lesson_list").set_value("raters").run())
    question = class_question(LESSONS["raters"])
    student = answer_in_any_way(come(), "raters", False)
    assert "“Predict again” changes it" in said(student)
    press(student, "predict-again")
    assert "What you answered before is counted" in said(student)
    answer_again(student, question.right)
    assert "1 of 1 answered" in said(ran(teacher.run()))
    show(teacher, Stage.ANSWERED)
    assert "✓ Right." in said(ran(student.run()))
    answer_again(student, 0, is_sent=False)
    assert "✓ Right." in said(student), "the choice that counts"


def test_the_picture_goes_where_the_answer_is_once_the_teacher_shows_it(teacher, come):
    """What the teacher has set since stays."""
    ran(teacher.selectbox(key="lesson_list").set_value("raters").run())
    question = class_question(LESSONS["raters"])
    assert charts(teacher) == charts(come())
    before = charts(teacher)
    show(teacher, Stage.ANSWERED)
    assert charts(teacher) != before
    (group,) = [one for one in teacher.button_group if one.key.startswith("lesson_raters_")]
    assert group.value == question.choices[question.right]
    ran(group.set_value(question.choices[0]).run())
    assert charts(teacher) == before
    show(teacher, Stage.COUNTED)
    show(teacher, Stage.ANSWERED)
    assert charts(teacher) == before


def charts(at):
    return [chart.proto.spec for chart in at.get("plotly_chart")]


def answer_again(at, choice, is_sent=True):
    question = class_question(LESSONS["raters"])
    (group,) = [one for one in at.button_group if one.key.startswith("lesson_raters_")]
    ran(group.set_value(question.choices[choice]).run())
    return press(at, "check") if is_sent else at


@pytest.mark.exhaustive
def test_what_a_student_chose_is_their_own_once_they_leave(teacher, come):
    """The goal of who is alone, reached or not."""
    ran(teacher.selectbox(key="lesson_list").set_value("raters").run())
    for is_right in (True, False):
        at = answer_in_any_way(come(), "raters", is_right)
        press(at, "class-leave")
        assert ("✓ Done." in said(at)) == is_right
        assert bool(facts(at)) == is_right


def test_what_was_answered_before_is_there_after_a_reload(monkeypatch, teacher, come):
    monkeypatch.setattr(classroom, "secret", lambda: "of the same browser")
    answer(come(), 2)
    again = come()
    assert asked(again).value == 2
    assert "1 of 1 answered" in said(again)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    "typed",
    [
        str.lower,
        "{0[0]}{0[1]}{0[2]} {0[3]}{0[4]}{0[5]}".format,
        "http://x/learn?class={}".format,
        "http://x/learn?lesson=order&class={}&set=a".format,
    ],
)
def test_a_code_is_typed_in(visit, teacher, typed):
    at = visit("learn")
    at.text_input(key="class-code").set_value(typed(code_of(teacher)))
    press(at, "FormSubmitter:form-class-code-Join")
    assert LESSONS["negation"].title in said(at)
    press(at, "class-leave")
    assert LESSONS["negation"].title in said(at)
    assert not code_of(at)
    assert at.selectbox(key="lesson_list").value == "negation", "alone"


def test_a_wrong_code_is_said_and_counts_once(monkeypatch, workspace, visit):
    wrong = []
    monkeypatch.setattr(codes._limiter, "note", wrong.append)
    at = visit("learn", **{"class": "never"})
    ran(at.run())
    assert NOWHERE in said(at)
    assert bleu.TITLE in said(at), "the lessons are there"
    assert len(wrong) == 1
    at.text_input(key="class-code").set_value("never")
    press(at, "FormSubmitter:form-class-code-Join")
    assert NOWHERE in said(at)
    assert len(wrong) == 2
    monkeypatch.setattr(codes._limiter, "is_blocked", lambda address: True)
    assert codes.TOO_MANY_OF_CLASSES in said(visit("learn", **{"class": "never"}))


def test_the_verdict_is_on_the_choice_that_counts(teacher, come):
    student = answer(come(), RIGHT)
    show(teacher, Stage.ANSWERED)
    assert "✓ Right." in said(ran(student.run()))
    assert "✓ Right." in said(answer(student, (RIGHT + 1) % 3))


@pytest.mark.exhaustive
def test_what_was_answered_alone_is_no_vote(visit, teacher):
    student = visit("learn", lesson="negation")
    ran(student.radio(key="lesson_negation_answer").set_value(0).run())
    student.text_input(key="class-code").set_value(code_of(teacher))
    press(student, "FormSubmitter:form-class-code-Join")
    assert code_of(student) == code_of(teacher)
    assert asked(student).value is None
    assert "0 of 1 answered" in said(student)


def test_the_notes_count_what_the_class_has_answered(monkeypatch, teacher, visit, come):
    """With what is right, which nobody but the teacher sees yet; notes of another lesson count nothing."""
    presented = press(teacher, "begin-presenting")
    (link,) = (found.proto.url for found in presented.get("link_button"))
    assert f"class={code_of(teacher)}" in link
    for choice in (0, RIGHT):
        answer(come(), choice)
    monkeypatch.setattr(classroom, "secret", lambda: teacher.session_state["own_secret"])
    of_class = {"class": code_of(teacher), "notes": "1"}
    notes = visit("learn", lesson="negation", **of_class)
    assert "2 of 2 answered 1 right" in " ".join(said(notes).split())
    assert counts(notes)[f"✓ {ASKED.choices[RIGHT]}"] == "1"
    assert stages(ran(teacher.run())) == [Stage.ASKED], "notes lead nobody"
    assert not counts(visit("learn", lesson="order", **of_class))


@pytest.fixture
def notes_window(monkeypatch, teacher, visit):
    """The notes of the class's lesson, in another window of the teacher's browser."""
    monkeypatch.setattr(classroom, "secret", lambda: teacher.session_state["own_secret"])
    return visit("learn", lesson="negation", notes="1", **{"class": code_of(teacher)})


def place(at):
    return at.session_state["lesson"], at.session_state["part"]


def follow(at, *place):
    """Another window of the browser presents this."""
    (window,) = (element for element in at.get("bidi_component") if "is_presented" in element.proto.json)
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=window.proto.id, json_value=json.dumps({"place": place})))
    return ran(at._run(states))


def test_the_notes_follow_what_is_presented(notes_window):
    following = LESSONS[AFTER]
    follow(notes_window, "negation", "answer")
    assert f"{LESSONS['negation'].title} · answer" in said(notes_window)
    follow(notes_window, AFTER, "")
    assert f"{following.title} · question" in said(notes_window)
    assert following.notes.correction in said(notes_window)
    for wrong in (("no such", ""), ("negation", "no such"), ("quiz-before", ""), (1, 2), ()):
        follow(notes_window, *wrong)
        assert place(notes_window) == (AFTER, "")


def test_the_notes_have_a_way_to_the_lesson(notes_window):
    found = LESSONS["negation"].notes
    for text in (found.say, found.think, found.following, LESSONS[AFTER].title):
        assert text in said(notes_window)
    step(notes_window, "next-lesson")
    assert LESSONS[AFTER].notes.say in said(notes_window)
    press(notes_window, "leave-notes")
    assert LESSONS[AFTER].notes.say not in said(notes_window)
    assert notes_window.selectbox(key="lesson_list").value == AFTER


def test_notes_of_a_class_open_only_where_it_was_begun(teacher, visit, come):
    """Not on a student's phone, with any address."""
    (link,) = (found.proto for found in teacher.get("link_button"))
    assert link.label == "Notes"
    assert link.url.endswith(f"?lesson=negation&notes=1&class={code_of(teacher)}")
    lesson, of_class = LESSONS["negation"], {"class": code_of(teacher)}
    for phone in (visit("learn", notes="1", **of_class), come()):
        assert not phone.get("link_button")
        assert lesson.notes.say not in said(phone)
        assert lesson.claim not in said(phone)


def test_the_class_s_link_says_in_another_browser_that_its_view_is_a_student_s(teacher, come):
    """Its teacher may have opened it; leaving is the way back."""
    other = come()
    assert classroom_views.ABOUT_TEACHER in texts(other)
    assert f"Student in class{classroom_views.spoken_code(code_of(teacher))}" in said(other).replace("\n", "")
    assert classroom_views.ABOUT_TEACHER not in texts(teacher)
    press(other, "class-leave")
    assert classroom_views.ABOUT_TEACHER not in texts(other)


@pytest.mark.exhaustive
def test_a_class_that_has_ended_is_over_for_all(visit, teacher, come, clock):
    student, code = answer(come(), 0), code_of(teacher)
    press(teacher, "class-end")
    press(teacher, "class-end-now")
    assert f"{classroom.ENDED} Its answers are deleted from the server." in said(teacher)
    assert classroom.ENDED in said(ran(student.run()))
    assert NOWHERE not in said(student)
    assert student.selectbox(key="lesson_list").value == "negation", "where the class was"
    assert student.radio(key="lesson_negation_answer").value == 0, "one's own answer"
    assert facts(student)
    assert classroom.ENDED in said(ran(student.run())), "whatever else runs"
    step(student, "next-lesson")
    assert classroom.ENDED not in said(student)
    assert NOWHERE in said(visit("learn", **{"class": code})), "who comes too late"
    press(teacher, "ask-a-class-1")
    another = come()
    clock.time += LASTS
    for at in (another, teacher):
        assert classroom.ENDED in said(ran(at.run()))
        assert at.selectbox(key="lesson_list").value == "negation"


@pytest.mark.exhaustive
def test_a_teacher_is_asked_once_before_a_class_ends(workspace, teacher, come):
    student = answer(come(), 0)
    press(teacher, "class-end")
    assert classroom_views.END_ASKED in texts(teacher)
    press(teacher, "class-go-on")
    assert classroom_views.END_ASKED not in texts(teacher)
    assert LESSONS["negation"].title in said(ran(student.run()))
    press(teacher, "class-end")
    ran(teacher.selectbox(key="lesson_list").set_value("order").run())
    assert classroom.ENDED not in said(ran(student.run()))


@pytest.mark.exhaustive
def test_the_answers_of_all_lessons_are_taken_along(monkeypatch, workspace, teacher, come):
    """Before the class ends, and by the session that ended it; files are made outside the session."""
    monkeypatch.setattr(exports, "draw_download_button", lambda label, make, name, *_: files.update({name: make}))
    files = {}
    code = code_of(teacher)
    for choice in (0, 0, RIGHT):
        answer(come(), choice)
    ran(teacher.selectbox(key="lesson_list").set_value("order").run())
    press(come(), "check")
    ran(teacher.run())
    before = {name: make() for name, make in files.items()}
    files.clear()
    press(teacher, "class-end")
    press(teacher, "class-end-now")
    assert {name: make() for name, make in files.items()} == before
    (name,) = files
    assert name == f"bleuscope-{code}-class.csv"
    found = pd.read_csv(BytesIO(before[name]))
    assert dict(zip(found["choice"], found["chosen by"], strict=True)) == {
        **dict(zip(ASKED.choices, (2, 1, 0), strict=True)),
        "Reached": 0,
        "Not reached": 1,
    }
    step(teacher, "next-lesson")
    assert classroom.ENDED not in said(teacher)
    assert f"Your class {classroom_views.spoken_code(code)} has ended." in texts(teacher)


def test_a_class_without_answers_leaves_no_file(monkeypatch, teacher):
    press(teacher, "class-end")
    monkeypatch.setattr(exports, "draw_download_button", lambda *_: pytest.fail("There is nothing to be had."))
    press(teacher, "class-end-now")
    assert classroom.ENDED in said(teacher)


@pytest.mark.exhaustive
def test_a_class_that_ends_while_its_teacher_goes_on_is_over(monkeypatch, workspace, teacher):
    lead = workspace.lead

    def late(id_, secret, *asked):
        workspace.end_lecture(id_, secret)
        lead(id_, secret, *asked)

    monkeypatch.setattr(workspace, "lead", late)
    step(teacher, "next-lesson")
    assert classroom.ENDED in said(teacher)
    assert LESSONS["references"].title in said(teacher)


def test_a_class_outlasts_other_pages(teacher):
    code = code_of(teacher)
    go(teacher, "segments")
    go(teacher, "learn")
    assert code_of(teacher) == code
    assert stages(teacher) == [Stage.ASKED]


@pytest.mark.exhaustive
def test_without_a_workspace_the_button_says_so(monkeypatch, workspace, visit):
    at = visit("learn", lesson="negation")

    def refuse(*_):
        raise UnavailableError("The database cannot be used now; try again later.")

    monkeypatch.setattr(workspace, "begin_lecture", refuse)
    press(at, "ask-a-class-0")
    assert "A class needs the workspace, where answers are counted" in said(at)
    assert "The database cannot be used now" in said(at)
    assert LESSONS["negation"].title in said(at)


def test_a_workspace_that_is_no_database_any_more_is_said(workspace, visit):
    at = visit("learn", lesson="negation")
    workspace.database.close()
    sqlite_file(workspace.database.url).write_bytes(b"not a database" * 1000)
    press(at, "ask-a-class-0")
    assert "A class needs the workspace, where answers are counted" in said(at)
    assert LESSONS["negation"].title in said(at)


def test_a_class_full_of_answers_is_said(monkeypatch, teacher, come):
    monkeypatch.setattr("workspace.lectures.MAX_VOTES", 1)
    answer(come(), 0)
    late = answer(come(), 0)
    assert "no more are counted" in said(late)
    assert "Your answer is not counted" in said(late)


def test_no_secret_stands_on_a_page(teacher, come):
    student = answer(come(), 0)
    for at in (teacher, student):
        secret = at.session_state["own_secret"]
        assert secret not in html(at) + texts(at)


def stages(at):
    """The stages whose buttons say that the class is there."""
    primary = [button.key for button in at.button if button.proto.type == "primary"]
    return [stage for stage in Stage if f"class-stage-{stage}" in primary]


def chips(at):
    """Which stage the teacher sees that the class is at: of the bar at the top, and of the buttons."""
    bar = html_parser.fromstring(f"<div>{html(at)}</div>").xpath("string(//*[@class='presented']/span)")
    return bar.rpartition("· ")[2], stages(at)


@pytest.mark.exhaustive
def test_keys_lead_from_the_question_to_what_was_chosen_to_the_answer_and_back(teacher, come):
    student = answer(come(), 0)
    press(teacher, "begin-presenting")
    seen = {
        "question": (Stage.ASKED, [], False),
        "counts": (Stage.COUNTED, ["1", "0", "0"], False),
        "answer": (Stage.ANSWERED, ["1", "0", "0"], True),
    }
    for key, what in ((None, "question"), *(("present-on", what) for what in ("counts", "answer"))):
        check_all_see(teacher, student, key, what, *seen[what])
    for what in ("counts", "question"):
        check_all_see(teacher, student, "present-back", what, *seen[what])
    show(teacher, Stage.ANSWERED)
    check_all_see(teacher, student, None, "answer", *seen["answer"])
    step(teacher, "present-on")
    assert LESSONS["references"].title in said(ran(student.run()))
    assert not facts(student)
    assert chips(teacher) == ("question", [Stage.ASKED])


def test_a_key_leads_one_step_whatever_its_message_says_of_the_stage(teacher):
    press(teacher, "begin-presenting")
    step(teacher, "present-on")
    counts = values(teacher)
    step(teacher, "present-on")
    assert chips(teacher) == ("answer", [])
    step(teacher, "present-back", states=counts)
    assert chips(teacher) == ("counts", [Stage.COUNTED])


def check_all_see(teacher, student, key, what, stage, numbers, is_answered):
    """What the teacher reads, and the numbers and the answer that the student sees."""
    if key:
        step(teacher, key)
    assert chips(teacher) == (what, [] if is_answered else [stage])
    assert "has no part" not in said(teacher)
    assert bool(facts(teacher)) == is_answered
    assert code_of(teacher) in said(teacher).replace(" ", "")
    assert list(counts(ran(student.run())).values()) == numbers
    assert bool(facts(student)) == is_answered


@pytest.fixture
def teach(monkeypatch, teacher, visit):
    """``teach(lesson="order")`` is another tab of the browser that leads the class."""
    monkeypatch.setattr(classroom, "secret", lambda: teacher.session_state["own_secret"])
    return lambda **parameters: visit("learn", **{"class": code_of(teacher), **parameters})


def test_the_class_s_own_link_opens_for_its_teacher_where_the_class_is(teacher, teach, workspace):
    show(teacher, Stage.COUNTED)
    second = teach()
    assert second.selectbox(key="lesson_list").value == "negation"
    assert stages(second) == [Stage.COUNTED]
    press(second, "begin-presenting")
    assert chips(second) == ("counts", [Stage.COUNTED])
    assert stages(ran(teacher.run())) == [Stage.COUNTED]


@pytest.mark.exhaustive
def test_two_tabs_of_a_teacher_go_along_with_each_other(teacher, teach):
    second = teach(present="1")
    step(second, "present-on", "present-on", "present-on")
    assert chips(second) == ("question", [Stage.ASKED])
    assert ran(teacher.run()).selectbox(key="lesson_list").value == "references"
    assert ran(second.run()).session_state["lesson"] == "references", "nobody has moved it back"
    step(teacher, "previous-lesson")
    show(teacher, Stage.ANSWERED)
    assert chips(ran(second.run())) == ("answer", [])
    assert second.session_state["lesson"] == "negation"
    step(second, "present-back")
    assert stages(ran(teacher.run())) == [Stage.COUNTED]
    assert stages(teach(lesson="zeros")) == [Stage.ASKED]
    assert ran(teacher.run()).selectbox(key="lesson_list").value == "zeros", "an address that names a lesson leads"


@pytest.mark.exhaustive
def test_the_link_and_a_picture_of_it_are_there_to_be_seen(teacher):
    assert "Students answer this lesson on" in texts(teacher)
    assert "→ “Class”" in said(teacher)
    (picture,) = html_parser.fromstring(f"<div>{html(teacher)}</div>").xpath("//img[@class='qr']/@src")
    link = f"{AT}/learn?class={code_of(teacher)}"
    assert [code.value for code in teacher.code] == [link]
    drawn = html_parser.fromstring(f"<div>{classroom_views.qr_code(link, '')}</div>")
    assert picture == drawn.xpath("string(//img/@src)")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["order", "negation"])
def test_teacher_and_students_read_the_same_question(teacher, come, name):
    ran(teacher.selectbox(key="lesson_list").set_value(name).run())
    asked = prompt(LESSONS[name].ask(LESSONS[name].example))
    for at in (teacher, come()):
        assert asked in texts(at) + "".join(radio.label for radio in at.radio)


def take_quiz(at, form, n_right):
    """A student answers a form, the first ``n_right`` right; all but the last in a visit before, if this one began."""
    choices = [
        item.right if place < n_right else (item.right + 1) % len(item.choices)
        for place, item in enumerate(quiz_items(form))
    ]
    bring(
        at,
        {
            class_record_name(at.query_params["class"], f"quiz-{form}"): [
                encode_choices(form, tuple(choices[:-1])),
                "",
                "",
            ]
        },
    )
    for place, choice in enumerate(choices):
        for radio in [radio for radio in at.radio if radio.key == f"quiz-{form}-{place}"]:
            ran(radio.set_value(choice).run())
            step(at, "quiz-next")
    return at


def gains(at):
    """Idea -> what its row has."""
    rows = html_parser.fromstring(f"<div>{html(at)}</div>").xpath("//table//tbody/tr")
    return {
        row.xpath("string(td[1])"): [" ".join(cell.text_content().split()) for cell in row.xpath("td")[1:]]
        for row in rows
    }


@pytest.mark.exhaustive
def test_a_class_takes_the_quiz_before_and_after_by_one_code_and_sees_its_gain(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-before").run())
    assert "Nobody has finished yet." in said(teacher)
    assert not [radio for radio in teacher.radio if radio.key.startswith("quiz-")], "the teacher answers nothing"
    assert "Students answer the quiz on" in texts(teacher)
    assert texts(teacher).count(classroom_views.ABOUT_QUIZ) == 1
    students = [come(), come(), come()]
    assert "your class sees how many had each idea right, and nobody's name" in texts(students[0])
    for at, n_right in zip(students, (3, 6, 6), strict=True):
        assert not gains(ran(teacher.run())), "the result of the first ones is their own"
        take_quiz(at, "before", n_right)
        assert f"{n_right} of {LENGTH}" in said(at)
        assert classroom_views.QUIZ_COUNTED in said(at)
    assert "3 of 3 finished" in said(ran(teacher.run()))
    assert f"3 students took the quiz before the lessons: on average 5.0 of {LENGTH} right." in said(teacher)
    ideas = [LESSONS[item.lesson].title for item in quiz_items("before")]
    assert classroom_views.ABOUT_QUIZ not in texts(teacher), "the table has its place"
    found = gains(teacher)
    assert [*found] == ideas
    assert found[ideas[0]] == ["3 of 3"]
    assert found[ideas[5]] == ["2 of 3"]
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-after").run())
    for at, n_right in zip(students[:2], (5, 9), strict=True):
        take_quiz(ran(at.run()), "after", n_right)
        assert "of 3 students took both quizzes: the gain shows once 3 have, or once you show the answers." in said(
            ran(teacher.run())
        )
        assert gains(teacher)[ideas[4]] == ["2 of 3"]
    take_quiz(ran(students[2].run()), "after", 9)
    assert (
        f"3 of 3 students took both quizzes: 15 of {3 * LENGTH} answers right before the lessons and 23 after, 2.7"
        " more per student." in said(ran(teacher.run()))
    )
    found = gains(teacher)
    assert found[ideas[4]] == ["2 of 3", "3 of 3", "+33"]
    assert found[ideas[-1]] == ["0 of 3", "0 of 3", "0"]


@pytest.mark.exhaustive
def test_the_quiz_is_presented_and_shows_what_is_right_with_what_was_chosen(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-after").run())
    take_quiz(come(), "after", 3)
    press(teacher, "begin-presenting")
    assert "1 of 1 finished" in said(teacher)
    assert not counts(teacher), "the choices of a single student are not shown before they are closed"
    step(teacher, "present-on")
    assert place(teacher) == ("quiz-after", "answer")
    votes = html_parser.fromstring(f"<div>{html(teacher)}</div>").xpath("//*[@class='quiz-votes']/section")
    assert [section.xpath("string(p)") for section in votes] == [item.prompt for item in quiz_items("after")]
    right = [section.xpath("string(.//*[@class='right']/span)") for section in votes]
    assert right == [f"✓ {item.choices[item.right]}" for item in quiz_items("after")]
    assert [section.xpath("string(.//*[@class='right']/b)") for section in votes] == ["1"] * 3 + ["0"] * (LENGTH - 3)
    step(teacher, "present-on")
    assert place(teacher) == ("errata", "")


@pytest.mark.exhaustive
def test_answers_that_are_closed_say_what_a_small_class_gained(teacher, come):
    student = come()
    for form, n_right in (("before", 3), ("after", 5)):
        ran(teacher.selectbox(key="lesson_list").set_value(f"quiz-{form}").run())
        take_quiz(ran(student.run()), form, n_right)
    assert not gains(ran(teacher.run()))
    show(teacher, Stage.ANSWERED)
    assert f"1 of 1 student took both quizzes: 3 of {LENGTH} answers right before the lessons and 5 after" in said(
        teacher
    )
    assert gains(teacher)


@pytest.mark.exhaustive
def test_a_class_that_ends_in_the_quiz_is_over_on_its_phones(teacher, come):
    """They are not asked the questions again."""
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-after").run())
    student = take_quiz(come(), "after", 3)
    press(teacher, "class-end")
    press(teacher, "class-end-now")
    assert classroom.OVER_SAID in said(ran(student.run()))
    assert not student.radio
    press(student, "to-lessons")
    assert classroom.OVER_SAID not in said(student)


def test_before_a_question_the_teacher_sees_how_many_have_joined(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value(bleu.NAME).run())
    for number in (1, 2):
        come()
        assert f"{number} joined" in " ".join(said(ran(teacher.run())).split())


@pytest.mark.exhaustive
def test_what_is_right_in_the_quiz_is_the_teacher_s_to_show(teacher, come):
    """Not before the lessons; after them to all at once, and then no more answers are taken."""
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-before").run())
    assert not [button for button in teacher.button if (button.key or "").startswith("class-stage-")]
    ran(teacher.selectbox(key="lesson_list").set_value("quiz-after").run())
    assert stages(teacher) == [Stage.ASKED]
    done, slow = take_quiz(come(), "after", 3), come()
    assert classroom_views.QUIZ_COUNTED in said(done)
    assert f"3 of {LENGTH}" not in said(done)
    assert "Right is" not in said(done)
    show(teacher, Stage.ANSWERED)
    assert said(ran(done.run())).count("Right is") == LENGTH - 3
    assert f"3 of {LENGTH}" in said(done)
    assert classroom_views.QUIZ_COUNTED in said(done)
    assert classroom_views.QUIZ_CLOSED in texts(ran(slow.run()))
    assert not [radio for radio in slow.radio if radio.key.startswith("quiz-")]
    assert "1 of 2 finished" in said(ran(teacher.run()))


def test_a_student_who_opens_the_menu_is_to_join(visit, workspace):
    """The button in the colour of what is to be done next is theirs; a class is begun by another one."""
    at = visit("learn", lesson="negation")
    primary = {button.label: button.proto.type == "primary" for button in at.button}
    assert primary["Join"]
    assert not primary["Ask a class"]


def test_a_lesson_about_the_class_says_what_to_ask_first(teacher, come):
    ran(teacher.selectbox(key="lesson_list").set_value("raters").run())
    first = LESSONS["matches"].title
    assert f"Ask your class “{first}” first" in said(teacher)
    ran(teacher.selectbox(key="lesson_list").set_value("matches").run())
    for choice in (0, 1):
        answer(come(), choice, "matches")
    ran(teacher.selectbox(key="lesson_list").set_value("raters").run())
    assert f"Ask your class “{first}” first" not in said(teacher)
    assert "Your class on the same two outputs" in said(teacher)
