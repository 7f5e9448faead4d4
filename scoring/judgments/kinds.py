"""Kinds of errors: which of many errors are of one kind, all at once.

A category is parts with a stroke between them: ``accuracy/mistranslation``. White space around a part, parts without a
word and the difference of small and capital letters mean nothing; it is written as it comes first.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..counting.arrays import Flags, Ints

SEVERITIES = ("critical", "non-translation", "major", "minor", "neutral")
"""The worst first; others, which formats may have, come last."""
BELOW = "/"
"""Between a category and the one above it; where a wanted category ends with it, none beneath is meant."""
UNSAID = BELOW
"""What is wanted where no category is said."""
NO_CATEGORY = "no category"
"""What that is called on pages."""


def severity_rank(severity: str) -> tuple[int, str]:
    """Smaller for worse ones."""
    known = severity in SEVERITIES
    return (SEVERITIES.index(severity) if known else len(SEVERITIES)), severity


def errors_phrase(severities: Collection[str]) -> str:
    """Return what errors of these severities, or of all, are called.

    >>> errors_phrase(["major", "critical"])
    'critical or major errors'
    """
    return " ".join(filter(None, (" or ".join(sorted(severities, key=severity_rank)), "errors")))


@dataclass(frozen=True)
class ErrorKind:
    """What errors must be; what is empty they need not be."""

    category: str = ""
    """this one, or one beneath it; this one alone where it ends with ``BELOW``, so that ``UNSAID`` is none"""
    severities: tuple[str, ...] = ()
    """one of these"""
    annotator: str = ""


ANY_KIND = ErrorKind()


def category_parts(category: str) -> tuple[str, ...]:
    """From the first to the one that is beneath all others, as they are written; none where no category is said.

    MQM's files write "Non-translation!"; the mark is no part of the name.
    """
    parts = (part.strip().rstrip("!").rstrip() or part.strip() for part in category.split(BELOW))
    return tuple(filter(None, parts))


def spelled(category: str) -> str:
    return BELOW.join(category_parts(category))


def category_key(category: str) -> str:
    """Equal for categories that are one."""
    return spelled(category).casefold()


def alike(categories: Iterable[str]) -> dict[str, str]:
    """Return each of these as the first that is one with it is spelled."""
    first: dict[str, str] = {}
    return {category: first.setdefault(category_key(category), spelled(category)) for category in categories}


def is_within(category: str, wanted: str) -> bool:
    """Return whether a category is the wanted one, or beneath it if that may be: see ``ErrorKind``."""
    found, asked = category_parts(category_key(category)), category_parts(category_key(wanted))
    return found == asked if wanted.endswith(BELOW) else found[: len(asked)] == asked


def top(category: str) -> str:
    """Return the first part of a category; empty where none is said."""
    return category_parts(category)[0] if category_parts(category) else ""


def category_levels(categories: Iterable[str]) -> tuple[str, ...]:
    """Categories with their parents, in order of the alphabet, each once."""
    of_all = [category_parts(category) for category in categories]
    above = alike(BELOW.join(of[:depth]) for of in of_all for depth in range(1, len(of) + 1))
    return tuple(sorted(set(above.values()), key=category_key))


def above(categories: Iterable[str]) -> frozenset[str]:
    """Return the keys of all that one of these is beneath."""
    of_all = [category_parts(category_key(category)) for category in categories]
    return frozenset(BELOW.join(of[:depth]) for of in of_all for depth in range(1, len(of)))


def categories_themselves(categories: Iterable[str]) -> tuple[str, ...]:
    """Return what is wanted of categories that have others beneath them, to have them without those; and of no
    category.
    """
    spellings = list(dict.fromkeys(alike(categories).values()))
    having = above(spellings)
    upper = sorted(
        (f"{category}{BELOW}" for category in spellings if category_key(category) in having), key=category_key
    )
    return (*upper, *[UNSAID] * ("" in spellings and len(spellings) > 1))


def category_name(wanted: str) -> str:
    """Return what a wanted category is called on pages."""
    if wanted == UNSAID:
        return NO_CATEGORY
    return f"{spelled(wanted)} itself" if wanted.endswith(BELOW) else wanted


class CodedTexts(NamedTuple):
    """One text an error, as the number of a name."""

    names: tuple[str, ...]
    """Names in the order in which they come."""
    codes: Ints
    """(n_errors,)"""

    @classmethod
    def of(cls, texts: Collection[str]) -> "CodedTexts":
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
        return tuple(sorted(self.there))

    @property
    def there(self) -> tuple[str, ...]:
        """The names of some error, in the order in which they come."""
        return tuple(self.names[code] for code in np.unique(self.codes))

    def take(self, places: Ints) -> "CodedTexts":
        return CodedTexts(self.names, self.codes[places])


@dataclass(frozen=True, eq=False)
class ErrorColumns:
    """Errors by column, in the order of the file."""

    segments: Ints
    """(n_errors,), 0-based"""
    systems: CodedTexts
    categories: CodedTexts
    severities: CodedTexts
    annotators: CodedTexts

    def such(self, kind: ErrorKind, systems: Collection[str]) -> Flags:
        """(n_errors,): which are of this kind, in an output of one of these systems."""
        found = self.systems.where(lambda name: name in systems)
        if kind.category:
            found &= self.categories.where(lambda name: is_within(name, kind.category))
        if kind.severities:
            found &= self.severities.where(lambda name: name in kind.severities)
        if kind.annotator:
            found &= self.annotators.where(lambda name: name == kind.annotator)
        return found

    def of_segments(self, places: Ints) -> "ErrorColumns":
        """Return the errors of the segments at these places, ascending, which are counted anew."""
        kept = np.flatnonzero(np.isin(self.segments, places))
        coded = (self.systems, self.categories, self.severities, self.annotators)
        return ErrorColumns(np.searchsorted(places, self.segments[kept]), *(column.take(kept) for column in coded))
