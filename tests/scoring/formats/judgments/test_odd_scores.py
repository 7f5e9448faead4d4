"""What numbers of scores say against their name: signs, -1 among others, and the ends of a scale."""

import numpy as np
import pytest

from scoring.formats import attach, match_judgments
from tests.cases import as_one_test
from tests.judgments import SET, found, lines, tabbed


def scores(name, first, second, file="x.tsv"):
    rows = [
        (system, at, value)
        for system, values in (("Facebook-AI", first), ("online-B", second))
        for at, value in enumerate(values, 1)
    ]
    (one,) = found(file, tabbed(("system", "segment", name), *rows))
    return one


def noticed(*columns):
    return [notice.kind for notice in match_judgments(scores(*columns), SET).notices]


@as_one_test
@pytest.mark.parametrize("name", ["MQM", "MetricX", "metricx-24", "TER"])
@pytest.mark.parametrize(
    ("first", "second", "higher", "kinds"),
    [
        ([1, 2, 0, 1], [0, 0, 25, 5], False, []),
        ([-1, -2, 0, -1], [0, 0, -25, -5], True, []),
        ([0, 0, 0, 0], [0, 0, 0, 0], False, []),
        ([0.01, -2, -1, -1], [-4, -4, -4, -5], True, ["direction"]),
        ([0.01, 0.2, -0.05, 3], [9, 4, 14, -0.1], False, ["direction"]),
        ([0.7, 0.7, 0.7, 0.7], [-0.7, -0.7, -0.7, -0.7], True, ["direction"]),
    ],
)
def test_less_is_better_of_counts_of_errors_that_are_not_negated(name, first, second, higher, kinds):
    assert scores(name, first, second).higher_is_better is higher
    assert noticed(name, first, second) == kinds


@pytest.mark.parametrize(
    ("name", "scale", "kinds"),
    [
        ("MQM", 1, ["direction"]),
        ("MQM", 100, ["direction"]),
        ("MQM quality", 1, []),
        ("MQM quality", 100, []),
        ("COMET", 1, []),
        ("TER", 1, []),
    ],
)
def test_quality_under_a_name_of_errors_is_told_on_both_scales(name, scale, kinds):
    first, second = [0.97, 1, 0.99, 0.4], [0.9, 0.93, 1, 0.7]
    columns = ([scale * value for value in column] for column in (first, second))
    assert noticed(name, *columns) == kinds


@pytest.mark.parametrize("errors", [[0, 1, 1, 1], [0.1, 0, 0.2, 0.1], [0.33, 0, 0.67, 0]])
def test_few_errors_are_no_quality(errors):
    assert noticed("MQM", errors, errors) == []


def test_an_output_above_zero_turns_no_direction():
    below, above = (match_judgments(scores("MQM", [first, -1, -1, -1], [-4] * 4), SET) for first in (-0.01, 0.01))
    assert [below.judgments.higher_is_better, above.judgments.higher_is_better] == [True, True]
    assert "higher is taken as better" in str(above.notices)


def test_minus_one_alone_below_zero_may_be_no_score():
    assert noticed("score", [-1, 81, 82, -1], [60, 61, -1, 63]) == ["not-rated"]
    assert noticed("score", [-1, 81, 82, -2], [60, 61, -1, 63]) == []
    assert noticed("score", [-1, 0, 1, -1], [0, 1, -1, 0]) == []


def test_scores_beyond_the_scale_of_their_protocol():
    assert noticed("ESA", [140, 80, 90, 85], [60, 61, 70, 63]) == ["beyond-scale"]
    assert noticed("DA", [-1.5, 0.5, 1, 3], [0.25, -2, 1, 2]) == []
    assert noticed("COMET", [140, 80, 90, 85], [60, 61, 70, 63]) == []


def test_a_system_without_errors_says_nothing_of_the_direction():
    first = found("Facebook-AI.mqm", lines("0", "0", "0", "0"))
    second = found("online-B.mqm", lines("-1", "-5", "0", "0"))
    for both in ([*first, *second], [*second, *first]):
        (one,) = attach(SET, both).test_set.scores
        assert (one.name, one.higher_is_better) == ("MQM", True)
        np.testing.assert_array_equal(one.of("online-B"), [-1, -5, 0, 0])
