"""Outputs damaged on purpose, to see whether raters read: WMT's "bad references".

Some words in the middle are replaced by as many from another segment, as Appraise makes them (Federmann 2018, Appraise
Evaluation Framework for Machine Translation).
"""

import re

from .lots import lot

REPLACED = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))
"""(most words of an output, how many of them are replaced), in rising order."""
MOST_REPLACED = 6
CHARACTERS = 2
"""Where no spaces separate words, this many characters stand for a word that is replaced."""


def damaged(text: str, other: str, seed: int, has_spaces: bool = True) -> str | None:
    """The text with a phrase of the other one in its middle; None where the other is too short or the same there.

    The first and the last word stay where there are enough words. ``has_spaces`` says whether the script has them.
    """
    unit = re.compile(r"\S+" if has_spaces else r"\S")
    words, theirs = ([match.span() for match in unit.finditer(given)] for given in (text, other))
    n_replaced = _replaced(len(words)) * (1 if has_spaces else CHARACTERS)
    n_replaced = min(n_replaced, len(words))
    if not n_replaced or len(theirs) < n_replaced:
        return None
    is_inside = len(words) >= n_replaced + 2
    first, last = (1, len(words) - n_replaced - 1) if is_inside else (0, len(words) - n_replaced)
    at = first + lot(seed, "place", text) % (last - first + 1)
    begin = lot(seed, "phrase", text, other) % (len(theirs) - n_replaced + 1)
    phrase = other[theirs[begin][0] : theirs[begin + n_replaced - 1][1]]
    found = text[: words[at][0]] + phrase + text[words[at + n_replaced - 1][1] :]
    return None if found == text else found


def _replaced(n_words: int) -> int:
    return next((n_replaced for most, n_replaced in REPLACED if n_words <= most), MOST_REPLACED)
