"""Convert UTF-16 code units, by which programs in a browser mark errors, into characters and back."""

from bisect import bisect_left
from collections.abc import Sequence

LAST_OF_ONE = "\uffff"
"""Last character that is one code unit; later ones, such as emoji, are two."""


def code_unit_places(text: str, skipped: str = "") -> list[int]:
    """Return the place of the character for each code unit, twice for characters of two; without ``skipped`` ones."""
    return [at for at, one in enumerate(text) if one not in skipped for _ in range(1 + (one > LAST_OF_ONE))]


def characters_of_code_units(of: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return the half-open characters of one or more half-open code units of a text; half a character counts whole."""
    return of[start], of[end - 1] + 1


def code_units(of: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return the half-open code units of half-open characters, at least one, even if only skipped ones are marked."""
    first, last = bisect_left(of, start), bisect_left(of, end)
    return (first, last) if first < last else (max(last - 1, 0), max(last, 1))
