"""Unpack gzip and zip as a stream, so that a zip bomb is refused before it fills memory."""

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from ...counting.progress import Progress, no_progress, progress_of_part
from ...text.naming import clean_file
from ..errors import FormatError, TooLargeError
from ..limits import ADVICE, Budget, FileLimits
from .pieces import PIECE, occurrences

GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY = b"PK\x01\x02"
_LOCAL_HEADER = 30
"""Number of bytes before each file of a zip archive, and before its name."""
_GZIP_WITH_HEADER = 16 + zlib.MAX_WBITS
_TYPE_READ = 200
PACKED = 2**13
"""Number of packed bytes that are unpacked at once; bytes after a gzip member in them are copied."""

# Other kinds of binary files that users upload by mistake, recognized by their first bytes.
KINDS = {
    b"%PDF-": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a": "a RAR archive",
    b"\xfd7zXZ": "an XZ archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"BZh91AY&SY": "a bzip2 archive",
    b"PAR1": "a Parquet file",
    b"%!PS": "a PostScript document",
}
OFFICE = "Save it as .xlsx, or its texts as plain text, one segment a line."
_PACKED_DOCUMENT = "mimetype"
"""Member that names the kind of a packed document: OpenDocument, EPUB, InDesign's IDML."""
_LEFT_OUT = re.compile(
    r"(^|/)(__MACOSX/|\.[^/]*$|Thumbs\.db$|desktop\.ini$|(README|LICEN[CS]E|COPYING)(\.\w+)?$|[^/]+\.md$)",
    re.IGNORECASE,
)


def is_gzip(data: bytes) -> bool:
    return data.startswith(GZIP)


def is_zip(data: bytes) -> bool:
    return data.startswith(ZIP)


def refuse_binary(file: str, data: bytes) -> None:
    """Raise ``FormatError`` for kinds of file that are recognized by their first bytes and not read here."""
    for start, kind in KINDS.items():
        if data.startswith(start):
            advice = "Save it as plain text (UTF-8), TSV, CSV or XLSX; archives as .zip or .gz."
            raise FormatError(file, kind, "a text file or a table", advice=advice)


class _Unpacked:
    """The unpacked content of all members of a gzip file, as one stream.

    Unlike ``gzip.GzipFile`` it counts the members and skips the zeros between them at once: a small file can have very
    many of both without any content. Progress counts the packed bytes.
    """

    def __init__(self, file: str, data: bytes, budget: Budget, on_progress: Progress) -> None:
        self._file, self._data, self._budget, self._on_progress = file, data, budget, on_progress
        self._at = 0
        self._begin()

    def _begin(self) -> None:
        self._budget.begin_gzip(self._file)
        self._member = zlib.decompressobj(wbits=_GZIP_WITH_HEADER)

    def read(self, size: int, /) -> bytes:
        while not self._member.eof or self._is_followed():
            packed = self._data[self._at : self._at + PACKED]
            unpacked = self._member.decompress(packed, size)
            remainder = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
            self._at += len(packed) - len(remainder)
            self._on_progress(self._at / len(self._data))
            if unpacked:
                return unpacked
            if not packed and not self._member.eof:
                raise EOFError("it ends too early")
        return b""

    def _is_followed(self) -> bool:
        """Begin the next member; return whether there is one."""
        while self._data.startswith(b"\0", self._at):
            piece = self._data[self._at : self._at + PIECE]
            self._at += len(piece) - len(piece.lstrip(b"\0"))
            self._on_progress(self._at / len(self._data))
        if self._at == len(self._data):
            return False
        self._begin()
        return True


def gunzip(file: str, data: bytes, budget: Budget, on_progress: Progress = no_progress) -> bytes:
    """Return the unpacked bytes; raise ``FormatError`` if the file is damaged, ``TooLargeError`` beyond a limit."""
    try:
        return b"".join(budget.chunks(file, _Unpacked(file, data, budget, on_progress), 0, no_progress))
    except (EOFError, zlib.error) as error:
        raise FormatError(file, f"damaged data ({error})", "gzip", advice="Pack it again.") from None


def is_workbook(file: str, data: bytes, limits: FileLimits) -> bool:
    """Return whether a zip file is XLSX; raise ``FormatError`` for a damaged zip and for other office documents."""
    names = {info.filename for info in _entries(file, data, limits)}
    if "[Content_Types].xml" in names and "xl/workbook.xml" not in names:
        raise FormatError(file, "another kind of office document", "an XLSX workbook", advice=OFFICE)
    if _PACKED_DOCUMENT in names:
        raise FormatError(file, _packed_document(data), "an XLSX workbook, or an archive of texts", advice=OFFICE)
    return "[Content_Types].xml" in names


