"""Projects as pages show them: what is kept, changed, deleted and brought back, and the views of pages about it."""

import re
from dataclasses import replace
from itertools import count
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from scoring import System, TestSet
from scoring.formats.limits import DEFAULT_LIMITS
from scoring.text.naming import NAME_LENGTH
from tests.hostile import MARKDOWN, SCRIPTS, together
from tests.pages.steps import (
    NEWS,
    address,
    blocks,
    button,
    go,
    heading,
    html,
    open_tab,
    ran,
    ran_until,
    texts,
    title,
)
from ui.projects import files, listing, rows
from ui.store import cache, kept, people
from workspace import Right, SeenVerdict, UnavailableError, WorkspaceError
from workspace.archive import export_project

NUMBERS = count()
REFERENCE = ["the cat sat on the mat", "it was quiet"]
GOOD, POOR = ["the cat sat on the mat", "it was very quiet"], ["a cat", "quiet"]
SET = TestSet.build({"good": GOOD, "poor": POOR}, [REFERENCE], name="cats")


@pytest.fixture
def workspace():
    return kept.server_workspace()


@pytest.fixture
def project(workspace):
    """One with a name that no other has, and a test set of two versions."""
    made = workspace.create(f"project {next(NUMBERS)}", "for tests")
    held = workspace.add(made.id, SET)
    workspace.add_outputs(held.id, [System("checkpoint-40k", SET.systems[0].segments)])
    return workspace.project(made.id)


@pytest.fixture
def test_set(workspace, project):
    (found,) = workspace.test_sets(project.id)
    return found


def press(at, key):
    return ran(button(at, key).click().run())


def fill(at, key, name, note=""):
    """The form with this key, then its button."""
    at.text_input(key=f"name-{key}").set_value(name)
    at.text_area(key=f"note-{key}").set_value(note)


def chosen(at, name):
    """What the address says under the name of a widget of the page."""
    value = at.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def sentence(at):
    """What the page says of the last change."""
    return re.findall(r'<p class="said (\w+)"[^>]*>(.*?)</p>', html(at))


def links_in(at):
    return re.findall(r'<a class="open" href="([^"]*)"', html(at))


def test_a_project_is_made_and_opens(visit, workspace):
    name = f"made here {next(NUMBERS)}"
    at = visit("projects")
    fill(at, "new-project", f" {name} ", "every week")
    press(at, "create-0")
    (made,) = [one for one in workspace.projects() if one.name == name]
    assert chosen(at, "project") == made.id
    assert sentence(at) == [("done", f"{name} is there. Test sets come into it on the page Test sets.")]
    assert "every week" in html(at)
    assert not sentence(ran(at.run())), "it is said once"
    press(at, "all-projects")
    assert chosen(at, "project") == ""
    assert name in html(at)
    assert "0 test sets" in html(at)


def test_a_project_s_row_names_the_sets_that_changed_last_with_their_verdicts(visit, workspace):
    made = workspace.create(f"rows {next(NUMBERS)}")
    older = [workspace.add(made.id, replace(SET, name=f"older {number}")) for number in range(listing.SETS_NAMED - 2)]
    others = [workspace.add(made.id, replace(SET, name=name)) for name in ("n" * 60, "doubted", "new")]
    workspace.note_use(others[1].id, SeenVerdict(1, "good <b>leads", True))
    bare = workspace.add(made.id, TestSet.build({"good": GOOD}, {}, REFERENCE, name="bare"))

    def lines(**parameters):
        (row,) = re.findall(f"<bdi>{made.name}</bdi></b>(.*?)</div>", html(visit("projects", **parameters)))
        return re.findall("<small.*?>(.*?)</small>", re.sub("today, [0-9]{2}:[0-9]{2}", "today, 9:00", row))

    added = "(<bdi>added today, 9:00</bdi>)"
    facts, first, *found = lines(set=bare.id)
    assert facts.endswith("<bdi>changed today, 9:00: bare added</bdi>")
    assert first == (
        "<bdi>bare</bdi> (<bdi>in use, added today, 9:00</bdi>): <bdi>no verdict without a reference or scores</bdi>"
    )
    assert found[:3] == [
        f"<bdi>new</bdi> {added}: <bdi>verdict not seen yet</bdi>",
        f"<bdi>doubted</bdi> {added}: {rows.DOUBT}<bdi>good &lt;b&gt;leads</bdi>",
        f"<bdi>{'n' * (rows.LONGEST_NAME - 1)}…</bdi> {added}: <bdi>verdict not seen yet</bdi>",
    ]
    assert len(found) == listing.SETS_NAMED
    assert found[-1] == "and 2 more test sets"
    workspace.delete(bare.id)
    workspace.add_outputs(older[0].id, [System("checkpoint-40k", SET.systems[0].segments)])
    facts, *_ = lines()
    assert facts.endswith("<bdi>changed today, 9:00: older 0 + checkpoint-40k</bdi>")
    workspace.delete(others[2].id)
    facts, first, second, third, *_ = lines()
    assert facts.endswith("<bdi>changed today, 9:00</bdi>"), "what was deleted is not named"
    assert first.startswith("<bdi>older 0</bdi> (<bdi>+ checkpoint-40k, today, 9:00</bdi>): ")
    assert second.startswith("<bdi>doubted</bdi>")
    assert third.startswith(f"<bdi>{'n' * (rows.LONGEST_NAME - 1)}…</bdi>")


