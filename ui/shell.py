"""The frame around every page: navigation, the test set and systems in use, the settings that change scores.

Streamlit runs this script, then the page that it names.
"""

from pathlib import Path

import streamlit as st

from scoring.bleu import MAX_ORDER
from scoring.smoothing import METHODS
from scoring.tokenizers import TOKENIZERS
from ui import cache, state, widgets
from ui.context import DEFAULT_SET, in_use

PAGES = (
    ("overview", "Overview"),
    ("segments", "Segments"),
    ("smoothing", "Smoothing"),
    ("data", "Data"),
)


ABOUT = "BLEUscope: which machine translation is better, where, why, and can you trust the number?"
"""Having a menu at all is what lets visitors choose the theme."""


def main() -> None:
    st.set_page_config(page_title="BLEUscope", layout="wide", menu_items={"About": ABOUT})
    st.logo(Path(__file__).with_name("logo.svg"), size="large")
    page = st.navigation(
        [
            st.Page(widgets.page_path(name), title=title, url_path=name, default=name == "overview")
            for name, title in PAGES
        ]
    )
    identity = state.chosen_set(DEFAULT_SET)
    with st.sidebar:
        choose_set(identity)
        known = cache.test_set(state.chosen_set(DEFAULT_SET)) is not None
        if known:
            choose_settings()
    context = in_use()
    if context is None and page.title != "Data":
        say_gone()
        return
    if context is not None and context.problem:
        st.warning("The chosen references leave segments without any, so all references are used.")
    page.run()


def choose_set(identity: str) -> None:
    offered = list(dict.fromkeys([*cache.SAMPLES, *state.own_sets(), identity]))
    state.offer("test_set", identity)
    st.selectbox(
        "Test set",
        offered,
        format_func=set_name,
        key="test_set",
        on_change=lambda: use(state.current("test_set")),
    )
    state.keep("set", identity)


def use(identity: str) -> None:
    state.use_set(identity)
    state.choose_segment(0)


def set_name(identity: str) -> str:
    test_set = cache.test_set(identity)
    return "no longer here" if test_set is None else test_set.name


def choose_settings() -> None:
    """Every widget that changes scores. Its key is its name in the address."""
    whole = cache.test_set(state.chosen_set(DEFAULT_SET))
    bound = {"bind": "query-params"}
    if len(whole.references) > 1:
        st.multiselect("References", whole.reference_names, key="references", placeholder="All references", **bound)
    st.multiselect("Systems shown", whole.system_names, key="systems", placeholder="All systems", **bound)
    st.divider()
    available = [name for name, tokenizer in TOKENIZERS.items() if tokenizer.available]
    st.selectbox(
        "Tokenizer",
        available,
        key="tokenize",
        help="\n".join(f"- `{name}`: {TOKENIZERS[name].description}" for name in available),
        **bound,
    )
    st.toggle("Ignore case", key="lowercase", **bound)
    st.slider("Longest n-gram", 1, MAX_ORDER, 4, key="max_order", **bound)
    smoothing = st.selectbox(
        "Smoothing",
        list(METHODS),
        index=list(METHODS).index("exp"),
        key="smoothing",
        help="\n".join(f"- `{name}`: {method.description}" for name, method in METHODS.items()),
        **bound,
    )
    choose_smoothing_value(smoothing)
    st.toggle(
        "Effective order",
        key="effective_order",
        help="Leave out the orders that a hypothesis is too short for. sacreBLEU's sentence scores do so.",
        **bound,
    )
    st.caption("These settings change every score on every page. sacreBLEU's defaults are set at the start.")


def choose_smoothing_value(method: str) -> None:
    usual = METHODS[method].value
    if usual is not None:
        st.number_input(
            "Smoothing value",
            0.0,
            100.0,
            usual,
            0.1,
            key="smoothing_value",
            bind="query-params",
            format="%.3f",
        )


def say_gone() -> None:
    st.title("This test set is no longer here")
    st.write(
        "The link leads to an uploaded test set. Uploaded sets are kept in the server's memory, a limited number of"
        " them, until it is restarted. Upload the same files again and the same link works again."
    )
    widgets.page_link("data", "Upload files")
    st.button("Open the sample set", on_click=use, args=(DEFAULT_SET,))


main()