def _packed_document(data: bytes) -> str:
    """Return the kind of a packed document, which its first, uncompressed member states."""
    start = data[:_TYPE_READ]
    kinds = {b"opendocument": "an OpenDocument file (.odt, .ods)", b"epub": "an EPUB book"}
    return next((kind for sign, kind in kinds.items() if sign in start), "a packed document")


@dataclass(frozen=True)
class ArchiveMember:
    """One file of an archive."""

    name: str
    data: bytes
    on_progress: Progress
    """Progress of the work on this member, as its part of the whole archive."""


def unzip(
    file: str, data: bytes, budget: Budget, on_progress: Progress = no_progress
) -> tuple[Iterator[ArchiveMember], list[str]]:
    """Return the archive's files one after the other, and the names of the files that are left out.

    Names are text and nothing is ever written to disk. Folders, files that operating systems add, and README, LICENSE
    and Markdown files are left out. Raises ``FormatError`` for damage and passwords, ``TooLargeError`` beyond a limit.
    """
    entries = [info for info in _entries(file, data, budget.limits) if not info.is_dir()]
    members = [info for info in entries if not _LEFT_OUT.search(_member_path(info))]
    if not members:
        raise FormatError(file, "no files to read", "a zip archive with files")
    left_out = [clean_file(info.filename) for info in entries if _LEFT_OUT.search(_member_path(info))]
    return _members(file, data, members, budget, on_progress), left_out


def _member_path(info: zipfile.ZipInfo) -> str:
    """Return a member's path with slashes; some programs for Windows separate folders by backslashes."""
    return info.filename.replace("\\", "/")


def _members(
    file: str, data: bytes, entries: list[zipfile.ZipInfo], budget: Budget, on_progress: Progress
) -> Iterator[ArchiveMember]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for number, info in enumerate(entries):
            tell = progress_of_part(on_progress, number, len(entries))
            name = clean_file(f"{file}/{_member_path(info)}")
            if info.flag_bits & 1:
                raise FormatError(name, "encrypted data", advice="Pack it again without a password.")
            try:
                with archive.open(info) as stream:
                    content = b"".join(budget.chunks(name, stream, info.file_size, progress_of_part(tell, 0, 2)))
            except DAMAGE as error:
                raise _damage_error(name, error) from None
            yield ArchiveMember(name, content, progress_of_part(tell, 1, 2))


def _entries(file: str, data: bytes, limits: FileLimits) -> list[zipfile.ZipInfo]:
    # Counted in the bytes, because zipfile would make an object of every entry first.
    limit = limits.archive_members
    if occurrences(data, _ENTRY) > 2 * limit:
        raise TooLargeError(file, "more", f"at most {limit:,} files in an archive", advice=ADVICE)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
    except DAMAGE as error:
        raise _damage_error(file, error) from None
    if len(entries) > limit:
        raise TooLargeError(file, f"{len(entries):,}", f"at most {limit:,} files in an archive", advice=ADVICE)
    if not all(info.filename for info in entries):
        raise FormatError(
            file, "a file without a name", "a zip archive whose files have names", advice="Pack it again."
        )
    _refuse_overlaps(file, entries)
    return entries


def _refuse_overlaps(file: str, entries: list[zipfile.ZipInfo]) -> None:
    """Raise ``FormatError`` for files that share bytes of the archive: few bytes would be unpacked again and again."""
    for info, following in pairwise(sorted(entries, key=lambda info: info.header_offset)):
        begin = info.header_offset + _LOCAL_HEADER + len(info.orig_filename)
        if begin + info.compress_size > following.header_offset:
            actual = f"{clean_file(info.filename)} and {clean_file(following.filename)} in the same place"
            advice = "No usual software writes such an archive; pack the files again."
            raise FormatError(file, actual, "files one after the other", advice=advice)


# What zipfile and its decompressors raise for damaged archives; NotImplementedError is a RuntimeError.
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
    IndexError,
    struct.error,
    lzma.LZMAError,
)


def _damage_error(file: str, error: Exception) -> FormatError:
    if isinstance(error, FormatError):
        return error
    return FormatError(file, f"damaged data ({clean_file(str(error))})", "a zip archive", advice="Pack it again.")
