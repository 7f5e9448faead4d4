"""The project and the test set that are open on the page Projects; the address has both."""

from pathlib import Path

import streamlit as st

from ui.kit import address, steps
from ui.session import state
from workspace import Project

PROJECT, ENTRY = "project", "entry"
PAGE = "projects"
LONGEST = 40
"""Largest number of characters of an id in the address: enough to see that a longer one is wrong."""


def draw_project_place() -> tuple[str, str]:
    """Return the ids of the open project and test set, each empty if none is open.

    Hidden inputs hold them, bound to the address. The menu's entry of the page leads to the list, even from a project.
    """
    with st.container(key="project-place"):
        _component(key="project-menu", on_press_change=open_project)
        project, entry = (
            st.text_input(key, key=key, max_chars=LONGEST, bind="query-params") for key in (PROJECT, ENTRY)
        )
    return project or "", entry or ""


def open_project(project_id: str = "", set_id: str = "") -> None:
    """Open a project, and in it a test set, on the page Projects; without ids, open the list; a callback."""
    state.set_widget_values({PROJECT: project_id, ENTRY: set_id})


def lead_to_project(project_id: str) -> None:
    """Open the page Projects with this project, from another page; a callback."""
    state.open_page_in_next_run(PAGE, **{PROJECT: project_id})


def draw_project_link(label: str, project_id: str, set_id: str = "") -> None:
    """Draw a link from another page to a project, or to a test set in it."""
    address.page_link(PAGE, label, **{PROJECT: project_id}, **({ENTRY: set_id} if set_id else {}))


def draw_matrix_link(project: Project) -> None:
    """Draw a link to the matrix of a project's test sets, if it has several."""
    if project.n_test_sets > 1:
        address.page_link("matrix", f"Compare {project.n_test_sets:,} sets", matrix_project=project.id)


_component = steps.component_of_scripts("bleuscope_place", Path(__file__).with_suffix(".js"))
