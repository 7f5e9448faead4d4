"""Which segments are rated."""

import math
import re
import statistics

import numpy as np
import pytest

from scoring.rating import (
    every_segment,
    largest_score_differences,
    most_disputed,
    most_varied,
    random_sample,
    segments_of_documents,
)
from tests.campaigns import texts

TEST_SET = texts(8, documents=["x", "x", "y", "y", "y", "z", "z", "z"])


def test_all_and_those_of_documents():
    assert every_segment(TEST_SET) == tuple(range(8))
    assert segments_of_documents(TEST_SET, ["z", "x"]) == (0, 1, 5, 6, 7)


def test_a_random_sample_is_drawn_by_the_seed():
    drawn = [random_sample(TEST_SET, 3, seed) for seed in range(800)]
    assert all(len(set(found)) == 3 and list(found) == sorted(found) for found in drawn)
    assert random_sample(TEST_SET, 3, 7) == drawn[7]
    counts = np.bincount(np.array(drawn).ravel(), minlength=8)
    assert (counts > 240).all()  # 300 expected
    assert (counts < 360).all()
    assert random_sample(TEST_SET, 100, 1) == every_segment(TEST_SET)


def test_where_metrics_disagree_most():
    generator = np.random.default_rng(6)
    scores = [generator.normal(size=(2, 8)) * scale for scale in (1, 30, 5)]
    scores[1][0, 3] = math.nan
    scores[0][:, 6] = scores[1][:, 6] = math.nan

    def spread(segment):
        found = []
        for system in range(2):
            standard = []
            for table in scores:
                there = [float(x) for x in table.ravel() if not math.isnan(x)]
                value = table[system, segment]
                if not math.isnan(value):
                    standard.append((value - statistics.mean(there)) / statistics.pstdev(there))
            if len(standard) > 1:
                found.append(statistics.stdev(standard))
        return statistics.mean(found) if found else None

    by_spread = sorted((at for at in range(8) if spread(at) is not None), key=lambda at: -(spread(at) or 0))
    assert 6 not in by_spread
    for n in range(1, 9):
        assert most_disputed(scores, n) == tuple(sorted(by_spread[:n]))


def test_metrics_that_say_the_same_in_other_units_do_not_disagree():
    scores = np.arange(16.0).reshape(2, 8)
    other = 100 - 3 * scores
    other[0, 5] = 0
    assert most_disputed([scores, -other], 1) == (5,)
    assert most_disputed([scores, np.zeros((2, 8))], 1) == (0,)


def test_where_scores_of_systems_vary_most_is_metric_var_of_subset2evaluate():
    """Its version 1.0.25 orders these segments 4, 6, then 1 and 3, 2 and 7, 0, 5."""
    scores = [[3, 9, 5, 1, 7, 2, 8, 4], [6, 9, 1, 1, 0, 2, 3, 4], [2, 4, 5, 6, 7, 2, 9, 8]]
    expected = {1: (4,), 2: (4, 6), 4: (1, 3, 4, 6), 6: (1, 2, 3, 4, 6, 7), 7: (0, 1, 2, 3, 4, 6, 7)}
    assert {n: most_varied(scores, n) for n in expected} == expected


def test_segments_with_the_largest_variance_come_first_whatever_scores_are_missing():
    scores = np.random.default_rng(7).normal(size=(4, 30))
    scores[2, 5] = scores[0, 9] = math.nan
    scores[1:, 11] = math.nan

    def variance(segment):
        there = [float(score) for score in scores[:, segment] if not math.isnan(score)]
        return statistics.pvariance(there) if len(there) > 1 else -1

    by_variance = sorted((at for at in range(30) if at != 11), key=lambda at: -variance(at))
    for n in (1, 7, 29, 30):
        assert most_varied(scores, n) == tuple(sorted(by_variance[:n]))


def test_scores_of_two_systems_vary_most_where_they_differ_most():
    scores = np.random.default_rng(8).normal(size=(2, 40))
    assert most_varied(scores, 10) == largest_score_differences(*scores, 10)


def test_where_two_systems_differ_most():
    assert largest_score_differences([1, 5, math.nan, 2, 9], [1, 9, 0, -2, 8.5], 3) == (1, 3, 4)
    assert largest_score_differences([1, 5, math.nan], [1, 9, 0], 3) == (0, 1)


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda: segments_of_documents(TEST_SET, ["w"]), "Unknown document 'w'; there are x, y, z"),
        (lambda: segments_of_documents(TEST_SET, []), "at least one document"),
        (lambda: segments_of_documents(texts(2), ["x"]), "does not say which segments"),
        (lambda: random_sample(TEST_SET, 0, 1), "number of segments must be 1"),
        (lambda: most_disputed([np.zeros((1, 3))], 1), "there are two; found 1"),
        (lambda: most_disputed([np.zeros((1, 3)), np.zeros((2, 3))], 1), "of all metrics: 1 x 3, 2 x 3"),
        (lambda: largest_score_differences([1], [1, 2], 1), "second has 2"),
        (lambda: most_varied(np.zeros((2, 3)), 0), "number of segments must be 1"),
    ],
)
def test_what_is_refused(choose, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        choose()
