"""Which project, and which of its test sets, is open on the page Projects: both are in the address."""

from pathlib import Path

import streamlit as st

from ui.kit import address, steps
from ui.session import state
from workspace import Project

PROJECT, ENTRY = "project", "entry"
PAGE = "projects"
LONGEST = 40
"""Characters of an id in the address, and room to see that one is wrong."""


def draw_project_place() -> tuple[str, str]:
    """Return the ids of both, empty where none is open; hidden inputs hold them, bound to the address.

    The menu's entry of the page leads to the list, also while a project is open.
    """
    with st.container(key="project-place"):
        _component(key="project-menu", on_press_change=go)
        project, entry = (
            st.text_input(key, key=key, max_chars=LONGEST, bind="query-params") for key in (PROJECT, ENTRY)
        )
    return project or "", entry or ""


def go(project_id: str = "", set_id: str = "") -> None:
    """For callbacks on the page Projects: opens a project, and of it a test set; without any, the list of all."""
    state.hold({PROJECT: project_id, ENTRY: set_id})


def lead_to_project(project_id: str) -> None:
    """For callbacks on other pages: the page Projects follows, with this project."""
    state.lead_to(PAGE, **{PROJECT: project_id})


def draw_project_link(label: str, project_id: str, set_id: str = "") -> None:
    """From another page."""
    address.page_link(PAGE, label, **{PROJECT: project_id}, **({ENTRY: set_id} if set_id else {}))


def draw_matrix_link(project: Project) -> None:
    """The way to the matrix of a project's test sets, where it has several."""
    if project.n_test_sets > 1:
        address.page_link("matrix", f"Compare {project.n_test_sets:,} sets", matrix_project=project.id)


_component = steps.scripted("bleuscope_place", Path(__file__).with_suffix(".js"))
