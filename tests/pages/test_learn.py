"""The Learn page as Streamlit runs it: lessons, prediction and reveal, edits, and the way back."""

from functools import cache
from html import unescape
from itertools import count
from urllib.parse import parse_qs

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml import html as html_parser

from course import listing
from course.asking import CHANGED
from course.course import UNREAD
from course.errata.errata import ERRATA
from course.lessons import LESSONS, parts
from course.story import bleu
from tests.hostile import TEXTS
from tests.lessons import EDITS, TEXT_FIELDS, fitting, tiles_that_reach, value_that_reaches
from tests.pages.steps import can_press, facts, go, make, press, ran, rows_of_tiles, said, values
from tests.properties import examples
from ui.kit import texts as playground
from ui.kit.texts import pack

PRESSES = count(1)
"""Numbers of edits of one visitor."""
EVERY = pytest.mark.parametrize("name", LESSONS)


def answer(at, name, is_right):
    """One that is right, or one that is not."""
    question = LESSONS[name].ask(LESSONS[name].example)
    if question.goal:
        return pursue(at, name, question.goal, is_right)
    if question.clicked:
        places = right_places(question.clicked)
        return click_words(at, question.clicked, places if is_right else places[1:])
    wrong = (n for n in range(len(question.choices)) if not question.is_right(n))
    choice = question.right if is_right else next(wrong)
    if question.slider:
        return bet(at, name, LESSONS[name].control(question.slider), choice)
    return ran(at.radio(key=f"lesson_{name}_answer").set_value(choice).run())


def bet(at, name, slider, choice):
    if again := [button for button in at.button if button.key == "predict-again"]:
        ran(again[0].click().run())
    ran(control_of(at, slider).set_value(parts.slider_steps(slider)[choice]).run())
    return ran(at.button(key="check").click().run())


def control_of(at, field):
    """As it is drawn: its key has a number."""
    (found,) = (each for each in (*at.slider, *at.segmented_control) if each.label == field.label)
    return found


def pursue(at, name, goal, is_reached):
    """Moves tiles until it is reached, or gives up."""
    if again := [button for button in at.button if button.key == "predict-again"]:
        ran(again[0].click().run())
    if not is_reached:
        return ran(at.button(key="give-up").click().run())
    if control := LESSONS[name].control(goal.moved):
        return ran(control_of(at, control).set_value(value_that_reaches(LESSONS[name], goal)).run())
    return make(at, **{goal.moved: {"tiles": tiles_that_reach(LESSONS[name], goal), "by": "drag"}})


def right_places(clicked):
    """Of equal words the first ones."""
    words = clicked.words
    return [place for place, word in enumerate(words) if words[:place].count(word) < clicked.counts.get(word, 0)]


def click_words(at, clicked, places):
    if again := [button for button in at.button if button.key == "predict-again"]:
        ran(again[0].click().run())
    make(at, **{clicked.row: {"tiles": list(clicked.words), "chosen": list(places), "by": "click"}})
    return ran(at.button(key="check").click().run())


def typed(text):
    return {"tiles": text.split()}


@pytest.mark.exhaustive
@pytest.mark.one_case_in(6)
@EVERY
def test_a_lesson_opens_by_its_address_and_an_answer_opens_the_computation(visit, name):
    at = visit("learn", lesson=name)
    lesson = LESSONS[name]
    assert lesson.title in said(at)
    assert not facts(at)
    assert lesson.claim not in said(at), "it says the answer"
    assert "Sources" not in said(at), "some say it too"
    assert "Not quite" not in said(at)
    assert "Right." not in said(at)
    question = lesson.ask(lesson.example)
    at = answer(at, name, True)
    assert ("✓ Done." if question.goal else "✓ Right: you bet" if question.slider else "✓ Right.") in said(at)
    assert lesson.claim in said(at)
    assert "Sources" in said(at)
    assert facts(at)
    at = answer(at, name, False)
    assert (question.goal.way if question.goal else "✗ Not quite:") in said(at)
    assert "✓" not in said(at)


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(1)
@EVERY
def test_a_teacher_shows_the_answer_at_once(visit, name):
    at = visit("learn", lesson=name, answers="true")
    assert facts(at)
    assert LESSONS[name].claim in said(at)
    assert html_parser.fromstring(LESSONS[name].practice).text_content()[:40] in said(at)


