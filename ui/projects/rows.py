"""Rows of what is kept: a name, what there is to know, and beside them what can be done."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.projects.sharing import rights
from ui.session import send
from workspace import Project, Right

SHOWN = 20
"""Rows on the page at a time."""
T = TypeVar("T")


@contextmanager
def draw_row(key: str, name: str, facts: Iterable[str], note: str = "") -> Iterator[None]:
    """``with row(...)`` draws what stands beside it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"kept-{key}"):
        send.html(html.page(_named(name, facts, note)))
        yield


def _named(name: str, facts: Iterable[str], note: str) -> Markup:
    said = Markup(" · ").join(Markup("<bdi>{}</bdi>").format(fact) for fact in [*facts, _first_line(note)] if fact)
    return Markup('<div class="kept"><b><bdi>{}</bdi></b><small>{}</small></div>').format(name, said)


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0]


def whose(project: Project) -> str:
    """Who owns it, and what the visitor may do with it; empty where it is the visitor's own."""
    if project.right is Right.OWN:
        return ""
    may = rights.WORDS[project.right].you
    return f"of {project.owner}, {may}" if project.owner else may


def draw_pages_of(key: str, things: Sequence[T]) -> Iterator[T]:
    """Those of the page that is chosen, to be drawn as rows; the numbers of several pages stand above."""
    n_pages = max(1, -(-len(things) // SHOWN))
    number = st.pagination(n_pages, key=f"pages-{key}") if n_pages > 1 else 1
    with st.container(gap=None, key=f"rows-{key}"):
        yield from things[SHOWN * (number - 1) : SHOWN * number]
