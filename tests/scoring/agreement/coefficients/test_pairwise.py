"""Pairwise accuracy with ties and its calibration: known answers, and every epsilon tried."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement import MEASURES, OrientedScores, constant_scores
from scoring.agreement.coefficients import pairwise
from scoring.agreement.coefficients.pairwise import DRAWS_IN_BLOCKS, Calibration, accuracy_rows
from tests import judges
from tests.judges import GAP, JUDGED, by_preferences, by_scores
from tests.uncompiled import uncompile

HUMAN = np.array([[1, GAP, 5, 7, GAP], [5, 2, 9, 6, GAP], [2, 2, 2, GAP, GAP], [1, 1, 8, 3, GAP], [1, 4, 7, 2, GAP]])
METRIC = np.array([[0.0, 0, 9, 9, 0], [5, 2, 1, 3, 0], [2, 1, 5, 4, 0], [3, 5, 3, 4, 0], [2, 3, 8, 1, 0]])
"""Systems as rows, segments as columns: from mt-metrics-eval's tests, which has them the other way round."""


def accuracy(judge, scores, epsilon):
    shares, counts = accuracy_rows(judge.pairs, judge.pairs.score_differences(np.array(scores)), epsilon).sum(axis=0)
    return shares / counts


def best(judge, scores):
    """acc*_eq and its epsilon."""
    once = np.ones((1, judge.n_segments))
    found = MEASURES["acc_eq_calibrated"].calibration(judge, np.array(scores)).best(once)
    return tuple(float(values[0]) for values in found)


def test_five_outputs_of_one_segment():
    judge, metric = by_scores([[1], [2], [2], [3], [4]]), [[2], [1], [1.5], [5], [3]]
    assert (accuracy(judge, metric, 0), accuracy(judge, metric, 2)) == (0.6, 0.4)
    assert best(judge, metric)[0] == pytest.approx(0.7)


@pytest.mark.parametrize(("human", "expected"), [([1, 1, 1, 4], (4 / 6, 4)), ([1, 2, 3, 4], (1, 0))])
def test_many_ties_of_the_judge_or_none(human, expected):
    assert best(by_scores([[score] for score in human]), [[0], [2], [6], [8]]) == pytest.approx(expected)


def test_four_segments_with_outputs_that_nobody_judged():
    """The fifth segment, of which there is no judgment, is no part of the judge."""
    judge = by_scores(HUMAN)
    assert judge.segments.tolist() == [0, 1, 2, 3]
    scores = METRIC[:, judge.segments]
    assert accuracy(judge, scores, 0) == pytest.approx(0.4666666667)
    assert accuracy(judge, scores, 5) == pytest.approx(0.2)
    assert best(judge, scores) == pytest.approx((0.4916666667, 1))


@given(JUDGED)
def test_all_epsilons_by_plain_loops(drawn):
    judged, scores = drawn
    judge, pairs, filled = by_scores(judged), judges.pairs_of_scores(judged), np.nan_to_num(scores)
    for epsilon in (0, 0.5, 1, 1.25, 4):
        assert accuracy(judge, filled, epsilon) == pytest.approx(judges.acc_eq(pairs, filled, epsilon))
    assert best(judge, scores) == pytest.approx(judges.calibrated(pairs, scores))
    assert MEASURES["acc_eq"].value(judge, OrientedScores(np.array(scores))) == pytest.approx(
        judges.acc_eq(pairs, scores)
    )


@given(judges.preferences())
def test_preferences_by_plain_loops(drawn):
    """Repeated judgments of the same two outputs each count."""
    rows, n_systems, n_segments, scores = drawn
    judge, pairs = by_preferences(rows, n_systems, n_segments), judges.pairs_of_preferences(rows)
    places = [judges.names(n_systems).index(system) for system in judge.systems]
    kept = np.array(scores)[places][:, judge.segments]
    assert best(judge, kept) == pytest.approx(judges.calibrated(pairs, scores))
    assert MEASURES["acc_eq"].value(judge, OrientedScores(kept)) == pytest.approx(judges.acc_eq(pairs, scores))


