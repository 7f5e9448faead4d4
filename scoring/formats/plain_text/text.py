"""Read bytes as text and segments: encodings, line ends, and plain text with one segment a line.

``decode_text`` and ``read_text`` take a file whole and notice oddities; ``read_blocks`` yields the same segments
in memory that does not grow with the file.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.suggestions import did_you_mean
from ...validation import short_repr
from ..columns import Column, Notice
from ..containers.pieces import PIECE, occurrences, remove_first_bytes, replace_crlf
from ..errors import SAY_ENCODING, EncodingError, FormatError, TooLargeError
from ..limits import (
    DEFAULT_LIMITS,
    LONGEST_LINE,
    MEGABYTE,
    FileLimits,
    Readable,
    check_segment_bytes,
    check_segments,
    megabytes,
)
from ..markup.unread_markup import LOOKED_AT, refuse_markup
from ..names import guess_file
from .notices import NoticeTally, notice_segments
from .unread_records import refuse_records

ENCODINGS = (
    "windows-1252",
    "latin-1",
    "windows-1250",
    "windows-1251",
    "iso-8859-2",
    "koi8-r",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-jp",
    "euc-kr",
)
"""Encodings that can be chosen, under any name that Python knows; UTF-8, and UTF-16 and UTF-32 with BOM, need none."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark is the beginning of this one
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_OFFER = (
    "Save it as UTF-8. If it is windows-1252 or latin-1 (Western European) or another encoding that you know,"
    f" {SAY_ENCODING}"
)
_BINARY = "This is a binary file, or UTF-16 or UTF-32 without its mark; save it as UTF-8."
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r\x1b"})
_SNIFFED = 4096
_DECLARED = re.compile(rb"""^(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.-]+)["']""")


@dataclass(frozen=True)
class DecodedText:
    """A file's text as UTF-8 without BOM and NUL, with LF line ends, and the notices about the file."""

    data: bytes
    notices: tuple[Notice, ...]


class Seekable(Readable, Protocol):
    """An open binary file that can be read again from an earlier place."""

    def seek(self, offset: int, /) -> int: ...

    def tell(self) -> int: ...


def decode_text(
    file: str, data: bytes, encoding: str | None = None, on_progress: Progress = no_progress
) -> DecodedText:
    """Return the text of a file: UTF-8 with or without BOM, UTF-16 and UTF-32 by their BOM, else ``encoding``.

    ``encoding`` is only used for bytes that are none of these, so that it can be given for a whole
    archive. Raises ``EncodingError`` with byte and line, and ``FormatError`` for binary and empty files.
    """
    encoding = normalize_encoding(encoding)
    data, notices = _convert_to_utf8(file, data, encoding, progress_of_part(on_progress, 0, 2))
    _refuse_nul(file, data)
    crlf = occurrences(data, b"\r\n", on_progress=progress_of_part(on_progress, 1, 2))
    if crlf:
        notices += _crlf_notices(crlf, occurrences(data, b"\n"))
        data = replace_crlf(data)
    if not data:
        raise _empty_file(file)
    return DecodedText(data, tuple(notices))


def normalize_encoding(encoding: str | None) -> str | None:
    """Return the name in ``ENCODINGS`` for any of Python's names of an encoding; None for encodings that need none.

    UTF-8 needs none, and neither do UTF-16 and UTF-32 with a byte order mark.
    Raises ``ValueError`` for an encoding that is not offered.
    """
    name = None if encoding is None else _NAME_OF_CODEC.get(_codec(encoding) or "", encoding)
    if name is not None and name not in ENCODINGS:
        hint = did_you_mean(str(encoding), ("utf-8", *ENCODINGS))
        raise ValueError(
            f"encoding: expected one of utf-8, {', '.join(ENCODINGS)}; found {short_repr(encoding)}{hint}."
        )
    return name


def _codec(encoding: str) -> str | None:
    """Return Python's own name of an encoding; None for an unknown one."""
    try:
        return codecs.lookup(encoding).name
    except (LookupError, TypeError, ValueError):
        return None


_NAME_OF_CODEC = {_codec(name): name for name in ENCODINGS} | dict.fromkeys(("utf-8", "utf-8-sig", "utf-16", "utf-32"))


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that the declaration of XML states; None if it is not in ``ENCODINGS``."""
    match = _DECLARED.match(data)
    return known_encoding(match[1].decode()) if match else None


def known_encoding(encoding: str | None) -> str | None:
    """Return the name in ``ENCODINGS`` of an encoding that a file states; None if ``ENCODINGS`` does not have it."""
    try:
        return normalize_encoding(encoding)
    except ValueError:
        return None


def split_lines(file: str, data: bytes, limits: FileLimits) -> pa.StringArray:
    """Return the lines between LFs, of a whole file at once; the final LF ends the last line and begins none."""
    check_segments(file, occurrences(data, b"\n"), limits)
    end = len(data) - data.endswith(b"\n")
    offsets = pa.py_buffer(np.array([0, end], np.int32))
    whole = pa.StringArray.from_buffers(1, offsets, pa.py_buffer(data))
    return pc.split_pattern(whole, "\n").flatten()


def read_text(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return one column with one segment a line, including blank lines; JSON and n-best lists are refused."""
    refuse_records(file, text.data[:LOOKED_AT])
    segments = split_lines(file, text.data, limits)
    check_segment_bytes(file, segments, limits)
    guess = guess_file(file)
    notices = text.notices + notice_segments(segments, on_progress=on_progress)
    return [Column(file, guess.name, guess.role, segments, notices)]


