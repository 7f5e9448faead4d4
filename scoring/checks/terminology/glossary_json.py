"""Terms in WMT's JSON: one object for all segments (2026), or an object for each segment (2025)."""

from collections.abc import Mapping

from ...formats.errors import FormatError
from ...formats.json_files.objects import parse_json
from ...formats.limits import FileLimits, check_line, check_segments
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from .glossary import MAX_TERMS, Glossary, GlossaryTerm, listed_targets

MODES = ("proper", "terms")
"""Keys of the terms that are tried if no key is given."""
_ADVICE = 'Write {"proper": {"source": ["target"]}}, once for all segments or on a line for each segment.'


def read_term_objects(file: str, data: bytes, mode: str | None, limits: FileLimits) -> Glossary:
    """Read a glossary from one object, or one for each segment; raise ``FormatError`` with the line of a wrong object.

    An object has its terms under the key ``mode``, by default ``proper`` or ``terms``, or is itself the terms.
    """
    rows = _objects(file, data, limits)
    if not rows:
        raise FormatError(file, "none", "at least one object with terms", 1, _ADVICE)
    line, first = rows[0]
    terms = [_glossary_terms(file, number, row, mode) for number, row in rows]
    if not any(terms):
        raise FormatError(file, "none", "at least one term", line, _ADVICE)
    if sum(map(len, terms)) > MAX_TERMS:
        raise FormatError(file, "more", f"at most {MAX_TERMS:,} terms", line)
    if len(rows) == 1 and (not _has_texts(first) or _find_mode_key(first, mode) is None):
        return Glossary.joined(file, terms[0])
    return Glossary.from_segments(file, terms)


def _objects(file: str, data: bytes, limits: FileLimits) -> list[tuple[int, Mapping[str, object]]]:
    """Return every object with its line.

    Objects may be JSON Lines, members of one list, or one object of any number of lines.
    """
    lines = data.decode().rstrip().split("\n")
    check_segments(file, len(lines), limits)
    if not data.lstrip().startswith(b"[") and len(lines) > 1 and lines[0].rstrip().endswith("}"):
        values: list[tuple[int, object]] = []
        for number, text in enumerate(lines, 1):
            check_line(file, len(text), limits, number)
            values.append((number, parse_json(file, number, text)))
    else:
        whole = parse_json(file, 1, data.decode())
        values = [(1, value) for value in whole] if isinstance(whole, list) else [(1, whole)]
    for number, value in values:
        if not isinstance(value, Mapping):
            raise FormatError(file, "something else", "an object with terms", number, _ADVICE)
    return values  # type: ignore[return-value]


def _has_texts(row: Mapping[str, object]) -> bool:
    return any(isinstance(value, str) for value in row.values())


def _find_mode_key(row: Mapping[str, object], mode: str | None) -> str | None:
    """Return the key under which an object has its terms; None where it has no such key."""
    keys = MODES if mode is None else (mode,)
    return next((key for key in keys if isinstance(row.get(key), Mapping)), None)


def _glossary_terms(file: str, line: int, row: Mapping[str, object], mode: str | None) -> list[GlossaryTerm]:
    key = _find_mode_key(row, mode)
    if key is None and (mode is not None or any(isinstance(value, Mapping) for value in row.values())):
        modes = mode or " or ".join(MODES)
        actual = f"{', '.join(map(clean_name, row)) or 'nothing'}{did_you_mean(modes, row)}"
        raise FormatError(file, actual, f"terms under {modes!r}", line, _ADVICE)
    terms = row if key is None else row[key]
    assert isinstance(terms, Mapping)
    return [_glossary_term(file, line, source, targets) for source, targets in terms.items()]


def _glossary_term(file: str, line: int, source: str, targets: object) -> GlossaryTerm:
    listed = listed_targets(targets)
    if listed is None:
        actual = f"something else for {clean_name(source)!r}"
        raise FormatError(file, actual, "a target, or a list of targets", line, _ADVICE)
    try:
        return GlossaryTerm(source, listed)
    except ValueError as error:
        raise FormatError(file, str(error), line=line) from None
