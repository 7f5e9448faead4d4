"""What people do with projects, test sets and views, on both databases."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tests.workspace.made import added, everything
from tests.workspace.persons import START
from workspace import KEPT_FOR, Workspace, WorkspaceError
from workspace.tables.schema import BlobRow, ProjectRow, SetRow, UseRow, VersionRow, ViewRow


def counts(kept):
    """Rows of every table."""
    tables = (ProjectRow, SetRow, VersionRow, UseRow, BlobRow, ViewRow)
    with kept.database.reading() as session:
        return [session.scalar(select(func.count()).select_from(table)) for table in tables]


def test_a_project_is_made_renamed_noted_and_put_aside(kept, clock):
    project = kept.create(" Über 日本 ", "a note\nof two lines")
    assert (project.name, project.note, project.created, project.n_test_sets) == (
        "Über 日本",
        "a note\nof two lines",
        START,
        0,
    )
    assert re.fullmatch("[0-9a-f]{32}", project.id)
    clock.time += timedelta(hours=1)
    kept.rename(project.id, "other")
    kept.annotate(project.id, "")
    kept.archive(project.id)
    assert kept.projects() == []
    (found,) = kept.projects(archived=True)
    assert (found.name, found.note, found.changed, found.archived) == ("other", "", clock.time, clock.time)
    kept.archive(project.id, archived=False)
    assert [one.id for one in kept.projects()] == [project.id]


def test_ids_say_nothing(kept):
    ids = [kept.create("one").id for _ in range(3)]
    assert len({*ids, *(id_[:8] for id_ in ids)}) == 6


def test_the_project_that_changed_last_comes_first(kept, clock):
    projects = [kept.create(name) for name in ("one", "two", "three")]
    for project in (projects[1], projects[0]):
        clock.time += timedelta(minutes=1)
        kept.save_view(project.id, "/segments", "view")
    assert [project.name for project in kept.projects()] == ["one", "two", "three"]


@pytest.mark.exhaustive
def test_metrics_and_baseline_are_kept_for_a_test_set_and_all_its_versions(kept, url, clock):
    project = kept.create("project")
    saved, other = (kept.add(project.id, everything(), name) for name in ("one", "other"))
    assert (saved.metrics, saved.baseline) == ("", "")
    clock.time += timedelta(hours=1)
    kept.keep_choices(saved.id, "bleu,a%2Cb", "日本 <b>", '["*=<b>"]', "copied-source:a <b>")
    kept.add_outputs(saved.id, [added("new")])
    with Workspace(url) as again:
        found, _ = again.set_and_project(saved.id)
        assert (found.metrics, found.baseline, found.changed) == ("bleu,a%2Cb", "日本 <b>", clock.time)
        assert again.test_sets(project.id) == [found, other]
        (copied, _) = again.test_sets(again.copy(project.id).id)
        assert (copied.metrics, copied.baseline, copied.ignored) == (found.metrics, found.baseline, '["*=<b>"]')
        assert copied.kept_faults == found.kept_faults == "copied-source:a <b>"
    assert [event.action for event in kept.events(project.id)][:2] == ["revised", "chosen"]
    kept.keep_choices(saved.id, "", "")
    assert (kept.test_set(saved.id).metrics, kept.test_set(saved.id).baseline) == ("", "")


@pytest.mark.parametrize("names", ["x" * 4001, "a\0b", "\ud800"])
def test_choices_that_cannot_be_kept_are_refused(kept, names):
    saved = kept.add(kept.create("project").id, everything())
    for choices in ((names, ""), ("", names)):
        with pytest.raises(WorkspaceError, match="A choice has"):
            kept.keep_choices(saved.id, *choices)
    assert kept.test_set(saved.id) == saved


@pytest.mark.exhaustive
def test_what_is_saved_is_there_when_the_database_is_opened_again(kept, url):
    project = kept.create("project")
    saved = kept.add(project.id, everything(), note="mine")
    kept.save_view(project.id, "/segments?set=1&page=2", "where it fails")
    with Workspace(url) as again:
        assert again.test_sets(project.id) == [saved]
        assert again.read(saved.id) == everything()
        assert again.read(saved.id).name == saved.name == "everything"
        (view,) = again.views(project.id)
    assert (view.name, view.address) == ("where it fails", "/segments?set=1&page=2")


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", ["project", "test set", "view"])
def test_what_is_deleted_vanishes_comes_back_and_is_gone_after_a_time(kept, clock, what):
    project = kept.create("project")
    test_set = kept.add(project.id, everything())
    view = kept.save_view(project.id, "/segments", "view")
    before = counts(kept)
    id_ = {"project": project, "test set": test_set, "view": view}[what].id

    def there():
        projects = {one.id for one in kept.projects()}
        return projects | {one.id for p in projects for one in [*kept.test_sets(p), *kept.views(p)]}

    whole = there()
    kept.delete(id_)
    assert id_ not in there()
    for ask in (kept.rename, kept.annotate):
        with pytest.raises(WorkspaceError, match="There is no project, test set, view or campaign"):
            ask(id_, "x")
    (gone,) = kept.deleted()
    assert (gone.kind, gone.id, gone.gone) == (what, id_, START + KEPT_FOR)
    assert kept.undo(id_) == gone.name
    assert (there(), counts(kept)) == (whole, before)
    kept.delete(id_)
    clock.time += KEPT_FOR - timedelta(seconds=1)
    kept.purge()
    assert counts(kept) == before
    clock.time += timedelta(seconds=1)
    kept.purge()
    assert kept.deleted() == []
    assert counts(kept)[:2] == {"project": [0, 0], "test set": [1, 0], "view": [1, 1]}[what]
    assert counts(kept)[2:5] == (before[2:5] if what == "view" else [0, 0, 0])
    with pytest.raises(WorkspaceError, match="There is no deleted project, test set, view or campaign"):
        kept.undo(id_)


def test_what_is_in_a_deleted_project_is_not_there(kept):
    project = kept.create("project")
    test_set = kept.add(project.id, everything())
    other = kept.add(project.id, everything(), "other")
    kept.delete(other.id)
    kept.delete(project.id)
    for ask in (kept.read, kept.versions, kept.test_set):
        with pytest.raises(WorkspaceError, match=f"There is no test set '{test_set.id}'"):
            ask(test_set.id)
    with pytest.raises(
        WorkspaceError, match=r"The project 'project' that this belonged to is deleted; undo that first\."
    ):
        kept.undo(other.id)
    kept.undo(project.id)
    assert [one.id for one in kept.test_sets(project.id)] == [test_set.id]


@pytest.mark.exhaustive
def test_columns_stay_as_long_as_any_set_has_them(kept):
    project = kept.create("project")
    one, other = kept.add(project.id, everything()), kept.add(project.id, everything(), "other")
    kept.add_outputs(other.id, [added("new")])
    n_columns = counts(kept)[4]
    kept.delete(one.id, for_good=True)
    assert counts(kept)[1:5] == [1, 2, counts(kept)[3], n_columns]
    assert kept.read(other.id, 1) == everything()
    kept.delete(other.id, for_good=True)
    assert counts(kept) == [1, 0, 0, 0, 0, 0]


def test_a_deleted_project_can_be_gone_at_once(kept):
    project = kept.create("project")
    kept.add(project.id, everything())
    kept.delete(project.id)
    kept.delete(project.id, for_good=True)
    assert (counts(kept), kept.deleted()) == ([0] * 6, [])


@pytest.mark.exhaustive
def test_projects_share_no_columns(kept):
    """Nobody learns, not even by how long it takes, that others have the same texts."""
    for name in ("mine", "theirs"):
        kept.add(kept.create(name).id, everything())
    n_columns = counts(kept)[4]
    kept.delete(kept.projects()[0].id, for_good=True)
    assert counts(kept)[4] * 2 == n_columns


@pytest.mark.quick_cases(19)
@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (lambda kept, id_: kept.create("  "), "A name is needed"),
        (lambda kept, id_: kept.rename(id_, "x" * 101), "at most 100 characters; found 101"),
        (lambda kept, id_: kept.create("a\u202eb"), "no control characters"),
        (lambda kept, id_: kept.create("a\0"), "no control characters"),
        (lambda kept, id_: kept.create(7), "name: expected str; found 7"),
        (lambda kept, id_: kept.annotate(id_, "x" * 10_001), "at most 10,000 characters; found 10,001"),
        (lambda kept, id_: kept.annotate(id_, "\0"), "A note has no NUL"),
        (lambda kept, id_: kept.annotate(id_, "\ud800"), "half characters"),
        (lambda kept, id_: kept.save_view(id_, "javascript:alert(1)", "v"), "begins with one /"),
        (lambda kept, id_: kept.save_view(id_, "//elsewhere.example/", "v"), "begins with one /"),
        (lambda kept, id_: kept.save_view(id_, "/\\elsewhere", "v"), "begins with one /"),
        (lambda kept, id_: kept.save_view(id_, "/" + "x" * 8_000, "v"), "at most 8,000 characters"),
        (lambda kept, id_: kept.delete("0" * 32), "There is no project, test set, view or campaign"),
        (lambda kept, id_: kept.undo(id_), "There is no deleted project"),
        (lambda kept, id_: kept.add("nope", everything()), "There is no project 'nope'"),
        (lambda kept, id_: kept.add_outputs(id_, [added("x")]), "There is no test set"),
        (lambda kept, id_: kept.add_outputs(id_, []), "at least one output"),
        (lambda kept, id_: kept.read(id_), "There is no test set"),
        (lambda kept, id_: kept.archive("' OR 1=1 --"), "There is no project"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(kept, act, problem):
    project = kept.create("project")
    with pytest.raises(ValueError, match=problem):
        act(kept, project.id)
    assert (kept.projects(), counts(kept)) == ([project], [1, 0, 0, 0, 0, 0])