def read_blocks(
    file: str,
    stream: Seekable,
    size: int,
    encoding: str | None = None,
    piece: int = MEGABYTE,
    *,
    may_be_empty: bool = False,
    may_be_records: bool = False,
    noticed: NoticeTally | None = None,
) -> Iterator[pa.StringArray]:
    """Yield the segments of plain text, ``size`` at a time, the last block with what remains.

    Segments and errors are those of ``decode_text`` and ``read_text``, and so are the notices that ``noticed`` holds
    once the last block was taken; markup is refused, and so are JSON and n-best lists unless ``may_be_records``.
    ``piece`` is the number of bytes to read at once; with an ``encoding`` the stream is read twice and must be
    seekable. An empty file is an error unless ``may_be_empty``. Raises ``TooLargeError`` for a line above
    ``LONGEST_LINE``.
    """
    encoding = normalize_encoding(encoding)
    waiting = None
    pieces = _utf8_pieces(file, stream, encoding, piece, noticed)
    for data in pieces if may_be_records else _check_first_bytes(file, pieces, refuse_records):
        segments = split_lines(file, data, DEFAULT_LIMITS)
        if noticed is not None:
            noticed.add(segments)
        waiting = segments if waiting is None else pa.concat_arrays([waiting, segments])
        while len(waiting) >= size:
            yield waiting[:size]
            waiting = waiting[size:]
    if waiting is None and not may_be_empty:
        raise _empty_file(file)
    if waiting is not None and len(waiting):
        yield waiting


def _utf8_pieces(
    file: str, stream: Seekable, encoding: str | None, piece: int, noticed: NoticeTally | None
) -> Iterator[bytes]:
    """Yield the text that ``decode_text`` returns, in pieces that end where a line ends."""
    start = stream.read(max(map(len, _MARKS)))
    marked, offset = byte_order_mark(start)
    file_encoding = marked or "utf-8"
    if marked is None and encoding and not _is_utf8_throughout(file, start, stream, piece):
        file_encoding = encoding
    notices = _decoding_notices(marked, file_encoding)
    line = crlf = 0
    newline = "\n".encode(file_encoding)
    for raw in _check_first_bytes(file, _whole_lines(file, start[offset:], stream, newline, piece), refuse_markup):
        data = _transcode(file, raw, file_encoding, offset, line)
        _refuse_nul(file, data, offset, line)
        offset += len(raw)
        line += data.count(b"\n")
        crlf += data.count(b"\r\n")
        yield data.replace(b"\r\n", b"\n")
    if noticed is not None:
        noticed.tell(*notices, *_crlf_notices(crlf, line))


def _check_first_bytes(file: str, pieces: Iterator[bytes], refuse: Callable[[str, bytes], None]) -> Iterator[bytes]:
    """Yield the pieces of a text, after ``refuse`` has checked its first ``LOOKED_AT`` bytes."""
    first: list[bytes] = []
    size = 0
    while size < LOOKED_AT and (piece := next(pieces, None)):
        first.append(piece)
        size += len(piece)
    refuse(file, b"".join(first))
    yield from first
    yield from pieces


def _whole_lines(file: str, start: bytes, stream: Readable, newline: bytes, piece: int) -> Iterator[bytes]:
    """Yield ``start`` and the rest of the stream in pieces that end after a newline, or at the end of the stream."""
    rest = start
    while data := stream.read(piece):
        data = rest + data
        end = _after_last(newline, data)
        rest = data[end:]
        if len(rest) > LONGEST_LINE:
            limit = f"lines of at most {megabytes(LONGEST_LINE)}"
            raise TooLargeError(file, "a longer one", limit, advice="Is it one segment a line?")
        if end:
            yield data[:end]
    if rest:
        yield rest


def _after_last(newline: bytes, data: bytes) -> int:
    """Return where the last whole line ends; only whole code units count, which are as long as ``newline``."""
    width = len(newline)
    at = data.rfind(newline)
    while at >= 0 and at % width:
        at = data.rfind(newline, 0, at + width - 1)
    return at + width if at >= 0 else 0


