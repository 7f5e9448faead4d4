"""The Parquet file to which scores are appended: there is never half of it."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..formats.history import KEY, SCHEMA, read_history
from ..formats.limits import Limits
from ..metric import VERSION

UNFINISHED = ".unfinished"
"""Behind the name of the file that takes its place once it is whole."""
Key = tuple[str, str, str, str]
"""An output's name, a metric and its signature, the references' digest."""


@dataclass
class Record:
    """What has been scored. Rows are only ever added, also by somebody else between two appends."""

    path: Path
    limits: Limits
    _digests: dict[Key, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """``FormatError`` where there is a file of something else, ``OSError`` where it cannot be read."""
        self._note(self._rows())

    @property
    def unfinished(self) -> Path:
        return self.path.with_name(self.path.name + UNFINISHED)

    def digest(self, key: Key) -> str | None:
        """Of the output's content when it was last scored so; None if it never was."""
        return self._digests.get(key)

    def append(self, rows: Sequence[dict[str, Any]]) -> None:
        """Adds rows with the fields of ``SCHEMA``: a new file is written beside the old one and takes its place."""
        import pyarrow.parquet as pq

        added = pa.Table.from_pylist([*rows], SCHEMA)
        table = pa.concat_tables([self._rows(), added]).combine_chunks().replace_schema_metadata({KEY: VERSION})
        try:
            with self.unfinished.open("wb") as stream:
                pq.write_table(table, stream, compression="none")
                stream.flush()
                os.fsync(stream.fileno())
            self.unfinished.replace(self.path)
        finally:
            with suppress(OSError):
                self.unfinished.unlink(missing_ok=True)
        self._note(table)

    def _rows(self) -> pa.Table:
        """Those that are in the file now."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return SCHEMA.empty_table()
        return read_history(str(self.path), data, self.limits).table

    def _note(self, table: pa.Table) -> None:
        columns = ("name", "metric", "signature", "reference_digest", "output_digest")
        for *key, digest in zip(*(table[column].to_pylist() for column in columns), strict=True):
            name, metric, signature, references = key
            self._digests[name, metric, signature, references] = digest
