"""Scores from elsewhere: what they may be, and what a test set makes of them."""

import numpy as np
import pytest

from scoring import TestSet
from scoring.judgments import Scores

NAN = float("nan")
TEXTS = TestSet.build({"A": ["a b", "c", "d"], "B": ["a", "c", "e"]}, [["a b", "c", "d"]])


def scores(**changed):
    return Scores(**{"name": "MQM", "values": {"A": [-1, NAN, 0], "B": [-2, -3, NAN]}, "is_human": True} | changed)


def test_what_is_missing_is_nan_and_nobody_can_write():
    given = np.array([1.0, 2.0, 3.0])
    found = scores(values={"A": given})
    given[0] = 9
    np.testing.assert_array_equal(found.of("A"), [1, 2, 3])
    assert np.isnan(found.of("B")).all()
    with pytest.raises(ValueError, match="read-only"):
        found.values["A"][0] = 4
    np.testing.assert_array_equal(scores().judged(["A", "B"]), [True, False, False])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"values": {"A": [1, float("inf"), 0]}}, "MQM of A: expected finite numbers; segment 2 has inf"),
        (
            {"values": {"A": [1, -1e308, 0]}},
            r"MQM of A: expected numbers from -1e\+15 to 1e\+15; segment 2 has -1e\+308",
        ),
        ({"values": {"A": [1, 2], "B": [1]}}, "the same number of segments everywhere, found: MQM of A has 2"),
        ({"values": {}}, "at least one system"),
        ({"values": {"A": ["good"]}}, "MQM of A: expected numbers"),
        ({"values": {"A": [[1.0]]}}, "a row of numbers"),
        ({"values": [1]}, "MQM, by system: expected Mapping"),
        ({"name": "  "}, "Scores need a name"),
        ({"higher_is_better": 1}, "higher_is_better must be True or False"),
    ],
)
def test_what_scores_cannot_be(changed, message):
    with pytest.raises(ValueError, match=message):
        scores(**changed)


def test_a_test_set_takes_scores_of_its_own_systems_and_segments_only():
    with pytest.raises(ValueError, match="MQM: no system is called C; there are A, B"):
        TEXTS.with_judgments([scores(values={"C": [1, 2, 3]})])
    with pytest.raises(ValueError, match="MQM has 2 segments, the test set 3"):
        TEXTS.with_judgments([scores(values={"A": [1, 2]})])
    with pytest.raises(ValueError, match="scores 'MQM' twice"):
        TEXTS.with_judgments([scores(), scores()])


def test_a_part_has_the_scores_of_its_segments():
    part = TEXTS.with_judgments([scores()]).only([0, 2]).only([1])
    np.testing.assert_array_equal(part.scores[0].of("A"), [0])
    assert part.numbers.tolist() == [3]


def test_scores_tell_test_sets_apart_whatever_their_order():
    plain, judged = TEXTS, TEXTS.with_judgments([scores()])
    turned = TEXTS.with_judgments([scores(values={"B": [-2, -3, NAN], "A": [-1, NAN, 0]})])
    other = TEXTS.with_judgments([scores(values={"A": [-1, NAN, 0], "B": [-2, -3, -1]})])
    assert len({each.identity for each in (plain, judged, turned, other)}) == 3
    assert len({each.fingerprint for each in (plain, judged, turned, other)}) == 3
    assert judged == turned


def test_the_fingerprint_does_not_hang_on_where_a_file_lies():
    here, there = (TEXTS.with_judgments([scores(source=file)]) for file in ("a.seg.score", "folder/a.seg.score"))
    assert here.fingerprint == there.fingerprint
    assert here.identity != there.identity
