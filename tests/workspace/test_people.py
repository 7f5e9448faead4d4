"""Persons: known again, taken over, forgotten, and for how much there is room."""

import zipfile
from datetime import timedelta

import pytest
from sqlalchemy import event, select

from scoring import System
from tests.workspace.made import added, everything
from tests.workspace.persons import Clock, at_once, count, everything_kept, said, signed_in
from workspace import Quotas, Right, SeenVerdict, Workspace
from workspace.archive import export_project, import_project
from workspace.storage.room import BYTES_PER_THING
from workspace.tables.schema import BlobRow, OpeningRow, PersonRow, ProjectRow, RecentRow, SetRow


def test_an_account_is_who_a_provider_says_and_a_visitor_who_has_the_secret(kept):
    ada = kept.sign_in("https://p.example", "1", "Ada", "Ada@example.org")
    assert (ada.kind, ada.name, ada.email) == ("account", "Ada", "ada@example.org")
    again = kept.sign_in("https://p.example", "1", " Ada\nL. ", "")
    assert (again.id, again.name, again.email) == (ada.id, "Ada L.", "")
    others = [kept.sign_in(*who, "Ada", "") for who in (("https://p.example", "2"), ("https://q.example", "1"))]
    assert kept.visitor("secret") is None
    visitor = kept.visitor("secret", make=True)
    assert visitor.kind == "visitor"
    assert visitor == kept.visitor("secret") == kept.visitor("secret", make=True) == kept.person(visitor.id)
    assert len({ada.id, visitor.id, *(other.id for other in others)}) == 4
    assert {one.person.id for one in kept.people()} == {ada.id, visitor.id, *(other.id for other in others)}


def test_the_database_holds_no_secret_of_a_visitor(kept):
    kept.visitor("a secret that nobody may read", make=True)
    assert "a secret that nobody" not in repr(everything_kept(kept))


@pytest.mark.parametrize("odd", ["not an address", "a@b\0", "x" * 300 + "@y.z"])
def test_a_provider_that_says_something_odd_keeps_nobody_out(kept, odd):
    assert kept.sign_in("https://p.example", "1", "\0", odd).email == ""


def test_one_person_who_comes_twice_at_once_is_one(kept):
    signing = [lambda: kept.sign_in("https://p.example", "1", "Ada", "").id] * 4
    visiting = [lambda: kept.visitor("secret", make=True).id] * 4
    assert len({*at_once(*signing, *visiting)}) == 2
    assert count(kept, PersonRow) == 2


def test_when_somebody_was_seen_is_kept_to_an_hour(kept, clock):
    first = kept.visitor("secret", make=True).seen
    clock.time += timedelta(minutes=59)
    assert kept.visitor("secret").seen == first
    clock.time += timedelta(minutes=1)
    assert kept.visitor("secret").seen == clock.time
    their = kept.as_(kept.visitor("secret").id)
    saved = their.add(their.create("own").id, everything())
    clock.time += timedelta(hours=2)
    their.note_use(saved.id)
    assert kept.visitor("secret").seen == clock.time


def test_an_account_takes_over_what_is_a_visitor_s(kept):
    ada, visitor = kept.sign_in("https://p.example", "1", "Ada", ""), kept.visitor("secret", make=True)
    mine, theirs = kept.as_(ada.id), kept.as_(visitor.id)
    teacher = signed_in(kept, "teacher")
    shared, both = teacher.create("shared").id, teacher.create("both").id
    link, other = teacher.make_link(shared, "x", Right.READ), teacher.make_link(both, "x", Right.EDIT)
    theirs.open_link(link.token)
    theirs.open_link(other.token)
    mine.open_link(other.token)
    own = theirs.create("own").id
    saved = theirs.add(own, everything())
    theirs.note_use(saved.id)
    assert kept.take_over(visitor.id, ada.id) == 1
    assert {(one.name, one.right) for one in mine.projects()} == {
        ("own", Right.OWN),
        ("shared", Right.READ),
        ("both", Right.EDIT),
    }
    assert [one.test_set.id for one in mine.recent()] == [saved.id]
    assert [event.who for event in mine.events(own)] == ["Ada"] * 3
    assert kept.visitor("secret") is None
    assert theirs.projects() == []
    assert count(kept, OpeningRow) == 2


