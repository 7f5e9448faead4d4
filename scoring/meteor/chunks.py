"""The maximal matching with the fewest chunks.

Chunks are runs of matched words that are neighbours, in the same order, on both sides (Banerjee and Lavie 2005,
section 2.2). There is one for each match that continues no other. So fewest chunks are most links (see ``links``).

In each component of links every choice is tried, the longest runs first, unless it cannot beat the best one found.
After MOST_LOOKS the best one so far is taken: finding the fewest chunks is NP-hard, and text made of few different
words can need more time than there is. Of nine systems' outputs (TED talks, newstest 2010 and 2021) no segment has
fewer chunks if a hundred times as many are allowed.
"""

from typing import NamedTuple

import numpy as np

from ..kernels import kernel
from ..tokenizers import Tokens
from .links import find_links
from .maximal import Maximal, find_maximal
from .stages import Words

MOST_LOOKS = 200_000
"""Looks at a link in the search through one component: some thousand choices in a component of fifty links."""
LARGEST = 1 << 20
"""Pairs of words that are matched at once. A segment with more (above 1,024 words against as many) is cut: both sides
into as few pieces as it takes, at the same relative positions, and matched piece by piece."""


class Fixed(NamedTuple):
    """How many chosen links hold each word to its partner."""

    here: np.ndarray
    """int64 (n,)"""
    there: np.ndarray
    """int64 (m,)"""


@kernel
def _cover(
    start: int,
    tight: np.ndarray,
    needed: np.ndarray,
    partners: np.ndarray,
    partners_there: np.ndarray,
    fixed_there: np.ndarray,
) -> bool:
    """Finds a partner for a needed word that has none, others moving on; False, and all as it was, where it cannot be.

    The way there leads over tight pairs to a word of the other side that is free, or back to one that need not match.
    """
    origins = np.full(len(partners_there), -1, np.int64)
    queue = np.empty(len(partners), np.int64)
    queue[0] = start
    n_waiting, at, end = 1, 0, -1
    while at < n_waiting and end < 0:
        word = queue[at]
        at += 1
        for other in range(len(partners_there)):
            if not tight[word, other] or origins[other] >= 0 or fixed_there[other]:
                continue
            origins[other] = word
            owner = partners_there[other]
            if owner < 0 or not needed[owner]:
                if owner >= 0:
                    partners[owner] = -1
                end = other
                break
            queue[n_waiting] = owner
            n_waiting += 1
    if end < 0:
        return False
    while end >= 0:
        word = origins[end]
        left = partners[word]
        partners[word], partners_there[end] = end, word
        end = left
    return True


@kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for at in range(len(source)):
        target[at] = source[at]


@kernel
def _hold(i: int, j: int, maximal: Maximal, fixed: Fixed) -> bool:
    """Makes two words partners and the matching maximal again; False, and all as it was, where it cannot be."""
    partners, partners_there = maximal.partners, maximal.partners_there
    if partners[i] != j:
        if fixed.here[i] or fixed.there[j] or not maximal.tight[i, j]:
            return False
        before, before_there = partners.copy(), partners_there.copy()
        left, left_there = partners_there[j], partners[i]
        partners[i], partners_there[j] = j, i
        if left >= 0:
            partners[left] = -1
        if left_there >= 0:
            partners_there[left_there] = -1
        fixed.here[i] += 1
        fixed.there[j] += 1
        done = left < 0 or not maximal.needed[left]
        done = done or _cover(left, maximal.tight, maximal.needed, partners, partners_there, fixed.there)
        if done and left_there >= 0 and maximal.needed_there[left_there] and partners_there[left_there] < 0:
            tight, needed = maximal.tight.T, maximal.needed_there
            done = _cover(left_there, tight, needed, partners_there, partners, fixed.here)
        fixed.here[i] -= 1
        fixed.there[j] -= 1
        if not done:
            _copy(before, partners)
            _copy(before_there, partners_there)
            return False
    fixed.here[i] += 1
    fixed.there[j] += 1
    return True


@kernel
def _choose(i: int, j: int, maximal: Maximal, fixed: Fixed) -> bool:
    """Takes a link if it goes with those taken already."""
    if not _hold(i, j, maximal, fixed):
        return False
    if not _hold(i + 1, j + 1, maximal, fixed):
        fixed.here[i] -= 1
        fixed.there[j] -= 1
        return False
    return True


@kernel
def _drop(i: int, j: int, fixed: Fixed) -> None:
    """Takes a chosen link back."""
    for step in range(2):
        fixed.here[i + step] -= 1
        fixed.there[j + step] -= 1


@kernel
def _is_open(i: int, j: int, maximal: Maximal, fixed: Fixed) -> bool:
    """Whether two words may still be partners."""
    return maximal.partners[i] == j if fixed.here[i] else not fixed.there[j]


@kernel
def _bound(first: np.ndarray, second: np.ndarray, maximal: Maximal, fixed: Fixed) -> int:
    """How many of these links can be chosen at most, as no word begins two."""
    here, there = np.zeros(len(fixed.here), np.bool_), np.zeros(len(fixed.there), np.bool_)
    n_here = n_there = 0
    for link in range(len(first)):
        i, j = first[link], second[link]
        if _is_open(i, j, maximal, fixed) and _is_open(i + 1, j + 1, maximal, fixed):
            n_here += not here[i]
            n_there += not there[j]
            here[i] = there[j] = True
    return min(n_here, n_there)


