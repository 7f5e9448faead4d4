"""The tables are made and changed in one go, from nothing and from every earlier version."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from scoring.rating import Answer, ErrorSpans, MarkedError
from tests.workspace.made import everything
from workspace import Right, Workspace, WorkspaceError
from workspace.storage.database import create_workspace_engine, is_current, migrate
from workspace.storage.place import url_of_file
from workspace.storage.revisions import config, known_revisions
from workspace.tables.schema import Base

EARLIER = Path(__file__).parent / "earlier"
"""SQLite databases of each version of the tables, as SQL: ``everything`` in two versions, a view, something deleted,
later also persons, a campaign and a class."""
REVISIONS = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def changes(connection):
    """What the tables lack, or have otherwise than the code says."""
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), Base.metadata)


@pytest.mark.quick_cases(3)
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize("revision", REVISIONS)
def test_tables_of_each_version_become_those_of_the_code(empty, revision):
    engine = create_workspace_engine(empty, has_foreign_keys=False)
    with engine.begin() as connection:
        migrate(connection, revision)
    engine.dispose()
    with Workspace(empty) as kept, kept.database.reading() as session:
        assert is_current(session.connection())
        assert changes(session.connection()) == []


def test_each_version_of_the_tables_has_a_database_to_test_with():
    assert {path.stem for path in EARLIER.glob("*.sql")} == known_revisions()


def made_by(path, folder):
    """The workspace as the version of this dump wrote it."""
    file = folder / "workspace.sqlite"
    connection = sqlite3.connect(file)
    connection.executescript(path.read_text(encoding="utf-8"))
    connection.close()
    return file


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql")), ids=lambda path: path.stem)
def test_what_was_kept_by_an_earlier_version_is_read(tmp_path, path):
    file = made_by(path, tmp_path)
    with Workspace(url_of_file(file)) as kept:
        (project,) = kept.projects()
        (saved,) = kept.test_sets(project.id)
        assert (project.name, project.note, saved.name, saved.n_versions) == ("earlier", "a note", "everything", 2)
        assert kept.read(saved.id, 1) == everything()
        assert kept.read(saved.id).system_names == ("sysA", "sysB", "new")
        assert [view.address for view in kept.views(project.id)] == ["/segments?page=2"]


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql"))[1:], ids=lambda path: path.stem)
def test_persons_have_the_rights_that_they_had(tmp_path, path):
    """Ada owns it, Bob may read it once he signs in, and a visitor opened a link; v0001 knew no persons."""
    file = made_by(path, tmp_path)
    with Workspace(url_of_file(file)) as kept:
        ada = kept.as_(kept.sign_in("https://provider.example", "1", "Ada", "ada@example.org").id)
        bob = kept.as_(kept.sign_in("https://provider.example", "2", "Bob", "bob@example.org").id)
        visitor = kept.as_(kept.visitor("a secret of a visitor").id)
        rights = [[(one.name, one.right) for one in theirs.projects()] for theirs in (ada, bob, visitor)]
        assert rights == [[("earlier", right)] for right in (Right.OWN, Right.READ, Right.EDIT)]
        (project,) = ada.projects()
        assert [(link.name, link.token, link.is_open) for link in ada.links(project.id)] == [
            ("class", "a-token-of-the-link", True)
        ]
        assert [(event.who, event.action) for event in ada.events(project.id)][-1:] == [("Ada", "shared")]
        assert [one.test_set.name for one in visitor.recent()] == ["everything"]


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql"))[2:], ids=lambda path: path.stem)
def test_raters_go_on_where_they_were(tmp_path, path):
    """One has marked the first item of a campaign; before v0003 there were none."""
    file = made_by(path, tmp_path)
    marked = ErrorSpans((MarkedError(0, 2, "minor"),), ("major",), 66.0)
    with Workspace(url_of_file(file)) as kept:
        (campaign,) = kept.campaigns(kept.projects()[0].id)
        assert (campaign.name, campaign.plan.protocol, campaign.code) == ("campaign", "esa", "AC34EF67")
        assert [(rater.name, rater.n_done, rater.n_items) for rater in campaign.raters] == [("Rater", 1, 8)]
        desk = kept.desk("a-secret-of-the-rater")
        assert (desk.answers, desk.next) == ((Answer(0, marked, 2.5),), 1)
        assert kept.join("ac34-ef67", "Another").place == 1


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql"))[3:], ids=lambda path: path.stem)
def test_a_class_goes_on_where_it_was(tmp_path, path):
    """One student has answered; before v0004 there were no classes."""
    file = made_by(path, tmp_path)
    with Workspace(url_of_file(file), lambda: datetime(2026, 11, 23, 13, tzinfo=UTC)) as kept:
        student, teacher = (kept.find_lecture("acd-34e", f"a-secret-of-{who}") for who in ("a-student", "the-teacher"))
        assert (student.question, student.counts, student.choice, student.is_led) == ("clipping", {2: 1}, 2, False)
        assert (teacher.choice, teacher.is_led) == (None, True)


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql")), ids=lambda path: path.stem)
def test_test_sets_have_the_choices_that_they_had(tmp_path, path):
    """Before v0005 there were none; v0006 has ignored findings, too, and v0010 faults that are kept."""
    file = made_by(path, tmp_path)
    with Workspace(url_of_file(file)) as kept:
        (saved,) = kept.test_sets(kept.projects()[0].id)
        assert (saved.metrics, saved.baseline) == (("bleu,ter", "sysA") if path.stem >= "v0005" else ("", ""))
        assert saved.ignored == ('["numbers:12"]' if path.stem >= "v0006" else "")
        assert saved.kept_faults == ("copied-source:sysA" if path.stem >= "v0010" else "")


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.sql")), ids=lambda path: path.stem)
def test_a_test_set_has_the_glossary_that_it_had(tmp_path, path):
    """Before v0008 there were none."""
    file = made_by(path, tmp_path)
    with Workspace(url_of_file(file)) as kept:
        (saved,) = kept.test_sets(kept.projects()[0].id)
        found = kept.glossary(saved.id)
        if path.stem < "v0008":
            assert (saved.glossary, found) == ("", None)
        else:
            assert (saved.glossary, found.read().terms[0].forbidden) == ("terms.tsv", ("Heim",))


def test_a_migration_that_does_not_end_leaves_nothing(empty):
    engine = create_workspace_engine(empty, has_foreign_keys=False)
    with engine.connect() as connection:
        migrate(connection)
        assert inspect(connection).get_table_names()
        connection.rollback()
        assert inspect(connection).get_table_names() == []
    engine.dispose()


def test_tables_of_a_newer_version_are_refused_and_left_alone(url):
    with Workspace(url) as kept, kept.database.writing() as session:
        project = session.scalar(text("SELECT version_num FROM alembic_version"))
        session.execute(text("UPDATE alembic_version SET version_num = 'v9999'"))
    try:
        with pytest.raises(WorkspaceError, match="newer version of BLEUscope"):
            Workspace(url)
    finally:
        engine = create_workspace_engine(url)
        with engine.begin() as connection:
            assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "v9999"
            connection.execute(text("UPDATE alembic_version SET version_num = :old"), {"old": project})
        engine.dispose()
