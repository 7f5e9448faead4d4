"""The test set: a source, references and systems' outputs, by column, immutable, validated once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .arrays import Flags
from .checks import as_list, expect, shown, whole_number

Text: TypeAlias = pa.StringArray | Sequence[str | None]
"""Strings, one a segment; None or null where a segment has none."""


@dataclass(frozen=True)
class Reference:
    """One reference: a name and one text a segment, null where the segment has none."""

    name: str
    segments: pa.StringArray


@dataclass(frozen=True)
class System:
    """One system: a name and one hypothesis a segment."""

    name: str
    segments: pa.StringArray


@dataclass(frozen=True)
class Segment:
    """One segment as text: what a reader sees side by side."""

    number: int
    """1-based, as in the file."""
    source: str | None
    references: dict[str, str]
    """Reference name -> text; a missing reference is not in it."""
    hypotheses: dict[str, str]
    """System name -> text."""
    note: str | None


@dataclass(frozen=True, eq=False)
class TestSet:
    """Systems' outputs with their references and, if at hand, their source.

    All columns have the same number of segments. A reference may be missing (null) for single
    segments as long as another one is there; a hypothesis or a source line may be empty, not null.
    ``notes`` is one remark a segment, such as where an example comes from.

    Raises ``ValueError`` with the numbers that disagree.
    """

    __test__ = False  # tells pytest that this is no test class

    systems: tuple[System, ...]
    references: tuple[Reference, ...]
    source: pa.StringArray | None = None
    notes: pa.StringArray | None = None
    name: str = "test set"

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
        """A test set from plain sequences of strings.

        ``references`` is a mapping of names, or ``[reference][segment]`` as in sacreBLEU, which is
        then named ``reference 1``, ``reference 2``, ...
        """
        expect(systems, Mapping, "systems")
        if not isinstance(references, Mapping):
            references = {f"reference {number}": text for number, text in enumerate(as_references(references), 1)}
        return cls(
            tuple(System(name, as_column(text, name)) for name, text in systems.items()),
            tuple(Reference(name, as_column(text, name)) for name, text in references.items()),
            None if source is None else as_column(source, "source"),
            None if notes is None else as_column(notes, "notes"),
            name,
        )

    @classmethod
    def joined(cls, parts: Sequence["TestSet"]) -> "TestSet":
        """Test sets with the same columns, one after another; ``ValueError`` where the columns are not the same."""
        parts = as_list(parts, "parts")
        for part in parts:
            expect(part, TestSet, "part")
        named = [[(role, name) for role, name, _ in part._columns()] for part in parts]
        if not parts or any(names != named[0] for names in named):
            raise ValueError(f"Expected test sets with the same columns; found {len({*map(tuple, named)})} kinds.")
        columns = (pa.concat_arrays(column) for column in zip(*(part._texts() for part in parts), strict=True))
        by_name = dict(zip(named[0], columns, strict=True))
        return cls(
            tuple(System(name, by_name["system", name]) for name in parts[0].system_names),
            tuple(Reference(name, by_name["reference", name]) for name in parts[0].reference_names),
            by_name.get(("source", "")),
            by_name.get(("notes", "")),
            parts[0].name,
        )

    def __len__(self) -> int:
        return len(self.references[0].segments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TestSet) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that stand for every character and every name but the test set's own."""
        digest = blake2b(digest_size=16)
        for role, name, column in self._columns():
            _feed(digest, role.encode())
            _feed(digest, name.encode())
            _feed_column(digest, column)
        return digest.hexdigest()

    @property
    def n_bytes(self) -> int:
        """Bytes that the columns hold in memory."""
        return sum(column.nbytes for _, _, column in self._columns())

    @property
    def system_names(self) -> tuple[str, ...]:
        return tuple(system.name for system in self.systems)

    @property
    def reference_names(self) -> tuple[str, ...]:
        return tuple(reference.name for reference in self.references)

    def system(self, name: str) -> System:
        """The system of that name; ``KeyError`` where there is none."""
        for system in self.systems:
            if system.name == name:
                return system
        raise KeyError(f"No system is called {name!r}; there are {', '.join(self.system_names)}.")

    def reference_texts(self, index: int) -> list[str | None]:
        """Each reference's text of the segment at 0-based ``index``, None where it is missing."""
        index = whole_number(index, "The index of a segment", 0, len(self) - 1)
        return [reference.segments[index].as_py() for reference in self.references]

    def segment(self, index: int) -> Segment:
        """The segment at 0-based ``index``; ``ValueError`` where there is none."""
        index = whole_number(index, "The index of a segment", 0, len(self) - 1)
        return Segment(
            index + 1,
            None if self.source is None else self.source[index].as_py(),
            {r.name: r.segments[index].as_py() for r in self.references if r.segments[index].is_valid},
            {s.name: s.segments[index].as_py() for s in self.systems},
            None if self.notes is None else self.notes[index].as_py(),
        )

    def with_references(self, names: Iterable[str]) -> "TestSet":
        """The same test set with only the named references; ``ValueError`` where a segment loses all."""
        chosen = as_list(names, "names of references")
        references = tuple(r for r in self.references if r.name in chosen)
        return TestSet(self.systems, references, self.source, self.notes, self.name)

    def _texts(self) -> list[pa.StringArray]:
        return [column for _, _, column in self._columns()]

    def _columns(self) -> Iterator[tuple[str, str, pa.StringArray]]:
        if self.source is not None:
            yield "source", "", self.source
        if self.notes is not None:
            yield "notes", "", self.notes
        for reference in self.references:
            yield "reference", reference.name, reference.segments
        for system in self.systems:
            yield "system", system.name, system.segments


