"""Lists: how they are built, what is taken of them, and what cannot be one."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.choosing import Lists
from tests.cases import as_one_test

LISTS = Lists(
    pa.array(["a", "b", "b", "", "c", "d"]),
    np.array([0, 3, 4, 6]),
    features=np.arange(12.0).reshape(6, 2),
    feature_names=("lm", "w"),
    decoder_scores=-np.arange(6.0),
)
OUTPUTS = {"red": ["a", "b"], "blue": ["c", ""]}


def test_candidates_know_their_segment():
    assert list(LISTS) == [["a", "b", "b"], [""], ["c", "d"]]
    assert (len(LISTS), LISTS.n_segments) == (6, 3)
    assert LISTS.sizes.tolist() == [3, 1, 2]
    assert LISTS.segments.tolist() == [0, 0, 0, 1, 2, 2]


def test_systems_are_candidates_in_their_order():
    lists = Lists.of_columns(OUTPUTS)
    assert (list(lists), lists.names) == ([["a", "c"], ["b", ""]], ("red", "blue"))
    test_set = TestSet.build({**OUTPUTS, "grey": ["x", "y"]}, [["r", "r"]])
    assert list(Lists.of_systems(test_set)) == [["a", "c", "x"], ["b", "", "y"]]
    some = Lists.of_systems(test_set, ["grey", "red"])
    assert (list(some), some.names) == ([["x", "a"], ["y", "b"]], ("grey", "red"))


def test_some_segments_keep_all_that_is_known_of_them():
    some = LISTS.only(np.array([2, 0, 2]))
    assert list(some) == [["c", "d"], ["a", "b", "b"], ["c", "d"]]
    places = [4, 5, 0, 1, 2, 4, 5]
    assert some.features.tolist() == LISTS.features[places].tolist()
    assert some.feature_names == ("lm", "w")
    assert some.decoder_scores.tolist() == LISTS.decoder_scores[places].tolist()
    assert Lists.of_columns(OUTPUTS).only(np.array([1])).names == ("red", "blue")


@as_one_test
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"offsets": [0, 3, 3, 6]}, "Segment 2 has no candidates"),
        ({"offsets": [0, 3]}, r"Expected offsets from 0 to 6; found \[0.0, 3.0\]"),
        ({"offsets": [1, 6]}, "Expected offsets from 0 to 6"),
        ({"offsets": [0, 2.5, 6]}, "Expected offsets from 0 to 6"),
        ({"offsets": []}, "Expected offsets from 0 to 6"),
        ({"candidates": pa.array(["a", None, "b", "", "c", "d"])}, "found None; an empty candidate is"),
        ({"candidates": pa.array([1, 2, 3, 4, 5, 6])}, "candidates: expected text; found int64"),
        ({"candidates": ["a"] * 6}, "candidates: expected Array"),
        ({"names": ("red", "blue")}, "Expected 2 candidates in each list, one a name; found 3"),
        ({"names": ("red",)}, "Expected 1 candidate in each list, one a name; found 3"),
        ({"features": np.ones((6, 3))}, "features: expected 6 x 2 numbers, a row a candidate; found 6 x 3"),
        ({"feature_names": ("lm",)}, "features: expected 6 x 1 numbers"),
        ({"decoder_scores": np.ones(5)}, "decoder scores: expected 6 numbers, a row a candidate; found 5"),
    ],
)
def test_what_does_not_fit_is_refused(changed, told):
    with pytest.raises(ValueError, match=told):
        replace(LISTS, **changed)


@pytest.mark.parametrize("segments", [[3], [-1], [], [0.5], [[0]], None])
def test_segments_that_are_not_there(segments):
    with pytest.raises(ValueError, match="Expected segments from 0 to 2; found"):
        LISTS.only(segments)


def test_outputs_of_other_lengths():
    with pytest.raises(ValueError, match=r"Expected 1 segment of each; found \[1, 2\]"):
        Lists.of_columns({"red": ["a"], "blue": ["b", "c"]})
    with pytest.raises(ValueError, match="found None"):
        Lists.of_columns({"red": ["a", None]})
