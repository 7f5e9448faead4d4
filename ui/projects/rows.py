"""Rows of kept things: a name, facts and actions; and the words for each right."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from ui.session import send
from workspace import Project, Right, SeenVerdict

ROWS_PER_PAGE = 20
"""Number of rows on a page of the list."""
LONGEST_NAME = 40
"""Longest name of a test set in its project's row, in characters; longer names are cut."""
DOUBT = Markup('<span title="The doctor warned: this comparison is doubtful">⚠ </span>')
"""Mark before the name of a test set whose comparison is doubtful."""
T = TypeVar("T")


@dataclass(frozen=True)
class RightWords:
    """The words for a right."""

    they: str
    """Words about somebody who has the right."""
    you: str
    """Words to somebody who has the right."""
    can: str
    """words for what the right allows"""
    advice: str
    """words of advice to somebody who has the right"""


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


def right_words(right: Right) -> str:
    """Return the words for somebody's right, such as ``may read``."""
    return WORDS[right].they


def sharing_sentence(project: Project) -> str:
    """Return the name of the person who shares a project, the visitor's right, and advice; short for an owner."""
    words = WORDS[project.right]
    if project.right is Right.OWN:
        return "It is yours."
    return f"Shared by {project.owner or 'somebody'}: {words.you}. {words.advice}"


@contextmanager
def draw_row(
    key: str,
    name: str,
    facts: Iterable[str],
    note: str = "",
    verdict: SeenVerdict | None = None,
    below: Iterable[Markup] = (),
) -> Iterator[None]:
    """Draw a row; widgets drawn in the context appear next to its text.

    ``verdict`` is the last verdict on a test set, shown before its facts; ``below`` has further lines.
    """
    doubt = Markup("")
    if verdict is not None:
        facts = [verdict.said, *facts]
        doubt = DOUBT if verdict.is_doubtful else doubt
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"kept-{key}"):
        first = note.strip().split("\n", 1)[0]
        facts_line = Markup(" · ").join(Markup("<bdi>{}</bdi>").format(fact) for fact in [*facts, first] if fact)
        lines = Markup("").join(map(Markup('<small class="set">{}</small>').format, below))
        row = Markup('<div class="kept"><b>{}<bdi>{}</bdi></b><small>{}</small>{}</div>')
        send.html(html.page(row.format(doubt, name, facts_line, lines)))
        yield


def verdict_line(name: str, facts: str, verdict_text: str, is_doubtful: bool) -> Markup:
    """Return a test set's line in its project's row: its name, cut if it is long, facts, and the last verdict."""
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
    line = Markup("<bdi>{}</bdi> (<bdi>{}</bdi>): {}<bdi>{}</bdi>")
    return line.format(short, facts, DOUBT if is_doubtful else "", verdict_text)


def owner_and_right(project: Project) -> str:
    """Return the project's owner and the visitor's right; empty if the visitor owns it."""
    if project.right is Right.OWN:
        return ""
    may = WORDS[project.right].you
    return f"of {project.owner}, {may}" if project.owner else may


def choose_page(key: str, things: Sequence[T]) -> Sequence[T]:
    """Draw the page numbers if there are several pages, and return the things on the chosen page."""
    n_pages = max(1, -(-len(things) // ROWS_PER_PAGE))
    number = st.pagination(n_pages, key=f"pages-{key}") if n_pages > 1 else 1
    return things[ROWS_PER_PAGE * (number - 1) : ROWS_PER_PAGE * number]


def draw_pages_of(key: str, things: Sequence[T]) -> Iterator[T]:
    """Yield the things on the chosen page, to be drawn as rows; draw page numbers above them if there are several."""
    shown = choose_page(key, things)
    with st.container(gap=None, key=f"rows-{key}"):
        yield from shown
