"""Limit the size of files, also while they are unpacked."""

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc

from ..counting.progress import Progress
from ..output.numbers import counted
from ..validation import whole_number
from .errors import TooLargeError

MEGABYTE = 2**20
CHUNK = 2**18
ADVICE = "Split it into several files."
FEWER_COLUMNS = "Leave out columns that are no texts."
SEPARATE = "Its segments are probably not separated by newlines (or by cells); separate them."
UPLOAD = 200 * MEGABYTE
EXPANSION = 100
"""Factor by which a packed file may grow at most: texts grow 3 to 5 times, sheets of a workbook up to 30 times."""
TAGS_A_BYTE = 4
"""Maximum number of tags for each byte of a packed file: a cell of a workbook has two or more, and takes some bytes."""
SEGMENTS_A_BYTE = 10
"""Maximum number of segments for each byte of a packed file; only blank or repeated segments could exceed it."""
LONGEST_LINE = 64 * MEGABYTE
"""Maximum number of bytes of one segment in the user's own files, which the command line reads."""


@dataclass(frozen=True)
class FileLimits:
    """Sizes above which a file is refused; every error names the limit.

    Raises ``ValueError`` for anything but whole numbers, and for ``file_bytes`` of 2 GB or more: Arrow's string columns
    end there.
    """

    file_bytes: int = UPLOAD
    """Bytes of one file, as it is uploaded and once it is unpacked."""
    total_bytes: int = 500 * MEGABYTE
    """Bytes of all files of one archive together, unpacked."""
    archive_members: int = 1_000
    gzip_members: int = 100_000
    """Members of all gzip files of one archive together; a gzip file may have several."""
    segments: int = 2_000_000
    segment_bytes: int | None = None
    """Bytes of one segment as UTF-8; None is 1 MB, or ``LONGEST_LINE`` if ``file_bytes`` is above its default."""
    line_bytes: int | None = None
    """Bytes of text that is parsed whole: a line of JSON Lines, a row of CSV with quotation marks, a table's header.

    None is 4 MB, or ``LONGEST_LINE`` if ``file_bytes`` is above its default.
    """
    columns: int = 1_000
    """Columns of one table."""
    cells: int = 20_000_000
    """Cells of one table, of any format: segments times columns."""
    tags: int = 10_000_000
    """Tags of one file of SGML or XML, or of one workbook's parts together."""
    tag_bytes: int = MEGABYTE
    """Bytes of one tag with its attributes, or of one comment, of XML."""
    nesting: int = 256
    """Depth of XML elements inside one another."""
    unit_elements: int = 10_000
    """XML elements inside one unit of a translation file."""
    sheets: int = 1_000
    """Sheets of one workbook."""
    judgments: int = 1_000_000
    """Judgments of one file, such as marked errors and rankings."""
    pairs: int = 100
    """Pairs of languages in one file of a whole campaign."""
    names: int = 10_000
    """Different names of elements and attributes in one file of XML."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None or name not in ("segment_bytes", "line_bytes"):
                whole_number(value, name, 0, sys.maxsize)
        if self.file_bytes >= 2**31:
            raise ValueError(f"file_bytes must be below 2 GB; found {self.file_bytes:,}.")

    @property
    def are_of_own_files(self) -> bool:
        """Whether files are the user's own, on the user's own machine, and not uploaded to a server."""
        return self.file_bytes > UPLOAD

    @property
    def longest_segment(self) -> int:
        """Bytes of one segment: ``segment_bytes``, or its default."""
        if self.segment_bytes is not None:
            return self.segment_bytes
        return LONGEST_LINE if self.are_of_own_files else MEGABYTE

    @property
    def longest_line(self) -> int:
        """Bytes of one line that is parsed whole: ``line_bytes``, or its default."""
        if self.line_bytes is not None:
            return self.line_bytes
        return LONGEST_LINE if self.are_of_own_files else 4 * MEGABYTE


DEFAULT_LIMITS = FileLimits()
OWN_LIMITS = FileLimits(file_bytes=2**31 - 1, total_bytes=2**32, segments=100_000_000, cells=2**31 - 1, tags=2**31 - 1)
"""Limits of the user's own files, which are read whole: only Arrow's limit counts."""


def packed_limits(limits: FileLimits, size: int) -> FileLimits:
    """Return the limits for a packed file of ``size`` bytes, which may be lower than those of plain files.

    The unpacked file is at most ``EXPANSION`` times as large, or what the default limits allow. Segments, cells and
    tags are bounded by the packed size, too.
    """
    return replace(
        limits,
        file_bytes=min(limits.file_bytes, packed_bytes(size)),
        total_bytes=min(limits.total_bytes, max(DEFAULT_LIMITS.total_bytes, EXPANSION * size)),
        segments=min(limits.segments, packed_segments(size)),
        cells=min(limits.cells, max(DEFAULT_LIMITS.cells, size)),
        tags=min(limits.tags, max(DEFAULT_LIMITS.tags, TAGS_A_BYTE * size)),
        segment_bytes=limits.longest_segment,
        line_bytes=limits.longest_line,
    )


def packed_bytes(size: int) -> int:
    """Return how many bytes a packed file of this size may become, even if plain files may be larger."""
    return max(UPLOAD, EXPANSION * size)


def packed_segments(size: int) -> int:
    """Return how many segments a packed file of this size may hold."""
    return max(DEFAULT_LIMITS.segments, SEGMENTS_A_BYTE * size)


class Readable(Protocol):
    """An open binary file, packed or not."""

    def read(self, size: int, /) -> bytes: ...


def check_size(file: str, size: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for a file above ``limits.file_bytes``."""
    if size > limits.file_bytes:
        raise TooLargeError(file, megabytes(size), f"at most {megabytes(limits.file_bytes)}", advice=ADVICE)


