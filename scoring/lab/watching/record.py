"""Append scores to a Parquet file, which is never left half written."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from ...formats.limits import FileLimits
from ...formats.tables.history import KEY, SCHEMA, read_history
from ...metric import VERSION
from ...output.exclusive_write import unfinished_path
from ...output.replacing import clear_unfinished, errors_of_writing, put_in_place, target_file

Key = tuple[str, str, str, str, str]
"""Folder and name of an output, a metric and its signature, and the digest of the references."""


@dataclass
class ScoreRecord:
    """The record of scores. Rows are only ever added, also by other programs between two appends.

    Where the file is removed between two appends, the second one writes all known rows again.
    """

    path: Path
    limits: FileLimits
    _digests: dict[Key, str] = field(default_factory=dict)
    _known_rows: pa.Table = field(default_factory=SCHEMA.empty_table)

    def __post_init__(self) -> None:
        """Read the file; raise ``FormatError`` where it is something else, ``OSError`` where it cannot be read."""
        self._note(self._rows())

    @property
    def is_removed(self) -> bool:
        """Whether there were rows and the file is gone."""
        return bool(self._known_rows.num_rows) and not self.path.exists()

    def digest(self, key: Key) -> str | None:
        """Return the digest of the output when it was last scored with this key; None if it never was.

        Where no row is of this folder, a row without a known folder counts.
        """
        return self._digests.get(key) or self._digests.get(("", *key[1:]))

    def append(self, rows: Sequence[dict[str, Any]]) -> None:
        """Append rows with the fields of ``SCHEMA``; a new file is written next to the old one and replaces it.

        Raises ``ValueError`` where the path is something that must not be replaced, ``UnwritableError`` where the disk
        does not allow writing.
        """
        import pyarrow.parquet as pq

        target = target_file(self.path)
        added = pa.Table.from_pylist([*rows], SCHEMA)
        table = pa.concat_tables([self._rows(), added]).combine_chunks().replace_schema_metadata({KEY: VERSION})
        unfinished = unfinished_path(target)
        clear_unfinished(unfinished)
        try:
            with errors_of_writing(self.path):
                with unfinished.open("xb") as stream:
                    pq.write_table(table, stream, compression="none")
                put_in_place(unfinished, target)
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
        self._note(table)

    def _rows(self) -> pa.Table:
        """Return the rows that are in the file now; the known rows where it is gone."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return self._known_rows
        return read_history(str(self.path), data, self.limits).table

    def _note(self, table: pa.Table) -> None:
        self._known_rows = table.replace_schema_metadata()
        columns = ("folder", "name", "metric", "signature", "reference_digest", "output_digest")
        for *key, digest in zip(*(table[column].to_pylist() for column in columns), strict=True):
            folder, name, metric, signature, references = key
            self._digests[folder or "", name, metric, signature, references] = digest
