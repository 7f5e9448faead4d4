"""The views of a project: pages under a name, each opened as it was saved."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.kit import moments
from ui.projects import changing, rows
from ui.session import navigation, send
from workspace import Project, Right, SavedView, Workspace


def draw_views(workspace: Workspace, project: Project) -> None:
    """A row each."""
    found = workspace.views(project.id)
    if not found:
        st.info("No views yet. On a page about one of the test sets press “Save view”: it is kept here by a name.")
    names = {test_set.id: test_set.name for test_set in workspace.test_sets(project.id)}
    for view in rows.draw_pages_of("views", list(reversed(found))):
        facts = [view_title(view), of_set(view, names), f"saved {moments.told(view.created)}"]
        with rows.draw_row(f"view-{view.id}", view.name, facts, view.note):
            if page_of_address(view.address) in navigation.PAGES:
                send.html(view_link(view), "content")
            if project.right >= Right.EDIT:
                with st.popover("Name and note", type="tertiary", key=f"edit-{view.id}"):
                    changing.form(view.id, view.id, view.name, view.note)
                args = view.id, "view", view.name
                st.button("Delete", key=f"delete-{view.id}", type="tertiary", on_click=changing.delete, args=args)


def view_title(view: SavedView) -> str:
    """Return the title of the page that the view shows."""
    page = navigation.PAGES.get(page_of_address(view.address))
    return "a page that is no longer there" if page is None else page.title


def of_set(view: SavedView, names: Mapping[str, str]) -> str:
    """Which version of which test set it shows, by the names of the project's; empty of any other."""
    asked = dict(parse_qsl(view.address.partition("?")[2])).get("set", "")
    id_, _, number = asked.partition(".")
    if id_ not in names:
        return ""
    return f"{names[id_]}, version {number}" if number else f"{names[id_]}, always the newest version"


def page_of_address(address: str) -> str:
    """The name of the page to which an address of the dashboard leads."""
    return address.partition("?")[0].strip("/") or navigation.START


def view_link(view: SavedView) -> Markup:
    """It begins a visit of its own, so that everything is as the address says, whatever was chosen meanwhile.

    The address is relative: the dashboard may be served in a folder.
    """
    address = f"./{view.address.lstrip('/')}"
    return html.page(Markup('<a class="open" href="{}" target="_self">Open</a>').format(address))
