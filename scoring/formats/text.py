"""Bytes -> text -> segments: encodings, line ends, and plain text with one segment a line."""

import codecs
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from scoring.formats.columns import Column, Notice, counted
from scoring.formats.errors import EncodingError, FormatError
from scoring.formats.limits import Limits, check_segments
from scoring.formats.names import guess_file
from scoring.formats.notices import notice_segments

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
"""What ``encoding`` may be; UTF-8, and UTF-16 with its BOM, are recognised without it."""

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_OFFER = (
    "Save it as UTF-8, or, if you know that it is Western European text, read it as Windows-1252"
    ' (encoding="windows-1252") or Latin-1 (encoding="latin-1").'
)


@dataclass(frozen=True)
class Text:
    """A file's text as UTF-8: no BOM, LF line ends, no NUL; and what was noticed on the way there."""

    data: bytes
    notices: tuple[Notice, ...]


def decode(file: str, data: bytes, encoding: str | None = None) -> Text:
    """The text of a file: UTF-8 with or without BOM, UTF-16 by its BOM, else in the given ``encoding``.

    ``encoding`` is only used for bytes that are none of these, so that it can be given for a whole
    archive. Raises ``EncodingError`` with byte and line, and ``FormatError`` for binary and empty files.
    """
    check_encoding(encoding)
    data, notices = _to_utf8(file, data, encoding)
    if b"\0" in data:
        raise FormatError(
            file,
            f"a NUL byte at offset {data.index(0):,}",
            "text",
            data.count(b"\n", 0, data.index(0)) + 1,
            "This is a binary file, or UTF-16 or UTF-32 without a mark; save it as UTF-8.",
        )
    crlf = data.count(b"\r\n")
    if crlf:
        lines = data.count(b"\n")
        message = f"{crlf:,} of {counted(lines, 'line')} end in CR LF; read as LF."
        notices.append(Notice("crlf", message, crlf))
        data = data.replace(b"\r\n", b"\n")
    if not data:
        raise FormatError(file, "the file is empty", advice="Expected at least one line.")
    return Text(data, tuple(notices))


def check_encoding(encoding: str | None) -> None:
    """``ValueError`` for an encoding that is not offered."""
    if encoding is not None and encoding not in ENCODINGS:
        raise ValueError(f"encoding: expected one of {', '.join(ENCODINGS)}; found {encoding!r}.")


def split_lines(file: str, data: bytes, limits: Limits) -> pa.StringArray:
    """Lines between LFs, a whole file at once; the final LF ends the last line and begins none."""
    check_segments(file, data.count(b"\n"), limits)
    end = len(data) - data.endswith(b"\n")
    offsets = pa.py_buffer(np.array([0, end], np.int32))
    whole = pa.StringArray.from_buffers(1, offsets, pa.py_buffer(data))
    return pc.split_pattern(whole, "\n").flatten()


def read_text(file: str, text: Text, limits: Limits) -> list[Column]:
    """One column: one segment a line, inner and trailing blank lines included."""
    segments = split_lines(file, text.data, limits)
    guess = guess_file(file)
    return [Column(file, guess.name, guess.role, segments, text.notices + notice_segments(segments))]


def _to_utf8(file: str, data: bytes, encoding: str | None) -> tuple[bytes, list[Notice]]:
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        message = "The file begins with a byte order mark (BOM); it is not part of the text."
        return _transcode(file, data, "utf-8", shift=3), [Notice("bom", message, 1, (1,))]
    if data[:2] in _UTF16:
        return _transcode(file, data[2:], _UTF16[data[:2]], shift=2), [_encoding_notice("UTF-16")]
    if encoding and (b"\0" in data or not _is_utf8(data)):
        return _transcode(file, data, encoding), [_encoding_notice(encoding)]
    return _transcode(file, data, "utf-8"), []


def _encoding_notice(encoding: str) -> Notice:
    return Notice("encoding", f"Read as {encoding}, not as UTF-8.", 1)


def _is_utf8(data: bytes) -> bool:
    # Arrow validates 100 MB in 10 ms and copies nothing.
    offsets = pa.py_buffer(np.array([0, len(data)], np.int32))
    try:
        pa.StringArray.from_buffers(1, offsets, pa.py_buffer(data)).validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _transcode(file: str, data: bytes, encoding: str, shift: int = 0) -> bytes:
    """UTF-8 bytes; ``shift`` is the length of the mark that was taken off the beginning."""
    if encoding == "utf-8" and _is_utf8(data):
        return data
    try:
        return data.decode(encoding).encode()
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        advice = 'Latin-1 (encoding="latin-1") accepts every byte.' if encoding == "windows-1252" else _OFFER
        raise EncodingError(
            file, data[error.start], error.start + shift, line, f"text in {encoding.upper()}", advice
        ) from None
