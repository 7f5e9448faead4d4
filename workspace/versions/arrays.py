"""A column's values as flat Arrow arrays: their digest, and the blob in which they are kept.

A blob is an Arrow IPC stream of one row, compressed by zstd: each array is one list in it, so that arrays may have
different lengths. The digest identifies the arrays' values, in any layout and compression.
"""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from io import BytesIO
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Arrays: TypeAlias = dict[str, pa.Array]
"""Name -> array of strings, whole numbers, numbers or flags; only strings may be null."""
DIGEST_BYTES = 20
_KINDS = pa.types.is_string, pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean
COMPRESSION = pa.Codec("zstd", compression_level=3)


def arrays_digest(arrays: Mapping[str, pa.Array]) -> str:
    """Return 40 hexadecimal digits, equal if and only if names, types and all values are equal.

    The definition must never change, because databases contain these digests.
    """
    digest = blake2b(digest_size=DIGEST_BYTES)
    for name, array in arrays.items():
        for part in (name.encode(), str(array.type).encode(), *_parts(array)):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
    return digest.hexdigest()


def compute_checksum(data: bytes) -> str:
    """Return the checksum of a blob's bytes, which shows damage before the blob is unpacked."""
    return blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


def pack_arrays(arrays: Mapping[str, pa.Array]) -> bytes:
    """Return arrays packed into one blob."""
    columns = [pa.LargeListArray.from_arrays(pa.array([0, len(a)], pa.int64()), a) for a in arrays.values()]
    batch = pa.record_batch(columns, names=[*arrays])
    stream = BytesIO()
    with pa.ipc.new_stream(stream, batch.schema, options=pa.ipc.IpcWriteOptions(compression=COMPRESSION)) as writer:
        writer.write_batch(batch)
    return stream.getvalue()


def unpack_arrays(data: bytes) -> Arrays:
    """Return the arrays of a blob; raise ``ValueError`` for bytes that are no blob, also if their checksum is right."""
    try:
        with pa.ipc.open_stream(data) as reader:
            batch = reader.read_next_batch()
        batch.validate(full=True)
    except (pa.ArrowException, OSError, StopIteration) as error:
        raise ValueError(f"Expected an Arrow stream; found something else ({error}).") from None
    if batch.num_rows != 1 or len({*batch.schema.names}) < batch.num_columns:
        raise ValueError(f"Expected one row of different columns; found {batch.num_rows:,} of {batch.schema.names}.")
    for kind in batch.schema.types:  # pyarrow cannot give arrays of some kinds that Arrow has
        if not _is_list(kind):
            raise ValueError(f"Expected lists of strings, numbers or flags; found {kind}.")
    if any(column.null_count for column in batch.columns):
        raise ValueError("Expected lists; found one that is null.")
    return {name: batch.column(name).flatten() for name in batch.schema.names}


def _is_list(kind: pa.DataType) -> bool:
    return pa.types.is_large_list(kind) and any(is_one(kind.value_type) for is_one in _KINDS)


def _parts(array: pa.Array) -> Iterator[bytes | memoryview]:
    if not pa.types.is_string(array.type):
        yield array.to_numpy(zero_copy_only=False).tobytes()
        return
    lengths = pc.binary_length(array).fill_null(-1).to_numpy(zero_copy_only=False)
    yield lengths.astype(np.int64).tobytes()
    yield _text_bytes(array.drop_null())


def _text_bytes(texts: pa.StringArray) -> memoryview:
    """Return all texts one after another, as they are in memory; none may be null."""
    if not len(texts) or texts.buffers()[2] is None:
        return memoryview(b"")
    ends = np.frombuffer(texts.buffers()[1], np.int32)
    start, stop = ends[texts.offset], ends[texts.offset + len(texts)]
    return memoryview(texts.buffers()[2])[start:stop]
