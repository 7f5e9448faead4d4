"""Columns of text, from any sequence that holds it."""

import numpy as np
import pyarrow as pa
import pytest

from scoring import BLEU, TestSet
from scoring.text.texts import as_column, as_references, check_counts


@pytest.mark.parametrize(
    "column",
    [
        ("a", None),
        pa.array(["a", None]),
        pa.chunked_array([["a"], [None]], pa.string()),
        pa.array(["a", None], pa.large_string()),
        pa.array(["a", None]).dictionary_encode(),
        np.array(["a", None], dtype=object),
    ],
    ids=["tuple", "arrow", "chunked", "large", "dictionary", "numpy"],
)
def test_any_kind_of_text_column(column):
    made = as_column(column)
    assert made.type == pa.string()
    assert made.to_pylist() == ["a", None]


def test_references_may_be_a_two_dimensional_array():
    assert [r.to_pylist() for r in as_references(np.array([["a", "b"], ["c", "d"]]))] == [
        ["a", "b"],
        ["c", "d"],
    ]


TURNED = [["a", "b"]] * 1002


@pytest.mark.parametrize(
    "check",
    [lambda: BLEU().statistics(["a"] * 1002, TURNED), lambda: TestSet.build({"one": ["a"] * 1002}, TURNED)],
    ids=["statistics", "test set"],
)
def test_references_by_segment_are_told_in_a_sentence(check):
    with pytest.raises(ValueError, match="one list for each reference, not for each segment") as caught:
        check()
    assert "has 1,002, all 1,002 others have 2" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_of_many_counts_the_rare_ones_are_told():
    counts = {f"system {number}": 5 for number in range(30)} | {"short": 4}
    with pytest.raises(ValueError, match=r"found: short has 4, all 30 others have 5\. Nothing is cut"):
        check_counts(counts)


@pytest.mark.parametrize(
    "texts", [[], ["a"], [None], ["ä", None, "", "𝄞 x"] * 7, ("a", "b"), [None] * 9 + ["x"]], ids=repr
)
def test_a_short_list_becomes_the_column_that_arrow_makes(texts):
    made = as_column(texts)
    made.validate(full=True)
    assert made.equals(pa.array(texts, pa.string()))
    assert made.null_count == [*texts].count(None)


def test_texts_that_cannot_be_encoded_are_refused():
    with pytest.raises(ValueError, match="that can be encoded as UTF-8"):
        as_column(["a", "\ud800"])