@pytest.mark.parametrize("address", [{}, {"lesson": ""}, {"lesson": "<script>"}, {"lesson": "no such"}])
def test_the_first_lesson_is_what_an_address_without_one_shows(visit, address):
    assert bleu.TITLE in said(visit("learn", **address))


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ({"lesson": "<b>xyz"}, f"There is no lesson “<b>xyz”. Shown is “{listing.part_title(bleu.NAME)}”"),
        ({"lesson": "zeros", "present": "1", "part": "foo"}, "This lesson has no part “foo”"),
        ({"lesson": bleu.NAME, "present": "1", "part": "answer"}, "This lesson has no part “answer”"),
        ({"lesson": "quiz-before", "present": "1", "notes": "1"}, "The fifteen questions have no slides"),
    ],
)
def test_an_address_that_asks_for_what_there_is_not_is_told_so(visit, address, expected):
    assert expected in said(visit("learn", **address))


@pytest.mark.parametrize("number", [0, 1, len(LESSONS)])
def test_a_lesson_is_known_by_its_number(visit, number):
    at = visit("learn", lesson=str(number), present="1")
    assert at.session_state["lesson"] == listing.NUMBERED[number]
    assert at.session_state["present"] == "1"
    assert listing.part_title(listing.NUMBERED[number]) in said(at)


@pytest.mark.parametrize("number", [str(len(LESSONS) + 1), "-1", "01", "²", "1e1"])
def test_other_numbers_are_no_lessons(visit, number):
    assert f"There is no lesson “{number}”." in said(visit("learn", lesson=number))


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    ("name", "address", "expected"),
    [
        ("negation", {"answer": "1", "edit": ""}, []),
        ("negation", {"answer": "4"}, ["answer"]),
        ("negation", {"answer": "<b>x</b>"}, ["answer"]),
        ("negation", {"answer": "w1"}, ["answer"]),
        ("clipping", {"answer": "w1.99"}, ["answer"]),
        ("order", {"answer": str(parts.REACHED)}, []),
        ("negation", {"answer": "2", "edit": "no edit"}, ["edit"]),
        ("negation", {"edit": pack({"order": "2"})}, ["edit"]),
        ("clipping", {"edit": pack({"order": "2"})}, []),
        ("clipping", {"edit": pack({"order": "5"})}, ["edit"]),
    ],
)
def test_what_cannot_be_read_of_an_answer_or_an_edit_is_told_until_something_is_done(visit, name, address, expected):
    at = visit("learn", lesson=name, **address)
    assert [which for which, sentence in UNREAD.items() if sentence in unescape(said(at))] == expected
    at = answer(at, name, True)
    assert not [sentence for sentence in UNREAD.values() if sentence in unescape(said(at))]


def test_the_list_and_the_buttons_lead_to_other_lessons(visit):
    at, names = visit("learn", lesson="quiz-before"), list(LESSONS)
    assert not can_press(at, "previous-lesson")
    press(at, "next-lesson")
    assert bleu.TITLE in said(at)
    press(at, "next-lesson", "next-lesson")
    assert at.session_state["lesson"] == names[1], "of fast presses none is lost"
    press(at, "previous-lesson")
    assert at.session_state["lesson"] == names[0]
    assert f"1. {LESSONS[names[0]].title}" in said(at)


def test_a_press_counts_whose_message_has_the_list_as_it_was_before(visit):
    at, names = visit("learn", lesson="clipping"), list(LESSONS)
    before = values(at)
    press(at, "next-lesson")
    press(at, "next-lesson", states=before)
    assert at.session_state["lesson"] == names[names.index("clipping") + 2]
    ran(at.selectbox(key="lesson_list").set_value(names[-1]).run())
    assert f"{len(names)}. {LESSONS[names[-1]].title}" in said(at)
    press(at, "next-lesson")
    assert "Fifteen questions, after the lessons" in said(at)
    press(at, "next-lesson")
    assert not can_press(at, "next-lesson")
    assert at.header[0].value == next(iter(ERRATA.values())).claim
    ran(at.selectbox(key="lesson_list").set_value("quiz-after").run())
    press(at, "previous-lesson")
    assert at.session_state["lesson"] == names[-1]


def test_after_what_bleu_is_the_sentence_can_be_tried_and_the_first_lesson_follows(visit):
    at = visit("learn", lesson=bleu.NAME)
    assert not [toggle for toggle in at.toggle if toggle.key == "answers"], "there is no question"
    (link,) = (found.proto for found in at.get("page_link") if found.proto.label.startswith("Try it yourself"))
    assert playground.decode_link(parse_qs(link.query_string)["text"][0]) == bleu.TEXTS
    ran(at.button(key="next-below").click().run())
    assert at.session_state["lesson"] == next(iter(LESSONS))


def test_the_door_leads_to_the_beginning(visit):
    """Also where another lesson was read before."""
    at = go(visit("learn", lesson="zeros"), "start")
    ran(at.button(key="begin-lessons").click().run())
    assert at.session_state["lesson"] == bleu.NAME
    assert bleu.TITLE in said(at)


def test_whether_answers_are_shown_is_kept_where_there_are_none(visit):
    at = visit("learn", lesson="clipping", answers="true")
    press(at, "previous-lesson")
    press(at, "next-lesson")
    assert at.toggle(key="answers").value


