"""The removal of outputs from the test set in use: a new version without them."""

import streamlit as st

from scoring import TestSet
from ui.context import language
from ui.kit import changes
from ui.session import state
from ui.store import cache, kept

WIDTH = 360
"""Width in px."""


def draw_output_removal() -> None:
    """Draw the choice of outputs to remove, if the visitor may change the set and it has more than one output."""
    version = kept.find_kept_version(state.chosen_set())
    whole = cache.open_test_set(state.chosen_set(), state.visitor())
    if version is None or whole is None or not version.may_change or len(whole.systems) < 2:
        return
    with st.popover("Remove outputs", type="tertiary", key="removing"), st.container(width=WIDTH):
        key = f"remove-{version.id}-{version.number}"
        names = st.multiselect("Outputs to take out", whole.system_names, key=key, placeholder="Choose them")
        st.caption(
            "This makes a new version without them, and without their scores, errors and preferences. Older versions"
            " keep them."
        )
        is_all = len(names) == len(whole.systems)
        if is_all:
            st.warning("At least one output stays. To be rid of all, delete the test set on the page Projects.")
        disabled = is_all or not names
        args = (version, whole, names)
        st.button(
            "Remove them", key="remove-outputs", type="primary", disabled=disabled, on_click=remove_outputs, args=args
        )


@changes.change_callback
def remove_outputs(version: kept.KeptVersion, whole: TestSet, names: list[str]) -> str:
    """Remove outputs, and use the new version with all its systems; return the sentence that is said."""
    language.use_set_with_settings(kept.keep_as_version(version, whole, whole.without_systems(names)))
    return f"{version.name} has a new version without {', '.join(names)}."
