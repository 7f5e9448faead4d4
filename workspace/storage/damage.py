"""Checks a SQLite database for damage: its structure, and its content by digests and expected values."""

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
from sqlalchemy import Column, Double, Integer, LargeBinary, Table

from ..tables.schema import Base, Moment
from ..tables.texts import key_of_token
from ..tables.transaction import Action, Right
from ..versions.arrays import arrays_digest, compute_checksum, unpack_arrays
from ..versions.changes import Changes
from ..versions.manifest import Manifest, join_columns, scheme
from .records import ACCOUNT, VISITOR
from .revisions import columns_at, known_revisions

STRUCTURE = "its structure"
VERSION_TABLE = "alembic_version"
"""Table that every workspace has, with the revision of its tables."""
_PAGE_BYTES = 512
"""Smallest size of a SQLite database's page, in bytes; other sizes are multiples."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}", re.ASCII)
ID = re.compile("[0-9a-f]{32}", re.ASCII)
KEY = re.compile("[0-9a-f]{64}", re.ASCII)
KEYS = {("person", "key"), ("rater", "key"), ("lecture", "teacher"), ("vote", "voter")}
"""Columns with digests of secrets that are not kept themselves."""
JSON = {("campaign", "plan"), ("campaign", "sizes"), ("rating", "value")}
ALLOWED: dict[tuple[str, str], Container[object]] = {
    ("person", "kind"): (ACCOUNT, VISITOR),
    ("member", "right"): {*Right},
    ("link", "right"): {*Right},
    ("event", "action"): {*Action},
}
"""Table and column -> the values that are allowed in the column."""
DIGESTS = {
    "link": (("token", "key"),),
    "campaign": (("token", "key"), ("code", "code_key")),
    "lecture": (("code", "code_key"),),
}
"""Table -> columns of texts, each with the column of its digest."""
_SIGNS = ("malformed", "not a database", "decode to UTF-8", "foreign key mismatch")
"""Parts of SQLite's error messages for a damaged file."""


class RowSource(Protocol):
    """Interface of a connection that runs a statement with ``?`` for each parameter, as SQLite's does."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any:
        """Run the statement and return its rows."""


def find_damage_in_file(path: Path) -> str | None:
    """Return the damage in a file that others may use, as ``find_damage`` does; None also if it cannot be read now."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("BEGIN")  # reads the database as it is at one moment
            return find_damage(connection)
    except sqlite3.Error:
        return None  # it cannot be read now, such as on a full disk: that is no damage


def was_database(path: Path) -> bool:
    """Return whether a file that SQLite does not recognize looks like a database with a damaged beginning.

    A database consists of whole pages, and the first page has zeros.
    """
    with path.open("rb") as file:
        start = file.read(_PAGE_BYTES)
    return path.stat().st_size % _PAGE_BYTES == 0 and b"\0" in start


def has_other_tables(path: Path) -> bool:
    """Return whether a file is a SQLite database of another program; others may use it meanwhile."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except sqlite3.Error:
        return False  # the fault is reported when the file is opened for writing
    return bool(tables) and VERSION_TABLE not in tables


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error of SQLite means that a file is damaged."""
    return isinstance(error, UnicodeDecodeError) or any(sign in str(error) for sign in _SIGNS)


def find_damage(connection: sqlite3.Connection, is_thorough: bool = False) -> str | None:
    """Return the first damage found in a database, such as ``system 'sysA' of News, version 2``; None without any.

    ``is_thorough`` also puts every version together, which takes as long as reading all of them.
    """
    try:
        return next(_faults(connection, is_thorough), None)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        return STRUCTURE


