"""Arrow's columns as numpy arrays: what Arrow's own conversion gives, which imports pandas."""

import numpy as np
import pyarrow as pa
import pytest

from scoring.counting.arrays import numpy_column
from tests.cases import as_one_test

COLUMNS = {
    "int64": pa.array([1, 2, 3]),
    "none": pa.array([], pa.int64()),
    "nulls": pa.array([1, None, 3], pa.int32()),
    "float64": pa.array([1.5, 2.0]),
    "flags": pa.array([True, False, None] * 9),
    "flags without null": pa.array([True] * 3 + [False] * 13),
    "no flags": pa.array([], pa.bool_()),
}


@as_one_test
@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("part", [slice(None), slice(1, None), slice(2, 5), slice(0, 0)], ids=str)
def test_a_numpy_column_is_what_arrow_makes(column, part):
    part_of_it = column[part]
    null = False if column.type == pa.bool_() else -1
    expected = part_of_it.fill_null(null).to_numpy(zero_copy_only=False)
    found = numpy_column(part_of_it, null)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def test_numbers_cannot_be_written_to():
    """To Numba, an array that can be written to is another type, for which it would compile again."""
    assert not numpy_column(pa.array([1, 2])).flags.writeable
    assert not numpy_column(pa.array(["a", "b"]).dictionary_encode().indices).flags.writeable
