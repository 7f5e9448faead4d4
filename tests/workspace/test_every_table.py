"""What the check of a workspace finds in each column of each table: a changed bit, a missing row, exchanged blobs.

A new table or column fails a test here until it is known whether damage in it is found.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import LargeBinary

from workspace import Workspace
from workspace.storage.backup import check_kept_texts
from workspace.storage.damage import column_names_by_table, find_damage
from workspace.storage.place import url_of_file
from workspace.storage.trail_check import check_trails
from workspace.tables.errors import ChangedTrailError
from workspace.tables.schema import Base

TABLES = {table.name: table for table in Base.metadata.sorted_tables}
NEWEST = max((Path(__file__).parent / "earlier").glob("*.sql"))
"""A workspace with a row in every table."""
FREE = {
    "event": {"who"},
    "lecture": {"salt", "question", "stage"},
    "link": {"name"},
    "member": {"id", "email"},
    "person": {"name", "email"},
    "project": {"name", "note"},
    "rater": {"name"},
    "rating": {"seconds"},
    "recent": {"id", "verdict"},
    "test_set": {"name", "note", "metrics", "baseline", "ignored", "kept_faults", "glossary"},
    "version": {"scheme"},
    "view": {"id", "name", "note", "address"},
    "vote": {"question", "choice"},
    "campaign": {"name", "note"},
}
"""Table -> columns with free text: only a backup's digest shows that a letter of them has changed."""
USUALLY_EMPTY = {"archived", "deleted", "expires", "taken_back", "closed", "finished", "released"}
"""Moments, which are of one form."""
LEAVES = {"link", "member", "opening", "recent", "view", "vote", "rating", "lecture"}
"""Tables with rows that no other row needs."""


@pytest.fixture(scope="module")
def workspace_bytes(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "workspace.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(NEWEST.read_text(encoding="utf-8"))
    with Workspace(url_of_file(path)) as kept:  # which brings it to this version
        project = kept.projects()[0].id
        for view in kept.views(project):
            kept.annotate(view.id, "a note")
        for saved in kept.test_sets(project):
            for version in kept.versions(saved.id):
                kept.read(saved.id, version.number)  # which writes its identity as it is defined now
    return path.read_bytes().replace(b"\2\2", b"\1\1", 1)  # in memory SQLite knows no log


@pytest.fixture
def damaged(workspace_bytes):
    """``damaged(sql, values)`` changes a copy by this statement, and returns what the check says of the copy."""

    def damage(sql, *values):
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(workspace_bytes)
            changed = connection.execute(sql, values).rowcount
            assert changed, f"{sql}: there is no such row; give the table one in {NEWEST.name}"
            connection.commit()
            if said := find_damage(connection, is_thorough=True):
                return said
            try:
                check_trails(connection, column_names_by_table(connection), "It")
            except ChangedTrailError as error:
                return str(error)
            return None

    return damage


def flipped(value):
    """The value with one bit near its beginning changed, once for each such bit."""
    if isinstance(value, int):
        return [value ^ 1 << bit for bit in (0, 1, 4, 12, 19)]
    if isinstance(value, float):
        return [value + 1]
    data = value.encode() if isinstance(value, str) else value
    found = [bytes([data[0] ^ 1 << bit]) + data[1:] for bit in range(7)]
    return [one.decode() for one in found] if isinstance(value, str) else found


def test_nothing_is_found_where_nothing_is_damaged(damaged):
    assert damaged("UPDATE project SET name = name") is None


@pytest.mark.one_case_in(2)
@pytest.mark.parametrize(
    ("table", "column"), [(table.name, column.name) for table in TABLES.values() for column in table.columns]
)
@pytest.mark.quick_cases(15)
def test_a_changed_bit_is_found_wherever_not_every_value_is_allowed(workspace_bytes, damaged, table, column):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(workspace_bytes)
        found = connection.execute(f"SELECT rowid, [{column}] FROM [{table}] WHERE [{column}] != ''").fetchone()
    if column in USUALLY_EMPTY or (found is None and column in FREE.get(table, ())):
        return
    assert found is not None, f"{table}.{column}: there is no value; give it one in {NEWEST.name}"
    rowid, value = found
    said = []
    for one in flipped(value):
        try:
            said.append(damaged(f"UPDATE [{table}] SET [{column}] = ? WHERE rowid = ?", one, rowid))
        except sqlite3.IntegrityError:
            continue  # another row has it
    is_free = column in FREE.get(table, ())
    assert is_free == (not any(said)), f"{table}.{column}: {said}"
    if isinstance(TABLES[table].columns[column].type, LargeBinary):
        assert all(said), "every bit of what is large is found"


@pytest.mark.parametrize("column", sorted(USUALLY_EMPTY))
def test_what_is_no_moment_is_found(damaged, column):
    for table in TABLES.values():
        if column in table.columns:
            assert damaged(f"UPDATE [{table.name}] SET [{column}] = '2026-13-01 12:00:00.000000'")


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_row_is_found_where_something_needs_it(damaged, table):
    said = damaged(f"DELETE FROM [{table}] WHERE rowid = (SELECT min(rowid) FROM [{table}])")
    if table not in LEAVES:
        assert said, table


def test_the_lists_name_tables_and_columns_that_there_are():
    assert {*FREE, *LEAVES} <= TABLES.keys()
    assert all(free <= {*TABLES[table].columns.keys()} for table, free in FREE.items())


@pytest.mark.parametrize("columns", [("data",), ("data", "checksum")])
def test_exchanged_blobs_are_found_and_named(damaged, columns):
    others = ", ".join(f"(SELECT {name} FROM blob AS other WHERE other.id = 3 - blob.id)" for name in columns)
    said = damaged(f"UPDATE blob SET ({', '.join(columns)}) = (SELECT {others}) WHERE id IN (1, 2)")
    assert said == "source of everything, version 1"


def test_bytes_behind_the_file_change_nothing(workspace_bytes, tmp_path):
    """SQLite reads none of them; behind a backup they are refused (test_damage.py)."""
    path = tmp_path / "workspace.sqlite"
    path.write_bytes(workspace_bytes.replace(b"\1\1", b"\2\2", 1) + b"x" * 5000)
    assert check_kept_texts(url_of_file(path)).n_versions == 2


@pytest.mark.parametrize(
    "table", [name for name, table in TABLES.items() if any(isinstance(one.type, LargeBinary) for one in table.columns)]
)
def test_bytes_behind_what_is_large_are_found(damaged, table):
    assert damaged(f"UPDATE [{table}] SET data = CAST(data || x'00' AS BLOB)")
