"""Where the test set in use is kept: its project, its version, and what becomes of outputs that are dropped."""

import streamlit as st

from scoring import TestSet
from scoring.output.numbers import counted
from ui.context import language
from ui.projects import place
from ui.session import state
from ui.store import kept
from workspace import WorkspaceError


def draw_set_in_use() -> None:
    """Project and version of the set in use, if it is kept; the newest version is one step away."""
    found = kept.find_kept_version(state.chosen_set())
    if found is None:
        return
    try:
        project = kept.mine().project(found.project_id)
    except WorkspaceError:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="in-use"):
        of = f"version {found.number} of {found.newest}" if found.newest > 1 else "its first version"
        st.text(f"Kept in the project {project.name}, {of}.", width="content")
        if found.number < found.newest:
            st.button(
                "Use the newest version", key="use-newest", on_click=language.use_set_with_settings, args=(found.id,)
            )
        place.draw_project_link("See the project", project.id, found.id)


def say_adding(test_set: TestSet) -> None:
    """What becomes of outputs alone, above where they are dropped."""
    found = kept.find_kept_version(state.chosen_set())
    if found is not None and found.may_change:
        of = counted(len(test_set), "segment")
        st.text(f"Dropped outputs with {of} are added to {found.name} as a new version.")
