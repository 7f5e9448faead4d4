"""The glossary of a test set: the uploaded file, unpacked, checked, and kept compressed."""

import zlib
from dataclasses import dataclass

from scoring.checks.terminology.glossary import Glossary
from scoring.checks.terminology.glossary_files import read_glossary
from scoring.formats.containers.archives import gunzip, is_gzip
from scoring.formats.limits import MEGABYTE, OWN_LIMITS, Budget, megabytes, packed_limits
from scoring.text.languages import Language
from scoring.text.naming import clean_file
from scoring.validation import expect

from ..storage.open_database import OpenDatabase
from ..tables.errors import RESTORE, DamagedError, WorkspaceError
from ..tables.schema import GlossaryRow, SetRow
from ..tables.transaction import Action, Right, Transaction
from ..versions.arrays import compute_checksum

MAX_GLOSSARY_BYTES = 20 * MEGABYTE
"""Bytes of a glossary as a plain file: about 400,000 terms."""


@dataclass(frozen=True)
class KeptGlossary:
    """A glossary that is kept with a test set."""

    file: str
    """Name of the file."""
    data: bytes
    """The file's bytes, not packed."""

    def read(self, language: Language | None = None) -> Glossary:
        """Read the terms, for outputs in ``language``; raise ``FormatError`` with the line that is no term."""
        return read_glossary(self.file, self.data, (None, language), limits=OWN_LIMITS)


class Glossaries(OpenDatabase):
    """Glossaries of test sets: each test set has at most one, for all its versions."""

    def keep_glossary(self, set_id: str, file: str, data: bytes) -> None:
        """Keep a glossary with a test set, in the place of its earlier one.

        Raise ``FormatError`` for a file that is no glossary, ``WorkspaceError`` for one that is too large.
        """
        glossary = plain_glossary(file, data)
        glossary.read()
        packed = zlib.compress(glossary.data)
        with self.reading() as transaction:
            project_id = transaction.project_of(transaction.find(SetRow, set_id, Right.EDIT)).public_id
        self.expect_room(project_id, len(packed))
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(SetRow, set_id, Right.EDIT))
            put_glossary(transaction, row, glossary.file, packed)
            transaction.note(row, Action.DEFINED)

    def glossary(self, set_id: str) -> KeptGlossary | None:
        """Return the glossary of a test set, or None; raise ``DamagedError`` unless it is exactly what was kept."""
        with self.reading() as transaction:
            row = transaction.find(SetRow, set_id)
            return find_glossary(transaction, row)

    def remove_glossary(self, set_id: str) -> None:
        """Remove the glossary of a test set, if there is one."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(SetRow, set_id, Right.EDIT))
            if row.glossary:
                put_glossary(transaction, row, "", b"")
                transaction.note(row, Action.UNDEFINED)


def plain_glossary(file: str, data: bytes) -> KeptGlossary:
    """Return a glossary file, unpacked if it is packed; raise ``WorkspaceError`` if it is too large."""
    expect(data, bytes, "data")
    file = clean_file(file)
    if is_gzip(data):
        limits = packed_limits(OWN_LIMITS, len(data))
        data, file = gunzip(file, data, Budget(file, limits)), file.removesuffix(".gz") or file
    if len(data) > MAX_GLOSSARY_BYTES:
        size = megabytes(len(data))
        raise WorkspaceError(f"{file}: a glossary has at most {megabytes(MAX_GLOSSARY_BYTES)}; found {size}.")
    return KeptGlossary(file, data)


def put_glossary(transaction: Transaction, row: SetRow, file: str, packed: bytes) -> None:
    """Store a packed glossary in the place of a test set's earlier one; an empty file name only removes that one."""
    glossary_row = transaction.session.get(GlossaryRow, row.id)
    if glossary_row is not None:
        transaction.session.delete(glossary_row)
        transaction.session.flush()
    row.glossary, row.glossary_checksum = file, compute_checksum(packed) if file else ""
    if file:
        transaction.session.add(GlossaryRow(test_set_id=row.id, data=packed))


def find_glossary(transaction: Transaction, row: SetRow) -> KeptGlossary | None:
    """Return the glossary of a test set, or None; raise the errors of ``Glossaries.glossary``."""
    if not row.glossary:
        return None
    glossary_row = transaction.session.get(GlossaryRow, row.id)
    if glossary_row is None or compute_checksum(glossary_row.data) != row.glossary_checksum:
        raise DamagedError(f"The glossary of {row.name} is not what was once kept; {RESTORE}")
    return KeptGlossary(row.glossary, zlib.decompress(glossary_row.data))
