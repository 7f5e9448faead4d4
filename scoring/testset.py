"""The test set: a source, references and systems' outputs, by column, immutable, validated once."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from types import NoneType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .judgments import Annotation, Preferences, Scores
from .judgments.errors import check_within
from .text.languages import StatedLanguage, TargetLanguage, detect_target_language
from .text.texts import Text, as_column, as_mask, as_references, check_counts, check_coverage, check_named
from .validation import as_list, expect, short_repr, whole_number


@dataclass(frozen=True)
class Reference:
    """A reference: its name and one text for each segment, null where the segment has none."""

    name: str
    segments: pa.StringArray
    tags: pa.StringArray | None = None
    """Tags of each segment's words, separated by white space as the words are; None for a reference without tags."""
    codes: pa.StringArray | None = None
    """Inline codes of each segment, one a line: characters before the code, spaces next to it, label; or None."""


@dataclass(frozen=True)
class System:
    """A system: its name and one hypothesis for each segment."""

    name: str
    segments: pa.StringArray
    tags: pa.StringArray | None = None
    """Tags of each segment's words, as in ``Reference``."""
    realigned: bool = False
    """Whether the output had other lines than the references and was cut again into the references' segments."""
    codes: pa.StringArray | None = None
    """Inline codes of each segment, as in ``Reference``."""
    put_in: tuple[int, ...] = ()
    """Numbers, from 1, of the empty segments put in for lines that the file lacked; a part keeps the whole set's."""


@dataclass(frozen=True)
class PostEdit:
    """A system's output as people corrected it: a reference for this system alone.

    No metric compares other systems with a post-edit; the effort of post-editing is measured by it.
    """

    system: str
    """Name of the system whose output was corrected."""
    segments: pa.StringArray
    """Corrected text of each segment; null where a segment has none."""
    codes: pa.StringArray | None = None
    """Inline codes of each segment, as in ``Reference``."""


_Text = TypeVar("_Text", Reference, System)
POST_EDIT = "post-edit"
"""Name of a post-edit's column in messages and digests."""
_COLUMNS = ("source", "notes", "documents", "domains", "source_codes")
_CODES_OF = "codes of the"
_JUDGMENTS = {"scores": Scores, "annotations": Annotation, "preferences": Preferences}
"""Fields of a test set that hold judgments, each with the class of its members."""


@dataclass(frozen=True)
class Segment:
    """One segment as text: source, references and hypotheses, for reading them side by side."""

    number: int
    """Number from 1, as in the file; the same in a part of a test set."""
    source: str | None
    references: dict[str, str]
    """Text of each reference by its name; a missing reference is left out."""
    hypotheses: dict[str, str]
    """Text of each hypothesis by the system's name."""
    note: str | None
    """Remark on the segment, and the inline codes of its source; None without either."""


@dataclass(frozen=True, eq=False)
class TestSetPart:
    """The place of a part in its test set: the whole set and the segments that the part has."""

    whole: "TestSet"
    places: npt.NDArray[np.int64]
    """Places of the part's segments in the whole set, (n_segments,), from 0, ascending."""


