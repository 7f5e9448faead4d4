"""Find what the keys of a JSON file hold in all its objects: texts, numbers, or values that are left out."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Notice, Role
from ..errors import FormatError
from ..names import guess_header
from ..tables.written_numbers import says_no_number
from .json_rows import JsonPlace, json_kind, shown_key

Key = tuple[str, str]
"""Place of a value: ("", "source"), ("references", "2"), ("systems", "Online-A")."""

REFERENCES = frozenset(["references", "reference", "refs", "ref"])
TEXT, NUMBER, TRUTH, NULL, NAN, NO_NUMBER = "a string", "a number", "true or false", "null", "NaN", "no number"
"""Kinds of values; ``NO_NUMBER`` is a string such as N/A, which is a text among texts and missing among numbers."""
VALUE_PLURALS = {"an object": "objects", "a list": "lists", NUMBER: "numbers"}
"""Plural names of the kinds of values that a left-out key holds, for messages; other kinds keep their name."""
MAX_KEYS_SHOWN = 5
LEFT_OUT = ("nested", "no-text", "no-source")
"""Kinds of notices about keys that are left out."""


@dataclass
class Fields:
    """The keys of all rows so far, with the kinds of their values and where each kind was first."""

    keys: dict[Key, None] = field(default_factory=dict)
    """Keys in the order in which they first appear."""
    left_out: set[Key] = field(default_factory=set)
    """Keys without text; complete after ``resolve``."""
    _first: frozenset[Key] | None = None
    """Keys of the first row, without references."""
    _differing: dict[Key, tuple[JsonPlace, str]] = field(default_factory=dict)
    """Place where a key is first missing or added."""
    _several: set[str] = field(default_factory=set)
    """Keys that hold several references in some row."""
    _kinds: dict[Key, dict[str, JsonPlace]] = field(default_factory=lambda: defaultdict(dict))
    _n_rows: int = 0
    _n_filled: Counter[Key] = field(default_factory=Counter)
    """Number of rows in which a key has a value that is not null."""

    def value_text(self, place: JsonPlace, key: str, value: object) -> str | None:
        """Return the value as text, None for null, NaN and other kinds; take note of the kind for ``resolve``."""
        kind = json_kind(value)
        if isinstance(value, float) and math.isnan(value):
            kind = NAN
        if isinstance(value, str) and says_no_number(value):
            kind = NO_NUMBER
        self._kinds["", key].setdefault(kind, place)
        self._n_filled["", key] += kind != NULL
        if isinstance(value, str):
            return text_under_key(place, key, value)
        is_aside = guess_header(key).role in (Role.IGNORE, Role.NOTES)
        return str(value) if kind == NUMBER or (is_aside and kind == TRUTH) else None

    def add_several(self, key: str) -> None:
        """Take note of a key that holds several references."""
        self._several.add(key)

    def compare(self, place: JsonPlace, row: Mapping[Key, str | None]) -> None:
        """Take note of the keys of one row; keys of references may differ from the first row's."""
        self._n_rows += 1
        for key in row:
            self.keys.setdefault(key)
        row_keys = frozenset(key for key in row if key[0] != "references")
        if self._first is None:
            self._first = row_keys
        if row_keys != self._first:
            for key in self._first - row_keys:
                self._differing.setdefault(key, (place, "missing"))
            for key in row_keys - self._first:
                self._differing.setdefault(key, (place, "added"))

    def resolve(self) -> list[Notice]:
        """Find the keys that are left out, and return notices about them.

        Raises the ``FormatError`` of the first row in which a key of texts holds something else, or is missing.
        """
        errors: list[tuple[JsonPlace, FormatError]] = []
        names_by_content: defaultdict[str, list[str]] = defaultdict(list)
        optional: list[Notice] = []
        for key in self.keys:
            kinds = self._kinds.get(key, {})
            content = self._what_is_left_out(key[1], kinds)
            if content is not None:
                self.left_out.add(key)
                if key[1] not in self._several:
                    names_by_content[content].append(key[1])
            elif self._is_optional(key):
                self.left_out.add(key)
                optional.append(self._missing(key))
            else:
                errors += _wrong_kinds(key[1], kinds)
        errors += self._differences()
        if errors:
            raise min(errors, key=lambda one: _order(one[0]))[1]
        return [*(_left_out(content, keys) for content, keys in names_by_content.items()), *optional]

    def _is_optional(self, key: Key) -> bool:
        """Return whether a key that states no role may be left out because it is missing, or null, in some rows.

        The key may be left out if every row has another key that is named as an output, or if most rows lack the key.
        Else the key is an output itself.
        """
        group, name = key
        guess = guess_header(name)
        if group or guess.stated_role is not None or guess.weak_reference or self._holds_numbers(key):
            return False
        n_filled = self._n_filled[key]
        has_output = any(
            not other
            and guess_header(other_name).stated_role is Role.SYSTEM
            and self._n_filled[other, other_name] == self._n_rows
            for other, other_name in self.keys
        )
        return n_filled < self._n_rows and (has_output or 2 * n_filled < self._n_rows)

    def _missing(self, key: Key) -> Notice:
        n_missing = self._n_rows - self._n_filled[key]
        rows = counted(self._n_rows, "line")
        message = f"`{clean_name(key[1])}` is missing or null in {n_missing:,} of {rows} and was left out."
        return Notice("no-text", message, n_missing)

    def _may_miss(self, key: Key) -> bool:
        """Return whether a key may be missing in a row, like null: keys of references, notes, ids and numbers may."""
        group, name = key
        role = guess_header(name).stated_role
        return not group and (role in (Role.REFERENCE, Role.NOTES, Role.IGNORE) or self._holds_numbers(key))

    def _what_is_left_out(self, key: str, kinds: Mapping[str, JsonPlace]) -> str | None:
        """Return what a key without any text holds; None for a key of texts or numbers, which is kept."""
        contents = [kind for kind in kinds if kind not in (NULL, NAN)]
        role = guess_header(key).role
        if not kinds or {TEXT, NO_NUMBER} & {*contents} or set(contents) == {NUMBER}:
            return None
        if not contents:
            return None if role is Role.REFERENCE and key not in self._several else NULL
        if role in (Role.IGNORE, Role.NOTES) and not {*contents} - {NUMBER, TRUTH}:
            return None
        return " and ".join(VALUE_PLURALS.get(kind, kind) for kind in contents)

    def _holds_numbers(self, key: Key) -> bool:
        kinds = self._kinds[key]
        return NUMBER in kinds and TEXT not in kinds

    def _differences(self) -> list[tuple[JsonPlace, FormatError]]:
        """Return the error of the first row whose keys differ from the first row's, for keys that a test set needs."""
        differences = {
            key: difference
            for key, difference in self._differing.items()
            if not (key in self.left_out or self._may_miss(key))
        }
        if not differences:
            return []
        place = min((place for place, _ in differences.values()), key=_order)
        listed = []
        for word in ("missing", "added"):
            keys = sorted(key[1] for key, difference in differences.items() if difference == (place, word))
            listed += [f"{' and '.join(map(shown_key, keys[:MAX_KEYS_SHOWN]))} {word}"] if keys else []
        return [(place, place.error(", ".join(listed), "the same keys as in line 1"))]