def column_names_by_table(connection: sqlite3.Connection) -> dict[str, set[str]]:
    """Return table -> names of its columns, for all tables of a database."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {table: {name for _, name, *_ in connection.execute(f"PRAGMA table_info([{table}])")} for table in tables}


def _faults(connection: sqlite3.Connection, is_thorough: bool) -> Iterator[str]:
    connection.execute("PRAGMA trusted_schema = OFF")
    if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        yield STRUCTURE
    if connection.execute("PRAGMA foreign_key_check").fetchall():
        yield "what belongs together in its tables"
    columns = column_names_by_table(connection)
    if VERSION_TABLE in columns:
        revisions = {revision for (revision,) in connection.execute(f"SELECT version_num FROM {VERSION_TABLE}")}
        if not revisions <= known_revisions():
            return  # a newer version of the program has made tables that this one does not know
    else:
        revisions = set()
    yield from faults_of_content(connection, columns, revisions, is_thorough)


def faults_of_content(
    source: RowSource, columns: Mapping[str, Collection[str]], revisions: Collection[str], is_thorough: bool
) -> Iterator[str]:
    """Yield the names of damaged things in tables with these columns, of ``revisions`` that this program knows."""
    expected = columns_at(*revisions) if len(revisions) == 1 else {}
    for table in Base.metadata.sorted_tables:
        if table.name in columns:
            column_names = {*columns[table.name]}
            if column_names != expected.get(table.name, {column.name for column in table.columns}):
                yield STRUCTURE
            yield from _table_faults(source, table, column_names)
    if {"blob", "version", "use", "test_set"} <= columns.keys():
        yield from _faults_in_blobs(source)
        yield from _faults_in_versions(source, is_thorough)
    if "glossary" in columns:
        yield from _faults_in_glossaries(source)
    if {"campaign", "rater", "rating"} <= columns.keys():
        yield from _faults_in_campaigns(source)


def _table_faults(source: RowSource, table: Table, column_names: Collection[str]) -> Iterator[str]:
    """Yield the wrong values in the columns of a table that have these names, cell by cell."""
    columns = [one for one in table.columns if one.name in column_names and not isinstance(one.type, LargeBinary)]
    names = ", ".join(f'"{column.name}"' for column in columns)
    for cells in source.execute(f'SELECT {names} FROM "{table.name}"'):
        row = dict(zip((column.name for column in columns), cells, strict=True))
        for column in columns:
            if not _fits(table.name, column, row[column.name]):
                yield f"a {column.name} in the table {table.name}"
        for of, key in DIGESTS.get(table.name, ()):
            if key_of_token(row[of]) != row[key]:
                yield f"a {of} in the table {table.name}"


def _fits(table: str, column: "Column[Any]", value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    if (table, column.name) in ALLOWED and value not in ALLOWED[table, column.name]:
        return False
    if isinstance(column.type, Moment):
        if isinstance(value, datetime):  # from a server
            return True
        return isinstance(value, str) and _check_passes(
            lambda: MOMENT.fullmatch(value) and datetime.fromisoformat(value)
        )
    if isinstance(column.type, Integer):
        return isinstance(value, int)
    if isinstance(column.type, Double):
        return isinstance(value, int | float)
    if not isinstance(value, str):
        return False
    if column.name == "public_id":
        return ID.fullmatch(value) is not None
    if (table, column.name) in KEYS:
        return KEY.fullmatch(value) is not None
    return (table, column.name) not in JSON or _check_passes(lambda: [json.loads(value)])


def _check_passes(check: Callable[[], object]) -> bool:
    """Return whether a check succeeds; errors that damage can cause count as no."""
    try:
        return bool(check())
    except (ValueError, TypeError, LookupError, pa.ArrowException):
        return False


def _faults_in_blobs(source: RowSource) -> Iterator[str]:
    """Yield the columns whose blobs do not match their digests or checksums."""
    for id_, digest, checksum, data in source.execute("SELECT id, digest, checksum, data FROM blob"):
        is_blob = isinstance(data, bytes) and compute_checksum(data) == checksum
        if not is_blob or not _check_passes(partial(_has_digest, data, digest)):
            yield _blob_column_name(source, id_, digest)


def _blob_column_name(source: RowSource, blob_id: int, digest: str) -> str:
    """Return the name of a blob's column in the first version with it, such as ``system 'sysA' of News, version 2``."""
    row = source.execute(
        "SELECT test_set.name, version.number, manifest FROM use JOIN version ON version.id = use.version_id"
        " JOIN test_set ON test_set.id = version.test_set_id WHERE use.blob_id = ? ORDER BY version.number",
        (blob_id,),
    ).fetchone()
    if row is None:
        return "a column"
    name, number, manifest = row
    labels: list[str] = []
    with suppress(ValueError, TypeError, LookupError):  # the list of columns may be damaged as well
        labels = [entry.label for entry in Manifest.of_json(manifest).entries if entry.digest == digest]
    return f"{labels[0] if labels else 'a column'} of {name}, version {number}"