def test_a_name_field_takes_no_more_than_a_name_may_have(visit):
    assert visit("projects").text_input(key="name-new-project").max_chars == NAME_LENGTH


def test_a_name_that_cannot_be_is_refused_in_words(visit, workspace):
    before = len(workspace.projects())
    at = visit("projects")
    fill(at, "new-project", " ", "kept where it was typed")
    press(at, "create-0")
    ((how, told),) = sentence(at)
    assert how == "failed"
    assert "found an empty one" in told
    assert len(workspace.projects()) == before
    assert at.text_area(key="note-new-project").value == "kept where it was typed"


def test_a_link_opens_a_project_and_one_that_is_not_there_is_said(visit, project):
    at = visit("projects", project=project.id)
    assert project.name in html(at)
    assert "<bdi>2 segments</bdi>" in html(at)
    for wrong in ("0" * 32, "../../etc", "<script>"):
        at = visit("projects", project=wrong)
        ((how, told),) = sentence(at)
        assert (how, told[:19]) == ("failed", "There is no project")
        press(at, "all-projects")
        assert project.name in html(at)


def test_a_project_gets_another_name_and_note(visit, workspace, project):
    at = visit("projects", project=project.id)
    fill(at, project.id, "renamed **here**", "two\nlines")
    press(at, f"save-{project.id}")
    found = workspace.project(project.id)
    assert (found.name, found.note) == ("renamed **here**", "two\nlines")
    assert sentence(at) == [("done", "Saved as renamed **here**.")]
    assert '<h2 dir="auto">renamed **here**</h2>' in html(at)


def test_what_was_deleted_comes_back_by_the_bar_that_stays(visit, workspace, project, test_set):
    at = visit("projects", project=project.id)
    press(at, "delete-project")
    assert chosen(at, "project") == "", "the list is open"
    assert project.id not in {one.id for one in workspace.projects()}
    assert button(at, f"open-{project.id}") is None
    at = go(go(at, "learn"), "projects")
    assert f"The project <b>{project.name}</b> was deleted." in html(at)
    press(at, "undo")
    assert button(at, f"open-{project.id}") is not None
    assert button(at, "undo") is None
    assert sentence(at) == [("done", f"{project.name} is back.")]
    assert workspace.read(test_set.id).system_names == ("good", "poor", "checkpoint-40k")


def test_the_bar_can_be_dismissed_and_the_list_of_deleted_still_brings_back(visit, workspace, project, test_set):
    at = visit("projects", project=project.id, entry=test_set.id)
    press(at, f"delete-{test_set.id}")
    assert not workspace.test_sets(project.id)
    press(at, "dismiss")
    assert button(at, "undo") is None
    at = open_tab(press(at, "all-projects"), "Deleted")
    assert "gone for good on" in html(at)
    press(at, f"undo-{test_set.id}")
    assert [one.id for one in workspace.test_sets(project.id)] == [test_set.id]


def test_a_project_is_put_aside_and_taken_back(visit, workspace, project):
    at = visit("projects", project=project.id)
    press(at, "archive")
    assert workspace.project(project.id).archived is not None
    assert button(at, "archive").label == "Bring back"
    press(at, "all-projects")
    assert button(at, f"open-{project.id}") is None
    press(open_tab(at, "Archived"), f"back-{project.id}")
    assert workspace.project(project.id).archived is None


