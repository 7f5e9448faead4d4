"""Read texts in Parquet: rows are read like the objects of JSON Lines, with the same columns, fields and messages."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pyarrow as pa

from ...counting.progress import Progress, no_progress
from ..columns import Column
from ..errors import FormatError
from ..limits import FileLimits, check_columns, check_segments
from ..tables.parquet_files import IN_THIS_THREAD, open_parquet
from .json_path import field_of_rows
from .json_rows import JsonPlace, JsonRow
from .jsonl import columns_of_rows

_BATCH = 1_000
"""Number of rows that are Python's objects at once."""


def read_parquet_texts(
    file: str, field: str | None, data: bytes, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """Return all columns of text, or the one at the path ``field``, as for JSON.

    Raises ``FormatError`` with the row, from 1, for a value that is not a text, and for damaged files and files without
    rows.
    """
    rows = parquet_objects(file, data, limits)
    if field is None:
        return columns_of_rows(file, rows, (), limits, on_progress)
    return field_of_rows(file, field, rows, (), limits, on_progress)


def parquet_objects(file: str, data: bytes, limits: FileLimits) -> Iterator[JsonRow]:
    """Yield each row of a Parquet file as a JSON object; raise ``FormatError`` for damage, limits, and no rows."""
    try:
        parquet = open_parquet(data)
        names, n_rows = parquet.schema_arrow.names, parquet.metadata.num_rows
        check_columns(file, len(names), limits)
        check_segments(file, n_rows, limits)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise FormatError(file, f"{names.count(twice)} columns {twice}", "one of each")
        if not n_rows:
            raise FormatError(file, "no rows", "one row a segment")
        before = 0
        for batch in parquet.iter_batches(batch_size=_BATCH, **IN_THIS_THREAD):
            size = max(1, batch.nbytes // len(batch))
            for number, row in enumerate(batch.to_pylist(), before + 1):
                value = {name: arrow_as_json(one) for name, one in row.items()}
                yield JsonRow(JsonPlace(file, number), value, size, number / n_rows)
            before += len(batch)
    except FormatError:
        raise
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise FormatError(file, f"damaged data ({error})", "Parquet", advice="Write it again.") from None


def arrow_as_json(value: Any) -> Any:
    """Return a value of Arrow as JSON has it: times as text, bytes as UTF-8, maps as lists of pairs.

    >>> arrow_as_json({"text": b"Ja.", "pairs": [("a", Decimal("1.50"))]})
    {'text': 'Ja.', 'pairs': [['a', 1.5]]}
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, dict):
        return {name: arrow_as_json(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [arrow_as_json(one) for one in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return float(value) if isinstance(value, Decimal) else str(value)
