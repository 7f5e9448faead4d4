"""Kinds of errors: which of many errors are of one kind, all at once."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays import Flags, Ints

SEVERITIES = ("critical", "non-translation", "major", "minor", "neutral")
"""The worst first; others, which formats may have, come last."""
BELOW = "/"
"""Between a category and the one above it: accuracy/mistranslation."""


def severity_rank(severity: str) -> tuple[int, str]:
    """Smaller for worse ones."""
    known = severity in SEVERITIES
    return (SEVERITIES.index(severity) if known else len(SEVERITIES)), severity


@dataclass(frozen=True)
class ErrorKind:
    """What errors must be; what is empty they need not be."""

    category: str = ""
    """this one, or one beneath it; small and capital letters are the same"""
    severity: str = ""
    annotator: str = ""


ANY_KIND = ErrorKind()


def is_within(category: str, wanted: str) -> bool:
    """Whether a category is the wanted one, or beneath it."""
    category, wanted = category.casefold(), wanted.casefold()
    return category == wanted or category.startswith(f"{wanted}{BELOW}")


def top(category: str) -> str:
    """The first part of a category, in small letters, as campaigns write it in either way."""
    return category.split(BELOW)[0].lower()


def both_levels(categories: Iterable[str]) -> tuple[str, ...]:
    """Categories and those that they are beneath, in order of the alphabet.

    Of those that differ in small and capital letters only the first is there.
    """
    found: dict[str, str] = {}
    for category in categories:
        for level in (category.split(BELOW)[0], category):
            if level.strip():
                found.setdefault(level.casefold(), level)
    return tuple(found[level] for level in sorted(found))


class Coded(NamedTuple):
    """One text an error, as the number of a name."""

    names: tuple[str, ...]
    """in the order in which they come"""
    codes: Ints
    """(n_errors,)"""

    @classmethod
    def of(cls, texts: Collection[str]) -> "Coded":
        numbers: dict[str, int] = {}
        codes = np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int64)
        return cls(tuple(numbers), codes)

    def where(self, is_wanted: Callable[[str], bool]) -> Flags:
        """(n_errors,): whose name is wanted."""
        found: Flags = np.array([is_wanted(name) for name in self.names], bool)[self.codes]
        return found

    @property
    def present(self) -> tuple[str, ...]:
        """The names of some error, in order of the alphabet."""
        return tuple(sorted(self.names[code] for code in np.unique(self.codes)))

    def take(self, places: Ints) -> "Coded":
        return Coded(self.names, self.codes[places])


@dataclass(frozen=True, eq=False)
class ErrorColumns:
    """Errors by column, in the order of the file."""

    segments: Ints
    """(n_errors,), 0-based"""
    systems: Coded
    categories: Coded
    severities: Coded
    annotators: Coded

    def such(self, kind: ErrorKind, systems: Collection[str]) -> Flags:
        """(n_errors,): which are of this kind, in an output of one of these systems."""
        found = self.systems.where(lambda name: name in systems)
        if kind.category:
            found &= self.categories.where(lambda name: is_within(name, kind.category))
        if kind.severity:
            found &= self.severities.where(lambda name: name == kind.severity)
        if kind.annotator:
            found &= self.annotators.where(lambda name: name == kind.annotator)
        return found

    def of_segments(self, places: Ints) -> "ErrorColumns":
        """The errors of the segments at these places, ascending, which are counted anew."""
        kept = np.flatnonzero(np.isin(self.segments, places))
        coded = (self.systems, self.categories, self.severities, self.annotators)
        return ErrorColumns(np.searchsorted(places, self.segments[kept]), *(column.take(kept) for column in coded))
