"""What the visitor worked on last: the way back to it in one step."""

import streamlit as st

from ui.kit import links, moments
from ui.projects import changing, place, rows, sets, words
from ui.store import kept
from workspace import KeptSet, Project, Workspace, WorkspaceError

MOST = 5


def draw(heading: str) -> None:
    """The test sets that were used last, under a heading; how to get there where there is none."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(heading, anchor=False, width="content")
        links.page_link(place.PAGE, "All projects")
    try:
        found = latest(kept.mine())
    except WorkspaceError as error:
        changing.draw_sentence(changing.FAILED, str(error))
        return
    if not found:
        st.caption("Nothing yet. Drop your outputs above: “Use this set” keeps them, and here you find them again.")
    for test_set, project in rows.each("recent", found):
        facts = [f"in {project.name}", words.size(test_set.newest), moments.told(test_set.changed)]
        with rows.row(f"recent-{test_set.id}", test_set.name, facts):
            st.button("See the verdict", key=f"recent-{test_set.id}", on_click=sets.use, args=(test_set.id,))
            place.link("Its project", project.id, test_set.id)


def latest(workspace: Workspace) -> list[tuple[KeptSet, Project]]:
    """The test sets that were changed last, with their projects."""
    found = [(one, project) for project in workspace.projects()[:MOST] for one in workspace.test_sets(project.id)]
    return sorted(found, key=lambda both: both[0].changed, reverse=True)[:MOST]
