"""The frame around every page: navigation, the test set and systems in use, the settings that change scores.

Streamlit runs this script, then the page that it names.
"""

from collections import Counter
from pathlib import Path

import streamlit as st

from scoring import TBLEU
from scoring.bleu import MAX_ORDER
from scoring.smoothing import METHODS
from scoring.tokenizers import TOKENIZERS
from ui import cache, state, widgets
from ui.context import PARAMETERS, TER_OPTIONS, USUAL, in_use, unusual, value_key, weights
from ui.errata import ERRATA

PAGES = (
    ("overview", "Overview"),
    ("segments", "Segments"),
    ("smoothing", "Smoothing"),
    ("ter", "TER"),
    ("tbleu", "tBLEU"),
    ("significance", "Significance"),
    ("compare", "Compare"),
    ("learn", "Learn"),
    ("playground", "Playground"),
    ("errata", "Errata"),
    ("data", "Data"),
)
WITHOUT_SET = ("Learn", "Playground", "Errata", "Data")
"""Pages that are there also where the test set in use is gone."""
OF_NO_SET = ("Learn", "Playground", "Errata")
"""Pages where no system and no reference of the test set in use is looked at."""
OF_OWN_SETTINGS = ("Learn", "Errata")
"""Pages where the sidebar's settings change nothing."""
SCORED_PAGES = f"every page but {' and '.join(OF_OWN_SETTINGS)}"

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
    widgets.keep_runs()
    examples = ERRATA if page.title == "Playground" else {}
    state.take_example({name: erratum.settings for name, erratum in examples.items()})
    with st.sidebar:
        state.draw_address()
        choose_set()
        choose_shown(page.title)
        choose_settings(page.title)
    say_brought(page.title)
    context = in_use()
    if context is None and page.title not in WITHOUT_SET:
        say_gone()
        return
    if context is not None and context.problem and page.title not in WITHOUT_SET:
        st.warning("The chosen references leave segments without any, so all references are used.")
    page.run()


def choose_set() -> None:
    identity = state.chosen_set()
    offered = list(dict.fromkeys([*cache.SAMPLES, *state.own_sets(), identity]))
    labels = set_labels(offered)
    state.offer("test_set", identity)
    st.selectbox(
        "Test set",
        offered,
        format_func=labels.get,
        key="test_set",
        on_change=lambda: state.use_set(state.current("test_set")),
    )


def set_labels(identities: list[str]) -> dict[str, str]:
    """What the selector shows for each; equal names get the beginning of the id, for Streamlit goes by the label."""
    sets = {identity: cache.test_set(identity) for identity in identities}
    names = {identity: "no longer here" if kept is None else kept.name for identity, kept in sets.items()}
    common = Counter(names.values())
    return {i: name if common[name] == 1 else f"{name} · {i[:8]}" for i, name in names.items()}


def choose_shown(page: str) -> None:
    """What of the test set in use is looked at; out of sight where nothing is, for a widget not drawn forgets it."""
    if page in OF_NO_SET:
        st.html("<style>.st-key-shown { display: none }</style>")
    with st.container(key="shown"):
        draw_shown()


def draw_shown() -> None:
    whole = cache.test_set(state.chosen_set())
    if whole is None:
        return
    bound = {"bind": "query-params"}
    if len(whole.references) > 1:
        st.multiselect("References", whole.reference_names, key="references", placeholder="All references", **bound)
    st.multiselect("Systems shown", whole.system_names, key="systems", placeholder="All systems", **bound)
    st.divider()


