"""JSON Lines: one object a line, flat or nested."""

import json
from collections import Counter
from collections.abc import Mapping

import pyarrow as pa

from .columns import Column, Notice, Role, clean_name
from .errors import FormatError
from .limits import Limits, check_columns
from .names import guess_header
from .notices import notice_segments
from .tables import blank_rows
from .text import Decoded, split_lines

Key = tuple[str, str]
"""Where a value stands: ("", "source"), ("references", "2"), ("systems", "Online-A")."""

REFERENCES = frozenset(["references", "reference"])
ADVICE = 'Each line is one object: {"source": "...", "reference": "...", "my system": "..."}.'
_KINDS = {dict: "an object", list: "a list", int: "a number", float: "a number", bool: "true or false"}


def read_jsonl(file: str, text: Decoded, limits: Limits) -> list[Column]:
    """Columns from one JSON object a line.

    Flat: every key is a column, its role guessed as from a table's header. Nested: ``references`` is a
    list (shorter lists are missing references), ``systems`` an object of name -> text. null is a missing
    reference, and no source if it is null in every line; it is an error elsewhere. Blank lines at the end
    are left out with a notice; a blank line inside is an error, since it may be a segment that got lost.
    Raises ``FormatError`` with line and key.
    """
    lines, notices = _lines(file, text, limits)
    rows = [_flatten(file, number, _parse(file, number, line), limits) for number, line in enumerate(lines, 1)]
    keys = _keys(file, rows)
    columns = []
    for key in keys:
        values = [row.get(key) for row in rows]
        if _is_absent_source(file, key, values):
            message = f"{_shown(key[1])} is null in every line, so there is no such column."
            notices.append(Notice("no-source", message, len(rows)))
        else:
            columns.append(_column(file, key, values))
    if not columns:
        raise FormatError(file, "only nulls", "at least one text", 1, ADVICE)
    return [columns[0].told(*text.notices, *notices), *columns[1:]]


def _lines(file: str, text: Decoded, limits: Limits) -> tuple[list[str], list[Notice]]:
    lines = split_lines(file, text.data, limits).to_pylist()
    total = len(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise FormatError(file, "only blank lines", "one JSON object a line", advice=ADVICE)
    return lines, [blank_rows(total - len(lines))] if len(lines) < total else []


def _parse(file: str, number: int, line: str) -> Mapping[str, object]:
    if not line.strip():
        advice = "A blank line may be a segment that got lost; delete it or fill it."
        raise FormatError(file, "a blank line", "a JSON object", number, advice)
    try:
        value = json.loads(line, object_pairs_hook=lambda pairs: _no_twins(file, number, pairs))
    except FormatError:
        raise
    except RecursionError:
        raise FormatError(file, "lists or objects nested too deeply", "a JSON object", number, ADVICE) from None
    except json.JSONDecodeError as error:
        found = f"bad JSON at column {error.colno:,} ({error.msg})"
        raise FormatError(file, found, "a JSON object", number, ADVICE) from None
    except ValueError as error:  # a number with thousands of digits
        raise FormatError(file, f"bad JSON ({error})", "a JSON object", number, ADVICE) from None
    if not isinstance(value, dict) or not value:
        found = "an empty object" if value == {} else _kind(value)
        raise FormatError(file, found, "a JSON object with keys", number, ADVICE)
    return value


def _no_twins(file: str, number: int, pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twin = next(key for key, count in counts.items() if count > 1)
        raise FormatError(file, f"the key {_shown(twin)} twice", "every key once", number)
    return mapping


def _flatten(file: str, number: int, row: Mapping[str, object], limits: Limits) -> dict[Key, str | None]:
    check_columns(file, sum(_width(key, value) for key, value in row.items()), limits, number)
    flat: dict[Key, str | None] = {}
    for key, value in row.items():
        if key in REFERENCES and isinstance(value, list):
            values = enumerate(value, 1)
            flat |= {("references", str(n)): _text(file, number, f"{key} {n}", v, True) for n, v in values}
        elif key == "systems" and isinstance(value, dict):
            flat |= {("systems", name): _text(file, number, name, v, False) for name, v in value.items()}
        else:
            role = guess_header(key).role
            if role in (Role.IGNORE, Role.NOTES) and isinstance(value, int | float):
                value = str(value)
            flat["", key] = _text(file, number, key, value, role is not Role.SYSTEM)
    return flat


def _width(key: str, value: object) -> int:
    """How many columns a value becomes."""
    if key in REFERENCES and isinstance(value, list):
        return len(value)
    return len(value) if key == "systems" and isinstance(value, dict) else 1


def _text(file: str, number: int, key: str, value: object, may_miss: bool) -> str | None:
    if value is None and may_miss:
        return None
    if not isinstance(value, str):
        raise FormatError(file, f"{_kind(value)} under {_shown(key)}", "a string", number)
    try:
        value.encode()
    except UnicodeEncodeError:
        found = f"half a surrogate pair (\\ud800 to \\udfff) under {_shown(key)}"
        raise FormatError(file, found, "a string of Unicode characters", number) from None
    return value


def _keys(file: str, rows: list[dict[Key, str | None]]) -> list[Key]:
    """All keys as they first appear, references together; only a reference may be absent from a row."""
    first = {key for key in rows[0] if key[0] != "references"}
    keys = dict.fromkeys(rows[0])
    for number, row in enumerate(rows[1:], 2):
        found = {key for key in row if key[0] != "references"}
        if found != first:
            raise FormatError(file, _difference(found, first), "the same keys as in line 1", number)
        keys |= dict.fromkeys(row)
    if not keys:
        raise FormatError(file, "only empty lists and objects", "at least one text", 1, ADVICE)
    groups = list(dict.fromkeys(group for group, _ in keys))
    return sorted(keys, key=lambda key: groups.index(key[0]))


def _is_absent_source(file: str, key: Key, values: list[str | None]) -> bool:
    """True for a source that no line has; ``FormatError`` for one that only some lines have."""
    if key[0] or guess_header(key[1]).role is not Role.SOURCE or None not in values:
        return False
    if any(value is not None for value in values):
        found = f"null under {_shown(key[1])}"
        raise FormatError(file, found, "a string", values.index(None) + 1, "Other lines have a source.")
    return True


def _difference(found: set[Key], first: set[Key]) -> str:
    missing, extra = sorted(first - found), sorted(found - first)
    parts = [
        f"{' and '.join(_shown(key[1]) for key in keys[:5])} {word}"
        for keys, word in ((missing, "missing"), (extra, "added"))
        if keys
    ]
    return ", ".join(parts)


def _column(file: str, key: Key, values: list[str | None]) -> Column:
    group, name = key
    segments = pa.array(values, pa.string())
    found = notice_segments(segments, "JSONL")
    if group == "references":
        return Column(file, f"reference {name}", Role.REFERENCE, segments, found, "JSONL", stated=True)
    if group == "systems":
        return Column(file, clean_name(name), Role.SYSTEM, segments, found, "JSONL", stated=True)
    return Column(file, clean_name(name), guess_header(name).role, segments, found, "JSONL")


def _kind(value: object) -> str:
    return "null" if value is None else _KINDS.get(type(value), "a string")


def _shown(key: str) -> str:
    return repr(clean_name(key))