def test_an_edit_moves_the_numbers_and_there_is_a_way_back(visit):
    at = visit("learn", lesson="clipping", answers="true")
    before = facts(at)
    assert before["modified precision"].startswith("2 / 7")
    reveal = "No reference has “the” more than"
    assert reveal in said(at)
    make(at, output_0=typed("the cat"))
    assert facts(at)["modified precision"].startswith("2 / 2")
    assert CHANGED in [caption.value for caption in at.caption]
    assert reveal not in said(at), "it is about the example"
    ran(at.button(key="back-to-example").click().run())
    assert facts(at) == before
    assert reveal in said(at)
    assert CHANGED not in [caption.value for caption in at.caption]
    assert not [button for button in at.button if button.key == "back-to-example"]
    assert words(at, "output-0") == ["the"] * 7


def words(at, row):
    return [word["text"] for tile in rows_of_tiles(at)[row]["tiles"] for word in tile["words"]]


def shades(at, row):
    return [word["shade"] for tile in rows_of_tiles(at)[row]["tiles"] for word in tile["words"]]


def verdicts(at, row):
    return [tile["verdict"] for tile in rows_of_tiles(at)[row]["tiles"]]


def test_words_are_clicked_without_colours_then_judged_then_changed(visit):
    at = visit("learn", lesson="clipping")
    assert rows_of_tiles(at)["output-0"]["mode"] == "click"
    assert shades(at, "output-0") == [None] * 7, "they give the answer away"
    make(at, output_0={"tiles": ["the"] * 7, "chosen": [1, 3, 4], "by": "click"})
    assert rows_of_tiles(at)["output-0"]["chosen"] == [1, 3, 4]
    assert not facts(at)
    ran(at.button(key="check").click().run())
    assert verdicts(at, "output-0") == ["", "right", "", "right", "wrong", "", ""]
    assert "✗ Not quite:" in said(at)
    assert rows_of_tiles(at)["output-0"]["mode"] == "drag"
    make(at, 2, output_0=typed("the cat the"))
    assert verdicts(at, "output-0") == [""] * 3
    assert shades(at, "output-0") == [2, 2, 1]
    assert "Not quite" not in said(at)
    ran(at.button(key="predict-again").click().run())
    assert not facts(at)
    assert (words(at, "output-0"), rows_of_tiles(at)["output-0"]["chosen"]) == (["the"] * 7, [])


def test_an_example_that_was_changed_is_not_judged(visit):
    at = visit("learn", lesson="clipping")
    make(at, references_0=typed("the the the"))
    assert at.button(key="check").disabled
    assert rows_of_tiles(at)["output-0"]["mode"] == "drag"
    ran(at.button(key="back-to-example").click().run())
    assert not at.button(key="check").disabled
    assert rows_of_tiles(at)["output-0"]["mode"] == "click"


@pytest.mark.exhaustive
def test_bleu_stays_while_pieces_are_moved_and_a_piece_stays_a_tile(visit):
    at = visit("learn", lesson="permutations")
    row = rows_of_tiles(at)["output-0"]
    assert row["note"] == "BLEU 37.44, 7 tiles still follow their old neighbour"
    tiles = [" ".join(word["text"] for word in tile["words"]) for tile in row["tiles"]]
    make(at, output_0={"tiles": tiles[::-1], "by": "drag"})
    row = rows_of_tiles(at)["output-0"]
    assert row["note"] == "BLEU 37.44"
    assert [" ".join(word["text"] for word in tile["words"]) for tile in row["tiles"]] == tiles[::-1]


def test_a_goal_is_reached_by_moving_tiles_and_stays_reached_when_they_are_moved_on(visit):
    at = visit("learn", lesson="order")
    lesson = LESSONS["order"]
    assert rows_of_tiles(at)["outputs-2"]["note"] == "BLEU 0.00"
    close = ["the", "quick", "brown", "dog", "lazy", "the", "over", "jumps", "fox"]
    make(at, 1, outputs_2={"tiles": close, "by": "drag"})
    assert not facts(at), "three in a row do not do"
    reached = [*close[:3], "fox", *close[3:8]]
    make(at, 2, outputs_2={"tiles": reached, "by": "drag"})
    assert "✓ Done." in said(at)
    assert facts(at)["C: fours"] == "1 of 6"
    make(at, 3, outputs_2={"tiles": close, "by": "drag"})
    assert "✓ Done." in said(at)
    assert lesson.claim in said(at)
    make(at, 4, outputs_2={"tiles": reached, "by": "drag"}, outputs_0=typed("x"))
    assert "✓ Done." not in said(at)
    assert CHANGED in [caption.value for caption in at.caption]
    ran(at.button(key="predict-again").click().run())
    assert not facts(at)
    assert words(at, "outputs-2") == lesson.example["outputs"].split("\n")[2].split()


