"""The views of a project, each opened as it was saved, and the button that saves a page as a view."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from scoring.text.naming import NAME_LENGTH
from ui.kit import changes, moments
from ui.projects import changing, place, rows
from ui.session import navigation, send, state
from ui.store import cache, kept
from workspace import Project, Right, SavedView, Workspace, WorkspaceError

KEY = "save-view"


def draw_views(workspace: Workspace, project: Project) -> None:
    """Draw a row for each view of a project."""
    saved_views = workspace.views(project.id)
    if not saved_views:
        st.info("No views yet. On a page about one of the test sets press “Save view”: it is kept here by a name.")
    names = {test_set.id: test_set.name for test_set in workspace.test_sets(project.id)}
    for view in rows.draw_pages_of("views", list(reversed(saved_views))):
        page = navigation.PAGES.get(page_of_address(view.address))
        title = "a page that is no longer there" if page is None else page.title
        facts = [title, test_set_phrase(view, names), f"saved {moments.moment_words(view.created)}"]
        with rows.draw_row(f"view-{view.id}", view.name, facts, view.note):
            if page is not None:
                send.html(view_link(view), "content")
            if project.right >= Right.EDIT:
                with st.popover("Name and note", type="tertiary", key=f"edit-{view.id}"):
                    changing.form(view.id, view.id, view.name, view.note)
                args = view.id, "view", view.name
                st.button("Delete", key=f"delete-{view.id}", type="tertiary", on_click=changing.delete, args=args)


def test_set_phrase(view: SavedView, names: Mapping[str, str]) -> str:
    """Return the name and version of a view's test set; empty unless it is one of the project's."""
    key = dict(parse_qsl(view.address.partition("?")[2])).get("set", "")
    id_, _, number = key.partition(".")
    if id_ not in names:
        return ""
    return f"{names[id_]}, version {number}" if number else f"{names[id_]}, always the newest version"


def page_of_address(address: str) -> str:
    """Return the name of the page to which an address of the dashboard leads."""
    return address.partition("?")[0].strip("/") or navigation.START


def view_link(view: SavedView) -> Markup:
    """Return a link that opens a view in a new visit, so that its address decides, not later choices.

    The address is relative: the dashboard may be served in a folder.
    """
    address = f"./{view.address.lstrip('/')}"
    return html.page(Markup('<a class="open" href="{}" target="_self">Open</a>').format(address))


def draw_save_button(page: navigation.Page) -> None:
    """Draw the button that saves a page about a kept test set; its form is drawn once it is pressed."""
    key = state.chosen_set()
    if not page.needs_set or kept.find_kept_version(key) is None:
        return
    with st.popover("Save view", icon=":material/bookmark:", key=KEY, on_change="rerun") as popover:
        if popover.open:
            draw_view_form(page, key)


def draw_view_form(page: navigation.Page, key: str) -> None:
    try:
        project = kept_set_project(key)
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))
        return
    if project.right < Right.EDIT:
        st.caption(
            "You may read the project of this test set, and change nothing in it. A copy of your own takes views."
        )
    else:
        with st.form(f"form-{KEY}", border=False):
            st.caption("The page as it is now, of this version of the test set, with all that is chosen on it.")
            suggested = f"{page.title} · {cache.find_test_set_name(key)}"[:NAME_LENGTH]
            st.text_input("Name", suggested, max_chars=NAME_LENGTH, key=f"name-{KEY}-{page.name}")
            st.text_area("Note", key=f"note-{KEY}", height=80)
            button = changes.new_button_key("keep-view")
            st.form_submit_button("Save", key=button, type="primary", on_click=save, args=(page, key, button))
        changes.draw_last_change()
    place.draw_project_link("See the project", project.id)


def kept_set_project(key: str) -> Project:
    """Return the project of a kept test set; raise ``WorkspaceError`` if it no longer exists."""
    kept_version = kept.find_kept_version(key)
    if kept_version is None:
        raise WorkspaceError("The test set in use is no longer there.")
    return kept.visitor_workspace().project(kept_version.project_id)


def shown_version(key: str) -> dict[str, str]:
    """Return the address parameters of the version shown, which a view keeps when the test set changes."""
    kept_version = kept.find_kept_version(key)
    return {} if kept_version is None else {"set": f"{kept_version.id}.{kept_version.number}"}


def save(page: navigation.Page, key: str, button: str) -> None:
    """Save the page as a view; a callback."""

    def make() -> tuple[SavedView, Project]:
        project = kept_set_project(key)
        name, note = state.widget_value(f"name-{KEY}-{page.name}", ""), state.widget_value(f"note-{KEY}", "")
        return kept.visitor_workspace().save_view(
            project.id, f"/{page.name}?{state.query(**shown_version(key))}", name, note
        ), project

    def saved_view_sentence(view_and_project: tuple[SavedView, Project]) -> str:
        view, project = view_and_project
        return f"Saved as {view.name} in the project {project.name}."

    changes.make_once(button, make, saved_view_sentence)
