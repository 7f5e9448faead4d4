"""Rows of what is kept: a name, what there is to know, and next to them what can be done; the words for each right."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.session import send
from workspace import Project, Right, SeenVerdict

SHOWN = 20
"""Rows on the page at a time."""
LONGEST_NAME = 40
"""Characters of a test set's name in its project's row."""
DOUBT = Markup('<span title="The doctor warned: this comparison is doubtful">⚠ </span>')
"""In front of the name of a test set whose comparison is doubtful."""
T = TypeVar("T")


@dataclass(frozen=True)
class RightWords:
    """What is said of a right."""

    they: str
    """What is said of somebody who has the right."""
    you: str
    """What is said to everybody who has the right."""
    can: str
    """what it is good for"""
    advice: str
    """what follows, to everybody who has it"""


WORDS = {
    Right.READ: RightWords(
        "may read",
        "you may read it",
        "sees everything in the project, changes nothing, and can make a copy of their own",
        "To add to it or change it, make a copy of your own.",
    ),
    Right.EDIT: RightWords(
        "may edit",
        "you may change it",
        "adds, changes and deletes test sets and views",
        "All others see what you add to it or change in it.",
    ),
    Right.OWN: RightWords("owner", "it is yours", "all that, and shares and deletes the project", ""),
}


def they(right: Right) -> str:
    """Such as ``may read``."""
    return WORDS[right].they


def to_you(project: Project) -> str:
    """Return who shares a project with the person who looks at it, what these may do, and what follows from it."""
    said = WORDS[project.right]
    if project.right is Right.OWN:
        return "It is yours."
    return f"Shared by {project.owner or 'somebody'}: {said.you}. {said.advice}"


@contextmanager
def draw_row(
    key: str,
    name: str,
    facts: Iterable[str],
    note: str = "",
    verdict: SeenVerdict | None = None,
    below: Iterable[Markup] = (),
) -> Iterator[None]:
    """``with row(...)`` draws what is next to it.

    ``verdict`` is the last one on a test set, before its facts; ``below`` are further lines.
    """
    doubt = Markup("")
    if verdict is not None:
        facts = [verdict.said, *facts]
        doubt = DOUBT if verdict.is_doubtful else doubt
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"kept-{key}"):
        first = note.strip().split("\n", 1)[0]
        said = Markup(" · ").join(Markup("<bdi>{}</bdi>").format(fact) for fact in [*facts, first] if fact)
        lines = Markup("").join(map(Markup('<small class="set">{}</small>').format, below))
        row = Markup('<div class="kept"><b>{}<bdi>{}</bdi></b><small>{}</small>{}</div>')
        send.html(html.page(row.format(doubt, name, said, lines)))
        yield


def verdict_line(name: str, facts: str, said: str, is_doubtful: bool) -> Markup:
    """Return a test set in its project's row: its name, cut where it is long, facts on it, and the last verdict on it."""
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
    line = Markup("<bdi>{}</bdi> (<bdi>{}</bdi>): {}<bdi>{}</bdi>")
    return line.format(short, facts, DOUBT if is_doubtful else "", said)


def whose(project: Project) -> str:
    """Return who owns it, and what the visitor may do with it; empty where it is the visitor's own."""
    if project.right is Right.OWN:
        return ""
    may = WORDS[project.right].you
    return f"of {project.owner}, {may}" if project.owner else may


def choose_page(key: str, things: Sequence[T]) -> Sequence[T]:
    """Return those of the page that is chosen by the numbers of several pages, which this draws."""
    n_pages = max(1, -(-len(things) // SHOWN))
    number = st.pagination(n_pages, key=f"pages-{key}") if n_pages > 1 else 1
    return things[SHOWN * (number - 1) : SHOWN * number]


def draw_pages_of(key: str, things: Sequence[T]) -> Iterator[T]:
    """Yield those of the page that is chosen, to be drawn as rows; the numbers of several pages are above."""
    shown = choose_page(key, things)
    with st.container(gap=None, key=f"rows-{key}"):
        yield from shown
