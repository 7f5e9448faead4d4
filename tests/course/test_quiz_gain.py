"""What a class gained between both forms of the quiz, from counts alone."""

import math
from collections import Counter

import pytest

from course.classroom.classroom_table import class_answers
from course.classroom.quiz_gain import (
    choices_of_number,
    class_gain_html,
    class_gain_sentence,
    counts_of_both,
    mean_right,
    number_of_both,
    number_of_choices,
    right_counts,
)
from course.lessons import LESSONS
from course.quiz.questions import FORMS, quiz_items
from course.quiz.quiz import LENGTH
from workspace import ANSWERED_BOTH
from workspace.lectures import MAX_CHOICES

BEFORE, AFTER = quiz_items("before"), quiz_items("after")


def chosen(form, *rights, both=False):
    """The number of the choices of somebody who has these questions right, and no other one."""
    items = enumerate(quiz_items(form))
    choices = [item.right if place in rights else (item.right + 1) % len(item.choices) for place, item in items]
    return number_of_choices(form, choices) + ANSWERED_BOTH * both


@pytest.mark.parametrize("form", FORMS)
def test_each_choice_is_counted_whatever_the_others_are(form):
    items = quiz_items(form)
    for choices in ([0] * LENGTH, [len(item.choices) - 1 for item in items], [item.right for item in items]):
        number = number_of_choices(form, choices)
        assert choices_of_number(form, number) == choices_of_number(form, number + ANSWERED_BOTH) == choices
        assert number < math.prod(len(item.choices) for item in items) <= MAX_CHOICES <= ANSWERED_BOTH


def test_counts_of_choices_are_counts_of_ideas():
    counts = {chosen("before", 0, 2): 2, chosen("before", 0): 1, chosen("before"): 1}
    assert right_counts("before", counts)[:4] == [3, 0, 2, 0]
    assert mean_right("before", counts) == 5 / 4


def test_the_sentence_says_how_many_took_which_form():
    assert class_gain_sentence({}) == "Nobody has finished yet."
    before = {"before": {chosen("before", 0): 4}}
    said = f"4 students took the quiz before the lessons: on average 1.0 of {LENGTH} right."
    assert class_gain_sentence(before) == said
    apart = before | {"after": {chosen("after", 0, 1): 3}}
    assert class_gain_sentence(apart) == (
        f"{said} 3 students took the quiz after the lessons: on average 2.0 of {LENGTH} right."
        " Nobody has taken both yet."
    )


def test_the_result_of_one_or_two_is_their_own():
    """Until more have finished, or the teacher closes the answers."""
    before, after = {chosen("before", 0): 3}, {chosen("after", 0, 1): 2}
    counts = {"before": before, "after": after}
    assert class_gain_sentence({"before": {chosen("before", 0): 1}}) == (
        "1 student took the quiz before the lessons: the result shows once 3 have."
    )
    assert not class_gain_html({"before": {chosen("before", 0): 2}})
    assert "2 students took the quiz after the lessons: the result shows once 3 have, or" in class_gain_sentence(counts)
    assert f"2.0 of {LENGTH}" not in class_gain_sentence(counts)
    assert f"2.0 of {LENGTH}" in class_gain_sentence(counts, is_closed=True)
    shown = class_gain_html(counts)
    assert "<td>3 of 3</td></tr>" in shown, "no empty columns"
    assert "right after" not in shown
    assert "gain" not in shown.replace('class="gain"', "")
    both = {form: {chosen(form, 0, both=True): 2} for form in FORMS}
    assert class_gain_sentence(both, n_joined=3) == (
        "2 of 3 students took both quizzes: the gain shows once 3 have, or once you show the answers."
    )
    assert class_gain_sentence(both, is_closed=True).startswith("2 of 2 students took both quizzes")
    assert class_gain_sentence(both, n_joined=3, is_closed=True).startswith("2 of 3 students took both quizzes")


def test_only_those_who_took_both_forms_have_gained():
    """One went from three to five; two others, who began with four and six, have not come back."""
    before = Counter([chosen("before", 0, 1, 2, both=True), chosen("before", *range(4)), chosen("before", *range(6))])
    counts = {"before": before, "after": {chosen("after", *range(5), both=True): 1}}
    assert number_of_both(counts) == 1
    assert sum(counts_of_both(counts)["before"].values()) == 1
    assert class_gain_sentence(counts, is_closed=True) == (
        f"1 of 3 students took both quizzes: 3 of {LENGTH} answers right before the lessons and 5 after, 2.0 more per"
        " student."
    )
    shown = class_gain_html(counts, is_closed=True)
    assert f"<td>{LESSONS[BEFORE[3].lesson].title}</td><td>0 of 1</td><td>1 of 1</td><td>+100</td>" in shown
    assert f"<td>{LESSONS[BEFORE[5].lesson].title}</td><td>0 of 1</td><td>0 of 1</td><td>0</td>" in shown


@pytest.mark.parametrize(("after", "said"), [((0,), "1 after, 1.0 fewer per student."), ((0, 1), "2 after, no gain.")])
def test_a_class_need_not_gain(after, said):
    counts = {form: {chosen(form, *rights, both=True): 1} for form, rights in zip(FORMS, ((0, 1), after), strict=True)}
    assert class_gain_sentence(counts, is_closed=True).endswith(said)


def test_gains_are_differences_of_the_numbers_beside_them():
    """1 to 2 of 3 is 33 points, and 4 to 3 right answers of 3 students 0.3 fewer, as who reads them computes."""
    before, after = (
        Counter(chosen(form, *rights, both=True) for rights in taken)
        for form, taken in (("before", [(0, 1), (1,), (1,)]), ("after", [(0,), (0,), (2,)]))
    )
    counts = {"before": before, "after": after}
    shown = class_gain_html(counts)
    assert "<td>1 of 3</td><td>2 of 3</td><td>+33</td>" in shown
    assert "<td>3 of 3</td><td>0 of 3</td><td>−100</td>" in shown
    assert class_gain_sentence(counts).endswith(
        f"4 of {3 * LENGTH} answers right before the lessons and 3 after, 0.3 fewer per student."
    )


def test_the_file_of_a_class_has_every_choice_of_the_quiz():
    table = class_answers({"quiz-after": {chosen("after", 0): 3, chosen("after", both=True): 1}})
    assert len(table) == sum(len(item.choices) for item in AFTER)
    first = table[table["question"] == AFTER[0].prompt]
    assert {*first["answers"]} == {4}
    assert {*first["right answers"]} == {3}
    assert first["chosen by"].sum() == 4
    wrong = AFTER[0].choices[(AFTER[0].right + 1) % len(AFTER[0].choices)]
    assert {(c, r): n for c, r, n in zip(first["choice"], first["right"], first["chosen by"], strict=True) if n} == {
        (AFTER[0].choices[AFTER[0].right], "yes"): 3,
        (wrong, "no"): 1,
    }
