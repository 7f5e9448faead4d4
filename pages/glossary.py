"""What does each term mean? The sentences that stand wherever a term is pointed at."""

import streamlit as st

from scoring.markup.html import page
from ui.kit import glossary, send


def main() -> None:
    for heading, terms in glossary.GROUPS.items():
        st.subheader(heading, anchor=False)
        send.html(page(glossary.listing(terms)))


main()
