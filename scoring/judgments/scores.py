"""Hold scores that were not computed here: one number a system and segment, by people or by another program."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Floats
from ..text.texts import check_counts
from ..validation import as_flag, as_float_array, expect, short_repr
from .repeats import RepeatedScores

MAX_SCORE = 1e15
"""Largest absolute value of a score: sums of larger scores would lose the differences between segments."""
COMMON = 1000
"""Ratio of the scores' size to their range from which they have an origin: they agree in their first digits."""


@dataclass(frozen=True, eq=False)
class Scores:
    """One number a system and segment, NaN for a missing one.

    Raises ``ValueError`` for numbers that are infinite or larger than MAX_SCORE, unequal numbers of segments, and no
    system.
    """

    name: str
    """Name of the scores and of their metric, such as MQM or COMET."""
    values: Mapping[str, Floats]
    """Scores by system, (n_segments,)."""
    higher_is_better: bool = True
    is_human: bool = False
    """Whether people gave the scores."""
    source: str = ""
    """Name of the file."""
    weights: str = ""
    """Name of the MQM weights by which scores are computed from marked errors; empty if they were given as numbers."""
    repeats: RepeatedScores | None = None
    """All scores of a judge that was asked several times, which ``values`` combine; None if it was asked once."""
    protocol: str = ""
    """Protocol for a language model, and the scale by which errors became scores: ``mqm/gemba-v2``."""
    own_family: tuple[str, ...] = ()
    """Systems of the judge's own model family, which language models tend to prefer."""

    def __post_init__(self) -> None:
        for name in ("name", "source", "weights", "protocol"):
            expect(getattr(self, name), str, name)
        for system in self.own_family:
            expect(system, str, "a system of the judge's own family")
        object.__setattr__(self, "own_family", tuple(self.own_family))
        if not self.name.strip():
            raise ValueError("Scores need a name; found an empty one.")
        as_flag(self.higher_is_better, "higher_is_better")
        as_flag(self.is_human, "is_human")
        expect(self.values, Mapping, f"{self.name}, by system")
        values = {system: self._checked(system, numbers) for system, numbers in self.values.items()}
        if not values:
            raise ValueError(f"{self.name}: expected scores of at least one system; found none.")
        check_counts({f"{self.name} of {system}": len(column) for system, column in values.items()})
        object.__setattr__(self, "values", values)
        if self.repeats is not None:
            self._check_repeats(self.repeats)

    def _check_repeats(self, repeats: RepeatedScores) -> None:
        expect(repeats, RepeatedScores, f"{self.name}: repeats")
        lengths = {system: len(column) for system, column in self.values.items()}
        repeat_lengths = {system: len(scores) for system, scores in repeats.values.items()}
        if repeat_lengths != lengths:
            raise ValueError(f"{self.name}: expected repeats of the systems and segments that have scores.")

    def _checked(self, system: str, numbers: object) -> Floats:
        """Return a read-only copy of a system's scores; raise ``ValueError`` for infinite or too large numbers."""
        expect(system, str, "a system's name")
        column = np.array(as_float_array(numbers, f"{self.name} of {system}", 1))
        wrong = np.flatnonzero(np.abs(column) > MAX_SCORE)
        if len(wrong):
            number = float(column[wrong[0]])
            expected = "finite numbers" if np.isinf(number) else f"numbers from {-MAX_SCORE:g} to {MAX_SCORE:g}"
            actual = f"segment {wrong[0] + 1:,} has {short_repr(number)}"
            raise ValueError(f"{self.name} of {system}: expected {expected}; {actual}.")
        column.flags.writeable = False
        return column

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(next(iter(self.values.values())))

    @property
    def n_bytes(self) -> int:
        repeats = 0 if self.repeats is None else self.repeats.n_bytes
        return repeats + sum(column.nbytes for column in self.values.values())

    def of(self, system: str) -> Floats:
        """Return the scores of a system, (n_segments,); all NaN if it has none."""
        column = self.values.get(system)
        return np.full(len(self), np.nan) if column is None else column

    @cached_property
    def origin(self) -> float:
        """Lowest score if all scores agree in their first digits, else 0.

        Floats round sums of such scores by more than the differences of segments, so scores are counted from the
        origin.
        """
        numbers = np.concatenate(list(self.values.values()))
        numbers = numbers[~np.isnan(numbers)]
        low, high = float(numbers.min(initial=np.inf)), float(numbers.max(initial=-np.inf))
        return low if 0 < COMMON * (high - low) < max(abs(low), abs(high)) else 0.0

    def above(self, origin: float, system: str) -> Floats:
        """Return a system's scores less ``origin``, (n_segments,), with both taken as their shortest decimals."""
        column = self.of(system)
        if not origin:
            return column
        start = Decimal(repr(origin))
        return np.array([float(Decimal(repr(score)) - start) for score in column.tolist()])

    def judged(self, systems: Iterable[str]) -> Flags:
        """Return whether every one of these systems has a score, bool (n_segments,)."""
        has_scores: Flags = np.logical_and.reduce([~np.isnan(self.of(system)) for system in systems])
        return has_scores

    def only(self, places: npt.NDArray[np.int64]) -> "Scores":
        """Return the scores of the segments at these places."""
        repeats = None if self.repeats is None else self.repeats.only(places)
        return replace(self, values={system: column[places] for system, column in self.values.items()}, repeats=repeats)

    def of_systems(self, names: Collection[str]) -> "Scores | None":
        """Return the scores of these systems; None if they have none."""
        values = {system: column for system, column in self.values.items() if system in names}
        repeats = None if self.repeats is None else self.repeats.of_systems(names)
        own = tuple(system for system in self.own_family if system in names)
        return replace(self, values=values, repeats=repeats, own_family=own) if values else None

    def parts(self, with_source: bool = True) -> Iterator[tuple[str, bytes]]:
        """Yield the labelled bytes that identify the scores, for a digest; the file only if ``with_source``."""
        about = f"{self.name}\n{self.higher_is_better}\n{self.is_human}\n{self.source if with_source else ''}"
        yield "scores", (f"{about}\n{self.weights}" if self.weights else about).encode()
        if self.protocol:
            yield "protocol", self.protocol.encode()
        if self.own_family:
            yield "own family", "\n".join(sorted(self.own_family)).encode()
        for system in sorted(self.values):
            yield system, np.where(np.isnan(self.values[system]), np.nan, self.values[system] + 0.0).tobytes()
        if self.repeats is not None:
            yield from self.repeats.parts()
