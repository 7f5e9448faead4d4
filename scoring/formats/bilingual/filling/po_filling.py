"""PO: translations written as msgstr, and notes as comments of translators."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....counting.progress import Progress
from ...errors import FormatError
from ..inline_codes import BLANK
from ..po import PoPlace, walk_po
from ..units import TranslationUnit
from .original_text import ByteEdit, OriginalText
from .unit_filling import NOTE_AUTHOR, FilledUnit, Fillings, UnitFilling

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED = re.compile(r'[\\"\n\t\r]')
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_LINE_END = re.compile(rb"\r*\n")
MOST_COMMENTS = 10_000
"""Bytes before a message in which its comments are looked for."""


@dataclass
class PoFilling:
    """Collects the edits of a file and what becomes of its units."""

    original: OriginalText
    fillings: Fillings
    edits: list[ByteEdit] = field(default_factory=list)
    filled: list[FilledUnit] = field(default_factory=list)
    _noted: set[tuple[int, bytes]] = field(default_factory=set)
    """Where messages with a note begin, and its line."""

    def run(self, on_progress: Progress) -> None:
        """Read the file once."""
        original = self.original
        units = walk_po(original.file, original.text, original.limits, on_progress)
        for number, (unit, place) in enumerate(units):
            if number in self.fillings:
                self.edits += self._filled(unit, place, self.fillings[number])

    def _filled(self, unit: TranslationUnit, place: PoPlace, filling: UnitFilling) -> Iterator[ByteEdit]:
        text = None if filling.translation is None else filling.translation.text
        is_changed = text is not None and text != (unit.target or "")
        self.filled.append(FilledUnit(unit.id, is_changed))
        line_end = _LINE_END.match(self.original.text, place.stop)
        end = b"\n" if line_end is None else line_end[0]
        begin = self.original.text.rfind(end * 2, max(place.message - MOST_COMMENTS, 0), place.message)
        comments = self.original.text[max(begin, 0) : place.message]
        for note in filling.notes_to_write(is_changed):
            line = f"# {NOTE_AUTHOR}: {' '.join(note.split())}".encode() + end
            if line not in comments and (place.message, line) not in self._noted:  # by another form of the message
                self._noted.add((place.message, line))
                yield ByteEdit(place.message, place.message, line)
        if is_changed and text is not None:
            control = _CONTROL.search(text)
            if control is not None:
                found = f"the control character U+{ord(control[0]):04X} in the translation of line {unit.line:,}"
                raise FormatError(self.original.file, found, "text", advice="Take it out of the text.")
            msgid, begin = place.msgid, len(place.msgid) - len(place.msgid.lstrip(BLANK))
            around = msgid[:begin], msgid[len(msgid.rstrip(BLANK)) :]
            lines = self.original.text[place.start : place.stop].split(b"\n")
            between = [line.rstrip(b"\r") for line in lines if line.lstrip().startswith(b"#")]
            yield ByteEdit(place.start, place.stop, end.join([_quoted(text.join(around), end), *between]))


def _quoted(text: str, end: bytes) -> bytes:
    """A text as gettext writes it: on one line, or with a line for each of its lines."""
    lines = _LINES.findall(text) or [""]
    written = [f'"{_ESCAPED.sub(lambda found: _ESCAPES[found[0]], line)}"'.encode() for line in lines]
    return written[0] if len(written) == 1 else end.join([b'""', *written])
