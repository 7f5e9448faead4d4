"""Read inline codes of translation files: opaque tokens between the words of a text, which no metric sees."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

HOLD_CODE = frozenset(["ph", "bpt", "ept", "it", "ut", "x", "bx", "ex", "sc", "ec", "cp"])
"""Elements of XLIFF and TMX that are code of the original file, with all their content."""
WRAP_TEXT = frozenset(["g", "pc", "hi"])
"""Elements that are code around text; the text stays."""
_LINE_BREAKS = frozenset(["lb", "xlf:lb", "x-html-br", "x-br"])
_UNCLEAR = re.compile(r"[\0-\x1f\x7f]|/\Z")
"""Parts of an id that a label cannot have: line ends and control characters, and a slash at the end."""
_CODE_TEXT = re.compile(r"([0-9]{1,18})(?::([a-z]*))? (<.*)")
_BLANKS = re.compile(r"[ \t\r\n]+")
BLANK = " \t\r\n"
"""White space of XML, which belongs to the markup at both ends of a text."""
_OPEN, _CLOSE, _SINGLE = "<{}>", "</{}>", "<{}/>"
_IDS = ("id", "i", "x", "hex", "startRef")
"""Attributes that distinguish codes of one name, in XLIFF and TMX."""
_PAIRS = {
    "bpt": ("pt", False, ("rid", "i", "id")),
    "ept": ("pt", True, ("rid", "i", "id")),
    "bx": ("x", False, ("rid", "id")),
    "ex": ("x", True, ("rid", "id")),
    "sc": ("c", False, ("id",)),
    "ec": ("c", True, ("startRef", "id")),
}
"""Kind of the pair, whether the element ends it, and attributes that both ends share, by the element's name."""
_SPACES = {(False, False): "", (True, False): "before", (False, True): "after", (True, True): "both"}
"""Words of a column of codes for the spaces before and after a code."""
_SPACES_READ: dict[str | None, tuple[bool, bool]] = {words: spaces for spaces, words in _SPACES.items()}


@dataclass(frozen=True, slots=True)
class InlineCode:
    """One inline code, or one end of a code that wraps text."""

    label: str
    """Label such as ``<x2/>`` or ``</g1>``; a source and its translation have the same label for the same code."""
    start: int
    """Where the code's element begins, in bytes, as in ``UnitElement.start``."""
    end: int
    """Where the end tag of the code's element begins, in bytes, as in ``UnitElement.end``."""
    is_break: bool = False
    """Whether the code is a line break, which is read as a space."""
    spaces: tuple[bool, bool] | None = None
    """Whether a space is before and after the code, at the ends of a text only inside; None if unknown."""

    pair: str = ""
    """Key that both ends of a pair share if each end is an element of its own; empty for other codes."""
    ends_pair: bool = False
    """Whether the code is the end of a pair whose ends are elements of their own."""

    @property
    def is_alone(self) -> bool:
        """Whether the code neither wraps text nor is a line break; of two spaces around it one is read."""
        return not self.is_break and self.label.endswith("/>")

    @property
    def opens(self) -> bool:
        """Whether the code is the beginning of a code that wraps text."""
        return not self.closes and not self.label.endswith("/>")

    @property
    def closes(self) -> bool:
        """Whether the code is the end of a code that wraps text."""
        return self.label.startswith("</")


@dataclass(frozen=True, slots=True)
class CodedText:
    """A text and the codes in it."""

    text: str
    """Text without codes."""
    codes: tuple[InlineCode, ...] = ()
    """Codes in the order of the text."""
    places: tuple[int, ...] = ()
    """Number of characters of the text before each code."""

    @property
    def written_codes(self) -> str:
        """Codes as a column of codes holds them, one a line: the place, the spaces if known, and the label."""
        pairs = zip(self.codes, self.places, strict=True)
        return "\n".join(f"{place}{_written_spaces(code)} {code.label}" for code, place in pairs)


def _written_spaces(code: InlineCode) -> str:
    return "" if code.spaces is None else f":{_SPACES[code.spaces]}"


def held_code(name: str, attributes: dict[str, str], start: int, end: int) -> InlineCode:
    """Return the inline code of an element that holds code."""
    kinds = (attributes.get(kind, "").lower() for kind in ("ctype", "type", "subType"))
    label = _SINGLE.format(_label_with_id(name, attributes))
    is_break = any(kind in _LINE_BREAKS for kind in kinds)
    kind, ends_pair, shared = _PAIRS.get(name, ("", False, ()))
    id = next((attributes[one] for one in shared if one in attributes), None)
    return InlineCode(label, start, end, is_break, None, "" if id is None else f"{kind} {id}", ends_pair)


