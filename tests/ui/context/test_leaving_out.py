"""What is said of segments that the doctor names, where no verdict is."""

import pytest

from ui.context.leaving_out import warning_sentences


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], []),
        (["a.", "b."], ["a.", "b."]),
        (["a.", "b.", "c."], ["a.", "b.", "There is 1 more problem."]),
        (["a.", "b.", "c.", "d."], ["a.", "b.", "There are 2 more problems."]),
    ],
)
def test_problems_that_are_not_said_are_counted(said, expected):
    assert warning_sentences(said) == expected
