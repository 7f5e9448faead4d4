"""What do people think? The page that sets up a rating campaign, hands it out, and reads its results."""

from functools import partial

import streamlit as st

from rating.page import campaigns, rating_results, setup
from scoring import TestSet
from ui.context import language
from ui.context.context import Context, current_context
from ui.data import keeping
from ui.kit import address, changes
from ui.session import state
from ui.store import cache, kept
from ui.verdict import doubt_line
from workspace import UnavailableError, WorkspaceError

PROJECT = "rate_keep_in"
NOT_KEPT = (
    "Ratings are saved with a test set. {} is a built-in sample: save a copy of it first, or upload your own outputs."
)

LOOK_FIRST = "Look at this before people rate these outputs."


def main() -> None:
    context = current_context()
    version = kept.find_kept_version(state.chosen_set())
    whole = cache.named_set(state.chosen_set(), state.visitor())
    if version is None or whole is None:
        campaigns.draw_opening(context, [], context.every_segment)
        st.info(NOT_KEPT.format(context.every_segment.name))
        project = keeping.choose_project(PROJECT)
        button = changes.new_button_key("keep-set")
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.button("Save a copy", key=button, type="primary", on_click=keep_sample, args=(project, button))
            address.page_link("data", "Upload your own outputs")
        return
    try:
        parts = {
            "Set up": partial(draw_setup, context, whole, version),
            campaigns.CAMPAIGNS_PART: partial(campaigns.draw_campaigns, version),
            campaigns.RESULTS_PART: partial(rating_results.draw_campaign_results, context, whole, version),
        }
        address.tabs(parts, campaigns.PART)
    except UnavailableError:
        raise
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))


def draw_setup(context: Context, whole: TestSet, version: kept.KeptVersion) -> None:
    doubt_line.draw_doubts_before_use(context, LOOK_FIRST)
    setup.draw_campaign_setup(context, whole, version)


def keep_sample(project: str | None, button: str) -> None:
    """Save a copy of the sample in use and use the copy; a callback."""

    def use_saved_copy(key: str) -> str:
        language.use_set_with_settings(key)
        return "The copy is saved. Now choose what people rate."

    changes.make_once(
        button, lambda: kept.keep_in_project(cache.sample_set(state.chosen_set()), project), use_saved_copy
    )


main()
