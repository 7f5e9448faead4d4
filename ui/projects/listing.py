"""The list of projects: active, archived, and deleted ones that can be restored."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.formats.limits import megabytes
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.text.naming import NAME_LENGTH
from ui.kit import address, changes, moments
from ui.projects import changing, files, place, rows, sets
from ui.session import send, state
from ui.store import kept
from workspace import KEPT_FOR, DeletedRecord, KeptSet, Project, Right, SeenVerdict, Workspace

PART = "projects_part"
SETS_NAMED = 8
"""Largest number of test sets that a project's row names."""
NEW = "new-project"
"""Key of the form for a new project."""


def draw_project_list() -> None:
    """Draw the list of projects."""
    workspace = kept.visitor_workspace()
    with st.container(horizontal=True, gap="small"):
        popover = st.popover("New project", icon=":material/add:", key=NEW)
        with popover, st.form(f"form-{NEW}", border=False):
            st.text_input("Name", key=f"name-{NEW}", max_chars=NAME_LENGTH, placeholder="News, our checkpoints")
            st.text_area("Note", key=f"note-{NEW}", height=80, placeholder="What is it for? You may leave this empty.")
            button = changes.new_button_key("create")
            st.form_submit_button("Create", key=button, type="primary", on_click=create, args=(button,))
        files.draw_import()
    parts = {
        "Projects": partial(draw_projects, workspace),
        "Archived": partial(draw_archived, workspace),
        "Deleted": partial(draw_deleted_things, workspace),
    }
    address.tabs(parts, PART)


def create(button: str) -> None:
    """Create a project and open it; a callback."""

    def make() -> Project:
        return kept.visitor_workspace(make=True).create(
            state.widget_value(f"name-{NEW}", ""), state.widget_value(f"note-{NEW}", "")
        )

    def open_created_project(project: Project) -> str:
        place.open_project(project.id)
        return f"{project.name} is there. Test sets come into it on the page Test sets."

    changes.make_once(button, make, open_created_project)


def draw_projects(workspace: Workspace) -> None:
    projects = workspace.projects()
    if not projects:
        st.info(
            "No projects yet. Upload outputs on the page Test sets and press “Use this set” to save them, or create a"
            " project first."
        )
        address.page_link("data", "Go to Test sets")
    draw_rows("projects", projects, workspace)


def draw_archived(workspace: Workspace) -> None:
    projects = workspace.projects(archived=True)
    if not projects:
        st.info("Nothing is archived. A project that you archive is out of the way, and nothing of it is lost.")
    draw_rows("archived", projects, workspace)


def draw_rows(key: str, projects: Sequence[Project], workspace: Workspace) -> None:
    """Draw a row for each project, with its latest test sets and the last verdicts on them."""
    if len(projects) > rows.ROWS_PER_PAGE:
        query = st.text_input("Find a project", key=f"find-{key}", placeholder="Part of its name or note").strip()
        projects = [one for one in projects if query.casefold() in f"{one.name}\n{one.note}".casefold()]
        if not projects:
            st.text(f"None of your projects has {query} in its name or note.")
    shown = rows.choose_page(key, projects)
    newest = workspace.newest_sets([project.id for project in shown], SETS_NAMED)
    kept_version = kept.find_kept_version(state.chosen_set())
    in_use = "" if kept_version is None else kept_version.id
    with st.container(gap=None, key=f"rows-{key}"):
        for project in shown:
            lines = [set_line(*one, in_use) for one in newest.get(project.id, [])]
            n_more = project.n_test_sets - len(lines)
            if lines and n_more:
                lines.append(Markup("and {}").format(counted(n_more, "more test set")))
            draw_project_row(project, lines, next((one for one, _ in newest.get(project.id, [])), None))


def draw_project_row(project: Project, set_lines: Sequence[Markup], newest: KeptSet | None) -> None:
    """Draw a project's row; ``newest`` is the test set that changed last, or None."""
    n_sets = counted(project.n_test_sets, "test set")
    changed = f"changed {moments.moment_words(project.changed)}"
    if newest is not None and newest.newest.created == project.changed:
        changed = f"{changed}: {newest.name} {sets.version_changes_phrase(newest.newest)}"
    facts = [rows.owner_and_right(project), n_sets, changed]
    with rows.draw_row(f"project-{project.id}", project.name, facts, project.note, below=set_lines):
        if project.archived is not None and project.right >= Right.EDIT:
            st.button("Bring back", key=f"back-{project.id}", on_click=archive, args=(project, False))
        elif project.archived is None:
            place.draw_matrix_link(project)
        st.button("Open", key=f"open-{project.id}", on_click=place.open_project, args=(project.id,))


def set_line(one: KeptSet, verdict: SeenVerdict | None, in_use: str) -> Markup:
    """Return the line of a test set: its last change, and the verdict last seen, or why there is none."""
    facts = f"{'in use, ' if one.id == in_use else ''}{sets.newest_change(one.newest)}"
    if verdict is None:
        return rows.verdict_line(one.name, facts, sets.why_no_verdict(one.newest), is_doubtful=False)
    return rows.verdict_line(one.name, facts, verdict.said, verdict.is_doubtful)


@changes.change_callback
def archive(project: Project, archived: bool) -> str:
    """Archive a project or restore it from the archive, and return the message; a callback."""
    kept.visitor_workspace().archive(project.id, archived)
    return f"{project.name} is archived." if archived else f"{project.name} is among your projects again."


def draw_deleted_things(workspace: Workspace) -> None:
    deleted_records = workspace.deleted()
    if not deleted_records:
        st.info(f"Nothing was deleted in the last {KEPT_FOR.days} days.")
    for one in rows.draw_pages_of("deleted", deleted_records):
        facts = [
            one.kind,
            f"deleted {moments.moment_words(one.deleted)}",
            f"gone for good on {moments.date_words(one.gone)}",
        ]
        with rows.draw_row(f"deleted-{one.id}", one.name, facts):
            st.button("Bring back", key=f"undo-{one.id}", on_click=changing.bring_back, args=(one.id,))
            if one.right >= Right.OWN:
                label, args = "Delete for good …", (changing.REMOVING, one.id)
                st.button(label, key=f"remove-{one.id}", type="tertiary", on_click=state.set_widget_value, args=args)
        if state.widget_value(changing.REMOVING) == one.id:
            draw_project_removal(workspace, one)


def draw_project_removal(workspace: Workspace, one: DeletedRecord) -> None:
    """Draw the consequences of removing a deleted thing for good, and the button that confirms it."""
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="removing"):
        room = megabytes(workspace.freed_by(one.id))
        text = Markup("<span>{} cannot come back then. This makes room of {}.</span>").format(html.bold(one.name), room)
        send.html(html.page(text))
        args = one.id, one.kind, one.name
        st.button("Delete for good", key="remove", type="primary", on_click=changing.remove_for_good, args=args)
        st.button("Keep it", key="keep", on_click=state.set_widget_value, args=(changing.REMOVING, None))
