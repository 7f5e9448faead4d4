"""The ten questions before the lessons and after them, as Streamlit runs them."""

import pytest

from tests.pages.steps import address, facts, ran, said
from ui.learn import bleu
from ui.learn.lessons import LESSONS
from ui.learn.lessons.quiz import items
from ui.learn.quiz import FORMS, LENGTH

ALL = {form: "".join(str(item.right) for item in items(form)) for form in FORMS}
"""Right answers, as the address has them."""
BEFORE, AFTER = (f"{form} the lessons" for form in FORMS)


def other(form, place):
    """A wrong choice."""
    return (items(form)[place].right + 1) % len(items(form)[place].choices)


def radio(at):
    (found,) = at.radio
    return found


def press(at, key):
    return ran(at.button(key=key).click().run())


def missed(at):
    """Lessons to which it leads."""
    keys = [button.key for button in at.button if button.key and button.key.startswith("to-")]
    return [key.removeprefix("to-") for key in keys]


def test_ten_questions_are_answered_one_after_another_and_the_score_comes_last(visit):
    at = visit("learn", lesson="quiz-before")
    for place, item in enumerate(items("before")):
        assert item.prompt in radio(at).label
        assert not facts(at)
        assert at.button(key=f"quiz-before-{place}-next").disabled
        ran(radio(at).set_value(other("before", place) if place in (1, 4) else item.right).run())
        assert "✓" not in said(at)
        press(at, f"quiz-before-{place}-next")
    assert facts(at) == {BEFORE: f"8 of {LENGTH}"}
    assert missed(at) == ["order", "corpus"]
    assert "Right is" not in said(at), "the lessons say it"
    press(at, "to-corpus")
    assert LESSONS["corpus"].title in said(at)
    wrong = {place: str(other("before", place)) for place in (1, 4)}
    kept = "".join(wrong.get(place, digit) for place, digit in enumerate(ALL["before"]))
    assert address(at, "quiz") == f"{kept}."


def test_both_scores_stand_side_by_side_and_what_was_missed_is_told(visit):
    given = f"{'0' * LENGTH}.{ALL['after'][:-1]}{other('after', LENGTH - 1)}"
    at = visit("learn", lesson="quiz-after", quiz=given)
    assert facts(at) == {BEFORE: f"{ALL['before'].count('0')} of {LENGTH}", AFTER: f"{LENGTH - 1} of {LENGTH}"}
    assert missed(at) == [items("after")[-1].lesson]
    assert f"Right is {items('after')[-1].choices[items('after')[-1].right]}." in said(at)
    press(at, "quiz-again")
    assert items("after")[0].prompt in radio(at).label
    assert address(at, "quiz") == f"{'0' * LENGTH}."


def test_before_the_lessons_it_leads_to_them(visit):
    at = visit("learn", lesson="quiz-before", quiz=f"{ALL['before']}.")
    assert facts(at) == {BEFORE: f"{LENGTH} of {LENGTH}"}
    assert not missed(at)
    press(at, "next-below")
    assert bleu.TITLE in said(at)


@pytest.mark.parametrize(
    ("given", "place"), [("", 0), ("<b>", 0), ("01.", 2), ("0½1", 1), ("09", 1), ("." * 40, 0), ("-1", 0), ("٣", 0)]
)
def test_it_goes_on_after_the_last_answer_that_can_be(visit, given, place):
    at = visit("learn", lesson="quiz-before", quiz=given)
    assert items("before")[place].prompt in radio(at).label
