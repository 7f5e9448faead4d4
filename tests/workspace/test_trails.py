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
from workspace.cli.main import main
from workspace.storage.backup import back_up, check_kept_texts, restore_into
from workspace.storage.damage import find_damage_in_file
from workspace.storage.place import VARIABLE, url_of_file
from workspace.tables.errors import ChangedTrailError
from workspace.tables.trails import trail_digest, words_digest

EARLIER = Path(__file__).parent / "earlier" / "v0008.sql"


def is_chain(kept):
    """Whether the check of all that is kept finds all trails as they were written."""
    try:
        check_kept_texts(kept.database.url)
    except ChangedTrailError:
        return False
    return True


def changed(kept, change):
    """Do this to the file behind the back of the program."""
    kept.close()
    with closing(sqlite3.connect(kept.database.file)) as connection:
        connection.execute(change)
        connection.commit()


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
    assert is_chain(kept)
    assert len({event.digest for event in events}) == 8


def test_projects_have_trails_of_their_own(kept):
    first, second = kept.create("one"), kept.create("two")
    kept.annotate(first.id, "note")
    kept.annotate(second.id, "note")
    kept.annotate(first.id, "other")
    kept.copy(first.id, "copy")
    assert is_chain(kept)


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
        assert len(kept.events(project)) == 21
        assert is_chain(kept)


def test_a_person_who_is_forgotten_leaves_a_whole_trail(local):
    ada = signed_in(local, "ada")
    project = ada.create("News")
    ada.grant(project.id, "bob@example.org", Right.OWN)
    bob = signed_in(local, "bob")
    bob.annotate(project.id, "a note")
    local.forget_person(ada.person_id)
    events = local.events(project.id)
    assert "somebody who is gone" in {event.who for event in events}
    assert is_chain(local)


def test_words_that_name_a_person_are_erased_once_they_are_forgotten(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = kept.create("News")
    for right in (Right.READ, Right.EDIT):
        kept.grant(project.id, "ada@example.org", right)
    kept.grant(project.id, "bob@example.org", Right.READ)
    visitor = kept.visitor("a secret", make=True)
    bob.open_link(kept.make_link(project.id, "link", Right.READ).token)
    mine = kept.as_(visitor.id).create("a visitor's")
    kept.take_over(visitor.id, bob.person_id)
    kept.take_right(project.id, kept.members(project.id)[0].id)
    noted = {event.digest for event in kept.events(project.id)}
    kept.forget_person(ada.person_id)
    told = [(event.action, event.what) for event in reversed(kept.events(project.id))]
    assert told == [
        ("created", "News"),
        *[("shared", "somebody who is gone")] * 2,
        ("shared", "bob@example.org: read"),
        ("linked", "link"),
        ("opened", "link"),
        ("unshared", "somebody who is gone"),
    ]
    assert kept.events(mine.id)[0].what == visitor.name
    kept.grant(mine.id, "eve@example.org", Right.OWN)
    signed_in(kept, "eve").annotate(mine.id, "a note")
    kept.forget_person(bob.person_id)
    assert visitor.name not in {event.what for event in kept.events(mine.id)}
    assert {event.digest for event in kept.events(project.id)} == noted
    assert is_chain(kept)


def test_the_digest_of_words_has_a_salt_that_goes_with_them(kept):
    """Who guesses an address cannot tell by the digest that it was the one, once it is erased."""
    ada = signed_in(kept, "ada")
    for name in ("one", "two"):
        kept.grant(kept.create(name).id, "ada@example.org", Right.READ)
    rows = "SELECT salt, words FROM event WHERE action = 'shared'"
    with kept.reading() as asked:
        (first, second) = asked.session.connection().exec_driver_sql(rows).all()
    assert first[1] != second[1]
    kept.forget_person(ada.person_id)
    with kept.reading() as asked:
        after = asked.session.connection().exec_driver_sql(rows).all()
    assert after == [("", first[1]), ("", second[1])]


def test_a_changed_trail_is_no_damage_and_stops_no_backup(local, tmp_path, monkeypatch, capsys):
    busy_project(local)
    local.create("Other")
    changed(local, "UPDATE event SET what = '(redacted)' WHERE id = 3")
    assert find_damage_in_file(local.database.file) is None
    backup = tmp_path / "backup"
    back_up(local.database, backup)
    assert restore_into(local.database.url, backup, replaces=True).is_sealed
    monkeypatch.setenv(VARIABLE, f"sqlite:///{local.database.file}")
    for path, arguments in ((local.database.file, []), (backup, [str(backup)])):
        assert main(["check-workspace", *arguments]) == 2
        assert capsys.readouterr().err == (
            f"bleuscope: {path}: nothing is damaged, but an entry was changed, removed or put in afterwards in the"
            " trail of News. Backups are made as before.\n"
        )


def test_all_trails_that_were_changed_are_named(local):
    for name in ("one", "two", "three"):
        local.create(name)
    changed(local, "UPDATE event SET what = 'else' WHERE id != 2")
    with pytest.raises(ChangedTrailError, match=r"in the trails of one, three\."):
        check_kept_texts(local.database.url)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET what = 'else' WHERE id = 3",
        "UPDATE event SET action = 'opened' WHERE id = 3",
        "UPDATE event SET at = '2020-01-01 00:00:00.000000' WHERE id = 3",
        "UPDATE event SET digest = '' WHERE id = 3",
        "UPDATE event SET words = '' WHERE id = 3",
        "UPDATE event SET salt = '' WHERE id = 3",
        "UPDATE event SET what = 'else', salt = '' WHERE id = 3",
        "DELETE FROM event WHERE id = 1",
        "DELETE FROM event WHERE id = 3",
        "DELETE FROM event WHERE id = (SELECT max(id) FROM event)",
        "DELETE FROM event",
        "INSERT INTO event SELECT 1000, project_id, person_id, who, at, action, what, digest, salt, words FROM event"
        " WHERE id = 3",
        "UPDATE event SET id = 1000 WHERE id = 3",
        "UPDATE project SET trail = ''",
    ],
)
def test_what_was_changed_in_a_trail_is_found(local, change):
    busy_project(local)
    changed(local, change)
    assert not is_chain(local)


def test_who_makes_all_digests_anew_is_found_by_a_digest_that_somebody_noted(local):
    project = busy_project(local)
    noted = local.events(project)[0].digest
    local.annotate(project, "a later note")
    assert noted in {event.digest for event in local.events(project)}
    local.close()
    with closing(sqlite3.connect(local.database.file)) as connection:
        words = words_digest("salt", "else")
        connection.execute("UPDATE event SET what = 'else', salt = 'salt', words = ? WHERE id = 3", (words,))
        before = ""
        for id_, *entry in connection.execute("SELECT id, at, action, words FROM event ORDER BY id").fetchall():
            before = trail_digest(before, *entry)
            connection.execute("UPDATE event SET digest = ? WHERE id = ?", (before, id_))
        connection.execute("UPDATE project SET trail = ?", (before,))
        connection.commit()
    assert is_chain(local)
    assert noted not in {event.digest for event in local.events(project)}


def test_entries_of_earlier_versions_are_made_a_chain(tmp_path):
    path = tmp_path / "workspace.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(EARLIER.read_text(encoding="utf-8"))
    with Workspace(url_of_file(path)) as kept:
        project = kept.projects()[0].id
        assert is_chain(kept)
        kept.annotate(project, "afterwards")
        assert is_chain(kept)
