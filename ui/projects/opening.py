"""The page that opens a project by a link: the project's contents, or a message that the link opens nothing."""

from functools import partial
from pathlib import Path

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.context import language
from ui.kit import address, changes, steps
from ui.projects import one, place, rows, sets
from ui.session import send, state
from ui.store import kept
from workspace import KeptSet, Project, Right, UnavailableError, WorkspaceError

KEY = "opening"
"""Key of the component, and of the number of links that this visit has opened."""
OPENED = "opened_by_link"
"""Session key of the id of the project opened last; empty if the link opened nothing."""
LONGEST = 200
"""Largest number of characters read from a secret: enough to see that a longer one is wrong."""
DEAD_LINK = (
    "This link opens nothing. It may be incomplete, it may have ended, or it was taken back. Ask the person who gave it"
    " to you for another one."
)


def draw_opened_link() -> None:
    """Open the link in the address at once, and draw its project.

    No button is needed: a chat or mail program that fetches a preview gets the page's address without the secret, so it
    opens nothing; and opening a link changes nothing except that the project is among the visitor's own from then on.
    """
    # Ask the browser for the secret, which the browser then removes from the address.
    with st.container(key=KEY):
        _component(
            key=f"{KEY}-link",
            data={"heard": state.last_handled_press(KEY), "waits": False},
            on_link_change=open_received_link,
        )
    project_id = state.widget_value(OPENED)
    if project_id is None:
        st.info(
            "This page opens a project by a link that somebody gave to you. What you have opened is among your"
            " projects."
        )
        address.page_link(place.PAGE, "Your projects")
        return
    workspace = kept.visitor_workspace()
    try:
        project = workspace.project(project_id)
        test_sets = workspace.test_sets(project_id)
    except UnavailableError:
        raise
    except WorkspaceError:
        # The same message for a wrong secret, a link that has ended, and a link that was taken back.
        st.error(DEAD_LINK)
        return
    draw_project(project, test_sets)


def keep_link_secret() -> None:
    """Let the tab of a visitor who must sign in first keep the secret, outside the address, until they return."""
    with st.container(key=KEY):
        _component(key=f"{KEY}-waits", data={"heard": 0, "waits": True})


def open_received_link() -> None:
    """Open the link that the browser found in the address, if there is one; a callback."""
    number, secret = state.widget_value(f"{KEY}-link", {}).get("link") or (0, "")
    if not isinstance(secret, str) or not isinstance(number, int):
        return
    if secret:
        changes.change(partial(_open, secret[:LONGEST]))
    state.note_presses({KEY: number})


def _open(secret: str) -> str:
    """Open the project of a secret and remember its id; return an empty message, since the page shows the project."""
    state.set_widget_value(OPENED, None)  # None, not empty, if the database does not answer
    state.set_widget_value(OPENED, open_project_by_link(secret))
    return ""


def open_project_by_link(secret: str) -> str:
    """Return the id of the secret's project, which becomes one of the visitor's; empty if it opens nothing.

    A new visitor is stored as a person then, if the secret opens a project.
    """
    try:
        kept.server_workspace().open_link(secret)
        return kept.visitor_workspace(make=True).open_link(secret).id
    except UnavailableError:
        raise
    except WorkspaceError:
        return ""


def draw_project(project: Project, test_sets: list[KeptSet]) -> None:
    send.html(html.page(project_heading(project)))
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if project.right is Right.READ:
            one.draw_copy(project, place.lead_to_project)
        place.draw_project_link("Open the project", project.id)
    st.subheader("Test sets", anchor=False)
    if not test_sets:
        st.info("There are no test sets in it yet.")
    for test_set in rows.draw_pages_of("opened-sets", list(reversed(test_sets))):
        with rows.draw_row(f"opened-{test_set.id}", test_set.name, sets.test_set_facts(test_set), test_set.note):
            args = (test_set.id,)
            st.button("See the verdict", key=f"verdict-{test_set.id}", on_click=language.see_verdict, args=args)


def project_heading(project: Project) -> Markup:
    """Return the HTML of a project's name, note, owner and the visitor's right."""
    noted = Markup('<p class="note" dir="auto">{}</p>').format(project.note) if project.note else ""
    titled = Markup('<div class="kept"><h2 dir="auto">{}</h2>{}<small><bdi>{}</bdi></small></div>')
    return titled.format(project.name, noted, rows.sharing_sentence(project))


_component = steps.component_of_scripts("bleuscope_opening", Path(__file__).with_suffix(".js"))