def as_column(text: Text, name: str = "text") -> pa.StringArray:
    """Strings as one Arrow column; None becomes null.

    Raises ``ValueError`` for anything that is not a sequence of strings.
    """
    if isinstance(text, pa.ChunkedArray):
        text = text.combine_chunks()
    if isinstance(text, pa.Array) and not _holds_text(text.type):
        raise ValueError(f"{name}: expected a column of strings, one a segment; found one of {text.type}.")
    if isinstance(text, pa.Array):
        return text.cast(pa.string())
    if isinstance(text, str | bytes | Mapping | set | frozenset):
        raise ValueError(f"{name}: expected a sequence of strings, one a segment; found one {type(text).__name__}.")
    try:
        return pa.array(text, pa.string())
    except (pa.ArrowException, UnicodeEncodeError, TypeError) as error:
        raise ValueError(f"{name}: expected a sequence of strings that can be encoded as UTF-8 ({error}).") from None


def _holds_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = pa.types
    return any(test(kind) for test in (types.is_string, types.is_large_string, types.is_string_view, types.is_null))


def as_references(references: Sequence[Text]) -> list[pa.StringArray]:
    """``[reference][segment]`` as columns.

    Raises ``ValueError`` where the outer sequence is one of strings (a frequent slip) or empty.
    """
    flat = isinstance(references, str | pa.Array | pa.ChunkedArray)
    references = [references] if flat else as_list(references, "references")
    if flat or any(isinstance(reference, str) for reference in references):
        raise ValueError(
            "references: expected [reference][segment], a sequence of references each of which is a sequence of"
            " segments; found strings on the outer level. Write [references] for a single reference."
        )
    if not len(references):
        raise ValueError("references: expected at least one, found none.")
    return [as_column(text, f"reference {number}") for number, text in enumerate(references, 1)]


def as_mask(flags: pa.BooleanArray) -> Flags:
    """Arrow's bits as a numpy bool array, null as False."""
    mask: Flags = flags.fill_null(False).to_numpy(zero_copy_only=False)
    return mask


def check_counts(counts: Mapping[str, int]) -> None:
    """Raises ``ValueError`` that states every count unless all are the same."""
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{name} has {count:,}" for name, count in counts.items())
        raise ValueError(
            f"Expected the same number of segments everywhere, found: {listed}."
            " Nothing is cut or padded; make the files line up first."
        )


def check_coverage(references: Sequence[pa.StringArray]) -> None:
    """Raises ``ValueError`` unless every segment has at least one reference."""
    absent = np.logical_and.reduce([as_mask(pc.is_null(r)) for r in references])
    if absent.any():
        raise ValueError(
            f"Segment {np.argmax(absent) + 1:,} has no reference"
            f" ({absent.sum():,} such segments); every segment needs at least one."
        )


def _check(test_set: TestSet) -> None:
    expect(test_set.name, str, "name")
    for values, kind in ((test_set.systems, System), (test_set.references, Reference)):
        expect(values, tuple, f"{kind.__name__.lower()}s")
        for value in values:
            expect(value, kind, kind.__name__.lower())
    if not test_set.references:
        raise ValueError("A test set needs at least one reference; found none.")
    if not test_set.systems:
        raise ValueError("A test set needs at least one system; found none.")
    _check_names("system", test_set.system_names)
    _check_names("reference", test_set.reference_names)
    for role, name, column in test_set._columns():
        expect(column, pa.StringArray, _label(role, name))
    check_counts({_label(role, name): len(column) for role, name, column in test_set._columns()})
    if not len(test_set):
        raise ValueError("A test set needs at least one segment; every file is empty.")
    check_coverage([r.segments for r in test_set.references])
    for role, name, column in test_set._columns():
        if role in ("source", "system") and column.null_count:
            line = np.argmax(as_mask(pc.is_null(column))) + 1
            raise ValueError(f"{_label(role, name)}: segment {line:,} is missing; only references may miss segments.")


def _check_names(role: str, names: Sequence[str]) -> None:
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"Every {role} needs a name that is text; found {shown(name)}.")
        if not name.strip():
            raise ValueError(f"Every {role} needs a name; found an empty one.")
        if any("\ud800" <= character <= "\udfff" for character in name):
            raise ValueError(f"Every {role} needs a name that can be encoded as UTF-8; found {name!r}.")
        if names.count(name) > 1:
            raise ValueError(f"Every {role} needs a name of its own; {name!r} occurs {names.count(name)} times.")


def _label(role: str, name: str) -> str:
    return f"{role} {name!r}" if name else role


def _feed(digest: blake2b, data: bytes) -> None:
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)


def _feed_column(digest: blake2b, column: pa.StringArray) -> None:
    lengths = pc.binary_length(column).fill_null(-1).to_numpy(zero_copy_only=False)
    _feed(digest, lengths.astype(np.int64).tobytes())
    present = column.drop_null()
    whole = pa.ListArray.from_arrays([0, len(present)], present)
    _feed(digest, pc.binary_join(whole, "")[0].as_py().encode())