def choose_settings(page: str) -> None:
    """Every widget that changes scores. Its key is its name in the address."""
    bound = {"bind": "query-params"}
    choose_epsilon(page)
    available = [name for name, tokenizer in TOKENIZERS.items() if tokenizer.available]
    st.selectbox(
        "Tokenizer",
        available,
        key="tokenize",
        help="\n".join(f"- `{name}`: {TOKENIZERS[name].description}" for name in available),
        **bound,
    )
    st.toggle("Ignore case", key="lowercase", **bound)
    order = st.slider("Longest n-gram", 1, MAX_ORDER, 4, key="max_order", **bound)
    choose_weights(order)
    smoothing = st.selectbox(
        "Smoothing",
        list(METHODS),
        index=list(METHODS).index("exp"),
        key="smoothing",
        help="\n".join(f"- `{name}`: {method.description}" for name, method in METHODS.items()),
        **bound,
    )
    choose_smoothing_value(smoothing, page)
    st.toggle(
        "Effective order",
        key="effective_order",
        help="Leave out the orders that a hypothesis is too short for. sacreBLEU's sentence scores do so.",
        **bound,
    )
    with st.popover("TER, WER and PER", width="stretch"):
        for option, label in TER_OPTIONS.items():
            st.toggle(label, key=option, **bound)
        st.caption("tercom's and sacreBLEU's options. Without any, words are split at spaces and case is ignored.")
    if page in OF_OWN_SETTINGS:
        said = (
            f"These settings change nothing on this page: {' and '.join(OF_OWN_SETTINGS)} have settings of their own."
        )
    else:
        said = f"These settings change every score on {SCORED_PAGES}."
    st.caption(f"{said} sacreBLEU's defaults are set at the start.")


def say_brought(page: str) -> None:
    """What an example, or the link that began the visit, has set for all pages, and the way back."""
    state.note_link(USUAL)
    origin, settings = state.brought()
    said = unusual(settings)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="settings-brought"):
        if not said or page in OF_OWN_SETTINGS:
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


def choose_epsilon(page: str) -> None:
    """tBLEU's threshold, in sight where it is looked at; one place for all pages, since a move drops its parameter."""
    with st.expander("tBLEU", expanded=page in ("tBLEU", "Playground")):
        st.slider(
            "epsilon of tBLEU",
            0.0,
            1.0,
            TBLEU.epsilon,
            0.01,
            key="tbleu_epsilon",
            help="The largest affix distance that is forgiven. The distance of two words is the number of character"
            " edits before and after their longest common substring, divided by that substring's length, and at most 1."
            " The usual 0.05 takes a common part of at least 20 characters for one edit; 0.3 forgives most inflection.",
            bind="query-params",
        )


def choose_weights(max_order: int) -> None:
    """One slider an order; only their proportions count."""
    chosen = weights()
    name = "Weights: equal" if chosen is None else "Weights: your own"
    with st.popover(name, width="stretch", key="weights"):
        st.caption(
            "How much the precision of each order counts in the geometric mean."
            " Only proportions matter; where all weights are 0, all orders count alike."
        )
        for order in range(1, max_order + 1):
            st.slider(f"{order}-grams", 0.0, 1.0, 1.0, 0.05, key=f"weight_{order}", bind="query-params")


def choose_smoothing_value(method: str, page: str) -> None:
    """The value of the method in use; the paper's parameters stand on the page Smoothing itself while it is open."""
    usual, parameter = METHODS[method].value, METHODS[method].parameter
    if parameter in PARAMETERS:
        if page != "Smoothing":
            widgets.parameter(parameter)
    elif usual is not None:
        st.number_input(
            "Smoothing value",
            0.01 if METHODS[method].positive else 0.0,
            100.0,
            usual,
            0.1,
            key=value_key(method),
            bind="query-params",
            format="%g",
        )


def say_gone() -> None:
    st.title("This test set is no longer here")
    st.write(
        "The link leads to an uploaded test set. Uploaded sets are kept in the server's memory, a limited number of"
        " them, until it is restarted. Upload the same files again and the same link works again."
    )
    widgets.page_link("data", "Upload files")
    st.button("Open the sample set", on_click=state.use_set, args=(state.ADDRESS["set"],))


main()
