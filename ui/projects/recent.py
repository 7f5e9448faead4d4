"""The test sets that the visitor used last, and the project of the test set in use."""

from contextlib import suppress

import streamlit as st

from scoring import TestSet
from scoring.output.numbers import counted
from ui.context import language
from ui.kit import address, changes, moments
from ui.projects import place, rows
from ui.session import state
from ui.store import kept
from workspace import Project, SeenVerdict, WorkspaceError

MAX_RECENT = 4
NOTED = "noted_set"
"""Session key of the test set whose use was recorded last."""
NOTED_VERDICT = "noted_verdict"
"""Session key of the test set and the verdict that were recorded last."""


def draw_set_in_use() -> None:
    """Draw the project and version of the set in use, if it is kept, and a button for the newest version."""
    kept_version = kept.find_kept_version(state.chosen_set())
    if kept_version is None:
        return
    try:
        project = kept.visitor_workspace().project(kept_version.project_id)
    except WorkspaceError:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="in-use"):
        of = f"version {kept_version.number} of {kept_version.newest}" if kept_version.newest > 1 else "first version"
        st.text(f"Kept in the project {project.name}, {of}.", width="content")
        if kept_version.number < kept_version.newest:
            st.button(
                "Use the newest version",
                key="use-newest",
                on_click=language.use_set_with_settings,
                args=(kept_version.id,),
            )
        place.draw_project_link("See the project", project.id, kept_version.id)


def say_adding(test_set: TestSet) -> bool:
    """Draw a note that dropped outputs, or a first reference, are added to the set in use; return whether they are."""
    kept_version = kept.find_kept_version(state.chosen_set())
    if kept_version is None or not kept_version.may_change:
        return False
    of = counted(len(test_set), "segment")
    additions = "Outputs" if test_set.references else "Outputs, or a reference,"
    st.text(f"{additions} with {of} that you drop here are added to {kept_version.name} as a new version.")
    return True


def draw_recent_sets(heading: str, instead: str = "") -> None:
    """Draw the test sets used last under a heading; without any, the caption ``instead``, or nothing."""
    try:
        recent_sets = kept.visitor_workspace().recent(MAX_RECENT)
        projects = kept.visitor_workspace().projects()
    except WorkspaceError as error:
        draw_heading(heading)
        changes.draw_sentence(changes.FAILED, str(error))
        return
    others = [] if recent_sets else projects[:MAX_RECENT]
    if not (recent_sets or others or instead):
        return
    draw_heading(heading, next((one for one in projects if one.n_test_sets > 1), None))
    if not recent_sets and not others:
        st.caption(instead)
    for project in rows.draw_pages_of("recent-projects", others):
        with rows.draw_row(f"recent-project-{project.id}", project.name, [rows.owner_and_right(project)], project.note):
            place.draw_project_link("Open", project.id)
    for one in rows.draw_pages_of("recent", recent_sets):
        key, project = one.test_set.id, one.project
        facts = [f"in {project.name}", rows.owner_and_right(project), moments.moment_words(one.seen)]
        with rows.draw_row(f"recent-{key}", one.test_set.name, facts, verdict=one.verdict):
            st.button("Verdict", key=f"recent-{key}", on_click=language.see_verdict, args=(key,))
            place.draw_project_link("Project", project.id, key)


def draw_heading(heading: str, several: Project | None = None) -> None:
    """Draw the heading with links to all projects and to the matrix of ``several``, a project with several sets."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(heading, anchor=False, width="content")
        with st.container(horizontal=True, horizontal_alignment="right", gap="medium"):
            if several is not None:
                place.draw_matrix_link(several)
            address.page_link(place.PAGE, "All projects")


def note_set_use() -> None:
    """Record that the test set in use was opened, once for each set in a visit."""
    key = state.chosen_set()
    kept_version = kept.find_kept_version(key)
    if kept_version is None or state.widget_value(NOTED) == key:
        return
    state.set_widget_value(NOTED, key)
    with suppress(WorkspaceError):  # a failure must not stop the page
        kept.note_use(kept_version.id)


def note_verdict(verdict_text: str, is_doubtful: bool) -> None:
    """Record the verdict seen on the newest version of the set in use, for lists of test sets."""
    kept_version = kept.find_kept_version(state.chosen_set())
    if kept_version is None or kept_version.number != kept_version.newest:
        return
    verdict = SeenVerdict(kept_version.number, verdict_text, is_doubtful)
    if state.widget_value(NOTED_VERDICT) == (kept_version.id, verdict):
        return
    state.set_widget_value(NOTED_VERDICT, (kept_version.id, verdict))
    with suppress(WorkspaceError):
        kept.note_use(kept_version.id, verdict)
