"""Where a metric and a judge part."""

# The wrong kinds that are passed on purpose, and lists in the place of arrays:
# mypy: disable-error-code="arg-type"

import math
import re

import numpy as np
import pytest
from hypothesis import given

from scoring.agreement import (
    OrientedScores,
    OutputPair,
    Resampling,
    SystemPair,
    difference_worth,
    misordered_outputs,
    misordered_systems,
)
from tests import judges
from tests.expanded import ends
from tests.judges import GAP, JUDGED, by_preferences, by_scores

A, B, C, D = judges.names(4)


def test_systems_that_the_metric_orders_the_other_way_or_ties():
    judge = by_scores([[1, 1], [2, 2], [4, 6], [1, 1]])
    scored = OrientedScores(np.array([[5.0, 5], [6, 6], [3, 3], [3, 3]]))
    assert misordered_systems(judge, scored) == [
        SystemPair(C, A, 4, -2),
        SystemPair(C, D, 4, 0),
        SystemPair(C, B, 3, -3),
    ]


def test_systems_that_the_judge_ties_are_turned_by_nobody():
    judge = by_scores([[0.1 + 0.2, 1], [0.3, 1]])
    assert misordered_systems(judge, OrientedScores(np.array([[1.0, 2], [5, 5]]))) == []


@given(JUDGED)
def test_turned_systems_and_system_accuracy(drawn):
    judged, scores = drawn
    ours, theirs = judges.system_means(judged), judges.system_means(scores)
    found = {
        (pair.better, pair.worse) for pair in misordered_systems(by_scores(judged), OrientedScores(np.array(scores)))
    }
    names = judges.names(len(judged))
    expected = {
        (names[i], names[j])
        for i in range(len(names))
        for j in range(len(names))
        if ours[i] - ours[j] > 1e-9 and theirs[i] - theirs[j] <= 1e-9
    }
    assert found == expected


def plain_turned(judged, scores):
    """Of each segment the pair that is furthest apart: the smaller of both shares of differences that are no larger."""
    pairs = judges.pairs_of_scores(judged)
    sizes = [[abs(judges.difference(pair, table)) for pair in pairs] for table in (judged, scores)]
    sizes = [[0.0 if math.isnan(size) else size for size in column] for column in sizes]
    worst = {}
    for at, pair in enumerate(pairs):
        if pair.sign * judges.sign(judges.difference(pair, scores)) < 0:
            share = min(sum(other <= column[at] for other in column) / len(pairs) for column in sizes)
            if share > worst.get(pair.segment, (0,))[0]:
                worst[pair.segment] = share, pair
    return sorted(worst.values(), key=lambda found: (-found[0], found[1].segment))


@given(JUDGED)
def test_outputs_by_plain_loops(drawn):
    judged, scores = drawn
    names = judges.names(len(judged))
    expected = []
    for _, pair in plain_turned(judged, scores):
        judge_says, metric_says = (pair.sign * judges.difference(pair, table) for table in (judged, scores))
        better, worse = (names[place] for place in (pair.first, pair.second)[:: pair.sign])
        expected.append(OutputPair(pair.segment, better, worse, judge_says, metric_says))
    judge, scored = by_scores(judged), OrientedScores(np.array(scores))
    assert misordered_outputs(judge, scored) == expected
    assert misordered_outputs(judge, scored, max_segments=1) == expected[:1]


def test_preferences_count_by_their_majority_and_segments_as_the_set_numbers_them():
    rows = [(4, 0, 1, False), (4, 1, 0, False), (4, 1, 0, False), (2, 0, 1, False), (2, 1, 0, False)]
    judge = by_preferences(rows, 2, 6)
    assert judge.segments.tolist() == [2, 4]
    found = misordered_outputs(judge, OrientedScores(np.array([[9.0, 3], [1, 1]])))
    assert found == [OutputPair(4, B, A, 1, -2)]


# What a difference is worth


