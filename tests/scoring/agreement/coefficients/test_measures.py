"""What holds for every measure of agreement."""

import numpy as np
import pytest
from hypothesis import given

from scoring.agreement import MEAN, MEASURES, OrientedScores, suitable_measures
from scoring.agreement.judge_and_metric import JudgeAndMetric
from tests import judges
from tests.judges import EXACT, GAP, JUDGED, by_preferences, by_scores

OF_SCORES = [key for key, measure in MEASURES.items() if measure.scores]
OF_PREFERENCES = [key for key, measure in MEASURES.items() if measure.preferences]
TIES = [[1, 2, 2, 5], [2, 2, 3, 5], [4, 3, 3, GAP]]
"""Three systems, of which the judge ties two outputs in most segments."""


def test_which_measures_suit_which_judgments():
    assert suitable_measures(by_scores(TIES)) == OF_SCORES
    assert suitable_measures(by_preferences([(0, 0, 1, False)], 2, 1)) == OF_PREFERENCES
    assert set(MEASURES) - set(OF_SCORES) == {"tau_majority"}
    assert set(MEASURES) - set(OF_PREFERENCES) == {"tau_b", "spa"}


@pytest.mark.parametrize("key", OF_SCORES)
def test_a_metric_equal_to_the_judge_reaches_the_maximum_of_every_measure(key):
    """Where the judge has ties, too: those that count pairs with ties find the same ties."""
    assert MEASURES[key].value(by_scores(TIES), OrientedScores(np.array(TIES))) == pytest.approx(MEASURES[key].scale[1])


@pytest.mark.parametrize(
    "key", ["tau", "tau_discordant", "tau_excluded", "tau_majority", "acc_eq", "acc_eq_calibrated"]
)
def test_a_metric_that_orders_outputs_as_people_do_reaches_the_maximum_of_measures_of_outputs(key):
    """Of preferences; systems are then judged by their wins, which are no mean of a metric's scores."""
    rows = [(0, 0, 1, True), (0, 2, 0, False), (1, 2, 1, False), (2, 2, 1, True), (2, 2, 0, False)]
    judge = by_preferences(rows, 3, 3)
    scores = np.array([[1.0, 2, 2], [1, 2, 3], [4, 3, 3]])
    assert MEASURES[key].value(judge, OrientedScores(scores)) == pytest.approx(MEASURES[key].scale[1])


@pytest.mark.parametrize("key", [key for key in OF_SCORES if not key.startswith("acc_eq")])
def test_the_reverse_of_a_judge_without_ties_reaches_the_minimum(key):
    """Soft pairwise accuracy of few segments is above 0, for no p is 0 or 1; calibration can call all a tie."""
    judged = np.arange(40.0).reshape(2, 20)
    found = MEASURES[key].value(by_scores(judged), OrientedScores(-judged))
    assert found == pytest.approx(MEASURES[key].scale[0], abs=1e-4)


@pytest.mark.parametrize("key", OF_SCORES)
@given(drawn=JUDGED)
def test_scaling_and_shifting_a_metric_changes_nothing(key, drawn):
    judged, scores = drawn
    judge, table = by_scores(judged), np.array(scores)
    found = [MEASURES[key].value(judge, OrientedScores(changed)) for changed in (table, 4 * table + 8, table / 8 - 1)]
    np.testing.assert_allclose(found, found[0], **EXACT)


def test_scaling_changes_what_an_epsilon_ties():
    judge, scores = by_scores(TIES), np.array([[0.0, 0, 0, 0], [1, 0, 1, 0], [2, 1, 1, 0]])
    rows = MEASURES["acc_eq"].rows
    found = [rows(judge.pairs, judge.pairs.score_differences(factor * scores), 1).sum() for factor in (1, 4)]
    assert found[0] != found[1]


@pytest.mark.parametrize("key", OF_SCORES)
@given(drawn=JUDGED)
def test_values_lie_within_the_scale(key, drawn):
    judged, scores = drawn
    value = MEASURES[key].value(by_scores(judged), OrientedScores(np.array(scores)))
    low, high = MEASURES[key].scale
    assert np.isnan(value) or low - 1e-9 <= value <= high + 1e-9


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize("key", MEASURES)
@given(drawn=judges.with_metrics(judges.gappy(judges.numbers(0, 2)), judges.gappy(judges.numbers(0, 4)), number=2))
def test_tables_of_scores_are_measured_as_one_metric_is(key, drawn):
    """Of all outputs: many tables at once are what permutation and metrics of chance need."""
    judged, *tables = drawn
    judge = by_scores(judged)
    if key == "tau_majority":
        rows = [(pair.segment, pair.first, pair.second, not pair.sign) for pair in judges.pairs_of_scores(judged)]
        judge = by_preferences(rows, len(judged), len(judged[0]))
    tables = np.array(tables)
    one_by_one = [
        MEASURES[key].of_draws(JudgeAndMetric(judge, OrientedScores(table), MEAN).all_segments)[0] for table in tables
    ]
    np.testing.assert_allclose(MEASURES[key].of_tables(judge, tables), one_by_one, **EXACT)


def test_soft_accuracy_needs_scores():
    judge = by_preferences([(0, 0, 1, False)], 2, 1)
    with pytest.raises(ValueError, match="rankings: soft pairwise accuracy needs a score of each output; found pref"):
        MEASURES["spa"].value(judge, OrientedScores(np.zeros((2, 1))))
