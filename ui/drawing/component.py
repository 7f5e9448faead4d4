"""Rows of words and the lines that join them: the one component of the app that draws lines.

``Drawing`` describes a drawing, ``drawing_payload`` returns it as plain data, and ``mount_drawing`` puts it on the
page. Its look is in component.css; its layout and its response to pointing are in component.js. Users' text is inserted
as text nodes only.

Spans are half-open, [start, end): of words in a row, or of characters (code points) in a word.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from ui.kit import steps

Sign = Literal["", "+", "-", "~", "="]
"""Sign of a word: insertion, deletion, substitution or match; it adds to the colour, which is never used alone."""
Style = Literal["normal", "quiet", "faint"]
TokenKind = Literal["plain", "quiet", "faint", "lone"]
MarkKind = Literal["common", "affix", "insertion", "deletion", "substitution"]
Meaning = Literal["", "match", "insertion", "deletion", "substitution", "shift"]

LARGEST = 400
"""Largest number of words in a row of a drawing; more are of no help, and slow for a browser."""

WORTH = {"normal": 1.0, "quiet": 1.0, "faint": 0.1}
"""Weight of a link's style in the choice of the links that are drawn upright."""


@dataclass(frozen=True)
class Mark:
    """Characters of a word that look different."""

    start: int
    end: int
    kind: MarkKind


@dataclass(frozen=True)
class Token:
    """One word."""

    text: str
    kind: TokenKind = "plain"
    """Kind of the word; lone words have no partner on the other side."""
    sign: Sign = ""
    marks: tuple[Mark, ...] = ()
    """Marks of characters, ascending, without overlap."""
    note: str = ""
    """A few characters below the word."""
    tip: tuple[str, ...] = ()
    """Lines that appear when the word is pointed at."""


@dataclass(frozen=True)
class TokenRow:
    name: str
    tokens: tuple[Token, ...]
    about: str = ""
    """A few words below the name."""


@dataclass(frozen=True)
class TokenLink:
    """A line from token ``start`` of row ``row`` to token ``end`` of the row below."""

    row: int
    start: int
    end: int
    label: str = ""
    style: Style = "normal"
    """Style of the line; faint lines are dashed."""
    meaning: Meaning = ""


@dataclass(frozen=True)
class Frame:
    """A frame around some words of a row."""

    row: int
    start: int
    end: int
    meaning: Meaning = "shift"


@dataclass(frozen=True)
class Arc:
    """An arrow above a row, from a span of words to the place before token ``to``, or to the row's end."""

    row: int
    start: int
    end: int
    to: int
    label: str = ""
    meaning: Meaning = "shift"


@dataclass(frozen=True)
class Key:
    """An entry of the legend: a sample word, or a line if there is none, and its meaning."""

    words: str
    sample: Token | None = None
    style: Style = "normal"
    meaning: Meaning = ""


ELSEWHERE = Key("partner in another line: point at the word", Token("↓"))
"""Legend of the stub that replaces a link between words in different lines of long rows."""


@dataclass(frozen=True)
class Drawing:
    label: str
    """Description of the drawing for screen readers."""
    rows: tuple[TokenRow, ...]
    links: tuple[TokenLink, ...] = ()
    frames: tuple[Frame, ...] = ()
    arcs: tuple[Arc, ...] = ()
    legend: tuple[Key, ...] = ()


def drawing_payload(drawing: Drawing) -> dict[str, Any]:
    """Return the drawing as plain data; each token has a column, which linked words share if their order allows it."""
    rows = []
    for row, placed in zip(drawing.rows, _token_columns(drawing), strict=True):
        tokens = [_token(token) | {"column": column} for token, column in placed]
        rows.append({"name": row.name, "about": row.about, "tokens": tokens})
    legend = [asdict(key) | {"sample": key.sample and _token(key.sample)} for key in drawing.legend]
    lines = {name: [asdict(line) for line in getattr(drawing, name)] for name in ("links", "frames", "arcs")}
    # The writing direction of most letters. All rows follow the last one, the reference.
    kinds = Counter(unicodedata.bidirectional(letter) for token in drawing.rows[-1].tokens for letter in token.text)
    direction = "rtl" if kinds["R"] + kinds["AL"] > kinds["L"] else "ltr"
    return {"label": drawing.label, "direction": direction, "rows": rows, **lines, "legend": legend}


