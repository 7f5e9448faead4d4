"""Recognize files of keys and values, and XML elements without a root, by their first lines.

Sentences with colons, equals signs and tags in them are plain text.
"""

import re
from collections.abc import Iterator, Sequence

LINES_LOOKED_AT = 100
PROPERTIES = "keys and values (.properties, .ini)"
STRINGS = "keys and values in quotation marks (.strings, JSON)"
YAML = "keys and values (YAML)"
_MIN_KEYS = 3
_MIN_BARE_KEYS = 5
"""Minimum number of keys before a colon, if only ``_BARE_KEY`` distinguishes them from words."""
_ELEMENTS = (
    "seg segment s sent sentence source target src tgt translation value string data message unit trans-unit tu tuv tru"
)
_STRUCTURE = frozenset(_ELEMENTS.split())
"""Elements that hold texts or entries, in small letters; other elements may be part of the texts."""
_WRAPPED = r"<(?P<name>[a-z][\w.:-]*)(?P<attributes>\s[^<>]*)?>.*</(?P=name)\s*>"
_LONE_TAG = r"</?[a-z][\w.:-]*(?:\s[^<>]*)?>"
_COMMENTS = ("#", "!", ";", "//", "/*", "*", "---", "%YAML")
_SECTION = r"\[[^\[\]]+\]"
_QUOTED = r"(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+')"
_STRING = rf"(?P<key>{_QUOTED})\s*(?:=>|[=:])\s*(?P<value>{_QUOTED})\s*[,;]?"
_PROPERTY = r"(?P<key>[^\W\d][\w.\-\[\]/]*)\s*=(?!=)(?P<value>.*)"
_YAML = rf"(?P<key>[\w.\-/]++|{_QUOTED}):(?:\s+(?P<value>.*))?"
_BARE_KEY = r"[^\W_][._]\w"
"""Pattern that distinguishes keys such as ``app.title`` and ``app_title`` from speakers of a dialogue."""


def kind_of_entries(text: str, is_cut: bool) -> str | None:
    """Return the kind of entries in a text that does not begin with a blank line; None for plain text.

    ``is_cut`` says that the file goes on after the text.
    """
    parts = text.split("\n", LINES_LOOKED_AT)
    lines = [line.rstrip() for line in (parts[:-1] if is_cut else parts)[:LINES_LOOKED_AT] if line.strip()]
    if text.startswith("<"):
        return _kind_of_elements([line.strip() for line in lines])
    first = next((line for line in lines if not line.startswith((*_COMMENTS, "["))), "")
    return _kind_of_keys(lines) if "=" in first or ":" in first else None


def _kind_of_elements(lines: Sequence[str]) -> str | None:
    """Return the kind of a text whose lines are nearly all whole elements, or lone tags around them; else None."""
    wrapped = [re.fullmatch(_WRAPPED, line, re.IGNORECASE) for line in lines]
    names = [element["name"].lower().rpartition(":")[2] for element in wrapped if element and _is_structural(element)]
    n_tags = sum(map(bool, (re.fullmatch(_LONE_TAG, line, re.IGNORECASE) for line in lines)))
    if not names or not _are_nearly_all(sum(map(bool, wrapped)) + n_tags, len(lines)):
        return None
    return f"XML without a root, with <{names[0]}> around its texts"


def _is_structural(element: re.Match[str]) -> bool:
    """Return whether an element holds a text or an entry; ``<s>`` without attributes is a mark of language models."""
    name = element["name"].lower().rpartition(":")[2]
    return name in _STRUCTURE and (name != "s" or element["attributes"] is not None)


def _kind_of_keys(lines: Sequence[str]) -> str | None:
    """Return the kind of lines that are nearly all keys with values, and comments, with different keys; else None."""
    lines = [line for line in _skip_continuations(lines) if not line.lstrip().startswith(_COMMENTS)]
    for kind, pattern in ((STRINGS, _STRING), (PROPERTIES, _PROPERTY), (YAML, _YAML)):
        entries = {at: re.fullmatch(pattern, line.strip()) for at, line in enumerate(lines)}
        key_entries = {at: entry for at, entry in entries.items() if entry is not None}
        n_sections = sum(re.fullmatch(_SECTION, line) is not None for line in lines)
        paths = set(_paths(lines, key_entries))
        if (
            len(key_entries) >= _MIN_KEYS
            and _are_nearly_all(len(key_entries) + n_sections, len(lines))
            and _are_nearly_all(len(paths), len(key_entries))
            and (kind != YAML or _is_yaml(lines, key_entries))
        ):
            return kind
    return None


def _skip_continuations(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, except continuations of a line that ends in a backslash."""
    goes_on = False
    for line in lines:
        if not goes_on:
            yield line
        goes_on = line.endswith("\\")


def _paths(lines: Sequence[str], entries: dict[int, re.Match[str]]) -> Iterator[tuple[str, ...]]:
    """Yield each key with its section and the keys under which it is indented."""
    above: list[tuple[int, str]] = []
    section = ""
    for at, line in enumerate(lines):
        if at not in entries:
            section = line if re.fullmatch(_SECTION, line) else section
            continue
        indent = _indent(line)
        above = [*((depth, key) for depth, key in above if depth < indent), (indent, entries[at]["key"])]
        yield section, *(key for _, key in above)


def _is_yaml(lines: Sequence[str], entries: dict[int, re.Match[str]]) -> bool:
    """Return whether keys before colons are no speakers: by quotation marks, indented lines, underscores or dots."""
    keys = [entry["key"] for entry in entries.values()]
    n_bare = sum(re.search(_BARE_KEY, key) is not None for key in keys)
    n_small = sum(not key[0].isupper() for key in keys)
    if not _are_nearly_all(n_small, len(keys)) and not _are_nearly_all(n_bare, len(keys)):
        return False
    values = [entry["value"] for entry in entries.values() if entry["value"]]
    n_quoted = sum(re.fullmatch(rf"{_QUOTED},?", value) is not None for value in values)
    is_parent = [
        not entry["value"] and at + 1 in entries and _indent(lines[at + 1]) > _indent(lines[at])
        for at, entry in entries.items()
    ]
    return (
        (bool(values) and _are_nearly_all(n_quoted, len(values)))
        or any(is_parent)
        or (len(entries) >= _MIN_BARE_KEYS and 2 * n_bare > len(entries))
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _are_nearly_all(count: int, total: int) -> bool:
    return 10 * count >= 9 * total