@dataclass(frozen=True, eq=False, repr=False)
class TestSet:
    """Systems' outputs with their references and, if at hand, their source.

    All columns have the same number of segments. A set with a source, or with post-edits, may have no reference at all:
    checks and people need none, scores do. A reference may be missing (null) for single segments as long as another one
    is there, and a post-edit for any; a hypothesis or a source line may be empty, but not null.

    ``notes`` is one remark a segment, such as the origin of an example.

    Raises ``ValueError`` with the numbers that differ.
    """

    __test__ = False  # tells pytest that this is no test class

    systems: tuple[System, ...]
    references: tuple[Reference, ...]
    source: pa.StringArray | None = None
    notes: pa.StringArray | None = None
    name: str = "test set"
    language: StatedLanguage | None = None
    """Language of the references as the files state it; None where they state none."""
    documents: pa.StringArray | None = None
    """Name of each segment's document; segments of a document follow one another."""
    domains: pa.StringArray | None = None
    """Name of each segment's domain."""
    scores: tuple[Scores, ...] = ()
    """Scores that were computed elsewhere or given by people."""
    annotations: tuple[Annotation, ...] = ()
    """Errors that people or programs marked in the texts."""
    preferences: tuple[Preferences, ...] = ()
    """Preferences between two outputs that people stated."""
    part: TestSetPart | None = None
    """The part's place in the whole test set, as ``only`` makes it; None for a whole test set."""
    owner: str = ""
    """Owner of the test set.

    Equal test sets of two owners have one fingerprint but two identities, so that data kept for one owner reveals
    nothing about the other's.
    """
    ids: pa.StringArray | None = None
    """Id of each segment, from tables whose rows were lined up by ids; None where rows are in the files' order.

    Judgments are found by the ids. The ids are not part of the identity.
    """
    post_edits: tuple[PostEdit, ...] = ()
    """Post-edits, at most one for each system."""
    source_codes: pa.StringArray | None = None
    """Inline codes of the source, as in ``Reference``."""

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def build(
        cls,
        systems: Mapping[str, Text],
        references: Mapping[str, Text] | Sequence[Text],
        source: Text | None = None,
        notes: Text | None = None,
        name: str = "test set",
    ) -> "TestSet":
        """Return a test set from plain sequences of strings.

        ``references`` is a mapping from names to texts, or ``[reference][segment]`` as in sacreBLEU, whose names are
        then ``reference 1``, ``reference 2``, ... It is an empty mapping if there is only a source.
        """
        expect(systems, Mapping, "systems")
        if not isinstance(references, Mapping):
            references = {f"reference {number}": text for number, text in enumerate(as_references(references), 1)}
        outputs = tuple(System(name, as_column(text, name)) for name, text in systems.items())
        texts = tuple(Reference(name, as_column(text, name)) for name, text in references.items())
        others = {"source": source, "notes": notes}
        columns = {role: as_column(text, role) for role, text in others.items() if text is not None}
        return cls(outputs, texts, name=name, **columns)

    @classmethod
    def joined(cls, parts: Sequence["TestSet"]) -> "TestSet":
        """Return the parts, which have the same columns, as one test set; raise ``ValueError`` where columns differ."""
        parts = as_list(parts, "parts")
        for part in parts:
            expect(part, TestSet, "part")
        labels_of_parts = [[(role, name) for role, name, _ in part._columns()] for part in parts]
        if not parts or any(names != labels_of_parts[0] for names in labels_of_parts):
            raise ValueError(
                f"Expected test sets with the same columns; found {len({*map(tuple, labels_of_parts)})} kinds."
            )
        if len(parts) == 1:
            only: TestSet = parts[0]
            return only
        columns = (
            pa.concat_arrays(column)
            for column in zip(*([c for *_, c in part._columns()] for part in parts), strict=True)
        )
        by_name = dict(zip(labels_of_parts[0], columns, strict=True))
        systems = tuple(
            replace(
                system,
                segments=by_name["system", system.name],
                tags=None,
                codes=by_name.get((f"{_CODES_OF} system", system.name)),
                put_in=_joined_numbers(parts, system.name),
            )
            for system in parts[0].systems
        )
        references = tuple(
            Reference(name, by_name["reference", name], None, by_name.get((f"{_CODES_OF} reference", name)))
            for name in parts[0].reference_names
        )
        others = by_name.get(("source", "")), by_name.get(("notes", ""))
        of_parts = [part.ids for part in parts if part.ids is not None]
        ids = pa.concat_arrays(of_parts) if len(of_parts) == len(parts) else None
        edits = tuple(
            PostEdit(name, by_name[POST_EDIT, name], by_name.get((f"{_CODES_OF} {POST_EDIT}", name)))
            for name in (edit.system for edit in parts[0].post_edits)
        )
        about = parts[0].name, parts[0].language
        codes = by_name.get((f"{_CODES_OF} source", ""))
        return cls(systems, references, *others, *about, ids=ids, post_edits=edits, source_codes=codes)

    def __len__(self) -> int:
        return len(self.systems[0].segments)

    def __repr__(self) -> str:
        references, systems = (", ".join(names) or "none" for names in (self.reference_names, self.system_names))
        return f"TestSet({self.name!r}, segments: {len(self):,}, references: {references}, systems: {systems})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TestSet) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    @cached_property
    def target(self) -> TargetLanguage:
        """Language of the references, or of the outputs where there is no reference."""
        return detect_target_language([text.segments for text in self.translations], self.language)

    @cached_property
    def identity(self) -> str:
        """Digest of every character and every name except the test set's own, 32 hexadecimal digits.

        All data that is kept about a test set is kept under its identity. The identity also depends on the language
        that the files state and on the owner; the identity of a part also on the whole set and on the part's segments.
        """
        if self.part is not None:
            whole, places = self.part.whole.identity, self.part.places
            return blake2b(whole.encode() + places.tobytes(), digest_size=16).hexdigest()
        content = self._content
        return blake2b(f"{content} {self.owner}".encode(), digest_size=16).hexdigest() if self.owner else content

    @cached_property
    def _content(self) -> str:
        """Digest without the owner, to which ``identity`` adds the owner; copies for other owners keep the digest."""
        empty = pa.array([], pa.string())
        further_columns = [] if self.language is None else [("language", str(self.language), empty)]
        further_columns += [("realigned", name, empty) for name in self.realigned_systems]
        further_columns += [(f"lines put in at {numbers}", name, empty) for name, numbers in self.put_in.items()]
        return _digest([*self._columns(), *further_columns], self._judgments())

    @cached_property
    def fingerprint(self) -> str:
        """Digest by which people see that two results are of the same data, 32 hexadecimal digits.

        The fingerprint is the same from any reader of the files. It depends on the texts, the order of the references,
        which system wrote which output, and the judgments. It does not depend on notes, on the names of references or
        files, or on the order of the systems.
        """
        content = [column for column in self._columns() if column[0] in ("source", "reference")]
        sorted_systems = sorted(self.systems, key=lambda system: system.name)
        columns = [(role, "", column) for role, _, column in content]
        columns += [("system", of.name, of.segments) for of in sorted_systems]
        edits = sorted(self.post_edits, key=lambda edit: edit.system)
        columns += [(POST_EDIT, edit.system, edit.segments) for edit in edits]
        return _digest(columns, self._judgments(), False)

    @cached_property
    def identity_of_references(self) -> str:
        """Digest of the references' characters and order alone, without their names, 32 hexadecimal digits.

        The digest of a part also depends on the whole set's and on the part's segments.
        """
        if self.part is not None:
            whole, places = self.part.whole.identity_of_references, self.part.places
            return blake2b(whole.encode() + places.tobytes(), digest_size=16).hexdigest()
        return _digest([("reference", "", reference.segments) for reference in self.references], ())

    @property
    def n_bytes(self) -> int:
        """Number of bytes that the columns and judgments hold in memory."""
        texts: int = sum(column.nbytes for _, _, column in self._columns())
        return texts + sum(judgments.n_bytes for judgments in self._judgments())

    @property
    def system_names(self) -> tuple[str, ...]:
        return tuple(system.name for system in self.systems)

    @property
    def reference_names(self) -> tuple[str, ...]:
        return tuple(reference.name for reference in self.references)

    @property
    def translations(self) -> tuple[Reference, ...] | tuple[System, ...]:
        """Texts that show the target language: the references, or the outputs where there is no reference."""
        return self.references or self.systems

    @property
    def realigned_systems(self) -> tuple[str, ...]:
        """Names of the systems whose outputs were cut again into the references' segments."""
        return tuple(system.name for system in self.systems if system.realigned)

    @property
    def put_in(self) -> dict[str, tuple[int, ...]]:
        """Numbers of the segments where lines were put in, by system; systems without such segments are left out."""
        return {system.name: system.put_in for system in self.systems if system.put_in}

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Number of each segment, from 1, as in the file, (n_segments,); a part's segments keep their numbers."""
        return np.arange(1, len(self) + 1) if self.part is None else self.part.places + 1

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """Place of each segment in the whole set, from 0, (n_segments,)."""
        return self.numbers - 1

    @property
    def tagged_texts(self) -> list[Reference | System]:
        """References and systems that have tags."""
        return [text for text in self._texts if text.tags is not None]

    @property
    def _texts(self) -> list[Reference | System]:
        return [*self.references, *self.systems]

    def system(self, name: str) -> System:
        """Return the system with that name; raise ``KeyError`` for an unknown name."""
        for system in self.systems:
            if system.name == name:
                return system
        raise KeyError(f"No system is called {name!r}; there are {', '.join(self.system_names)}.")

    def reference_texts(self, index: int) -> list[str | None]:
        """Return each reference's text of the segment at 0-based ``index``, None where it lacks the segment."""
        index = whole_number(index, "The index of a segment", 0, len(self) - 1)
        return [reference.segments[index].as_py() for reference in self.references]

    def segment(self, index: int) -> Segment:
        """Return the segment at 0-based ``index``; raise ``ValueError`` for an index outside the test set."""
        index = whole_number(index, "The index of a segment", 0, len(self) - 1)
        return Segment(
            int(self.numbers[index]),
            None if self.source is None else self.source[index].as_py(),
            {r.name: r.segments[index].as_py() for r in self.references if r.segments[index].is_valid},
            {s.name: s.segments[index].as_py() for s in self.systems},
            self._note(index),
        )

    def _note(self, index: int) -> str | None:
        """Return the note on a segment, with the inline codes of its source and the codes that each system lacks."""
        note = None if self.notes is None else self.notes[index].as_py()
        codes = _labels(self.source_codes, index)
        if not codes:
            return note
        parts = [f"Inline codes: {' '.join(codes)}"]
        for system in self.systems:
            lost = Counter(codes) - Counter(_labels(system.codes, index))
            if lost and system.codes is not None:
                parts.append(f"{system.name} lacks {' '.join(lost.elements())}")
        return "; ".join([*([note] if note else []), *parts])

    def with_references(self, names: Iterable[str]) -> "TestSet":
        """Return the test set with only the named references; raise ``ValueError`` if a segment loses all of them."""
        chosen = as_list(names, "names of references")
        if self.part is not None:
            return self.part.whole.with_references(chosen).only(self.part.places).named(self.name)
        references = tuple(r for r in self.references if r.name in chosen)
        if self.references and not references:
            raise ValueError("Expected the name of at least one reference; found none.")
        return replace(self, references=references)

    def with_systems(self, systems: Iterable[System]) -> "TestSet":
        """Return the test set with these outputs added.

        An output with the name of an existing system replaces that system's output, and the judgments of that system
        are dropped. Raises ``ValueError`` where two of the outputs have one name, where an output has another number of
        segments than the test set, and for a part of a test set.
        """
        if self.part is not None:
            raise ValueError("Outputs are added to a whole test set; found some of its segments.")
        new_systems = as_list(systems, "systems")
        for system in new_systems:
            expect(system, System, "system")
        new = {system.name: system for system in new_systems}
        if len(new) < len(new_systems):
            _check_names("system", [system.name for system in new_systems])
        placed = tuple(new.pop(system.name, system) for system in self.systems)
        remaining_names = {name for name in self.system_names if name not in {system.name for system in new_systems}}
        return replace(
            self,
            systems=(*placed, *new.values()),
            **self._judgment_fields(remaining_names),
            **self._post_edits_field(remaining_names),
        )

    def without_systems(self, names: Iterable[str]) -> "TestSet":
        """Return the test set without the outputs with these names, and without the judgments of these systems.

        Raises ``ValueError`` for an unknown name, and where no other output is left.
        """
        removed_names = as_list(names, "names of systems")
        for name in removed_names:
            if name not in self.system_names:
                raise ValueError(f"No system is called {name!r}; there are {', '.join(self.system_names)}.")
        if self.part is not None:
            return self.part.whole.without_systems(removed_names).only(self.part.places).named(self.name)
        remaining_systems = tuple(system for system in self.systems if system.name not in removed_names)
        names = {system.name for system in remaining_systems}
        return replace(self, systems=remaining_systems, **self._judgment_fields(names), **self._post_edits_field(names))

    def _post_edits_field(self, names: Collection[str]) -> dict[str, Any]:
        """Return the field ``post_edits`` with only the post-edits of these systems."""
        return {"post_edits": tuple(edit for edit in self.post_edits if edit.system in names)}

    def with_post_edits(self, post_edits: Iterable[PostEdit]) -> "TestSet":
        """Return the test set with these post-edits added; a post-edit replaces an earlier one of the same system."""
        new_edits = as_list(post_edits, "post-edits")
        for edit in new_edits:
            expect(edit, PostEdit, POST_EDIT)
        new = {edit.system for edit in new_edits}
        return replace(self, post_edits=(*(edit for edit in self.post_edits if edit.system not in new), *new_edits))

    def _judgment_fields(self, names: Collection[str]) -> dict[str, Any]:
        """Return the fields of judgments with only the judgments of these systems."""
        return {
            field: tuple(remaining for of in getattr(self, field) if (remaining := of.of_systems(names)) is not None)
            for field in _JUDGMENTS
        }

    def with_judgments(
        self,
        scores: Iterable[Scores] = (),
        annotations: Iterable[Annotation] = (),
        preferences: Iterable[Preferences] = (),
    ) -> "TestSet":
        """Return the test set with these judgments added.

        Raises ``ValueError`` where two judgments have the same name, or where systems or segments are not the test
        set's.
        """
        return replace(
            self,
            scores=(*self.scores, *as_list(scores, "scores")),
            annotations=(*self.annotations, *as_list(annotations, "annotations")),
            preferences=(*self.preferences, *as_list(preferences, "preferences")),
        )

    def only(self, places: npt.ArrayLike) -> "TestSet":
        """Return the part with the segments at these 0-based places, in the order of the file.

        The segments keep their numbers. Raises ``ValueError`` for a place outside the test set, and for no place.
        """
        requested_places = np.asarray(places)
        are_numbers = requested_places.ndim == 1 and requested_places.size and requested_places.dtype.kind in "iu"
        if not are_numbers or not 0 <= requested_places.min() <= requested_places.max() < len(self):
            raise ValueError(
                f"Places of segments, from 0 to {len(self) - 1:,}, are expected; found {short_repr(places)}."
            )
        ascending_places = np.unique(requested_places).astype(np.int64)
        fields_of_part: dict[str, Any] = {
            role: _take_if_present(ascending_places, getattr(self, role)) for role in _COLUMNS
        }
        for field in ("systems", "references"):
            fields_of_part[field] = tuple(_take_segments(ascending_places, text) for text in getattr(self, field))
        for field in _JUDGMENTS:
            fields_of_part[field] = tuple(judgments.only(ascending_places) for judgments in getattr(self, field))
        fields_of_part["ids"] = _take_if_present(ascending_places, self.ids)
        fields_of_part["post_edits"] = tuple(
            replace(
                edit,
                segments=edit.segments.take(ascending_places),
                codes=_take_if_present(ascending_places, edit.codes),
            )
            for edit in self.post_edits
        )
        whole = (self, ascending_places) if self.part is None else (self.part.whole, self.part.places[ascending_places])
        return replace(self, **fields_of_part, part=TestSetPart(*whole))

    def named(self, name: str) -> "TestSet":
        """Return the same test set under another name."""
        expect(name, str, "name")
        test_set = copy(self)
        object.__setattr__(test_set, "name", name)
        return test_set

    def owned_by(self, owner: str) -> "TestSet":
        """Return the test set with another owner; an empty ``owner`` is nobody in particular."""
        expect(owner, str, "owner")
        if self.part is not None:
            return self.part.whole.owned_by(owner).only(self.part.places).named(self.name)
        owned = copy(self)
        object.__setattr__(owned, "owner", owner)
        vars(owned).pop("identity", None)
        return owned

    def _columns(self) -> Iterator[tuple[str, str, pa.StringArray]]:
        columns: list[tuple[str, str, pa.StringArray | None]] = [("source", "", self.source), ("notes", "", self.notes)]
        columns += [("reference", reference.name, reference.segments) for reference in self.references]
        columns += [("system", system.name, system.segments) for system in self.systems]
        columns += [(POST_EDIT, edit.system, edit.segments) for edit in self.post_edits]
        columns += [("documents", "", self.documents), ("domains", "", self.domains)]
        columns += [(f"tags of the {type(text).__name__.lower()}", text.name, text.tags) for text in self.tagged_texts]
        columns += [(f"{_CODES_OF} {type(text).__name__.lower()}", text.name, text.codes) for text in self._texts]
        columns += [(f"{_CODES_OF} {POST_EDIT}", edit.system, edit.codes) for edit in self.post_edits]
        columns += [(f"{_CODES_OF} source", "", self.source_codes)]
        return ((role, name, column) for role, name, column in columns if column is not None)

    def _judgments(self) -> tuple[Scores | Annotation | Preferences, ...]:
        return *self.scores, *self.annotations, *self.preferences


