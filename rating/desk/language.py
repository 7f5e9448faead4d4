"""The language of the desk: the one that a rater chose, here or for an earlier campaign, else the campaign's."""

import streamlit as st

from rating.desk import seats
from scoring.rating import ENGLISH, LANGUAGES, localized, name_for_raters, translate
from ui.session import state
from workspace import BlindCampaign

KEY = "desk_language"
"""The address's parameter, and the session's key, for a language that was chosen on the page."""


def chosen_language() -> str:
    """The code of the language in which the page speaks."""
    return asked_language() or _usual()


def asked_language() -> str:
    """The code of the language that was chosen on the page; empty for none."""
    asked = state.asked(KEY)
    return asked if asked in LANGUAGES else ""


def keep_language(code: str) -> None:
    """Speak a language that was chosen in this browser before, unless the address asks for another one."""
    if code in LANGUAGES and not asked_language():
        state.ask_in_address(KEY, code)


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


def campaign_name(campaign: BlindCampaign) -> str:
    """A campaign's name as raters read it."""
    return name_for_raters(campaign.name, chosen_language())


def localized_number(value: float, decimals: int = 0) -> str:
    """A number as the chosen language writes it, such as 1.234,5 in German."""
    return localized(f"{value:,.{decimals}f}", chosen_language())


def draw_desk_title(title: str) -> None:
    """A title, and beside it the list of languages, in which the one that is spoken is chosen."""
    codes, spoken = list(LANGUAGES), chosen_language()
    key = f"desk-language-{spoken}"  # another list for each, which holds nothing from before a campaign was known

    def take() -> None:
        state.ask_in_address(KEY, state.widget_value(key))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False)
        st.selectbox(
            says("Language"),
            codes,
            codes.index(spoken),
            format_func=LANGUAGES.__getitem__,
            key=key,
            label_visibility="collapsed",
            width=140,
            on_change=take,
        )
