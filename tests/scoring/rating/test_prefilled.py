"""Errors that are marked before raters see an output."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.judgments import Annotation, ErrorSpan
from scoring.rating import CampaignPlan, Item, MarkedError, ShownOutput, deal_items, prefilled_errors
from tests.campaigns import plan, texts

TEXTS = texts(12)
TEXT = TEXTS.system("A").segments[3].as_py()


def marked(*spans):
    """The test set with these errors in the fourth output of A: start, end, severity, and more."""
    errors = tuple(ErrorSpan("A", 3, *span) for span in spans)
    judged = {name: np.full(12, True) for name in TEXTS.system_names}
    return TEXTS.with_judgments((), (Annotation("XCOMET", errors, judged, is_human=False),), ())


def of(test_set):
    return plan(test_set, "esa", prefilled="XCOMET")


def shown(text, kind="plain"):
    return Item(3, (ShownOutput("A", text),), kind)


def test_a_judges_errors_are_marks_with_the_severities_of_raters():
    test_set = marked((0, 4, "minor"), (5, 9, "critical"), (10, 14, "major"), (15, 17, "neutral"), (-1, -1, "major"))
    found = prefilled_errors(of(test_set), test_set, shown(TEXT))
    assert found == (MarkedError(0, 4, "minor"), MarkedError(5, 9, "major"), MarkedError(10, 14, "major"))


def test_errors_in_the_source_and_empty_ones_are_no_marks():
    test_set = marked((0, 4, "minor", "", "", True), (5, 5, "major"))
    assert prefilled_errors(of(test_set), test_set, shown(TEXT)) == ()


def test_of_overlapping_errors_the_worse_counts_then_the_earlier():
    test_set = marked((0, 6, "minor"), (4, 9, "major"), (12, 18, "minor"), (14, 20, "minor"))
    found = prefilled_errors(of(test_set), test_set, shown(TEXT))
    assert found == (MarkedError(4, 9, "major"), MarkedError(12, 18, "minor"))


def test_of_a_damaged_output_marks_outside_the_replaced_words_stay_on_their_words():
    first, second, *_, last = TEXT.split()
    at, end = len(first) + 1, len(TEXT)
    test_set = marked((0, len(first), "minor"), (at, at + len(second), "major"), (end - len(last), end, "major"))
    damaged = TEXT.replace(second, "something longer", 1)
    found = prefilled_errors(of(test_set), test_set, shown(damaged, "damaged"))
    assert [(damaged[mark.start : mark.end], mark.severity) for mark in found] == [(first, "minor"), (last, "major")]


def test_every_mark_lies_within_what_is_shown_in_a_whole_campaign():
    test_set = marked(*((start, start + 6, "minor") for start in range(0, len(TEXT) - 6, 7)))
    asked = deal_items(replace(of(test_set), repeats=0.5, damaged=0.5), test_set, 0)
    by_kind = {}
    for item in asked:
        marks = prefilled_errors(of(test_set), test_set, item)
        assert all(mark.end <= len(item.outputs[0].text) for mark in marks)
        if (item.segment, item.outputs[0].system) == (3, "A"):
            by_kind[item.kind] = marks
    assert len(by_kind["plain"]) > 5
    assert by_kind.get("repeat", by_kind["plain"]) == by_kind["plain"]


def test_without_a_judge_nothing_is_marked_and_plans_are_as_before():
    usual = plan(TEXTS, "esa")
    assert prefilled_errors(usual, TEXTS, shown(TEXT)) == ()
    assert "prefilled" not in usual.to_json()
    assert CampaignPlan.from_json(usual.to_json()) == usual
    with_judge = of(marked())
    assert CampaignPlan.from_json(with_judge.to_json()) == with_judge


def test_a_judges_category_stays_where_the_plan_has_it():
    test_set = marked((0, 4, "minor", "grammar"), (5, 9, "major", "style"))
    found = prefilled_errors(replace(of(test_set), categories=("grammar",)), test_set, shown(TEXT))
    assert [mark.category for mark in found] == ["grammar", ""]


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="for error spans only; found Direct assessment"):
        plan(TEXTS, "da", prefilled="XCOMET")
    with pytest.raises(ValueError, match="no marked errors of 'MQM'; there are those of: XCOMET"):
        plan(TEXTS, "esa", prefilled="MQM").check(marked())
