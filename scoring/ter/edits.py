"""One segment's shifts and edits as every view reads them: the same that TER adds up."""

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
    """What an edit does to the hypothesis."""

    MATCH = "match"
    INSERTION = "insertion"
    DELETION = "deletion"
    SUBSTITUTION = "substitution"


KINDS = dict(zip((MATCH, INSERTION, DELETION, SUBSTITUTION), EditKind, strict=True))


@dataclass(frozen=True, slots=True)
class Edit:
    """One step from the hypothesis to the reference: edits turn the hypothesis into the reference.

    An insertion puts in a reference word that the hypothesis lacks; a deletion takes out a hypothesis word
    that the reference lacks. This is Snover et al. (2006) and sacreBLEU's trace. tercom prints the letters
    the other way round, as does speech recognition: there I is a word too many in the hypothesis.
    """

    kind: EditKind
    word: str | None
    """The hypothesis word; None for an insertion."""
    position: int | None
    """Place in the hypothesis as shifted so far; None for an insertion."""
    origin: int | None
    """Place in the hypothesis as given; None for an insertion."""
    reference_word: str | None
    """None for a deletion."""
    reference_position: int | None
    """None for a deletion."""


@dataclass(frozen=True)
class Shift:
    """A phrase that moves within the hypothesis, for the price of one edit."""

    start: int
    """Place of the phrase in the hypothesis before this shift."""
    length: int
    destination: int
    """Place of the phrase in the hypothesis after this shift."""
    words: Words
    distance_before: int
    """Insertions, deletions and substitutions without this shift."""
    distance_after: int
    """Insertions, deletions and substitutions with it."""

    @property
    def span(self) -> Span:
        """The phrase in the hypothesis before this shift."""
        return self.start, self.start + self.length

    @property
    def destination_span(self) -> Span:
        """The phrase in the hypothesis after this shift."""
        return self.destination, self.destination + self.length


@dataclass(frozen=True)
class EditAlignment:
    """A hypothesis, as given or after some shifts, word by word against the reference."""

    hypothesis: Words
    origins: tuple[int, ...]
    """Place of each word of the hypothesis in the hypothesis as given."""
    reference: Words
    kinds: tuple[EditKind, ...]
    """The kind of each edit, left to right."""

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Matches too, left to right: every word of both texts is in exactly one of them."""
        edits: list[Edit] = []
        position = there = 0
        for kind in self.kinds:
            here = kind is not EditKind.INSERTION
            in_reference = kind is not EditKind.DELETION
            edits.append(
                Edit(
                    kind,
                    word=self.hypothesis[position] if here else None,
                    position=position if here else None,
                    origin=self.origins[position] if here else None,
                    reference_word=self.reference[there] if in_reference else None,
                    reference_position=there if in_reference else None,
                )
            )
            position += here
            there += in_reference
        return tuple(edits)

    def count(self, kind: EditKind) -> int:
        return self.kinds.count(kind)

    @property
    def distance(self) -> int:
        """Insertions, deletions and substitutions."""
        return len(self.kinds) - self.count(EditKind.MATCH)


@dataclass(frozen=True)
class SegmentEdits:
    """How one hypothesis becomes the reference that takes the fewest edits.

    Words are as written where the texts are compared word by word with case ignored, else as compared.
    """

    hypothesis: Words
    references: tuple[Words | None, ...]
    """None where a reference is missing."""
    costs: tuple[int | None, ...]
    """The edits, shifts among them, that each reference takes; None where it is missing."""
    chosen: int
    """The reference that takes the fewest edits, the first of equals."""
    reference_length: float
    """The mean over the references that there are: what the edits are divided by."""
    shifts: tuple[Shift, ...]
    """Shifts in the order in which they are made."""
    alignments: tuple[EditAlignment, ...]
    """``alignments[k]`` is after the first k shifts; the last one holds the edits that are counted."""

    @property
    def initial(self) -> EditAlignment:
        """Without shifts."""
        return self.alignments[0]

    @property
    def final(self) -> EditAlignment:
        """After all shifts."""
        return self.alignments[-1]

    @property
    def n_edits(self) -> int:
        return len(self.shifts) + self.final.distance

    @property
    def statistics(self) -> tuple[float, ...]:
        """TER's statistics of this segment, in their order."""
        return (
            *(self.final.count(kind) for kind in (EditKind.INSERTION, EditKind.DELETION, EditKind.SUBSTITUTION)),
            len(self.shifts),
            sum(shift.length for shift in self.shifts),
            self.reference_length,
        )


@dataclass(frozen=True)
class EncodedText:
    """One text, word by word."""

    ids: Ids
    """int32 (n_words,): what is compared."""
    words: Words
    """The words as people read them."""


def segment_edits(hypothesis: EncodedText, references: Sequence[EncodedText | None], with_shifts: bool) -> SegmentEdits:
    """Return the edits of one segment, each reference None where it is missing; at least one is there."""
    there = {number: reference for number, reference in enumerate(references) if reference is not None}
    paths = {number: find_path(hypothesis.ids, reference.ids, with_shifts) for number, reference in there.items()}
    costs = {number: cost(path) for number, path in paths.items()}
    chosen = min(costs, key=lambda number: costs[number])
    alignments = _alignments(hypothesis, there[chosen], paths[chosen])
    return SegmentEdits(
        hypothesis=hypothesis.words,
        references=tuple(None if reference is None else reference.words for reference in references),
        costs=tuple(costs.get(number) for number in range(len(references))),
        chosen=chosen,
        reference_length=sum(len(reference.ids) for reference in there.values()) / len(there),
        shifts=_shifts(paths[chosen], alignments),
        alignments=alignments,
    )


def cost(path: Path) -> int:
    """Shifts and other edits."""
    return len(path.shifts) + int((path.kinds != MATCH).sum())


def _alignments(hypothesis: EncodedText, reference: EncodedText, path: Path) -> tuple[EditAlignment, ...]:
    """Return one before every shift, without further ones, and the path's own at the end."""
    orders = [np.arange(len(hypothesis.ids))]
    for start, length, destination, _ in path.shifts:
        orders.append(shifted(orders[-1], start, length, destination))
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


def shifted(order: Numbers, start: int, length: int, destination: int) -> Numbers:
    """Return the array with one phrase moved."""
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