def check_segments(file: str, count: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for more than ``limits.segments``."""
    if count > limits.segments:
        raise TooLargeError(file, f"{count:,} or more", f"at most {counted(limits.segments, 'segment')}", advice=ADVICE)


def check_segment_bytes(file: str, segments: pa.StringArray, limits: FileLimits, column: str | None = None) -> None:
    """Raise ``TooLargeError`` for the first segment above ``limits.longest_segment``.

    ``column`` names the column for the message; None if segments are the file's lines.
    """
    sizes = pc.binary_length(segments)
    row = pc.index(pc.greater(sizes, limits.longest_segment), True).as_py()
    if row < 0:
        return
    actual = megabytes(sizes[row].as_py())
    line = row + 1 if column is None else None
    if column is not None:
        actual = f"{actual} in segment {row + 1:,} of {column}"
    raise TooLargeError(file, actual, f"at most {megabytes(limits.longest_segment)} in one segment", line, SEPARATE)


def check_growing_segment(file: str, characters: int, limits: FileLimits, line: int | None) -> None:
    """Raise ``TooLargeError`` for an unfinished segment that is far above ``limits.longest_segment``.

    A segment a little above the limit is read to its end, so that ``check_segment_bytes`` can name it and its length.
    """
    if characters > limits.longest_segment + MEGABYTE:
        raise TooLargeError(file, "more", f"at most {megabytes(limits.longest_segment)} in one segment", line, SEPARATE)


def check_columns(file: str, count: int, limits: FileLimits, line: int | None = None) -> None:
    """Raise ``TooLargeError`` for more than ``limits.columns``."""
    if count > limits.columns:
        raise TooLargeError(file, f"{count:,}", f"at most {counted(limits.columns, 'column')}", line, FEWER_COLUMNS)


def check_pairs(file: str, count: int, limits: FileLimits, line: int) -> None:
    """Raise ``TooLargeError`` for more than ``limits.pairs``."""
    if count > limits.pairs:
        expected = f"at most {counted(limits.pairs, 'pair')} of languages"
        raise TooLargeError(file, f"{count:,} or more", expected, line, "Split it, or correct its pairs.")


def check_cells(file: str, count: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for more than ``limits.cells``."""
    if count > limits.cells:
        raise TooLargeError(file, f"{count:,} or more", f"at most {counted(limits.cells, 'cell')}", advice=ADVICE)


def check_text(file: str, characters: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for cells with more text than ``limits.file_bytes``: cells can share one stored text."""
    if characters > limits.file_bytes:
        expected = f"at most {megabytes(limits.file_bytes)} of text in its cells"
        raise TooLargeError(file, "more", expected, advice=ADVICE)


def check_line(file: str, size: int, limits: FileLimits, line: int) -> None:
    """Raise ``TooLargeError`` for a line, or a row of several lines, above ``limits.longest_line``."""
    if size > limits.longest_line:
        expected = f"at most {megabytes(limits.longest_line)} in one line or row"
        advice = "A quotation mark may be unclosed, or line ends may be missing; correct it."
        raise TooLargeError(file, f"{megabytes(size)} or more", expected, line, advice)


def check_ids(file: str, size: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for document and segment ids that together are above ``limits.file_bytes``."""
    if size > limits.file_bytes:
        expected = f"at most {megabytes(limits.file_bytes)} of document and segment ids"
        raise TooLargeError(file, "more", expected, advice="Give the documents shorter ids.")


def check_tags(file: str, count: int, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for more than ``limits.tags``."""
    if count > limits.tags:
        raise TooLargeError(file, "more", f"at most {counted(limits.tags, 'tag')}", advice=ADVICE)


def check_judgments(file: str, count: int, limits: FileLimits, line: int | None = None) -> None:
    """Raise ``TooLargeError`` for more than ``limits.judgments``."""
    if count > limits.judgments:
        raise TooLargeError(file, "more", f"at most {counted(limits.judgments, 'judgment')}", line, ADVICE)


def megabytes(size: int) -> str:
    """Return a size for people, rounded up to a tenth of a MB: ``0.5 MB``; smaller ones in bytes: ``12 bytes``.

    A size above a limit thus never looks equal to the limit.
    """
    if size < MEGABYTE / 10:
        return counted(size, "byte")
    return f"{math.ceil(10 * size / MEGABYTE) / 10:,.1f}".removesuffix(".0") + " MB"


@dataclass
class Budget:
    """The count of what is really unpacked from an archive; sizes that the archive declares are not trusted."""

    file: str
    limits: FileLimits
    used: int = field(default=0)
    """Number of bytes unpacked so far."""
    gzip_members: int = field(default=0)

    def begin_gzip(self, name: str) -> None:
        """Count a gzip member; raise ``TooLargeError`` beyond ``limits.gzip_members``."""
        self.gzip_members += 1
        if self.gzip_members > self.limits.gzip_members:
            expected = f"at most {counted(self.limits.gzip_members, 'gzip member')}"
            raise TooLargeError(name, "more", expected, advice="Unpack it and pack it again as a whole.")

    def chunks(self, name: str, stream: Readable, declared: int, on_progress: Progress) -> Iterator[bytes]:
        """Yield the stream piece by piece; raise ``TooLargeError`` at the first piece beyond a limit.

        ``declared`` is the size that the archive states: too large a size is refused at once, a small one is not
        trusted.
        """
        self._check(name, declared, self.used + declared)
        size = 0
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            on_progress(min(size / max(declared, 1), 1.0))
            self.used += len(chunk)
            self._check(name, size, self.used)
            yield chunk

    def _check(self, name: str, size: int, used: int) -> None:
        if size > self.limits.file_bytes:
            limit = megabytes(self.limits.file_bytes)
            raise TooLargeError(name, "more", f"at most {limit} once unpacked", advice=ADVICE)
        if used > self.limits.total_bytes:
            limit = megabytes(self.limits.total_bytes)
            raise TooLargeError(self.file, "more", f"at most {limit} once all is unpacked", advice=ADVICE)