def test_a_row_says_what_a_set_has_and_its_versions_what_changed(visit, workspace, project, test_set):
    at = visit("projects", project=project.id)
    assert f"<bdi>{', '.join(workspace.read(test_set.id).system_names)}</bdi>" in html(at)
    assert "<bdi>1 reference</bdi>" in html(at)
    assert "<bdi>2 segments</bdi>" in html(at)
    assert "2 versions" in html(at)
    assert "+ checkpoint-40k" not in html(at)
    press(at, f"more-{test_set.id}")
    assert chosen(at, "entry") == test_set.id
    assert html(at).index("Version 2, the newest") < html(at).index("Version 1<")
    assert "+ checkpoint-40k" in html(at)
    assert "first version: 2 systems, 2 segments" in html(at)
    assert "Systems: good, poor, checkpoint-40k" in texts(at)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("version", "systems"), [("", 3), (".1", 2)])
def test_a_set_and_each_of_its_versions_lead_to_their_verdict(visit, project, test_set, version, systems):
    at = visit("projects", project=project.id, entry=test_set.id)
    press(at, f"verdict-{test_set.id}{version}")
    assert title(at) == "Overview"
    assert address(at, "set") == f"{test_set.id}{version}"
    assert len(cache.open_test_set(address(at, "set")).systems) == systems


def test_outputs_are_added_where_the_set_is_in_use(visit, project, test_set):
    at = press(visit("projects", project=project.id), f"add-{test_set.id}")
    assert title(at) == "Test sets"
    assert address(at, "set") == test_set.id
    assert "Outputs with 2 segments that you drop here are added to cats as a new version." in texts(at)


def asked_for(at):
    return at.get("file_uploader")[0].proto.label


@pytest.mark.exhaustive
def test_of_a_set_with_one_system_a_second_output_is_asked_for_and_the_older_one_becomes_the_baseline(visit, project):
    """Below the verdict, as long as no baseline is chosen."""
    old, new = (TestSet.build({name: texts}, [GOOD], name="one") for name, texts in (("old", POOR), ("new", GOOD)))
    one = kept.server_workspace().keep(project.id, old, "New")
    assert asked_for(visit("data", set=one.id)).startswith("Drop the output of a second system.")
    kept.server_workspace().add_outputs(one.id, new.systems)
    kept.forget_lookups()
    assert asked_for(visit("data", set=one.id)).startswith("Drop all files together")
    at = ran_until(visit("overview", set=one.id), lambda at: button(at, "use-older-baseline") is not None)
    assert "<b>old</b> is already in this set." in html(at)
    at = press(at, "use-older-baseline")
    assert address(at, "baseline") == "old"
    assert button(at, "use-older-baseline") is None


@pytest.mark.exhaustive
def test_lists_of_sets_say_who_leads_and_warn_where_the_comparison_is_doubtful(visit, workspace, project):
    """As the person's last look at the verdict on the newest version had it; a filter's verdict is not kept."""
    segments = [f"number {number} of these lines is short" for number in range(40)]
    good, bad = [f"{line} ." for line in segments], [*segments[:20], *["nothing"] * 20]
    made = workspace.add(project.id, TestSet.build({"good": good, "bad": bad}, [segments], name="broken"))
    at = visit("overview", set=made.id, find="number 1")
    ran_until(at, lambda at: "good" in html(at) and "decision" in html(at))
    kept.uses().wait()
    assert workspace.seen_verdicts(project.id) == {}
    ran_until(visit("overview", set=made.id), lambda at: "is doubtful" in html(at))
    kept.uses().wait()
    other = workspace.add(project.id, TestSet.build({"good": good}, [segments], name="not looked at"))
    bare = workspace.add(project.id, TestSet.build({"good": good}, {}, segments, name="no reference"))
    at = visit("projects", project=project.id)
    assert "verdict not seen yet" in html(at)
    assert "no verdict without a reference or scores" in html(at)
    workspace.delete(bare.id)
    workspace.delete(other.id)
    for at in (visit("projects", project=project.id), visit("data", set=made.id), visit("start")):
        assert "⚠ </span><bdi>broken</bdi>" in html(at)
        assert "<bdi>good and bad are doubtful · for now good is ahead of bad, by BLEU</bdi>" in html(at)


