"""Characters as JavaScript counts them: programs that run in a browser mark errors at UTF-16 code units."""

from bisect import bisect_left
from collections.abc import Sequence

LAST_OF_ONE = "\uffff"
"""The last character that is one code unit; those beyond, such as emoji, are two."""


def code_unit_places(text: str, skipped: str = "") -> list[int]:
    """Return the place of the character that each code unit is of, or a half of; ``skipped`` are characters not
    counted.
    """
    return [at for at, one in enumerate(text) if one not in skipped for _ in range(1 + (one > LAST_OF_ONE))]


def characters_of_code_units(of: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return the characters, half-open, of these code units of a text, half-open, one or more; halves count whole."""
    return of[start], of[end - 1] + 1


def code_units(of: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return the code units, half-open, of these characters, half-open; at least one, where only skipped ones are
    marked.
    """
    first, last = bisect_left(of, start), bisect_left(of, end)
    return (first, last) if first < last else (max(last - 1, 0), max(last, 1))
