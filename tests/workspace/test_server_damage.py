"""What is damaged in a PostgreSQL database is found and named as in a file; its own checks see nothing of it."""

from itertools import count

import pytest

from tests.workspace.made import added, everything
from tools.database import execute
from workspace import Right, UnavailableError, Workspace, WorkspaceError
from workspace.cli.main import main
from workspace.storage.backup import check_kept_texts
from workspace.storage.place import VARIABLE
from workspace.tables.errors import ChangedTrailError

NUMBERS = count()
HARM = {
    "notes of everything, version 1": r"UPDATE blob SET data = data || '\x00'::bytea WHERE id = 2",
    "the list of columns of everything, version 1": "UPDATE version SET manifest = replace(manifest, 'sysA', 'sysX')",
    "the columns of everything, version 2": "DELETE FROM use WHERE version_id = 2 AND blob_id = 3",
    "the versions of everything": "UPDATE version SET number = 3 WHERE number = 2",
    "everything, version 1": "UPDATE version SET identity = 'x' || substr(identity, 2)",
    "a public_id in the table project": "UPDATE project SET public_id = 'x' || substr(public_id, 2)",
    "a token in the table link": "UPDATE link SET token = token || 'x'",
    "its structure": "ALTER TABLE view RENAME COLUMN note TO nose",
}


@pytest.fixture(scope="session")
def template(own_server):
    execute(own_server.url, "CREATE DATABASE sound")
    with Workspace(own_server.url.set(database="sound")) as kept:
        project = kept.create("News", "a note")
        saved = kept.add(project.id, everything())
        kept.add_outputs(saved.id, [added("later")])
        kept.make_link(project.id, "link", Right.READ)
    return own_server.url


@pytest.fixture
def database(template):
    """The address of a copy."""
    name = f"copy_{next(NUMBERS)}"
    execute(template, f"CREATE DATABASE {name} TEMPLATE sound")
    yield template.set(database=name)
    execute(template, f"DROP DATABASE {name} WITH (FORCE)")


def test_a_sound_database_is_whole(database, monkeypatch, capsys):
    found = check_kept_texts(database)
    assert (found.path, found.n_versions, found.is_sealed) == (None, 2, False)
    monkeypatch.setenv(VARIABLE, database.render_as_string(hide_password=False).replace("+psycopg", ""))
    assert main(["check-workspace"]) == 0
    said = capsys.readouterr().out
    assert "Nothing damaged was found in the database. All texts of 2 versions of test sets were read." in said


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", HARM)
def test_what_is_damaged_in_a_database_is_named(database, what):
    execute(database, HARM[what])
    with pytest.raises(WorkspaceError) as said:
        check_kept_texts(database)
    assert str(said.value) == f"The database is damaged ({what}); restore a backup by pg_restore."


def test_a_changed_trail_of_a_database_is_named_and_no_damage(database):
    execute(database, "UPDATE event SET what = 'else' WHERE id = 1")
    with pytest.raises(ChangedTrailError, match=r"The database: nothing is damaged, but .* in the trail of News\."):
        check_kept_texts(database)


def test_a_database_that_is_none_or_is_newer_or_does_not_answer(template, database):
    with pytest.raises(WorkspaceError, match="The database has no workspace"):
        check_kept_texts(template)
    execute(database, "UPDATE alembic_version SET version_num = 'later'")
    with pytest.raises(WorkspaceError, match="written by a newer version"):
        check_kept_texts(database)
    with pytest.raises(UnavailableError):
        check_kept_texts(database.set(port=1))
