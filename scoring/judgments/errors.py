"""Hold errors that annotators mark in outputs or in the source, with their place, severity and category."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Ints
from ..text.texts import check_counts
from ..validation import as_flag, expect, whole_number
from .kinds import ANY_KIND, CodedTexts, ErrorColumns, ErrorKind

MISSING = -1
"""Start and end of an error that has no place in the text, such as an omission."""
OMISSION = "omission"
"""Category of errors for content that is missing in an output."""
SPAN_BYTES = 200
"""Approximate number of bytes of one error."""
BATCH = 10_000
"""Number of spans that are converted to text at once, which keeps other threads waiting."""


@dataclass(frozen=True)
class ErrorSpan:
    """One error that one annotator marked.

    ``start`` and ``end`` are characters (code points), half-open; both are ``MISSING`` if it has no place in the text.
    """

    system: str
    segment: int
    """Number of the segment, from 0."""
    start: int
    end: int
    severity: str
    """Severity in small letters: minor, major, critical, neutral, non-translation ..."""
    category: str = ""
    annotator: str = ""
    in_source: bool = False
    """Whether the error is marked in the source, not in the output."""

    @property
    def is_placed(self) -> bool:
        return self.start != MISSING


@dataclass(frozen=True, eq=False)
class Annotation:
    """The errors that one campaign, or one metric, found in a test set.

    Raises ``ValueError`` for a span that is inverted, of an unknown segment, or of an output that nobody
    judged.
    """

    name: str
    spans: tuple[ErrorSpan, ...]
    judged: Mapping[str, Flags]
    """Whether anybody looked at each output, by system, bool (n_segments,); without spans, it has no error."""
    is_human: bool = True
    source: str = ""
    """Name of the file."""
    n_annotators: Mapping[str, Ints] | None = None
    """Number of annotators of each output, by system, int64 (n_segments,); None if every judged output has one."""
    is_part: ClassVar[bool] = False
    """Whether ``only`` made this annotation from another one, with which it was checked."""

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        expect(self.source, str, "source")
        as_flag(self.is_human, "is_human")
        expect(self.judged, Mapping, f"{self.name}: judged, by system")
        if not self.judged:
            raise ValueError(f"{self.name}: expected at least one system; found none.")
        flags_by_system = {system: np.array(flags, dtype=bool) for system, flags in self.judged.items()}
        check_counts({f"{self.name} of {system}": len(flags) for system, flags in flags_by_system.items()})
        for flags in flags_by_system.values():
            flags.flags.writeable = False
        object.__setattr__(self, "judged", flags_by_system)
        if self.n_annotators is not None:
            object.__setattr__(self, "n_annotators", self._checked_annotator_counts(self.n_annotators))
        object.__setattr__(self, "spans", tuple(self.spans))
        for span in self.spans:
            self._check(span)

    def _checked_annotator_counts(self, annotator_counts: Mapping[str, Ints]) -> dict[str, Ints]:
        """Return read-only copies; raise ``ValueError`` unless just the judged outputs have annotators."""
        expect(annotator_counts, Mapping, f"{self.name}: annotators, by system")
        counts = {system: np.array(numbers, np.int64) for system, numbers in annotator_counts.items()}
        for system, flags in self.judged.items():
            if system not in counts or not np.array_equal(counts[system] > 0, flags):
                raise ValueError(f"{self.name} of {system}: expected annotators of just the outputs that are judged.")
        for numbers in counts.values():
            numbers.flags.writeable = False
        return counts

    def annotator_counts(self, system: str) -> Ints:
        """Return the number of annotators who looked at each output of a system, int64 (n_segments,)."""
        return self.judged[system].astype(np.int64) if self.n_annotators is None else self.n_annotators[system]

    def _check(self, span: ErrorSpan) -> None:
        expect(span, ErrorSpan, "error")
        place = f"{self.name}, {span.system}, segment {span.segment + 1:,}"
        whole_number(span.segment, f"{place}: the segment", 0, len(self) - 1)
        if span.system not in self.judged:
            raise ValueError(f"{place}: no such system; there are {', '.join(self.judged)}.")
        if not self.judged[span.system][span.segment]:
            raise ValueError(f"{place}: an error in an output that nobody judged; marking an error is a judgment.")
        if (span.start, span.end) != (MISSING, MISSING) and not 0 <= span.start <= span.end:
            raise ValueError(f"{place}: expected a span that begins before it ends; found {span.start} to {span.end}.")

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(next(iter(self.judged.values())))

    @property
    def n_bytes(self) -> int:
        counts = self.n_annotators or {}
        return SPAN_BYTES * len(self.columns.segments) + sum(
            column.nbytes for of in (self.judged, counts) for column in of.values()
        )

    @cached_property
    def by_text(self) -> Mapping[tuple[str, int], tuple[ErrorSpan, ...]]:
        """Errors by system and 0-based segment, in the order of the file."""
        spans_by_text: dict[tuple[str, int], list[ErrorSpan]] = {}
        for span in self.spans:
            spans_by_text.setdefault((span.system, span.segment), []).append(span)
        return {key: tuple(spans) for key, spans in spans_by_text.items()}

    @cached_property
    def columns(self) -> ErrorColumns:
        """Errors as columns, for questions about many errors at once."""
        return ErrorColumns(
            np.array([span.segment for span in self.spans], np.int64),
            CodedTexts.of([span.system for span in self.spans]),
            CodedTexts.of([span.category for span in self.spans]),
            CodedTexts.of([span.severity for span in self.spans]),
            CodedTexts.of([span.annotator for span in self.spans]),
        )

    def having(self, systems: Collection[str], kind: ErrorKind = ANY_KIND) -> Flags:
        """Return whether an output of one of these systems has an error of this kind, bool (n_segments,)."""
        has_error = np.zeros(len(self), bool)
        has_error[self.columns.segments[self.columns.select_errors(kind, systems)]] = True
        return has_error

    def judged_segments(self, systems: Collection[str]) -> Flags:
        """Return whether somebody judged an output of one of these systems, bool (n_segments,)."""
        is_judged = np.zeros(len(self), bool)
        for system in set(systems) & set(self.judged):
            is_judged |= self.judged[system]
        return is_judged

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        return self.columns.annotators.sorted_names_in_use

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return self.columns.categories.sorted_names_in_use

    @cached_property
    def severities(self) -> tuple[str, ...]:
        return self.columns.severities.sorted_names_in_use

    def only(self, places: npt.NDArray[np.int64]) -> "Annotation":
        """Return the errors of the segments at these places, which must ascend."""
        return _AnnotationSubset(self, places)

    def of_systems(self, names: Collection[str]) -> "Annotation | None":
        """Return the annotation of these systems' outputs; None if none of them was judged."""
        flags_by_system = {system: flags for system, flags in self.judged.items() if system in names}
        if not flags_by_system:
            return None
        counts = self.n_annotators
        return Annotation(
            self.name,
            tuple(span for span in self.spans if span.system in flags_by_system),
            flags_by_system,
            self.is_human,
            self.source,
            None if counts is None else {system: counts[system] for system in flags_by_system},
        )

    def parts(self, with_source: bool = True) -> Iterator[tuple[str, bytes]]:
        """Yield the labelled bytes that identify the annotation, for a digest; the file only if ``with_source``."""
        yield "errors", f"{self.name}\n{self.is_human}\n{self.source if with_source else ''}".encode()
        for system in sorted(self.judged):
            yield system, self.judged[system].tobytes()
            if self.n_annotators is not None:
                yield system, self.n_annotators[system].tobytes()
        batches = (self.spans[start : start + BATCH] for start in range(0, len(self.spans), BATCH))
        yield "spans", b"\n".join("\n".join(map(repr, batch)).encode() for batch in batches)


