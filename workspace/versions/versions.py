"""Versions of test sets in the database: their columns as blobs, each kept once in a project."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scoring import TestSet
from scoring.testset import POST_EDIT

from ..tables.errors import DamagedError
from ..tables.schema import BlobRow, ProjectRow, SetRow, UseRow, VersionRow
from ..tables.transaction import add_row
from .arrays import Arrays, arrays_digest, compute_checksum, pack_arrays, unpack_arrays
from .changes import Changes, changes_between
from .manifest import DOCUMENTS, ERRORS, REFERENCE, SOURCE, SYSTEM, Manifest, join_columns, scheme, split_test_set

ADVICE = "The others are not affected. Restore a backup: bleuscope restore FILE --replace."


class PreparedVersion:
    """A test set that is ready to be written to the database.

    Its columns are compressed, which takes long, before the transaction for which others wait.
    """

    def __init__(self, test_set: TestSet) -> None:
        self.manifest, self._arrays = split_test_set(test_set)
        self.identity, self.fingerprint = test_set.identity, test_set.fingerprint
        self._packed: dict[str, bytes] = {}

    @property
    def digests(self) -> list[str]:
        """Digests of the columns, each once."""
        return [*self._arrays]

    def test_set(self) -> TestSet:
        """Return the test set put together from its columns, without a name."""
        return join_columns(self.manifest, self._arrays)

    def pack(self, stored_digests: Iterable[str] = ()) -> None:
        """Compress all columns except the ``stored_digests``, which the database already has."""
        for digest in {*self._arrays} - {*stored_digests}:
            self.blob(digest)

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of the columns that are compressed."""
        return {digest: len(data) for digest, data in self._packed.items()}

    def blob(self, digest: str) -> bytes:
        if digest not in self._packed:
            self._packed[digest] = pack_arrays(self._arrays[digest])
        return self._packed[digest]


def stored_blob_ids(session: Session, project: ProjectRow, digests: Iterable[str]) -> dict[str, int]:
    """Return digest -> id of the columns that the project has, out of ``digests``."""
    query = select(BlobRow.digest, BlobRow.id).where(BlobRow.project_id == project.id)
    return dict(session.execute(query.where(BlobRow.digest.in_([*digests]))).all())


def store(
    session: Session,
    project: ProjectRow,
    row: SetRow,
    before: VersionRow | None,
    prepared: PreparedVersion,
    created: datetime,
) -> VersionRow:
    """Store a new version of a test set, after ``before``, and return its row; the project must be locked."""
    changes = Changes() if before is None else changes_between(Manifest.of_json(before.manifest), prepared.manifest)
    manifest = prepared.manifest.to_json()
    number = 1 if before is None else before.number + 1
    about: dict[str, Any] = {"number": number, "created": created, "changes": changes.to_json()}
    about |= {"identity": prepared.identity, "fingerprint": prepared.fingerprint, "scheme": scheme()}
    about |= {"manifest": manifest, "checksum": compute_checksum(manifest.encode())}
    version = add_row(session, VersionRow(test_set_id=row.id, **about))
    blobs = stored_blob_ids(session, project, prepared.digests)
    for digest in prepared.digests:
        if digest not in blobs:
            data = prepared.blob(digest)
            values = {"project_id": project.id, "digest": digest, "checksum": compute_checksum(data), "data": data}
            blobs[digest] = session.execute(insert(BlobRow).values(values).returning(BlobRow.id)).scalar_one()
    uses = [{"version_id": version.id, "blob_id": id_} for id_ in blobs.values()]
    session.execute(insert(UseRow), uses)
    return version


