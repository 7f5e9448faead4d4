"""Read a file as UTF-8 with all its line ends, replace pieces of it, and write it in its own encoding."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...containers.archives import is_gzip, is_zip
from ...errors import FormatError
from ...limits import FileLimits, check_size
from ...plain_text.text import byte_order_mark, detect_encoding

PACKED = "Unpack it first: a translation file is written back into the file itself."


@dataclass(frozen=True, slots=True)
class ByteEdit:
    """Bytes to write in place of the bytes from ``start`` to ``stop``; an insertion if both are equal."""

    start: int
    stop: int
    content: bytes


@dataclass(frozen=True)
class OriginalText:
    """A file that can be written again byte by byte."""

    file: str
    text: bytes
    """Text as UTF-8, without byte order mark, with all line ends."""
    mark: bytes
    """Byte order mark; empty if the file has none."""
    encoding: str
    limits: FileLimits

    @classmethod
    def read(cls, file: str, data: bytes, encoding: str | None, limits: FileLimits) -> "OriginalText":
        """Decode a file; ``encoding`` is the one of a file that has no byte order mark and is not UTF-8.

        Raises ``FormatError`` for a packed file, and where the same text would be written with other bytes.
        """
        if is_gzip(data) or is_zip(data):
            raise FormatError(file, "a packed file", advice=PACKED)
        length = byte_order_mark(data)[1]
        file_encoding = detect_encoding(data, encoding)
        mark, rest = data[:length], data[length:]
        if encoding is not None and not mark and _is_plain(rest, encoding):
            file_encoding = encoding
        if file_encoding == "utf-8":
            return cls(file, rest, mark, file_encoding, limits)
        text = rest.decode(file_encoding)
        if text.encode(file_encoding) != rest:
            raise FormatError(
                file, f"bytes that {file_encoding} writes in another way", advice="Save the file as UTF-8."
            )
        return cls(file, text.encode(), mark, file_encoding, limits)

    def apply_edits(self, edits: Iterable[ByteEdit], unknown: str = "xmlcharrefreplace") -> bytes:
        """Return the file with all edits; ``unknown`` is the error handler for characters that its encoding lacks.

        Raises ``FormatError`` for these characters if ``unknown`` is ``strict``, ``TooLargeError`` for a file above the
        limit.
        """
        pieces: list[bytes] = []
        place = 0
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.stop)):
            pieces += [self.text[place : edit.start], edit.content]
            place = edit.stop
        pieces.append(self.text[place:])
        check_size(self.file, sum(map(len, pieces)), self.limits)
        data = b"".join(pieces)
        if self.encoding == "utf-8":
            return self.mark + data
        try:
            return self.mark + data.decode().encode(self.encoding, unknown)
        except UnicodeEncodeError as error:
            sign = f"U+{ord(error.object[error.start]):04X}"
            actual, expected = f"{sign} in a translation", f"characters of {self.encoding}"
            raise FormatError(self.file, actual, expected, advice="Save the file as UTF-8.") from None


def _is_plain(data: bytes, encoding: str) -> bool:
    """Return whether all bytes are ASCII and mean the same text in this encoding."""
    return data.isascii() and data.decode(encoding, "replace").encode() == data
