"""How large a file may be, and how that is kept while it is being unpacked."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc

from ..checks import whole_number
from .columns import counted
from .errors import TooLargeError

MEGABYTE = 2**20
CHUNK = 2**18
ADVICE = "Split it, or raise the limit."
UPLOAD = 200 * MEGABYTE
LONGEST_LINE = 64 * MEGABYTE
"""One segment of the user's own files, which the command line reads."""


@dataclass(frozen=True)
class Limits:
    """Sizes above which a file is refused; every refusal names the limit.

    ``ValueError`` for what is no whole number, and for ``file_bytes`` of 2 GB or more: Arrow's string columns end
    there.
    """

    file_bytes: int = UPLOAD
    """One file, as it is uploaded and once it is unpacked."""
    total_bytes: int = 500 * MEGABYTE
    """All files of one archive together, unpacked."""
    archive_members: int = 1_000
    segments: int = 2_000_000
    segment_bytes: int | None = None
    """One segment as UTF-8; None is 1 MB, or ``LONGEST_LINE`` where ``file_bytes`` is above its default."""
    columns: int = 1_000
    """Columns of one table."""
    workbook_cells: int = 20_000_000

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if (name, value) != ("segment_bytes", None):
                whole_number(value, name, 0, sys.maxsize)
        if self.file_bytes >= 2**31:
            raise ValueError(f"file_bytes must be below 2 GB; found {self.file_bytes:,}.")

    @property
    def longest_segment(self) -> int:
        """``segment_bytes``, or what it is where it is not given."""
        if self.segment_bytes is not None:
            return self.segment_bytes
        return LONGEST_LINE if self.file_bytes > UPLOAD else MEGABYTE


DEFAULT_LIMITS = Limits()


class Readable(Protocol):
    """An open binary file, packed or not."""

    def read(self, size: int, /) -> bytes: ...


def check_size(file: str, size: int, limits: Limits) -> None:
    """``TooLargeError`` for a file above ``limits.file_bytes``."""
    if size > limits.file_bytes:
        raise TooLargeError(file, megabytes(size), f"at most {megabytes(limits.file_bytes)}", advice=ADVICE)


def check_segments(file: str, count: int, limits: Limits) -> None:
    """``TooLargeError`` for more than ``limits.segments``."""
    if count > limits.segments:
        raise TooLargeError(file, f"{count:,} or more", f"at most {counted(limits.segments, 'segment')}", advice=ADVICE)


def check_segment_bytes(file: str, segments: pa.StringArray, limits: Limits, column: str | None = None) -> None:
    """``TooLargeError`` for the first segment above ``limits.longest_segment``; ``column`` where it is not a line."""
    sizes = pc.binary_length(segments)
    row = pc.index(pc.greater(sizes, limits.longest_segment), True).as_py()
    if row < 0:
        return
    found = megabytes(sizes[row].as_py())
    line = row + 1 if column is None else None
    if column is not None:
        found = f"{found} in segment {row + 1:,} of {column}"
    advice = "Its segments are probably not separated by newlines (or by cells); separate them, or raise the limit."
    raise TooLargeError(file, found, f"at most {megabytes(limits.longest_segment)} in one segment", line, advice)


def check_columns(file: str, count: int, limits: Limits, line: int | None = None) -> None:
    """``TooLargeError`` for more than ``limits.columns``."""
    if count > limits.columns:
        raise TooLargeError(file, f"{count:,}", f"at most {counted(limits.columns, 'column')}", line, ADVICE)


def megabytes(size: int) -> str:
    """A size for people: ``200 MB``, ``0.5 MB``, ``12 bytes``."""
    if size < MEGABYTE / 10:
        return counted(size, "byte")
    return f"{size / MEGABYTE:,.1f}".removesuffix(".0") + " MB"


@dataclass
class Budget:
    """Counts the bytes that really come out of an archive; what the archive declares is not trusted."""

    file: str
    limits: Limits
    used: int = field(default=0)

    def chunks(self, name: str, stream: Readable) -> Iterator[bytes]:
        """The stream piece by piece; ``TooLargeError`` at the first piece beyond a limit."""
        size = 0
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            self.used += len(chunk)
            if size > self.limits.file_bytes:
                limit = megabytes(self.limits.file_bytes)
                raise TooLargeError(name, "more", f"at most {limit} once unpacked", advice=ADVICE)
            if self.used > self.limits.total_bytes:
                limit = megabytes(self.limits.total_bytes)
                raise TooLargeError(self.file, "more", f"at most {limit} once all is unpacked", advice=ADVICE)
            yield chunk