def _is_utf8_throughout(file: str, start: bytes, stream: Seekable, piece: int) -> bool:
    """Return whether ``start`` and all following bytes are UTF-8 without NUL; leave the stream where it was."""
    here = stream.tell()
    pieces = _whole_lines(file, start, stream, b"\n", piece)
    is_utf8 = all(b"\0" not in data and _is_utf8(data) for data in pieces)
    stream.seek(here)
    return is_utf8


def _empty_file(file: str) -> FormatError:
    return FormatError(file, "the file is empty", advice="Expected at least one line.")


def _refuse_nul(file: str, data: bytes, offset: int = 0, line: int = 0) -> None:
    """Raise ``FormatError`` for text with a NUL byte; ``offset`` and ``line`` count what is before ``data``."""
    if b"\0" in data:
        raise FormatError(
            file,
            f"a NUL byte at offset {offset + data.index(0):,}",
            "text",
            line + occurrences(data, b"\n", data.index(0)) + 1,
            _BINARY,
        )


def byte_order_mark(data: bytes) -> tuple[str | None, int]:
    """Return the encoding that a BOM states, None without a BOM, and the BOM's length."""
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    return _MARKS.get(mark), len(mark)


def detect_encoding(data: bytes, encoding: str | None) -> str:
    """Return the encoding of a file: by its BOM, else UTF-8, or the given one if its bytes are not UTF-8."""
    marked, _ = byte_order_mark(data)
    if marked is None and encoding is not None and (b"\0" in data or not _is_utf8(data)):
        return encoding
    return marked or "utf-8"


def _convert_to_utf8(file: str, data: bytes, encoding: str | None, on_progress: Progress) -> tuple[bytes, list[Notice]]:
    marked, length = byte_order_mark(data)
    file_encoding = detect_encoding(data, encoding)
    notices = _decoding_notices(marked, file_encoding)
    text = remove_first_bytes(data, length) if length else data
    return _transcode(file, text, file_encoding, length, on_progress=on_progress), notices


def _decoding_notices(marked: str | None, encoding: str) -> list[Notice]:
    """Return the notices of text in this encoding; ``marked`` is the encoding that a byte order mark states, if any."""
    if encoding != "utf-8":
        return [Notice("encoding", f"Read as {marked.upper()[:6] if marked else encoding}, not as UTF-8.", 1)]
    message = "The file begins with a byte order mark (BOM); it is not part of the text."
    return [Notice("bom", message, 1, (1,))] if marked else []


def _crlf_notices(crlf: int, lines: int) -> list[Notice]:
    """Return the notice of a file in which ``crlf`` of its lines end in CR LF; empty for 0."""
    return [Notice("crlf", f"{crlf:,} of {counted(lines, 'line')} end in CR LF; read as LF.", crlf)] if crlf else []


def _is_utf8(data: bytes) -> bool:
    # Arrow validates 100 MB in 10 ms and copies nothing.
    offsets = pa.py_buffer(np.array([0, len(data)], np.int32))
    try:
        pa.StringArray.from_buffers(1, offsets, pa.py_buffer(data)).validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _transcode(
    file: str, data: bytes, encoding: str, offset: int = 0, line: int = 0, on_progress: Progress = no_progress
) -> bytes:
    """Return UTF-8 bytes; ``offset`` and ``line`` count the bytes and lines of the file before ``data``."""
    if encoding == "utf-8" and _is_utf8(data):
        return data
    decoder = codecs.getincrementaldecoder(encoding)()
    pieces = []
    for start in range(0, len(data), PIECE):
        stop = min(start + PIECE, len(data))
        try:
            text = decoder.decode(data[start:stop], stop == len(data))
        except UnicodeDecodeError as error:
            first = stop - len(error.object)  # what the decoder had kept of the piece before stands in front
            line += error.object[: error.start].decode(encoding, "replace").count("\n") + 1
            raise EncodingError(
                file,
                error.object[error.start],
                first + error.start + offset,
                line,
                f"text in {encoding.upper()}",
                _encoding_advice(data, encoding),
            ) from None
        line += text.count("\n")
        pieces.append(text.encode())
        on_progress(stop / len(data))
    return b"".join(pieces)


def _encoding_advice(data: bytes, encoding: str) -> str:
    if encoding.startswith("utf-") and encoding != "utf-8":
        return f"It is damaged, or not {encoding.upper()[:6]}; save it as UTF-8."
    if _is_binary(data):
        return _BINARY
    if encoding == "windows-1252":
        return "latin-1 accepts every byte; if it is that, say so explicitly where the files are read."
    return _OFFER


def _is_binary(data: bytes) -> bool:
    """Return whether there is a NUL, or more control characters at the beginning than in any 8-bit text."""
    start = data[:_SNIFFED]
    controls = len(start) - len(start.translate(None, _CONTROLS))
    return b"\0" in data or controls > max(1, len(start) // 100)
