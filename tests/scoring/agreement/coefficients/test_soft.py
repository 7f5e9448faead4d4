"""Soft pairwise accuracy, against all shuffles that there are."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import norm

from scoring.agreement import MEASURES, OrientedScores, soft_accuracy
from scoring.agreement.coefficients import soft
from scoring.agreement.judge_and_metric import Draws, JudgeAndMetric
from tests import judges
from tests.judges import GAP, JUDGED, by_scores

HUMAN, METRIC = [[1, 2, 3], [2, 3, 4]], [[2, 2, 4], [1, 3, 5]]


def common(first, second, *also):
    """The differences of two rows where all rows have a number."""
    rows = zip(first, second, *also, strict=True)
    return [row[0] - row[1] for row in rows if not any(math.isnan(number) for number in row)]


def exact_p(differences, published):
    """How often changing places gives the first system at least its lead, of all 2^n ways; the same lead is a half."""
    if not differences:
        return math.nan
    lead = sum(differences)
    shuffles = product((1, -1), repeat=len(differences))
    found = [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in shuffles]
    same = sum(abs(shuffled - lead) < 1e-9 for shuffled in found)
    above = sum(shuffled > lead + 1e-9 for shuffled in found)
    return (above + (same if published else same / 2)) / len(found)


def exact_accuracy(judged, scores, published=False, p=exact_p):
    gaps = []
    for i in range(len(judged)):
        for j in range(i + 1, len(judged)):
            ours = p(common(judged[i], judged[j], scores[i], scores[j]), published)
            theirs = p(common(scores[i], scores[j], judged[i], judged[j]), published)
            gaps += [] if math.isnan(ours) else [abs(ours - theirs)]
    return 1 - judges.mean(gaps)


def every_shuffle(n_segments, trials, seed):
    """Each once, in the place of random ones."""
    assert trials == 2**n_segments
    yield np.arange(trials, dtype="<u8").view(np.uint8).reshape(trials, 8)


@pytest.mark.parametrize("published", [False, True])
@given(drawn=JUDGED)
def test_all_shuffles(published, drawn):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(soft, "swaps", every_shuffle)
        found = soft_accuracy(*drawn, trials=2 ** len(drawn[0][0]), published=published)
    assert found == pytest.approx(exact_accuracy(*drawn, published), nan_ok=True)


def test_two_systems_by_two_judges():
    """The known .872 is of 1,000 random shuffles; all shuffles give 1 - |1 - 7/8|."""
    assert exact_accuracy(HUMAN, METRIC, published=True) == 0.875
    assert soft_accuracy(HUMAN, METRIC, published=True) == pytest.approx(0.872, abs=0.02)
    assert exact_accuracy(HUMAN, METRIC) == pytest.approx(1 - (1 - 1 / 16 - (4 + 3 / 2) / 8))


@pytest.mark.parametrize(("published", "p"), [(False, 0.5), (True, 1)])
def test_identical_systems(published, p):
    """p of "the first is better" and of "the second is better"."""
    table = np.array([[1, 5, 3, GAP], [1, 5, 3, 2]])
    for rows in (table, table[::-1]):
        assert soft.better_by_chance(rows, trials=50, published=published).tolist() == [p]
    assert soft_accuracy(table, table, published=published) == 1


def test_both_orders_of_two_systems_add_up_to_1():
    table = np.random.default_rng(1).integers(0, 4, (2, 6)).astype(float)
    found = [soft.better_by_chance(rows, 300)[0] for rows in (table, table[::-1])]
    assert sum(found) == pytest.approx(1)
    assert 0 < found[0] < 1


@given(JUDGED)
def test_the_limit_is_a_normal_distribution(drawn):
    def p(differences, published):
        if not differences:
            return math.nan
        spread = math.sqrt(sum(d * d for d in differences))
        return float(norm.sf(sum(differences) / spread)) if spread else 0.5

    judged, scores = drawn
    judge = by_scores(judged)
    (found,) = MEASURES["spa"].of_draws(JudgeAndMetric(judge, OrientedScores(np.array(scores))).all_segments)
    (of_table,) = MEASURES["spa"].of_tables(judge, np.array([scores]))
    expected = exact_accuracy(judged, scores, p=p)
    assert [found, of_table] == pytest.approx([expected, expected], nan_ok=True)


def test_with_many_segments_the_limit_is_what_shuffles_give():
    generator = np.random.default_rng(3)
    quality = np.array([[0.0], [0.05], [0.1], [0.12]])
    judged = generator.normal(size=(4, 500)) + quality
    scores = judged + generator.normal(size=(4, 500)) + 2 * quality[::-1]
    judge, scored = by_scores(judged), OrientedScores(scores)
    (limit,) = MEASURES["spa"].of_draws(JudgeAndMetric(judge, scored).all_segments)
    shuffled = soft_accuracy(judged, scores, trials=20_000)
    assert 0.2 < shuffled < 0.9
    assert limit == pytest.approx(shuffled, abs=0.01)


def test_systems_without_a_segment_in_common_are_no_pair():
    """In the set itself, and in resamples that leave out what they have in common."""
    judged = [[1, 2, 3, GAP], [2, 3, 4, GAP], [GAP, GAP, 1, 2]]
    scores = np.array([[1.0, 2, 3, 9], [2, 3, 4, 9], [5, 5, 9, 2]])
    judge = by_scores(judged)
    both = JudgeAndMetric(judge, OrientedScores(scores))

    def of_draws(counts):
        return MEASURES["spa"].of_draws(Draws(both, counts))

    with_the_third, without = of_draws(np.array([[1.0, 1, 1, 1], [2, 2, 0, 0]]))
    assert without == 1
    assert with_the_third < 1
    assert math.isnan(of_draws(np.array([[0.0, 0, 0, 4]]))[0])
    assert math.isnan(soft_accuracy([[1, GAP], [GAP, 1]], [[1, 1], [1, 1]]))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"scores": [[1, 2]]}, "judged, 2 systems x 3 segments; found 1 system x 2 segments"),
        ({"judge_scores": [1, 2]}, "judge_scores: expected a table of numbers"),
        ({"trials": 0}, "The number of trials must be 1 to 10,000,000; found 0"),
        ({"seed": -1}, "The seed must be 0"),
        ({"published": "yes"}, "published must be True or False; found 'yes'"),
    ],
)
def test_what_it_does_not_take(changed, message):
    with pytest.raises(ValueError, match=message):
        soft_accuracy(**{"judge_scores": HUMAN, "scores": METRIC} | changed)
