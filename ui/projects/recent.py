"""What the visitor worked on last: the way back to it in one step."""

from contextlib import suppress

import streamlit as st

from ui.context import language
from ui.kit import changes, moments
from ui.kit.addresses import links
from ui.projects import place, rows
from ui.session import state
from ui.store import kept
from workspace import WorkspaceError

MOST = 4
NOTED = "noted_set"
"""The session's key for the test set whose use was noted last."""


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
        links.page_link(place.PAGE, "All projects")


def note_set_use() -> None:
    """Notes that the test set in use was looked at, once for each that a visit opens."""
    key = state.chosen_set()
    found = kept.find_kept_version(key)
    if found is None or state.widget_value(NOTED) == key:
        return
    state.set_widget_value(NOTED, key)
    with suppress(WorkspaceError):  # to read on matters more
        kept.note_use(found.id)