@pytest.mark.exhaustive
def test_the_newest_version_by_its_number_is_not_offered_twice(visit, test_set):
    visit("overview", set=test_set.id)
    kept.uses().wait()
    kept.forget_lookups()
    offered = visit("segments", set=f"{test_set.id}.2").selectbox(key="test_set").options
    assert len([name for name in offered if name in ("cats", f"cats · {test_set.id[:8]}")]) == 1


def test_an_older_version_in_use_leads_to_the_newest(visit, project, test_set):
    at = visit("data", set=f"{test_set.id}.1")
    assert f"Kept in the project {project.name}, version 1 of 2." in texts(at)
    assert "Dropped outputs" not in texts(at), "only the newest version is followed by another"
    press(at, "use-newest")
    assert address(at, "set") == test_set.id
    assert f"Kept in the project {project.name}, version 2 of 2." in texts(at)
    assert button(at, "use-newest") is None


def popovers(at):
    """Label -> how the page and the server call it, of those that are drawn when they are opened."""
    found = [getattr(block, "proto", None) for block in blocks(at._tree)]
    return {proto.popover.label: proto.popover.id for proto in found if getattr(proto, "popover", None)}


def open_popover(at, label):
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=popovers(at)[label], bool_value=True))
    return ran(at._run(states))


def open_saving(at):
    """The button beside the page's title."""
    return open_popover(at, "Save view")


def save_view(at, name, note=""):
    """The name that is suggested for it."""
    open_saving(at)
    (field,) = (field for field in at.text_input if field.key.startswith("name-save-view"))
    suggested = field.value
    field.set_value(name)
    at.text_area(key="note-save-view").set_value(note)
    press(at, "keep-view-0")
    return suggested


def test_a_view_is_the_page_as_it_was(visit, workspace, project, test_set):
    at = visit("segments", set=test_set.id, segment="2", lowercase="true")
    assert save_view(at, "the second", "see <b>this</b>") == "Segments · cats"
    assert sentence(at) == [("done", f"Saved as the second in the project {project.name}.")]
    (view,) = workspace.views(project.id)
    assert (view.name, view.note) == ("the second", "see <b>this</b>")
    assert view.address.startswith("/segments?")
    assert "://" not in view.address
    at = open_tab(visit("projects", project=project.id), "Views")
    assert "see &lt;b&gt;this&lt;/b&gt;" in html(at)
    (link,) = links_in(at)
    parts = urlsplit(link.replace("&amp;", "&"))
    assert parts.path == "./segments"
    there = visit("segments", **dict(parse_qsl(parts.query)))
    assert heading(there).startswith("**Segment 2")
    assert address(there, "set") == f"{test_set.id}.2"
    assert there.sidebar.toggle(key="lowercase").value


def test_a_view_is_renamed_and_deleted_and_comes_back(visit, workspace, project, test_set):
    view = workspace.save_view(project.id, f"/overview?set={test_set.id}", "before")
    at = open_tab(visit("projects", project=project.id), "Views")
    fill(at, view.id, "after", "why")
    press(at, f"save-{view.id}")
    assert (workspace.view(view.id).name, workspace.view(view.id).note) == ("after", "why")
    press(at, f"delete-{view.id}")
    assert not workspace.views(project.id)
    press(at, "undo")
    assert [one.name for one in workspace.views(project.id)] == ["after"]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("hostile", ["/nosuchpage?set=1", "/javascript:alert(1)", "/..%2F..%2Fx", "/x//evil.example/"])
def test_a_view_of_no_page_has_no_link(visit, workspace, project, hostile):
    workspace.save_view(project.id, hostile, "from elsewhere")
    at = open_tab(visit("projects", project=project.id), "Views")
    assert "a page that is no longer there" in html(at)
    assert not links_in(at)


def test_a_view_never_leads_to_another_host(visit, workspace, project):
    workspace.save_view(project.id, "/overview?x=http://evil.example/", "from elsewhere")
    (link,) = links_in(open_tab(visit("projects", project=project.id), "Views"))
    assert link == "./overview?x=http://evil.example/"


