"""What is said of segments that the doctor names, where no verdict is."""

import pytest

from ui.context.leaving_out import warning_sentences


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], []),
        (["a.", "b."], ["a.", "b."]),
        (["a: x.", "b."], ["a: x.", "b."]),
        (["This is doubtful. a: x; y.", "b; y.", "c."], ["This is doubtful. a.", "b.", "c."]),
        (["a.", "b.", "c.", "d."], ["a.", "b.", "c.", "There is 1 more problem."]),
        (["a.", "b.", "c.", "d.", "e."], ["a.", "b.", "c.", "There are 2 more problems."]),
    ],
)
def test_problems_that_are_not_said_are_counted(said, expected):
    assert warning_sentences(said) == expected
