"""One segment's shifts and edits, for all views: the same edits that TER adds up."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

import numpy as np

from ..counting.arrays import Ids, Ints
from ..text.spans import Span
from .shifts import DELETION, INSERTION, MATCH, SUBSTITUTION, Path, find_path

Words = tuple[str, ...]
Numbers = TypeVar("Numbers", Ids, Ints)


class EditKind(StrEnum):
    """Kind of an edit of the hypothesis."""

    MATCH = "match"
    INSERTION = "insertion"
    DELETION = "deletion"
    SUBSTITUTION = "substitution"


KINDS = dict(zip((MATCH, INSERTION, DELETION, SUBSTITUTION), EditKind, strict=True))


@dataclass(frozen=True, slots=True)
class Edit:
    """One step from the hypothesis to the reference: edits turn the hypothesis into the reference.

    An insertion puts in a reference word that the hypothesis lacks; a deletion takes out a hypothesis word that the
    reference lacks. This is the convention of Snover et al. (2006) and of sacreBLEU's trace. tercom and speech
    recognition print the letters the other way: there I is a word too many in the hypothesis.
    """

    kind: EditKind
    word: str | None
    """Hypothesis word; None for an insertion."""
    position: int | None
    """Place in the hypothesis as shifted so far; None for an insertion."""
    origin: int | None
    """Place in the hypothesis as given; None for an insertion."""
    reference_word: str | None
    """Reference word; None for a deletion."""
    reference_position: int | None
    """Place in the reference; None for a deletion."""


@dataclass(frozen=True)
class Shift:
    """A phrase that moves within the hypothesis, at the cost of one edit."""

    start: int
    """Place of the phrase in the hypothesis before this shift."""
    length: int
    destination: int
    """Place of the phrase in the hypothesis after this shift."""
    words: Words
    distance_before: int
    """Number of insertions, deletions and substitutions without this shift."""
    distance_after: int
    """Number of insertions, deletions and substitutions with this shift."""

    @property
    def span(self) -> Span:
        """Span of the phrase in the hypothesis before this shift."""
        return self.start, self.start + self.length

    @property
    def destination_span(self) -> Span:
        """Span of the phrase in the hypothesis after this shift."""
        return self.destination, self.destination + self.length


@dataclass(frozen=True)
class EditAlignment:
    """The alignment, word by word, of a hypothesis, as given or after some shifts, with the reference."""

    hypothesis: Words
    origins: tuple[int, ...]
    """Place of each word of the hypothesis in the hypothesis as given."""
    reference: Words
    kinds: tuple[EditKind, ...]
    """Kind of each edit, left to right."""

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Edits and matches, left to right: every word of both texts is in exactly one of them."""
        edits: list[Edit] = []
        position = reference_position = 0
        for kind in self.kinds:
            here = kind is not EditKind.INSERTION
            in_reference = kind is not EditKind.DELETION
            edits.append(
                Edit(
                    kind,
                    word=self.hypothesis[position] if here else None,
                    position=position if here else None,
                    origin=self.origins[position] if here else None,
                    reference_word=self.reference[reference_position] if in_reference else None,
                    reference_position=reference_position if in_reference else None,
                )
            )
            position += here
            reference_position += in_reference
        return tuple(edits)

    def count(self, kind: EditKind) -> int:
        return self.kinds.count(kind)

    @property
    def distance(self) -> int:
        """Number of insertions, deletions and substitutions."""
        return len(self.kinds) - self.count(EditKind.MATCH)


