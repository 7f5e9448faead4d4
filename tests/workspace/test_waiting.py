"""What waits for whom, for how long, and what is said then."""

import pytest
from sqlalchemy import delete, select

import workspace.storage.database
import workspace.workspace
from tests.workspace.made import everything
from tests.workspace.persons import said, signed_in
from workspace import KEPT_FOR, UnavailableError, Workspace
from workspace.tables.schema import PersonRow, ProjectRow


@pytest.fixture
def hurried(url, monkeypatch):
    """A workspace that waits for nobody, with one connection to read and one to write."""
    monkeypatch.setattr(workspace.storage.database, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(workspace.storage.database, "CONNECTIONS", 1)
    monkeypatch.setattr(workspace.storage.database, "_KEPT_OPEN", 1)
    with Workspace(url) as opened:
        yield opened


def test_who_waits_to_write_is_told_after_a_time(hurried, url):
    project = hurried.create("News").id
    with Workspace(url) as other, other.writing() as asked:
        asked.change(lambda: asked.find(ProjectRow, project))
        error = said(lambda: hurried.rename(project, "x"))
    assert isinstance(error, UnavailableError)
    assert "Another one has been writing for 0.05 seconds; try again later." in str(error)
    hurried.rename(project, "x")


def test_who_writes_keeps_nobody_from_reading(hurried):
    hurried.create("News")
    with hurried.writing():
        assert [project.name for project in hurried.projects()] == ["News"]


def test_without_a_free_connection_it_is_said(hurried):
    with hurried.reading() as asked:
        asked.session.execute(select(1))
        error = said(hurried.projects)
    assert isinstance(error, UnavailableError)
    assert "Too many work with the database at this moment" in str(error)
    assert hurried.projects() == []


def test_a_person_who_is_forgotten_while_they_are_met_is_told(kept):
    signed_in(kept, "ada")

    def meet():
        with kept.writing() as asked:
            row = asked.session.scalars(select(PersonRow)).one()
            asked.session.execute(delete(PersonRow).execution_options(synchronize_session=False))
            row.name = "Ada L."

    assert "Somebody else changed or removed this" in str(said(meet))


def test_making_the_file_smaller_waits_for_nobody_and_fails_nobody(url, monkeypatch):
    monkeypatch.setattr(workspace.storage.database, "GIVE_BACK_SECONDS", 0)
    with Workspace(url) as kept, Workspace(url) as other:
        project = kept.create("News").id
        kept.add(project, everything())
        with other.writing():
            kept.database.give_back_room()
        kept.delete(project, for_good=True)
        assert kept.projects() == []


def test_what_another_process_removes_meanwhile_ends_no_purge(url, clock, monkeypatch):
    with Workspace(url, clock) as kept, Workspace(url, clock) as other:
        names = ["one", "two", "three"]
        for name in names:
            kept.delete(kept.create(name).id)
        clock.time += KEPT_FOR
        kept.delete(kept.create("new").id)
        assert {one.name for one in kept.deleted()} == {*names, "new"}, "to delete removes nothing else"
        purge_thing = kept._purge_thing

        def after_the_other(id_, limit):
            other.purge()
            purge_thing(id_, limit)

        monkeypatch.setattr(kept, "_purge_thing", after_the_other)
        kept.purge()
        assert [one.name for one in kept.deleted()] == ["new"]


def test_a_purge_that_the_database_ends_says_so(url, clock, monkeypatch):
    with Workspace(url, clock) as kept:
        kept.delete(kept.create("one").id)
        clock.time += KEPT_FOR

        def cut(asked, row):
            raise UnavailableError("The database does not answer.")

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(workspace.workspace, "remove_row", cut)
            with pytest.raises(UnavailableError):
                kept.purge()
        kept.purge()
        assert kept.deleted() == []


def test_what_is_brought_back_meanwhile_is_not_removed(url, clock):
    with Workspace(url, clock) as kept:
        project = kept.create("News").id
        kept.delete(project)
        clock.time += KEPT_FOR
        limit = clock.time - KEPT_FOR
        kept.undo(project)
        kept._purge_thing(project, limit)
        assert [one.id for one in kept.projects()] == [project]
