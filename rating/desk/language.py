"""The language of the desk: the campaign's, until a rater chooses another one; before that the browser's."""

import streamlit as st

from rating.desk import seats
from scoring.rating import ENGLISH, LANGUAGES, translate
from ui.session import state

KEY = "desk_language"
KEPT = "session"


def chosen_language() -> str:
    """The code of the language in which the page speaks."""
    asked = state.asked(KEY)
    by_name = {name: code for code, name in LANGUAGES.items()}
    code = by_name.get(asked, asked)
    return code if code in LANGUAGES else _usual()


def _usual() -> str:
    there, invited = seats.sitting(), seats.invited()
    if there is not None:
        return there.desk.seat.campaign.language
    if invited is not None:
        return invited.campaign.language
    of_browser = (st.context.locale or ENGLISH)[:2]
    return of_browser if of_browser in LANGUAGES else ENGLISH


def says(text: str, **values: object) -> str:
    """A text of the desk in the chosen language, with its fields filled."""
    said = translate(text, chosen_language())
    return said.format(**values) if values else said


def draw_desk_title(title: str) -> None:
    """A title, and beside it the list of languages, in which the one that is spoken is chosen."""
    codes = list(LANGUAGES)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False)
        st.selectbox(
            says("Language"),
            codes,
            codes.index(chosen_language()),
            format_func=LANGUAGES.__getitem__,
            key=KEY,
            label_visibility="collapsed",
            width=140,
            bind="query-params",
            persist_state=KEPT,
        )