def holds_references(value: object, key: str) -> TypeGuard[list[object] | dict[str, object]]:
    """Return whether a value has several references: a list, or an object with a text for each name."""
    if key not in REFERENCES:
        return False
    if isinstance(value, list):
        return True
    return isinstance(value, dict) and bool(value) and all(map(_is_text_or_null, map(_inner, value.values())))


def text_under_key(place: JsonPlace, key: str, value: object, may_miss: bool = False) -> str | None:
    """Return the text under a key, also of ``{"ref": "..."}``; raise ``FormatError`` for anything else.

    None for null if ``may_miss``.
    """
    value = _inner(value)
    if value is None and may_miss:
        return None
    if not isinstance(value, str):
        raise place.error(f"{json_kind(value)} under {shown_key(key)}", "a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        problem = f"half a surrogate pair (\\ud800 to \\udfff) under {shown_key(key)}"
        raise place.error(problem, "a string of Unicode characters") from None
    return value


def _inner(value: object) -> object:
    """Return the text in ``{"ref": "..."}``, as WMT writes references; other values unchanged."""
    return value["ref"] if isinstance(value, dict) and isinstance(value.get("ref"), str) else value


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _wrong_kinds(key: str, kinds: Mapping[str, JsonPlace]) -> list[tuple[JsonPlace, FormatError]]:
    """Return the errors of a key that holds texts or numbers in some rows, and another kind in others."""
    role = guess_header(key).role
    if role is Role.IGNORE:
        return []
    places = {kind: place for kind, place in kinds.items() if kind not in (NULL, NAN, NO_NUMBER)}
    if role is Role.NOTES:
        places = {kind: place for kind, place in places.items() if kind not in (NUMBER, TRUTH)}
    errors = []
    if len(places) > 1:
        (first, first_place), (other, place) = sorted(places.items(), key=lambda one: _order(one[1]))[:2]
        expected = TEXT if first == TEXT else f"{first}, as in line {first_place.line:,}"
        errors.append((place, place.error(f"{other} under {shown_key(key)}", expected)))
    may_miss = role in (Role.REFERENCE, Role.NOTES) or NUMBER in places
    for missing in (NULL, NAN) if not may_miss else ():
        if missing in kinds:
            advice = "Other lines have a source." if role is Role.SOURCE else "Only references may be missing."
            problem = f"{missing} under {shown_key(key)}"
            errors.append((kinds[missing], kinds[missing].error(problem, TEXT, advice)))
    return errors


def _order(place: JsonPlace) -> tuple[int, int]:
    return place.line, place.entry or 0


def _left_out(content: str, keys: Sequence[str]) -> Notice:
    """Return the notice about keys without text that hold the same kind of value."""
    listed = ", ".join(f"`{clean_name(key)}`" for key in keys[:MAX_KEYS_SHOWN]) + (
        ", ..." if len(keys) > MAX_KEYS_SHOWN else ""
    )
    one = len(keys) == 1
    if content == NULL:
        is_source = all(guess_header(key).role is Role.SOURCE for key in keys)
        message = f"{listed} {'is' if one else 'are'} null in every line and {'was' if one else 'were'} left out."
        return Notice("no-source" if is_source else "no-text", message, len(keys))
    message = f"{listed} {'holds' if one else 'hold'} {content} and {'was' if one else 'were'} left out."
    return Notice("nested", message, len(keys))


def left_out_of(notices: Sequence[Notice]) -> str:
    """Return the notices about left-out keys as an addition to an error's text; "" if nothing was left out."""
    return "".join(f"; {notice.message.rstrip('.')}" for notice in notices if notice.kind in LEFT_OUT)
