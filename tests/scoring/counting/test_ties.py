"""Ties of scores on scales of any size."""

import math

import numpy as np
import pytest

from scoring import TestSet
from scoring.agreement import MEASURES, Judge, OrientedScores, difference_worth, misordered_systems, tau_b
from scoring.analysis.pair import scored_pair
from scoring.counting.ties import round_ties, tie_levels, tolerance
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from tests import judges
from tests.cases import as_one_test

SCALES = [1e-100, 1e-30, 1e-12, 1e-6, 1.0, 1e6, 1e12]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0, 100], 1e-9),
        ([0.2, 0.9], 1e-9),
        ([-25, math.nan, 0], 1e-9),
        ([0, 1e-12], 1e-21),
        ([-1e15, 1e15], 1e3),
        ([7, 7], 1e-11),
    ],
)
def test_it_is_as_small_as_the_scale(scores, expected):
    assert tolerance(np.array(scores, float)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("scores", [[], [0.0, 0.0], [math.nan], [math.nan, math.nan], [1e-310, 0]])
def test_scores_without_a_range_tie(scores):
    values = np.array(scores)
    assert (round_ties(np.diff(values), tolerance(values)) != 0).sum() == np.isnan(values[1:]).sum()


def test_every_row_has_its_own():
    assert tolerance(np.array([[0, 1e-12], [0, 50]]), -1) == pytest.approx([1e-21, 1e-9])


@pytest.mark.parametrize("scale", SCALES)
def test_sums_that_floats_make_of_equal_numbers_tie(scale):
    values = scale * np.array([0.1 + 0.2, 0.3, 0.7, sum([0.1] * 7)])
    assert tie_levels(values, tolerance(values)).tolist() == [1, 1, 2, 2]


def tables():
    """Judged scores with many ties, and a metric whose ties are hidden by the rounding of sums."""
    generator = np.random.default_rng(5)
    judged = generator.integers(0, 3, (5, 30)).astype(float)
    tenths = generator.integers(0, 4, (5, 30))
    noise = np.where(generator.random(tenths.shape) < 0.5, (tenths + 1) * 0.1 - 0.1, tenths * 0.1)
    return judged, noise


@as_one_test
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("key", [key for key, measure in MEASURES.items() if measure.scores])
def test_agreement_is_the_same_on_every_scale(key, scale):
    judged, scores = tables()
    expected = MEASURES[key].value(judges.by_scores(judged), OrientedScores(scores))
    for of_judge, of_metric in ((1, scale), (scale, 1)):
        found = MEASURES[key].value(judges.by_scores(of_judge * judged), OrientedScores(of_metric * scores))
        assert found == pytest.approx(expected, abs=1e-9)


@as_one_test
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("key", [key for key, measure in MEASURES.items() if measure.scores])
def test_agreement_is_the_same_whatever_all_scores_have_in_common(key, lower):
    judged, scores = (table.round(1) for table in tables())
    names = judges.names(len(judged))

    def agreement(of_judge, of_metric):
        given = [
            Scores(name, dict(zip(names, table, strict=True)), not lower)
            for name, table in (("judge", of_judge), ("metric", of_metric))
        ]
        texts = ["x"] * judged.shape[1]
        test_set = TestSet.build(dict.fromkeys(names, texts), [texts]).with_judgments(given)
        judge, metric = Judge.of_scores(given[0], names), ExternalScore.reading(given[1])
        scored = OrientedScores.of(metric, metric.measure(test_set), judge)
        assert judge.system_scores(np.ones((1, 30)))[0] + judge.origin == pytest.approx(signed(of_judge.mean(axis=1)))
        assert scored.segments + scored.origin == pytest.approx(signed(of_metric))
        return MEASURES[key].value(judge, scored)

    def signed(table):
        return -table if lower else table

    expected = agreement(judged, scores)
    assert agreement(judged + 1e12, scores) == pytest.approx(expected, abs=1e-9)
    assert agreement(judged, scores - 1e12) == pytest.approx(expected, abs=1e-9)


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("grouping", ["segment", "system", "none"])
def test_tau_b_is_the_same_on_every_scale(grouping, scale):
    judged, scores = tables()
    expected = tau_b(judged, np.round(scores, 6), grouping)
    assert tau_b(scale * judged, scale * scores, grouping) == pytest.approx(expected, abs=1e-12)


def test_systems_that_turn_are_the_same_on_every_scale():
    judged, scores = tables()
    named = [
        [
            (pair.better, pair.worse)
            for pair in misordered_systems(judges.by_scores(judged), OrientedScores(scale * scores))
        ]
        for scale in SCALES
    ]
    assert named[0]
    assert all(one == named[0] for one in named)


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e6])
def test_what_a_difference_is_worth_is_the_same_on_every_scale(scale):
    judged, scores = tables()
    found = difference_worth(
        judges.by_scores(judged), OrientedScores(scale * scores), scale * np.array([0, 0.01, 0.05])
    )
    expected = difference_worth(judges.by_scores(judged), OrientedScores(scores), np.array([0, 0.01, 0.05]))
    np.testing.assert_array_equal(found.n_pairs, expected.n_pairs)
    np.testing.assert_allclose(found.shares, expected.shares)


@pytest.mark.parametrize("scale", SCALES)
def test_segments_of_scores_from_elsewhere_are_won_on_every_scale(scale):
    texts = TestSet.build({"A": ["a", "b", "c"], "B": ["a", "b", "d"]}, [["a", "b", "c"]])
    given = Scores("p", {"A": scale * np.array([0.1 + 0.2, 0.5, 0.1]), "B": scale * np.array([0.3, 0.2, 0.9])})
    metric = ExternalScore.reading(given)
    measured = metric.measure(texts.with_judgments([given]))
    columns = [system.segments for system in texts.systems]
    wins = scored_pair(metric, ("A", "B"), [measured["A"], measured["B"]], columns).wins
    assert tuple(wins)[:3] == (1, 1, 1)
