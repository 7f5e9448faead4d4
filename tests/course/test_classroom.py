"""What a class chose as choices that are counted, and as bars."""

import pytest
from lxml import html

from course.classroom.classroom_ballot import CLICKED, TRIED, answer_bars, choice_labels, choice_of, right_choice
from course.lessons import parts
from tests.hostile import SCRIPTS

CHOICES = parts.Question("?", "", ("a", "b", "c"), 1)
WORDS = parts.Question("?", "", clicked=parts.ClickAnswer("output", ("the", "the", "cat"), {"the": 1, "cat": 1}))


def test_a_choice_counts_as_itself():
    assert choice_labels(CHOICES) == ("a", "b", "c")
    assert right_choice(CHOICES) == 1
    assert [choice_of(CHOICES, answer) for answer in (0, 1, 2)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("clicked", "said"),
    [
        ((0, 2), "All right"),
        ((1, 2), "All right"),
        ((0,), "Partly right"),
        ((0, 1, 2), "Partly right"),
        ((), "Not right"),
    ],
)
def test_clicked_words_count_as_right_partly_or_not(clicked, said):
    assert choice_labels(WORDS) == CLICKED
    assert choice_labels(WORDS)[right_choice(WORDS)] == "All right"
    assert choice_labels(WORDS)[choice_of(WORDS, clicked)] == said


def test_a_goal_is_reached_or_given_up():
    question = parts.Question("?", "", goal=parts.Goal("output-0", bool, "So."))
    assert choice_labels(question) == TRIED
    assert [choice_labels(question)[choice_of(question, answer)] for answer in (parts.REACHED, parts.GIVEN_UP)] == [
        *TRIED
    ]
    assert right_choice(question) == choice_of(question, parts.REACHED)


def rows(drawn):
    """What each choice is called, its sign and its own, the width of its bar, its number."""
    return [
        (row.xpath("string(span)"), row.xpath("string(i/i/@style)"), row.xpath("string(b)"), row.get("class"))
        for row in html.fromstring(drawn).xpath("//*[@class='votes']/div")
    ]


def test_a_bar_is_the_share_of_all_who_answered():
    assert rows(answer_bars(("a", "b", "c"), {0: 3, 2: 1}, right=2, own=0)) == [
        ("a your answer", "width:75.0%", "3", None),
        ("b", "width:0.0%", "0", None),
        ("✓ c", "width:25.0%", "1", "right"),
    ]


@pytest.mark.parametrize(("counts", "number"), [(None, ""), ({}, "0")])
def test_before_there_is_anything_to_see_bars_are_empty(counts, number):
    assert rows(answer_bars(("a", "b"), counts)) == [(name, "width:0.0%", number, None) for name in "ab"]


def test_names_stay_text():
    drawn = answer_bars(SCRIPTS, {0: 1})
    assert [name for name, *_ in rows(drawn)] == [*SCRIPTS]
    assert not html.fromstring(drawn).xpath("//script | //img | //*[@onerror]")
