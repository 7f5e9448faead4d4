"""Several metrics and one judge: what all share, and which agrees better."""

import math
from dataclasses import replace

import numpy as np
import pytest

from scoring import TestSet
from scoring.agreement import Comparison, Resampling, Scored, judge_of, swap_scores
from scoring.agreement.several import PERMUTATION, Several, too_few, usual_trials
from scoring.agreement.shared import compared, shared, without_judge
from scoring.judgments import Scores
from scoring.judgments.external import metrics_of
from tests.expanded import outside

NAN = float("nan")
PEOPLE = {"A": [3.0, 1, 2, NAN, 5], "B": [1.0, 1, 3, 4, 2], "C": [2.0, NAN, 1, NAN, 1]}
"""In segment 4 one output alone is judged."""


def a_set(**scores):
    texts = {name: [f"{name} {n}" for n in range(5)] for name in PEOPLE}
    columns = [Scores(name, values, is_human=name == "MQM") for name, values in scores.items()]
    return TestSet.build(texts, [["x"] * 5]).with_judgments(columns)


def given(changed):
    """Scores of every output but for those that are changed: (system, segment) -> a number."""
    columns = {name: [float(n + len(name) * ord(name)) for n in range(5)] for name in PEOPLE}
    for (system, segment), value in changed.items():
        columns[system][segment] = value
    return columns


def test_outputs_that_are_judged_alone_are_not_compared():
    test_set = a_set(MQM=PEOPLE)
    assert compared(judge_of(test_set, "MQM"), test_set).tolist() == [
        [True, True, True, False, True],
        [True, True, True, False, True],
        [True, False, True, False, True],
    ]


def test_what_no_judge_has_seen_may_lack_a_score():
    scored = a_set(X=given({("A", 3): NAN, ("C", 1): NAN}))
    found = shared(a_set(MQM=PEOPLE), scored, "MQM", list(metrics_of(scored).values()))
    assert (found.n_outputs, found.n_judged, found.incomplete, found.lacking, found.lost) == (11, 11, {}, {}, ())


def test_what_lacks_a_score_does_not_count_for_any_metric():
    scored = a_set(X=given({("A", 0): NAN}), Y=given({("C", 2): NAN}), Z=given({("C", n): NAN for n in range(5)}))
    found = shared(a_set(MQM=PEOPLE), scored, "MQM", list(metrics_of(scored).values()))
    assert [metric.name for metric in found.metrics] == ["X", "Y"]
    assert found.lacking == {"Z": ("C",)}
    assert found.incomplete == {"X": 10, "Y": 10}
    assert (found.n_outputs, found.n_judged) == (9, 11)
    assert np.isnan(found.judge.scores[0, 0])


def test_only_the_judges_own_scores_are_no_metric():
    judged = a_set(MQM=PEOPLE)
    others = a_set(MQM=given({}), X=given({}))
    for scored, names in ((a_set(MQM=PEOPLE, X=given({})), ["X"]), (others, ["MQM", "X"])):
        metrics = list(metrics_of(scored).values())
        assert [metric.name for metric in without_judge(metrics, judged, scored, "MQM")] == names


@pytest.fixture
def several():
    generator = np.random.default_rng(5)
    people = Scores(
        "MQM", dict(zip("ABC", generator.integers(0, 4, (3, 30)).astype(float), strict=True)), is_human=True
    )
    texts = {name: ["x"] * 30 for name in "ABC"}
    judge = judge_of(TestSet.build(texts, [["x"] * 30]).with_judgments([people]), "MQM")
    tables = {
        "near": judge.scores / 2 + generator.normal(0, 1, (3, 30)),
        "far": judge.scores / 4 + generator.normal(0, 1, (3, 30)),
    }
    tables["same"] = tables["near"]
    scored = {name: Scored(table) for name, table in tables.items()}
    return Several.of(judge, scored, ["tau", "acc_eq_calibrated"], Resampling(199, 3))


def test_p_of_swapped_scores_decides_where_it_is_asked_for(several):
    found = several.compare("tau", PERMUTATION, "none")
    expected = swap_scores(several.judge, several.scored["near"], several.scored["far"], "tau", 199, 3).p_value
    assert found.p_values[0, 1] == found.p_values[1, 0] == expected
    assert found.p_values[0, 2] == 1
    bootstrapped = several.compare("tau", correction="none")
    assert type(bootstrapped) is Comparison
    assert found.values.tolist() == bootstrapped.values.tolist()
    assert found.p_values.tolist() != bootstrapped.p_values.tolist()


def test_documents_are_swapped_where_they_are_drawn(several):
    members = np.arange(30) // 3
    by_document = replace(several, resampling=Resampling(199, 3, members))
    near, far = several.scored["near"], several.scored["far"]
    expected = swap_scores(several.judge, near, far, "tau", 199, 3, members=members).p_value
    told = []
    assert by_document.compare("tau", PERMUTATION, "none", told.append).p_values[0, 1] == expected
    assert expected != several.compare("tau", PERMUTATION, "none").p_values[0, 1]
    assert told == pytest.approx([1 / 3, 2 / 3, 1])


def test_it_tells_how_far_it_is(several):
    told = []
    Several.of(several.judge, several.scored, ["tau"], Resampling(50), on_progress=told.append)
    assert told == pytest.approx([1 / 3, 2 / 3, 1])


def test_the_threshold_is_of_calibrated_accuracy_alone(several):
    near = several.scored["near"]
    epsilon = several.found["near"].epsilon("acc_eq_calibrated")
    assert several.found["near"].epsilon("tau") is None
    assert epsilon > 0
    differences = np.abs(several.judge.pairs.differences_of(near.segments))
    assert np.isclose(differences, epsilon).any()


def test_trials_are_as_many_as_all_pairs_take(several):
    assert (usual_trials(1), usual_trials(8), usual_trials(15)) == (1000, 1120, 4200)
    assert too_few(several.compare("tau")) is None
    few = Several.of(several.judge, several.scored, ["tau"], Resampling(58))
    n_units = next(iter(few.found.values())).n_units
    needed = math.ceil(1 / outside(n_units, 1 - 0.05 / 3)) - 1
    assert (too_few(few.compare("tau")), too_few(few.compare("tau", correction="none"))) == (needed, None)
    assert too_few(few.compare("tau", "permutation")) == 59


def test_an_unknown_test_is_refused(several):
    with pytest.raises(ValueError, match="Unknown test 'ar'; there are bootstrap, permutation"):
        several.compare("tau", "ar")
