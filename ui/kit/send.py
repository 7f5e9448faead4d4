"""The one door through which HTML and styles get onto a page."""

from typing import Literal

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import STYLE as SHARED
from scoring.markup.html import rules_beside

STYLE = SHARED + rules_beside(__file__)


def stylesheet() -> None:
    """The style of all HTML: the shell sends it, once."""
    style(STYLE)


def style(rules: Markup) -> None:
    """CSS for the whole page, which takes no room on it."""
    html(Markup("<style>{}</style>").format(rules))


def hide(*keys: str) -> None:
    """Out of sight is what has these keys in the sidebar, and still there for the address."""
    selectors = Markup(", ").join(Markup(".st-key-{}").format(key) for key in keys)
    around = Markup("[data-testid=stLayoutWrapper]:has(> :is({}))").format(selectors)  # else a gap stays
    style(Markup("[data-testid=stSidebar] :is({}, {}) {{ display: none }}").format(selectors, around))


def html(markup: Markup, width: Literal["stretch", "content"] = "stretch") -> None:
    """``TypeError`` for a plain string, whose text nothing has escaped."""
    if not isinstance(markup, Markup):
        raise TypeError(f"Markup, into which text is formatted, is expected; found {type(markup).__name__}.")
    st.html(markup, width=width)
