"""What does each term mean? The sentences that stand wherever a term is pointed at."""

import streamlit as st

from scoring.output.markup.html import page
from ui.kit import glossary
from ui.session import send


def main() -> None:
    for heading, terms in glossary.GROUPS.items():
        st.subheader(heading, anchor=False)
        send.html(page(glossary.listing(terms)))


main()
