"""The frame around every page: navigation and the sidebar.

Streamlit runs this script, then the page that it names.
"""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from scoring import TooLong
from ui import language, navigation, sidebar, state
from ui.context import if_kept
from ui.errata.errata import ERRATA
from ui.kit import links, send
from ui.store import cache, waiting

ABOUT = "BLEUscope: which machine translation is better, where, why, and can you trust the number?"
"""Having a menu at all is what lets visitors choose the theme."""


def main() -> None:
    st.set_page_config(page_title="BLEUscope", layout="wide", menu_items={"About": ABOUT})
    send.stylesheet()
    st.logo(Path(__file__).with_name("logo.svg"), size="large")
    records = list(navigation.PAGES.values())
    places = {
        st.Page(navigation.path(page.name), title=page.title, url_path=page.name, default=page is records[0]): page
        for page in records
    }
    chosen = st.navigation(list(places))
    page = places[chosen]
    waiting.keep_wishes()
    examples = ERRATA if page.name == "playground" else {}
    state.take_example({name: erratum.settings for name, erratum in examples.items()})
    sidebar.draw(page)
    sidebar.say_brought(page)
    show(page, chosen.run)
    state.say_address()


def show(page: navigation.Page, draw: Callable[[], None]) -> None:
    """The page, where there is what it needs."""
    context = if_kept()
    if context is None and page.needs_set:
        say_gone()
        return
    if context is not None and context.problem and page.needs_set:
        st.warning("The chosen references leave segments without any, so all references are used.")
    if context is not None and page.needs_set and page.uses_settings:
        language.say_unfit(context)
    try:
        draw()
    except TooLong as error:
        st.warning(str(error))


def say_gone() -> None:
    st.title("This test set is no longer here")
    why = "The server needed its room for others." if cache.shelf().gave_way(state.chosen_set()) else ""
    st.write(
        f"The link leads to an uploaded test set. {why} Uploaded sets are kept in the server's memory, a limited number"
        " of them, until it is restarted. Upload the same files again and the same link works again."
    )
    links.page_link("data", "Upload files")
    st.button("Open the sample set", on_click=language.use_set, args=(state.ADDRESS["set"],))


main()
