"""What ``comet-score --to_json`` writes: a list of segments by file, with scores and XCOMET's errors."""

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ...progress import Progress, no_progress
from ..columns import clean_name
from ..errors import FormatError
from ..growing import as_strings
from ..limits import MEGABYTE, Limits, check_judgments, check_line
from ..names import guess_file
from ..objects import TOLD, list_at, text_at
from ..text import Decoded
from .cells import as_score
from .found import Found, FoundError, FoundErrors, FoundScores, Outputs
from .lines import parts_of
from .ratings import span

SCORE, XCOMET = "COMET", "XCOMET"
_START = re.compile(r'^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{')
PIECE = 2**16
"""Characters of one segment that are parsed at first; most have fewer."""
BYTES = MEGABYTE
"""That are decoded at once: each such call keeps other threads waiting."""
_SPACE = re.compile(r"\s*")
_FORM = '{"file of translations": [{"src": "...", "mt": "...", "COMET": 0.9}, ...]}'


def is_comet(start: str) -> bool:
    """Whether it begins as such a file, with a translation and a score."""
    return _START.match(start) is not None and '"mt"' in start


def read_comet(file: str, text: Decoded, limits: Limits, on_progress: Progress = no_progress) -> list[Found]:
    """Scores of each file of translations, called after it; errors are spans of characters, half-open."""
    systems: list[str] = []
    segments: list[int] = []
    lines: list[int] = []
    values: list[float] = []
    texts: list[str | None] = []
    errors: list[FoundError] = []
    has_errors = False
    for path, segment, line, entry in _entries(file, text.data, limits, on_progress):
        if SCORE not in entry:
            found = f"no {SCORE} in segment {segment:,} of {clean_name(path)}"
            raise FormatError(file, found, f"an object with {SCORE}, a number", line)
        has_errors = has_errors or "errors" in entry
        output = text_at(file, line, entry, "mt") or None
        marked = list_at(file, line, entry, "errors")
        errors += [span(file, line, len(values), error, text=output) for error in marked]
        what = f"{SCORE} of segment {segment:,} of {clean_name(path)}"
        values.append(as_score(file, entry[SCORE], line, what))
        texts.append(output)
        systems.append(guess_file(path).name)
        segments.append(segment)
        lines.append(line)
        check_judgments(file, len(values) + len(errors), limits)
    outputs = Outputs.of(systems, segments, lines, n_segments=_length(file, systems, segments))
    name = _name(file, has_errors)
    scores = FoundScores(file, name, outputs, np.array(values), texts=as_strings(texts))
    if not has_errors:
        return [scores]
    return [scores, FoundErrors(file, name, outputs, ("",) * len(values), tuple(errors), is_human=False)]


def _length(file: str, systems: Sequence[str], segments: Sequence[int]) -> int:
    """Segments of each list, which are all that were scored."""
    ends = [at for at, segment in enumerate(segments) if at + 1 == len(segments) or segments[at + 1] == 1]
    if len({segments[at] for at in ends}) > 1:
        listed = ", ".join(f"{systems[at]} has {segments[at]:,}" for at in ends[:10])
        raise FormatError(file, listed, "as many segments of every system", advice="Nothing is cut or padded.")
    return segments[-1]


def _name(file: str, has_errors: bool) -> str:
    """All models write the same key: a file that is called after one, such as ``CometKiwi.json``, says which."""
    name, _ = parts_of(file)
    said = name.lower()
    if has_errors:
        return name if "xcomet" in said else XCOMET
    return name if "comet" in said or "kiwi" in said else SCORE


def _entries(
    file: str, data: bytes, limits: Limits, on_progress: Progress
) -> Iterator[tuple[str, int, int, Mapping[str, object]]]:
    """File of translations, number of the segment, line and object of every segment, parsed one by one."""
    reader = _Reader(file, data, limits)
    reader.expect("{")
    more = True
    while more:
        path = reader.value()
        if not isinstance(path, str):
            raise reader.error("no name of a file")
        reader.expect(":")
        reader.expect("[")
        segment = 0
        while more:
            segment += 1
            line, entry = reader.line, reader.value()
            if not isinstance(entry, Mapping):
                raise reader.error("no object")
            yield path, segment, line, entry
            if segment % TOLD == 0:
                on_progress(reader.share)
            more = reader.expect(",]") == ","
        more = reader.expect(",}") == ","
    reader.expect_end()


class _Reader:
    """One value of JSON after the other: a file of many never stands in memory as objects, nor whole as text."""

    def __init__(self, file: str, data: bytes, limits: Limits) -> None:
        self.line = 1
        self._file, self._data, self._limits = file, data, limits
        self._text, self._at = "", 0
        """What is decoded and not yet parsed begins at ``_at``."""
        self._n_read = 0
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._decoder = json.JSONDecoder()

    @property
    def share(self) -> float:
        """How much of the file is decoded, 0-1."""
        return self._n_read / len(self._data)

    def error(self, found: str) -> FormatError:
        return FormatError(self._file, found, _FORM, self.line)

    def expect(self, marks: str) -> str:
        """Which of these marks comes next, after white space."""
        self._skip()
        mark = self._ahead(1)
        if not mark or mark not in marks:
            raise self.error(f"{mark!r}" if mark else "the end of the file")
        self._move(self._at + 1)
        self._skip()
        return mark

    def expect_end(self) -> None:
        """Nothing but white space may follow."""
        self._skip()
        if rest := self._ahead(20):
            raise FormatError(self._file, repr(clean_name(rest)), "nothing after the last }", self.line)

    def value(self) -> object:
        """The value that begins here."""
        size = PIECE
        while True:
            piece = self._ahead(size)
            try:
                value, end = self._decoder.raw_decode(piece)
            except RecursionError:
                raise self.error("lists or objects nested too deeply") from None
            except ValueError as error:
                if len(piece) < size:
                    raise self.error(f"bad JSON ({clean_name(str(error))})") from None
                check_line(self._file, size, self._limits, self.line)
                size *= 4
                continue
            self._move(self._at + end)
            return value

    def _ahead(self, size: int) -> str:
        """The next characters, fewer only at the end of the file."""
        while len(self._text) - self._at < size and self._n_read < len(self._data):
            piece = self._data[self._n_read : self._n_read + max(size, BYTES)]
            self._n_read += len(piece)
            self._text, self._at = self._text[self._at :] + self._decode(piece), 0
        return self._text[self._at : self._at + size]

    def _skip(self) -> None:
        """White space."""
        while self._ahead(1).isspace():
            self._move(_SPACE.match(self._text, self._at).end())  # type: ignore[union-attr]

    def _move(self, at: int) -> None:
        self.line += self._text.count("\n", self._at, at)
        self._at = at
