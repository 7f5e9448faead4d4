"""A test set that is put to use: kept once, with its project or not at all, and found again with it."""

import pytest
from sqlalchemy import event

from tests.workspace.made import added, everything
from tests.workspace.persons import at_once, everything_kept, said, signed_in
from workspace import ForbiddenError, Quotas, Right, Workspace, WorkspaceError


@pytest.mark.exhaustive
def test_a_new_project_is_made_for_it(kept):
    ada = signed_in(kept, "ada")
    saved = ada.keep(None, everything(), "My test sets")
    (project,) = ada.projects()
    assert (project.name, project.owner, project.n_test_sets, project.id) == (
        "My test sets",
        "ada",
        1,
        saved.project_id,
    )
    assert ada.read(saved.id) == everything()
    assert [one.action for one in ada.events(project.id)] == ["added", "created"]


@pytest.mark.exhaustive
def test_the_same_one_is_kept_once(kept):
    first = kept.keep(None, everything(), "My test sets")
    before = everything_kept(kept)
    assert kept.keep(first.project_id, everything(), "My test sets") == first
    assert everything_kept(kept) == before
    others = kept.keep(first.project_id, everything("other name"), "x"), kept.keep(None, everything(), "x")
    assert len({first.id, *(one.id for one in others)}) == 3
    kept.add_outputs(first.id, [added("new")])
    again = kept.keep(first.project_id, everything(), "x")
    assert again.id != first.id, "its newest version is another one"
    assert again.name == f"{first.name} (2)", "no two sets of a project have one name"
    assert kept.keep(first.project_id, everything(), "x") == again
    kept.delete(again.id)
    assert kept.keep(first.project_id, everything(), "x").id not in (first.id, again.id)


def test_of_many_at_once_one_is_kept(kept):
    project = kept.create("News").id
    found = at_once(*[lambda: kept.keep(project, everything(), "x").id] * 4)
    assert found == [kept.test_sets(project)[0].id] * 4


def test_without_room_no_project_stays_behind(url):
    with Workspace(url, quotas=Quotas(1, None, None, None)) as kept:
        ada = signed_in(kept, "ada")
        before = everything_kept(kept)
        assert "There is no room for this" in str(said(lambda: ada.keep(None, everything(), "My test sets")))
        assert everything_kept(kept) == before


def test_who_may_only_read_keeps_nothing(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    saved = ada.add(project, everything())
    assert "There is no project" in str(said(lambda: bob.keep(project, everything(), "x")))
    ada.grant(project, "bob@example.org", Right.READ)
    for test_set in (everything(), everything("other")):
        assert isinstance(said(lambda: bob.keep(project, test_set, "x")), ForbiddenError)  # noqa: B023
    assert ada.test_sets(project) == [saved]


@pytest.mark.exhaustive
@pytest.mark.parametrize("right", Right)
def test_a_set_is_found_with_its_project_and_right_by_one_query(kept, right):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    project = ada.create("News").id
    saved = ada.add(project, everything())
    ada.add_outputs(saved.id, [added("new")])
    unreadable = str(said(lambda: bob.set_and_project(saved.id)))
    assert unreadable == str(said(lambda: bob.test_set(saved.id)))
    ada.grant(project, "bob@example.org", right)
    statements = []
    event.listen(kept.database.engines[0], "before_cursor_execute", lambda *given: statements.append(given[2]))
    found = bob.set_and_project(saved.id)
    assert len([one for one in statements if one.startswith("SELECT")]) == 1
    assert found == (bob.test_set(saved.id), bob.project(project))
    assert (found[0].n_versions, found[1].right, kept.set_and_project(saved.id)[1].right) == (2, right, Right.OWN)
    kept.delete(project)
    with pytest.raises(WorkspaceError, match="There is no test set"):
        bob.set_and_project(saved.id)
