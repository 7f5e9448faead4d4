"""What a browser may send as an answer."""

import json
import math
import re

import pytest

from scoring.rating import (
    AdequacyFluency,
    Answer,
    DirectAssessment,
    ErrorSpans,
    Item,
    MarkedError,
    OutputRanking,
    OutputScores,
    PlaceRatings,
    Ratings,
    ShownOutput,
    check_answer,
    deal_items,
    to_json,
)
from tests.campaigns import plan, texts
from tests.cases import as_one_test

ONE = Item(0, (ShownOutput("A", "שלום e\u0301 👍🏽!"),))
LENGTH = 11
THREE = Item(0, tuple(ShownOutput(name, "x") for name in "ABC"))
SPAN = {"start": 0, "end": 4, "severity": "minor"}


@pytest.mark.parametrize(
    ("protocol", "item", "value"),
    [
        ("adequacy-fluency", ONE, AdequacyFluency(5, 1)),
        ("ranking", THREE, OutputRanking((1, 3, 1))),
        ("da", ONE, DirectAssessment(33.5)),
        ("contrastive", THREE, OutputScores((0.0, 100.0, 50.5))),
        (
            "esa",
            ONE,
            ErrorSpans((MarkedError(0, 4, "minor"), MarkedError(8, LENGTH, "major")), ("major", "minor"), 0.0),
        ),
        ("esa", ONE, ErrorSpans((), (), 100.0)),
    ],
)
def test_answers_survive_json(protocol, item, value):
    assert check_answer(protocol, item, json.loads(json.dumps(to_json(value)))) == value


def test_characters_are_code_points():
    assert len(ONE.outputs[0].text) == LENGTH


def test_marks_are_kept_in_the_order_of_the_text():
    given = {"spans": [SPAN | {"start": 5, "end": 6}, SPAN], "missing": [], "score": 50}
    found = check_answer("esa", ONE, given)
    assert isinstance(found, ErrorSpans)
    assert [span.start for span in found.spans] == [0, 5]


ESA = {"spans": [], "missing": [], "score": 50}


