"""What is said of segments that the doctor names, where no verdict is."""

import pytest

from scoring.analysis.oddities import DOUBT, Oddity
from ui.context.leaving_out import unlisted_doubt, warning_sentences


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


def test_a_doubtful_system_that_is_not_listed_is_named():
    odd = [
        Oddity(DOUBT, (), detail="A has no capitals.", concerns=("A",)),
        Oddity(
            DOUBT, (), detail="C has no capitals in segments 502 to 1,002; more of it. Restore them.", concerns=("C",)
        ),
    ]
    assert unlisted_doubt(odd, ["B", "C"]) == ("C", "C has no capitals in segments 502 to 1,002.")
    assert unlisted_doubt(odd, ["B"]) is None


def test_why_a_system_is_doubtful_is_one_clause_without_a_repair_that_is_cut():
    repair = "Line 101 of C is empty and seems to be extra: delete it and upload the file again."
    said = "Lines 102 to 400 of the output of C seem to be one line late."
    odd = [Oddity(DOUBT, (), detail=f"{said} {repair}", concerns=("C",), repair=repair)]
    assert unlisted_doubt(odd, ["C"]) == ("C", said)
