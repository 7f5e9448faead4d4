"""Pairs of outputs, against plain loops."""

import numpy as np
import pytest
from hypothesis import given

from scoring.agreement import JudgedPairs
from tests import judges
from tests.judges import GAP, JUDGED, by_preferences


def listed(pairs):
    columns = pairs.segments, pairs.first, pairs.second, pairs.signs
    return [judges.Pair(*map(int, row)) for row in zip(*columns, strict=True)]


@given(JUDGED)
def test_pairs_of_scores(drawn):
    judged, scores = drawn
    pairs = JudgedPairs.of_scores(np.array(judged))
    expected = judges.pairs_of_scores(judged)
    assert listed(pairs) == expected
    assert pairs.n_segments == len(judged[0])
    assert pairs.sizes.tolist() == [sum(pair.segment == s for pair in expected) for s in range(pairs.n_segments)]
    found = pairs.score_differences(np.array(scores))
    np.testing.assert_array_equal(found, [judges.difference(pair, scores) for pair in expected])


@given(judges.preferences())
def test_pairs_of_preferences_and_their_majority(drawn):
    rows, n_systems, n_segments, _ = drawn
    judge = by_preferences(rows, n_systems, n_segments)
    place = [judges.names(n_systems).index(system) for system in judge.systems]

    def in_full(pairs):
        """With the numbers of all systems and segments."""
        return sorted(
            judges.Pair(int(judge.segments[pair.segment]), place[pair.first], place[pair.second], pair.sign)
            for pair in listed(pairs)
        )

    expected = judges.pairs_of_preferences(rows)
    assert in_full(judge.pairs) == sorted(expected)
    assert in_full(judge.majority) == sorted(judges.by_majority(expected))


def test_two_of_three_are_a_majority_and_one_of_each_is_level():
    rows = [(0, 0, 1, False), (0, 1, 0, False), (0, 0, 1, False), (1, 0, 1, False), (1, 1, 0, False)]
    majority = by_preferences(rows, 2, 2).majority
    assert listed(majority) == [judges.Pair(0, 0, 1, 1), judges.Pair(1, 0, 1, 0)]


def test_a_vote_for_one_counts_more_than_ties():
    rows = [(0, 0, 1, True), (0, 1, 0, False), (0, 0, 1, True)]
    assert listed(by_preferences(rows, 2, 1).majority) == [judges.Pair(0, 0, 1, -1)]


def test_what_rounding_leaves_is_a_tie():
    """Floats make 0.1 + 0.2 larger than 0.3; on wmt12-en-cs such noise breaks three or four ties."""
    pairs = JudgedPairs.of_scores(np.array([[0.1 + 0.2, 1.0], [0.3, 1.0 + 2e-9]]))
    assert pairs.signs.tolist() == [0, -1]
    assert pairs.score_differences(np.array([[0.3, 5], [0.1 + 0.2, 4]])).tolist() == [0, 1]


@given(JUDGED)
def test_sums_by_segment_of_many_tables_at_once(drawn):
    judged, _ = drawn
    pairs = JudgedPairs.of_scores(np.array(judged))
    values = np.arange(2.0 * len(pairs)).reshape(2, -1)
    expected = [[sum(row[pairs.segments == s]) for s in range(pairs.n_segments)] for row in values]
    np.testing.assert_array_equal(pairs.sums(values), expected)


def test_numbers_are_small_and_products_of_them_are_not():
    """Pairs of 50,000 segments x 20 systems are 9.5 million."""
    pairs = JudgedPairs(np.array([60_000, 60_000]), np.array([299, 0]), np.array([0, 299]), np.array([1.0, -1]), 60_001)
    assert (pairs.segments.dtype, pairs.first.dtype, pairs.second.dtype) == (np.int32, np.int16, np.int16)
    assert listed(pairs.by_majority()) == [judges.Pair(60_000, 0, 299, -1)]


def test_more_systems_than_numbers():
    with pytest.raises(ValueError, match="Agreement can be computed of at most 32,768 systems; found 32,769"):
        JudgedPairs(np.array([0]), np.array([0]), np.array([32_768]), np.array([1.0]), 1)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 2], "scores: expected a table of numbers"),
        ([["a"]], "scores: expected numbers"),
        ([[1, 1e16], [2, 3]], r"scores: expected numbers from -1e\+15 to 1e\+15; system 1 has 1e\+16 in segment 2"),
        ([[1, np.inf], [2, 3]], "scores: expected finite numbers; system 1 has none in segment 2"),
    ],
)
def test_what_scores_cannot_be(scores, message):
    with pytest.raises(ValueError, match=message):
        JudgedPairs.of_scores(scores)


def test_columns_are_as_long_as_one_another():
    with pytest.raises(ValueError, match=r"segments has 1, first has 1, second has 1, differences has 2"):
        JudgedPairs(np.array([0]), np.array([0]), np.array([1]), np.array([1.0, GAP]), 1)
