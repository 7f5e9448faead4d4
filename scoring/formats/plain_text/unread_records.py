"""Recognize JSON, n-best lists, keys with values and XML elements in place of plain text, by their beginning.

Text that merely begins with a bracket or a quotation mark is plain text.
"""

import json
import re

from ..errors import FormatError
from ..markup.unread_markup import EXPORT_TEXTS, LOOKED_AT
from .unread_entries import kind_of_entries

_JSON_LINES, _JSON, _N_BEST = "JSON Lines", "JSON", "an n-best list of Moses"
_EXPECTED = "one segment a line"
_ADVICE = {
    _JSON_LINES: "Call it .jsonl, and its fields are read as columns.",
    _JSON: "Call it .json if it is a list of objects, and their fields are read as columns; else export its texts.",
    _N_BEST: "Choose an output for each segment first (on the command line: bleuscope choose).",
}
_WHITE = " \t\r\n"
_OPENS = re.compile(r"\{|\[[\[\s]*[{\"]")
_KEY_ON_A_LINE = re.compile(r'(?:\[\s*\n\s*)?\{[ \t]*\n\s*"(?:[^"\\\n]|\\.)*"\s*:')
_NUMBER = re.compile(r"\s*[-+]?\.?\d[\d.eE+-]*\s*")
_LONGEST_WORD = 16
"""Maximum number of characters of JSON that are refused as a whole: ``-Infinity``, or an escaped surrogate pair."""


def refuse_records(file: str, start: bytes) -> None:
    """Raise ``FormatError`` for anything but plain text, by the first bytes of a text in UTF-8, with advice."""
    text = start[:LOOKED_AT].decode("utf-8", "ignore").lstrip(_WHITE)
    is_cut = len(start) >= LOOKED_AT
    kind = _json_kind(text, is_cut) if _OPENS.match(text) else _N_BEST if _is_candidate(text) else None
    kind = kind or kind_of_entries(text, is_cut)
    if kind is not None:
        raise FormatError(file, kind, _EXPECTED, advice=_ADVICE.get(kind, EXPORT_TEXTS))


def _json_kind(text: str, is_cut: bool) -> str | None:
    """Return the kind of a text that begins with a bracket, if its first JSON value ends its line; else None."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        ends_inside = error.msg.startswith("Unterminated") or error.pos > len(text) - _LONGEST_WORD
        return _JSON if (is_cut and ends_inside) or _KEY_ON_A_LINE.match(text) else None
    except (ValueError, RecursionError):
        return None
    after, _, others = text[end:].partition("\n")
    others = others.lstrip(_WHITE)
    if not value or after.strip(_WHITE):
        return None
    if isinstance(value, list) or "\n" in text[:end]:
        return None if others else _JSON
    return _JSON_LINES if not others or others.startswith("{") else None


def _is_candidate(text: str) -> bool:
    """Return whether the first line has an id, a text, perhaps features, and a score between bars."""
    number, *fields = text.partition("\n")[0].split(" ||| ", 4)
    return number.isdecimal() and len(fields) > 1 and _NUMBER.fullmatch(fields[min(len(fields), 3) - 1]) is not None
