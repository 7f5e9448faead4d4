"""The one door through which HTML and styles get onto a page."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import streamlit as st
from markupsafe import Markup

from scoring.output.markup.html import STYLE as SHARED
from scoring.output.markup.html import page, rules_beside, sentences_html
from scoring.output.sentence import Said

STYLE = SHARED + rules_beside(__file__)
FRAME = Markup(".stSidebar, .stAppHeader, [data-testid=stExpandSidebarButton], .st-key-head")
ALONE = Markup(".stApp:not(:has(.st-key-lessons)) :is({}) {{ display: none }}").format(FRAME)
"""Until Learn says that nothing is presented."""


def stylesheet(is_presented: bool = False) -> None:
    """The style of all HTML: the shell sends it, once. ``is_presented``: the frame around a page is never seen."""
    style(STYLE + ALONE if is_presented else STYLE)


def style(rules: Markup) -> None:
    """CSS for the whole page, which takes no room on it."""
    html(Markup("<style>{}</style>").format(rules))


def hide(*keys: str) -> None:
    """Out of sight are what has these keys in the sidebar, and their chips; still there for the address."""
    selectors = Markup(", ").join(Markup(".st-key-{0}, .st-key-chip-{0}").format(key) for key in keys)
    around = Markup("[data-testid=stLayoutWrapper]:has(> :is({}))").format(selectors)  # else a gap stays
    rule = Markup(".stSidebar, .st-key-chips {{ {}, {} {{ display: none }} }}")
    style(rule.format(selectors, around))


def html(markup: Markup, width: Literal["stretch", "content"] = "stretch") -> None:
    """``TypeError`` for a plain string, whose text nothing has escaped."""
    if not isinstance(markup, Markup):
        raise TypeError(f"Markup, into which text is formatted, is expected; found {type(markup).__name__}.")
    st.html(markup, width=width)


def sentences(*said: Said | None, look: str = "statement", colors: Mapping[str, str] = MappingProxyType({})) -> None:
    """Each sentence that is said as a paragraph; ``look`` is its class, ``colors`` are those of systems."""
    html(page(sentences_html(said, look, colors)))
