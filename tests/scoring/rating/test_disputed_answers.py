"""What raters say of disputed outputs, as it is read."""

import pytest

from scoring.rating import AdequacyFluency, DirectAssessment, ErrorSpans, Item, MarkedError, OutputRanking, ShownOutput
from scoring.rating.disputed_answers import answer_words, disputed_answers
from scoring.rating.formats import disputed_by_raters
from tests.campaigns import plan, rated, texts

ITEM = Item(0, (ShownOutput("A", "one two"), ShownOutput("B", "three"), ShownOutput("C", "four")))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (AdequacyFluency(4, 2), "adequacy 4, fluency 2"),
        (DirectAssessment(73.0), "73"),
        (OutputRanking((2, 3, 1)), "A first"),
        (OutputRanking((2, 1, 1)), "B first"),
        (OutputRanking((2, 2, 1)), "a tie"),
        (ErrorSpans((), (), 90.0), "90: no errors"),
        (ErrorSpans((MarkedError(4, 7, "major"),), ("minor",), 40.0), "40: major “two”, minor missing content"),
    ],
)
def test_answers_are_said_in_words(value, words):
    assert answer_words(value, ITEM, ("A", "B")) == words


def test_each_disputed_output_has_its_texts_and_what_each_rater_says_without_checks():
    test_set = texts(12)
    of = plan(test_set, n_places=3, references=("ref",), repeats=0.3, damaged=0.3)

    def say(place, item):
        is_disputed = (item.segment, item.outputs[0].system) == (4, "B") and item.kind == "plain"
        return DirectAssessment(50 + 10 * place * is_disputed)

    ratings = rated(of, test_set, say)
    (found,) = disputed_answers(ratings, disputed_by_raters(ratings)[:1])
    assert found.segment == 4
    assert found.shown_texts == (("Source", "segment 4"), ("ref", "segment 4"))
    assert found.outputs == (("B", test_set.system("B").segments[4].as_py()),)
    assert found.answers == (("rater 1", "50"), ("rater 2", "60"), ("rater 3", "70"))


def test_of_a_ranking_it_is_which_of_the_two_each_rater_puts_first():
    test_set = texts(6)
    of = plan(test_set, "ranking", repeats=0, damaged=0)

    def say(place, item):
        names = [output.system for output in item.outputs]
        order = ["A", "B", "C"] if place == 0 or item.segment != 2 else ["B", "A", "C"]
        return OutputRanking(tuple(1 + order.index(name) for name in names))

    ratings = rated(of, test_set, say)
    (found,) = disputed_answers(ratings, disputed_by_raters(ratings))
    assert (found.segment, [name for name, _ in found.outputs]) == (2, ["A", "B"])
    assert found.answers == (("rater 1", "A first"), ("rater 2", "B first"))
