"""Read JSON Lines: each line is a list of texts, of objects with text, score and features, or outputs by system."""

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ...counting.progress import Progress, no_progress
from ...formats.containers.growing import string_array
from ...formats.errors import FormatError
from ...formats.json_files.objects import parse_json
from ...formats.json_files.other_fields import OtherFields
from ...formats.limits import FileLimits, check_line, check_segment_bytes, check_segments
from ...formats.plain_text.text import split_lines
from ...output.numbers import counted
from ...text.naming import clean_name
from ..lists import Lists
from .features import NOT_FINITE, Features

CANDIDATES = ("candidates", "hypotheses", "samples", "nbest")
TEXT = ("text", "hypothesis", "translation")
SYSTEMS = "systems"
FORM = (
    'Each line is one list: ["...", "..."], or'
    ' {"candidates": [{"text": "...", "score": -1.5, "features": {"lm": -7}}]}.'
)
ONE_A_LINE = "Write each list on a line of its own, with nothing around or between the lists."
PROGRESS_INTERVAL = 500
"""Number of lines between two reports of progress."""


def is_lists(start: str) -> bool:
    """Return whether the first line that is not blank is a JSON list, or an object with a key for candidates."""
    line = next((line for line in start.split("\n") if line.strip()), "")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return any(line.lstrip().startswith(f'{{"{key}"') for key in (*CANDIDATES, SYSTEMS))
    return isinstance(value, list) or (isinstance(value, dict) and any(key in value for key in (*CANDIDATES, SYSTEMS)))


@dataclass(frozen=True)
class _Candidate:
    text: str
    score: float | None
    features: Mapping[str, float]


def read_jsonl_lists(
    file: str,
    data: bytes,
    limits: FileLimits,
    on_progress: Progress = no_progress,
    other_fields: OtherFields | None = None,
) -> Lists:
    """Return the lists of a file; blank lines at the end are ignored, and ``other_fields`` takes other keys.

    A list of ``scores`` may accompany one of ``candidates``. A feature that a candidate lacks is 0. Raises
    ``FormatError`` with the line for an empty list, for a wrong type of text or number, and for scores that only some
    candidates have.
    """
    lines = split_lines(file, data, limits)
    end = len(lines)
    while end and not lines[end - 1].as_py().strip():
        end -= 1
    if not end:
        raise FormatError(file, "only blank lines", "one list a line", advice=FORM)
    reader = _Reader(file, limits, other_fields)
    texts = string_array(reader.texts(lines[:end], on_progress))
    check_segment_bytes(file, texts, limits, "the candidates")
    return Lists(
        texts,
        np.array(reader.offsets),
        reader.names or (),
        reader.features.table(len(texts)),
        reader.features.names,
        np.array(reader.scores) if reader.scores else None,
    )