def test_a_sample_has_no_project_to_keep_a_view_in(visit):
    at = visit("segments", set=NEWS)
    assert "Save view" not in popovers(at)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", together([*SCRIPTS, *MARKDOWN]))
def test_names_and_notes_are_shown_as_they_are(visit, workspace, name):
    made = workspace.create(name, name)
    held = workspace.add(made.id, SET, name, name)
    workspace.note_use(held.id)
    workspace.save_view(made.id, f"/overview?set={held.id}", name, name)
    for at in (
        visit("projects"),
        visit("projects", project=made.id, entry=held.id),
        open_tab(visit("projects", project=made.id), "Views"),
        visit("start"),
        visit("data", set=held.id),
    ):
        assert name in at_all(at)
        labels = [block.label for block in blocks(at._tree) if isinstance(getattr(block, "label", None), str)]
        marked = [e.value for kind in ("markdown", "caption", "info", "subheader", "success") for e in at.get(kind)]
        assert not [text for text in [*labels, *marked] if name in str(text)]
    at = press(visit("projects", project=made.id), "delete-project")
    assert not [e for e in at.markdown if name in e.value]
    assert name in at_all(at)


def at_all(at):
    """What is read on the page, as it is read."""
    found = html(at)
    for code, sign in {"&lt;": "<", "&gt;": ">", "&#34;": '"', "&#39;": "'", "&amp;": "&"}.items():
        found = found.replace(code, sign)
    return f"{found}\n{texts(at)}"


def test_many_projects_come_by_pages_and_are_found(visit, workspace):
    mark = f"of many {next(NUMBERS)}"
    made = [workspace.create(f"{mark} {number}") for number in range(rows.ROWS_PER_PAGE + 1)]
    at = visit("projects")
    shown = {found.key for found in at.button if found.key and found.key.startswith("open-")}
    assert shown == {f"open-{one.id}" for one in made[1:]}, "the one that was changed last comes first"
    ran(at.text_input(key="find-projects").set_value(f"{mark} 0".upper()).run())
    assert button(at, f"open-{made[0].id}") is not None
    ran(at.text_input(key="find-projects").set_value("no such <b>").run())
    assert "None of your projects has no such <b> in its name or note." in texts(at)
    for one in made:
        workspace.delete(one.id, for_good=True)


@pytest.mark.exhaustive
def test_an_exported_project_comes_back_by_import(visit, workspace, project, test_set, tmp_path):
    path = tmp_path / "cats.zip"
    export_project(workspace, project.id, path)
    at = drop(visit("projects"), path.name, path.read_bytes())
    assert sentence(at) == [("done", f"{project.name} is there, with 1 test set.")]
    press(at, "open-imported")
    imported = chosen(at, "project")
    assert imported != project.id
    (again,) = workspace.test_sets(imported)
    assert workspace.read(again.id).identity == workspace.read(test_set.id).identity
    assert again.n_versions == 2
    n_projects = len(workspace.projects())
    ran(at.run())
    assert len(workspace.projects()) == n_projects, "what was read is not read again"


@pytest.mark.exhaustive
def test_what_is_no_project_is_refused_in_words(visit, workspace, project, tmp_path):
    path = tmp_path / "cats.zip"
    export_project(workspace, project.id, path)
    before = len(workspace.projects())
    for name, data in {"not **a** zip.zip": b"no zip", "cut.zip": path.read_bytes()[:-200]}.items():
        ((how, told),) = sentence(drop(visit("projects"), name, data))
        assert how == "failed"
        assert told.startswith("Nothing was imported. ")
    assert len(workspace.projects()) == before


def drop(at, name, data):
    """A zip, and the page once it is read."""
    return ran(at.file_uploader(key="project-file").set_value([(name, data, "application/zip")]).run())


def test_the_zip_that_is_taken_away_is_made_when_it_is_asked_for(visit, project):
    at = visit("projects", project=project.id)
    assert not at.get("download_button")
    (found,) = (e.proto for e in open_popover(at, "Export").get("download_button"))
    assert found.label.startswith("Download ")


def test_an_export_that_fails_says_why_and_can_be_tried_again(visit, project, monkeypatch):
    def refuse(*_, **__):
        raise WorkspaceError("The disk of the server is full.")

    with monkeypatch.context() as patch:
        patch.setattr(files, "export_project", refuse)
        at = open_popover(visit("projects", project=project.id), "Export")
        assert sentence(at) == [("failed", "Nothing was exported. The disk of the server is full.")]
        assert not at.get("download_button")
    press(at, "export-again")
    assert len(at.get("download_button")) == 1