GOALS = {name: goal for name, lesson in LESSONS.items() if (goal := lesson.ask(lesson.example).goal)}


@pytest.mark.parametrize("name", ["pvalue", "order"])
def test_where_answers_are_shown_the_picture_is_the_one_that_the_answer_is_about(visit, name):
    """A slider, or tiles that nobody has moved; and it is nobody's answer."""
    at, lesson, goal = visit("learn", lesson=name), LESSONS[name], GOALS[name]
    before = said(at)
    ran(at.toggle(key="answers").set_value(True).run())
    if control := lesson.control(goal.moved):
        there = {control.name: control_of(at, control).value}
    else:
        there = {"outputs": "\n".join(" ".join(words(at, f"outputs-{place}")) for place in range(3))}
    assert goal.is_reached({**lesson.example, **there})
    assert "✓ Done" not in said(at)
    assert not [button for button in at.button if button.key in ("give-up", "check", "back-to-example")]
    ran(at.toggle(key="answers").set_value(False).run())
    assert said(at) == before


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("name", GOALS)
def test_who_gives_up_sees_what_is_moved_where_the_goal_is_reached(visit, name):
    at, lesson, goal = visit("learn", lesson=name), LESSONS[name], GOALS[name]
    ran(at.button(key="give-up").click().run())
    assert "✓ Done" not in said(at)
    if control := lesson.control(goal.moved):
        there = {control.name: control_of(at, control).value}
    else:
        (field,) = (field for field in lesson.words if goal.moved in field.rows)
        there = {field.name: "\n".join(" ".join(words(at, row)) for row in field.rows)}
    assert goal.is_reached({**lesson.example, **there})


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("name", ["order", "negation"])
def test_a_question_about_the_example_waits_until_that_is_back(visit, name):
    at = visit("learn", lesson=name)
    make(at, reference_0=typed("something else"))
    assert CHANGED in [caption.value for caption in at.caption]
    if name == "order":
        make(at, 2, outputs_2=typed("something else"))
    else:
        assert at.radio(key="lesson_negation_answer").disabled
    assert not facts(at)
    ran(at.button(key="back-to-example").click().run())
    assert CHANGED not in [caption.value for caption in at.caption]


def test_references_that_are_edited_count(visit):
    at = visit("learn", lesson="permutations", answers="true")
    before = facts(at)
    make(at, references_0=typed("x"), references_1=typed("y"))
    assert facts(at) != before
    assert CHANGED in [caption.value for caption in at.caption]
    ran(at.button(key="back-to-example").click().run())
    assert facts(at) == before


def test_an_edit_that_was_heard_counts_once(visit):
    at = visit("learn", lesson="order")
    make(at, 5, outputs_1=typed("x"))
    make(at, 5, outputs_1=typed("y"))
    assert words(at, "outputs-1") == ["x"]
    make(at, 6, outputs_2=typed("z"))
    assert [words(at, f"outputs-{n}") for n in (1, 2)] == [["x"], ["z"]]


def test_what_a_table_lacks_fits_its_narrowest_column(visit):
    at = visit("learn", lesson="significance", answers="true")
    assert {frame.proto.placeholder for frame in at.dataframe} == {"–"}


@pytest.mark.exhaustive
def test_edits_and_answers_outlast_other_pages(visit):
    at = answer(visit("learn", lesson="clipping"), "clipping", True)
    make(at, 2, output_0=typed("the cat"))
    edited = facts(at)
    go(at, "segments")
    go(at, "learn")
    assert facts(at) == edited


@pytest.fixture
def opened(visit):
    """``opened(name)`` is one visitor's view of a lesson, for all examples of a test."""
    return cache(lambda name: visit("learn", lesson=name, answers="true"))


@pytest.mark.one_case_in(4)
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TEXT_FIELDS)
@settings(examples(1), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(EDITS, min_size=3, max_size=3))
@example([""] * 3)
@example(["x"] * 3)
@example([" ".join(TEXTS)] * 3)
@example(["the " * 500] * 3)
def test_no_text_breaks_the_page(opened, name, edited):
    at = opened(name)
    edits = {}
    for which, written in zip(TEXT_FIELDS[name], edited, strict=False):
        edits |= zip(which.rows, map(typed, fitting(which, written).split("\n")), strict=True)
    make(at, next(PRESSES), **edits)
    assert facts(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("settings", [{"tokenize": "char"}, {"lowercase": "true"}, {"smoothing": "none"}])
def test_the_sidebar_changes_nothing_in_a_lesson(visit, settings):
    usual = visit("learn", lesson="zeros", answers="true")
    assert facts(visit("learn", lesson="zeros", answers="true", **settings)) == facts(usual)
