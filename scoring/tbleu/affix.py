"""Affix distance: the distance of two forms of one word (Libovický and Pecina 2014, section 2).

S is the longest common substring of two words; the characters before it are their prefixes, the characters after it
their suffixes:

    AD = min(1, (L(prefixes) + L(suffixes)) / |S|),  1 where nothing is common

L is Levenshtein's distance and |S| counts code points. The paper prints max for min; its examples need min. Of several
longest common substrings the one with the fewest edits around it counts, the leftmost of equals (in the first word,
then in the second); where AD is 1 by each of them, the leftmost of all. Words of more than LONGEST code points are not
compared: AD is 1 unless they are equal.

AD is symmetric and 0 only for equal words; it is no metric: bcd-abcd-abc breaks the triangle inequality.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import Levenshtein
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Ids, Ints
from ..counting.kernels import kernel
from ..counting.progress import Progress, no_progress
from ..text.spans import Span

SCALE = 144_403_552_893_600
"""Factor that makes distances whole numbers: lcm(1..36).

Distances times SCALE are whole as long as |S| is at most 36, so that sums of distances can be equal. For longer
substrings they are rounded to 1 / SCALE.
"""

LONGEST = 1000
"""Most code points of a word that is compared: time grows with at least the product of two lengths."""

STRIDE = 16
"""Number of words that one word is compared with before the kernel checks whether to go on."""
MAX_SPENT = 1 << 26
"""Sum of products of two lengths between two reports of progress: about 0.1 s of one core."""

_HASH = np.uint64(0x9E3779B97F4A7C15)
_SMALLEST_TABLE, _LARGEST_TABLE = 1 << 12, 1 << 24


@dataclass(frozen=True)
class AffixMatch:
    """Two words, cut at their longest common substring."""

    first: str
    second: str
    first_span: Span
    """Span of the substring in ``first``; empty where nothing is common."""
    second_span: Span
    edits: int
    """L(prefixes) + L(suffixes): insertions, deletions and substitutions of characters.

    Where nothing is common it is the longer word's length.
    """

    @property
    def common(self) -> str:
        """Longest common substring S."""
        return self.first[slice(*self.first_span)]

    @property
    def prefixes(self) -> tuple[str, str]:
        return self.first[: self.first_span[0]], self.second[: self.second_span[0]]

    @property
    def suffixes(self) -> tuple[str, str]:
        return self.first[self.first_span[1] :], self.second[self.second_span[1] :]

    @property
    def distance(self) -> float:
        """Affix distance AD, 0-1."""
        return _scaled_distance(self.edits, len(self.common)) / SCALE

    @property
    def operations(self) -> tuple[tuple[str, Span, Span], ...]:
        """Character edits that turn ``first`` into ``second`` around S, left to right.

        Each edit is "replace", "delete" or "insert", a span of ``first`` and a span of ``second``; replaced spans have
        equal lengths, so that the edited characters add up to ``edits``.
        """
        shift = self.first_span[1], self.second_span[1]
        before = [block for block in Levenshtein.opcodes(*self.prefixes) if block[0] != "equal"]
        after = [block for block in Levenshtein.opcodes(*self.suffixes) if block[0] != "equal"]
        return (
            *((kind, (a, b), (c, d)) for kind, a, b, c, d in before),
            *((kind, (shift[0] + a, shift[0] + b), (shift[1] + c, shift[1] + d)) for kind, a, b, c, d in after),
        )


def affix_match(first: str, second: str) -> AffixMatch:
    """Return the affix distance of two words with its parts."""
    if first == second:
        return AffixMatch(first, second, (0, len(first)), (0, len(second)), 0)
    affix = _affix(_points([first]), _points([second]), np.zeros(len(second) + 1, np.int64))
    if not affix.length:
        return AffixMatch(first, second, (0, 0), (0, 0), max(len(first), len(second)))
    span, other = _span(affix.start, affix.length), _span(affix.other_start, affix.length)
    before = Levenshtein.distance(first[: span[0]], second[: other[0]])
    after = Levenshtein.distance(first[span[1] :], second[other[1] :])
    return AffixMatch(first, second, span, other, before + after)


def _span(start: int, length: int) -> Span:
    return start, start + length


def _points(words: Sequence[str]) -> Ids:
    """Return the code points of all words, joined, int32 (n_code_points,)."""
    return np.frombuffer("".join(words).encode("utf-32-le"), np.int32)


@kernel
def _levenshtein(first: Ids, second: Ids) -> int:
    if not len(first) or not len(second):
        return max(len(first), len(second))
    row = np.arange(len(second) + 1)
    for i in range(len(first)):
        diagonal, row[0] = row[0], i + 1
        for j in range(len(second)):
            changed = diagonal + (first[i] != second[j])
            diagonal = row[j + 1]
            row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
    distance: int = row[-1]
    return distance


@kernel
def _longest_common(first: Ids, second: Ids, runs: Ints) -> tuple[int, int, int]:
    """Return the length of the leftmost longest common substring and its starts in both words.

    ``runs[j]`` is the length of the common run that ends at ``first[i]`` and ``second[j - 1]``.
    """
    runs[:] = 0
    longest = end = other_end = 0
    for i in range(len(first)):
        for j in range(len(second), 0, -1):
            runs[j] = runs[j - 1] + 1 if first[i] == second[j - 1] else 0
            if runs[j] > longest or (runs[j] == longest and end == i + 1):
                longest, end, other_end = runs[j], i + 1, j
    return longest, end - longest, other_end - longest


class _Common(NamedTuple):
    """The longest common substring of two words."""

    edits: int
    """Number of edits around the substring, at most its length."""
    length: int
    start: int
    """Beginning of the substring in the first word."""
    other_start: int


@kernel
def _affix(first: Ids, second: Ids, room: Ints) -> _Common:
    """Return the longest common substring with the fewest edits around it; of length 0 for a word above ``LONGEST``.

    ``room`` is int64 (len(second) + 1,) at least. Most pairs are decided at once: the edits are at least the difference
    of the lengths, and L characters take less than |S| edits only where L < |S| + |S|^2 (see ``_fill_row``).
    """
    longer, shorter = max(len(first), len(second)), min(len(first), len(second))
    if longer > LONGEST:
        return _Common(0, 0, 0, 0)
    runs = room[: len(second) + 1]
    length, start, other = _longest_common(first, second, runs)
    if length <= longer - shorter or length + length * length <= longer:
        return _Common(length, length, start, other)
    best = length
    runs[:] = 0
    for i in range(len(first)):
        for j in range(len(second), 0, -1):
            runs[j] = runs[j - 1] + 1 if first[i] == second[j - 1] else 0
            if runs[j] != length:
                continue
            a, b = i + 1 - length, j - length
            # No way of editing takes fewer steps than the difference of the lengths.
            if abs(a - b) + abs((len(first) - i) - (len(second) - j + 1)) > best:
                continue
            edits = _levenshtein(first[:a], second[:b]) + _levenshtein(first[i + 1 :], second[j:])
            if edits < best or (edits == best and (a, b) < (start, other)):
                best, start, other = edits, a, b
    return _Common(best, length, start, other)


@kernel
def _scaled_distance(edits: int, length: int) -> int:
    """Return AD times SCALE, a whole number; divided by SCALE it is exactly the float edits / length."""
    if edits >= length:
        return SCALE
    if length <= 36:
        return edits * (SCALE // length)
    return int(np.rint(edits / length * SCALE))


class Lexicon(NamedTuple):
    """The words of a vocabulary in the form that kernels read."""

    points: Ids
    """Code points of all words, int32 (n_code_points,)."""
    starts: Ints
    """Start of each word, int64 (n_words + 1,): word w is ``points[starts[w]:starts[w + 1]]``."""
    bigrams: npt.NDArray[np.uint64]
    """One bit for each pair of neighbouring characters of a word, several pairs to a bit: uint64 (n_words,)."""
    trigrams: npt.NDArray[np.uint64]
    """One bit for each three neighbouring characters of a word, several to a bit: uint64 (n_words,)."""
    room: Ints
    """Working memory of the kernels, int64 (LONGEST + 1,)."""


class PairTable(NamedTuple):
    """A hash table of the distances of compared pairs; open addressing, at most half full."""

    keys: Ints
    """Both words of a pair, 0 where the slot is free, int64 (n_slots,)."""
    distances: Ints
    """AD times SCALE of each pair, int64 (n_slots,)."""
    used: Ints
    """Number of pairs in the table, int64 (1,)."""
    spent: Ints
    """Sum of the products of lengths of the pairs compared since it was last set to 0, int64 (1,)."""


def _lexicon(vocabulary: pa.StringArray) -> Lexicon:
    lengths = pc.utf8_length(vocabulary).to_numpy(zero_copy_only=False)
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    bigrams, trigrams = np.zeros((2, len(lengths)), np.uint64)
    lexicon = Lexicon(_points(vocabulary.to_pylist()), starts, bigrams, trigrams, room=np.zeros(LONGEST + 1, np.int64))
    _fill_masks(lexicon)
    return lexicon


def _table(n_pairs: int) -> PairTable:
    """Return an empty table with room for ``n_pairs`` pairs."""
    n_slots = max(_SMALLEST_TABLE, 1 << (2 * n_pairs).bit_length())
    keys, distances, used, spent = (np.zeros(size, np.int64) for size in (n_slots, n_slots, 1, 1))
    return PairTable(keys, distances, used, spent)


def _enlarge_table(table: PairTable, n_pairs: int) -> PairTable:
    """Return the table with room for ``n_pairs`` more pairs, at least doubled.

    Return an empty table where the table would be too large.
    """
    used = int(table.used[0])
    larger = _table(used + max(used, n_pairs))
    if len(larger.keys) > _LARGEST_TABLE:
        return _table(n_pairs)
    _copy(table, larger)
    larger.spent[0] = table.spent[0]
    return larger


def warm_up_affix_kernel() -> None:
    """Run the kernel that only a large vocabulary needs, so that Numba compiles it."""
    _enlarge_table(_table(0), 1)


@kernel
def _fill_masks(lexicon: Lexicon) -> None:
    points = lexicon.points
    for word in range(len(lexicon.bigrams)):
        start, end = lexicon.starts[word], lexicon.starts[word + 1]
        for i in range(start, end - 1):
            pair = np.uint64(points[i]) * _HASH + np.uint64(points[i + 1])
            lexicon.bigrams[word] |= np.uint64(1) << ((pair * _HASH) >> np.uint64(58))
            if i < end - 2:
                triple = pair * _HASH + np.uint64(points[i + 2])
                lexicon.trigrams[word] |= np.uint64(1) << ((triple * _HASH) >> np.uint64(58))


@kernel
def _slot(table: PairTable, key: np.int64) -> np.int64:
    mask = len(table.keys) - 1
    slot = np.int64((np.uint64(key) * _HASH) >> np.uint64(32)) & mask
    while table.keys[slot] and table.keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def _copy(table: PairTable, larger: PairTable) -> None:
    for slot in range(len(table.keys)):
        if table.keys[slot]:
            other = _slot(larger, table.keys[slot])
            larger.keys[other] = table.keys[slot]
            larger.distances[other] = table.distances[slot]
    larger.used[0] = table.used[0]


@kernel
def _pair_distance(lexicon: Lexicon, table: PairTable, first: int, second: int) -> np.int64:
    """Return AD times SCALE of two different words; a pair that is not in the table is compared and stored."""
    first, second = min(first, second), max(first, second)
    key = (np.int64(first) << 32) | np.int64(second)
    slot = _slot(table, key)
    if not table.keys[slot]:
        a = lexicon.points[lexicon.starts[first] : lexicon.starts[first + 1]]
        b = lexicon.points[lexicon.starts[second] : lexicon.starts[second + 1]]
        table.keys[slot] = key
        common = _affix(a, b, lexicon.room)
        table.distances[slot] = _scaled_distance(common.edits, common.length)
        table.used[0] += 1
        table.spent[0] += len(a) * len(b)
    distance: np.int64 = table.distances[slot]
    return distance


@kernel
def _fill_row(word: int, others: Ids, lexicon: Lexicon, table: PairTable, out: Ints) -> None:
    """Fill ``out`` with the distances of one word to others.

    Most distances are 1, which lengths and shared characters show without a comparison. Below 1 there are fewer edits
    than |S|. So |S| exceeds the difference of the lengths; it is at least 2 for unequal words; and as d < |S| edits
    leave of L characters at most d + 1 common pieces, none longer than |S|, L < |S| + |S|^2: more than five characters
    need an S of at least three.
    """
    starts, bigrams, trigrams = lexicon.starts, lexicon.bigrams, lexicon.trigrams
    length, pairs, triples = starts[word + 1] - starts[word], bigrams[word], trigrams[word]
    for j in range(len(others)):
        other = others[j]
        other_length = starts[other + 1] - starts[other]
        alike = pairs & bigrams[other] and min(length, other_length) > abs(length - other_length)
        if word == other:
            out[j] = 0
        elif alike and (max(length, other_length) <= 5 or triples & trigrams[other]):
            out[j] = _pair_distance(lexicon, table, word, other)
        else:
            out[j] = SCALE


@kernel
def _fill(ids: Ids, pieces: Ints, place: Ints, lexicon: Lexicon, table: PairTable, offsets: Ints, out: Ints) -> bool:
    """Fill ``out`` from a place on, which is piece, first word, second word; return whether all is done.

    It moves the place. It stops where the table might be too small, and after it has compared for a while.
    """
    for piece in range(place[0], len(pieces)):
        start, end, other_start, other_end = pieces[piece]
        n_others = other_end - other_start
        for i in range(place[1], end - start):
            at = offsets[piece] + i * n_others
            for j in range(place[2], n_others, STRIDE):
                if 2 * (table.used[0] + STRIDE) > len(table.keys) or table.spent[0] > MAX_SPENT:
                    place[0], place[1], place[2] = piece, i, j
                    return False
                last = min(n_others, j + STRIDE)
                others = ids[other_start + j : other_start + last]
                _fill_row(ids[start + i], others, lexicon, table, out[at + j : at + last])
            place[2] = 0
        place[1] = 0
    return True


class Distances:
    """Affix distances between the words of a vocabulary; each pair is compared once as long as all pairs fit."""

    def __init__(self, vocabulary: pa.StringArray):
        self._lexicon = _lexicon(vocabulary)
        self._table = _table(0)

    def between(self, ids: Ids, pieces: Ints, offsets: Ints, on_progress: Progress = no_progress) -> Ints:
        """Return AD times SCALE between all words of two spans, for many pairs of spans.

        Parameters
        ----------
        ids : int32 (n_tokens,)
        pieces : int64 (n_pieces, 4), start and end of the first span and of the second, in ``ids``
        offsets : int64 (n_pieces + 1,), the place where each piece's distances start, and the end of the last
        on_progress : called whenever comparing takes long

        Returns
        -------
        int64 (offsets[-1],): for each piece (n_first, n_second) distances, flat
        """
        out, place = np.empty(offsets[-1], np.int64), np.zeros(3, np.int64)
        while not _fill(ids, pieces, place, self._lexicon, self._table, offsets, out):
            if self._table.spent[0] > MAX_SPENT:
                self._table.spent[0] = 0
                on_progress(_count_filled_distances(place, pieces, offsets) / len(out))
            else:
                self._table = _enlarge_table(self._table, STRIDE)
        return out


def _count_filled_distances(place: Ints, pieces: Ints, offsets: Ints) -> int:
    """Return the number of distances before the place."""
    piece, i, j = place
    return int(offsets[piece] + i * (pieces[piece, 3] - pieces[piece, 2]) + j)
