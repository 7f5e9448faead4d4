"""Recognize and refuse files without readable texts by their beginning: HTML, a diff, fairseq's log, and others.

TMX, XLIFF, PO and subtitles are recognized here, too. Markup read as plain text would have one tag a segment, and score
0, or 100 against itself. A file's name does not count: sentences are plain text under any name, also sentences about
``-->`` and ``<html>``.
"""

import re
from collections.abc import Container, Sequence

from ..errors import FormatError

LOOKED_AT = 2**20
"""Number of bytes by which markup is recognized: comments before its first element can be long."""
READABLE_ROOTS = frozenset(["dataset", "mteval", "srcset", "refset", "tstset"])
"""Outermost elements of WMT's XML and NIST's SGML, which have readers."""
SET_PARTS = frozenset(["seg", "doc", "hl"])
"""Elements inside NIST's sets and IWSLT's files."""
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
    "tru": "Trados's TXT, a translation memory",
}
EXPORT_TEXTS = (
    "Export its texts first: plain text with one segment a line, a file for each language, or a table (TSV, CSV)."
)
_OF_GIT = "Git's conflict marks"
SRT, WEBVTT = "SRT, subtitles", "WebVTT, subtitles"
_ADVICE = {
    "a pointer of Git LFS": "Fetch the file itself: git lfs pull.",
    _OF_GIT: "Merge the two versions first, and remove the marks.",
}
_RENAME = "Call it .xml (WMT) or .sgm (NIST), and it is read as that."
_PO = "PO, a file of messages (gettext)"
_TRANSLATION_FILES = {_OF_ROOT["xliff"]: "XLIFF", _OF_ROOT["tmx"]: "TMX", _PO: "PO"}
_ENDINGS = {"XLIFF": ".xlf", "TMX": ".tmx", "PO": ".po"}

_BLANK = b"\xef\xbb\xbf\xff\xfe \t\r\n\v\f"
"""Byte order marks and white space, which may be before the first sign of markup."""
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
_LRC_TAG = re.compile(rb"\[[a-z#]+:[^\]]*\][ \t]*$", re.IGNORECASE)
_LRC_LINE = re.compile(rb"\[\d{1,3}:\d{2}\.\d{2,3}\]")
_MPL2_CUE = re.compile(rb"\[\d+\]\[\d*\](?=\S)")
_ASS = re.compile(rb"(?:[ \t]*(?:;.*)?\n)*+\[(?:Script Info|V4\+? Styles)\][ \t]*$", re.IGNORECASE | re.MULTILINE)
_LATEX = re.compile(rb"(?:[ \t]*(?:%.*)?\n)*+[ \t]*\\documentclass")
_FAIRSEQ_LINE = re.compile(rb"[STHDPAE]-\d+(?:_\d+)?\t")
_BEGINNINGS = {
    "a pointer of Git LFS": re.compile(rb"version https://git-lfs\.github\.com/spec/"),
    "a diff": re.compile(rb"diff --git \S|--- \S.*\n\+\+\+ \S.*\n@@ -\d"),
    "a vCard": re.compile(rb"BEGIN:VCARD[ \t]*$", re.IGNORECASE | re.MULTILINE),
    "iCalendar": re.compile(rb"BEGIN:VCALENDAR[ \t]*$", re.IGNORECASE | re.MULTILINE),
    "a key or certificate (PEM)": re.compile(rb"-----BEGIN [A-Z0-9 ]+-----[ \t]*$", re.MULTILINE),
    "BibTeX, a list of literature": re.compile(rb"@[A-Za-z]+\{[^\s,{}]+,[ \t]*$", re.MULTILINE),
    "Praat's TextGrid": re.compile(rb"File type = \"ooTextFile"),
}
"""Beginning of each kind of file."""
_CONFLICT = [re.compile(rb"^" + mark + rb"(?: .*)?$", re.MULTILINE) for mark in (b"<{7}", b"={7}", b">{7}")]
_PROGRAM_LOG = b" | INFO | "
_LINES_LOOKED_AT = 100
"""Number of first lines by which formats with one entry a line are recognized."""
_COMMENTS = re.compile(rb"(?:[ \t]*(?:#.*)?\n)*+")
_MESSAGE = re.compile(rb"[ \t]*(?:msgctxt|msgid|domain)[ \t]+\"")
_MESSAGE_TEXT = re.compile(rb"^[ \t]*msgstr(?:\[\d+\])?[ \t]+\"", re.MULTILINE)


def refuse_markup(file: str, start: bytes, read: Container[str | None] = ()) -> None:
    """Raise ``FormatError`` for a file of markup, by its first (unpacked) bytes in any encoding, with advice on export.

    Files whose outermost element is in ``read`` are not refused.
    """
    kind, root = _kind_and_root(start)
    if kind is not None and root not in read:
        advice = _RENAME if root in READABLE_ROOTS else _ADVICE.get(kind, EXPORT_TEXTS)
        if kind in _TRANSLATION_FILES:
            advice = f"Call it {_ENDINGS[_TRANSLATION_FILES[kind]]}, and it is read as that."
        raise FormatError(file, kind, EXPECTED, advice=advice)


