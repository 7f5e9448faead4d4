"""Draws that stay the same for ever: from a seed and what is drawn for, by a digest.

Answers are kept under the numbers of items, so the same plan must give the same items in any version of Python and
NumPy, whose generators promise no such thing.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

Drawn = TypeVar("Drawn", int, str)


def lot(seed: int, *what: int | str) -> int:
    """A whole number from 0 to 2^64 - 1, all as likely."""
    text = "\n".join(map(str, (seed, *what)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def shuffle_values(values: Iterable[Drawn], seed: int, *what: int | str) -> list[Drawn]:
    """The values in an order of which all are as likely; each is there once."""
    return sorted(values, key=lambda value: (lot(seed, *what, value), value))