class _Reader:
    """A reader of JSON Lines that collects offsets, scores, features and names of the texts it yields."""

    def __init__(self, file: str, limits: FileLimits, other_fields: OtherFields | None) -> None:
        self._file, self._limits, self._other_fields = file, limits, other_fields
        self.offsets = [0]
        self.scores = array("d")
        self.features = Features(file, limits)
        self.names: tuple[str, ...] | None = None

    def texts(self, lines: pa.StringArray, on_progress: Progress) -> Iterator[str]:
        """Yield the texts of all lists."""
        for number, line in enumerate(lines, 1):
            text = line.as_py()
            check_line(self._file, len(text), self._limits, number)
            if number % PROGRESS_INTERVAL == 0:
                on_progress(number / len(lines))
            if not text.strip():
                raise FormatError(self._file, "a blank line", "a list", number, "It may be a list that got lost.")
            value = self._value(number, text)
            if self._other_fields is not None:
                self._other_fields.add(value if isinstance(value, Mapping) else {})
            candidates = self._list(number, value)
            if not candidates:
                advice = "A segment needs at least one candidate, which may be empty."
                raise FormatError(self._file, "an empty list", "candidates", number, advice)
            self._keep(number, candidates)
            yield from (candidate.text for candidate in candidates)

    def _value(self, line: int, text: str) -> object:
        try:
            return parse_json(self._file, line, text)
        except FormatError as error:
            raise FormatError(self._file, error.found, error.expected, line, ONE_A_LINE) from None

    def _keep(self, line: int, candidates: Sequence[_Candidate]) -> None:
        first = self.offsets[-1]
        self.offsets.append(first + len(candidates))
        check_segments(self._file, self.offsets[-1], self._limits)
        scores = [candidate.score for candidate in candidates if candidate.score is not None]
        has_scores = bool(self.scores if first else scores)
        if len(scores) != has_scores * len(candidates):
            actual = f"scores of {len(scores):,} of {counted(len(candidates), 'candidate')}"
            raise FormatError(self._file, actual, "scores of all candidates of all lists, or of none", line)
        self.scores.extend(scores)
        entries = [(row, *one) for row, candidate in enumerate(candidates, first) for one in candidate.features.items()]
        if entries:
            rows, names, values = zip(*entries, strict=True)
            self.features.append(rows, [self.features.column(name, line) for name in names], values)

    def _list(self, line: int, value: object) -> list[_Candidate]:
        scores: object = None
        if isinstance(value, Mapping):
            if isinstance(value.get(SYSTEMS), Mapping):
                return self._candidates_of_systems(line, value[SYSTEMS])
            key = next((key for key in CANDIDATES if key in value), None)
            if key is None:
                keys = ", ".join(map(clean_name, list(value)[:5])) or "nothing"
                raise FormatError(self._file, f"an object of {keys}", f"a list under {CANDIDATES[0]!r}", line, FORM)
            scores, value = value.get("scores"), value[key]
        if not isinstance(value, list):
            raise FormatError(self._file, _kind(value), f"a list under {CANDIDATES[0]!r}", line, FORM)
        if self.names:
            raise FormatError(self._file, "a list", "systems, as on the lines before", line)
        self.names = ()
        candidates = [self._candidate(line, one) for one in value]
        if scores is None:
            return candidates
        if not isinstance(scores, list) or len(scores) != len(candidates):
            expected = f"a list of {counted(len(candidates), 'number')} under 'scores', one a candidate"
            actual = f"a list of {len(scores):,}" if isinstance(scores, list) else _kind(scores)
            raise FormatError(self._file, actual, expected, line)
        return [
            _Candidate(one.text, self._number(line, score, "scores"), one.features)
            for one, score in zip(candidates, scores, strict=True)
        ]

    def _candidates_of_systems(self, line: int, outputs: Mapping[str, object]) -> list[_Candidate]:
        names = tuple(clean_name(name) for name in outputs)
        if self.names == ():
            raise FormatError(self._file, "systems", "a list without systems, as on the lines before", line)
        if self.names is None and len(set(names)) == len(names):
            self.names = names
        if sorted(names) != sorted(self.names or ()):
            raise FormatError(self._file, ", ".join(names) or "none", "the same systems on every line", line)
        texts = {clean_name(name): self._text(line, text, name) for name, text in outputs.items()}
        return [_Candidate(texts[name], None, {}) for name in self.names or ()]

    def _candidate(self, line: int, value: object) -> _Candidate:
        if not isinstance(value, Mapping):
            return _Candidate(self._text(line, value, "the candidates"), None, {})
        text = next((value[key] for key in TEXT if key in value), None)
        score = value.get("score")
        features = value.get("features")
        if isinstance(features, list):
            features = {f"f_{place}": one for place, one in enumerate(features)}
        if features is not None and not isinstance(features, Mapping):
            raise FormatError(self._file, _kind(features), "an object of numbers under 'features'", line)
        return _Candidate(
            self._text(line, text, TEXT[0]),
            None if score is None else self._number(line, score, "score"),
            {self._name(line, name): self._number(line, one, name) for name, one in (features or {}).items()},
        )

    def _text(self, line: int, value: object, under: str) -> str:
        actual = _kind(value)
        if isinstance(value, str):
            if _is_unicode(value):
                return value
            actual = "half a surrogate pair"
        raise FormatError(self._file, f"{actual} under {clean_name(under)!r}", "a text", line, FORM)

    def _name(self, line: int, name: str) -> str:
        if not _is_unicode(name):
            raise FormatError(self._file, "half a surrogate pair", "the name of a feature", line)
        return name

    def _number(self, line: int, value: object, under: str) -> float:
        actual, advice = _kind(value), None
        if isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) <= 1e308:
                return float(value)
            actual, advice = clean_name(str(value)[:40]), NOT_FINITE
        raise FormatError(self._file, f"{actual} under {clean_name(under)!r}", "a number", line, advice)


def _kind(value: object) -> str:
    """Return the type of a JSON value in words."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return kinds.get(type(value), "something else")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
