"""Training data, read block by block, so that memory does not grow with the file."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from ..formats.containers.archives import GZIP
from ..formats.containers.gunzip import Gunzip
from ..formats.plain_text.text import read_blocks

BLOCK = 50_000
"""Lines that are looked through at once."""


def read_training(path: Path) -> Iterator[pa.StringArray]:
    """Yield the lines of a file of plain text, gzipped or not, in blocks.

    Raises ``OSError`` for what cannot be opened and ``ValueError`` for what is no text.
    """
    with path.open("rb") as stream:
        is_packed = stream.read(len(GZIP)) == GZIP
        stream.seek(0)
        yield from read_blocks(
            str(path), Gunzip(str(path), stream) if is_packed else stream, BLOCK, may_be_records=True
        )
