"""The button by which what a page shows is kept as a view, in the project of the test set in use."""

import streamlit as st

from scoring.text.naming import NAME_LENGTH
from ui.kit import changes
from ui.projects import place
from ui.session import navigation, state
from ui.store import cache, kept
from workspace import Project, Right, SavedView, WorkspaceError

KEY = "save-view"


def draw_save_button(page: navigation.Page) -> None:
    """On pages about a test set that is kept; what is asked is drawn once the button was pressed."""
    key = state.chosen_set()
    if not page.needs_set or kept.find_kept_version(key) is None:
        return
    with st.popover("Save view", icon=":material/bookmark:", key=KEY, on_change="rerun") as popover:
        if popover.open:
            draw_view_form(page, key)


def draw_view_form(page: navigation.Page, key: str) -> None:
    try:
        project = project_of(key)
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))
        return
    if project.right < Right.EDIT:
        st.caption(
            "You may read the project of this test set, and change nothing in it. A copy of your own takes views."
        )
    else:
        with st.form(f"form-{KEY}", border=False):
            st.caption("The page as it is now, of this version of the test set, with all that is chosen on it.")
            suggested = f"{page.title} · {cache.find_test_set_name(key)}"[:NAME_LENGTH]
            st.text_input("Name", suggested, max_chars=NAME_LENGTH, key=f"name-{KEY}-{page.name}")
            st.text_area("Note", key=f"note-{KEY}", height=80)
            button = changes.new_button_key("keep-view")
            st.form_submit_button("Save", key=button, type="primary", on_click=save, args=(page, key, button))
        changes.draw_last_change()
    place.draw_project_link("See the project", project.id)


def project_of(key: str) -> Project:
    """That of a kept test set; ``WorkspaceError`` where there is none any more."""
    found = kept.find_kept_version(key)
    if found is None:
        raise WorkspaceError("The test set in use is no longer there.")
    return kept.mine().project(found.project_id)


def shown_version(key: str) -> dict[str, str]:
    """What names the version that is shown now: a view keeps to it, whatever the test set gets later."""
    found = kept.find_kept_version(key)
    return {} if found is None else {"set": f"{found.id}.{found.number}"}


def save(page: navigation.Page, key: str, button: str) -> None:
    """For callbacks."""

    def make() -> tuple[SavedView, Project]:
        project = project_of(key)
        name, note = state.widget_value(f"name-{KEY}-{page.name}", ""), state.widget_value(f"note-{KEY}", "")
        return kept.mine().save_view(
            project.id, f"/{page.name}?{state.query(**shown_version(key))}", name, note
        ), project

    def then(made: tuple[SavedView, Project]) -> str:
        view, project = made
        return f"Saved as {view.name} in the project {project.name}."

    changes.make_once(button, make, then)