@given(JUDGED)
def test_every_draw_has_an_epsilon_of_its_own(drawn):
    """A draw is what it would be as a set of its own, segments repeated as often as they are drawn."""
    judged, scores = np.array(drawn[0]), np.array(drawn[1])
    judge = by_scores(judged)
    counts = np.random.default_rng(1).integers(0, 3, (10, judge.n_segments)).astype(float)
    values, epsilons = MEASURES["acc_eq_calibrated"].calibration(judge, scores).best(counts)
    for draw, value, epsilon in zip(counts.astype(int), values, epsilons, strict=True):
        kept = np.repeat(np.arange(judge.n_segments), draw)
        pairs = judges.pairs_of_scores(judged[:, kept].tolist())
        expected = judges.calibrated(pairs, scores[:, kept].tolist()) if pairs else (GAP, GAP)
        assert (value, epsilon) == pytest.approx(expected, nan_ok=True)


def test_a_metrics_own_ties_are_ties_at_every_epsilon():
    """People order both pairs that the metric ties; no epsilon is below 0."""
    judge = by_scores([[1, 1], [2, 2]])
    assert best(judge, np.zeros((2, 2))) == (0, 0)
    assert best(by_scores([[1, 1], [1, 1]]), np.zeros((2, 2))) == (1, 0)


def test_calling_everything_a_tie_is_right_where_the_judge_ties():
    judge = by_scores([[1, 1, 1], [1, 2, 3], [1, 2, 2]])
    for key in ("acc_eq", "acc_eq_calibrated"):
        assert MEASURES[key].value(judge, constant_scores(judge)) == pytest.approx((1 + 1 / 3 + 0) / 3)


@given(JUDGED)
def test_the_kernel_uncompiled(drawn):
    judged, scores = drawn
    judge = by_scores(judged)
    calibration = Calibration.of(judge.pairs, np.nan_to_num(judge.pairs.score_differences(np.array(scores))))
    counts = np.random.default_rng(2).integers(0, 3, (4, judge.n_segments)).astype(float)
    compiled = calibration.best(counts)
    with pytest.MonkeyPatch.context() as patch:
        uncompile(patch, pairwise)
        plain = calibration.best(counts)
    np.testing.assert_array_equal(compiled, plain)


@given(JUDGED, st.integers(1, 5), st.booleans())
def test_blocks_of_pairs_reach_what_all_pairs_reach(drawn, n_blocks, is_compiled):
    judged, scores = drawn
    judge = by_scores(judged)
    calibration = MEASURES["acc_eq_calibrated"].calibration(judge, np.array(scores))
    counts = np.random.default_rng(3).integers(0, 3, (8, judge.n_segments)).astype(float)
    alone = calibration.best(counts)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairwise, "MAX_BLOCKS", n_blocks)
        patch.setattr(pairwise, "PAIRS_IN_BLOCKS", 1)
        patch.setattr(pairwise, "DRAWS_IN_BLOCKS", 1)
        if not is_compiled:
            uncompile(patch, pairwise)
        np.testing.assert_allclose(calibration.best_values(counts), alone, rtol=1e-12)


def test_only_blocks_that_could_reach_more_are_climbed():
    """Ties of the judge gain up to a small epsilon; from there on every tie is wrong."""
    n_pairs, n_segments = 5000, 10
    segments = np.arange(n_pairs, dtype=np.int32) % n_segments
    gains = np.where(np.arange(n_pairs) < 1000, 0.1, -0.1)
    calibration = Calibration(
        segments, gains, np.arange(n_pairs) / n_pairs, np.ones(n_pairs, bool), np.zeros(n_segments), np.ones(n_segments)
    )
    counts = np.ones((DRAWS_IN_BLOCKS, n_segments))
    climbed = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairwise, "climb_blocks", lambda *of: climbed.append(of[6] > of[7][:, None]) or of[7])
        calibration.best_values(counts)
    assert climbed[0].sum(axis=1).max() <= 2
    np.testing.assert_allclose(calibration.best_values(counts), calibration.best(counts)[0])


def test_without_a_pair_it_is_not_defined():
    judge = by_scores([[1, 1], [2, GAP]])
    values, epsilons = MEASURES["acc_eq_calibrated"].calibration(judge, np.zeros((2, 2))).best(np.array([[0.0, 2]]))
    assert math.isnan(values[0])
    assert math.isnan(epsilons[0])