def _joined_numbers(parts: Sequence[TestSet], name: str) -> tuple[int, ...]:
    """Return the numbers of the lines that were put into a system's output, counted through all parts in order."""
    begins = np.cumsum([0, *map(len, parts)]).tolist()
    return tuple(
        begin + 1 + int(place)
        for begin, part in zip(begins, parts, strict=False)
        for place in np.flatnonzero(np.isin(part.numbers, part.put_in.get(name, ())))
    )


def _take_if_present(places: npt.NDArray[np.int64], column: pa.StringArray | None) -> pa.StringArray | None:
    return None if column is None else column.take(places)


def _labels(codes: pa.StringArray | None, index: int) -> list[str]:
    """Return the labels of a segment's inline codes; of a code around text only the label of its beginning."""
    lines = "" if codes is None else codes[index].as_py() or ""
    labels = (line.partition(" ")[2] for line in lines.split("\n") if line)
    return [label for label in labels if not label.startswith("</")]


def _take_segments(places: npt.NDArray[np.int64], text: _Text) -> _Text:
    """Return a system or a reference with the segments and tags at these places only."""
    return replace(
        text,
        segments=text.segments.take(places),
        tags=_take_if_present(places, text.tags),
        codes=_take_if_present(places, text.codes),
    )


def _check(test_set: TestSet) -> None:
    expect(test_set.name, str, "name")
    expect(test_set.language, (StatedLanguage, NoneType), "language")
    for values, kind in ((test_set.systems, System), (test_set.references, Reference)):
        expect(values, tuple, f"{kind.__name__.lower()}s")
        for value in values:
            expect(value, kind, kind.__name__.lower())
    expect(test_set.post_edits, tuple, "post-edits")
    for edit in test_set.post_edits:
        expect(edit, PostEdit, POST_EDIT)
    if not test_set.references and test_set.source is None and not test_set.post_edits:
        raise ValueError("A test set without a source needs at least one reference; found none.")
    if not test_set.systems:
        raise ValueError("A test set needs at least one system; found none.")
    _check_names("system", test_set.system_names)
    _check_names("reference", test_set.reference_names)
    _check_names(POST_EDIT, [edit.system for edit in test_set.post_edits])
    for edit in test_set.post_edits:
        if edit.system not in test_set.system_names:
            listed = ", ".join(test_set.system_names)
            raise ValueError(
                f"A post-edit belongs to the system {edit.system!r}, which is no system here; there are {listed}."
            )
    for role, name, column in test_set._columns():
        expect(column, pa.StringArray, _label(role, name))
    counts = {_label(role, name): len(column) for role, name, column in test_set._columns()}
    if test_set.ids is not None:
        expect(test_set.ids, pa.StringArray, "ids")
        counts["ids"] = len(test_set.ids)
    check_counts(counts, references={_label("reference", name) for name in test_set.reference_names})
    if not len(test_set):
        raise ValueError("A test set needs at least one segment; every file is empty.")
    if test_set.references:
        check_coverage([r.segments for r in test_set.references])
    for role, name, column in test_set._columns():
        if role in ("source", "system") and column.null_count:
            line = np.argmax(as_mask(pc.is_null(column))) + 1
            raise ValueError(f"{_label(role, name)}: segment {line:,} is missing; only references may miss segments.")
        if role in ("documents", "domains") and test_set.part is None:
            check_named(column, role)
    _check_judgments(test_set)


