"""Open Parquet so that no thread of Arrow reads it.

Such a thread may release Python's memory after the reading, and it aborts a process that ends at that time.
"""

from typing import Any, BinaryIO

import pyarrow as pa

PARQUET = b"PAR1"
"""Bytes with which a Parquet file begins and ends."""
DAMAGE = pa.ArrowException, OSError, UnicodeDecodeError
"""Errors that Arrow raises for a damaged file; the last one is for the name of a column."""
IN_THIS_THREAD = {"use_threads": False}
"""Option for each method that reads rows of a file from ``open_parquet``."""


def is_parquet(data: bytes) -> bool:
    """Return whether these bytes are a Parquet file."""
    return data.startswith(PARQUET)


def open_parquet(source: bytes | BinaryIO, **options: Any) -> "pa.parquet.ParquetFile":
    """Open a Parquet file and read its metadata only; raise ``DAMAGE`` for a damaged file."""
    import pyarrow.parquet as pq

    stream = pa.BufferReader(source) if isinstance(source, bytes) else source
    return pq.ParquetFile(stream, pre_buffer=False, **options)
