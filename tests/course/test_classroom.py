"""What a class chose as choices that are counted, and as bars."""

from collections import Counter

import pytest
from lxml import html

from course.classroom.class_question import choice_ranges, class_question
from course.classroom.classroom_ballot import (
    TRIED,
    answer_bars,
    bar_counts,
    bar_labels,
    bars_of_choice,
    encode_answer,
    number_right,
    right_bars,
    shortest_bars,
)
from course.classroom.classroom_table import class_answers
from course.lessons import LESSONS, parts
from tests.hostile import SCRIPTS

CHOICES = parts.Question("?", "", ("a", "b", "c"), 1)
WORDS = parts.Question("?", "", clicked=parts.ClickAnswer("output", ("the", "the", "cat"), {"the": 1, "cat": 1}))


SAME = parts.Question("?", "", clicked=parts.ClickAnswer("output", ("the",) * 4, {"the": 2}))


def counted(question, *answers):
    """Label -> number, the right labels, and how many answers are right."""
    counts = Counter(encode_answer(question, answer) for answer in answers)
    labels = bar_labels(question)
    bars = {labels[place]: number for place, number in bar_counts(question, counts).items() if number}
    return bars, {labels[place] for place in right_bars(question)}, number_right(question, counts)


def test_a_choice_counts_as_itself():
    assert bar_labels(CHOICES) == ("a", "b", "c")
    assert counted(CHOICES, 0, 1, 1) == ({"a": 1, "b": 2}, {"b"}, 2)


def test_each_word_that_was_clicked_counts():
    question = parts.Question("?", "", clicked=parts.ClickAnswer("output", ("a", "b", "cat"), {"a": 1, "cat": 1}))
    assert counted(question, (0, 2), (0,), (1, 2), ()) == ({"a": 2, "b": 1, "cat": 2}, {"a", "cat"}, 1)


def test_it_does_not_matter_which_of_equal_words_was_clicked():
    assert counted(WORDS, (0, 2), (1, 2), (0, 1, 2))[2] == 2


def test_where_all_words_are_the_same_their_number_counts():
    assert bar_labels(SAME) == ("none", "1 word", "2 words", "3 words", "4 words")
    assert counted(SAME, (0, 3), (1, 2), (0,), (0, 1, 2, 3)) == (
        {"1 word": 1, "2 words": 2, "4 words": 1},
        {"2 words"},
        2,
    )


def test_many_steps_of_a_slider_are_counted_in_ranges():
    """All that are counted with the right one are right."""
    question = parts.Question("?", "", tuple(map(str, range(40, 61))), right=13, ranges=choice_ranges(21, 13))
    labels = bar_labels(question)
    assert labels == ("40 to 45", "46 to 51", "52 to 54", "55 to 60")
    assert counted(question, 0, 2, 12, 13, 20) == ({"40 to 45": 2, "52 to 54": 2, "55 to 60": 1}, {"52 to 54"}, 2)


def test_a_choice_that_no_answer_has_is_in_no_bar():
    assert bar_counts(WORDS, {1 << 19: 3}) == {0: 0, 1: 0, 2: 0}
    assert bars_of_choice(CHOICES, None) == frozenset()


def test_a_goal_is_reached_or_given_up():
    question = parts.Question("?", "", goal=parts.Goal("output-0", bool, "So."))
    assert bar_labels(question) == TRIED
    answers = parts.REACHED, parts.REACHED, parts.GIVEN_UP
    assert counted(question, *answers) == ({"Reached": 2, "Not reached": 1}, {"Reached"}, 2)


def answers_of(name, counts):
    """Choice -> how many chose it, of the table of one lesson."""
    table = class_answers({name: counts})
    return table, {*zip(table["choice"], table["chosen by"], strict=True)}


def test_the_table_has_every_choice_of_what_was_answered():
    """A slider's steps that somebody chose or that are right, each word that was clicked; no unknown lesson."""
    assert class_answers({}).empty
    assert class_answers({"no such": {0: 1}, "order": {}}).empty
    bet = class_question(LESSONS["learned"])
    table, found = answers_of("learned", {0: 2, bet.right: 1})
    counts = {0: 2, bet.right: 1}
    shown = [place for place in range(len(bet.choices)) if place in counts or bet.is_right(place)]
    assert found == {(bet.choices[place], counts.get(place, 0)) for place in shown}
    assert {*table["answers"], *table["right answers"]} == {3, 1}
    rights = [choice for place, choice in enumerate(bet.choices) if bet.is_right(place)]
    assert [*table["choice"][table["right"] == "yes"]] == rights
    _, found = answers_of("tokenization", {1: 1, 3: 2})
    words = LESSONS["tokenization"].ask(LESSONS["tokenization"].example).clicked.words
    assert {(words[0], 3), (words[1], 2)} <= found
    assert {*answers_of("order", {0: 4, 1: 1})[0]["lesson"]} == {2}


def rows(drawn):
    """What each choice is called, its sign and its own, the width of its bar, its number."""
    return [
        (row.xpath("string(span)"), row.xpath("string(i/i/@style)"), row.xpath("string(b)"), row.get("class"))
        for row in html.fromstring(drawn).xpath("//*[@class='votes']/div")
    ]


def test_a_bar_is_the_share_of_all_who_answered():
    assert rows(answer_bars(("a", "b", "c"), {0: 3, 1: 0, 2: 1}, 4, right={2}, own={0})) == [
        ("a your answer", "width:75.0%", "3", None),
        ("b", "width:0.0%", "0", None),
        ("✓ c", "width:25.0%", "1", "right"),
    ]


@pytest.mark.parametrize(("counts", "number"), [(None, ""), ({0: 0, 1: 0}, "0")])
def test_before_there_is_anything_to_see_bars_are_empty(counts, number):
    assert rows(answer_bars(("a", "b"), counts, 0)) == [(name, "width:0.0%", number, None) for name in "ab"]


def test_short_labels_stand_beside_their_bars():
    """Eight bars of two lines each do not fit on a slide."""
    assert html.fromstring(answer_bars(bar_labels(SAME), {}, 0)).get("data-labels") == "short"
    assert html.fromstring(answer_bars(("a", "A, which says it in other words"), {}, 0)).get("data-labels") == "long"


def test_beside_the_answer_stand_what_is_right_and_what_most_chose():
    """A slide has no room for eight bars."""
    question = parts.Question("?", "", tuple("abcdef"), right=4)
    counts = {0: 1, 1: 4, 2: 2, 3: 3}
    assert [row[0] for row in rows(shortest_bars(question, counts, 10))] == ["b", "d", "✓ e", "others"]
    assert [row[2] for row in rows(shortest_bars(question, counts, 10))] == ["4", "3", "0", "3"]
    assert [row[0] for row in rows(shortest_bars(question, {4: 2}, 2))] == ["✓ e"]


def test_names_stay_text():
    drawn = answer_bars(SCRIPTS, {0: 1}, 1)
    assert [name for name, *_ in rows(drawn)] == [*SCRIPTS]
    assert not html.fromstring(drawn).xpath("//script | //img | //*[@onerror]")
