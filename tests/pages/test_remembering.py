"""What was answered and changed in a lesson is there again in a later visit, by the address or from the browser."""

import re

import pytest
from lxml import html as html_parser

from course import records
from course.errata.errata import ERRATA
from course.lessons import LESSONS
from course.quiz.quiz import form_version
from tests.lessons import value_that_reaches
from tests.pages.steps import bring, button, html, make, memory, ran, rows_of_tiles
from ui.drawing.tiles import EditedRow

ASKED = "negation"
"""A lesson whose answer is a choice."""
RIGHT, WRONG = 1, 2
SCORE = re.compile(r"\d of \d right")
EDITED = EditedRow(("No", "coffee", "at", "all"), (), "type")


def said(at):
    return html_parser.fromstring(f"<div>{html(at)}</div>").text_content()


def words(at, row):
    return tuple(word["text"] for tile in rows_of_tiles(at)[row]["tiles"] for word in tile["words"])


def edit_code():
    lesson = LESSONS[ASKED]
    values = {**lesson.example, "reference": EDITED.text}
    return records.make_record(lesson, values, {"reference-0": EDITED}, None).edit


def test_the_address_has_answer_and_edit_and_brings_them_back(visit):
    at = visit("learn", lesson=ASKED)
    ran(at.radio(key="lesson_negation_answer").set_value(WRONG).run())
    make(at, reference_0={"tiles": list(EDITED.tiles), "by": "type"})
    small = memory(at)[1]["small"]
    assert small == {"answer": str(WRONG), "edit": edit_code()}
    later = visit("learn", lesson=ASKED, **small)
    assert later.radio(key="lesson_negation_answer").value == WRONG
    assert words(later, "reference-0") == EDITED.tiles
    ran(button(later, "back-to-example").click().run())
    assert "✗ Not quite:" in said(later)
    assert memory(later)[1]["small"]["edit"] == ""


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("answer", ["9", "w0", "-1", "x", "1.5"])
def test_an_answer_that_there_is_not_is_none(visit, answer):
    at = visit("learn", lesson=ASKED, answer=answer, edit="eJw")
    assert at.radio(key="lesson_negation_answer").value is None
    assert memory(at)[1]["small"] == {"answer": "", "edit": ""}


@pytest.mark.exhaustive
def test_a_goal_stays_reached_once_the_example_is_back(visit):
    at = visit("learn", lesson="length")
    ran(at.slider[0].set_value(value_that_reaches(LESSONS["length"], goal_of("length"))).run())
    ran(button(at, "back-to-example").click().run())
    later = visit("learn", lesson="length", **memory(at)[1]["small"])
    assert "✓ Done." in said(later)
    assert later.slider[0].value == LESSONS["length"].example["length"]


def goal_of(name):
    return LESSONS[name].ask(LESSONS[name].example).goal


def test_words_that_were_clicked_come_back_with_their_verdicts(visit):
    at = visit("learn", lesson="clipping", answer="w0.3")
    assert "✓ Right." in said(at)


@pytest.mark.exhaustive
def test_the_browser_brings_all_lessons_once(visit):
    at = visit("learn", lesson="order")
    assert not memory(at)[1]["is_known"]
    bring(at, {ASKED: [str(WRONG), edit_code(), "other"], "length": ["2", "", "right"], "bleu": ["", "", "seen"]})
    assert memory(at)[1]["is_known"]
    assert "1 of 2 right" in said(at)
    bring(at, {"order": ["1", "", "right"]})
    assert "1 of 2 right" in said(at), "the session knows better by now"
    ran(at.selectbox(key="lesson_list").set_value(ASKED).run())
    assert at.radio(key="lesson_negation_answer").value == WRONG
    assert words(at, "reference-0") == EDITED.tiles


def test_what_another_visit_is_asked_for_does_not_count(visit):
    at = bring(visit("learn", lesson="order"), {ASKED: [str(WRONG), "", "other"]}, visit="another")
    assert not SCORE.search(said(at))


def test_what_the_address_says_comes_first(visit):
    at = bring(visit("learn", lesson=ASKED, answer=str(RIGHT)), {ASKED: [str(WRONG), "", "other"]})
    assert at.radio(key="lesson_negation_answer").value == RIGHT


@pytest.mark.exhaustive
@pytest.mark.parametrize("answer", [str(RIGHT), "9"])
def test_what_a_link_says_is_kept_only_once_something_is_changed(visit, answer):
    """The second is no answer to it."""
    at = visit("learn", lesson=ASKED, answer=answer)
    assert not memory(at)[1]["is_own"]
    assert not memory(ran(at.run()))[1]["is_own"]
    ran(at.selectbox(key="lesson_list").set_value("order").run())
    assert memory(at)[1]["is_own"]
    ran(at.selectbox(key="lesson_list").set_value(ASKED).run())
    assert not memory(at)[1]["is_own"]
    ran(at.radio(key="lesson_negation_answer").set_value(WRONG).run())
    assert memory(at)[1]["is_own"]
    ran(at.radio(key="lesson_negation_answer").set_value(RIGHT).run())
    assert memory(at)[1]["is_own"]


def test_what_was_answered_in_the_quiz_is_forgotten_with_the_rest(visit):
    at = bring(visit("learn", lesson=ASKED), {"quiz-before": [f"{form_version('before')}.0", "", ""]})
    ran(button(at, "forget").click().run())
    assert not button(at, "forget")
    ran(at.selectbox(key="lesson_list").set_value("quiz-before").run())
    assert memory(at)[1]["record"] == ["", "", ""]


def test_what_the_address_of_the_quiz_says_is_no_answer(visit):
    at = visit("learn", lesson="quiz-before", answer="01")
    assert memory(at)[1]["record"] == ["", "", ""]


def test_how_far_one_is_can_be_seen_and_forgotten(visit):
    at = bring(
        visit("learn", lesson=ASKED, answer=str(RIGHT)), {"length": ["1", "", "other"], "order": ["1", "", "right"]}
    )
    signs = html_parser.fromstring(html(at)).xpath("//*[@class='way']//li")
    assert [sign.text_content() for sign in signs[:9]] == ["·", "·", "✓", "–", *4 * "·", "✓"]
    assert [place for place, sign in enumerate(signs) if sign.get("aria-current")] == [8]
    assert "right" in signs[2].get("title")
    assert "2 of 3 right" in said(at)
    (before,) = at.radio
    ran(button(at, "forget").click().run())
    assert not SCORE.search(said(at))
    (after,) = at.radio
    assert after.value is None
    assert after.id != before.id, "a browser keeps the choice of the widget that it has, and sends it again"
    assert (memory(at)[1]["forgotten"], memory(at)[1]["record"]) == (1, ["", "", ""])


def test_what_is_read_to_its_end_asks_nothing_and_is_marked(visit):
    """Errata are read with the last one, and stay so; to step onto them is not enough."""
    at = visit("learn", lesson="errata")
    assert memory(at)[1]["record"] == ["", "", ""]
    for name in ([*ERRATA][-1], next(iter(ERRATA))):
        ran(at.button_group(key="erratum").set_value(name).run())
        assert memory(at)[1]["record"] == ["", "", "seen"]
