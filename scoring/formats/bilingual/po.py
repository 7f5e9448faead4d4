"""Read PO, gettext's files of messages: msgid is the source, msgstr the translation, and each plural form a unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...counting.progress import Progress, no_progress
from ...text.naming import clean_name
from ..errors import FormatError
from ..json_files.objects import LOOKED_AT
from ..limits import FileLimits, check_growing_segment
from ..plain_text.text import DecodedText, normalize_encoding
from .units import OBSOLETE, TranslationUnit, UnitList

_BETWEEN = "\x04"
"""Character that gettext puts between a context and a message."""
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"[ \t]*')
_ALL_QUOTED = re.compile(f"(?:{_QUOTED.pattern})++")
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr|domain)(?:\[(\d{1,3})\])?[ \t]*(?=\")")
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)")
_BYTE_OFFSET = 0xDC00
"""Code point for the byte 0; escaped bytes above 127 are kept as in surrogateescape until they are decoded."""
_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_LANGUAGE = re.compile(r"^Language:[ \t]*([A-Za-z]{2,3}(?:[-_@][\w@-]*)?)[ \t]*$", re.MULTILINE)
_CHARSET = re.compile(rb'Content-Type:[^"\n]{0,200}charset=([\w.:-]{1,40})', re.IGNORECASE)
_EXPECTED = "a comment, msgctxt, msgid, msgstr, or a text in quotation marks"
_BLANK = " \t\r\n"
FUZZY_FLAG = "fuzzy"
"""Flag of a translation that a person has to check."""
_LINE_BLANK = " \t\r\f\v"


@dataclass
class _Message:
    """One entry while it is read: its texts in pieces, by keyword and number."""

    line: int
    flags: list[tuple[int, str]] = field(default_factory=list)
    """Lines of flags such as ``#, fuzzy, c-format``, each after the byte where it begins."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    start: int = 0
    """Where the line of the message's first keyword begins, in bytes."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Place of each text from its first quotation mark to the end of its last one, in bytes."""

    def joined(self, keyword: str) -> str:
        return "".join(self.texts.get(keyword, ()))

    @property
    def is_fuzzy(self) -> bool:
        """Whether the message is flagged as fuzzy, so that gettext takes it as untranslated."""
        return any(FUZZY_FLAG in parse_flags(line) for _, line in self.flags)

    @property
    def forms(self) -> list[str]:
        """Keywords of the message's translations."""
        return [keyword for keyword in self.texts if keyword.startswith("msgstr")]


@dataclass(frozen=True, slots=True)
class PoPlace:
    """The place of a unit in a file."""

    message: int
    """Where the message begins, in bytes."""
    start: int
    """Where the first quotation mark of the translation is, in bytes."""
    stop: int
    """Where the translation's last quotation mark ends, in bytes."""
    msgid: str
    """Source with the white space at its ends, which the translation has as well."""
    flags: Sequence[tuple[int, str]]
    """Lines of flags of the message, each after the byte where it begins."""


def parse_flags(line: str) -> list[str]:
    """Return the flags in a line of flags.

    >>> parse_flags("#, fuzzy, c-format")
    ['fuzzy', 'c-format']
    """
    return [flag for flag in re.split(r"[,\s]+", line.removeprefix("#")) if flag]


def stated_charset(start: bytes) -> str | None:
    """Return the encoding that the header of a file states, or None."""
    match = _CHARSET.search(start)
    return match[1].decode() if match else None


def read_po(
    file: str, text: DecodedText, limits: FileLimits, choice: str | None = None, on_progress: Progress = no_progress
) -> UnitList:
    """Return the messages of a file as units; obsolete messages and the header are left out.

    The id of a message is its context and its msgid, and the number of the plural form. Raises ``FormatError`` for
    lines that are not PO, for a msgid without a msgstr, and for a message that occurs twice.
    """
    units = UnitList(file, limits)
    for message in _messages(file, text, units, limits, on_progress):
        if not message.joined("msgid") and "msgctxt" not in message.texts:
            match = _LANGUAGE.search(message.joined("msgstr"))
            units.target_language = match[1] if match else units.target_language
        else:
            for unit, _ in _message_units(message):
                units.add(unit)
    return units


def walk_po(
    file: str, text: bytes, limits: FileLimits, on_progress: Progress = no_progress
) -> Iterator[tuple[TranslationUnit, PoPlace]]:
    """Yield each unit that ``read_po`` reads with its place in the text; repeated messages are no error here."""
    decoded, left_out = DecodedText(text, ()), UnitList(file, limits)
    for message in _messages(file, decoded, left_out, limits, on_progress):
        if message.joined("msgid") or "msgctxt" in message.texts:
            for unit, form in _message_units(message):
                yield unit, PoPlace(message.start, *message.places[form], message.joined("msgid"), message.flags)


