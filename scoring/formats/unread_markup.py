"""Markup that is not read, such as TMX, XLIFF, PO, subtitles, HTML and RTF: told by its beginning, and refused.

Read as plain text it would be one tag a segment, and score 0, or 100 against itself. A file's name does not count:
sentences are plain text whatever their file is called, also sentences about ``-->`` and ``<html>``.
"""

import re
from collections.abc import Container

from .errors import FormatError

LOOKED_AT = 2**20
"""Bytes by which markup is known: comments before its first element can be long."""
READ = frozenset(["dataset", "mteval", "srcset", "refset", "tstset"])
"""Outermost elements of WMT's XML and NIST's SGML, which have readers."""
EXPECTED = "one segment a line, or a table"
_OF_ROOT = {
    "tmx": "TMX, a translation memory",
    "xliff": "XLIFF, a bilingual file of a translation tool",
    "martif": "TBX, a list of terms",
    "tbx": "TBX, a list of terms",
    "html": "HTML, a web page",
    "tt": "TTML, subtitles",
    "sami": "SAMI, subtitles",
    "ts": "Qt's TS, a file of messages",
    "resources": "Android's XML, a file of messages",
    "svg": "SVG, a picture",
    "rss": "RSS, a news feed",
    "dataset": "WMT's XML",
    "mteval": "NIST's SGML",
    "srcset": "NIST's SGML",
    "refset": "NIST's SGML",
    "tstset": "NIST's SGML",
}
_ADVICE = "Export its texts first: plain text with one segment a line, a file for each language, or a table (TSV, CSV)."
_RENAME = "Call it .xml (WMT) or .sgm (NIST), and it is read as that."

_BLANK = b"\xef\xbb\xbf\xff\xfe \t\r\n\v\f"
"""Byte order marks, and what may be before the first sign of markup."""
_DECLARATION = re.compile(rb"<\?xml[\s?]", re.IGNORECASE)
_PROLOG = re.compile(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_DOCUMENT_TYPE = re.compile(rb"<!doctype\s+(?P<name>[\w:.-]+)(?:\s[^<>\[]*+)?(?:>|\[)", re.IGNORECASE)
_TAG = re.compile(
    rb"<(?:[\w.-]+:)?(?P<name>[a-z_][\w.-]*)(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++))*+\s*/?>",
    re.IGNORECASE,
)
_TIME = rb"(?:\d{1,3}:)?\d{1,2}:\d{2}[.,:]\d{1,3}"
_CUE = re.compile(rb"^[ \t]*" + _TIME + rb"[ \t]*-->[ \t]*" + _TIME + rb"(?:[ \t]+\w+:\S+)*[ \t]*$", re.MULTILINE)
_SBV_CUE = re.compile(_TIME + rb"," + _TIME + rb"[ \t]*$", re.MULTILINE)
_BEFORE_CUE = re.compile(rb"(?:[ \t]*\d*[ \t]*\n)*+")
_MICRODVD_CUE = re.compile(rb"\{\d+\}\{\d*\}")
_WEBVTT = re.compile(rb"WEBVTT(?:[ \t].*)?$", re.MULTILINE)
_WEBVTT_ALONE = re.compile(rb"WEBVTT[ \t]*(?:\n[ \t]*(?:\n|\Z)|\Z)")
_COMMENTS = re.compile(rb"(?:[ \t]*(?:#.*)?\n)*+")
_MESSAGE = re.compile(rb"[ \t]*(?:msgctxt|msgid|domain)[ \t]+\"")
_MESSAGE_TEXT = re.compile(rb"^[ \t]*msgstr(?:\[\d+\])?[ \t]+\"", re.MULTILINE)


def refuse_markup(file: str, start: bytes, read: Container[str | None] = ()) -> None:
    """``FormatError`` for a file of markup, by its first (unpacked) bytes in any encoding; says how to get text.

    Files whose outermost element is one of ``read`` are not refused.
    """
    kind, root = _kind_and_root(start)
    if kind is not None and root not in read:
        raise FormatError(file, kind, EXPECTED, advice=_RENAME if root in READ else _ADVICE)


def _kind_and_root(start: bytes) -> tuple[str | None, str | None]:
    """What people call the markup, and its outermost element if it has one; None for what is none."""
    text = start[:LOOKED_AT].replace(b"\0", b"")  # of UTF-16 and UTF-32 without these, ASCII is left
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(_BLANK)
    if text.startswith(b"<"):
        return _of_elements(text)
    if text.startswith(rb"{\rtf"):
        return "RTF, a word processor's document", None
    if text.startswith(rb"\documentclass"):
        return "LaTeX, a document's source", None
    if text.startswith(b"[Script Info]\n"):
        return "ASS, subtitles", None
    if _MESSAGE.match(text, _end_of(_COMMENTS, text, 0)) and _MESSAGE_TEXT.search(text):
        return "PO, a file of messages (gettext)", None
    return _of_subtitles(text), None


def _of_elements(text: bytes) -> tuple[str | None, str | None]:
    """Of SGML and XML: by the declaration, the document type, or an element known for such a file."""
    at = _end_of(_PROLOG, text, 0)
    document_type = _DOCUMENT_TYPE.match(text, at)
    tag = _TAG.match(text, _end_of(_PROLOG, text, document_type.end()) if document_type else at)
    is_declared = _DECLARATION.match(text) is not None
    if document_type is None and tag is not None and not is_declared and not _is_outermost(text, tag):
        return None, None
    name = document_type or tag
    root = name["name"].decode("ascii", "replace").lower().rpartition(":")[2] if name else None
    if root in _OF_ROOT:
        return _OF_ROOT[root], root
    if is_declared or document_type is not None:
        return ("XML" if root is None else f"XML of the kind <{root[:40]}>"), root
    return None, None


def _is_outermost(text: bytes, tag: re.Match[bytes]) -> bool:
    """Whether an element follows, or nothing: in a sentence that begins with a tag words follow."""
    rest = text[_end_of(_PROLOG, text, tag.end()) :]
    return not rest or rest.startswith(b"<")


def _of_subtitles(text: bytes) -> str | None:
    if _WEBVTT_ALONE.match(text) or (_WEBVTT.match(text) and _CUE.search(text)):
        return "WebVTT, subtitles"
    if _CUE.match(text, _end_of(_BEFORE_CUE, text, 0)):
        return "SRT, subtitles"
    if _MICRODVD_CUE.match(text):
        return "MicroDVD, subtitles"
    return "SBV, subtitles" if _SBV_CUE.match(text) else None


def _end_of(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