@kernel
def _search(first: np.ndarray, second: np.ndarray, maximal: Maximal, fixed: Fixed) -> None:
    """Chooses as many as possible of the links of one component."""
    taken, best_taken = np.zeros((2, len(first)), np.bool_)
    most = _bound(first, second, maximal, fixed)
    link = count = looks = 0
    best = -1
    while True:
        hopeful = link < len(first)
        if hopeful and best >= 0:
            looks += len(first) - link
            hopeful = count + _bound(first[link:], second[link:], maximal, fixed) > best
        if hopeful:
            taken[link] = _choose(first[link], second[link], maximal, fixed)
            count += taken[link]
            link += 1
            continue
        if count > best:
            best = count
            _copy(taken, best_taken)
        if best == most or looks > MOST_LOOKS:
            break
        link -= 1
        while link >= 0 and not taken[link]:
            link -= 1
        if link < 0:
            break
        _drop(first[link], second[link], fixed)
        taken[link] = False
        count -= 1
        link += 1
    for one in np.flatnonzero(taken):
        _drop(first[one], second[one], fixed)
    for one in np.flatnonzero(best_taken):
        _choose(first[one], second[one], maximal, fixed)


@kernel
def _uncross(maximal: Maximal, fixed: Fixed) -> None:
    """Swaps ``partners`` of words that no link holds, where that leaves fewer pairs crossed."""
    partners = maximal.partners
    for i in range(len(partners)):
        for k in range(i + 1, len(partners)):
            free = partners[i] > partners[k] >= 0 and not fixed.here[i] and not fixed.here[k]
            if free and maximal.tight[i, partners[k]] and maximal.tight[k, partners[i]]:
                partners[i], partners[k] = partners[k], partners[i]


@kernel
def _match(ids: np.ndarray, pieces: np.ndarray, words: Words, partners: np.ndarray) -> None:
    """Fills ``partners`` piece by piece."""
    for start, end, start_there, end_there in pieces:
        maximal = find_maximal(ids[start:end], ids[start_there:end_there], words)
        fixed = Fixed(np.zeros(end - start, np.int64), np.zeros(end_there - start_there, np.int64))
        links = find_links(maximal)
        first = 0
        for last in range(1, len(links.first) + 1):
            if last == len(links.first) or links.components[last] != links.components[first]:
                _search(links.first[first:last], links.second[first:last], maximal, fixed)
                first = last
        _uncross(maximal, fixed)
        for i, partner in enumerate(maximal.partners):
            if partner >= 0:
                partners[start + i] = start_there + partner


def match_words(tokens: Tokens, hypothesis: int, reference: int, words: Words) -> np.ndarray:
    """int64 (n_tokens,): for each token of the hypotheses' column its partner in the other one, -1 where it has none.

    The first one is that of token 0; partners are tokens of the test set, positions in ``tokens.ids``.
    """
    partners = np.full(len(tokens.ids), -1)
    sides = tokens.starts[hypothesis], tokens.ends[hypothesis], tokens.starts[reference], tokens.ends[reference]
    spans = np.stack(sides, axis=1)
    _match(tokens.ids, _pieces(spans[spans[:, 2] >= 0]), words, partners)
    return partners


def _pieces(spans: np.ndarray) -> np.ndarray:
    """int64 (n_pieces, 4): what is matched at once, start and end in the hypothesis and in the reference.

    ``spans`` (n_segments, 4) are those of whole segments.
    """
    large = (spans[:, 1] - spans[:, 0]) * (spans[:, 3] - spans[:, 2]) > LARGEST
    return np.concatenate([spans[~large], *(_cut(span) for span in spans[large])])


def _cut(span: np.ndarray) -> np.ndarray:
    """A large segment in as few pieces as it takes."""
    lengths = span[1::2] - span[::2]
    n_pieces = 2
    while (lengths // n_pieces + 1).prod() > LARGEST:
        n_pieces += 1
    cuts = span[::2] + np.arange(n_pieces + 1)[:, None] * lengths // n_pieces
    return np.stack([cuts[:-1], cuts[1:]], axis=2).reshape(n_pieces, 4)


def count_matches_and_chunks(tokens: Tokens, hypothesis: int, partners: np.ndarray) -> np.ndarray:
    """float64 (n_segments, 2): the matches of one column of hypotheses, and the chunks that they make."""
    matched = partners >= 0
    begins = matched.copy()
    begins[1:] &= ~(matched[:-1] & (partners[1:] == partners[:-1] + 1))
    starts, ends = tokens.starts[hypothesis], tokens.ends[hypothesis]
    begins[starts[starts < ends]] = matched[starts[starts < ends]]  # no chunk reaches into the next segment
    before = np.zeros((len(partners) + 1, 2))
    np.cumsum(np.stack([matched, begins], axis=1), axis=0, out=before[1:])
    counted: np.ndarray = before[ends] - before[starts]
    return counted
