"""Fill XLIFF 1.2 with its dialects, and XLIFF 2: translations, states and notes are written into their places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ....counting.progress import Progress
from ..unit_trees import UnitElement
from ..xliff import MQ_STATUS, UnitSegment, walk_xliff
from .original_text import ByteEdit, OriginalText
from .unit_filling import (
    NOTE_AUTHOR,
    FilledUnit,
    Fillings,
    TargetState,
    UnitFilling,
    WrittenText,
    is_as_before,
    write_text,
)
from .xml_tags import (
    attributes_edit,
    content_edit,
    element_name,
    element_prefix,
    element_stop,
    indent_before,
    inner_bytes,
    open_tag,
    raw_tag,
    replace_attributes,
    xml_text,
)

DRAFT, EDITED = TargetState
_STATES_1 = {DRAFT: "needs-review-translation", EDITED: "translated"}
_STATES_2 = {DRAFT: "initial", EDITED: "translated"}
_SDL_STATES = {DRAFT: "Draft", EDITED: "Translated"}
_MQ_STATES = {DRAFT: "PartiallyEdited", EDITED: "ManuallyConfirmed"}
_BEFORE_SEGMENTS = frozenset(["originalData", "segment", "ignorable"])


@dataclass
class XliffFilling:
    """The edits of an XLIFF file, and the result for each filled unit."""

    original: OriginalText
    language: str
    """Language of the translations that are filled, as ``<file>`` or ``<xliff>`` states it."""
    fillings: Fillings
    state: TargetState
    new_language: str = ""
    """Language to write into a file that does not state the language of its translations; empty to write none."""
    edits: list[ByteEdit] = field(default_factory=list)
    filled: list[FilledUnit] = field(default_factory=list)

    def run(self, on_progress: Progress) -> None:
        """Read the file once and collect the edits."""
        original = self.original
        unstated: list[tuple[int, str]] = []
        callbacks = (self._take, lambda place, attribute: unstated.append((place, attribute)))
        walk_xliff(original.file, original.text, original.limits, *callbacks, on_progress)
        if self.new_language and any(unit.is_changed for unit in self.filled):
            self.edits += (
                attributes_edit(original.text, place, {attribute: self.new_language}) for place, attribute in unstated
            )

    def _take(self, language: str, first: int, unit: UnitElement, segments: Sequence[UnitSegment]) -> None:
        if language != self.language:
            return
        numbered = enumerate(segments, first)
        chosen = [(segment, self.fillings[number]) for number, segment in numbered if number in self.fillings]
        if not chosen:
            return
        changed: list[tuple[UnitSegment, WrittenText]] = []
        notes: list[str] = []
        are_several = len(segments) > 1
        for segment, filling in chosen:
            is_changed = not is_as_before(filling.translation, segment.target)
            content = self._segment_content(segment, filling) if is_changed else WrittenText(b"")
            if is_changed:
                changed.append((segment, content))
            filling_notes = filling.notes_to_write(is_changed)
            notes += [f"{segment.name}: {note}" for note in filling_notes] if are_several else filling_notes
            self.filled.append(FilledUnit(segment.unit.id, is_changed, content.moved, content.left_out))
        is_version_1 = unit.name == "trans-unit"
        groups = [unit] if is_version_1 else unit.elements("notes")
        present_notes = {note.text for group in groups for note in group.elements("note")}
        notes = [note for note in notes if note not in present_notes]
        edits = self._version_1(unit, changed, notes) if is_version_1 else self._version_2(unit, changed, notes)
        self.edits += edits

    def _segment_content(self, segment: UnitSegment, filling: UnitFilling) -> WrittenText:
        assert filling.translation is not None
        others = [target for match in segment.matches for target in match.elements("target")]
        return write_text(self.original, filling.translation, segment.source, segment.target, others, segment.unit.id)

    # --- version 1.2 ---

    def _version_1(
        self, unit: UnitElement, changed: Sequence[tuple[UnitSegment, WrittenText]], notes: Sequence[str]
    ) -> Iterator[ByteEdit]:
        text = self.original.text
        source, marked, target = (unit.element(name) for name in ("source", "seg-source", "target"))
        assert source is not None, "a unit without a source is refused"
        after = element_stop(text, target or marked or source)
        new = b""
        if changed:
            yield from self._unit_states(unit, changed)
            is_whole = changed[0][0].source is source
            attributes = self._target_attributes(unit)
            if target is None:
                inner = changed[0][1].inner if is_whole else self._segmented_content(marked or source, changed)
                new = self._new_target(source, inner, attributes)
            elif is_whole:
                yield content_edit(text, target, changed[0][1].inner, attributes)
            else:
                yield from self._marked_target_edits(marked or source, target, changed, attributes)
        new += b"".join(self._note(source, "from", note) for note in notes)
        if new:
            yield ByteEdit(after, after, new)

    def _target_attributes(self, unit: UnitElement) -> dict[str, str | None]:
        """Return the attributes that state a target's state; none for tools that write states elsewhere."""
        if MQ_STATUS in unit.attributes or unit.element("seg-defs") is not None:
            return {}
        return {"state": _STATES_1[self.state], "state-qualifier": None}

    def _unit_states(self, unit: UnitElement, changed: Sequence[tuple[UnitSegment, WrittenText]]) -> Iterator[ByteEdit]:
        text = self.original.text
        attributes: dict[str, str | None] = {}
        if MQ_STATUS in unit.attributes:
            attributes[":status"] = _MQ_STATES[self.state]
        if unit.attributes.get("approved") == "yes" and self.state is DRAFT:
            attributes["approved"] = "no"
        if attributes:
            yield attributes_edit(text, unit.start, attributes)
        names = {segment.name for segment, _ in changed}
        for group in unit.elements("seg-defs"):
            for seg in group.elements("seg"):
                if seg.attributes.get("id") in names:
                    yield attributes_edit(text, seg.start, {"conf": _SDL_STATES[self.state]})

    def _marked_target_edits(
        self,
        marked: UnitElement,
        target: UnitElement,
        changed: Sequence[tuple[UnitSegment, WrittenText]],
        attributes: Mapping[str, str | None],
    ) -> Iterator[ByteEdit]:
        """Yield the edits of a target that a tool divides into segments; existing text around the segments is kept."""
        text = self.original.text
        if not any(target.marked_segments()):
            yield content_edit(text, target, self._segmented_content(marked, changed), attributes)
            return
        if attributes:
            yield attributes_edit(text, target.start, attributes)
        new = b""
        for segment, content in changed:
            if segment.target is not None:
                yield content_edit(text, segment.target, content.inner)
            else:
                new += self._mark(segment.source, content.inner)
        if new:
            yield ByteEdit(target.end, target.end, new)

    def _segmented_content(self, marked: UnitElement, changed: Sequence[tuple[UnitSegment, WrittenText]]) -> bytes:
        """Return the content of a new target: the markup around the source's segments, with the new contents inside."""
        text = self.original.text
        contents = {segment.name: content.inner for segment, content in changed}
        start = marked.start + len(raw_tag(text, marked.start))
        pieces = []
        for mark in marked.marked_segments():
            pieces += [text[start : mark.start], self._mark(mark, contents.get(mark.attributes["mid"], b""))]
            start = element_stop(text, mark)
        return b"".join([*pieces, text[start : marked.end]])

    def _mark(self, mark: UnitElement, inner: bytes) -> bytes:
        text = self.original.text
        return open_tag(raw_tag(text, mark.start)) + inner + b"</%s>" % element_name(text, mark.start)

    # --- version 2 ---

    def _version_2(
        self, unit: UnitElement, changed: Sequence[tuple[UnitSegment, WrittenText]], notes: Sequence[str]
    ) -> Iterator[ByteEdit]:
        text = self.original.text
        for segment, content in changed:
            holder = next(one for one in unit.elements("segment") if one.element("source") is segment.source)
            yield attributes_edit(text, holder.start, {"state": _STATES_2[self.state], "subState": None})
            if segment.target is not None:
                yield content_edit(text, segment.target, content.inner)
            else:
                place = element_stop(text, segment.source)
                yield ByteEdit(place, place, self._new_target(segment.source, content.inner, {}))
        if not notes:
            return
        group = unit.element("notes")
        if group is not None:
            like = group.element("note") or group
            added = b"".join(self._note(like, "category", note) for note in notes)
            yield content_edit(text, group, inner_bytes(text, group).rstrip() + added + indent_before(text, group.end))
            return
        first = next(one for one in unit.children if isinstance(one, UnitElement) and one.name in _BEFORE_SEGMENTS)
        prefix, indent = element_prefix(text, unit), indent_before(text, first.start)
        inner = b"".join(self._note(first, "category", note) for note in notes)
        written_notes = b"<%snotes>%s%s</%snotes>%s" % (prefix, inner, indent, prefix, indent)
        yield ByteEdit(first.start, first.start, written_notes)

    # --- both ---

    def _new_target(self, source: UnitElement, inner: bytes, attributes: Mapping[str, str | None]) -> bytes:
        text = self.original.text
        tag = replace_attributes(b"<%starget>" % element_prefix(text, source), attributes)
        if b"xml:space" in raw_tag(text, source.start):
            space = "preserve" if source.keeps_space else "default"
            tag = replace_attributes(tag, {"xml:space": space})
        return indent_before(text, source.start) + tag + inner + b"</%starget>" % element_prefix(text, source)

    def _note(self, like: UnitElement, author: str, note: str) -> bytes:
        """Return a note on a line of its own, as a sibling of the element ``like``."""
        text = self.original.text
        prefix, indent = element_prefix(text, like), indent_before(text, like.start)
        content = xml_text(self.original.file, note, "a note")
        return b'%s<%snote %s="%s">%s</%snote>' % (
            indent,
            prefix,
            author.encode(),
            NOTE_AUTHOR.encode(),
            content,
            prefix,
        )
