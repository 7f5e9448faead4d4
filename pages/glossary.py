"""What does each term mean? The explanations that pages show as tooltips."""

from typing import Any

import streamlit as st

from scoring.output.markup.html import page
from ui.kit import glossary
from ui.session import send

NOTHING = "No term matches. Try a shorter word."


def main() -> None:
    look: Any = {"label_visibility": "collapsed", "placeholder": "Find a term", "bind": "query-params"}
    asked = st.text_input("Find a term", key="term", type="search", live="250ms", max_chars=50, width=320, **look)
    found = glossary.find_terms(asked)
    if not found:
        st.info(NOTHING)
    for heading, terms in found.items():
        st.subheader(heading, anchor=False)
        send.html(page(glossary.terms_html(terms)))


main()
