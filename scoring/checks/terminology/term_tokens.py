"""Texts cut into the words and marks at whose borders a term may begin and end."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ...counting.arrays import Flags, Ints
from ..columns.words import ALONE, MARK, SPACE, WORD, Classes, code_points, token_classes, token_texts

_ZERO_WIDTH = np.array(
    [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A), 0xFEFF],
    np.uint32,
)
"""Invisible characters: soft hyphens, joiners, spaces without width and marks of direction."""
_WORDS = r"^[\p{L}\p{M}\p{N}_]"
"""Pattern of Python's ``\\w``, plus the marks that combine with letters: in Hindi they are vowels."""


@dataclass(frozen=True, eq=False)
class TermTokens:
    """Words, single characters of scripts without word borders, and single marks, in the order of the text.

    Characters without width are ignored. White space is not a token; each token records whether white space comes
    before it.
    """

    segments: Ints
    """Segment of each token, from 0, (n_tokens,)."""
    starts: Ints
    """Start of each token in code points of the segment's text, (n_tokens,)."""
    ends: Ints
    """End of each token, (n_tokens,)."""
    classes: Classes
    """Class of each token, (n_tokens,): WORD, ALONE or MARK."""
    are_spaced: Flags
    """Whether each token comes after white space or begins its segment, (n_tokens,)."""
    texts: pa.StringArray
    """Text of each token, (n_tokens,)."""

    def __len__(self) -> int:
        return len(self.segments)

    def borders(self) -> tuple[Flags, Flags]:
        """Return whether a term may begin with each token, and whether it may end with it, (n_tokens,) each.

        The borders are ``(?<!\\w)`` and ``(?!\\w)``.
        """
        follows_word = ~self.are_spaced & (np.roll(self.classes, 1) == WORD)
        is_mark = self.classes == MARK
        begins = ~(is_mark & follows_word)
        is_word_next = np.append(~self.are_spaced[1:] & (self.classes[1:] == WORD), False)[: len(self)]
        return begins, ~(is_mark & is_word_next)


def cut_term_tokens(column: pa.StringArray) -> TermTokens:
    """Return the tokens of every text in a column; a missing text has no tokens."""
    points, segments = code_points(column)
    places = np.arange(len(points)) - np.searchsorted(segments, np.arange(len(column)))[segments]
    are_seen = ~np.isin(points, _ZERO_WIDTH)
    points, segments, places = points[are_seen], segments[are_seen], places[are_seen]
    classes = token_classes(points, _WORDS)
    is_first = np.append(True, segments[1:] != segments[:-1])[: len(points)]
    joins = (classes == WORD) & (np.roll(classes, 1) == WORD) & ~is_first
    is_token = classes != SPACE
    firsts = np.flatnonzero(is_token & ~joins)
    lasts = np.flatnonzero(is_token & ~np.append(joins[1:], False)[: len(points)])
    are_spaced = is_first[firsts] | (np.roll(classes, 1)[firsts] == SPACE)
    texts = token_texts(points[is_token], np.cumsum(is_token, dtype=np.int32)[firsts] - 1)
    return TermTokens(segments[firsts], places[firsts], places[lasts] + 1, classes[firsts], are_spaced, texts)


def needs_no_borders(tokens: TermTokens) -> bool:
    """Return whether any token is a single character of a script without word borders."""
    return bool((tokens.classes == ALONE).any())
