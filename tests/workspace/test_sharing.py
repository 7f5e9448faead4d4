"""Rights that are given and taken, by name and by link, one after another and at the same moment."""

import re
from datetime import timedelta

import pytest

from tests.workspace.made import added, everything
from tests.workspace.persons import START, at_once, count, said, signed_in
from workspace import Right, WorkspaceError
from workspace.tables.schema import OpeningRow

ROUNDS = 5


def test_what_is_granted_to_an_address_is_given_to_who_signs_in_with_it_verified(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    member = ada.grant(project, " Bob@Example.org", Right.EDIT)
    assert (member.email, member.name, member.is_known) == ("bob@example.org", "bob@example.org", False)
    unverified = kept.as_(kept.sign_in("https://other.example", "bob", "Bob", "").id)
    assert unverified.projects() == []
    bob = kept.sign_in("https://p.example", "1", "Bob", "BOB@example.org")
    assert [(one.id, one.right, one.owner) for one in kept.as_(bob.id).projects()] == [(project, Right.EDIT, "ada")]
    (_, known) = ada.members(project)
    assert (known.id, known.name, known.right, known.is_known) == (member.id, "Bob", Right.EDIT, True)


def test_a_right_stays_with_the_person_when_the_address_goes_to_another_one(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    ada.grant(project, "it@example.org", Right.READ)
    first = kept.sign_in("https://p.example", "1", "First", "it@example.org")
    assert kept.sign_in("https://p.example", "1", "First", "").email == ""
    second = kept.sign_in("https://p.example", "2", "Second", "it@example.org")
    assert (len(kept.as_(first.id).projects()), kept.as_(second.id).projects()) == (1, [])
    ada.grant(project, "it@example.org", Right.EDIT)
    rights = [kept.as_(person.id).project(project).right for person in (first, second)]
    assert rights == [Right.READ, Right.EDIT]


def test_a_grant_takes_the_place_of_the_one_before(kept):
    ada, _ = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    for email in ("bob@example.org", "new@example.org"):
        rights = [ada.grant(project, email, right).right for right in (Right.EDIT, Right.OWN, Right.READ)]
        assert rights == [Right.EDIT, Right.OWN, Right.READ]
    assert [member.right for member in ada.members(project)] == [Right.OWN, Right.READ, Right.READ]


def test_two_grants_to_one_person_become_the_greater(kept):
    """By an address, and by a right that they had before they had it."""
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    bob = kept.sign_in("https://p.example", "bob", "Bob", "bob@example.org")
    ada.grant(project, "bob@example.org", Right.READ)
    ada.grant(project, "robert@example.org", Right.EDIT)
    assert kept.sign_in("https://p.example", "bob", "Bob", "robert@example.org").id == bob.id
    assert kept.as_(bob.id).project(project).right == Right.EDIT
    assert [member.name for member in ada.members(project)] == ["ada", "Bob"]


@pytest.mark.parametrize("email", ["", "ada", "a@b@c", "a b@c", "a@b\0", "a\u202e@b", "x" * 250 + "@b.de", "\ud800@b"])
def test_what_is_no_address_is_refused(kept, email):
    project = kept.create("News").id
    with pytest.raises(WorkspaceError, match="Expected an e-mail address"):
        kept.grant(project, email, Right.READ)


def test_a_project_keeps_an_owner(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    (mine,) = ada.members(project)
    ada.grant(project, "nobody-yet@example.org", Right.OWN)
    for act in (
        lambda: ada.leave(project),
        lambda: ada.take_right(project, mine.id),
        lambda: ada.grant(project, "ada@example.org", Right.EDIT),
        lambda: kept.take_right(project, mine.id),
    ):
        assert "this is the last one: give ownership to somebody" in str(said(act))
    ada.grant(project, "bob@example.org", Right.OWN)
    assert "it is theirs once they have changed something" in str(said(lambda: ada.leave(project)))
    bob.annotate(project, "mine now")
    ada.leave(project)
    assert ada.projects() == []
    assert (bob.project(project).owner, bob.project(project).right) == ("bob", Right.OWN)
    assert [event.action for event in bob.events(project, limit=2)] == ["left", "annotated"]


def test_who_was_made_an_owner_may_take_the_right_of_who_made_them(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    (mine,) = ada.members(project)
    ada.grant(project, "bob@example.org", Right.OWN)
    bob.take_right(project, mine.id)
    assert [member.name for member in bob.members(project)] == ["bob"]


def test_what_was_done_before_accepts_no_ownership(kept, clock):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    ada.grant(project, "bob@example.org", Right.EDIT)
    bob.annotate(project, "as an editor")
    clock.time += timedelta(minutes=1)
    ada.grant(project, "bob@example.org", Right.OWN)
    assert "this is the last one" in str(said(lambda: ada.leave(project)))


def test_who_comes_and_goes_by_a_link_is_noted_once(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    token = ada.make_link(project, "class", Right.READ).token
    visitor = kept.as_(kept.visitor("secret", make=True).id)
    for _ in range(3):
        visitor.open_link(token)
        visitor.leave(project)
    assert [event.action for event in ada.events(project)] == ["opened", "linked", "created"]


def test_a_right_that_is_taken_back_while_it_is_given_is_told(kept, monkeypatch):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id

    def take_back(*_):
        ada.take_right(project, ada.members(project)[-1].id)

    monkeypatch.setattr("workspace.projects.sharing.claim_grants", take_back)
    error = said(lambda: ada.grant(project, "bob@example.org", Right.READ))
    assert str(error) == "Somebody else took the right of bob@example.org back at the same moment."


def test_letters_that_look_alike_make_two_addresses(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    ada.grant(project, "X@STRAßE.example", Right.READ)
    other = kept.sign_in("https://p.example", "1", "Other", "x@strasse.example")
    assert kept.as_(other.id).projects() == []
    same = kept.sign_in("https://p.example", "2", "Same", "x@straße.example")
    assert [one.id for one in kept.as_(same.id).projects()] == [project]


def test_of_two_owners_who_leave_at_once_one_stays(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    for _ in range(ROUNDS):
        project = ada.create("News").id
        ada.grant(project, "bob@example.org", Right.OWN)
        done = at_once(lambda: ada.leave(project), lambda: bob.leave(project))  # noqa: B023
        assert sorted(map(type, done), key=str) == [type(None), WorkspaceError]
        assert [member.right for member in kept.members(project)] == [Right.OWN]


def test_a_grant_and_a_first_sign_in_at_once_find_each_other(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    for number in range(ROUNDS):
        name = f"new{number}"
        at_once(
            lambda: ada.grant(project, f"{name}@example.org", Right.READ),  # noqa: B023
            lambda: signed_in(kept, name),  # noqa: B023
        )
        (member,) = [one for one in ada.members(project) if one.email == f"{name}@example.org"]
        assert (member.is_known, member.name) == (True, name)


def test_after_a_right_was_taken_nothing_changes_by_it(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    member = ada.grant(project, "bob@example.org", Right.EDIT)

    def write():
        while True:
            bob.save_view(project, "/segments", "view")

    def take():
        while not ada.views(project):
            pass
        ada.take_right(project, member.id)
        return len(ada.views(project))

    error, n_views = at_once(write, take)
    assert f"There is no project '{project}'" in str(error)
    assert len(ada.views(project)) == n_views >= 1


def test_a_link_is_opened_once_and_ends_for_all(kept, clock):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    link = ada.make_link(project, "class", Right.EDIT)
    assert re.fullmatch(r"[\w-]{43}", link.token)
    visitor = kept.as_(kept.visitor("secret", make=True).id)
    at_once(*[lambda: visitor.open_link(link.token)] * 4)
    assert visitor.open_link(link.token).right == Right.EDIT
    assert count(kept, OpeningRow) == 1
    assert [event.action for event in ada.events(project)] == ["opened", "linked", "created"]
    assert ada.events(project)[0].who == kept.visitor("secret").name
    visitor.add(project, everything())
    ada.take_back(link.id)
    ada.take_back(link.id)
    (ended,) = ada.links(project)
    assert (ended.is_open, ended.taken_back) == (False, START)
    assert visitor.projects() == []
    assert ada.events(project)[0].action == "unlinked"


def test_links_that_ended_are_as_those_that_never_were(kept, clock):
    ada = signed_in(kept, "ada")
    project, other = ada.create("News").id, ada.create("Other").id
    short, ended = (ada.make_link(project, "x", Right.READ, end) for end in (START + timedelta(hours=1), None))
    of_deleted = ada.make_link(other, "x", Right.READ)
    visitor = kept.as_(kept.visitor("secret", make=True).id)
    visitor.open_link(short.token)
    ada.take_back(ended.id)
    ada.delete(other)
    clock.time += timedelta(hours=1)
    tokens = (short.token, ended.token, of_deleted.token, "never", "", "\ud800")
    errors = {str(said(lambda: of.open_link(token))) for token in tokens for of in (visitor, kept)}  # noqa: B023
    assert errors == {"This link leads nowhere (any more); ask the person who gave it to you for another one."}
    assert visitor.projects() == []
    assert not ada.links(project)[0].is_open


@pytest.mark.parametrize(
    ("right", "hours", "problem"),
    [(Right.OWN, None, "ownership is given"), (Right.READ, 0, "a time to come"), (Right.READ, -1, "a time to come")],
)
def test_links_that_cannot_be(kept, right, hours, problem):
    project = kept.create("News").id
    expires = None if hours is None else START + timedelta(hours=hours)
    with pytest.raises(WorkspaceError, match=problem):
        kept.make_link(project, "x", right, expires)
    assert kept.links(project) == []


def test_who_leaves_a_project_that_a_link_opened_can_open_it_again(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News").id
    token = ada.make_link(project, "class", Right.READ).token
    visitor = kept.as_(kept.visitor("secret", make=True).id)
    visitor.open_link(token)
    visitor.leave(project)
    assert visitor.projects() == []
    assert visitor.open_link(token).id == project


def test_the_trail_tells_who_did_what_in_words_that_hold_no_texts(kept):
    ada = signed_in(kept, "ada")
    project = ada.create("News", "a secret note").id
    saved = ada.add(project, everything())
    kept.rename(saved.id, "new name")
    ada.annotate(saved.id, "another secret note")
    ada.add_outputs(saved.id, [added("new")])
    ada.delete(saved.id, for_good=True)
    told = [(event.who, event.action, event.what) for event in ada.events(project)]
    assert told == [
        ("ada", "deleted for good", "new name"),
        ("ada", "revised", "new name, version 2"),
        ("ada", "annotated", "new name"),
        ("", "renamed", "everything → new name"),
        ("ada", "added", "everything"),
        ("ada", "created", "News"),
    ]
    assert ada.events(project, limit=1) == ada.events(project)[:1]


def test_taking_a_right_that_nobody_has_is_refused(kept):
    ada = signed_in(kept, "ada")
    project, other = ada.create("News").id, ada.create("Other").id
    (of_other,) = ada.members(other)
    for id_ in (of_other.id, "nobody's"):
        assert f"There is no member {id_!r} of this project." in str(said(lambda: ada.take_right(project, id_)))  # noqa: B023
