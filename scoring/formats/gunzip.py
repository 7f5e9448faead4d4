"""A gzip file that is unpacked as it is read."""

import gzip
import zlib
from typing import BinaryIO

from .errors import FormatError


class Gunzip(gzip.GzipFile):
    """Unpacks as it is read; damage is a ``FormatError``."""

    def __init__(self, file: str, stream: BinaryIO):
        super().__init__(fileobj=stream, mode="rb")
        self._file = file

    def read(self, size: int | None = -1) -> bytes:
        try:
            data = super().read(size)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise FormatError(self._file, f"damaged data ({error})", "gzip", advice="Pack it again.") from None
        if not data and size and self.mtime is None:  # nothing has begun, where an empty text has a beginning, too
            raise FormatError(self._file, "an empty file", "gzip", advice="It seems to be cut off; pack it again.")
        return data
