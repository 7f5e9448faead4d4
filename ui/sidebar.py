"""The sidebar: the test set in use, what of it is shown, and every setting that changes scores."""

from collections import Counter

import streamlit as st

from scoring.bleu.dialects import PARAMETERS
from scoring.bleu.smoothing import METHODS
from scoring.options import Declared
from scoring.ter.error_rate import ErrorRate
from ui import language, state
from ui.kit import send
from ui.navigation import PAGES, Page
from ui.settings import GROUPS, USUAL, chosen, order_keys, unusual, value_key
from ui.smoothing import sliders
from ui.store import cache

WITH_OWN_SETTINGS = " and ".join(page.title for page in PAGES.values() if not page.uses_settings)
SCORED_PAGES = f"every page but {WITH_OWN_SETTINGS}"
UNFOLDING = {page.unfolds for page in PAGES.values()} - {""}
"""Headings whose settings stand first, unfolded on the pages that are about them."""

NOTES = {
    ErrorRate.settings: (
        "tercom's and sacreBLEU's options. Without any, words are split at spaces and case is ignored."
    )
}
"""What is said below the settings of a heading."""


def draw(page: Page) -> None:
    """All of it, for this page."""
    with st.sidebar:
        state.draw_address()
        choose_set()
        choose_shown(page)
        choose_settings(page)


def choose_set() -> None:
    identity = state.chosen_set()
    offered = list(dict.fromkeys([*cache.SAMPLES, *state.own_sets(), identity]))
    labels = set_labels(offered)
    state.offer("test_set", identity)
    st.selectbox(
        "Test set",
        offered,
        format_func=labels.__getitem__,
        key="test_set",
        on_change=lambda: language.use_set(state.current("test_set")),
    )


def set_labels(identities: list[str]) -> dict[str, str]:
    """What the selector shows for each; equal names get the beginning of the id, for Streamlit goes by the label."""
    sets = {identity: cache.named_set(identity, state.visitor()) for identity in identities}
    names = {identity: "no longer here" if kept is None else kept.name for identity, kept in sets.items()}
    common = Counter(names.values())
    return {i: name if common[name] == 1 else f"{name} · {i[:8]}" for i, name in names.items()}


def choose_shown(page: Page) -> None:
    """What of the test set in use is looked at; out of sight where nothing is, for a widget not drawn forgets it."""
    if not page.shows_set:
        send.hide("shown")
    with st.container(key="shown"):
        draw_shown()


def draw_shown() -> None:
    whole = cache.test_set(state.chosen_set())
    if whole is None:
        return
    if len(whole.references) > 1:
        names = whole.reference_names
        st.multiselect("References", names, key="references", placeholder="All references", bind="query-params")
    st.multiselect("Systems shown", whole.system_names, key="systems", placeholder="All systems", bind="query-params")
    st.divider()


def choose_settings(page: Page) -> None:
    """Every widget that changes scores. Its key is its name in the address."""
    for heading, options in GROUPS.items():
        if heading in UNFOLDING:
            with st.expander(heading, expanded=page.unfolds == heading):
                choose_options(options, page)
    choose_options(GROUPS[""], page)
    for heading, options in GROUPS.items():
        if heading and heading not in UNFOLDING:
            with st.popover(heading, width="stretch"):
                choose_options(options, page)
                if heading in NOTES:
                    st.caption(NOTES[heading])
    if page.uses_settings:
        said = f"These settings change every score on {SCORED_PAGES}."
    else:
        said = f"These settings change nothing on this page: {WITH_OWN_SETTINGS} have settings of their own."
    st.caption(f"{said} sacreBLEU's defaults are set at the start.")


def choose_options(options: list[Declared], page: Page) -> None:
    """The widgets of these options, as many as each of them takes."""
    for declared in options:
        if declared.option.for_each_order:
            choose_for_each_order(declared)
        else:
            choose_option(declared)
        if declared.option.with_value:
            choose_value(state.current(declared.key), page)


def choose_option(declared: Declared) -> None:
    """The widget of one option: a switch, a choice, or a slider."""
    option, key = declared.option, declared.key
    if declared.is_switch:
        st.toggle(option.label, declared.default, key=key, help=option.help, bind="query-params")
    elif option.choices is not None:
        choices = option.choices()
        listed = "\n".join(f"- `{name}`: {description}" for name, description in choices.items() if description)
        help = f"{option.help}\n\n{listed}"
        index = list(choices).index(declared.default)
        st.selectbox(option.label, list(choices), index, key=key, help=help, bind="query-params")
    else:
        ends = option.lowest, option.highest if option.slider_to is None else option.slider_to
        st.slider(option.label, *ends, declared.default, option.step, key=key, help=option.help, bind="query-params")


def choose_for_each_order(declared: Declared) -> None:
    """One slider an order."""
    option = declared.option
    name = f"{option.label}: {'equal' if chosen(declared) is None else 'your own'}"
    with st.popover(name, width="stretch", key=declared.key):
        st.caption(f"{option.help} So they do where all are 0.")
        for order, key in enumerate(order_keys(declared), 1):
            st.slider(f"{order}-grams", 0.0, 1.0, USUAL[key], 0.05, key=key, bind="query-params")


def choose_value(name: str, page: Page) -> None:
    """A method's value, if any; the paper's parameters stand on the page Smoothing itself while it is open."""
    method = METHODS[name]
    if method.parameter in PARAMETERS:
        if page.name != "smoothing":
            sliders.parameter(method.parameter)
    elif method.value is not None:
        st.number_input(
            "Smoothing value",
            0.01 if method.positive else 0.0,
            100.0,
            method.value,
            0.1,
            key=value_key(name),
            bind="query-params",
            format="%g",
        )


def say_brought(page: Page) -> None:
    """What an example, or the link that began the visit, has set for all pages, and the way back."""
    state.note_link(USUAL)
    origin, settings = state.brought()
    said = unusual(settings)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="settings-brought"):
        if not said or not page.uses_settings:
            return
        st.caption(f"{origin} has set: {said}.", width="content")
        usual = {key: USUAL[key] for key in settings}
        st.button(
            "Back to the usual settings",
            key="usual-settings",
            help=f"They count on {SCORED_PAGES}.",
            type="tertiary",
            on_click=state.hold,
            args=(usual,),
        )
