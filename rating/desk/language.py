"""The language of the rater's page: the one that a rater chose in this browser, else the campaign's.

The browser's own language is used only until the campaign is known.
"""

import streamlit as st

from rating.desk import door, seats
from scoring.rating import ENGLISH, LANGUAGES, localize_number, translate, translate_usual_name
from ui.session import state
from workspace import BlindCampaign


def chosen_language() -> str:
    """Return the code of the language in which the rater's page is shown."""
    code = state.widget_or_address_value(door.LANGUAGE)
    return code if code in LANGUAGES else _usual()


def _usual() -> str:
    asks_in: str | None = state.widget_value(seats.ASKS_IN)
    of_browser = (st.context.locale or ENGLISH)[:2]
    return asks_in or (of_browser if of_browser in LANGUAGES else ENGLISH)


def says(text: str, **values: object) -> str:
    """Return a text of the rater's page in the chosen language, with its fields filled."""
    translation = translate(text, chosen_language())
    return translation.format(**values) if values else translation


def campaign_name(campaign: BlindCampaign) -> str:
    """Return the name of a campaign; a name that the owner did not choose is translated into the chosen language."""
    return translate_usual_name(campaign.name, chosen_language())


def localized_number(value: float, decimals: int = 0) -> str:
    """Return a number as the chosen language writes it, such as 1.234,5 in German."""
    return localize_number(f"{value:,.{decimals}f}", chosen_language())


def draw_desk_title(title: str) -> None:
    """Draw a title, and next to it the list of languages with the chosen one selected."""
    codes, language = list(LANGUAGES), chosen_language()
    key = f"desk-language-{language}"  # a new widget for each language: no value from before the campaign

    def take() -> None:
        state.ask_in_address(door.LANGUAGE, state.widget_value(key))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False)
        st.selectbox(
            says("Language"),
            codes,
            codes.index(language),
            format_func=LANGUAGES.__getitem__,
            key=key,
            label_visibility="collapsed",
            width=140,
            on_change=take,
        )
