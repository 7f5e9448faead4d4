"""What does each term mean? The explanations that pages show as tooltips."""

from typing import Any

import streamlit as st

from scoring.output.markup.html import page
from ui.kit import glossary
from ui.session import send

NO_MATCH = "No term matches. Try a shorter word."


def main() -> None:
    look: Any = {"label_visibility": "collapsed", "placeholder": "Find a term", "bind": "query-params"}
    query = st.text_input("Find a term", key="term", type="search", live="250ms", max_chars=50, width=320, **look)
    terms_by_heading = glossary.find_terms(query)
    if not terms_by_heading:
        st.info(NO_MATCH)
    for heading, terms in terms_by_heading.items():
        st.subheader(heading, anchor=False)
        send.html(page(glossary.terms_html(terms)))


main()
