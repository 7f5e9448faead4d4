"""The only module that sends HTML and styles to a page."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import streamlit as st
from markupsafe import Markup

from scoring.output.markup.html import STYLE as SHARED
from scoring.output.markup.html import page, sentences_html, style_sheet
from scoring.output.sentence import SentenceText

STYLE = SHARED + style_sheet(__file__)
FRAME = Markup(".stSidebar, .stAppHeader, [data-testid=stExpandSidebarButton], .st-key-head")
FRAME_HIDING_STYLE = Markup(".stApp:not(:has(.st-key-lessons)) :is({}) {{ display: none }}").format(FRAME)
"""Style that hides the frame around a page until the page Lessons says that it presents nothing."""


def stylesheet(is_presented: bool = False) -> None:
    """Send the style of all HTML, once per run; ``is_presented`` also hides the frame around the page."""
    style(STYLE + FRAME_HIDING_STYLE if is_presented else STYLE)


def style(rules: Markup) -> None:
    """Send CSS for the whole page, without taking room on it."""
    html(Markup("<style>{}</style>").format(rules))


def hide(*keys: str) -> None:
    """Hide the widgets with these keys in the sidebar, and their chips; they stay bound to the address."""
    selectors = Markup(", ").join(Markup(".st-key-{0}, .st-key-chip-{0}").format(key) for key in keys)
    around = Markup("[data-testid=stLayoutWrapper]:has(> :is({}))").format(selectors)  # without this rule a gap stays
    rule = Markup(".stSidebar, .st-key-chips {{ {}, {} {{ display: none }} }}")
    style(rule.format(selectors, around))


def html(markup: Markup, width: Literal["stretch", "content"] = "stretch") -> None:
    """Draw HTML; raise ``TypeError`` for a plain string, because its text is not escaped."""
    if not isinstance(markup, Markup):
        raise TypeError(f"Markup, into which text is formatted, is expected; found {type(markup).__name__}.")
    st.html(markup, width=width)


def sentences(
    *paragraphs: SentenceText | None, look: str = "statement", colors: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Draw each sentence as a paragraph; ``look`` is its CSS class, ``colors`` are the colours of systems by name."""
    html(page(sentences_html(paragraphs, look, colors)))
