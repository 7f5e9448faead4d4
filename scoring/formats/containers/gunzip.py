"""Unpack a gzip file while it is read."""

import gzip
import os
import zlib
from typing import BinaryIO

from ...output.numbers import counted
from ..errors import FormatError, TooLargeError
from ..limits import megabytes, packed_bytes, packed_segments

ADVICE = "Is it what you meant to give? If so, unpack it first."


class Gunzip(gzip.GzipFile):
    """A stream that unpacks a seekable gzip stream as it is read; damage is a ``FormatError``.

    Raises ``TooLargeError`` if far more data comes out than texts of the stream's size would give; see
    ``packed_limits``.
    """

    def __init__(self, file: str, stream: BinaryIO):
        size = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        super().__init__(fileobj=stream, mode="rb")
        self._file = file
        self._most_bytes, self._most_lines = packed_bytes(size), packed_segments(size)
        self._furthest = self._lines = 0
        """Furthest place that was read, and the number of line ends up to there."""

    def read(self, size: int | None = -1) -> bytes:
        try:
            data = super().read(size)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise FormatError(self._file, f"damaged data ({error})", "gzip", advice="Pack it again.") from None
        if not data and size and self.mtime is None:  # nothing has begun, where an empty text has a beginning, too
            raise FormatError(self._file, "an empty file", "gzip", advice="It seems to be cut off; pack it again.")
        self._check(data)
        return data

    def _check(self, data: bytes) -> None:
        """Raise ``TooLargeError`` above the limits; data that is read a second time does not count again."""
        end = self.tell()
        if end <= self._furthest:
            return
        self._lines += data.count(b"\n", max(len(data) - (end - self._furthest), 0))
        self._furthest = end
        if end > self._most_bytes:
            raise TooLargeError(
                self._file, "more", f"at most {megabytes(self._most_bytes)} once unpacked", None, ADVICE
            )
        if self._lines > self._most_lines:
            expected = f"at most {counted(self._most_lines, 'line')} in a packed file of its size"
            raise TooLargeError(self._file, "more", expected, None, ADVICE)