def _message_units(message: _Message) -> Iterator[tuple[TranslationUnit, str]]:
    """Yield each unit of a message, and the keyword of its translation."""
    context = message.joined("msgctxt") + _BETWEEN if "msgctxt" in message.texts else ""
    one, plural = message.joined("msgid"), message.joined("msgid_plural")
    forms = message.forms
    for number, form in enumerate(forms):
        is_plural = "msgid_plural" in message.texts and (number > 0 or len(forms) == 1)
        id = f"{context}{one}{_BETWEEN}{number}" if number else f"{context}{one}"
        source = plural if is_plural else one
        target = message.joined(form).strip(_BLANK) or None
        unit = TranslationUnit(id, message.line, source.strip(_BLANK), target, is_fuzzy=message.is_fuzzy)
        yield unit, form


def _messages(
    file: str, text: DecodedText, units: UnitList, limits: FileLimits, on_progress: Progress
) -> Iterator[_Message]:
    """Yield every whole message, in order."""
    message: _Message | None = None
    keyword, characters = "", 0
    flags: list[tuple[int, str]] = []
    n_lines = text.data.count(b"\n") + 1
    charset = _charset_of_escapes(text.data)
    for number, (place, line) in enumerate(_lines(text.data), 1):
        place += len(line) - len(line.lstrip(_LINE_BLANK))
        line = line.strip(_LINE_BLANK)
        if number % 10_000 == 0:
            on_progress(number / n_lines)
        if line.startswith("#~"):
            flags = []  # those before it are of the obsolete message
        if line.startswith("#"):
            flags += [(place, line)] * line.startswith("#,")
            units.left_out[OBSOLETE] += line.startswith(("#~ msgid ", "#~ msgid\t"))
        elif line:
            match = _KEYWORD.match(line)
            if match:
                keyword, characters = f"{match[1]}[{match[2]}]" if match[2] else match[1], 0
                if keyword == "domain":
                    continue
                begins = message is None or (bool(message.forms) and not keyword.startswith("msgstr"))
                if message is not None and begins:
                    yield _whole(file, message, charset)
                if message is None or begins:
                    message, flags = _Message(number, flags, start=place), []
                if keyword in message.texts:
                    raise FormatError(file, f"a second {keyword}", "one in each message", number)
                message.texts[keyword] = []
            start = match.end() if match else 0
            if _ALL_QUOTED.fullmatch(line, start) is None or not keyword:
                raise _wrong_line(file, line, number, bool(match) or line.startswith('"'))
            characters += len(line) - start
            check_growing_segment(file, characters, limits, number)
            if message is not None and keyword != "domain":
                first, stop = place + len(line[:start].encode()), place + len(line.encode())
                message.places[keyword] = message.places.get(keyword, (first, 0))[0], stop
                message.texts[keyword] += (_ESCAPE.sub(_unescape, quoted) for quoted in _QUOTED.findall(line, start))
    if message is not None:
        yield _whole(file, message, charset)


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield where each line begins, in bytes, and the line without its end."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        yield start, data[start:end].decode()
        start = end + 1


def _charset_of_escapes(data: bytes) -> str:
    """Return the encoding of escaped bytes: the one that the header states, or UTF-8."""
    try:
        encoding = normalize_encoding(stated_charset(data[:LOOKED_AT]))
    except ValueError:
        encoding = None
    return "utf-8" if encoding is None or encoding.startswith("utf-16") else encoding


def _whole(file: str, message: _Message, charset: str) -> _Message:
    """Return the message with its escaped bytes as text; raise ``FormatError`` if it lacks a msgid or a msgstr."""
    if "msgid" not in message.texts or not message.forms:
        lacks = "msgstr" if "msgid" in message.texts else "msgid"
        raise FormatError(file, f"a message without {lacks}", "msgid and msgstr", message.line)
    for keyword in message.texts:
        joined = message.joined(keyword)
        if _ESCAPED_BYTE.search(joined):
            message.texts[keyword] = [_with_bytes_decoded(file, joined, charset, message.line)]
    return message


def _with_bytes_decoded(file: str, text: str, charset: str, line: int) -> str:
    try:
        return text.encode(charset, "surrogateescape").decode(charset)
    except UnicodeError:
        escaped = "".join(rf"\{ord(byte) - _BYTE_OFFSET:o}" for byte in _ESCAPED_BYTE.findall(text)[:4])
        advice = "The header says the encoding after charset=."
        expected = f"escapes that are text in {charset.upper()}"
        raise FormatError(file, escaped, expected, line, advice) from None


def _wrong_line(file: str, line: str, number: int, is_quoted: bool) -> FormatError:
    shown = clean_name(line)[:60]
    if is_quoted:
        advice = "A quotation mark or a backslash in a text needs a backslash before it."
        return FormatError(file, shown, "one text between two quotation marks", number, advice)
    return FormatError(file, shown, _EXPECTED, number)


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "01234567":
        return _escaped_byte(int(code, 8) & 0xFF)
    if code[0] == "x" and len(code) > 1:
        return _escaped_byte(int(code[1:], 16))
    return _ESCAPED.get(code, code)


def _escaped_byte(byte: int) -> str:
    return chr(byte if byte < 0x80 else _BYTE_OFFSET + byte)
