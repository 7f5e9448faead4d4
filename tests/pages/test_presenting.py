"""Learn for a room: question, answer, next lesson; and the teacher's notes."""

import json

import pytest
from lxml import html as html_parser

from course import listing
from course.lessons import LESSONS
from course.present import presented_places
from course.story import bleu
from tests.pages.steps import button, can_press, go, html, press, ran

CHOSEN = "negation"
AFTER = list(LESSONS)[list(LESSONS).index(CHOSEN) + 1]


def said(at):
    return html_parser.fromstring(f"<div>{html(at)}</div>").text_content()


def place(at):
    return at.session_state["lesson"], at.session_state["part"]


def notes_windows(at):
    """What the page tells windows of notes, or is told by them."""
    drawn = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    return [data for data in drawn if "is_presented" in data]


def test_the_key_p_presents(visit):
    assert button(visit("learn", lesson=CHOSEN), "begin-presenting").proto.shortcut == "p"


@pytest.mark.exhaustive
def test_a_lesson_goes_from_its_question_to_its_answer_to_the_next_one_and_back(visit):
    at = visit("learn", lesson=CHOSEN)
    ran(button(at, "begin-presenting").click().run())
    lesson = LESSONS[CHOSEN]
    assert f"{list(LESSONS).index(CHOSEN) + 1} of {len(LESSONS)} · question" in said(at)
    assert lesson.claim not in said(at)
    assert notes_windows(at) == [{"is_presented": True, "place": [CHOSEN, ""]}]
    press(at, "present-on")
    assert place(at) == (CHOSEN, "answer")
    assert notes_windows(at) == [{"is_presented": True, "place": [CHOSEN, "answer"]}]
    assert lesson.claim in said(at)
    press(at, "present-on")
    assert place(at) == (AFTER, "")
    assert LESSONS[AFTER].claim not in said(at)
    press(at, "present-back", "present-back")
    assert place(at) == (CHOSEN, "")
    assert lesson.claim not in said(at)


def test_what_is_presented_is_the_lesson_that_was_chosen_just_before(visit):
    at = visit("learn", lesson=CHOSEN)
    (lessons,) = [box for box in at.selectbox if box.key == "lesson_list"]
    lessons.set_value(AFTER)
    ran(button(at, "begin-presenting").click().run())
    assert (at.session_state["present"], *place(at)) == ("1", AFTER, "")


def test_who_leaves_is_where_the_presentation_was(visit):
    at = visit("learn", lesson=CHOSEN, present="1", part="answer")
    assert not [box for box in at.selectbox if box.key == "lesson_list"]
    ran(button(at, "leave").click().run())
    assert (at.session_state["present"], *place(at)) == ("", CHOSEN, "")
    assert LESSONS[CHOSEN].claim not in said(at), "the visitor has not answered"
    assert at.selectbox(key="lesson_list").value == CHOSEN


def test_an_answer_opens_the_answer_and_back_leads_to_the_question(visit):
    at = visit("learn", lesson=CHOSEN, present="1")
    right = LESSONS[CHOSEN].ask(LESSONS[CHOSEN].example).right
    ran(at.radio(key=f"lesson_{CHOSEN}_answer").set_value(right).run())
    assert place(at) == (CHOSEN, "answer")
    assert "✓ Right." in said(at)
    press(at, "present-back")
    assert "✓ Right." not in said(at)
    ran(at.radio(key=f"lesson_{CHOSEN}_answer").set_value((right + 1) % 3).run())
    assert "✗ Not quite:" in said(at)


def test_an_answer_from_before_gives_nothing_away(visit):
    at = visit("learn", lesson=CHOSEN, present="1", answer="2")
    assert LESSONS[CHOSEN].claim not in said(at)


def test_the_presentation_goes_through_all_parts_once(visit):
    assert list(dict.fromkeys(name for name, _ in presented_places(in_class=False))) == list(listing.PARTS)
    at = visit("learn", lesson=listing.PARTS[0], present="1")
    assert not can_press(at, "present-back")
    at = visit("learn", lesson=listing.PARTS[-1], present="1")
    assert not can_press(at, "present-on")


@pytest.mark.parametrize("name", ["order", "clipping"])
def test_what_is_shown_can_be_tried_no_more(visit, name):
    """By tiles that were moved, or clicked."""
    at = visit("learn", lesson=name, present="1")
    assert any(button(at, key) for key in ("give-up", "check"))
    press(at, "present-on")
    assert not any(button(at, key) for key in ("give-up", "check"))


@pytest.mark.parametrize("part", ["answer", "no such", "<script>"])
def test_a_part_that_there_is_not_is_the_beginning(visit, part):
    at = visit("learn", lesson=bleu.NAME, present="1", part=part)
    assert not can_press(at, "present-back")
    assert can_press(at, "present-on")


def test_who_presents_without_a_class_has_notes(visit):
    """They follow, too; the page that is read links to none."""
    at = visit("learn", lesson=CHOSEN)
    assert not at.get("link_button")
    (link,) = (found.proto for found in ran(button(at, "begin-presenting").click().run()).get("link_button"))
    assert (link.label, link.url.rpartition("/")[2]) == ("Notes", f"learn?lesson={CHOSEN}&notes=1")
    notes = visit("learn", lesson=CHOSEN, notes="1")
    for secret in (LESSONS[CHOSEN].notes.say, LESSONS[CHOSEN].claim):
        assert secret in said(notes)
    assert [data["place"] for data in notes_windows(notes)] == [[CHOSEN, ""]]


def test_notes_are_told_before_the_lesson_is_drawn(visit):
    """So that they do not wait until it is computed."""
    at = visit("learn", lesson=CHOSEN, present="1")
    drawn = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    assert "is_presented" in drawn[0]


def test_the_door_leads_to_lessons_not_to_a_presentation(visit):
    at = go(visit("learn", lesson=CHOSEN, present="1"), "start")
    ran(at.button(key="begin-lessons").click().run())
    assert at.selectbox(key="lesson_list").value == bleu.NAME


@pytest.mark.parametrize(("name", "shown"), [("inflection", "3.52 / 5"), ("shifts", "3 / 13")])
def test_a_slide_with_the_answer_shows_the_picture_that_the_answer_is_about(visit, name, shown):
    """Nobody has moved anything; and the way back leads to the question as it was."""
    at = visit("learn", lesson=name, present="1")
    before = said(at)
    press(at, "present-on")
    assert place(at) == (name, "answer")
    assert shown in said(at)
    press(at, "present-back")
    assert place(at) == (name, "")
    assert said(at) == before
