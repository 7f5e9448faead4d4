"""The sources of candidates: the systems of the set in use, a visitor's file of lists, or the sample's lists."""

from typing import Any

import streamlit as st

from scoring import TestSet
from scoring.studies.choice import judged_systems
from ui.choose import candidate_upload
from ui.choose.candidates import CandidateFile, ChoiceInput, choice_input_from_lists, of_systems
from ui.choose.choice_tables import is_choice
from ui.context.context import Context
from ui.kit import reader
from ui.session import state
from ui.store import cache
from ui.store.samples import LISTS_NAMES

KEY = "candidates"
LISTS_OF, SAMPLE_NUMBER = "news-en-es", -1
"""Name of the sample with lists, and the number of its lists among the files that visitors bring."""
SYSTEMS, OWN, SAMPLE = "systems", "lists", "sample"
SOURCES = {SYSTEMS: "Systems of this set", OWN: "Your own lists", SAMPLE: "Sample lists"}
MIX_NEEDS_SYSTEMS = "A mix takes several candidates per sentence, and one system is shown."
LISTS = "Or use lists: a beam, samples or an n-best list of this system."
UNJUDGED = "Include {:,} without human scores"
WHY_JUDGED = "Human scores can judge a choice only if every candidate has one."


def find_candidates(context: Context, source: str, row: Any) -> ChoiceInput | None:
    """Return the candidates; None where there are none yet, and the page then says what to do.

    ``row`` is the container for further questions.
    """
    if source == SYSTEMS:
        with row:
            names = _names(context)
        if len(names) > 1:
            return of_systems(context, names)
        reader.offer_second_system(context, MIX_NEEDS_SYSTEMS)
        st.text(LISTS)
        with st.container(horizontal=True):
            st.button("Use your own lists", key="own-lists", on_click=state.set_widget_values, args=({KEY: OWN},))
            offer_sample()
        return None
    return {OWN: _own_candidates, SAMPLE: _sample}[source](context)


def _names(context: Context) -> list[str]:
    """Return the names of the shown systems that are no choices of this page.

    If all systems are shown, only those with human scores are returned, unless the visitor includes the others.
    """
    names = [name for name in context.shown if not is_choice(name)]
    judged_names = [name for name in names if name in judged_systems(context.test_set)]
    is_all = len(context.shown) == len(context.test_set.systems)
    if not is_all or len(judged_names) == len(names) or len(judged_names) < 2:
        return names
    label = UNJUDGED.format(len(names) - len(judged_names))
    return names if st.toggle(label, key="choose_unjudged", help=WHY_JUDGED, bind="query-params") else judged_names


def _own_candidates(context: Context) -> ChoiceInput | None:
    candidate_file = candidate_upload.CANDIDATES.current()
    if candidate_file is not None:
        try:
            return choice_input_from_lists(context, candidate_file, complete_set_in_use(), state.visitor())
        except ValueError as error:
            st.error("These lists do not go with the set in use.")
            st.code(str(error), language=None, wrap_lines=True)
    candidate_upload.draw_candidate_upload(candidate_upload.CANDIDATES, context)
    offer_sample()
    return None


def _sample(context: Context) -> ChoiceInput | None:
    lists, of = cache.lists_of_sample(LISTS_OF), cache.sample_set(LISTS_OF)
    return choice_input_from_lists(
        context, CandidateFile(LISTS_NAMES[LISTS_OF], SAMPLE_NUMBER, lists, of), complete_set_in_use(), ""
    )


def complete_set_in_use() -> TestSet:
    """Return the set in use with all its segments, systems and references."""
    test_set = cache.open_test_set(state.chosen_set(), state.visitor())
    assert test_set is not None  # the frame draws the page for a set that is here
    return test_set


def offer_sample() -> None:
    st.button("Try the sample lists", key="sample-lists", on_click=state.set_widget_values, args=({KEY: SAMPLE},))
