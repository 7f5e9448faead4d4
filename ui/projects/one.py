"""The page of one project: its name, its actions, and its test sets and views."""

from collections.abc import Callable
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.kit import address, changes, moments
from ui.projects import changing, files, listing, members, place, rows, sets, trail, views
from ui.session import send
from ui.store import kept
from workspace import Project, Right, Workspace

PART = "project_part"


def draw_open_project(project_id: str, set_id: str) -> None:
    """Draw the project with this id; ``set_id`` is the open test set, or empty.

    Raise ``WorkspaceError`` if there is no such project.
    """
    st.button("← All projects", key="all-projects", type="tertiary", on_click=place.open_project)
    workspace = kept.visitor_workspace()
    project = workspace.project(project_id)
    draw_project_head(workspace, project)
    place.draw_matrix_link(project)
    parts: dict[str, Callable[[], object]] = {
        "Test sets": partial(sets.draw_test_sets, workspace, project, set_id),
        "Views": partial(views.draw_views, workspace, project),
        "Sharing": partial(members.draw_sharing, project),
    }
    if project.right >= Right.EDIT:
        parts["Trail"] = partial(trail.draw_trail, project)
    address.tabs(parts, PART)


def draw_project_head(workspace: Workspace, project: Project) -> None:
    """Draw the project's name and note, and its actions that the visitor may use."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="project-head"):
        noted = Markup('<p class="note" dir="auto">{}</p>').format(project.note) if project.note else ""
        subtitle = f"made {moments.moment_words(project.created)}, changed {moments.moment_words(project.changed)}"
        if project.archived is not None:
            subtitle = f"archived {moments.moment_words(project.archived)}"
        subtitle = f"{rows.owner_and_right(project)}, {subtitle}" if rows.owner_and_right(project) else subtitle
        titled = Markup('<div class="kept"><h2 dir="auto">{}</h2>{}<small>{}</small></div>')
        send.html(html.page(titled.format(project.name, noted, subtitle)))
        if project.right >= Right.EDIT:
            with st.popover("Name and note", key=f"edit-{project.id}"):
                changing.form(project.id, project.id, project.name, project.note)
        else:
            draw_copy(project)
        files.draw_export(workspace, project)
        if project.right >= Right.EDIT:
            is_archived = project.archived is not None
            label = "Bring back" if is_archived else "Archive"
            st.button(label, key="archive", on_click=listing.archive, args=(project, not is_archived))
        if project.right >= Right.OWN:
            args = project.id, "project", project.name, place.open_project
            st.button("Delete", key="delete-project", icon=":material/delete:", on_click=changing.delete, args=args)


def draw_copy(project: Project, lead: Callable[[str], None] = place.open_project) -> None:
    """Draw the button that copies a project for the visitor; ``lead`` opens the copy."""
    button = changes.new_button_key("copy")
    st.button("Make a copy of my own", key=button, type="primary", on_click=copy, args=(project, button, lead))


def copy(project: Project, button: str, lead: Callable[[str], None]) -> None:
    """Copy a project for the visitor and open the copy; a callback."""

    def open_copied_project(copied_project: Project) -> str:
        lead(copied_project.id)
        return f"{copied_project.name} is a project of your own: what you do in it changes nothing for others."

    changes.make_once(button, lambda: kept.visitor_workspace(make=True).copy(project.id), open_copied_project)
