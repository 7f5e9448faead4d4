"""Pages of a test set without references: the needs of each page, and what a page shows without them."""

from dataclasses import replace

import streamlit as st

from scoring.studies.wording.set_facts import NO_REFERENCE, ONLY_GIVEN_SCORES
from ui.context.context import Context, whole_set_in_use
from ui.kit import address
from ui.session import state
from ui.session.navigation import SCORES, Page

FIND = "Find dangerous sentences"
"""Label of the first step that is possible without a reference."""
EFFORT = "See what post-editing costs"
"""Label of the first step that is possible with only post-edits."""


def with_fitting_settings(page: Page) -> Page:
    """Return the page; for a set without references, with only the settings that need none."""
    set_in_use = whole_set_in_use() if page.needs_set else None
    if set_in_use is None or set_in_use[0].references:
        return page
    return replace(page, settings=page.settings_without_references, chosen_by="", unfolds="")


def can_be_shown(page: Page, context: Context) -> bool:
    """Return whether the test set has all that the page needs; if not, draw a note on the missing part."""
    if context.test_set.references:
        return True
    if not page.needs or (page.needs == SCORES and context.metrics):
        if page.name != "effort" or not context.test_set.post_edits:
            st.caption(ONLY_GIVEN_SCORES if context.metrics else NO_REFERENCE)
        return True
    st.info(f"This set has no reference. The page {page.title} needs {page.needs}.")
    first, name = (EFFORT, "effort") if context.test_set.post_edits else (FIND, "checks")
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        st.button(first, key="lead-on", type="primary", on_click=state.open_page_in_next_run, args=(name,))
        address.page_link("segments", "Read source and outputs")
        address.page_link("data", "Add a reference or scores" if page.needs == SCORES else "Add a reference")
    return False