@dataclass(frozen=True)
class SegmentEdits:
    """The edits that turn one hypothesis into the reference that takes the fewest.

    Words are as written where the texts are compared word by word with case ignored, else as compared.
    """

    hypothesis: Words
    references: tuple[Words | None, ...]
    """Words of each reference; None for a missing reference."""
    costs: tuple[int | None, ...]
    """Number of edits and shifts that each reference takes; None for a missing reference."""
    chosen: int
    """Number of the reference that takes the fewest edits, the first of equals."""
    reference_length: float
    """Mean length of the references that are not missing, by which the edits are divided."""
    shifts: tuple[Shift, ...]
    """Shifts in the order in which they are made."""
    alignments: tuple[EditAlignment, ...]
    """Alignment after the first k shifts at ``alignments[k]``; the last one has the edits that are counted."""

    @property
    def initial(self) -> EditAlignment:
        """Alignment before all shifts."""
        return self.alignments[0]

    @property
    def final(self) -> EditAlignment:
        """Alignment after all shifts."""
        return self.alignments[-1]

    @property
    def n_edits(self) -> int:
        return len(self.shifts) + self.final.distance

    @property
    def statistics(self) -> tuple[float, ...]:
        """TER's statistics of the segment, in the order of the metric's statistics."""
        return (
            *(self.final.count(kind) for kind in (EditKind.INSERTION, EditKind.DELETION, EditKind.SUBSTITUTION)),
            len(self.shifts),
            sum(shift.length for shift in self.shifts),
            self.reference_length,
        )


@dataclass(frozen=True)
class EncodedText:
    """A text as words and their ids."""

    ids: Ids
    """Ids of the words, which are compared, int32 (n_words,)."""
    words: Words
    """Words as people read them."""


def segment_edits(hypothesis: EncodedText, references: Sequence[EncodedText | None], with_shifts: bool) -> SegmentEdits:
    """Return the edits of one segment; at least one reference is not None."""
    existing_references = {number: reference for number, reference in enumerate(references) if reference is not None}
    paths = {
        number: find_path(hypothesis.ids, reference.ids, with_shifts)
        for number, reference in existing_references.items()
    }
    costs = {number: count_path_edits(path) for number, path in paths.items()}
    chosen = min(costs, key=lambda number: costs[number])
    alignments = _alignments(hypothesis, existing_references[chosen], paths[chosen])
    return SegmentEdits(
        hypothesis=hypothesis.words,
        references=tuple(None if reference is None else reference.words for reference in references),
        costs=tuple(costs.get(number) for number in range(len(references))),
        chosen=chosen,
        reference_length=sum(len(reference.ids) for reference in existing_references.values())
        / len(existing_references),
        shifts=_shifts(paths[chosen], alignments),
        alignments=alignments,
    )


def count_path_edits(path: Path) -> int:
    """Return the number of shifts and other edits."""
    return len(path.shifts) + int((path.kinds != MATCH).sum())


def _alignments(hypothesis: EncodedText, reference: EncodedText, path: Path) -> tuple[EditAlignment, ...]:
    """Return the alignment before each shift, without any further shift, and the path's own alignment at the end."""
    orders = [np.arange(len(hypothesis.ids))]
    for start, length, destination, _ in path.shifts:
        orders.append(move_phrase(orders[-1], start, length, destination))
    before_shifts = [find_path(hypothesis.ids[order], reference.ids, with_shifts=False).kinds for order in orders[:-1]]
    return tuple(
        EditAlignment(
            tuple(hypothesis.words[position] for position in order),
            tuple(order.tolist()),
            reference.words,
            tuple(KINDS[kind] for kind in kinds_here.tolist()),
        )
        for order, kinds_here in zip(orders, [*before_shifts, path.kinds], strict=True)
    )


def move_phrase(order: Numbers, start: int, length: int, destination: int) -> Numbers:
    """Return the array with one phrase moved to ``destination``."""
    rest = np.delete(order, slice(start, start + length))
    moved: Numbers = np.insert(rest, destination, order[start : start + length])
    return moved


def _shifts(path: Path, alignments: Sequence[EditAlignment]) -> tuple[Shift, ...]:
    return tuple(
        Shift(start, length, destination, before.hypothesis[start : start + length], distance, after.distance)
        for (start, length, destination, distance), before, after in zip(
            path.shifts.tolist(), alignments, alignments[1:], strict=False
        )
    )
