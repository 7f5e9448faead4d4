"""Fill TMX files: translations and notes are written into the <tuv> of one language."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ....counting.progress import Progress
from ..tmx import variants_by_language, walk_tmx
from ..unit_trees import UnitElement
from .original_text import ByteEdit, OriginalText
from .unit_filling import NOTE_AUTHOR, FilledUnit, Fillings, UnitFilling, WrittenText, is_as_before, write_text
from .xml_tags import (
    content_edit,
    element_prefix,
    element_stop,
    indent_before,
    inner_bytes,
    replace_attributes,
    xml_text,
)


@dataclass
class TmxFilling:
    """The edits of a TMX file, and the result for each filled unit."""

    original: OriginalText
    source_language: str
    language: str
    """Language of the translations that are filled, as the file writes it."""
    fillings: Fillings
    edits: list[ByteEdit] = field(default_factory=list)
    filled: list[FilledUnit] = field(default_factory=list)
    _number: int = -1

    def run(self, on_progress: Progress) -> None:
        """Read the file once and collect the edits."""
        original = self.original
        walk_tmx(original.file, original.text, original.limits, self._take, on_progress)

    def _take(self, unit: UnitElement) -> None:
        variants = variants_by_language(unit)
        source = variants.get(self.source_language.lower())
        if source is None:
            return
        self._number += 1
        filling = self.fillings.get(self._number)
        if filling is not None:
            self.edits += self._filled(unit, source, variants.get(self.language.lower()), filling)

    def _filled(
        self, unit: UnitElement, source: UnitElement, target: UnitElement | None, filling: UnitFilling
    ) -> Iterator[ByteEdit]:
        """Yield the edits of one unit; ``source`` and ``target`` are the first <tuv> of their languages."""
        text, of = self.original.text, source.element("seg")
        assert of is not None, "a <tuv> without <seg> is refused"
        seg = None if target is None else target.element("seg")
        is_changed = filling.translation is not None and not is_as_before(filling.translation, seg)
        id = unit.attributes.get("tuid") or f"at line {unit.line:,}"
        content = WrittenText(b"")
        if is_changed and filling.translation is not None:
            content = write_text(self.original, filling.translation, of, seg, (), id)
        self.filled.append(FilledUnit(id, is_changed, content.moved, content.left_out))
        noted = [*unit.elements("note"), *(() if target is None else target.elements("note"))]
        present_notes = {note.text for note in noted}
        signed = (f"{NOTE_AUTHOR}: {note}" for note in filling.notes_to_write(is_changed))
        notes = [note for note in signed if note not in present_notes]
        if target is None or seg is None:
            if is_changed:
                last = [*unit.elements("tuv")][-1]
                place = element_stop(text, last)
                yield ByteEdit(place, place, self._new_variant(source, of, last, content.inner, notes))
            return
        if notes:
            yield ByteEdit(seg.start, seg.start, b"".join(self._note(seg, note) for note in notes))
        if is_changed:
            yield content_edit(text, seg, content.inner)

    def _new_variant(
        self, source: UnitElement, of: UnitElement, last: UnitElement, inner: bytes, notes: list[str]
    ) -> bytes:
        """Return a new <tuv> to put after the last one, in the form of the source's <tuv>."""
        text, prefix = self.original.text, element_prefix(self.original.text, source)
        tag = replace_attributes(b"<%stuv>" % prefix, {"xml:lang": self.language})
        seg_indent = indent_before(text, of.start)
        noted = b"".join(seg_indent + self._note(of, note).strip() for note in notes)
        seg = b"%s<%sseg>%s</%sseg>" % (seg_indent, prefix, inner, prefix)
        end = inner_bytes(text, source)[-1000:].rpartition(b">")[2]
        return b"%s%s%s%s%s</%stuv>" % (indent_before(text, last.start), tag, noted, seg, end, prefix)

    def _note(self, seg: UnitElement, note: str) -> bytes:
        """Return a <note> to put before a <seg>, on a line of its own if the <seg> is on one."""
        text, prefix = self.original.text, element_prefix(self.original.text, seg)
        content = xml_text(self.original.file, note, "a note")
        return b"<%snote>%s</%snote>%s" % (prefix, content, prefix, indent_before(text, seg.start))