def mount_drawing(drawing: Drawing, key: str) -> None:
    """Put the drawing on the page, or a note in its place if it is too long to be read."""
    longest = max(len(row.tokens) for row in drawing.rows)
    if longest > LARGEST:
        st.info(f"With {longest:,} words this segment is too long to be drawn. What is beneath counts all of it.")
    else:
        _component(data=drawing_payload(drawing), key=key)


def _token(token: Token) -> dict[str, Any]:
    """Return a token as plain data; marks are parts of the text, since browsers count characters differently."""
    fields = {"kind": token.kind, "sign": token.sign, "note": token.note, "tip": list(token.tip)}
    return {"parts": list(_parts(token)), **fields}


def _parts(token: Token) -> Iterable[tuple[str, str]]:
    position = 0
    for mark in token.marks:
        yield token.text[position : mark.start], ""
        yield token.text[mark.start : mark.end], mark.kind
        position = mark.end
    yield token.text[position:], ""


def _token_columns(drawing: Drawing) -> list[list[tuple[Token, int]]]:
    """Return the tokens of each row with their columns, from 0."""
    columns: list[dict[int, int]] = [{0: token} for token in range(len(drawing.rows[0].tokens))]
    for row in range(1, len(drawing.rows)):
        links = [link for link in drawing.links if link.row == row - 1]
        columns = _add_token_row(columns, row, len(drawing.rows[row].tokens), links)
    placed: list[dict[int, int]] = [{} for _ in drawing.rows]
    for number, column in enumerate(columns):
        for row, token in column.items():
            placed[row][token] = number
    return [
        [(token, places[i]) for i, token in enumerate(row.tokens)]
        for row, places in zip(drawing.rows, placed, strict=True)
    ]


def _add_token_row(
    columns: list[dict[int, int]], row: int, length: int, links: Sequence[TokenLink]
) -> list[dict[int, int]]:
    """Return the columns with another row's tokens added.

    Linked tokens of the ``_upright`` chain share a column. Between two of these columns, words with other links fill up
    columns together; a word without any link has a column of its own, so that the gap opposite the word is visible.
    """
    above, below = {link.start for link in links}, {link.end for link in links}
    chain = {link.start: link.end for link in _upright(links)}
    result: list[dict[int, int]] = []
    next_token = 0
    waiting: list[dict[int, int]] = []

    def flush(until: int) -> None:
        nonlocal next_token
        while waiting or next_token < until:
            if waiting and (next_token >= until or waiting[0].get(row - 1) not in above):
                result.append(waiting.pop(0))
            elif waiting and next_token in below:
                result.append(waiting.pop(0) | {row: next_token})
                next_token += 1
            else:
                result.append({row: next_token})
                next_token += 1

    for column in columns:
        partner = chain.get(column.get(row - 1, -1))
        if partner is None:
            waiting.append(column)
            continue
        flush(partner)
        result.append(column | {row: partner})
        next_token = partner + 1
    flush(length)
    return result


def _upright(links: Sequence[TokenLink]) -> list[TokenLink]:
    """Return the links that do not cross each other and have the largest total weight."""
    ordered = sorted(links, key=lambda link: (link.start, link.end))
    best: list[tuple[float, int]] = []
    for i, link in enumerate(ordered):
        before = [(best[j][0], j) for j in range(i) if ordered[j].start < link.start and ordered[j].end < link.end]
        worth, previous = max(before, default=(0.0, -1))
        best.append((worth + WORTH[link.style], previous))
    at = max(range(len(best)), key=lambda i: best[i][0], default=-1)
    chain = []
    while at >= 0:
        chain.append(ordered[at])
        at = best[at][1]
    return chain[::-1]


_component = steps.component_of_scripts("bleuscope_alignment", Path(__file__).with_suffix(".js"), style=__file__)