def _check_judgments(test_set: TestSet) -> None:
    """Raise ``ValueError`` unless judgments are of the set's systems and segments, with errors inside the texts."""
    for field, kind in _JUDGMENTS.items():
        all_judgments = getattr(test_set, field)
        expect(all_judgments, tuple, f"{kind.__name__.lower()}")
        for judgments in all_judgments:
            expect(judgments, kind, kind.__name__.lower())
        names = [judgments.name for judgments in all_judgments]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"Each needs a name of its own; {kind.__name__.lower()} {name!r} twice.")
    of_systems: list[tuple[str, int, Collection[str]]] = [(s.name, len(s), s.values) for s in test_set.scores]
    of_systems += [(a.name, len(a), a.judged) for a in test_set.annotations]
    of_systems += [(p.name, p.n_segments, p.systems) for p in test_set.preferences]
    for name, n_segments, systems in of_systems:
        if n_segments != len(test_set):
            of_set = len(test_set)
            raise ValueError(f"{name} has {n_segments:,} segments, the test set {of_set:,}; they must be the same.")
        if unknown := [system for system in systems if system not in test_set.system_names]:
            listed = ", ".join(test_set.system_names)
            raise ValueError(f"{name}: no system is called {', '.join(unknown)}; there are {listed}.")
    to_check = [annotation for annotation in test_set.annotations if test_set.part is None or not annotation.is_part]
    if to_check:
        texts = {system.name: _lengths(system.segments) for system in test_set.systems}
        source = None if test_set.source is None else _lengths(test_set.source)
        for annotation in to_check:
            check_within(annotation, texts, source)


