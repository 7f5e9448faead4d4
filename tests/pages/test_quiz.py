"""The fifteen questions before the lessons and after them, as Streamlit runs them."""

import pytest

from course.lessons import LESSONS
from course.quiz.questions import FORMS, quiz_items
from course.quiz.quiz import LENGTH, NEXT, encode_choices, form_version
from course.story import bleu
from tests.pages.steps import bring, facts, memory, ran, said, texts
from tests.pages.steps import press as step

ALL = {form: "".join(str(item.right) for item in quiz_items(form)) for form in FORMS}
"""Right answers, as the browser keeps them."""
BEFORE, AFTER = (f"{form} the lessons" for form in FORMS)


def other(form, place):
    """A wrong choice."""
    return (quiz_items(form)[place].right + 1) % len(quiz_items(form)[place].choices)


def taken(visit, name, **given):
    """The part ``name`` in a later visit; ``given`` are the choices of each form so far, which the browser has kept."""
    kept = {f"quiz-{form}": [f"{form_version(form)}.{digits}", "", ""] for form, digits in given.items()}
    return bring(visit("learn", lesson=name), kept)


def kept(at):
    """Of the part that is shown."""
    return memory(at)[1]["record"]


def radio(at):
    (found,) = at.radio
    return found


def press(at, key):
    return ran(at.button(key=key).click().run())


def missed(at):
    """Lessons to which it leads."""
    keys = [button.key for button in at.button if button.key and button.key.startswith("to-")]
    return [key.removeprefix("to-") for key in keys]


@pytest.mark.exhaustive
def test_all_questions_are_answered_one_after_another_and_the_score_comes_last(visit):
    at = taken(visit, "quiz-before")
    for place, item in enumerate(quiz_items("before")):
        assert item.prompt in radio(at).label
        assert not facts(at)
        ran(radio(at).set_value(other("before", place) if place in (1, 4) else item.right).run())
        assert "✓" not in said(at)
        step(at, NEXT)
    assert facts(at) == {BEFORE: f"{LENGTH - 2} of {LENGTH}"}
    assert missed(at) == ["order", "corpus"]
    assert "Right is" not in said(at), "the lessons say it"
    assert "had right" not in "".join(found.label for found in at.expander)
    wrong = {place: str(other("before", place)) for place in (1, 4)}
    digits = tuple(int(wrong.get(place, digit)) for place, digit in enumerate(ALL["before"]))
    assert kept(at) == [encode_choices("before", digits), "", ""]
    assert memory(at)[1]["small"] == {"answer": "", "edit": ""}, "a link takes no answers along"
    press(at, "to-corpus")
    assert LESSONS["corpus"].title in said(at)


def test_a_press_right_after_a_choice_takes_it_and_one_without_says_so(visit):
    """The press comes in the message that brings the choice, or in one before."""
    at = taken(visit, "quiz-before")
    step(at, NEXT)
    assert "Choose an answer first" in texts(at)
    assert quiz_items("before")[0].prompt in radio(at).label
    radio(at).set_value(1)
    step(at, NEXT)
    assert kept(at)[0] == encode_choices("before", (1,))
    assert "Choose an answer first" not in texts(at)
    radio(at).set_value(0)
    step(at, NEXT, NEXT)
    assert kept(at)[0] == encode_choices("before", (1, 0)), "a double press is one"
    assert quiz_items("before")[2].prompt in radio(at).label


def test_who_begins_the_lessons_is_told_of_the_quiz_before(visit):
    at = visit("learn")
    press(at, "to-quiz")
    assert not at.radio, "one may have answered some of them"
    bring(at, {})
    assert quiz_items("before")[0].prompt in radio(at).label
    begun = taken(visit, bleu.NAME, before="1")
    assert not [button for button in begun.button if button.key == "to-quiz"]


def test_both_scores_stand_side_by_side_and_what_was_missed_is_told(visit):
    at = taken(visit, "quiz-after", before="0" * LENGTH, after=f"{ALL['after'][:-1]}{other('after', LENGTH - 1)}")
    assert facts(at) == {BEFORE: f"{ALL['before'].count('0')} of {LENGTH}", AFTER: f"{LENGTH - 1} of {LENGTH}"}
    assert missed(at) == [quiz_items("after")[-1].lesson]
    last = quiz_items("after")[-1]
    assert f"You said “{last.choices[other('after', LENGTH - 1)]}”. ✓ Right is “{last.choices[last.right]}”" in said(at)
    assert all(item.prompt in said(at) and item.why in said(at) for form in FORMS for item in quiz_items(form))
    assert said(at).count("You said") == 1 + sum(item.right != 0 for item in quiz_items("before"))
    press(at, "quiz-again")
    assert quiz_items("after")[0].prompt in radio(at).label
    assert kept(at) == ["", "", ""]
    ran(at.selectbox(key="lesson_list").set_value("quiz-before").run())
    assert BEFORE in facts(at)


def test_answers_to_other_questions_count_as_none(visit):
    assert form_version("before") != form_version("after")
    for digits in (ALL["before"], f"{form_version('after')}.{ALL['before']}"):
        at = bring(visit("learn", lesson="quiz-before"), {"quiz-before": [digits, "", ""]})
        assert quiz_items("before")[0].prompt in radio(at).label
        assert not facts(at)


def test_before_the_lessons_it_leads_to_them(visit):
    at = taken(visit, "quiz-before", before=ALL["before"])
    assert facts(at) == {BEFORE: f"{LENGTH} of {LENGTH}"}
    assert not missed(at)
    press(at, "next-below")
    assert bleu.TITLE in said(at)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    ("given", "place"), [("", 0), ("<b>", 0), ("01x", 2), ("0½1", 1), ("09", 1), ("." * 40, 0), ("-1", 0), ("٣", 0)]
)
def test_it_goes_on_after_the_last_answer_that_can_be(visit, given, place):
    at = taken(visit, "quiz-before", before=given)
    assert quiz_items("before")[place].prompt in radio(at).label
