"""Scores from elsewhere as a metric, against NumPy's means and a plain randomization of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import METRICS, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore, external_metrics_by_name
from scoring.significance import compare

NAN = float("nan")
NAMES = ("A", "B", "C")


def judged(**values):
    n = len(next(iter(values.values())))
    texts = TestSet.build({name: ["x"] * n for name in NAMES}, [["x"] * n])
    return texts.with_judgments([Scores("MQM", values, is_human=True, source="mqm.tsv")])


def metric_of(test_set):
    (metric,) = external_metrics_by_name(test_set).values()
    return metric


def test_the_score_is_the_mean_of_what_there_is():
    test_set = judged(A=[-1.0, NAN, -4.0], B=[NAN] * 3)
    metric = metric_of(test_set)
    rows = metric.measure(test_set)
    scores = {system: float(metric.score(found.sum(axis=0))) for system, found in rows.items()}
    assert scores["A"] == -2.5
    assert np.isnan([scores["B"], scores["C"]]).all()
    np.testing.assert_array_equal(metric.score(rows["A"]), [-1, NAN, -4])
    assert metric.judged(test_set, NAMES).tolist() == [True, False, True], "those without any score do not count"


def test_the_signature_names_file_and_segments():
    assert metric_of(judged(A=[1.0, NAN, 2.0])).signature.startswith("file:mqm.tsv|segments:2|version:BLEUscope-")


def test_texts_alone_have_no_such_score():
    metric = metric_of(judged(A=[1.0]))
    with pytest.raises(ValueError, match="these scores come from a file"):
        metric.statistics(["x"], [["x"]])
    with pytest.raises(ValueError, match="No scores are called 'MQM'; the test set has none"):
        metric.measure(TestSet.build({"A": ["x"]}, [["x"]]))


def test_a_name_that_a_metric_has_is_told_apart():
    test_set = judged(A=[1.0]).with_judgments([Scores("BLEU", {"A": [30.0]})])
    taken = {*METRICS, *(metric.label for metric in METRICS.values())}
    assert [metric.label for metric in external_metrics_by_name(test_set, taken).values()] == ["MQM", "BLEU (given)"]
    assert set(external_metrics_by_name(test_set, taken)) == {"MQM", "BLEU (given)"}
    given = external_metrics_by_name(test_set, taken)["BLEU (given)"]
    assert float(given.score(given.measure(test_set)["A"].sum(axis=0))) == 30.0


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([0.81, 0.9], 4),
        ([-2.0, 1.9], 4),
        ([81.0, 0.9], 2),
        ([NAN, NAN], 4),
        ([0.0, 0.0], 4),
        ([0.1, -0.02], 4),
        ([0.09, -0.02], 5),
        ([1.5e-12, 1e-13], 15),
        ([1e-200, 1e-201], 20),
    ],
)
def test_small_scores_have_more_decimals(values, decimals):
    assert metric_of(judged(A=values)).decimals == decimals


def test_lower_is_better_where_the_scores_say_so():
    assert not ExternalScore.reading(Scores("TER", {"A": [1.0]}, higher_is_better=False)).higher_is_better


NUMBERS = st.integers(-8, 8).map(lambda number: number / 4)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_the_test_is_that_of_means_and_the_order_of_segments_changes_nothing(rows, random):
    values = dict(zip(NAMES, np.array(rows, float).T, strict=True))
    test_set = judged(**values)
    metric = metric_of(test_set)
    found = compare(metric, metric.measure(test_set), trials=200)
    means = {name: column.mean() for name, column in values.items()}
    np.testing.assert_allclose(found.tested.scores, [means[name] for name in NAMES])
    for pair in found.pairs:
        swaps = np.array(np.meshgrid(*[[-1, 1]] * len(rows))).reshape(len(rows), -1)
        every = ((values[pair.a] - values[pair.b]) @ swaps) / len(rows)
        exact = (np.abs(every) >= abs(means[pair.a] - means[pair.b]) - 1e-9).mean()
        assert abs(pair.p_value - exact) < 0.2
    order = random.sample(range(len(rows)), len(rows))
    moved = judged(**{name: column[order] for name, column in values.items()})
    again = compare(metric, metric.measure(moved), trials=200)
    np.testing.assert_allclose(again.tested.scores, found.tested.scores)


def test_a_label_is_no_picture_in_markdown():
    label = ExternalScore.reading(Scores("![x](http://example.org/a.png)", {"A": [1.0]})).label
    assert "](" not in label
    assert label.startswith("!(x)")