def _kind_and_root(start: bytes) -> tuple[str | None, str | None]:
    """Return the usual name of the markup, and its outermost element if it has one; None for plain text."""
    text = _beginning(start)
    kind = next((kind for kind, beginning in _BEGINNINGS.items() if beginning.match(text)), None)
    if kind is not None or _holds_conflict(text):
        return kind or _OF_GIT, None
    if text.startswith(b"<"):
        return _markup_kind_and_root(text)
    if text.startswith(rb"{\rtf"):
        return "RTF, a word processor's document", None
    if _LATEX.match(text):
        return "LaTeX, a document's source", None
    if _ASS.match(text):
        return "ASS, subtitles", None
    if _MESSAGE.match(text, _match_end(_COMMENTS, text, 0)) and _MESSAGE_TEXT.search(text):
        return _PO, None
    return _subtitle_format(text) or _line_format(text), None


def subtitle_kind(start: bytes) -> str | None:
    """Return ``SRT`` or ``WEBVTT`` for subtitles in these formats, by their first (unpacked) bytes; None for others."""
    kind = _subtitle_format(_beginning(start))
    return kind if kind in (SRT, WEBVTT) else None


def translation_format(start: bytes) -> str | None:
    """Return XLIFF, TMX or PO for a file of a translation tool, by its first (unpacked) bytes; None for others."""
    kind, _ = _kind_and_root(start)
    return None if kind is None else _TRANSLATION_FILES.get(kind)


def _beginning(start: bytes) -> bytes:
    text = start[:LOOKED_AT]
    if b"\0" in text:
        text = text.replace(b"\0", b"")  # of UTF-16 and UTF-32 without these, ASCII is left
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.lstrip(_BLANK)


def _holds_conflict(text: bytes) -> bool:
    """Return whether the text has lines with Git's three conflict marks, in order."""
    if b"<" * 7 not in text:  # the patterns take a hundred times as long
        return False
    at = 0
    for mark in _CONFLICT:
        match = mark.search(text, at)
        if match is None:
            return False
        at = match.end()
    return True


def _markup_kind_and_root(text: bytes) -> tuple[str | None, str | None]:
    """Return the kind and root of an SGML or XML file, by its declaration, document type, or a known element."""
    at = _match_end(_PROLOG, text, 0)
    document_type = _DOCUMENT_TYPE.match(text, at)
    tag = _TAG.match(text, _match_end(_PROLOG, text, document_type.end()) if document_type else at)
    is_declared = _DECLARATION.match(text) is not None
    if document_type is None and tag is not None and not is_declared:
        if _is_part_of_set(text, tag):
            return "NIST's SGML without its set", tag["name"].decode().lower()
        if not _is_outermost(text, tag):
            return None, None
    name = document_type or tag
    root = name["name"].decode("ascii", "replace").lower().rpartition(":")[2] if name else None
    if root in _OF_ROOT:
        return _OF_ROOT[root], root
    if is_declared or document_type is not None:
        return ("XML" if root is None else f"XML of the kind <{root[:40]}>"), root
    return None, None


def _is_part_of_set(text: bytes, tag: re.Match[bytes]) -> bool:
    """Return whether a file begins with ``<seg id="1">``, or with ``<doc docid="x">`` or ``<hl>`` alone on a line."""
    name, has_attributes = tag["name"].decode().lower(), b"=" in tag[0]
    if name not in SET_PARTS or not (has_attributes or name == "hl"):
        return False
    after = text[tag.end() :].lstrip(b" \t\n" if name == "hl" else b" \t")
    return name == "seg" or not after or after[:4].lower() == b"<seg" or (name == "doc" and after.startswith(b"\n"))


def _is_outermost(text: bytes, tag: re.Match[bytes]) -> bool:
    """Return whether an element or nothing follows the tag; in a sentence that begins with a tag, words follow."""
    rest = text[_match_end(_PROLOG, text, tag.end()) :]
    return not rest or rest.startswith(b"<")


def _subtitle_format(text: bytes) -> str | None:
    if _WEBVTT_ALONE.match(text) or (_WEBVTT.match(text) and _CUE.search(text)):
        return WEBVTT
    if _CUE.match(text, _match_end(_BEFORE_CUE, text, 0)):
        return SRT
    if _MICRODVD_CUE.match(text):
        return "MicroDVD, subtitles"
    return "SBV, subtitles" if _SBV_CUE.match(text) else None


def _line_format(text: bytes) -> str | None:
    """Return the kind of a format with one entry a line, if most of the first lines are entries; else None."""
    lines = [line.lstrip() for line in text.split(b"\n", _LINES_LOOKED_AT)[:_LINES_LOOKED_AT] if line.strip()]
    if _are_mostly(_LRC_LINE, [line for line in lines if not _LRC_TAG.match(line)]):
        return "LRC, lyrics"
    if len(lines) > 1 and _are_mostly(_MPL2_CUE, lines):
        return "MPL2, subtitles"
    if _are_mostly(_FAIRSEQ_LINE, [line for line in lines if _PROGRAM_LOG not in line]):
        return "the log of fairseq-generate"
    return None


def _are_mostly(pattern: re.Pattern[bytes], lines: Sequence[bytes]) -> bool:
    """Return whether the first line, and more than half of all lines, begin with the pattern."""
    return bool(lines) and bool(pattern.match(lines[0])) and 2 * sum(map(bool, map(pattern.match, lines))) > len(lines)


def _match_end(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
