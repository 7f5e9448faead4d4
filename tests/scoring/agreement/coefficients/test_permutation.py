"""PERM-BOTH, against all ways to swap two metrics' scores."""

import math
import statistics
from itertools import product

import numpy as np
import pytest
from scipy import stats

from scoring.agreement import OrientedScores, suitable_measures, swap_scores
from scoring.significance import monte_carlo_interval
from tests import judges
from tests.judges import GAP, by_preferences, by_scores

JUDGED = [[1, 5, 2], [2, 4, 2], [3, 4, 5]]
ONE, OTHER = [[1.0, 6, 1], [3, 4, 2], [2, 4, 7]], [[9.0, 3, 5], [2, 8, 6], [1, 7, 5]]


def standardized(table):
    numbers = [number for row in table for number in row]
    mean, spread = statistics.fmean(numbers), statistics.pstdev(numbers)
    return [[(number - mean) / spread for number in row] for row in table]


def exact(value, members=(0, 1, 2)):
    """Two-sided p over all ways to swap outputs' scores, those of a document as one, and the observed difference."""
    one, other = standardized(ONE), standardized(OTHER)
    observed = value(one) - value(other)
    shape, as_large, n_ways = (len(one), max(members) + 1), 0, 0
    for swaps in product((False, True), repeat=shape[0] * shape[1]):
        swapped = np.reshape(swaps, shape)[:, members]
        a, b = (np.where(swapped, *tables).tolist() for tables in ((other, one), (one, other)))
        difference = value(a) - value(b)
        as_large += math.isnan(difference) or abs(difference) >= abs(observed) - 1e-9
        n_ways += 1
    return as_large / n_ways, observed


PLAIN = {
    "acc_eq": lambda table: judges.acc_eq(judges.pairs_of_scores(JUDGED), table),
    "acc_eq_calibrated": lambda table: judges.calibrated(judges.pairs_of_scores(JUDGED), table)[0],
    "tau": lambda table: judges.taus(judges.pairs_of_scores(JUDGED), table)["tau"],
    "pearson": lambda table: judges.correlation(
        stats.pearsonr, judges.system_means(JUDGED), judges.system_means(table)
    ),
}


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("measure", PLAIN)
def test_random_swaps_give_what_all_swaps_give(measure):
    expected, observed = exact(PLAIN[measure])
    found = swap_scores(
        by_scores(JUDGED), OrientedScores(np.array(ONE)), OrientedScores(np.array(OTHER)), measure, trials=2000
    )
    assert found.difference == pytest.approx(observed)
    low, high = monte_carlo_interval(round(found.p_value * 2001) - 1, 2000, level=0.9999)
    assert low <= expected <= high
    assert 0 < expected < 1


@pytest.mark.parametrize("measure", PLAIN)
def test_a_systems_outputs_of_a_document_are_swapped_as_one(measure):
    expected, _ = exact(PLAIN[measure], members=[0, 1, 0])
    arguments = by_scores(JUDGED), OrientedScores(np.array(ONE)), OrientedScores(np.array(OTHER)), measure
    found = swap_scores(*arguments, trials=2000, members=np.array([7, 4, 7]))
    low, high = monte_carlo_interval(round(found.p_value * 2001) - 1, 2000, level=0.9999)
    assert low <= expected <= high
    assert len(np.unique(np.round(found.differences, 9))) <= 2**6


def test_a_document_a_segment_is_swapping_outputs():
    arguments = by_scores(JUDGED), OrientedScores(np.array(ONE)), OrientedScores(np.array(OTHER)), "pearson"
    segments, documents = (swap_scores(*arguments, trials=20, members=members) for members in (None, np.arange(3)))
    np.testing.assert_array_equal(segments.differences, documents.differences)


@pytest.mark.parametrize("measure", suitable_measures(by_scores(JUDGED)))
def test_a_metric_against_itself_on_another_scale_has_p_1(measure):
    found = swap_scores(
        by_scores(JUDGED), OrientedScores(np.array(ONE)), OrientedScores(5 * np.array(ONE) + 3), measure, trials=40
    )
    assert found.difference == pytest.approx(0)
    assert found.p_value == 1


def test_one_that_agrees_better_on_many_segments():
    generator = np.random.default_rng(1)
    judged = generator.normal(size=(4, 100))
    near, far = judged + generator.normal(size=(4, 100)), generator.normal(size=(4, 100))
    found = swap_scores(by_scores(judged), OrientedScores(near), OrientedScores(far), "acc_eq", trials=200)
    assert found.difference > 0
    assert found.p_value == 1 / 201
    assert (
        found.p_value
        == swap_scores(by_scores(judged), OrientedScores(far), OrientedScores(near), "acc_eq", trials=200).p_value
    )


def test_batches_change_nothing(monkeypatch):
    """Only how many are swapped at once."""
    arguments = by_scores(JUDGED), OrientedScores(np.array(ONE)), OrientedScores(np.array(OTHER)), "tau"
    whole = swap_scores(*arguments, trials=25)
    monkeypatch.setattr("scoring.agreement.coefficients.permutation._CELLS", 90)
    told = []
    np.testing.assert_array_equal(
        swap_scores(*arguments, trials=25, on_progress=told.append).differences, whole.differences
    )
    assert told == [0.4, 0.8, 1]


def test_what_is_not_defined_has_no_p():
    constant = OrientedScores(np.zeros((3, 3)))
    assert math.isnan(
        swap_scores(by_scores(JUDGED), OrientedScores(np.array(ONE)), constant, "pearson", trials=9).p_value
    )
    assert not math.isnan(
        swap_scores(by_scores(JUDGED), OrientedScores(np.array(ONE)), constant, "tau", trials=9).p_value
    )


def test_gaps_of_a_metric_are_gaps_wherever_they_go():
    gappy = np.array(ONE)
    gappy[0] = GAP
    for measure in ("tau", "pearson", "spa"):
        found = swap_scores(
            by_scores(JUDGED), OrientedScores(gappy), OrientedScores(np.array(OTHER)), measure, trials=9
        )
        assert len(found.differences) == 9


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"measure": "kappa"}, "Unknown measure for scores of MQM 'kappa'; there are tau"),
        ({"b": OrientedScores(np.zeros((3, 2)))}, "judged, 3 systems x 3 segments; found 3 systems x 2 segments"),
        ({"a": ONE}, "scored: expected OrientedScores; found"),
        ({"trials": 0}, "The number of trials must be 1 to"),
        ({"members": [0, 1]}, "what was judged has 3, numbers of documents has 2"),
        ({"judge": by_preferences([(0, 0, 1, False)], 2, 1), "measure": "spa"}, "Unknown measure for preferences of"),
    ],
)
def test_what_it_does_not_take(changed, message):
    arguments = {
        "judge": by_scores(JUDGED),
        "a": OrientedScores(np.array(ONE)),
        "b": OrientedScores(np.array(OTHER)),
        "measure": "tau",
    }
    with pytest.raises(ValueError, match=message):
        swap_scores(**arguments | changed)
