"""What a page opens with is found among the readable segments; a set without any effect opens at its first."""

import numpy as np

from scoring import BLEU, TestSet
from ui.store import opening

TEXTS = ["", "a b c", "x " * opening.LONGEST, "a b d"]
SET = TestSet.build({"S": TEXTS}, [["a", "a b c", "x", "a b c"]], name="opening")


def test_empty_and_long_outputs_are_passed_over():
    assert opening.readable(SET, "S").tolist() == [1, 3]


def test_without_any_short_one_all_are_searched():
    long = TestSet.build({"S": [TEXTS[2]] * 2}, [["x", "x"]], name="long")
    assert opening.readable(long, "S").tolist() == [0, 1]


def test_statistics_are_those_of_the_readable_segments():
    np.testing.assert_array_equal(opening.readable_statistics(BLEU(), SET, "S"), BLEU().measure(SET)["S"][[1, 3]])


def test_the_largest_effect_is_chosen():
    assert opening.largest(np.array([0.0, np.nan, 2.0, 1.0]), np.array([4, 5, 6, 7])) == 6
    assert opening.largest(np.array([0.0, np.nan]), np.array([4, 5])) is None
    assert opening.largest(np.array([]), np.array([])) is None
