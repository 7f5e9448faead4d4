"""What raters, or a metric and a judge, disagree about goes to Pearmut and comes back as judgments."""

import json
from itertools import combinations

import numpy as np
import pytest

from scoring.agreement import Judge, OrientedScores
from scoring.formats import attach, read_contents
from scoring.judgments import Scores
from scoring.rating import (
    AdequacyFluency,
    Answer,
    CampaignPlan,
    DirectAssessment,
    OutputScores,
    PlaceRatings,
    Ratings,
    deal_items,
)
from scoring.rating.formats import DisputedOutputs, disputed_by_metric, disputed_by_raters, write_disputed
from tests import ratings as given
from tests.ratings import SET, answered, plan_of


def of_two_raters(plan, say):
    """What each says of each item: ``say(place, item)``."""
    places = []
    for place in range(2):
        asked = deal_items(plan, SET, place)
        answers = tuple(Answer(number, say(place, item), 1.0) for number, item in enumerate(asked))
        places.append(PlaceRatings(place, f"r{place}", answers))
    return Ratings(plan, SET, tuple(places))


def test_the_outputs_whose_raters_are_furthest_apart_come_first():
    plan = plan_of("da", systems=("42", "ملف"), segments=range(4), n_places=2)
    apart = {(0, "42"): 30, (2, "ملف"): 70, (3, "42"): 30}

    def say(place, item):
        if item.kind != "plain":
            return DirectAssessment(100 * place)
        return DirectAssessment(10 + place * apart.get((item.segment, item.outputs[0].system), 0))

    ratings = of_two_raters(plan, say)
    expected = [DisputedOutputs(2, ("ملف",), 70), DisputedOutputs(0, ("42",), 30), DisputedOutputs(3, ("42",), 30)]
    assert disputed_by_raters(ratings) == expected
    assert disputed_by_raters(ratings, 2) == expected[:2]


def test_of_adequacy_and_fluency_the_mean_counts():
    plan = plan_of("adequacy-fluency", systems=("42",), segments=[1, 2], n_places=2, repeats=0, damaged=0)
    ratings = of_two_raters(plan, lambda place, item: AdequacyFluency(5 - place * item.segment, 1 + place))
    assert disputed_by_raters(ratings) == [DisputedOutputs(2, ("42",), 0.5)]


def test_of_scores_side_by_side_each_output_counts_by_itself():
    plan = plan_of("contrastive", systems=("42", "ملف"), segments=[1, 2], n_places=2, repeats=0, damaged=0)

    def say(place, item):
        return OutputScores(tuple(50 - 20 * place * (o.system == "42") * item.segment for o in item.outputs))

    found = disputed_by_raters(of_two_raters(plan, say))
    assert found == [DisputedOutputs(2, ("42",), 40), DisputedOutputs(1, ("42",), 20)]
    asked = json.loads(write_disputed(found, SET, "again", plan))["data"]
    assert [[*item["tgt"]] for item in asked[0][0]] == [["system 1 42"]]


def test_of_rankings_it_is_the_two_outputs_that_divide_raters_most():
    ratings = answered(plan_of("ranking", n_places=4, raters_per_item=4, segments=range(5, 14)), seed=8)
    votes = {}
    for _, segment, systems, value in given.plain(ratings):
        ranks = dict(zip(systems, value.ranks, strict=True))
        for one, other in combinations(sorted(ranks), 2):
            votes.setdefault(segment, {}).setdefault((one, other), []).append(ranks[one] - ranks[other])
    found = disputed_by_raters(ratings)
    assert found
    for disputed in found:
        share = {
            pair: min(sum(s < 0 for s in of), sum(s > 0 for s in of)) / max(sum(s != 0 for s in of), 1)
            for pair, of in votes[disputed.segment].items()
        }
        assert disputed.disagreement == max(share.values()) == share[disputed.systems]
    assert [one.disagreement for one in found] == sorted((one.disagreement for one in found), reverse=True)
    assert {one.segment for one in found} == {
        segment for segment, pairs in votes.items() if any(min(of) < 0 < max(of) for of in pairs.values())
    }


def test_where_a_metric_and_a_judge_part_is_asked_again_and_comes_back():
    systems = ("42", "ملف", "b<i>'")
    draw = np.random.default_rng(3)
    ours, theirs = draw.normal(size=(2, 3, len(SET)))
    judge = Judge.of_scores(Scores("people", dict(zip(systems, ours, strict=True))), systems)
    disputed = disputed_by_metric(judge, OrientedScores(theirs), limit=6)
    assert len(disputed) == 6
    data = write_disputed(disputed, SET, "again", CampaignPlan("esa", systems, (0,)), n_raters=2)
    campaign = json.loads(data)
    log = []
    scores = {}
    for user, task in zip(campaign["info"]["users"], campaign["data"], strict=True):
        for number, screen in enumerate(task):
            (item,) = screen
            said = {model: {"score": draw.integers(100).item(), "error_spans": []} for model in item["tgt"]}
            for (model, text), one in zip(item["tgt"].items(), said.values(), strict=True):
                system = item["bleuscope"]["systems"].get(model, model)
                assert text == SET.segment(int(item["item_id"]) - 1).hypotheses[system]
                scores.setdefault((system, int(item["item_id"]) - 1), []).append(one["score"])
            log.append({"annotation": [said], "item": screen, "user_id": user, "item_i": number, "actions": []})
    for at in range(2):
        asked = [(int(screen[0]["item_id"]) - 1, len(screen[0]["tgt"])) for screen in campaign["data"][at]]
        assert sorted(asked) == sorted((one.segment, 2) for one in disputed)
    assert [item["item_id"] for (item,) in campaign["data"][0]] != [item["item_id"] for (item,) in campaign["data"][1]]
    annotations = json.dumps({"again": log}).encode()
    found = attach(SET, read_contents("annotations.json", annotations).judgments)
    assert not found.refused
    (read,) = found.test_set.scores
    there = {(name, at): v for name, column in read.values.items() for at, v in enumerate(column) if v == v}
    assert there == {key: np.mean(of) for key, of in scores.items()}
    assert {key for one in disputed for key in ((system, one.segment) for system in one.systems)} == set(there)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(ValueError, match="Expected at least one output to ask about; found none"):
        write_disputed([], SET, "x", plan_of("esa"))
    with pytest.raises(ValueError, match="No system is called 'X'"):
        write_disputed([DisputedOutputs(0, ("X",), 1)], SET, "x", plan_of("esa"))
    with pytest.raises(ValueError, match="has 14 segments; found segment 15"):
        write_disputed([DisputedOutputs(14, ("42",), 1)], SET, "x", plan_of("esa"))
    with pytest.raises(ValueError, match="The most outputs must be 0 to 10,000; found -1"):
        disputed_by_raters(of_two_raters(plan_of("da", n_places=2), lambda place, item: DirectAssessment(0)), -1)
