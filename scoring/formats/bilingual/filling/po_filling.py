"""Fill PO files: translations as msgstr, drafts flagged as fuzzy, and notes as comments of translators."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from ....counting.progress import Progress
from ...errors import FormatError
from ..inline_codes import BLANK
from ..po import FUZZY_FLAG, PoPlace, parse_flags, walk_po
from ..units import TranslationUnit
from .original_text import ByteEdit, OriginalText
from .unit_filling import NOTE_AUTHOR, FilledUnit, Fillings, TargetState, UnitFilling

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED = re.compile(r'[\\"\n\t\r]')
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_LINE_END = re.compile(rb"\r*\n")
MAX_COMMENTS = 10_000
"""Bytes before a message in which its comments are looked for."""


@dataclass
class PoFilling:
    """The edits of a PO file, and the result for each filled unit."""

    original: OriginalText
    fillings: Fillings
    state: TargetState
    edits: list[ByteEdit] = field(default_factory=list)
    filled: list[FilledUnit] = field(default_factory=list)
    _noted: set[tuple[int, bytes]] = field(default_factory=set)
    """Notes written so far: where the message begins, and the note's line."""
    _stop: int = 0
    """Where the previous message ends, which may have comments between its strings."""

    def run(self, on_progress: Progress) -> None:
        """Read the file once and collect the edits."""
        original, number = self.original, 0
        units = walk_po(original.file, original.text, original.limits, on_progress)
        for _, forms in groupby(units, key=lambda pair: pair[1].message):
            message = [*forms]
            chosen = [(form, self.fillings.get(at)) for at, form in enumerate(message, number)]
            filled = [(*form, filling) for form, filling in chosen if filling is not None]
            for form in filled:
                self.edits += self._filled(*form)
            if any(unit.is_changed for unit in self.filled[len(self.filled) - len(filled) :]):
                unit, place = message[0]
                self.edits += self._fuzzy_flag_edits(unit.is_fuzzy, place, is_whole=len(filled) == len(message))
            number, self._stop = number + len(message), message[-1][1].stop

    def _fuzzy_flag_edits(self, is_fuzzy: bool, place: PoPlace, is_whole: bool) -> Iterator[ByteEdit]:
        """Yield the edits that flag a draft as fuzzy, or unflag a message whose forms are all edited."""
        text = self.original.text
        flags = [(start, line) for start, line in place.flags if start >= self._stop]
        if self.state is TargetState.DRAFT and not is_fuzzy:
            if flags:
                after = flags[0][0] + len("#,")
                yield ByteEdit(after, after, f" {FUZZY_FLAG},".encode())
            else:
                line_end = _line_end(text, place.stop)
                yield ByteEdit(place.message, place.message, f"#, {FUZZY_FLAG}".encode() + line_end)
        elif self.state is TargetState.EDITED and is_fuzzy and is_whole:
            for start, line in flags:
                other_flags = [flag for flag in parse_flags(line) if flag != FUZZY_FLAG]
                stop = start + len(line.encode())
                stop = stop if other_flags else text.index(b"\n", stop) + 1
                yield ByteEdit(start, stop, f"#, {', '.join(other_flags)}".encode() if other_flags else b"")

    def _filled(self, unit: TranslationUnit, place: PoPlace, filling: UnitFilling) -> Iterator[ByteEdit]:
        text = None if filling.translation is None else filling.translation.text
        is_changed = text is not None and text != (unit.target or "")
        self.filled.append(FilledUnit(unit.id, is_changed))
        end = _line_end(self.original.text, place.stop)
        begin = self.original.text.rfind(end * 2, max(place.message - MAX_COMMENTS, 0), place.message)
        comments = self.original.text[max(begin, 0) : place.message]
        for note in filling.notes_to_write(is_changed):
            line = f"# {NOTE_AUTHOR}: {' '.join(note.split())}".encode() + end
            if line not in comments and (place.message, line) not in self._noted:  # by another form of the message
                self._noted.add((place.message, line))
                yield ByteEdit(place.message, place.message, line)
        if is_changed and text is not None:
            control = _CONTROL.search(text)
            if control is not None:
                actual = f"the control character U+{ord(control[0]):04X} in the translation of line {unit.line:,}"
                raise FormatError(self.original.file, actual, "text", advice="Take it out of the text.")
            msgid, begin = place.msgid, len(place.msgid) - len(place.msgid.lstrip(BLANK))
            around = msgid[:begin], msgid[len(msgid.rstrip(BLANK)) :]
            lines = self.original.text[place.start : place.stop].split(b"\n")
            between = [line.rstrip(b"\r") for line in lines if line.lstrip().startswith(b"#")]
            yield ByteEdit(place.start, place.stop, end.join([_quote_po_text(text.join(around), end), *between]))


def _line_end(text: bytes, place: int) -> bytes:
    """Return the line end at a place in the text."""
    match = _LINE_END.match(text, place)
    return b"\n" if match is None else match[0]


def _quote_po_text(text: str, end: bytes) -> bytes:
    """Return a text as gettext writes it: one quoted string, or one for each of its lines."""
    lines = _LINES.findall(text) or [""]
    quoted_lines = [f'"{_ESCAPED.sub(lambda match: _ESCAPES[match[0]], line)}"'.encode() for line in lines]
    return quoted_lines[0] if len(quoted_lines) == 1 else end.join([b'""', *quoted_lines])