def read_blobs(
    session: Session, version: VersionRow, digests: Iterable[str] | None = None
) -> dict[str, tuple[str, bytes]]:
    """Return digest -> checksum and data of a version's columns: of all columns, or of ``digests``."""
    joined = select(BlobRow.digest, BlobRow.checksum, BlobRow.data).join(UseRow, UseRow.blob_id == BlobRow.id)
    query = joined.where(UseRow.version_id == version.id)
    rows = session.execute(query if digests is None else query.where(BlobRow.digest.in_([*digests])))
    return {digest: (checksum, data) for digest, checksum, data in rows}


def load_test_set(name: str, version: VersionRow, blobs: Mapping[str, tuple[str, bytes]]) -> TestSet:
    """Return the test set of a version; raise ``DamagedError`` unless it is exactly what was kept."""
    test_set = _assemble_test_set(name, version, Manifest.of_json(version.manifest), blobs)
    is_same = (test_set.identity, test_set.fingerprint) == (version.identity, version.fingerprint)
    if version.scheme == scheme() and not is_same:
        raise _changed_error(name, version)
    return test_set


def opened_texts(
    session: Session, name: str, version: VersionRow, systems: Collection[str], errors: str = ""
) -> TestSet:
    """Return the texts of a version that raters see: the outputs of ``systems``, source, references and documents.

    With ``errors``, the name of marked errors, return also these errors and the outputs of all systems, as errors may
    be in any.

    Raise ``DamagedError`` unless each column is exactly what was kept.
    """
    manifest = Manifest.of_json(version.manifest)
    read = manifest.of(SOURCE, REFERENCE, DOCUMENTS)
    read += [entry for entry in manifest.of(SYSTEM, POST_EDIT) if errors or entry.name in systems]
    read += [entry for entry in manifest.of(ERRORS) if entry.name == errors]
    blobs = read_blobs(session, version, {entry.digest for entry in read})
    return _assemble_test_set(name, version, replace(manifest, entries=tuple(read)), blobs)


def _assemble_test_set(
    name: str, version: VersionRow, manifest: Manifest, blobs: Mapping[str, tuple[str, bytes]]
) -> TestSet:
    if compute_checksum(version.manifest.encode()) != version.checksum:
        raise _changed_error(name, version)
    columns = load_columns(_version_phrase(name, version), manifest, blobs)
    if any(arrays_digest(arrays) != digest for digest, arrays in columns.items()):
        raise _changed_error(name, version)
    return join_columns(manifest, columns).named(name)


def _version_phrase(name: str, version: VersionRow) -> str:
    return f"{name}, version {version.number}"


def _changed_error(name: str, version: VersionRow) -> DamagedError:
    return DamagedError(f"{_version_phrase(name, version)}: what is kept of it is not what was once kept. {ADVICE}")


def update_fingerprints(session: Session, version: VersionRow, test_set: TestSet) -> None:
    """Store a version's identity and fingerprint by their present definition."""
    now = {"identity": test_set.identity, "fingerprint": test_set.fingerprint, "scheme": scheme()}
    session.execute(update(VersionRow).where(VersionRow.id == version.id).values(now))


def load_columns(version_name: str, manifest: Manifest, blobs: Mapping[str, tuple[str, bytes]]) -> dict[str, Arrays]:
    """Return the arrays of all columns; raise ``DamagedError`` for the first whose blob is damaged or missing."""
    arrays_by_digest: dict[str, Arrays] = {}
    for entry in manifest.entries:
        checksum, data = blobs.get(entry.digest, ("", b""))
        try:
            if compute_checksum(data) != checksum:
                raise ValueError("The checksum is another one.")
            arrays_by_digest[entry.digest] = unpack_arrays(data)
        except ValueError:
            raise DamagedError(
                f"{version_name}: {entry.label} is damaged in the database and cannot be read. {ADVICE}"
            ) from None
    return arrays_by_digest


def drop_unused(session: Session, project: ProjectRow) -> None:
    """Delete the columns that no version has any more; the project must be locked."""
    used = select(UseRow.blob_id)
    session.execute(delete(BlobRow).where(BlobRow.project_id == project.id, BlobRow.id.not_in(used)))
