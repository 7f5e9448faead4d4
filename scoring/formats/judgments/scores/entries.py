"""Read lists of objects by name, ``{"name": [{...}, ...], ...}``, and parse one object after the other."""

import codecs
import json
import re
from collections.abc import Iterator, Mapping

from ....counting.progress import Progress
from ....text.naming import clean_name
from ...errors import FormatError
from ...json_files.objects import PROGRESS_INTERVAL
from ...limits import MEGABYTE, FileLimits, check_line

PIECE = 2**16
"""Number of characters that are parsed at first for one object; most objects have fewer."""
BYTES = MEGABYTE
"""Number of bytes that are decoded at once; each such call keeps other threads waiting."""
_SPACE = re.compile(r"\s*")


def iterate_entries(
    file: str, data: bytes, form: str, limits: FileLimits, on_progress: Progress, may_be_empty: bool = False
) -> Iterator[tuple[str, int, int, Mapping[str, object]]]:
    """Yield the list's name, the number in the list from 1, the line and the object, for every object.

    ``form`` describes the expected file, in the ``FormatError`` for anything else. ``may_be_empty`` allows empty lists.
    """
    reader = _Reader(file, data, form, limits)
    reader.expect("{")
    has_next = True
    while has_next:
        name = reader.value()
        if not isinstance(name, str):
            raise reader.error("no name of a list")
        reader.expect(":")
        reader.expect("[")
        number = 0
        has_next = not (may_be_empty and reader.skips("]"))
        while has_next:
            number += 1
            line, entry = reader.line, reader.value()
            if not isinstance(entry, Mapping):
                raise reader.error("no object")
            yield name, number, line, entry
            if number % PROGRESS_INTERVAL == 0:
                on_progress(reader.share)
            has_next = reader.expect(",]") == ","
        has_next = reader.expect(",}") == ","
    reader.expect_end()


class _Reader:
    """A reader of one JSON value after the other; a file is never in memory as objects, nor whole as text."""

    def __init__(self, file: str, data: bytes, form: str, limits: FileLimits) -> None:
        self.line = 1
        self._file, self._data, self._form, self._limits = file, data, form, limits
        self._text, self._at = "", 0
        """Decoded text; the part that is not yet parsed begins at ``_at``."""
        self._n_read = 0
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._decoder = json.JSONDecoder()

    @property
    def share(self) -> float:
        """Share of the file that is decoded, 0-1."""
        return self._n_read / len(self._data)

    def error(self, actual: str) -> FormatError:
        return FormatError(self._file, actual, self._form, self.line)

    def expect(self, marks: str) -> str:
        """Return the mark that comes next, after white space; raise ``FormatError`` if it is none of ``marks``."""
        self._skip()
        mark = self._ahead(1)
        if not mark or mark not in marks:
            raise self.error(f"{mark!r}" if mark else "the end of the file")
        self._move(self._at + 1)
        self._skip()
        return mark

    def skips(self, mark: str) -> bool:
        """Return whether this mark comes next, and skip it if so."""
        is_next = self._ahead(1) == mark
        if is_next:
            self._move(self._at + 1)
            self._skip()
        return is_next

    def expect_end(self) -> None:
        """Raise ``FormatError`` if anything but white space follows."""
        self._skip()
        if rest := self._ahead(20):
            raise FormatError(self._file, repr(clean_name(rest)), "nothing after the last }", self.line)

    def value(self) -> object:
        """Return the JSON value that begins here."""
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
        """Return the next ``size`` characters, fewer only at the end of the file."""
        while len(self._text) - self._at < size and self._n_read < len(self._data):
            piece = self._data[self._n_read : self._n_read + max(size, BYTES)]
            self._n_read += len(piece)
            self._text, self._at = self._text[self._at :] + self._decode(piece), 0
        return self._text[self._at : self._at + size]

    def _skip(self) -> None:
        """Skip white space."""
        while self._ahead(1).isspace():
            self._move(_SPACE.match(self._text, self._at).end())  # type: ignore[union-attr]

    def _move(self, at: int) -> None:
        self.line += self._text.count("\n", self._at, at)
        self._at = at