def wrapping_codes(name: str, attributes: dict[str, str], start: int, end: int) -> tuple[InlineCode, InlineCode]:
    """Return the beginning and the end of a code that wraps text."""
    label = _label_with_id(name, attributes)
    return InlineCode(_OPEN.format(label), start, end), InlineCode(_CLOSE.format(label), start, end)


def _label_with_id(name: str, attributes: dict[str, str]) -> str:
    return name + _UNCLEAR.sub(_hex_escape, next((attributes[one] for one in _IDS if one in attributes), ""))


def _hex_escape(sign: re.Match[str]) -> str:
    return f"\\x{ord(sign[0]):02x}"


def read_codes(text: str, code_lines: str) -> CodedText:
    """Return a text with the codes that ``CodedText.written_codes`` wrote; the codes have no place in a file.

    >>> read_codes("Click here", "6:before <g1>\\n10: </g1>").places
    (6, 10)
    """
    codes: list[InlineCode] = []
    places: list[int] = []
    for line in code_lines.split("\n"):
        match = _CODE_TEXT.fullmatch(line)
        if match is not None:  # else it is the rest of an id with a line break, as older columns have it
            codes.append(InlineCode(match[3], 0, 0, spaces=_SPACES_READ.get(match[2])))
            places.append(min(int(match[1]), len(text)))
    return CodedText(text, tuple(codes), tuple(places))


def as_coded_text(pieces: Iterator[str | InlineCode], keeps_space: bool) -> CodedText:
    """Return the text of the pieces, and the place of each code in the text.

    White space at both ends belongs to the markup, and so does a line break with the blanks around it, unless white
    space is preserved. Of two spaces around a code one is left; each code knows which spaces are next to it.
    """
    parts: list[str] = []
    codes: list[InlineCode] = []
    places: list[int] = []
    before: list[bool] = []
    after: list[bool] = []
    length, last, follows_code = 0, "", False
    is_next_to_code = is_next_to_blank = False
    for piece in pieces:
        if isinstance(piece, InlineCode):
            codes.append(piece)
            places.append(length)
            before.append(is_next_to_blank)
            after.append(False)
            is_next_to_code, is_next_to_blank = True, False
            follows_code |= piece.is_alone
            piece = " " if piece.is_break else ""
        elif piece:
            if is_next_to_code:
                after[-1] = piece[0] in BLANK
            is_next_to_code, is_next_to_blank = False, piece[-1] in BLANK
        if piece:
            piece = piece[1:] if follows_code and last.endswith(" ") and piece.startswith(" ") else piece
            last, follows_code = piece or last, False
            parts.append(piece)
            length += len(piece)
    joined = "".join(parts)
    has_breaks = not keeps_space and ("\n" in joined or "\r" in joined)
    if not codes:
        return CodedText((_BLANKS.sub(_without_line_break, joined) if has_breaks else joined).strip(BLANK))
    text, places = _without_line_breaks(joined, places) if has_breaks else (joined, places)
    stripped = text.lstrip(BLANK)
    n_stripped, text = len(text) - len(stripped), stripped.rstrip(BLANK)
    places = [min(max(place - n_stripped, 0), len(text)) for place in places]
    before[0] &= places[0] > 0
    after[-1] &= places[-1] < len(text)
    spaces = zip(before, after, strict=True)
    spaced = (replace(code, spaces=of_code) for code, of_code in zip(codes, spaces, strict=True))
    return CodedText(text, tuple(spaced), tuple(places))


def _without_line_breaks(text: str, places: list[int]) -> tuple[str, list[int]]:
    """Return the text with its line breaks as spaces, and the places moved accordingly."""
    runs = list(_BLANKS.finditer(text))
    starts = [run.start() for run in runs]
    lengths = [len(_without_line_break(run)) for run in runs]
    shortened = [0, *accumulate(run.end() - run.start() - length for run, length in zip(runs, lengths, strict=True))]

    def shifted_place(place: int) -> int:
        at = bisect_right(starts, place) - 1
        if at < 0 or place >= runs[at].end():
            return place - shortened[at + 1]
        return starts[at] - shortened[at] + min(place - starts[at], lengths[at])

    return _BLANKS.sub(_without_line_break, text), [*map(shifted_place, places)]


def _without_line_break(blanks: re.Match[str]) -> str:
    return " " if "\n" in blanks[0] or "\r" in blanks[0] else blanks[0]