def test_only_an_account_takes_over_and_only_from_a_visitor(kept):
    ada, visitor = kept.sign_in("https://p.example", "1", "Ada", ""), kept.visitor("secret", make=True)
    for of, by in ((ada.id, visitor.id), (visitor.id, visitor.id), (ada.id, ada.id)):
        assert "Only an account takes over" in str(said(lambda: kept.take_over(of, by)))  # noqa: B023
    assert "There is no person" in str(said(lambda: kept.take_over("0" * 32, ada.id)))


def test_who_is_forgotten_takes_along_what_nobody_else_owns(kept):
    ada, bob = kept.sign_in("https://p.example", "1", "Ada", "a@example.org"), signed_in(kept, "bob")
    mine = kept.as_(ada.id)
    alone, together = mine.create("alone").id, mine.create("together").id
    mine.add(alone, everything())
    mine.grant(alone, "bob@example.org", Right.EDIT)
    mine.grant(together, "bob@example.org", Right.OWN)
    theirs = bob.create("theirs").id
    bob.grant(theirs, "a@example.org", Right.EDIT)
    mine.save_view(theirs, "/segments", "view")
    kept.forget_person(ada.id)
    assert {one.name for one in kept.projects()} == {"together", "theirs"}
    assert (count(kept, BlobRow), count(kept, SetRow)) == (0, 0)
    assert [(one.who, one.what) for one in bob.events(theirs, limit=1)] == [("somebody who is gone", "view")]
    assert "Ada" not in repr(everything_kept(kept))
    assert "There is no person" in str(said(lambda: kept.forget_person(ada.id)))


def test_visitors_who_are_away_for_too_long_are_forgotten_and_nobody_else(url, clock):
    with Workspace(url, clock, Quotas(visitor_days=90)) as kept:
        for name in ("one", "other"):
            kept.as_(kept.visitor(name, make=True).id).create(f"of {name}")
        signed_in(kept, "ada").create("of ada")
        kept.create("of the server")
        clock.time += timedelta(days=89)
        kept.visitor("other")
        kept.purge()
        assert len(kept.projects()) == 4
        clock.time += timedelta(days=1)
        kept.purge()
        assert {one.name for one in kept.projects()} == {"of other", "of ada", "of the server"}
        assert kept.visitor("one") is None
    with Workspace(url, Clock()) as kept:
        assert len(kept.projects()) == 3


def stored(kept, project_id):
    """Bytes of a project, by reading all of them."""
    with kept.database.reading() as session:
        of = select(ProjectRow.id).where(ProjectRow.public_id == project_id)
        return sum(len(data) for data in session.scalars(select(BlobRow.data).where(BlobRow.project_id.in_(of))))