def _lengths(column: pa.StringArray) -> list[int]:
    """Return the number of characters of each text."""
    lengths: list[int] = pc.utf8_length(column).to_pylist()
    return lengths


def _check_names(role: str, names: Sequence[str]) -> None:
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"Every {role} needs a name that is text; found {short_repr(name)}.")
        if not name.strip():
            raise ValueError(f"Every {role} needs a name; found an empty one.")
        if any("\ud800" <= character <= "\udfff" for character in name):
            raise ValueError(f"Every {role} needs a name that can be encoded as UTF-8; found {name!r}.")
        if names.count(name) > 1:
            raise ValueError(f"Every {role} needs a name of its own; {name!r} occurs {names.count(name)} times.")


def _label(role: str, name: str) -> str:
    return f"{role} {name!r}" if name else role


def _digest(
    columns: Iterable[tuple[str, str, pa.StringArray]],
    judgments: Iterable[Scores | Annotation | Preferences],
    with_source: bool = True,
) -> str:
    digest = blake2b(digest_size=16)
    for role, name, column in columns:
        _feed(digest, role.encode())
        _feed(digest, name.encode())
        _feed_column(digest, column)
    for name, data in (part for one in judgments for part in one.parts(with_source)):
        _feed(digest, name.encode())
        _feed(digest, data)
    return digest.hexdigest()


def column_digest(column: pa.StringArray) -> str:
    """Return a digest of every character of a column of texts, 32 hexadecimal digits."""
    expect(column, pa.StringArray, "column")
    return _digest([("", "", column)], ())


def _feed(digest: blake2b, data: bytes | memoryview) -> None:
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)


def _feed_column(digest: blake2b, column: pa.StringArray) -> None:
    lengths = pc.binary_length(column).fill_null(-1).to_numpy(zero_copy_only=False)
    _feed(digest, lengths.astype(np.int64).tobytes())
    present = column.drop_null()
    ends = memoryview(present.buffers()[1]).cast("i")[present.offset :] if len(present) else [0]
    start, stop = ends[0], ends[len(present)]
    _feed(digest, memoryview(present.buffers()[2])[start:stop] if stop > start else b"")
