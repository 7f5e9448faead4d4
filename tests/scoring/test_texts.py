"""Columns of text, from any sequence that holds it."""

import numpy as np
import pyarrow as pa
import pytest

from scoring.texts import as_column, as_references


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
