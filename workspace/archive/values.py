"""Columns as JSON, which holds whatever they do."""

import json
import math
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from scoring.formats import FormatError
from scoring.formats.json_files.objects import parse_json

from ..versions.arrays import Arrays
from ..versions.manifest import TEXT
from .exported_file import ExportedFile

TYPES = {"string": pa.string(), "int64": pa.int64(), "double": pa.float64(), "bool": pa.bool_()}


def write_lines(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes]:
    """One object a line, null where a text is missing."""
    rows = (json.dumps({TEXT: text}, ensure_ascii=False) for text in arrays[TEXT].to_pylist())
    return ["".join(f"{row}\n" for row in rows).encode()]


def read_lines(given: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    found: list[str | None] = []
    for one in given:
        for number, line in one.lines():
            row = parse_json(one.file, number, line)
            one.check(isinstance(row, dict) and [*row] == [TEXT], f'an object with "{TEXT}"', number)
            text = row[TEXT] if isinstance(row, dict) else None
            one.check(text is None or isinstance(text, str), "a string or null", number)
            found.append(text)
    return {TEXT: _array(given[0].file, found, pa.string())}


def write_values(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes]:
    """Every array with its type; NaN is null."""
    found = {
        name: {"type": str(array.type), "values": [_value(value) for value in array.to_pylist()]}
        for name, array in arrays.items()
    }
    return [json.dumps(found, ensure_ascii=False, allow_nan=False).encode()]


def read_values(given: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    (one,) = given[:1]
    found = parse_json(one.file, 1, "\n".join(line for _, line in one.lines()))
    if not isinstance(found, dict):
        raise FormatError(one.file, "something else", "an object")
    arrays = {}
    for name, array in found.items():
        is_array = isinstance(array, dict) and array.get("type") in TYPES and isinstance(array.get("values"), list)
        one.check(is_array, "an array with type and values")
        kind = TYPES[array["type"]]
        given_values = array["values"]
        if kind == pa.float64():
            given_values = [math.nan if value is None else value for value in given_values]
        arrays[name] = _array(one.file, given_values, kind)
    return arrays


def _value(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


def _array(file: str, found: list[Any], kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(found, kind)
    except (pa.ArrowException, TypeError, OverflowError, UnicodeEncodeError) as error:
        raise FormatError(file, f"other values ({str(error)[:80]})", f"values of the type {kind}") from None