def test_space_is_what_is_stored(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    saved = ada.add(project, everything())
    ada.add_outputs(saved.id, [added("new")])
    ada.save_view(project, "/segments", "view")
    n_bytes = stored(kept, project) + 5 * BYTES_PER_THING
    assert n_bytes == ada.space(project) == ada.space() == kept.space()
    ada.grant(project, "bob@example.org", Right.OWN)
    assert (bob.space(project), bob.space()) == (n_bytes, 0)
    assert {one.person.name: (one.n_projects, one.n_bytes) for one in kept.people()} == {
        "ada": (1, n_bytes),
        "bob": (0, 0),
    }
    bob.rename(project, "Ours")
    ada.leave(project)
    assert (ada.space(), bob.space()) == (0, n_bytes)
    bob.delete(project)
    assert bob.space() == n_bytes
    assert [one.n_projects for one in kept.people() if one.person.name == "bob"] == [0]
    bob.delete(project, for_good=True)
    assert kept.space() == 0


def test_what_there_is_no_room_for_is_refused_before_anybody_waits(url, monkeypatch, tmp_path):
    with Workspace(url) as kept:
        project = kept.keep(None, everything(), "ours").project_id
        signed_in(kept, "ada")
        kept.grant(project, "ada@example.org", Right.READ)
        export_project(kept, project, tmp_path / "p.zip")
        n_bytes = stored(kept, project)
    with Workspace(url, quotas=Quotas(account_bytes=n_bytes - 1)) as kept:
        ada = signed_in(kept, "ada")

        def write():
            raise AssertionError("It began to write.")

        monkeypatch.setattr(ada, "writing", write)
        for act in (
            lambda: ada.copy(project),
            lambda: ada.keep(None, everything(), "mine"),
            lambda: import_project(ada, tmp_path / "p.zip"),
        ):
            assert "There is no room for this" in str(said(act))


def test_beyond_a_quota_nothing_more_is_kept(url, clock, tmp_path):
    most = 8 * BYTES_PER_THING
    with Workspace(
        url, clock, Quotas(account_bytes=most, visitor_bytes=most, visitors_bytes=12 * BYTES_PER_THING)
    ) as kept:
        ada = signed_in(kept, "ada")
        visitor, other = (kept.as_(kept.visitor(name, make=True).id) for name in ("one", "other"))
        ours = kept.create("of the server").id
        for _ in range(10):
            kept.save_view(ours, "/segments", "view")
        export_project(kept, ours, tmp_path / "ours.zip")
        link = kept.make_link(ours, "x", Right.READ)
        for their, kind in ((ada, "account"), (visitor, "visitor")):
            project = their.create("News").id
            their.open_link(link.token)
            for _ in range(7):
                their.save_view(project, "/segments", "view")
            before = everything_kept(kept)
            for act in (
                lambda: their.create("x"),  # noqa: B023
                lambda: their.save_view(project, "/segments", "x"),  # noqa: B023
                lambda: their.add(project, everything()),  # noqa: B023
                lambda: their.copy(ours),  # noqa: B023
                lambda: import_project(their, tmp_path / "ours.zip"),  # noqa: B023
            ):
                error = str(said(act))
                assert f"at most 0.2 MB are kept for one {kind}, and with this it would be" in error
                assert error.endswith("Delete something for good, then try again.")
            assert everything_kept(kept) == before
            their.rename(project, "still can")
        project = other.create("News").id
        for _ in range(3):
            other.save_view(project, "/segments", "view")
        assert "0.2 MB are kept for all visitors together" in str(said(lambda: other.create("x")))
        before = everything_kept(kept)
        assert "kept for one account" in str(said(lambda: kept.take_over(other.person_id, ada.person_id)))
        assert everything_kept(kept) == before
        kept.save_view(project, "/segments", "whoever runs the server may")


@pytest.mark.exhaustive
def test_what_was_used_last_comes_first(kept, clock):
    ada, project = signed_in(kept, "ada"), kept.create("News").id
    ids = [kept.add(project, everything(), name).id for name in ("one", "two", "three")]
    kept.grant(project, "ada@example.org", Right.READ)
    for at in (0, 1, 2, 0):
        clock.time += timedelta(minutes=2)
        kept.note_use(ids[at])
    ada.note_use(ids[1])
    assert [one.test_set.name for one in kept.recent()] == ["one", "three", "two"]
    assert [(one.test_set.name, one.seen, one.project.right) for one in ada.recent()] == [
        ("two", clock.time, Right.READ)
    ]
    assert [one.test_set.name for one in kept.recent(limit=1)] == ["one"]
    at_once(*[lambda: ada.note_use(ids[2])] * 4)
    assert len(ada.recent()) == 2
    assert kept.recent()[0].test_set == kept.test_set(ids[0])
    kept.delete(ids[0])
    assert [one.test_set.name for one in kept.recent()] == ["three", "two"]
    kept.delete(ids[0], for_good=True)
    assert count(kept, RecentRow) == 4
    (member,) = kept.members(project)
    kept.take_right(project, member.id)
    assert ada.recent() == []


def test_the_verdict_that_a_person_saw_last_is_theirs_until_another_version_comes(kept):
    project = kept.create("News").id
    saved, ada = kept.add(project, everything()), signed_in(kept, "ada")
    kept.grant(project, "ada@example.org", Right.READ)
    kept.note_use(saved.id, SeenVerdict(1, "A leads: likely, by BLEU", False))
    told = SeenVerdict(1, "A leads: clear, by BLEU", True)
    kept.note_use(saved.id, told)
    kept.note_use(saved.id)
    assert kept.seen_verdicts(project) == {saved.id: told}
    assert [one.verdict for one in kept.recent()] == [told]
    assert kept.newest_sets([project], 1) == {project: [(saved, told)]}
    ada.note_use(saved.id)
    assert ada.newest_sets([project], 1) == {project: [(saved, None)]}
    assert signed_in(kept, "eve").newest_sets([project], 1) == {}
    assert (ada.seen_verdicts(project), [one.verdict for one in ada.recent()]) == ({}, [None])
    kept.add_outputs(saved.id, [System("another", everything().systems[0].segments)])
    assert (kept.seen_verdicts(project), [one.verdict for one in kept.recent()]) == ({}, [None])


def test_a_copy_is_apart_and_has_every_version(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News", "a note").id
    saved = ada.add(project, everything())
    ada.add_outputs(saved.id, [added("new")])
    gone = ada.add(project, everything(), "gone")
    ada.delete(gone.id)
    ada.save_view(project, f"/segments?set={saved.id}.1&page=2", "view")
    ada.grant(project, "bob@example.org", Right.READ)
    copy = bob.copy(project)
    assert (copy.name, copy.note, copy.right, copy.owner) == ("News (copy)", "a note", Right.OWN, "bob")
    (one,) = bob.test_sets(copy.id)
    assert one.id != saved.id
    assert bob.versions(one.id) == ada.versions(saved.id)
    assert [bob.read(one.id, number) for number in (1, 2)] == [ada.read(saved.id, number) for number in (1, 2)]
    assert [view.address for view in bob.views(copy.id)] == [f"/segments?set={one.id}.1&page=2"]
    assert [(event.who, event.action) for event in bob.events(copy.id)] == [("bob", "copied")]
    assert [member.name for member in bob.members(copy.id)] == ["bob"]
    ada.delete(project, for_good=True)
    assert bob.read(one.id).system_names == ("sysA", "sysB", "new")
    bob.add_outputs(one.id, [added("newer")])
    assert stored(kept, copy.id) + 6 * BYTES_PER_THING == bob.space()


def test_an_exported_project_holds_nobody_and_its_views_find_their_sets_again(kept, tmp_path):
    xenia, bob = signed_in(kept, "xenia"), signed_in(kept, "bob")  # no fingerprint has the letters of her name
    project = xenia.create("News").id
    saved = xenia.add(project, everything())
    xenia.save_view(project, f"/segments?set={saved.id}", "view")
    xenia.grant(project, "bob@example.org", Right.READ)
    token = xenia.make_link(project, "class link", Right.READ).token
    export_project(bob, project, tmp_path / "p.zip")
    with zipfile.ZipFile(tmp_path / "p.zip") as archive:
        data = b"".join(archive.read(name) for name in archive.namelist())
    for text in ("xenia", "bob@", "class link", token, project):
        assert text.encode() not in data
    found = import_project(bob, tmp_path / "p.zip").project
    assert (found.right, found.owner) == (Right.OWN, "bob")
    (one,) = bob.test_sets(found.id)
    assert [view.address for view in bob.views(found.id)] == [f"/segments?set={one.id}"]


@pytest.mark.exhaustive
def test_hundreds_of_projects_take_few_queries(kept):
    ada = signed_in(kept, "ada")
    for number in range(20):
        saved = ada.add(ada.create(f"project {number}").id, everything())
        ada.note_use(saved.id)
    statements = []
    engine, _ = kept.database.engines

    def note(connection, cursor, statement, *_):
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        for ask, most in ((ada.projects, 1), (ada.recent, 5), (kept.people, 3), (kept.projects, 1)):
            statements.clear()
            assert ask()
            assert len(statements) <= most + 1, statements  # one begins the transaction
    finally:
        event.remove(engine, "before_cursor_execute", note)
