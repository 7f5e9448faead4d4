"""Errors that annotators mark in outputs, or in the source: where they are, how bad, and of what kind."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..arrays import Flags, Ints
from ..checks import as_flag, expect, whole_number
from ..texts import check_counts

MISSING = -1
"""The start and end of an error that is nowhere in the text, such as an omission."""
BATCH = 10_000
"""Spans that are made text at once, which keeps other threads waiting."""


@dataclass(frozen=True)
class ErrorSpan:
    """One error that one annotator marked.

    ``start`` and ``end`` are characters (code points), half-open; both are ``MISSING`` where it is nowhere in the text.
    """

    system: str
    segment: int
    """0-based"""
    start: int
    end: int
    severity: str
    """in small letters: minor, major, critical, neutral, non-translation ..."""
    category: str = ""
    annotator: str = ""
    in_source: bool = False
    """whether it is marked in the source, not in the output"""

    @property
    def is_placed(self) -> bool:
        return self.start != MISSING


@dataclass(frozen=True, eq=False)
class Annotation:
    """The errors that one campaign, or one metric, found in a test set.

    Raises ``ValueError`` for a span that is inverted or of a segment that is not there.
    """

    name: str
    spans: tuple[ErrorSpan, ...]
    judged: Mapping[str, Flags]
    """system -> (n_segments,): whether anybody looked; where one did and marked nothing, there is no error"""
    is_human: bool = True
    source: str = ""
    """the file"""
    n_annotators: Mapping[str, Ints] | None = None
    """system -> (n_segments,): how many looked at each output; None where one did wherever somebody did"""

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        expect(self.source, str, "source")
        as_flag(self.is_human, "is_human")
        expect(self.judged, Mapping, f"{self.name}: judged, by system")
        if not self.judged:
            raise ValueError(f"{self.name}: expected at least one system; found none.")
        judged = {system: np.array(flags, dtype=bool) for system, flags in self.judged.items()}
        check_counts({f"{self.name} of {system}": len(flags) for system, flags in judged.items()})
        for flags in judged.values():
            flags.flags.writeable = False
        object.__setattr__(self, "judged", judged)
        if self.n_annotators is not None:
            object.__setattr__(self, "n_annotators", self._counted(self.n_annotators))
        object.__setattr__(self, "spans", tuple(self.spans))
        for span in self.spans:
            self._check(span)

    def _counted(self, given: Mapping[str, Ints]) -> dict[str, Ints]:
        """Copies that nobody can write to, of the outputs that somebody judged."""
        expect(given, Mapping, f"{self.name}: annotators, by system")
        counts = {system: np.array(numbers, np.int64) for system, numbers in given.items()}
        for system, flags in self.judged.items():
            if system not in counts or not np.array_equal(counts[system] > 0, flags):
                raise ValueError(f"{self.name} of {system}: expected annotators of just the outputs that are judged.")
        for numbers in counts.values():
            numbers.flags.writeable = False
        return counts

    def looked(self, system: str) -> Ints:
        """int64 (n_segments,): how many annotators looked at each output of a system."""
        return self.judged[system].astype(np.int64) if self.n_annotators is None else self.n_annotators[system]

    def _check(self, span: ErrorSpan) -> None:
        expect(span, ErrorSpan, "error")
        where = f"{self.name}, {span.system}, segment {span.segment + 1:,}"
        whole_number(span.segment, f"{where}: the segment", 0, len(self) - 1)
        if span.system not in self.judged:
            raise ValueError(f"{where}: no such system; there are {', '.join(self.judged)}.")
        if (span.start, span.end) != (MISSING, MISSING) and not 0 <= span.start <= span.end:
            raise ValueError(f"{where}: expected a span that begins before it ends; found {span.start} to {span.end}.")

    def __len__(self) -> int:
        """The number of segments."""
        return len(next(iter(self.judged.values())))

    @property
    def n_bytes(self) -> int:
        return 200 * len(self.spans) + sum(flags.nbytes for flags in self.judged.values())

    @cached_property
    def by_text(self) -> Mapping[tuple[str, int], tuple[ErrorSpan, ...]]:
        """System and 0-based segment -> its errors, in the order of the file."""
        found: dict[tuple[str, int], list[ErrorSpan]] = {}
        for span in self.spans:
            found.setdefault((span.system, span.segment), []).append(span)
        return {key: tuple(spans) for key, spans in found.items()}

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        return tuple(sorted({span.annotator for span in self.spans}))

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return tuple(sorted({span.category for span in self.spans}))

    @cached_property
    def severities(self) -> tuple[str, ...]:
        return tuple(sorted({span.severity for span in self.spans}))

    def counts(self, system: str, spans: Iterable[ErrorSpan] | None = None) -> Ints:
        """int64 (n_segments,): how many errors of a system there are; of ``spans``, if given, only these."""
        chosen = self.spans if spans is None else spans
        places = [span.segment for span in chosen if span.system == system]
        return np.bincount(np.array(places, np.int64), minlength=len(self)).astype(np.int64)

    def only(self, places: npt.NDArray[np.int64]) -> "Annotation":
        """The errors of the segments at these places, ascending."""
        at = {int(place): number for number, place in enumerate(places)}
        spans = tuple(replace(span, segment=at[span.segment]) for span in self.spans if span.segment in at)
        judged = {system: flags[places] for system, flags in self.judged.items()}
        counts = self.n_annotators
        kept = None if counts is None else {system: numbers[places] for system, numbers in counts.items()}
        return replace(self, spans=spans, judged=judged, n_annotators=kept)

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """All that tells it from others, for a digest."""
        yield "errors", f"{self.name}\n{self.is_human}\n{self.source}".encode()
        for system in sorted(self.judged):
            yield system, self.judged[system].tobytes()
            if self.n_annotators is not None:
                yield system, self.n_annotators[system].tobytes()
        batches = (self.spans[start : start + BATCH] for start in range(0, len(self.spans), BATCH))
        yield "spans", b"\n".join("\n".join(map(repr, batch)).encode() for batch in batches)


def check_within(annotation: Annotation, texts: Mapping[str, Sequence[int]], source: Sequence[int] | None) -> None:
    """Raises ``ValueError`` for the first error beyond its text.

    ``texts`` are the characters of each output by system, (n_segments,), ``source`` those of the source.
    """
    for span in annotation.spans:
        lengths = source if span.in_source else texts[span.system]
        where = f"{annotation.name}, {span.system}, segment {span.segment + 1:,}"
        if lengths is None:
            raise ValueError(f"{where}: an error is marked in the source, and the test set has none; add the source.")
        if span.is_placed and span.end > lengths[span.segment]:
            text = "source" if span.in_source else "output"
            raise ValueError(
                f"{where}: an error at characters {span.start:,} to {span.end:,} is beyond the {text}, which has"
                f" {lengths[span.segment]:,}; are these the texts that were annotated?"
            )
