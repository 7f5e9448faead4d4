"""Parse XML as a stream of elements and keep nothing, with limits on depth, tags, names and their length."""

from collections.abc import Callable
from xml.parsers import expat

from ...output.numbers import counted
from ...text.naming import clean_name
from ..errors import FormatError, TooLargeError
from ..limits import FileLimits, check_tags, megabytes

PIECE = 2**16
"""Number of bytes that are parsed at once; an unfinished tag is scanned again with each further piece."""
_CUT_OFF = frozenset(
    expat.errors.codes[name] for name in (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)
)
"""Codes of errors that mean a truncated file if they occur at its end."""
_END = "the end of the file before its last tag"
ENTITIES = "Entities are never expanded; remove the document type."


class Elements:
    """A parser that is fed with bytes and calls back at each element's beginning and end, and with all text.

    Names are ``namespace name`` if there is a namespace, or ``name`` alone if ``is_local``. ``tags`` is the number of
    tags counted before; ``part`` names the part of the file, for errors. With ``may_name_document_type`` the file may
    name a document type, which is not read, but must declare nothing in it.

    Raises ``FormatError`` for a document type and for XML that is not well-formed, ``TooLargeError`` beyond a limit.
    """

    def __init__(
        self,
        file: str,
        limits: FileLimits,
        on_start: Callable[[str, dict[str, str]], object],
        on_end: Callable[[str], object],
        on_text: Callable[[str], object],
        encoding: str | None = None,
        tags: int = 0,
        part: str | None = None,
        is_local: bool = False,
        may_name_document_type: bool = False,
    ) -> None:
        self.depth = 0
        """Depth of the element that begins or ends: 1 for the outermost."""
        self.tags = tags
        self._file, self._limits, self._on_start, self._on_end = file, limits, on_start, on_end
        self._part_phrase = f" in {clean_name(part)}" if part else ""
        self._fed = 0
        self._is_local = is_local
        self._may_name_document_type = may_name_document_type
        self._names: dict[str, str] = {}
        self._parser = expat.ParserCreate(encoding, " ", self._names)
        self._parser.buffer_text = True
        self._parser.buffer_size = PIECE
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = on_text
        self._parser.StartDoctypeDeclHandler = self._check_document_type
        self._parser.SkippedEntityHandler = self._refuse_entity

    @property
    def line(self) -> int:
        """Line of the current element or text, from 1."""
        return self._parser.CurrentLineNumber

    @property
    def byte(self) -> int:
        """Where the current tag or text begins, in bytes; at the end of ``<empty/>`` the place after it."""
        return self._parser.CurrentByteIndex

    def feed(self, data: bytes) -> None:
        """Parse the next bytes, of any number."""
        for start in range(0, len(data), PIECE):
            self._parse(data[start : start + PIECE], False)

    def close(self) -> None:
        """Finish after the last bytes."""
        self._parse(b"", True)

    def _parse(self, piece: bytes, is_last: bool) -> None:
        try:
            self._parser.Parse(piece, is_last)
        except expat.ExpatError as error:
            message = clean_name(expat.ErrorString(error.code))
            actual = _END if is_last and error.code in _CUT_OFF else message
            raise FormatError(self._file, actual + self._part_phrase, "well-formed XML", error.lineno) from None
        self._fed += len(piece)
        check_tags(self._file, self.tags, self._limits)
        if self._fed - self._parser.CurrentByteIndex > self._limits.tag_bytes:
            raise self._too_large_error(f"at most {megabytes(self._limits.tag_bytes)} in one tag or comment")
        if len(self._names) > self._limits.names:
            raise self._too_large_error(f"at most {self._limits.names:,} different names of elements and attributes")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags += 1
        self.depth += 1
        if self.depth > self._limits.nesting:
            raise self._too_large_error(f"at most {counted(self._limits.nesting, 'element')} inside one another")
        self._on_start(local_name(name) if self._is_local else name, attributes)

    def _end(self, name: str) -> None:
        self._on_end(local_name(name) if self._is_local else name)
        self.depth -= 1

    def _check_document_type(self, name: str, system: str | None, public: str | None, has_content: bool) -> None:
        if has_content or not self._may_name_document_type:
            actual = f"a document type (<!DOCTYPE>){self._part_phrase}"
            raise FormatError(self._file, actual, "plain XML", self.line, ENTITIES)

    def _refuse_entity(self, name: str, *_: object) -> None:
        actual = f"the entity &{clean_name(name)};{self._part_phrase}"
        raise FormatError(self._file, actual, "characters", self.line, "Write the character itself.")

    def _too_large_error(self, expected: str) -> TooLargeError:
        return TooLargeError(self._file, f"more{self._part_phrase}", expected, self.line)


def local_name(name: str) -> str:
    """Return the name without its namespace."""
    return name[name.rfind(" ") + 1 :]
