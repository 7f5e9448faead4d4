"""Ratings as judgments of the test set."""

import math

import numpy as np
import pytest

from scoring.agreement import find_judge
from scoring.judgments import ErrorSpan, Scores, mqm_scores
from scoring.rating import (
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    judgments_from_ratings,
    judgments_of_campaign,
    system_scores,
)
from tests.campaigns import PROTOCOLS, drawn, plan, rated, texts

TEST_SET = texts(6)


def test_scores_are_means_over_raters_without_checks():
    of = plan(TEST_SET, repeats=0.3, damaged=0.3)

    def say(place, item):
        if item.kind != "plain":
            return DirectAssessment(0)
        if place == 1 and item.segment == 5:
            return None
        return DirectAssessment(10 * item.segment + "ABC".index(item.outputs[0].system) + 4 * place)

    raw, z = judgments_from_ratings(rated(of, TEST_SET, say), "class").scores
    assert (raw.name, z.name, raw.is_human, raw.higher_is_better) == ("class", "class z", True, True)
    for at, system in enumerate("ABC"):
        np.testing.assert_allclose(raw.of(system), [*(10.0 * s + at + 2 for s in range(5)), 50.0 + at])
    first = np.array([10.0 * s + c for s in range(6) for c in range(3)])
    second = np.array([10.0 * s + c + 4 for s in range(5) for c in range(3)])
    ours, theirs = ((x - x.mean()) / x.std(ddof=1) for x in (first, second))
    expected = [(ours[3 * s] + theirs[3 * s]) / 2 if s < 5 else ours[15] for s in range(6)]
    np.testing.assert_allclose(z.of("A"), expected)


def test_a_rater_who_always_says_the_same_has_no_z_scores():
    def say(place, item):
        return DirectAssessment(50 if place else item.segment)

    raw, z = judgments_from_ratings(rated(plan(TEST_SET), TEST_SET, say), "x").scores
    numbers = np.repeat(np.arange(6.0), 3)
    np.testing.assert_allclose(z.of("B"), ((numbers - numbers.mean()) / numbers.std(ddof=1))[::3])
    np.testing.assert_allclose(raw.of("B"), (np.arange(6) + 50) / 2)
    assert (
        len(judgments_from_ratings(rated(plan(TEST_SET), TEST_SET, lambda p, i: DirectAssessment(50)), "x").scores) == 1
    )


def test_adequacy_and_fluency_are_two_scores():
    of = plan(TEST_SET, "adequacy-fluency")
    given = rated(of, TEST_SET, lambda place, item: AdequacyFluency(1 + place, 5) if item.segment else None)
    adequacy, fluency = judgments_from_ratings(given, "class").scores
    assert (adequacy.name, fluency.name) == ("class adequacy", "class fluency")
    np.testing.assert_array_equal(adequacy.of("A"), [math.nan, 1.5, 1.5, 1.5, 1.5, 1.5])
    np.testing.assert_array_equal(fluency.of("C")[1:], [5.0] * 5)


def test_error_spans_are_scores_and_an_annotation():
    of = plan(TEST_SET, "esa")

    def say(place, item):
        if item.kind != "plain" or item.segment == 0:
            return None if item.kind == "plain" else ErrorSpans((MarkedError(0, 1, "major"),), (), 0)
        spans = (MarkedError(1, 3, "minor"),) if place == 0 and item.segment == 2 else ()
        return ErrorSpans(spans, ("major",) if place and item.segment == 3 else (), 70 + 10 * place)

    found = judgments_from_ratings(rated(of, TEST_SET, say), "class")
    (scores,), (annotation,) = found.scores, found.annotations
    np.testing.assert_array_equal(scores.of("A"), [math.nan, 75, 75, 75, 75, 75])
    assert set(annotation.spans) == {
        ErrorSpan(system, *where)
        for system in "ABC"
        for where in ((2, 1, 3, "minor", "", "rater 1"), (3, -1, -1, "major", "omission", "rater 2"))
    }
    assert annotation.annotator_counts("B").tolist() == [0, 2, 2, 2, 2, 2]


def test_rankings_are_preferences():
    of = plan(TEST_SET, "ranking", repeats=0.5, damaged=0.5)
    says = [{"A": 1, "B": 3, "C": 3}, {"A": 2, "B": 1, "C": 3}]

    def say(place, item):
        ranks = [says[place][o.system] if item.kind == "plain" else 1 for o in item.outputs]
        return OutputRanking(tuple(ranks)) if item.segment < 2 else None

    (found,) = judgments_from_ratings(rated(of, TEST_SET, say), "class").preferences
    rows = {
        (int(s), *sorted((found.systems[b], found.systems[w]))) if t else (int(s), found.systems[b], found.systems[w])
        for s, b, w, t in zip(found.segments, found.better, found.worse, found.tied, strict=True)
    }
    assert len(found) == 2 * 2 * 3
    assert rows == {(s, *pair) for s in (0, 1) for pair in (("A", "B"), ("A", "C"), ("B", "C"), ("B", "A"))}
    assert found.tied.sum() == 2


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_they_stand_as_a_judge_and_take_the_place_of_their_own_kind(protocol):
    of = plan(TEST_SET, protocol)
    answer = drawn(protocol, np.random.default_rng(4))
    found = judgments_from_ratings(rated(of, TEST_SET, answer), "class")
    before = TEST_SET.with_judgments([Scores("DA", {"A": np.arange(6.0)})])
    once = found.add_to(before)
    again = found.add_to(once)
    assert again == once
    assert once.scores[0].name == "DA"
    name = "class adequacy" if protocol == "adequacy-fluency" else "class"
    judge = find_judge(once, name)
    assert judge.is_human
    assert set(judge.systems) == {"A", "B", "C"}
    (first, *_) = system_scores(rated(of, TEST_SET, drawn(protocol, np.random.default_rng(4))), "class", trials=50)
    scores = dict(zip(judge.systems, judge.system_scores(np.ones((1, judge.n_segments)))[0], strict=True))
    assert {one.system: one.score for one in first} == pytest.approx(scores)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_stands_under_a_name_is_all_that_ratings_have_left_there(protocol):
    there = [Scores(name, {"A": np.arange(6.0)}) for name in ("DA", "class x", "class zz", "other z")]
    before = TEST_SET.with_judgments(there)
    found = judgments_from_ratings(
        rated(plan(TEST_SET, protocol), TEST_SET, drawn(protocol, np.random.default_rng(4))), "class"
    )
    standing_there = judgments_of_campaign(found.add_to(before), "class")
    assert standing_there.names == found.names
    assert standing_there.remove_from(found.add_to(before)) == before
    assert not judgments_of_campaign(before, "class")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_without_answers_there_are_none(protocol):
    nobody = rated(plan(TEST_SET, protocol), TEST_SET, lambda place, item: None)
    assert not judgments_from_ratings(nobody, "class")
    assert judgments_from_ratings(nobody, "class").add_to(TEST_SET) == TEST_SET
    assert system_scores(nobody) == ()


def test_errors_only_are_judgments_with_the_scores_that_their_errors_make():
    """Of two raters who see the same outputs."""
    of = plan(TEST_SET, "mqm")
    ratings = rated(of, TEST_SET, drawn("mqm", np.random.default_rng(3)))
    judgments = judgments_from_ratings(ratings, "people")
    (scores,), (annotation,) = judgments.scores, judgments.annotations
    assert {*annotation.categories} <= {"", "omission"}
    for system, expected in mqm_scores(annotation).values.items():
        assert scores.values[system].tolist() == pytest.approx(expected.tolist(), nan_ok=True)
