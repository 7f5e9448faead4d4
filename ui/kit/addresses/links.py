"""Links to other pages, with parameters that say what they show."""

import streamlit as st

from ui.kit.addresses import texts as playground
from ui.session import navigation

USUAL_VIEW = "n-grams"
"""The view that the Playground shows where its address names none."""


def page_link(name: str, label: str, **parameters: str) -> None:
    """``parameters`` are values of that page's widgets, by key."""
    st.page_link(navigation.path(name), label=label, query_params=parameters or None)


def playground_link(texts: playground.Texts, label: str, **parameters: str) -> None:
    """Opens texts in the Playground; ``parameters`` are further ones of its address.

    A value that is the usual one is left out: Streamlit would take it out of the address, and Back lead to it first.
    """
    further = {name: value for name, value in parameters.items() if (name, value) != ("view", USUAL_VIEW)}
    code = playground.encode(texts)
    fits = playground.fits(code) and not playground.text_problem(texts)
    st.page_link(
        navigation.path("playground"),
        label=label,
        icon=":material/edit_note:",
        disabled=not fits,
        help=None if fits else "Too much for a link. Show fewer systems, or paste the texts there.",
        query_params={"text": code if fits else "", **further},
    )
