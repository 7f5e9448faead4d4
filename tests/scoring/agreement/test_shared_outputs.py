"""What several metrics are held against alike."""

from dataclasses import replace

import numpy as np

from scoring import TestSet
from scoring.agreement import find_judge
from scoring.agreement.agreement_words import exclusion_sentences
from scoring.agreement.shared_outputs import comparable_outputs, find_shared_outputs, metrics_without_judge
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name

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
    assert comparable_outputs(find_judge(test_set, "MQM"), test_set).tolist() == [
        [True, True, True, False, True],
        [True, True, True, False, True],
        [True, False, True, False, True],
    ]


def test_what_no_judge_has_seen_may_lack_a_score():
    scored = a_set(X=given({("A", 3): NAN, ("C", 1): NAN}))
    found = find_shared_outputs(a_set(MQM=PEOPLE), scored, "MQM", list(external_metrics_by_name(scored).values()))
    assert (found.n_outputs, found.n_judged, found.incomplete, found.lacking, found.lost) == (11, 11, {}, {}, ())


def test_what_lacks_a_score_does_not_count_for_any_metric():
    scored = a_set(X=given({("A", 0): NAN}), Y=given({("C", 2): NAN}), Z=given({("C", n): NAN for n in range(5)}))
    found = find_shared_outputs(a_set(MQM=PEOPLE), scored, "MQM", list(external_metrics_by_name(scored).values()))
    assert [metric.name for metric in found.metrics] == ["X", "Y"]
    assert found.lacking == {"Z": ("C",)}
    assert found.incomplete == {"X": 10, "Y": 10}
    assert (found.n_outputs, found.n_judged) == (9, 11)
    assert np.isnan(found.judge.scores[0, 0])


def test_only_the_judges_own_scores_are_no_metric():
    judged = a_set(MQM=PEOPLE)
    others = a_set(MQM=given({}), X=given({}))
    for scored, names in ((a_set(MQM=PEOPLE, X=given({})), ["X"]), (others, ["MQM", "X"])):
        metrics = list(external_metrics_by_name(scored).values())
        assert [metric.name for metric in metrics_without_judge(metrics, judged, scored, "MQM")] == names


def test_peoples_other_scores_are_not_ranked_where_people_are_the_judge():
    test_set = a_set(MQM=PEOPLE, X=given({}))
    people = Scores("ESA", given({("A", 0): 90.0}), is_human=True)
    test_set = replace(test_set, scores=(*test_set.scores, people))
    metrics = list(external_metrics_by_name(test_set).values())
    found = find_shared_outputs(test_set, test_set, "MQM", [metric for metric in metrics if metric.of != "MQM"])
    assert ([metric.name for metric in found.metrics], found.human) == (["X"], ("ESA",))
    (said,) = exclusion_sentences(found)
    assert said.startswith("ESA: not ranked, because people gave these scores and no metric did.")
    by_metric = find_shared_outputs(test_set, test_set, "X", [metric for metric in metrics if metric.of != "X"])
    assert by_metric.human == ()
    assert {metric.name for metric in by_metric.metrics} == {"MQM", "ESA"}