class _AnnotationSubset(Annotation):
    """Some segments of an annotation.

    Parts of test sets are made at every step of a visitor, and few need single errors: these are only made on demand.
    """

    is_part = True

    def __init__(self, whole: Annotation, places: npt.NDArray[np.int64]) -> None:
        counts = whole.n_annotators
        self.__dict__.update(
            name=whole.name,
            judged={system: _read_only_rows(flags, places) for system, flags in whole.judged.items()},
            is_human=whole.is_human,
            source=whole.source,
            n_annotators=None
            if counts is None
            else {system: _read_only_rows(of, places) for system, of in counts.items()},
            _whole=whole,
            _places=places,
        )

    _whole: Annotation
    _places: npt.NDArray[np.int64]
    """Places of the segments in the whole, from 0, ascending, (n_segments,)."""

    @cached_property
    def spans(self) -> tuple[ErrorSpan, ...]:
        at = {int(place): number for number, place in enumerate(self._places)}
        return tuple(replace(span, segment=at[span.segment]) for span in self._whole.spans if span.segment in at)

    @cached_property
    def by_text(self) -> Mapping[tuple[str, int], tuple[ErrorSpan, ...]]:
        return _TextsOfPart(self._whole.by_text, self._places)

    @cached_property
    def columns(self) -> ErrorColumns:
        return self._whole.columns.take_segments(self._places)

    def only(self, places: npt.NDArray[np.int64]) -> Annotation:
        return _AnnotationSubset(self._whole, self._places[places])


def _read_only_rows(column: npt.NDArray[Any], places: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Return a read-only copy of these places of a column."""
    rows = column[places]
    rows.flags.writeable = False
    return rows


@dataclass(frozen=True)
class _TextsOfPart(Mapping[tuple[str, int], tuple[ErrorSpan, ...]]):
    """Some segments of ``Annotation.by_text``, each made on demand."""

    whole: Mapping[tuple[str, int], tuple[ErrorSpan, ...]]
    places: npt.NDArray[np.int64]

    def __getitem__(self, key: tuple[str, int]) -> tuple[ErrorSpan, ...]:
        system, segment = key
        if not 0 <= segment < len(self.places):
            raise KeyError(key)
        spans = self.whole[system, int(self.places[segment])]
        return tuple(replace(span, segment=segment) for span in spans)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        at = {int(place): number for number, place in enumerate(self.places)}
        return ((system, at[segment]) for system, segment in self.whole if segment in at)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def check_within(annotation: Annotation, texts: Mapping[str, Sequence[int]], source: Sequence[int] | None) -> None:
    """Raise ``ValueError`` for the first error beyond its text.

    ``texts`` are the numbers of characters of each output by system, (n_segments,), ``source`` those of the source.
    """
    for span in annotation.spans:
        if not span.is_placed:
            continue
        lengths = source if span.in_source else texts[span.system]
        place = f"{annotation.name}, {span.system}, segment {span.segment + 1:,}"
        if lengths is None:
            raise ValueError(f"{place}: an error is marked in the source, and the test set has none; add the source.")
        if span.end > lengths[span.segment]:
            text = "source" if span.in_source else "output"
            raise ValueError(
                f"{place}: an error at characters {span.start:,} to {span.end:,} is beyond the {text}, which has"
                f" {lengths[span.segment]:,}; are these the texts that were annotated?"
            )
