"""Read a Parquet file of scores over time, to which ``bleuscope score --watch`` appends, as a table.

A row is an output and a metric. The file is recognized by ``KEY`` in its schema's metadata, and is not compressed: so
the file's size bounds the memory for reading it.
"""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ..errors import FormatError
from ..limits import FileLimits, check_cells, check_text
from .parquet_files import DAMAGE, IN_THIS_THREAD, is_parquet, open_parquet

KEY = b"bleuscope.scores"
"""Key in the metadata; its value is the version that wrote the file."""
SCHEMA = pa.schema(
    [
        pa.field("name", pa.string()),  # the output's file, without its folder
        pa.field("time", pa.timestamp("us", "UTC")),  # when that file was last changed
        pa.field("step", pa.int64()),  # the number in its name; null without one
        pa.field("metric", pa.string()),
        pa.field("score", pa.float64()),  # null where it is not defined
        pa.field("low", pa.float64()),  # of its 95 % interval; null where there is none
        pa.field("high", pa.float64()),
        pa.field("n_segments", pa.int64()),
        pa.field("signature", pa.string()),
        pa.field("resamples", pa.int64()),  # behind the interval
        pa.field("seed", pa.int64()),
        pa.field("output_digest", pa.string()),
        pa.field("reference_digest", pa.string()),
        pa.field("folder", pa.string()),  # of the output, from that of this file; null where it is not known
    ]
)
FOLDER_COLUMN = "folder"
"""Column that older files do not have."""
MAY_BE_MISSING = ("step", "score", "low", "high", FOLDER_COLUMN)
TEXTS = [field.name for field in SCHEMA if field.type == pa.string()]
MAX_ROWS = 30_000
"""Maximum number of rows that a page draws."""
_LATEST = 2**63 // 1_000
"""Upper bound of microseconds since 1970 that fit in 64 bits as nanoseconds."""
_FILE_KIND = "scores over time by bleuscope score --watch"


@dataclass(frozen=True, eq=False)
class History:
    """A table of scores over time."""

    file: str
    """File that the scores were read from."""
    table: pa.Table
    """Table with the columns of ``SCHEMA``, in the order of scoring."""

    @property
    def n_bytes(self) -> int:
        size: int = self.table.nbytes
        return size


def is_history(data: bytes) -> bool:
    """Return whether these bytes are Parquet whose metadata says that it holds scores over time."""
    if not is_parquet(data):
        return False
    try:
        return KEY in (open_parquet(data).metadata.metadata or {})
    except DAMAGE:
        return False


def read_history(file: str, data: bytes, limits: FileLimits) -> History:
    """Return the rows; raise ``FormatError`` for files that are not by ``--watch``, ``TooLargeError`` above limits."""
    if not is_history(data):
        raise FormatError(file, "something else, or a damaged file", _FILE_KIND)
    try:
        columns = open_parquet(data).schema
        column_names = {columns.column(place).path for place in range(len(columns))}
        parquet = open_parquet(data, read_dictionary=[name for name in TEXTS if name in column_names])
        _check(file, parquet, limits)
        return History(file, _plain(file, parquet.read(**IN_THIS_THREAD), limits))
    except DAMAGE as error:
        raise FormatError(file, f"damaged data ({error})", _FILE_KIND) from None


def _check(file: str, parquet: "pa.parquet.ParquetFile", limits: FileLimits) -> None:
    """Raise an error, before anything is read, for other columns, too many rows, and compressed data."""
    metadata, schema = parquet.metadata, parquet.schema_arrow
    kinds = {field.name: field.type for field in schema}
    kinds = {name: kind.value_type if pa.types.is_dictionary(kind) else kind for name, kind in kinds.items()}
    expected_kinds = {
        field.name: field.type for field in SCHEMA if field.name != FOLDER_COLUMN or FOLDER_COLUMN in kinds
    }
    if kinds != expected_kinds or len(schema) != len(expected_kinds):
        raise FormatError(file, f"the columns {', '.join(schema.names)[:200]}", f"{', '.join(SCHEMA.names)}")
    check_cells(file, metadata.num_rows * len(SCHEMA), limits)
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        if any(group.column(place).compression != "UNCOMPRESSED" for place in range(group.num_columns)):
            advice = "Give the file as the command wrote it."
            raise FormatError(file, "compressed columns", "none", advice=advice)


def _plain(file: str, table: pa.Table, limits: FileLimits) -> pa.Table:
    """Return the table with plain texts, which were stored once each before, and with all columns.

    Raises ``TooLargeError`` above the limits, ``FormatError`` for missing values and impossible times.
    """
    if FOLDER_COLUMN not in table.schema.names:
        table = table.append_column(FOLDER_COLUMN, pa.nulls(len(table), pa.string()).dictionary_encode())
    sizes = (
        pc.sum(pc.binary_length(chunk.dictionary).take(chunk.indices).cast(pa.int64())).as_py()
        for name in TEXTS
        for chunk in table[name].chunks
    )
    check_text(file, sum(size or 0 for size in sizes), limits)
    plain = table.select(SCHEMA.names).cast(SCHEMA)
    missing = [name for name in SCHEMA.names if name not in MAY_BE_MISSING and plain[name].null_count]
    if missing:
        raise FormatError(file, f"rows without {', '.join(missing)}", _FILE_KIND)
    times = pc.min_max(plain["time"].cast(pa.int64())).as_py()
    if plain.num_rows and not 0 <= times["min"] <= times["max"] < _LATEST:
        raise FormatError(file, "times before 1970 or after 2262", _FILE_KIND)
    plain.validate(full=True)  # texts are UTF-8
    return plain.replace_schema_metadata()
