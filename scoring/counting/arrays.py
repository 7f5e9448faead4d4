"""Array types for annotations (shapes are in docstrings), and functions on arrays."""

import math
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Ids = npt.NDArray[np.int32]
"""Ids of tokens, and counts of tokens."""
Flags = npt.NDArray[np.bool_]


Numbers = TypeVar("Numbers", bound=npt.NDArray[Any])


def read_only(array: Numbers) -> Numbers:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def numpy_column(column: pa.Array, null: int | bool = 0) -> npt.NDArray[Any]:
    """Return an Arrow array of numbers or truth values as a numpy array, each null as ``null``.

    ``to_numpy`` does the same, but imports pandas at its first call; this function imports pandas only for nulls.
    """
    values = column.fill_null(null) if column.null_count else column
    _, data = values.buffers()
    end = values.offset + len(values)
    if values.type == pa.bool_():
        bits = np.unpackbits(np.frombuffer(data or b"", np.uint8), count=end, bitorder="little")
        return bits[values.offset :].astype(bool)
    numbers = np.frombuffer(data or b"", values.type.to_pandas_dtype(), end)[values.offset :]
    numbers.flags.writeable = False  # as `to_numpy` does: a writeable array has another type in Numba
    return numbers


def take_arrow_rows(column: pa.Array, places: Ints) -> pa.Array:
    """Return the rows of an Arrow array at these places, (n_rows,).

    ``pa.array(places)`` would import all masked arrays.
    """
    data = pa.py_buffer(np.ascontiguousarray(places, np.int64))
    return column.take(pa.Array.from_buffers(pa.int64(), len(places), [None, data]))


def sums_at(places: Ints, weights: npt.ArrayLike, n_places: int) -> Floats:
    """Return the sum of the weights at each place, added up in their order, float64 (n_places,)."""
    return np.bincount(places, weights, n_places).astype(float, copy=False)  # NumPy returns int64 for no places


def row_sums_at(places: Ints, rows: Floats, n_places: int) -> Floats:
    """Return the sum of the rows, (n, ...), at each place, added up in their order, float64 (n_places, ...)."""
    columns = rows.reshape(len(rows), math.prod(rows.shape[1:])).T
    sums = np.stack([sums_at(places, column, n_places) for column in columns], axis=-1)
    return sums.reshape(n_places, *rows.shape[1:])


def quotients(numerators: npt.ArrayLike, denominators: npt.ArrayLike) -> Floats:
    """Return numerators / denominators, NaN where the denominator is not above 0, float64 (...,)."""
    above, below = np.broadcast_arrays(np.asarray(numerators, float), np.asarray(denominators, float))
    quotient: Floats = np.full(below.shape, np.nan)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient


def held_bytes(holder: object) -> int:
    """Return the number of bytes of all arrays that an object holds, cached properties included."""
    return sum(getattr(value, "nbytes", 0) for value in vars(holder).values())
