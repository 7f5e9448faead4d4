"""What the visitor worked on last, and where the test set in use is kept."""

from contextlib import suppress

import streamlit as st

from scoring import TestSet
from scoring.output.numbers import counted
from ui.context import language
from ui.kit import address, changes, moments
from ui.projects import place, rows
from ui.session import state
from ui.store import kept
from workspace import WorkspaceError

MOST = 4
NOTED = "noted_set"
"""The session's key for the test set whose use was noted last."""


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
        of = f"version {found.number} of {found.newest}" if found.newest > 1 else "first version"
        st.text(f"Kept in the project {project.name}, {of}.", width="content")
        if found.number < found.newest:
            st.button(
                "Use the newest version", key="use-newest", on_click=language.use_set_with_settings, args=(found.id,)
            )
        place.draw_project_link("See the project", project.id, found.id)


def say_adding(test_set: TestSet) -> None:
    """What becomes of outputs alone, or of references where the set has none, above where they are dropped."""
    found = kept.find_kept_version(state.chosen_set())
    if found is not None and found.may_change:
        of = counted(len(test_set), "segment")
        what = "Outputs" if test_set.references else "Outputs, or a reference,"
        st.text(f"{what} with {of} that you drop here are added to {found.name} as a new version.")


def draw_recent_sets(heading: str, instead: str = "") -> None:
    """The test sets that were used last, under a heading; where there is none, what stands ``instead``, or nothing."""
    try:
        found = kept.mine().recent(MOST)
        others = [] if found else kept.mine().projects()[:MOST]
    except WorkspaceError as error:
        draw_heading(heading)
        changes.draw_sentence(changes.FAILED, str(error))
        return
    if not (found or others or instead):
        return
    draw_heading(heading)
    if not found and not others:
        st.caption(instead)
    for project in rows.draw_pages_of("recent-projects", others):
        with rows.draw_row(f"recent-project-{project.id}", project.name, [rows.whose(project)], project.note):
            place.draw_project_link("Open", project.id)
    for one in rows.draw_pages_of("recent", found):
        key, project = one.test_set.id, one.project
        facts = [f"in {project.name}", rows.whose(project), moments.told(one.seen)]
        with rows.draw_row(f"recent-{key}", one.test_set.name, facts):
            st.button("Verdict", key=f"recent-{key}", on_click=language.see_verdict, args=(key,))
            place.draw_project_link("Project", project.id, key)


def draw_heading(heading: str) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(heading, anchor=False, width="content")
        address.page_link(place.PAGE, "All projects")


def note_set_use() -> None:
    """Notes that the test set in use was looked at, once for each that a visit opens."""
    key = state.chosen_set()
    found = kept.find_kept_version(key)
    if found is None or state.widget_value(NOTED) == key:
        return
    state.set_widget_value(NOTED, key)
    with suppress(WorkspaceError):  # to read on matters more
        kept.note_use(found.id)
