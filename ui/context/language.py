"""The settings that fit the language of a test set: set when the set is opened, and offered where others are in use."""

from typing import Any

import streamlit as st

from scoring import TER
from scoring.options import options_of
from scoring.text.languages import SPACED, Script
from ui.context.context import Context
from ui.session import state
from ui.session.settings import score_options, setting_value
from ui.store import cache
from workspace import UnavailableError

FITTING = "fitting_before"
"""The session's key for the settings that fit the previous set, until the next set's are in use."""
NEXT = "set_opened_next"
"""The session's key for the test set and the page that the next run opens."""


def use_set_with_settings(identity: str) -> None:
    """Use a test set, with the settings that fit its language unless the visitor has chosen others."""
    if state.widget_value(FITTING) is None:
        state.set_widget_value(FITTING, fitting_settings(_script(state.chosen_set())))
    state.use_set(identity)


def see_verdict(identity: str, page: str = "overview", **parameters: str) -> None:
    """Use a test set and open its verdict, or another page; ``parameters`` are those of ``open_page_in_next_run``."""
    use_set_with_settings(identity)
    state.open_page_in_next_run(page, **parameters)


def open_set_next(identity: str, page: str, **parameters: str) -> None:
    """Let the next run use a test set and open a page; ``parameters`` are those of ``open_page_in_next_run``."""
    state.set_widget_value(NEXT, (identity, page, parameters))


def open_awaited_set() -> None:
    """Open the set that ``open_set_next`` asked for; the shell calls it before it draws any widget of a test set."""
    awaited = state.widget_value(NEXT)
    if awaited is not None:
        identity, page, parameters = awaited
        state.set_widget_value(NEXT, None)
        use_set_with_settings(identity)
        state.open_page_in_next_run(page, **parameters)


def apply_fitting_settings() -> None:
    """Set the settings that fit the set in use; the shell calls it once the set is open, before it draws a setting."""
    before = state.widget_value(FITTING)
    if before is None:
        return
    for key, value in fitting_settings(_script(state.chosen_set())).items():
        if setting_value(key) == before[key]:
            state.set_widget_value(key, value)
    state.set_widget_value(FITTING, None)


def fitting_settings(script: Script) -> dict[str, Any]:
    """Return the settings that fit texts in this script, by key."""
    by_name = TER.fitting(script)
    rates = {declared.key: by_name[declared.name] for declared in options_of(TER) if declared.name in by_name}
    return {"tokenize": script.tokenizer, **rates}


def options_without_fitting() -> dict[str, Any]:
    """Return the sidebar's settings as metrics' options, with defaults where they fit only the set's language."""
    usual, fitting = fitting_settings(SPACED), fitting_settings(_script(state.chosen_set()))
    return score_options() | {key: usual[key] for key, value in fitting.items() if setting_value(key) == value}


def draw_language_badge(context: Context) -> None:
    """Draw the language of the references, where settings depend on it or the files say another one."""
    target = cache.target(context.every_segment)
    if target.script is SPACED and target.contradicted is None:
        return
    st.badge(str(target), icon=":material/translate:", color="gray")
    if target.script.advice is not None and context.bleu.tokenize == target.script.tokenizer:
        st.caption(target.script.advice, width="content")


def say_unfit(context: Context) -> None:
    """Warn where the tokenizer in use does not find the words of this test set, and offer settings that do."""
    script = cache.target(context.every_segment).script
    warning = context.bleu.unfit_for(script)
    if warning is not None:
        st.warning(warning)
        settings = fitting_settings(script)
        characters = "characters" if TER.fitting(script)["characters"] else "Asian characters"
        label = f"Use {settings['tokenize']}, and {characters} for TER, WER and PER"
        st.button(label, key="fit-language", on_click=state.set_widget_values, args=(settings,))


def _script(identity: str) -> Script:
    try:
        test_set = cache.open_test_set(identity, state.visitor())
    except UnavailableError:  # happens in a callback; the page that follows reports it
        return SPACED
    return SPACED if test_set is None else cache.target(test_set).script
