"""Rows of words as tiles that a visitor clicks, drags or types over, by mouse, touch and keyboard.

``mount_tiles`` puts the tiles on the page, and ``edited_rows`` returns the visitor's edits. Their look is in tiles.css,
their behaviour in tiles.*.js. Users' text is inserted as text nodes only.

Each edit has a number. The page sends all edits that the server has not confirmed yet, until a run of the script
confirms them; and a row sent by a run does not overwrite a newer edit of that row.
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
"""Possible actions on a row: none; select words; move or overtype tiles; overtype the row."""
Verdict = Literal["", "right", "missed", "wrong"]
"""Verdict on a word after an answer: rightly chosen, missed, wrongly chosen; each has a sign and a colour."""
By = Literal["click", "drag", "type"]
"""Kind of the last edit of a row."""

LONGEST = 4_000
"""Largest number of characters in a row; a page sends no more, and says so."""
SCRIPTS = (".words.js", ".drag.js", ".row.js", ".js")
"""Parts of one script; each part uses the previous parts."""


@dataclass(frozen=True)
class Word:
    text: str
    shade: int | None = None
    """Shade, 0 to 4, by the length of the longest counted n-gram with this word; None for no colour."""
    is_clipped: bool = False


@dataclass(frozen=True)
class Tile:
    """One word, or several words that are moved together."""

    words: tuple[Word, ...]
    verdict: Verdict = ""


@dataclass(frozen=True)
class TileRow:
    name: str
    """Name of the row, unique among the rows."""
    label: str
    tiles: tuple[Tile, ...]
    mode: Mode = "still"
    chosen: tuple[int, ...] = ()
    """Places of the selected tiles, from 0."""
    note: str = ""
    """Number below the label that follows the edits."""
    color: str = ""
    """Colour of the system, if there are several."""
    is_small: bool = False
    is_off: bool = False
    """Whether the row does not count now: it is pale, and says so."""


@dataclass(frozen=True)
class Tiles:
    label: str
    """Description of the rows for screen readers."""
    rows: tuple[TileRow, ...]
    is_close: bool = False
    """Whether the rows take as little room as possible at their size of letters."""
    scale: float = 1.0
    """Size of the letters, except in small rows; 1 is the usual size. Phones reduce the effect."""


@dataclass(frozen=True)
class EditedRow:
    """A row as the visitor has edited it."""

    tiles: tuple[str, ...]
    """Words of each tile, with a space between them."""
    chosen: tuple[int, ...]
    """Places of the selected tiles, ascending, from 0."""
    by: By

    @property
    def text(self) -> str:
        return " ".join(self.tiles)


def build_tiles(texts: Sequence[str], matches: SegmentMatches | None = None) -> tuple[Tile, ...]:
    """Return a tile for each text, whose words have the colours of their n-grams.

    A word that was split into several tokens has the colour of the longest n-gram among them. No word has a colour if
    the tokens together are not the letters of the words.
    """
    words = [text.split() for text in texts]
    flat = [word for parts in words for word in parts]
    colored = iter(_colored_words(flat, matches) if matches else map(Word, flat))
    return tuple(Tile(tuple(next(colored) for _ in parts)) for parts in words if parts)


def _colored_words(words: Sequence[str], matches: SegmentMatches) -> list[Word]:
    as_split = next((kind for kind in (words, [word.lower() for word in words]) if _is_same_text(kind, matches)), None)
    if as_split is None:
        return [Word(word) for word in words]
    colored_words, token = [], 0
    for word, letters in zip(words, as_split, strict=True):
        first, length = token, 0
        while length < len(letters):
            length += len(matches.hypothesis[token])
            token += 1
        if length > len(letters):  # a token that spans two words
            return [Word(word) for word in words]
        colored_words.append(Word(word, shade(max(matches.longest[first:token])), any(matches.clipped[first:token])))
    return colored_words


def _is_same_text(words: Sequence[str], matches: SegmentMatches) -> bool:
    return "".join(words) == "".join(matches.hypothesis)


def edited_rows(key: str) -> Mapping[str, EditedRow]:
    """Return the visitor's edits of each row so far; rows that nobody has touched are missing.

    The edits last as long as the session, even while the tiles are not drawn.
    """
    number, edits = parse_arrived_rows(state.widget_value(key))
    rows: dict[str, EditedRow] = state.widget_value(_rows_key(key), {})
    if number > state.last_handled_press(key):
        rows = rows | edits
        state.set_widget_value(_rows_key(key), rows)
        state.note_presses({key: number})
    return rows


def restore_edits(key: str, rows: Mapping[str, EditedRow]) -> None:
    """Restore the edits of an earlier visit; call this before ``edited_rows``."""
    state.set_widget_value(_rows_key(key), rows)


def forget_tiles(key: str) -> None:
    """Forget the edits of the tiles with this key; mount new tiles under another key."""
    state.forget([_rows_key(key), key])


def mount_tiles(tiles: Tiles, key: str) -> None:
    """Put the rows on the page; call ``edited_rows`` earlier in the same run."""
    _component(
        key=key, data=tiles_payload(tiles, state.last_handled_press(key)), on_made_change=partial(edited_rows, key)
    )


def tiles_payload(tiles: Tiles, heard: int = 0) -> dict[str, Any]:
    """Return the rows as plain data, with the number of the last edit that the server has received."""
    return asdict(tiles) | {"heard": heard, "longest": LONGEST}


def _rows_key(key: str) -> str:
    return f"{key}_made"


def parse_arrived_rows(value: Any) -> tuple[int, dict[str, EditedRow]]:
    """Return the number and rows that a page has sent; ignore invalid edits, since anybody can send anything."""
    match value and value.get("made"):
        case [int(number), dict(rows)]:
            return number, {str(name): edit for name, row in rows.items() if (edit := _edit(row))}
    return 0, {}


def _edit(row: Any) -> EditedRow | None:
    match row:
        case {"tiles": [*texts], "chosen": [*chosen], "by": "click" | "drag" | "type" as by}:
            tiles = [" ".join(text.split()) for text in _first_texts_in_limit(texts)]
            return EditedRow(
                tuple(filter(None, tiles)), tuple(sorted({n for n in chosen if type(n) is int and n >= 0})), by
            )
    return None


def _first_texts_in_limit(texts: Sequence[Any]) -> list[str]:
    """Return the first texts with at most LONGEST characters together."""
    first_texts, length = [], 0
    for text in texts:
        if not isinstance(text, str) or (length := length + len(text) + 1) > LONGEST + 1:
            break
        first_texts.append(text)
    return first_texts


_component = steps.component_of_scripts(
    "bleuscope_tiles", *(Path(__file__).with_suffix(kind) for kind in SCRIPTS), style=__file__
)
