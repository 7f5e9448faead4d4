"""What the maker of a campaign chooses."""

import json
import re

import pytest

from scoring.rating import PROTOCOLS, CampaignPlan, Item, ShownOutput, protocol_of
from tests.campaigns import plan, texts
from tests.cases import as_one_test

TEST_SET = texts(6, documents=["x", "x", "y", "y", "y", "z"])
PLAN = plan(TEST_SET, references=("ref",), raters_per_item=1, repeats=0.25, seed=7)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_plan_survives_json(protocol):
    made = plan(TEST_SET, protocol)
    assert CampaignPlan.from_json(json.loads(json.dumps(made.to_json()))) == made


def test_a_plan_keeps_how_its_segments_were_chosen_where_scores_decided():
    assert CampaignPlan.from_json(PLAN.to_json() | {"selection": "disagree"}).selection == "disagree"
    assert "selection" not in PLAN.to_json()


def test_segments_are_kept_in_order():
    assert CampaignPlan("da", ("A",), (4, 0, 2)).segments == (0, 2, 4)


@as_one_test
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"protocol": "x"}, "Unknown protocol 'x'; there are adequacy-fluency, ranking, da, esa, mqm, contrastive"),
        ({"systems": []}, "at least one system; found none"),
        ({"systems": ["A", "A"]}, "each of the systems once; found 'A' 2 times"),
        ({"systems": "A"}, "systems: expected a sequence; found 'A'"),
        ({"protocol": "ranking", "systems": ["A"]}, "at least two systems to compare; found A"),
        ({"segments": []}, "at least one segment"),
        ({"segments": [1, 1, 2]}, "each segment once; found 3, and 2 different ones"),
        ({"segments": [0.5]}, "place of a segment must be a whole number"),
        ({"shows_source": False, "references": []}, "source or a reference to judge an output; found neither"),
        ({"raters_per_item": 3}, "3 raters per item need at least as many raters; found 2"),
        ({"n_places": 0}, "number of raters must be 1 to 1,000; found 0"),
        ({"repeats": 1.5}, "share of repeated items must be 0 to 1; found 1.5"),
        ({"damaged": "much"}, "share of damaged items must be 0 to 1; found 'much'"),
        ({"seed": -1}, "seed must be 0 to"),
        ({"shows_source": 1}, "shows_source must be True or False"),
        ({"colour": "red"}, "unknown: 'colour'"),
        ({"selection": "by hand"}, "Unknown selection 'by hand'; there are"),
    ],
)
def test_what_cannot_be_planned(changed, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        CampaignPlan.from_json(PLAN.to_json() | changed)


def test_many_names_are_checked_without_comparing_each_with_each():
    """Whoever brings a project in as a zip chooses them."""
    compared = []

    class Name(str):
        def __eq__(self, other):
            compared.append(other)
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    names = [Name(number) for number in range(300)]
    CampaignPlan("da", tuple(names), (0,))
    assert len(compared) < 10 * len(names)


def test_a_plan_with_something_missing():
    given = PLAN.to_json()
    del given["systems"], given["seed"]
    with pytest.raises(ValueError, match=r"missing: systems\."):
        CampaignPlan.from_json(given)
    with pytest.raises(ValueError, match="expected Mapping"):
        CampaignPlan.from_json([1])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"systems": ["A", "X"]}, "No system is called 'X'; there are A, B, C"),
        ({"references": ["other"]}, "No reference is called 'other'; there are ref"),
        ({"segments": [0, 6]}, "The test set has 6 segments; found segment 7 in the plan"),
        ({"segments": [0, 1]}, "are 1 documents, dealt to 1 raters each: too few for 2 raters"),
    ],
)
def test_a_plan_of_another_test_set(changed, words):
    PLAN.check(TEST_SET)
    with pytest.raises(ValueError, match=re.escape(words)):
        CampaignPlan.from_json(PLAN.to_json() | changed).check(TEST_SET)


def test_without_a_source_raters_see_references():
    without = TEST_SET.build({"A": ["a"], "B": ["b"]}, {"ref": ["c"]})
    with pytest.raises(ValueError, match="no source to show"):
        CampaignPlan("da", ("A",), (0,)).check(without)
    shown = CampaignPlan("da", ("A",), (0,), shows_source=False, references=("ref",))
    shown.check(without)
    assert shown.beside == "reference"
    assert PLAN.beside == "source and reference"


def test_ids_tell_items_apart():
    a, b = ShownOutput("A", "x"), ShownOutput("B", "y")
    ids = [Item(3, (a,)).id, Item(3, (b,)).id, Item(3, (a, b)).id, Item(3, (a,), "repeat", 0).id]
    assert ids == ["3:A", "3:B", "3:ranking", "repeat:3:A"]
    assert Item(3, (a, b)).id == Item(3, (b, a)).id


def test_the_scales_have_the_words_of_the_linguistic_data_consortium():
    adequacy, fluency = protocol_of("adequacy-fluency").scales
    assert [(step.value, step.words) for step in adequacy.steps] == [
        (5, "All"),
        (4, "Most"),
        (3, "Much"),
        (2, "Little"),
        (1, "None"),
    ]
    assert [(step.value, step.words) for step in fluency.steps] == [
        (5, "Flawless"),
        (4, "Good"),
        (3, "Non-native"),
        (2, "Disfluent"),
        (1, "Incomprehensible"),
    ]
    assert adequacy.translated_question("reference") == (
        "How much of the meaning expressed in the reference is also in the translation?"
    )


@pytest.mark.parametrize("protocol", PROTOCOLS.values(), ids=PROTOCOLS)
def test_every_question_names_what_an_output_is_held_against(protocol):
    asked = [
        protocol.translated_question("source"),
        *(scale.translated_question("source") for scale in protocol.scales),
    ]
    assert "source" in asked[0]
    assert not any("{" in text for text in asked)
    for scale in protocol.scales:
        values = [step.value for step in scale.steps]
        assert {min(values), max(values)} == {scale.low, scale.high}
