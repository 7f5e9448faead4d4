"""Parse JSON objects strictly, and read their values by kind."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa

from ...counting.progress import Progress
from ...text.naming import clean_name
from ..errors import FormatError
from ..limits import FileLimits, check_line
from ..plain_text.text import split_lines

LONG_NUMBER = "a number with thousands of digits"
"""Description in messages of a number that Python does not read."""
PROGRESS_INTERVAL = 500
LOOKED_AT = 2**16
"""Number of bytes that are read to recognize the kind of a file."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_KEY = re.compile(r'"(\w{1,40})"\s*:')


def parse_json(file: str, line: int, text: str) -> object:
    """Return the value; raise ``FormatError`` with the line for bad JSON, or a key twice in one object."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except _Twice as error:
        raise FormatError(
            file, f"the key {clean_name(str(error))!r} twice in one object", "each key once", line
        ) from None
    except RecursionError:
        raise FormatError(file, "lists or objects nested too deeply", "JSON", line) from None
    except json.JSONDecodeError as error:
        raise FormatError(file, f"bad JSON at column {error.colno:,} ({error.msg})", "JSON", line) from None
    except ValueError:
        raise FormatError(file, LONG_NUMBER, "JSON", line) from None


class _Twice(Exception):
    """Error for a key that an object has twice; JSON would keep its last value only."""


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return members


def first_keys(data: bytes) -> set[str]:
    """Return the keys of the object on the first line; if the line is too long, the keys in its beginning."""
    line = data[:LOOKED_AT].split(b"\n", 1)[0].decode("utf-8", "ignore")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return set(_KEY.findall(line)) if line.startswith("{") else set()
    return set(value) if isinstance(value, dict) else set()


def objects(
    file: str, data: bytes, limits: FileLimits, on_progress: Progress
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield every line's number and object, without blank lines.

    Raises ``FormatError`` for a line that is not an object, and for blank lines alone.
    """
    lines: pa.StringArray = split_lines(file, data, limits)
    has_object = False
    for number, line in enumerate(lines, 1):
        text = line.as_py()
        check_line(file, len(text), limits, number)
        if number % PROGRESS_INTERVAL == 0:
            on_progress(number / len(lines))
        if not text.strip():
            continue
        value = parse_json(file, number, text)
        if not isinstance(value, Mapping):
            raise FormatError(file, "something else", "a JSON object", number)
        has_object = True
        yield number, value
    if not has_object:
        raise FormatError(file, "only blank lines", "one JSON object a line")


def text_at(file: str, line: int, value: Mapping[str, object], *keys: str) -> str:
    """Return the text under the first of these keys that is not null, "" if all are missing or null.

    An integer is read as text. Raises ``FormatError`` for other values.
    """
    text = next((value[key] for key in keys if value.get(key) is not None), "")
    if isinstance(text, int) and not isinstance(text, bool):
        text = str(text)
    if not isinstance(text, str):
        raise FormatError(file, f"something else under {keys[0]!r}", "a string", line)
    if _SURROGATE.search(text):
        found_there = f"half a surrogate pair under {keys[0]!r}"
        raise FormatError(file, found_there, "a string of Unicode characters", line)
    return text


def name_at(file: str, line: int, value: Mapping[str, object], *keys: str) -> str:
    """Return what ``text_at`` returns, without white space at its ends; raise ``FormatError`` if nothing is left."""
    name = text_at(file, line, value, *keys).strip()
    if not name:
        raise FormatError(file, f"nothing under {keys[0]!r}", "a name", line)
    return name


def list_at(file: str, line: int, value: Mapping[str, object], key: str) -> Sequence[object]:
    """Return the list under this key, empty if it is missing or null; raise ``FormatError`` for other values."""
    entries = value.get(key)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise FormatError(file, f"something else under {clean_name(key)!r}", "a list", line)
    return entries


def object_at(file: str, line: int, value: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return the object under this key, empty if it is missing or null; raise ``FormatError`` for other values."""
    members = value.get(key)
    if members is None:
        return {}
    if not isinstance(members, Mapping):
        raise FormatError(file, f"something else under {clean_name(key)!r}", "an object", line)
    return members
