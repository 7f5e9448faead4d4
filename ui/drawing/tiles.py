"""Rows of words as tiles that a visitor clicks, drags or types over, by mouse, touch and keyboard.

``mount_tiles`` puts them on the page, ``edited_rows`` says what the visitor has made of them; what they look like is in
tiles.css, how they answer in tiles.*.js. Users' text gets there as text nodes only.

Each edit has a number. The page sends all edits that the server has not heard of yet, until a run of the script says
that it has; and what a run says of a row does not overwrite a newer edit of that row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from scoring.bleu.matches import SegmentMatches
from scoring.output.markup.ngrams import shade
from ui.kit import steps
from ui.session import state

Mode = Literal["still", "click", "drag", "type"]
"""What can be done with a row: nothing; words are chosen; tiles change places, or are typed over; it is typed over."""
Verdict = Literal["", "right", "missed", "wrong"]
"""After an answer: rightly chosen, not chosen though it counts, wrongly chosen; each has a sign next to its colour."""
By = Literal["click", "drag", "type"]
"""What a row was last edited by."""

LONGEST = 4_000
"""Characters of a row; a page sends no more, and says so."""
SCRIPTS = (".words.js", ".drag.js", ".row.js", ".js")
"""The parts of one script; each uses the ones before it."""


@dataclass(frozen=True)
class Word:
    text: str
    shade: int | None = None
    """0 to 4: the longest counted n-gram that it is part of; None for no colour."""
    is_clipped: bool = False


@dataclass(frozen=True)
class Tile:
    """One word, or several that are moved together."""

    words: tuple[Word, ...]
    verdict: Verdict = ""


@dataclass(frozen=True)
class TileRow:
    name: str
    """Unique among the rows."""
    label: str
    tiles: tuple[Tile, ...]
    mode: Mode = "still"
    chosen: tuple[int, ...] = ()
    """Places of tiles, from 0."""
    note: str = ""
    """A number beneath the label that follows what is done."""
    color: str = ""
    """Of the system, where there are several."""
    is_small: bool = False
    is_off: bool = False
    """Whether it counts for nothing now: it is pale, and says so."""


@dataclass(frozen=True)
class Tiles:
    label: str
    """What the rows are, for those who hear it."""
    rows: tuple[TileRow, ...]
    is_close: bool = False
    """Whether the rows take as little room as they can at their size of letters."""
    scale: float = 1.0
    """Size of the letters, except in small rows; 1 as usual. On a phone less of it is seen."""


@dataclass(frozen=True)
class EditedRow:
    """What a visitor has made of a row."""

    tiles: tuple[str, ...]
    """The words of each tile, with a space between them."""
    chosen: tuple[int, ...]
    """Places of tiles, ascending, from 0."""
    by: By

    @property
    def text(self) -> str:
        return " ".join(self.tiles)


def tiles_of(texts: Sequence[str], matches: SegmentMatches | None = None) -> tuple[Tile, ...]:
    """Return a tile for each text, whose words have the colours of their n-grams.

    A word that was split into several tokens has the colour of the longest n-gram among them. Without any colour where
    the tokens are not the words' own letters, one after another.
    """
    words = [text.split() for text in texts]
    flat = [word for parts in words for word in parts]
    colored = iter(_colored(flat, matches) if matches else map(Word, flat))
    return tuple(Tile(tuple(next(colored) for _ in parts)) for parts in words if parts)


def _colored(words: Sequence[str], matches: SegmentMatches) -> list[Word]:
    as_split = next((kind for kind in (words, [word.lower() for word in words]) if _same(kind, matches)), None)
    if as_split is None:
        return [Word(word) for word in words]
    found, token = [], 0
    for word, letters in zip(words, as_split, strict=True):
        first, length = token, 0
        while length < len(letters):
            length += len(matches.hypothesis[token])
            token += 1
        if length > len(letters):  # a token over the end of a word
            return [Word(word) for word in words]
        found.append(Word(word, shade(max(matches.longest[first:token])), any(matches.clipped[first:token])))
    return found


def _same(words: Sequence[str], matches: SegmentMatches) -> bool:
    return "".join(words) == "".join(matches.hypothesis)


def edited_rows(key: str) -> Mapping[str, EditedRow]:
    """Row -> what the visitor has made of it so far; rows that nobody has touched are not there.

    It lasts as long as the session, also while the tiles are not drawn.
    """
    number, edits = parse_arrived_rows(state.widget_value(key))
    rows: dict[str, EditedRow] = state.widget_value(_kept(key), {})
    if number > state.heard(key):
        rows = rows | edits
        state.set_widget_value(_kept(key), rows)
        state.note_presses({key: number})
    return rows


def put_rows_back(key: str, rows: Mapping[str, EditedRow]) -> None:
    """Before ``edited_rows``: what was made of them in an earlier visit."""
    state.set_widget_value(_kept(key), rows)


def forget_tiles(key: str) -> None:
    """Begin the tiles anew, under another key."""
    state.forget([_kept(key), key])


def mount_tiles(tiles: Tiles, key: str) -> None:
    """Puts the rows on the page; call ``edited_rows`` before, in the same run."""
    _component(key=key, data=tiles_payload(tiles, state.heard(key)), on_made_change=partial(edited_rows, key))


def tiles_payload(tiles: Tiles, heard: int = 0) -> dict[str, Any]:
    """Return the rows as plain data, with the number of the last edit that was heard."""
    return asdict(tiles) | {"heard": heard, "longest": LONGEST}


def _kept(key: str) -> str:
    return f"{key}_made"


def parse_arrived_rows(value: Any) -> tuple[int, dict[str, EditedRow]]:
    """Return what a page has sent: number and rows. Anybody can send anything: what is no edit counts as none."""
    match value and value.get("made"):
        case [int(number), dict(rows)]:
            return number, {str(name): edit for name, row in rows.items() if (edit := _edit(row))}
    return 0, {}


def _edit(row: Any) -> EditedRow | None:
    match row:
        case {"tiles": [*texts], "chosen": [*chosen], "by": "click" | "drag" | "type" as by}:
            tiles = [" ".join(text.split()) for text in _within(texts)]
            return EditedRow(
                tuple(filter(None, tiles)), tuple(sorted({n for n in chosen if type(n) is int and n >= 0})), by
            )
    return None


def _within(texts: Sequence[Any]) -> list[str]:
    """Return the first texts, up to LONGEST characters."""
    found, length = [], 0
    for text in texts:
        if not isinstance(text, str) or (length := length + len(text) + 1) > LONGEST + 1:
            break
        found.append(text)
    return found


_component = steps.scripted("bleuscope_tiles", *(Path(__file__).with_suffix(kind) for kind in SCRIPTS), style=__file__)
