"""Errors with categories of the owner's."""

import json

import pytest

from scoring.rating import (
    CampaignPlan,
    ErrorSpans,
    MarkedError,
    check_answer,
    deal_items,
    judgments_from_ratings,
    to_json,
)
from scoring.rating.formats import read_any, write_annotations, write_ratings
from tests.campaigns import plan, rated, texts

TEXTS = texts(6)
CATEGORIES = ("accuracy/omission", "Rechtschreibung")
PLAN = plan(TEXTS, "esa", categories=CATEGORIES, repeats=0, damaged=0)
SPAN = {"start": 0, "end": 3, "severity": "minor"}


def said(**span):
    return {"spans": [{**SPAN, **span}], "missing": [], "score": 50}


def test_each_error_has_one_of_the_plans_categories():
    item = deal_items(PLAN, TEXTS, 0)[0]
    value = check_answer("esa", item, said(category=CATEGORIES[1]), CATEGORIES)
    assert value == ErrorSpans((MarkedError(0, 3, "minor", CATEGORIES[1]),), (), 50)
    assert check_answer("esa", item, to_json(value), CATEGORIES) == value
    for wrong in ({}, {"category": "style"}, {"category": ""}, {"category": None}, {"category": ["style"]}):
        with pytest.raises(ValueError, match="category"):
            check_answer("esa", item, said(**wrong), CATEGORIES)
    with pytest.raises(ValueError, match="has start, end and severity; found"):
        check_answer("esa", item, said(category=CATEGORIES[1]))


def test_categories_come_back_from_files_and_are_those_of_the_judge():
    def say(place, item):
        return ErrorSpans((MarkedError(0, 3, "major", CATEGORIES[place]),), ("minor",), 40)

    ratings = rated(PLAN, TEXTS, say)
    for data in (write_ratings(ratings), write_annotations(ratings)):
        assert [list(of.answers) for of in read_any("x", data, PLAN, TEXTS).places] == [
            list(of.answers) for of in ratings.places
        ]
    (annotation,) = judgments_from_ratings(ratings, "ours").annotations
    assert set(annotation.categories) == {*CATEGORIES, "omission"}


def test_plans_have_them_only_where_errors_are_marked():
    assert CampaignPlan.from_json(json.loads(json.dumps(PLAN.to_json()))) == PLAN
    assert "categories" not in plan(TEXTS, "esa").to_json()
    for wrong, words in (
        (("a", "a"), "each of the categories once"),
        ((" ",), "found an empty one"),
        (("x" * 61,), "60"),
    ):
        with pytest.raises(ValueError, match=words):
            plan(TEXTS, "esa", categories=wrong)
    with pytest.raises(ValueError, match="in error spans only; found Direct assessment"):
        plan(TEXTS, "da", categories=CATEGORIES)
