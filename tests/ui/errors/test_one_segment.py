"""Errors of one segment by category, as counted by hand."""

from scoring.judgments import ErrorSpan
from ui.errors.one_segment import category_table


def test_categories_are_one_however_they_are_written():
    found = [
        *(("A", "Accuracy/Omission"), ("A", "accuracy/omission"), ("B", "ACCURACY / omission"), ("A", "accuracy /x")),
        *(("B", "a/b/c"), ("A", ""), ("B", " / "), ("A", "No category")),
    ]
    table = category_table([ErrorSpan(system, 0, 0, 1, "minor", category) for system, category in found], "AB")
    assert table.set_index("category")[["errors of A", "errors of B"]].set_axis(["A", "B"], axis=1).to_dict(
        "index"
    ) == {
        "Accuracy/Omission": {"A": 2, "B": 1},
        "accuracy/x": {"A": 1, "B": 0},
        "a/b/c": {"A": 0, "B": 1},
        "(no category)": {"A": 1, "B": 1},
        "No category": {"A": 1, "B": 0},
    }