@as_one_test
@pytest.mark.parametrize(
    ("protocol", "item", "value", "words"),
    [
        ("adequacy-fluency", ONE, {"adequacy": 0, "fluency": 3}, "Adequacy must be 1 to 5; found 0"),
        ("adequacy-fluency", ONE, {"adequacy": 3, "fluency": 6}, "Fluency must be 1 to 5; found 6"),
        ("adequacy-fluency", ONE, {"adequacy": 3, "fluency": True}, "Fluency must be a whole number"),
        ("adequacy-fluency", ONE, {"adequacy": 3}, "An answer has adequacy and fluency; found ['adequacy']"),
        ("adequacy-fluency", ONE, None, "An answer: expected Mapping; found None"),
        ("ranking", THREE, {"ranks": [1, 2]}, "a rank for each of 3 outputs; found 2"),
        ("ranking", THREE, {"ranks": [1, 2, 4]}, "A rank must be 1 to 3; found 4"),
        ("ranking", THREE, {"ranks": "123"}, "ranks: expected a sequence"),
        ("contrastive", THREE, {"scores": [1, 2]}, "a score for each of 3 outputs; found 2"),
        ("contrastive", THREE, {"scores": [1, 2, 101]}, "The score must be 0 to 100; found 101"),
        ("contrastive", THREE, {"scores": [1, 2, None]}, "The score must be 0 to 100; found None"),
        ("contrastive", THREE, {"score": 5}, "An answer has scores; found ['score']"),
        ("da", ONE, {"score": 101}, "The score must be 0 to 100; found 101"),
        ("da", ONE, {"score": math.nan}, "The score must be 0 to 100; found nan"),
        ("da", ONE, {"score": "50"}, "The score must be 0 to 100; found '50'"),
        ("da", ONE, {"score": None}, "The score must be 0 to 100; found None"),
        ("da", ONE, {"score": 50, "system": "A"}, "An answer has score"),
        ("esa", ONE, ESA | {"missing": ["awful"]}, "Unknown severity 'awful'; there are minor, major"),
        ("esa", ONE, ESA | {"spans": [SPAN | {"end": LENGTH + 1}]}, "end of an error must be 0 to 11; found 12"),
        ("esa", ONE, ESA | {"spans": [SPAN | {"start": -1}]}, "start of an error must be 0 to 11; found -1"),
        ("esa", ONE, ESA | {"spans": [SPAN | {"start": 4}]}, "begins before it ends; found characters 4 to 4"),
        ("esa", ONE, ESA | {"spans": [SPAN | {"severity": []}]}, "Unknown severity []"),
        ("esa", ONE, ESA | {"spans": [{"start": 0}]}, "has start, end and severity; found ['start']"),
        ("esa", ONE, ESA | {"spans": [5]}, "A marked error: expected Mapping; found 5"),
        ("mqm", ONE, {"spans": []}, "An answer has spans and missing; found ['spans']"),
        ("mqm", ONE, {"spans": [], "missing": ["awful"]}, "Unknown severity 'awful'; there are minor, major"),
        ("x", ONE, {}, "Unknown protocol 'x'"),
    ],
)
def test_what_is_no_answer(protocol, item, value, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        check_answer(protocol, item, value)


@pytest.mark.parametrize("seconds", [-1, math.inf, "fast"])
def test_seconds_are_not_below_0(seconds):
    assert math.isnan(Answer(0, DirectAssessment(1), math.nan).seconds)
    with pytest.raises(ValueError, match="seconds"):
        Answer(0, DirectAssessment(1), seconds)


def test_ratings_hold_answers_to_their_items_only():
    test_set = texts(4)
    of = plan(test_set, repeats=0, damaged=0)
    given = [Answer(2, DirectAssessment(1), 1), Answer(0, DirectAssessment(2), 1)]
    found = Ratings(of, test_set, (PlaceRatings(1, "same", tuple(given)), PlaceRatings(0, "same", ())))
    asked = deal_items(of, test_set, 1)
    assert [(one.place, one.item, one.value) for one in found] == [
        (1, asked[0], DirectAssessment(2)),
        (1, asked[2], DirectAssessment(1)),
    ]
    assert found.n_answers == 2
    assert found.names == {1: "same (2)", 0: "same (1)"}


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([PlaceRatings(0, "r", (Answer(12, DirectAssessment(1), 1),))], "Rater 1, item 13: there are 12 items"),
        (
            [PlaceRatings(0, "r", (Answer(1, DirectAssessment(1), 1),) * 2)],
            "Rater 1, item 2: expected one answer; found two",
        ),
        ([PlaceRatings(1, "r", (Answer(0, OutputRanking((1, 2)), 1),))], "Rater 2, item 1: An answer has score"),
        ([PlaceRatings(0, "r", ()), PlaceRatings(0, "s", ())], "each place once; found place 1"),
        ([PlaceRatings(2, "r", ())], "place of a rater must be 0 to 1; found 2"),
    ],
)
def test_ratings_that_cannot_be(places, words):
    test_set = texts(4)
    with pytest.raises(ValueError, match=re.escape(words)):
        Ratings(plan(test_set, repeats=0, damaged=0), test_set, tuple(places))


@pytest.mark.parametrize("said", [{}, {"score": 100}], ids=["no score", "another score"])
def test_the_score_of_errors_only_is_computed(said):
    """A browser gives none, and what it gives does not count; minor errors cost 1 and major ones 5."""
    given = {"spans": [{"start": 0, "end": 4, "severity": "major"}], "missing": ["minor", "minor"]}
    value = check_answer("mqm", ONE, given | said)
    assert value == ErrorSpans((MarkedError(0, 4, "major"),), ("minor", "minor"), -7.0)
    assert check_answer("mqm", ONE, to_json(value)) == value
