"""Means over different segments: told, by the right numbers, and never called comparable."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import METRICS, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.judgments.score_coverage import (
    find_unequal_coverage,
    metric_with_coverage,
    n_shared_segments,
    name_with_base,
    on_shared_segments,
    shared_segments,
    unequal_coverage,
)

NAN = np.nan
TEXTS = [f"segment {number}" for number in range(1, 5)]


def judged(**values):
    test_set = TestSet.build(dict.fromkeys(values, TEXTS), {"ref": TEXTS})
    scores = Scores("flip", {name: np.array(column, float) for name, column in values.items()})
    return replace(test_set, scores=(scores,))


def rows_of(test_set):
    metric = ExternalScore.reading(test_set.scores[0])
    return metric, metric.measure(test_set)


def test_systems_on_the_same_segments_are_not_told():
    metric, rows = rows_of(judged(a=[1, 2, NAN, 4], b=[2, 3, NAN, 4], c=[NAN] * 4))
    assert unequal_coverage(metric, rows) is None  # c has no score at all, and is told elsewhere
    assert shared_segments(metric, rows).tolist() == [True, True, False, True]
    assert on_shared_segments(metric, rows) is rows
    assert name_with_base("flip", n_shared_segments(metric, rows)) == "flip (n = 3)"


def test_scores_on_all_segments_have_no_number_in_their_heading():
    test_set = judged(a=[1, 2, 3, 4], b=[2, 3, 4, 4])
    for metric in (ExternalScore.reading(test_set.scores[0]), METRICS["ter"]()):
        assert name_with_base("x", n_shared_segments(metric, metric.measure(test_set))) == "x"


def test_each_number_of_segments_is_told():
    test_set = judged(a=[1, 2, 3, 4], b=[NAN, 7, NAN, 9], c=[1, 1, NAN, 1])
    metric, rows = rows_of(test_set)
    found = unequal_coverage(metric, rows)
    assert found == find_unequal_coverage(metric, test_set)
    assert (dict(found.counts), found.n_shared) == ({"a": 4, "b": 2, "c": 3}, 2)
    assert str(found) == (
        "flip: systems are scored on different segments (a 4, b 2, c 3; all share 2); their means are not comparable."
    )


def test_equal_numbers_of_different_segments_are_told():
    metric, rows = rows_of(judged(a=[1, 2, NAN, NAN], b=[NAN, NAN, 3, 4]))
    assert unequal_coverage(metric, rows).n_shared == 0


def test_means_on_shared_segments_are_those_by_hand():
    metric, rows = rows_of(judged(a=[10, 20, 30, 40], b=[NAN, 15, NAN, 35]))
    shared = on_shared_segments(metric, rows)
    assert [float(metric.score(shared[name].sum(axis=0))) for name in "ab"] == [30, 25]


def test_signatures_count_the_segments_of_their_system():
    metric, rows = rows_of(judged(a=[1, 2, 3, 4], b=[NAN, 7, NAN, 9]))
    assert "segments:4" in metric_with_coverage(metric, {"a": rows["a"]}).signature
    assert "segments:2" in metric_with_coverage(metric, {"b": rows["b"]}).signature
    assert "segments:2" in metric_with_coverage(metric, rows).signature


def test_metrics_that_are_computed_here_have_all_segments():
    metric = METRICS["ter"]()
    rows = metric.measure(judged(a=[1, 2, 3, 4], b=[NAN, 7, NAN, 9]))
    assert unequal_coverage(metric, rows) is None
    assert shared_segments(metric, rows).all()
    assert metric_with_coverage(metric, rows) is metric


@pytest.mark.parametrize(("weights", "is_told"), [("wmt23", True), ("", False)])
def test_unlisted_segments_are_explained_for_scores_of_errors_alone(weights, is_told):
    test_set = judged(a=[-1, -2, -3, -4], b=[NAN, -7, NAN, -9])
    test_set = replace(test_set, scores=(replace(test_set.scores[0], weights=weights),))
    metric, rows = rows_of(test_set)
    assert ("No-error" in str(unequal_coverage(metric, rows))) is is_told


def test_many_systems_are_told_by_their_extremes():
    values = {f"s{number}": [1] * 4 for number in range(8)} | {"few": [1, NAN, NAN, NAN]}
    metric, rows = rows_of(judged(**values))
    assert "9 systems, 1 to 4 segments each; all share 1" in str(unequal_coverage(metric, rows))
