"""Judges from scores and from preferences, and what they say of whole systems."""

# The wrong kinds that are passed on purpose, and lists in the place of arrays:
# mypy: disable-error-code="arg-type, dict-item, list-item"

import re

import numpy as np
import pytest
from hypothesis import given

from scoring import TestSet
from scoring.agreement import Judge, find_judge, names_of_judges
from scoring.judgments import Preferences, Scores
from tests import judges
from tests.judges import GAP, JUDGED, by_preferences, by_scores

SYSTEMS = "A", "B", "C"
SCORES = Scores("DA", {"A": [1, GAP, 3, GAP], "B": [2, GAP, 5, 7], "C": [GAP] * 4}, is_human=True)
RANKINGS = Preferences("rankings", ("C", "B", "A"), [3, 1, 1], [1, 2, 0], [2, 0, 2], [False, False, True], 4)
"""B before A in the fourth segment; A before C, and both level, in the second."""


def test_of_scores_systems_and_segments_with_a_judgment_are_left():
    judge = Judge.of_scores(SCORES, SYSTEMS)
    assert (judge.name, judge.is_human, judge.systems, judge.unit) == ("DA", True, ("A", "B"), "scores")
    assert judge.segments.tolist() == [0, 2, 3]
    np.testing.assert_array_equal(judge.scores, [[1, 3, GAP], [2, 5, 7]])
    assert len(judge.pairs) == 2


def test_where_lower_is_better_the_signs_are_turned():
    worse = by_scores([[1, 2], [3, GAP]], higher_is_better=False)
    np.testing.assert_array_equal(worse.scores, [[-1, -2], [-3, GAP]])
    assert worse.pairs.signs.tolist() == [1]


def test_of_preferences_systems_and_segments_with_a_judgment_are_left():
    judge = Judge.of_preferences(RANKINGS, ("A", "X", "C", "B"))
    assert (judge.name, judge.is_human, judge.systems, judge.unit) == ("rankings", True, ("A", "C", "B"), "preferences")
    assert judge.segments.tolist() == [1, 3]
    columns = judge.pairs.segments, judge.pairs.first, judge.pairs.second, judge.pairs.signs
    assert [column.tolist() for column in columns] == [[0, 0, 1], [0, 1, 2], [1, 0, 0], [1, 0, 1]]
    without = Judge.of_preferences(RANKINGS, ("A", "B"))
    assert (without.systems, without.segments.tolist(), len(without.pairs)) == (("A", "B"), [3], 1)


def test_only_outputs_that_are_covered_count():
    covered = np.ones((3, 4), bool)
    covered[1, 2] = False
    judge = Judge.of_scores(SCORES, SYSTEMS, covered)
    np.testing.assert_array_equal(judge.scores, [[1, 3, GAP], [2, GAP, 7]])
    covered[:] = True
    covered[2, 1] = False
    assert Judge.of_preferences(RANKINGS, SYSTEMS, covered).segments.tolist() == [3]


@given(JUDGED)
def test_systems_are_scored_by_means(drawn):
    judged, _ = drawn
    counts = np.random.default_rng(1).integers(0, 3, (5, len(judged[0])))
    found = by_scores(judged).system_scores(counts.astype(float))
    expected = [judges.system_means(np.repeat(judged, row, axis=1)) for row in counts]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@given(judges.preferences())
def test_systems_are_ranked_by_wins(drawn):
    rows, n_systems, n_segments, _ = drawn
    judge = by_preferences(rows, n_systems, n_segments)
    pairs = judges.pairs_of_preferences(rows)
    places = [judges.names(n_systems).index(system) for system in judge.systems]
    (found,) = judge.system_scores(np.ones((1, judge.n_segments)))
    np.testing.assert_allclose(found, [judges.wins(pairs, n_systems)[place] for place in places])


def test_ties_alone_are_no_wins():
    judge = by_preferences([(0, 0, 1, True)], 2, 1)
    assert np.isnan(judge.system_scores(np.ones((1, 1)))).all()


TEST_SET = TestSet.build({name: ["a"] * 4 for name in SYSTEMS}, [["a"] * 4]).with_judgments(
    scores=[Scores("COMET", {"A": [0.5] * 4, "B": [0.25] * 4}), SCORES, Scores("MQM", SCORES.values, is_human=True)],
    preferences=[RANKINGS],
)


def test_judges_of_a_test_set_people_first():
    assert names_of_judges(TEST_SET) == ["MQM", "DA", "rankings", "COMET"]
    assert [find_judge(TEST_SET, name).unit for name in ("DA", "rankings")] == ["scores", "preferences"]
    assert not find_judge(TEST_SET, "COMET").is_human


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: by_scores([[1, GAP], [GAP, 1]]),
            "MQM: agreement needs judgments of two systems' outputs of one segment",
        ),
        (lambda: Judge.of_scores(SCORES, []), "DA: agreement needs judgments of two"),
        (lambda: Judge.of_scores(SCORES, "A"), "systems: expected a sequence; found 'A'"),
        (lambda: Judge.of_scores(SCORES, ["A", 1]), "a system's name: expected str; found 1"),
        (lambda: Judge.of_scores(SCORES, ["A", "A"]), "Expected each system once; found A, A."),
        (lambda: Judge.of_scores(RANKINGS, SYSTEMS), "scores: expected Scores; found Preferences("),
        (lambda: Judge.of_preferences(SCORES, SYSTEMS), "preferences: expected Preferences; found Scores("),
        (
            lambda: Judge.of_scores(SCORES, SYSTEMS, np.ones((2, 4), bool)),
            "Expected flags of what can be judged, 3 systems x 4 segments; found 2 systems x 4 segments",
        ),
        (lambda: Judge.of_preferences(RANKINGS, ["X"]), "rankings: agreement needs judgments of two"),
        (lambda: find_judge(TEST_SET, "ESA"), "Unknown judge 'ESA'; there are MQM, DA, rankings, COMET"),
        (lambda: find_judge(SCORES, "DA"), "test_set: expected TestSet; found Scores("),
    ],
)
def test_what_is_said_of_a_mistake(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()
