"""The button by which what a page shows is kept as a view, in the project of the test set in use."""

import streamlit as st

from scoring.formats.columns import NAME_LENGTH
from ui import navigation, state
from ui.projects import changing, place
from ui.store import cache, kept
from workspace import WorkspaceError

KEY = "save-view"
SAVED = "saved_view"
"""The session's key for the project of the view that was saved last."""


def draw(page: navigation.Page) -> None:
    """On pages about a test set that is kept; what is asked is drawn once the button was pressed."""
    key = state.chosen_set()
    if not page.needs_set or kept.find(key) is None:
        return
    with st.popover("Save this view", icon=":material/bookmark:", key=KEY, on_change="rerun") as popover:
        if popover.open:
            draw_form(page, key)


def draw_form(page: navigation.Page, key: str) -> None:
    suggested = f"{page.title} · {cache.name(key)}"[:NAME_LENGTH]
    with st.form(f"form-{KEY}", border=False):
        st.caption("The page as it is now, with all that is chosen on it, is kept with the project of this test set.")
        st.text_input("Name", suggested, key=f"name-{KEY}-{page.name}")
        st.text_area("Note", key=f"note-{KEY}", height=80)
        st.form_submit_button("Save", key="keep-view", type="primary", on_click=save, args=(page, key))
    changing.say()
    project_id = state.current(SAVED)
    if project_id is not None:
        place.link("See the project", project_id)


def save(page: navigation.Page, key: str) -> None:
    """For callbacks."""

    def make() -> str:
        found, workspace = kept.find(key), kept.mine()
        if found is None:
            raise WorkspaceError("The test set in use is no longer there.")
        project = workspace.project(found.project_id)
        name, note = state.current(f"name-{KEY}-{page.name}", ""), state.current(f"note-{KEY}", "")
        view = workspace.save_view(project.id, f"/{page.name}?{state.query()}", name, note)
        state.offer(SAVED, project.id)
        return f"Saved as {view.name} in the project {project.name}."

    state.offer(SAVED, None)
    changing.change(make)
