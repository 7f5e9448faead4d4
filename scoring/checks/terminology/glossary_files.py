"""Files of terms: the choice of the reader for a file."""

import os
import re
from pathlib import Path

from ...formats.containers.archives import gunzip, is_gzip, refuse_binary
from ...formats.limits import DEFAULT_LIMITS, OWN_LIMITS, Budget, FileLimits, check_size, packed_limits
from ...formats.names import find_field
from ...formats.plain_text.text import decode_text
from ...text.languages import Language
from ...text.naming import clean_file
from .glossary import Glossary
from .glossary_json import read_term_objects
from .glossary_tables import is_header_of_terms, read_term_table
from .tbx import read_tbx

_BEFORE_TEXT = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""White space and byte order marks before a text."""
_NAMED_SO = re.compile(r"(?:^|[^a-z])(?:terms?|terminology|glossary|glossaries)(?![a-z]).*\.(?:tsv|csv|tab)$")
"""Pattern of the names of tables of terms, in small letters."""
_START_BYTES = 4000
"""Bytes at the start of a file from which a glossary is recognized."""
LanguagePair = tuple[Language | None, Language | None]
"""Languages of source and outputs; None where a language is not known."""


def open_glossary(
    path: str | os.PathLike[str], languages: LanguagePair = (None, None), encoding: str | None = None
) -> Glossary:
    """Read a file of terms of the user's own; ``FILE#random`` reads the terms under ``random`` in a file of WMT.

    Raises ``OSError`` for a file that cannot be opened, and ``FormatError`` as ``read_glossary``.
    """
    file, mode = find_field(os.fspath(path))
    with Path(file).open("rb") as stream:
        data = stream.read(OWN_LIMITS.file_bytes + 1)
    return read_glossary(file, data, languages, encoding, mode, OWN_LIMITS)


def read_glossary(
    file: str,
    data: bytes,
    languages: LanguagePair = (None, None),
    encoding: str | None = None,
    mode: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
) -> Glossary:
    """Read terms: a table as TSV or CSV, TBX, or WMT's JSON, each plain or packed by gzip.

    ``languages`` are the languages to take from a file with several; ``encoding`` is the encoding of text that is not
    UTF-8; ``mode`` chooses the terms of a file of WMT, by default ``proper``. Raises ``FormatError`` with the line that
    cannot be read.
    """
    file = clean_file(file)
    check_size(file, len(data), limits)
    if is_gzip(data):
        limits = packed_limits(limits, len(data))
        data = gunzip(file, data, Budget(file, limits))
    refuse_binary(file, data)
    start = data[:1000].lstrip(_BEFORE_TEXT)
    if start.startswith(b"<"):
        return read_tbx(file, data, languages, limits)
    text = decode_text(file, data, encoding)
    if start.startswith((b"{", b"[")):
        return read_term_objects(file, text.data, mode, limits)
    return read_term_table(file, text.data, languages, limits)


def is_glossary(file: str, data: bytes) -> bool:
    """Return whether a file next to a test set is certainly a list of terms, and not texts of segments.

    TBX is a list of terms, and so is WMT 2026's JSON. A table is one if its header has source, target and another
    column of a glossary; if its name says so, as ``terms.tsv``, source and target alone, or languages, are enough.
    """
    start = data[:_START_BYTES].lstrip(_BEFORE_TEXT)
    if start.startswith(b"<"):
        return re.search(rb"<(?:martif|tbx)[\s>]", start) is not None
    if start.startswith(b"{"):
        return re.match(rb'\{\s*"proper"\s*:\s*\{', start) is not None
    first = start.partition(b"\n")[0].decode(errors="replace")
    return is_header_of_terms(first, may_be_usual=_NAMED_SO.search(file.lower()) is not None)
