"""Select errors of one kind among many errors at once.

A category has parts separated by strokes: ``accuracy/mistranslation``. White space around a part, parts without a
word and upper or lower case are ignored; a category is shown in the spelling that comes first.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..counting.arrays import Flags, Ints

SEVERITIES = ("critical", "non-translation", "major", "minor", "neutral")
"""Severities, the worst first; other severities, which formats may have, come last."""
BELOW = "/"
"""Separator of a category and the one above it; a wanted category that ends with it excludes categories beneath."""
UNSAID = BELOW
"""Wanted category of errors without a category."""
NO_CATEGORY = "no category"
"""Name on pages of errors without a category."""


def severity_rank(severity: str) -> tuple[int, str]:
    """Return a sort key that is smaller for worse severities."""
    is_usual = severity in SEVERITIES
    return (SEVERITIES.index(severity) if is_usual else len(SEVERITIES)), severity


def errors_phrase(severities: Collection[str]) -> str:
    """Return the phrase for errors of these severities, or for all errors.

    >>> errors_phrase(["major", "critical"])
    'critical or major errors'
    """
    return " ".join(filter(None, (" or ".join(sorted(severities, key=severity_rank)), "errors")))


@dataclass(frozen=True)
class ErrorKind:
    """A filter for errors; empty fields allow every error."""

    category: str = ""
    """Wanted category, with those beneath it unless it ends with ``BELOW``; ``UNSAID`` is no category."""
    severities: tuple[str, ...] = ()
    """Allowed severities."""
    annotator: str = ""


ANY_KIND = ErrorKind()


def category_parts(category: str) -> tuple[str, ...]:
    """Return the parts of a category as they are written, the topmost first; empty for no category.

    MQM's files write "Non-translation!"; the mark is no part of the name.
    """
    parts = (part.strip().rstrip("!").rstrip() or part.strip() for part in category.split(BELOW))
    return tuple(filter(None, parts))


def category_spelling(category: str) -> str:
    return BELOW.join(category_parts(category))


def category_key(category: str) -> str:
    """Return a key that is equal for different spellings of one category."""
    return category_spelling(category).casefold()


def first_spellings(categories: Iterable[str]) -> dict[str, str]:
    """Return the first spelling of each category, by each of its spellings."""
    first: dict[str, str] = {}
    return {category: first.setdefault(category_key(category), category_spelling(category)) for category in categories}


def is_within(category: str, parent: str) -> bool:
    """Return whether a category is ``parent``, or is beneath it if ``parent`` allows that, see ``ErrorKind``."""
    parts, parent_parts = category_parts(category_key(category)), category_parts(category_key(parent))
    return parts == parent_parts if parent.endswith(BELOW) else parts[: len(parent_parts)] == parent_parts


def main_category(category: str) -> str:
    """Return the first part of a category; empty for no category."""
    return category_parts(category)[0] if category_parts(category) else ""


def category_levels(categories: Iterable[str]) -> tuple[str, ...]:
    """Return the categories with their parents, in alphabetical order, each once."""
    of_all = [category_parts(category) for category in categories]
    above = first_spellings(BELOW.join(of[:depth]) for of in of_all for depth in range(1, len(of) + 1))
    return tuple(sorted(set(above.values()), key=category_key))


def parent_category_keys(categories: Iterable[str]) -> frozenset[str]:
    """Return the keys of all categories that have one of these beneath them."""
    of_all = [category_parts(category_key(category)) for category in categories]
    return frozenset(BELOW.join(of[:depth]) for of in of_all for depth in range(1, len(of)))


def categories_without_children(categories: Iterable[str]) -> tuple[str, ...]:
    """Return wanted categories that exclude categories beneath them, and the one for no category.

    There is one for each category that has others beneath it; the one for no category only if other categories occur.
    """
    spellings = list(dict.fromkeys(first_spellings(categories).values()))
    having = parent_category_keys(spellings)
    upper = sorted(
        (f"{category}{BELOW}" for category in spellings if category_key(category) in having), key=category_key
    )
    return (*upper, *[UNSAID] * ("" in spellings and len(spellings) > 1))


def category_name(category: str) -> str:
    """Return the name of a wanted category on pages."""
    if category == UNSAID:
        return NO_CATEGORY
    return f"{category_spelling(category)} itself" if category.endswith(BELOW) else category


class CodedTexts(NamedTuple):
    """One text for each error, as the number of a name."""

    names: tuple[str, ...]
    """Names in order of first appearance."""
    codes: Ints
    """Number of each error's name, int64 (n_errors,)."""

    @classmethod
    def of(cls, texts: Collection[str]) -> "CodedTexts":
        numbers: dict[str, int] = {}
        codes = np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int64)
        return cls(tuple(numbers), codes)

    def flags(self, is_wanted: Callable[[str], bool]) -> Flags:
        """Return whether each error's name is wanted, bool (n_errors,)."""
        flags: Flags = np.array([is_wanted(name) for name in self.names], bool)[self.codes]
        return flags

    @property
    def sorted_names_in_use(self) -> tuple[str, ...]:
        """Names that some error has, in alphabetical order."""
        return tuple(sorted(self.names_in_use))

    @property
    def names_in_use(self) -> tuple[str, ...]:
        """Names that some error has, in the order of ``names``."""
        return tuple(self.names[code] for code in np.unique(self.codes))

    def take(self, places: Ints) -> "CodedTexts":
        return CodedTexts(self.names, self.codes[places])


@dataclass(frozen=True, eq=False)
class ErrorColumns:
    """Errors as columns, in the order of the file."""

    segments: Ints
    """Number of each error's segment, from 0, (n_errors,)."""
    systems: CodedTexts
    categories: CodedTexts
    severities: CodedTexts
    annotators: CodedTexts

    def select_errors(self, kind: ErrorKind, systems: Collection[str]) -> Flags:
        """Return whether each error is of this kind, in an output of one of these systems, bool (n_errors,)."""
        flags = self.systems.flags(lambda name: name in systems)
        if kind.category:
            flags &= self.categories.flags(lambda name: is_within(name, kind.category))
        if kind.severities:
            flags &= self.severities.flags(lambda name: name in kind.severities)
        if kind.annotator:
            flags &= self.annotators.flags(lambda name: name == kind.annotator)
        return flags

    def take_segments(self, places: Ints) -> "ErrorColumns":
        """Return the errors of the segments at these places, which must ascend; segments are numbered anew."""
        rows = np.flatnonzero(np.isin(self.segments, places))
        coded = (self.systems, self.categories, self.severities, self.annotators)
        return ErrorColumns(np.searchsorted(places, self.segments[rows]), *(column.take(rows) for column in coded))
