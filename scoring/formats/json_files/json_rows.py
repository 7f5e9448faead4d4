"""Read objects of a JSON file one after the other, each with its place: one a line, or the entries of one array."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...text.naming import clean_name
from ...text.texts import as_mask
from ..columns import Notice
from ..errors import FormatError
from ..limits import FileLimits, check_line
from ..plain_text.text import DecodedText, split_lines
from ..tables.delimited_tables import blank_rows
from .objects import LONG_NUMBER

FILLED = r"[^\s\v\x{1c}-\x{1f}\x{85}\p{Z}]"
"""Pattern of a character that Python's ``strip`` does not remove."""
ADVICE = 'Each line is one object: {"source": "...", "reference": "...", "my system": "..."}.'
_BLANK = b" \t\r\n"
_LONGEST_WORD = 16
"""Maximum number of characters of JSON that are refused as a whole: ``-Infinity``, or an escaped surrogate pair."""
_KINDS = {dict: "an object", list: "a list", int: "a number", float: "a number", bool: "true or false"}


class JsonPlace(NamedTuple):
    """The place of an object in its file."""

    file: str
    line: int
    """Number of the line, from 1."""
    entry: int | None = None
    """Number of the entry of an array, from 1; None for an object on a line of its own."""

    def error(self, actual: str, expected: str | None = None, advice: str | None = None) -> FormatError:
        """Return an error about this object."""
        actual = actual if self.entry is None else f"{actual} in entry {self.entry:,} of the list"
        return FormatError(self.file, actual, expected, self.line, advice)


class JsonRow(NamedTuple):
    """One object of a file, with its place and size."""

    place: JsonPlace
    value: Mapping[str, object]
    size: int
    """Number of characters."""
    share: float
    """Share of the file that has been read up to this object, from 0 to 1."""


def json_rows(file: str, text: DecodedText, limits: FileLimits) -> tuple[Iterator[JsonRow], list[Notice]]:
    """Return the objects of JSON Lines, or of one array of objects, and a notice of blank lines at the end.

    Raises ``FormatError`` with the line for anything but an object, and for a key that an object has twice.
    """
    if _is_array(text.data):
        return _entries(file, text.data, limits), []
    lines, notices = _lines(file, text, limits)
    return _parse_lines(file, lines), notices


def json_kind(value: object) -> str:
    """Return the kind of a JSON value in words, such as "a list"."""
    return "null" if value is None else _KINDS.get(type(value), "a string")


def shown_key(key: str) -> str:
    """Return a key as messages show it."""
    return repr(clean_name(key))


def _is_array(data: bytes) -> bool:
    """Return whether the file is a list that begins with an object."""
    start = data[:1000].lstrip(_BLANK)
    return start.startswith(b"[") and start[1:].lstrip(_BLANK).startswith(b"{")


def _parse_lines(file: str, lines: pa.StringArray) -> Iterator[JsonRow]:
    decoder = _Decoder()
    for number, line in enumerate(lines, 1):
        place, text = JsonPlace(file, number), line.as_py()
        if not text.strip():
            advice = "A blank line may be a segment that got lost; delete it or fill it."
            raise place.error("a blank line", "a JSON object", advice)
        with _ParseErrors(place):
            value = decoder.decode(text)
        yield JsonRow(place, _object(place, value), len(text), number / len(lines))


def _lines(file: str, text: DecodedText, limits: FileLimits) -> tuple[pa.StringArray, list[Notice]]:
    lines = split_lines(file, text.data, limits)
    filled = np.flatnonzero(as_mask(pc.match_substring_regex(lines, FILLED)))
    if not len(filled):
        raise FormatError(file, "only blank lines", "one JSON object a line", advice=ADVICE)
    sizes = pc.binary_length(lines).to_numpy()
    check_line(file, int(sizes.max()), limits, int(sizes.argmax()) + 1)
    end = int(filled[-1]) + 1
    return lines[:end], [blank_rows(len(lines) - end)] if end < len(lines) else []


def _entries(file: str, data: bytes, limits: FileLimits) -> Iterator[JsonRow]:
    """Yield the objects of an array; at most as much text as the longest line is in memory at once."""
    decoder, size = _Decoder(), limits.longest_line + 1
    at, number = data.index(b"[") + 1, 0
    line = 1 + data.count(b"\n", 0, at)
    while True:
        window = data[at : at + size].decode("utf-8", "ignore")
        is_last, used = at + size >= len(data), 0
        while True:
            start = _skip(window, used)
            if number and window.startswith("]", start):
                end_line = line + window.count("\n", used, start)
                _check_end(JsonPlace(file, end_line), data, at + len(window[:start].encode()))
                return
            is_next = number > 0 and window.startswith(",", start)
            begin = _skip(window, start + 1) if is_next else start
            place = JsonPlace(file, line + window.count("\n", used, begin), number + 1)
            with _ParseErrors(place):
                try:
                    if number and not is_next:
                        raise json.JSONDecodeError("Expecting ',' delimiter", window, start)
                    value, end = decoder.raw_decode(window, begin)
                except json.JSONDecodeError as error:
                    if is_last or not _may_be_cut(error, window):
                        raise
                    break
            line, number = line + window.count("\n", used, end), number + 1
            used = end
            yield JsonRow(place, _object(place, value), end - begin, min((at + used) / len(data), 1.0))
        if not used:
            check_line(file, size, limits, line)
        at += len(window[:used].encode())


def _may_be_cut(error: json.JSONDecodeError, window: str) -> bool:
    """Return whether the parser may have failed only because the text is cut at the end of the window."""
    return error.msg.startswith("Unterminated") or error.pos > len(window) - _LONGEST_WORD


def _skip(text: str, at: int) -> int:
    """Return where the white space that begins at ``at`` ends."""
    while text[at : at + 1] in (" ", "\t", "\r", "\n"):
        at += 1
    return at


def _check_end(place: JsonPlace, data: bytes, at: int) -> None:
    """Raise ``FormatError`` for anything but white space after the array's ``]``."""
    if data[at + 1 :].strip(_BLANK):
        raise place.error("more after it", "the end of the file after the list", "Give one list, or an object a line.")


class _Decoder(json.JSONDecoder):
    """A JSON parser that raises ``_TwiceError`` for a repeated key, where Python would keep the last value only."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=_no_twins)


class _TwiceError(Exception):
    """Error for a key that an object has twice."""


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _TwiceError(next(key for key, count in counts.items() if count > 1))
    return mapping


class _ParseErrors:
    """A context that turns errors of parsing into a ``FormatError`` about this place."""

    def __init__(self, place: JsonPlace) -> None:
        self.place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        problem: str | None = None
        expected, advice = "a JSON object", ADVICE
        if isinstance(error, _TwiceError):
            problem, expected, advice = f"the key {shown_key(str(error))} twice", "every key once", ""
        elif isinstance(error, RecursionError):
            problem = "lists or objects nested too deeply"
        elif isinstance(error, json.JSONDecodeError):
            column = f" at column {error.colno:,}" if self.place.entry is None else ""
            problem = f"bad JSON{column} ({error.msg})"
        elif isinstance(error, ValueError):
            problem, advice = LONG_NUMBER, ""
        if problem is not None:
            raise self.place.error(problem, expected, advice or None) from None


def _object(place: JsonPlace, value: object) -> Mapping[str, object]:
    if not isinstance(value, dict) or not value:
        problem = "an empty object" if value == {} else json_kind(value)
        raise place.error(problem, "a JSON object with keys", ADVICE)
    return value
