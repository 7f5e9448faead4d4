"""A file of an exported project as it is read."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.formats import FileLimits, FormatError

LIMITS = FileLimits(file_bytes=2**31 - 1, total_bytes=2**31, archive_members=20_000, columns=5_000)
"""Limits for a zip to import: twenty columns of a million segments fit, and no bomb does."""


@dataclass(frozen=True)
class ExportedFile:
    """Its name and what is in it."""

    file: str
    data: bytes

    def check(self, holds: bool, expected: str, line: int | None = None) -> None:
        """``FormatError`` unless it holds."""
        if not holds:
            raise FormatError(self.file, "something else", expected, line, "Export the project again.")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number, from 1, and text of each line; ``FormatError`` for what is no UTF-8."""
        try:
            text = self.data.decode()
        except UnicodeDecodeError as error:
            raise FormatError(self.file, f"the byte 0x{self.data[error.start]:02X}", "text in UTF-8") from None
        yield from enumerate(text.removesuffix("\n").split("\n"), 1)
