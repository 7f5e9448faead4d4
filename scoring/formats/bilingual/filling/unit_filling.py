"""What a unit of a translation file gets, and what became of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..inline_codes import CodedText
from ..unit_trees import UnitElement
from .code_placement import place_codes
from .original_text import OriginalText
from .xml_tags import code_bytes, inner_bytes, xml_text

NOTE_AUTHOR = "BLEUscope"
"""Who writes notes into translation files."""


class TargetState(StrEnum):
    """How far a translation is."""

    DRAFT = "draft"
    """As a program made it: people are to look at it."""
    EDITED = "edited"
    """As a person left it."""


@dataclass(frozen=True, slots=True)
class UnitFilling:
    """What one unit gets."""

    translation: CodedText | None = None
    """None leaves the one that is there."""
    notes: tuple[str, ...] = ()
    note_if_changed: str = ""
    """A note that is written only if the translation is another one than before."""

    def notes_to_write(self, is_changed: bool) -> list[str]:
        """Return its notes, each once."""
        last = [self.note_if_changed] if is_changed and self.note_if_changed else []
        return [*dict.fromkeys((*self.notes, *last))]


@dataclass(frozen=True, slots=True)
class FilledUnit:
    """What became of one unit."""

    id: str
    is_changed: bool
    """Whether its translation is another one than before."""
    moved: tuple[str, ...] = ()
    """As of ``PlacedCodes``."""
    left_out: tuple[str, ...] = ()


Fillings = Mapping[int, UnitFilling]
"""By the number of the unit among those of its language that are read, from 0."""


@dataclass(frozen=True, slots=True)
class WrittenText:
    """The content of a target, and what became of its codes."""

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
    """Return what stands between the tags of a target.

    A text that one of the ``others`` has, such as a match, is taken with the codes of that. White space at both ends is
    that of the target before, or of the source.
    """
    coded = translation
    if not coded.codes:
        known = (other.coded_text for other in others)
        coded = next((one for one in known if one.codes and one.text == translation.text), translation)
    placed = place_codes(coded, source.coded_text, None if target is None else target.coded_text)
    of = f"the translation of unit {unit}"
    written = [
        xml_text(original.file, piece, of) if isinstance(piece, str) else code_bytes(original.text, piece)
        for piece in placed.pieces
    ]
    around = inner_bytes(original.text, source if target is None or not target.text else target)
    begin, end = len(around) - len(around.lstrip()), len(around.rstrip())
    before, after = (around[:begin], around[end:]) if begin < end else (b"", b"")
    return WrittenText(before + b"".join(written) + after, placed.moved, placed.left_out)


def is_as_before(translation: CodedText | None, target: UnitElement | None) -> bool:
    """Return whether a target has this translation already; codes count only if the translation has some."""
    if translation is None:
        return True
    if target is None:
        return False
    before = target.coded_text
    return before.text == translation.text and (not translation.codes or _has_codes(before, translation))


def _has_codes(before: CodedText, translation: CodedText) -> bool:
    """Return whether a target has these codes in these places, with these spaces as far as they are known."""
    pairs = [*zip(before.codes, translation.codes, strict=False)]
    same_labels = len(before.codes) == len(translation.codes) and all(one.label == two.label for one, two in pairs)
    same_spaces = all(two.spaces is None or one.spaces == two.spaces for one, two in pairs)
    return same_labels and before.places == translation.places and same_spaces