def test_an_import_unpacks_no_more_than_other_uploads(visit, project, workspace, tmp_path, monkeypatch):
    path = tmp_path / "cats.zip"
    export_project(workspace, project.id, path)
    monkeypatch.setattr(files, "UPLOADED", replace(files.UPLOADED, total_bytes=10))
    ((how, told),) = sentence(drop(visit("projects"), path.name, path.read_bytes()))
    assert how == "failed"
    assert "10 bytes" in told
    assert files.UPLOADED.archive_members > DEFAULT_LIMITS.archive_members
    monkeypatch.undo()
    assert files.UPLOADED.total_bytes == DEFAULT_LIMITS.total_bytes


def test_a_double_press_makes_one_project(visit, workspace):
    name = f"pressed twice {next(NUMBERS)}"
    at = visit("projects")
    fill(at, "new-project", name)
    first = at.button(key="create-0")
    state = at._tree.get_widget_states()
    ran(first.click().run())
    for widget in state.widgets:  # what the browser sent again before it saw the answer
        if widget.id == first.id:
            widget.trigger_value = True
    ran(at._run(state))
    assert [one.name for one in workspace.projects()].count(name) == 1


def test_what_was_deleted_is_deleted_for_good_by_a_second_press(visit, workspace, project, test_set):
    workspace.delete(test_set.id)
    at = open_tab(visit("projects"), "Deleted")
    press(at, f"remove-{test_set.id}")
    before = workspace.space(project.id)
    assert f"{before - 16 * 1024:,} bytes" in html(at) or "MB" in html(at)
    assert test_set.id in {one.id for one in workspace.deleted()}, "one press deletes nothing"
    press(at, "keep")
    assert button(at, "remove") is None
    press(at, f"remove-{test_set.id}")
    press(at, "remove")
    assert test_set.id not in {one.id for one in workspace.deleted()}
    ((how, told),) = sentence(at)
    assert how == "done"
    assert told.startswith("The test set cats is gone for good: ")
    freed = before - workspace.space(project.id)
    assert f"{freed:,} bytes" in told or "MB" in told


def test_who_may_only_edit_deletes_nothing_for_good(visit, workspace, project, test_set, as_another):
    workspace.delete(test_set.id)
    as_another(Right.EDIT)
    at = open_tab(visit("projects"), "Deleted")
    assert button(at, f"undo-{test_set.id}") is not None
    assert button(at, f"remove-{test_set.id}") is None


@pytest.mark.exhaustive
def test_a_view_keeps_to_the_version_that_it_shows_and_says_which(visit, workspace, project, test_set):
    save_view(visit("overview", set=test_set.id), "as it is now")
    workspace.save_view(project.id, f"/overview?set={test_set.id}", "the newest")
    workspace.add_outputs(test_set.id, [System("checkpoint-50k", SET.systems[0].segments)])
    at = open_tab(visit("projects", project=project.id), "Views")
    assert "cats, version 2" in html(at)
    assert "cats, always the newest version" in html(at)
    (address_of,) = (one.address for one in workspace.views(project.id) if one.name == "as it is now")
    there = visit("overview", **dict(parse_qsl(urlsplit(address_of).query)))
    assert address(there, "set") == f"{test_set.id}.2"


def test_a_set_that_cannot_be_read_when_it_is_chosen_is_said(visit, project, test_set, monkeypatch):
    def refuse(*_):
        raise UnavailableError("The database cannot be reached.")

    at = visit("projects", project=project.id)
    monkeypatch.setattr(cache, "open_test_set", refuse)
    press(at, f"verdict-{test_set.id}")
    assert "The database cannot be reached." in [error.value for error in at.error]


def test_what_another_has_deleted_meanwhile_is_said(visit, workspace, project):
    at = visit("projects", project=project.id)
    workspace.delete(project.id)
    fill(at, project.id, "too late")
    press(at, f"save-{project.id}")
    assert {how for how, _ in sentence(at)} == {"failed"}