def _has_digest(data: bytes, digest: str) -> bool:
    return arrays_digest(unpack_arrays(data)) == digest


def _faults_in_glossaries(source: RowSource) -> Iterator[str]:
    """Yield the glossaries that are missing or do not match their checksums."""
    glossaries = (
        "SELECT name, glossary_checksum, data FROM test_set LEFT JOIN glossary ON glossary.test_set_id = test_set.id"
        " WHERE glossary != '' OR data IS NOT NULL"
    )
    for name, checksum, data in source.execute(glossaries):
        if not isinstance(data, bytes) or compute_checksum(data) != checksum:
            yield f"the glossary of {name}"


def _faults_in_campaigns(source: RowSource) -> Iterator[str]:
    """Yield campaigns of missing versions or with wrong numbers of items, and answers at missing places or items."""
    campaigns = (
        "SELECT campaign.id, campaign.name, sizes, n_items, version.id FROM campaign LEFT JOIN version"
        " ON version.test_set_id = campaign.test_set_id AND version.number = campaign.number"
    )
    seats = "SELECT place, item FROM rater LEFT JOIN rating ON rating.rater_id = rater.id WHERE campaign_id = ?"
    for id_, name, text, n_items, version_id in source.execute(campaigns):
        sizes = json.loads(text)
        if version_id is None or not _check_passes(partial(_has_sum, sizes, n_items)):
            yield f"the campaign {name}"
        for place, item in source.execute(seats, (id_,)):
            if not (0 <= place < len(sizes) and (item is None or 0 <= item < sizes[place])):
                yield f"an answer of the campaign {name}"


def _has_sum(sizes: list[int], total: int) -> bool:
    return sum(sizes) == total


def _faults_in_versions(source: RowSource, is_thorough: bool) -> Iterator[str]:
    """Yield test sets that lack versions, and versions whose lists of columns are damaged or name other columns."""
    versions = source.execute(
        "SELECT version.id, name, number, manifest, checksum, changes, identity, fingerprint, scheme"
        " FROM version JOIN test_set ON test_set.id = version.test_set_id"
    )
    used = "SELECT digest FROM use JOIN blob ON blob.id = use.blob_id WHERE use.version_id = ?"
    lacking = (
        "SELECT name FROM test_set LEFT JOIN version ON test_set_id = test_set.id GROUP BY test_set.id"
        " HAVING count(number) = 0 OR count(number) != max(number)"
    )
    for (name,) in source.execute(lacking):
        yield f"the versions of {name}"
    for id_, name, number, text, checksum, changes, *digests in versions:
        version_name = f"{name}, version {number}"
        if compute_checksum(text.encode()) != checksum:
            yield f"the list of columns of {version_name}"
            continue
        manifest = Manifest.of_json(text)
        if {entry.digest for entry in manifest.entries} != {digest for (digest,) in source.execute(used, (id_,))}:
            yield f"the columns of {version_name}"
        elif not _check_passes(partial(Changes.of_json, changes)):
            yield f"what changed in {version_name}"
        elif (
            is_thorough and digests[-1] == scheme() and _identity_and_fingerprint(source, id_, manifest) != digests[:2]
        ):
            yield version_name


def _identity_and_fingerprint(source: RowSource, version_id: int, manifest: Manifest) -> list[str]:
    """Return the identity and the fingerprint of a version, computed from its undamaged columns."""
    blobs = "SELECT digest, data FROM use JOIN blob ON blob.id = use.blob_id WHERE use.version_id = ?"
    arrays = {digest: unpack_arrays(data) for digest, data in source.execute(blobs, (version_id,))}
    test_set = join_columns(manifest, arrays)
    return [test_set.identity, test_set.fingerprint]
