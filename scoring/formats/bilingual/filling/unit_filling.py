"""Fill one unit of a translation file: its new translation and notes, and the result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..inline_codes import CodedText
from ..unit_trees import UnitElement
from .code_placement import place_codes
from .original_text import OriginalText
from .xml_tags import code_bytes, inner_bytes, xml_text

NOTE_AUTHOR = "BLEUscope"
"""Author of notes that are written into translation files."""


class TargetState(StrEnum):
    """The state of a translation: a draft or edited."""

    DRAFT = "draft"
    """State of a program's output, which people are to check."""
    EDITED = "edited"
    """State of a translation that a person has edited."""


@dataclass(frozen=True, slots=True)
class UnitFilling:
    """The new translation and the notes of one unit."""

    translation: CodedText | None = None
    """New translation; None to leave the present one."""
    notes: tuple[str, ...] = ()
    note_if_changed: str = ""
    """Note that is written only if the translation changes."""

    def notes_to_write(self, is_changed: bool) -> list[str]:
        """Return the unit's notes, each once."""
        last = [self.note_if_changed] if is_changed and self.note_if_changed else []
        return [*dict.fromkeys((*self.notes, *last))]


@dataclass(frozen=True, slots=True)
class FilledUnit:
    """The result of filling one unit."""

    id: str
    is_changed: bool
    """Whether the translation differs from the previous one."""
    moved: tuple[str, ...] = ()
    """Labels of codes that were put at the end, as in ``PlacedCodes``."""
    left_out: tuple[str, ...] = ()


Fillings = Mapping[int, UnitFilling]
"""Fillings by the number of the unit, from 0, among the units of its language that are read."""


@dataclass(frozen=True, slots=True)
class WrittenText:
    """The content of a target, and the codes that were moved or left out."""

    inner: bytes
    moved: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def write_text(
    original: OriginalText,
    translation: CodedText,
    source: UnitElement,
    target: UnitElement | None,
    others: Iterable[UnitElement],
    unit: str,
) -> WrittenText:
    """Return the content to write between the tags of a target.

    If one of the ``others``, such as a match, has the same text, its codes are taken. White space at both ends is that
    of the previous target, or of the source.
    """
    coded = translation
    if not coded.codes:
        coded_texts = (other.coded_text for other in others)
        coded = next((one for one in coded_texts if one.codes and one.text == translation.text), translation)
    placed = place_codes(coded, source.coded_text, None if target is None else target.coded_text)
    of = f"the translation of unit {unit}"
    pieces = [
        xml_text(original.file, piece, of) if isinstance(piece, str) else code_bytes(original.text, piece)
        for piece in placed.pieces
    ]
    around = inner_bytes(original.text, source if target is None or not target.text else target)
    begin, end = len(around) - len(around.lstrip()), len(around.rstrip())
    before, after = (around[:begin], around[end:]) if begin < end else (b"", b"")
    return WrittenText(before + b"".join(pieces) + after, placed.moved, placed.left_out)


def is_as_before(translation: CodedText | None, target: UnitElement | None) -> bool:
    """Return whether a target has this translation already; codes are compared only if the translation has some."""
    if translation is None:
        return True
    if target is None:
        return False
    before = target.coded_text
    return before.text == translation.text and (not translation.codes or _has_codes(before, translation))


def _has_codes(before: CodedText, translation: CodedText) -> bool:
    """Return whether a target has these codes in these places, and with these spaces if they are known."""
    pairs = [*zip(before.codes, translation.codes, strict=False)]
    same_labels = len(before.codes) == len(translation.codes) and all(one.label == two.label for one, two in pairs)
    same_spaces = all(two.spaces is None or one.spaces == two.spaces for one, two in pairs)
    return same_labels and before.places == translation.places and same_spaces