def test_a_database_that_cannot_be_read_is_said(visit, project, monkeypatch):
    def refuse(*_):
        raise WorkspaceError("The database cannot be read: the disk is full.")

    for name in ("projects", "recent"):
        monkeypatch.setattr(type(kept.server_workspace()), name, refuse)
    for page in ("start", "data", "projects"):
        at = visit(page)
        assert ("failed", "The database cannot be read: the disk is full.") in sentence(at)


@pytest.mark.exhaustive
def test_the_start_leads_back_to_what_was_used_last(visit, project, test_set):
    visit("overview", set=NEWS)
    at = go(visit("overview", set=f"{test_set.id}.1"), "start")
    assert html(at).index(f"in {project.name}") > 0
    first = next(found.key for found in at.button if found.key and found.key.startswith("recent-"))
    assert first == f"recent-{test_set.id}"
    press(at, first)
    assert title(at) == "Overview"
    assert address(at, "set") == test_set.id


def test_without_anything_kept_the_pages_say_what_to_do(visit, monkeypatch):
    for name in ("projects", "recent"):
        monkeypatch.setattr(type(kept.server_workspace()), name, lambda *_, **__: [])
    assert "“Use this set” keeps" in texts(visit("start"))
    assert "No projects yet." in texts(visit("projects"))


@pytest.fixture
def as_another(workspace, project, monkeypatch):
    """``as_another(right)``: pages are seen by somebody who has this right on the project."""

    def as_another(right):
        owner, other = (
            workspace.sign_in("https://issuer.example", f"{role} {project.id}", f"{role} **one**", f"{role}@x.example")
            for role in ("owner", "other")
        )
        workspace.grant(project.id, owner.email, Right.OWN)
        workspace.grant(project.id, other.email, right)
        monkeypatch.setattr(kept, "visitor_workspace", lambda make=False: workspace.as_(other.id))
        kept.forget_lookups()

    yield as_another
    kept.forget_lookups()


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    ("right", "said", "offered"),
    [
        (Right.READ, "of owner **one**, you may read it", {"copy"}),
        (Right.EDIT, "of owner **one**, you may change it", {"archive", "add", "delete-set"}),
        (Right.OWN, "", {"archive", "add", "delete-set", "delete-project"}),
    ],
)
def test_what_is_offered_is_what_may_be_done(visit, project, test_set, as_another, right, said, offered):
    as_another(right)
    assert said in at_all(visit("projects"))
    at = visit("projects", project=project.id, entry=test_set.id)
    assert said in at_all(at)
    keys = {name: name for name in ("archive", "delete-project")}
    keys |= {"copy": "copy-0", "add": f"add-{test_set.id}", "delete-set": f"delete-{test_set.id}"}
    assert {name for name, key in keys.items() if button(at, key) is not None} == offered
    assert button(at, f"verdict-{test_set.id}") is not None


def test_who_may_only_read_makes_a_copy_and_saves_no_view(visit, workspace, project, test_set, as_another):
    as_another(Right.READ)
    at = open_saving(visit("overview", set=test_set.id))
    assert button(at, "keep-view-0") is None
    assert "A copy of your own takes views." in texts(at)
    at = press(visit("projects", project=project.id), "copy-0")
    made = kept.visitor_workspace().project(chosen(at, "project"))
    assert (made.right, made.n_test_sets) == (Right.OWN, 1)
    assert sentence(at)[0][0] == "done"


def test_a_project_of_somebody_else_is_as_one_that_is_not_there(visit, workspace, project, monkeypatch):
    stranger = workspace.sign_in("https://issuer.example", f"stranger {project.id}", "stranger", "")
    monkeypatch.setattr(kept, "visitor_workspace", lambda make=False: workspace.as_(stranger.id))
    told = [sentence(visit("projects", project=id_)) for id_ in (project.id, "0" * 32)]
    assert told[0][0][1].replace(project.id, "0" * 32) == told[1][0][1]
    assert project.name not in html(visit("projects"))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["start", "data", "projects"])
def test_who_has_kept_nothing_yet_sees_nothing_of_others_and_no_error(visit, workspace, project, monkeypatch, page):
    monkeypatch.setattr(kept, "visitor_workspace", lambda make=False: workspace.as_(people.NO_PERSON))
    at = visit(page)
    assert not sentence(at)
    assert not at.error
    assert project.name not in at_all(at)