@given(JUDGED)
def test_worth_by_plain_loops(drawn):
    judged, scores = drawn
    steps = np.array([0, 0.25, 1, 5])
    found = difference_worth(by_scores(judged), OrientedScores(np.array(scores)), steps, Resampling(5))
    ours, theirs = judges.system_means(judged), judges.system_means(scores)
    for at, least in enumerate(steps):
        right = []
        for i in range(len(ours)):
            for j in range(i + 1, len(ours)):
                a, b = ours[i] - ours[j], theirs[i] - theirs[j]
                if abs(a) > 1e-9 and abs(b) > 1e-9 and abs(b) >= least:
                    right.append(judges.sign(a) == judges.sign(b))
        assert found.n_pairs[at] == len(right)
        assert found.shares[at] == pytest.approx(judges.mean(right), nan_ok=True)


def test_its_interval_is_of_resamples_in_which_some_pair_differs_as_much():
    generator = np.random.default_rng(2)
    judged = generator.normal(size=(4, 30)) + np.arange(4)[:, None] / 4
    scores = judged + generator.normal(size=(4, 30))
    found = difference_worth(by_scores(judged), OrientedScores(scores), [0, 0.2, 100], Resampling(100, seed=5))
    shares = []
    for counts in Resampling(100, seed=5).counts(30):
        for row in counts:
            resampled = (worth_of(judged @ row / 30, scores @ row / 30, least) for least in (0, 0.2))
            shares.append([*resampled])
    expected = np.transpose([ends(column, 30) for column in np.transpose(shares)])
    np.testing.assert_allclose([found.low[:2], found.high[:2]], expected)
    assert np.isnan([found.shares[2], found.low[2], found.high[2]]).all()
    assert found.n_pairs.tolist()[0] == 6


def worth_of(judged, scores, least):
    pairs = [(judged[i] - judged[j], scores[i] - scores[j]) for i in range(4) for j in range(i)]
    return judges.mean([a * b > 0 for a, b in pairs if abs(b) >= least])


def test_pairs_that_judge_or_metric_tie_are_worth_nothing():
    """The judge ties the first two, the metric the last two."""
    found = difference_worth(
        by_scores([[1], [1], [2]]), OrientedScores(np.array([[5.0], [3], [3]])), [0, 1], Resampling(5)
    )
    assert (found.n_pairs.tolist(), found.shares.tolist()) == ([1, 1], [0, 0])


def test_it_tells_how_far_it_is():
    told = []
    difference_worth(JUDGE, SCORED, [0], Resampling(5), on_progress=told.append)
    assert told == [1]


def test_a_system_without_wins_or_losses_is_in_no_pair():
    """People have only tied it."""
    judge = by_preferences([(0, 0, 1, False), (0, 2, 0, True)], 3, 1)
    found = difference_worth(judge, OrientedScores(np.array([[3.0], [2], [1]])), [0], Resampling(5))
    assert (found.n_pairs.tolist(), found.shares.tolist()) == ([1], [1])


JUDGE, SCORED = by_scores([[1, 2], [2, GAP]]), OrientedScores(np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: misordered_outputs(JUDGE, SCORED, -1), "The most segments must be 0 to 1,000,000; found -1"),
        (
            lambda: misordered_outputs(JUDGE, OrientedScores(np.zeros((2, 3)))),
            "2 systems x 2 segments; found 2 systems x 3 segments",
        ),
        (
            lambda: misordered_systems(JUDGE, SCORED, "all"),
            "Unknown kind of system scores 'all'; there are corpus, mean",
        ),
        (lambda: misordered_systems(SCORED, SCORED), "judge: expected Judge; found OrientedScores("),
        (
            lambda: difference_worth(JUDGE, SCORED, [1, 0]),
            "Expected differences of 0 or more, ascending; found [1.0, 0.0]",
        ),
        (
            lambda: difference_worth(JUDGE, SCORED, [-1, 0]),
            "Expected differences of 0 or more, ascending; found [-1.0, 0.0]",
        ),
        (lambda: difference_worth(JUDGE, SCORED, 3), "differences: expected a row of numbers; found 3"),
        (lambda: difference_worth(JUDGE, SCORED, [0], 100), "resampling: expected Resampling; found 100"),
        (lambda: difference_worth(JUDGE, JUDGE, [0]), "scored: expected OrientedScores; found Judge("),
    ],
)
def test_what_is_said_of_a_mistake(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()
