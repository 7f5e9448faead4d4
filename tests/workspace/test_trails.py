"""Trails as chains: what was changed in one afterwards is found, and what that does not prove."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.threads import SECONDS
from tests.workspace.made import everything
from tests.workspace.persons import signed_in
from workspace import Right, Workspace
from workspace.storage.damage import damage_of
from workspace.storage.place import url_of_file
from workspace.tables.trails import moment_text, trail_digest

EARLIER = Path(__file__).parent / "earlier" / "v0008.sql"


def is_chain(events):
    """Whether the digests of these events, the latest first, are what the events say."""
    before = ""
    for event in reversed(events):
        before = trail_digest(before, moment_text(event.at), event.action, event.what)
        if event.digest != before:
            return False
    return True


def busy_project(kept):
    """The id of a project to which much was done."""
    project = kept.create("News")
    saved = kept.add(project.id, everything())
    kept.save_view(project.id, "/segments?page=1", "view")
    kept.rename(saved.id, "other")
    link = kept.make_link(project.id, "link", Right.READ)
    kept.take_back(link.id)
    kept.delete(saved.id)
    kept.undo(saved.id)
    return project.id


def test_every_entry_goes_on_from_the_one_before(kept):
    events = kept.events(busy_project(kept))
    assert len(events) == 8
    assert is_chain(events)
    assert len({event.digest for event in events}) == 8


def test_projects_have_trails_of_their_own(kept):
    first, second = kept.create("one"), kept.create("two")
    kept.annotate(first.id, "note")
    kept.annotate(second.id, "note")
    kept.annotate(first.id, "other")
    copy = kept.copy(first.id, "copy")
    for project in (first, second, copy):
        assert is_chain(kept.events(project.id))


def test_what_is_noted_at_once_is_one_chain(url):
    with Workspace(url) as kept, Workspace(url) as other:
        project = kept.create("News").id

        def annotate(workspace):
            for number in range(10):
                workspace.annotate(project, f"note {number}")

        threads = [threading.Thread(target=annotate, args=[one]) for one in (kept, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        events = kept.events(project)
        assert len(events) == 21
        assert is_chain(events)


def test_a_person_who_is_forgotten_leaves_a_whole_trail(local):
    ada = signed_in(local, "ada")
    project = ada.create("News")
    ada.grant(project.id, "bob@example.org", Right.OWN)
    bob = signed_in(local, "bob")
    bob.annotate(project.id, "a note")
    local.forget_person(ada.person_id)
    events = local.events(project.id)
    assert "somebody who is gone" in {event.who for event in events}
    assert is_chain(events)
    assert damage_of(local.database.file) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET what = 'else' WHERE id = 3",
        "UPDATE event SET action = 'opened' WHERE id = 3",
        "UPDATE event SET at = '2020-01-01 00:00:00.000000' WHERE id = 3",
        "UPDATE event SET digest = '' WHERE id = 3",
        "DELETE FROM event WHERE id = 1",
        "DELETE FROM event WHERE id = 3",
        "DELETE FROM event WHERE id = (SELECT max(id) FROM event)",
        "DELETE FROM event",
        "INSERT INTO event SELECT 1000, project_id, person_id, who, at, action, what, digest FROM event WHERE id = 3",
        "UPDATE event SET id = 1000 WHERE id = 3",
        "UPDATE project SET trail = ''",
    ],
)
def test_what_was_changed_in_a_trail_is_found(local, change):
    busy_project(local)
    local.close()
    with closing(sqlite3.connect(local.database.file)) as connection:
        connection.execute(change)
        connection.commit()
    assert damage_of(local.database.file) == "the trail of News"


def test_who_makes_all_digests_anew_is_found_by_a_digest_that_somebody_noted(local):
    project = busy_project(local)
    noted = local.events(project)[0].digest
    local.annotate(project, "a later note")
    assert noted in {event.digest for event in local.events(project)}
    local.close()
    with closing(sqlite3.connect(local.database.file)) as connection:
        connection.execute("UPDATE event SET what = 'else' WHERE id = 3")
        before = ""
        for id_, *entry in connection.execute("SELECT id, at, action, what FROM event ORDER BY id").fetchall():
            before = trail_digest(before, *entry)
            connection.execute("UPDATE event SET digest = ? WHERE id = ?", (before, id_))
        connection.execute("UPDATE project SET trail = ?", (before,))
        connection.commit()
    assert damage_of(local.database.file) is None
    assert noted not in {event.digest for event in local.events(project)}


def test_entries_of_earlier_versions_are_made_a_chain(tmp_path):
    path = tmp_path / "workspace.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(EARLIER.read_text(encoding="utf-8"))
    with Workspace(url_of_file(path)) as kept:
        project = kept.projects()[0].id
        assert is_chain(kept.events(project))
        kept.annotate(project, "afterwards")
        assert is_chain(kept.events(project))
    assert damage_of(path) is None
