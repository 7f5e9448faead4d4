"""What stands around a segment in its document."""

import numpy as np
import pytest

from scoring import TestSet
from ui.segments import passage

TEST_SET = TestSet.build(
    {"A": [f"a{number}" for number in range(9)], "B": ["", *"12345678"]},
    [[None, *"rstuvwxy"], ["first", *[None] * 8]],
)


@pytest.mark.parametrize(("place", "expected"), [(0, [1, 3, 5]), (1, [1, 3, 5, 6]), (3, [3, 5, 6, 8]), (4, [5, 6, 8])])
def test_two_before_and_two_after_as_far_as_the_document_goes(place, expected):
    assert passage.surrounding_segments(np.array([1, 3, 5, 6, 8]), place).tolist() == expected


def test_a_row_has_number_texts_and_whether_one_can_go_there():
    found = passage.passage_rows(TEST_SET, np.array([0, 8]), ["B", "A"], np.array([2, 9]))
    assert found == [
        {"number": 1, "texts": ["", "", "a0"], "goes": False},
        {"number": 9, "texts": ["y", "8", "a8"], "goes": True},
    ]
