"""Features of lines in any language: pieces of words, numbers, marks, lengths and digests, as arrays.

An output and its reference share pieces of words. Translations into another language share names, numbers and pieces of
related words (Simard, Foster and Isabelle 1992). Everything is NumPy: no kernel has to be loaded.
"""

import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints, numpy_column, take_arrow_rows
from ..counting.blocks import bounded_runs
from ..formats.plain_text.notices import SPECIAL_TOKENS
from ..text.cutting import contains_any, text_bytes

Hashes = npt.NDArray[np.uint32]
Digests = npt.NDArray[np.uint64]
Value = TypeVar("Value", bound=np.generic)
MAX_CHARACTERS = 2000
"""Most characters of a line that are read."""
BLOCK = 1 << 16
"""Characters of one block, whose arrays fit into the processor's cache."""
BUCKETS = 1 << 18
"""Number of buckets by which frequencies of pieces are counted."""
_MAX_WITH_PIECES = 4
"""Number of texts whose pieces of words are kept."""
_BREAK, _WIDE, _MARK = 0, 1 << 22, 1 << 23
"""Code that replaces spaces; flags of a character of a script without spaces, and of a mark."""
_WIDE_RANGES = (
    (0xE00, 0x10A0),
    (0x1100, 0x1200),
    (0x1780, 0x1800),
    (0x2E80, 0xD7B0),
    (0xF900, 0xFB00),
    (0xFF66, 0xFFDD),
)
_WIDE_FROM = 0x20000
_NO_FEATURES = (np.zeros(0, np.int64), np.zeros(0, np.uint64), np.zeros(0, np.int64))
_FACTOR = 0x9E3779B97F4A7C15
_MULTIPLIERS = np.array([0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F], np.uint32)


_TOKENS_ALONE = rf"\A(?:[^\p{{L}}\p{{N}}]*(?:{SPECIAL_TOKENS}))+[^\p{{L}}\p{{N}}]*\z"
"""Pattern (RE2) of a text with <unk> or a similar token, and no other word."""


@dataclass(frozen=True, eq=False)
class LineFeatures:
    """The features of every line of a text."""

    column: pa.StringArray
    """Column of the text."""
    log_lengths: Floats
    """Logarithm of 10 plus the number of letters, digits and marks in each line, (n_lines,)."""
    are_there: Flags
    """Whether each line has any letter, digit or mark, (n_lines,)."""
    digests: Digests
    """Digest of each line's letters and digits, (n_lines,); case, accents, marks and spaces are ignored."""
    letters: Ints
    """Number of letters and digits in each line, (n_lines,); one of a script without spaces counts as three."""

    def __len__(self) -> int:
        return len(self.digests)

    @cached_property
    def text_numbers(self) -> Ints:
        """Number of each line's text, from 0, (n_lines,): equal for lines with equal digests."""
        order = np.argsort(self.digests)
        ordered, numbers = self.digests[order], np.zeros(len(self), np.int64)
        numbers[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
        return numbers

    @cached_property
    def are_with_capitals(self) -> Flags:
        """Whether each line has a capital letter, (n_lines,)."""
        return _matches(self.column, r"\p{Lu}", "[A-Z]")

    @cached_property
    def are_cased(self) -> Flags:
        """Whether each line has a capital or small letter, (n_lines,)."""
        return _matches(self.column, r"[\p{Lu}\p{Ll}]", "[A-Za-z]")

    @cached_property
    def are_tokens(self) -> Flags:
        """Whether each line has <unk> or a similar token, and no other word, (n_lines,)."""
        flags: Flags = np.zeros(len(self), bool)
        if contains_any(self.column, b"<", b"["):
            some = np.flatnonzero(numpy_column(pc.match_substring_regex(self.column, SPECIAL_TOKENS), False))
            flags[some] = numpy_column(pc.match_substring_regex(take_arrow_rows(self.column, some), _TOKENS_ALONE))
        return flags

    @cached_property
    def pieces(self) -> tuple[Hashes, Ints]:
        """Hashes of the pieces of words and marks, (n_pieces,), in the order of the lines, and each line's end."""
        blocks = (_pieces(*_character_codes(*block)) for block in _blocks(self.column))
        pieces_of_blocks = [(np.zeros(0, np.uint32), np.zeros(0, np.int64)), *blocks]
        hashes, counts = map(np.concatenate, zip(*pieces_of_blocks, strict=True))
        return hashes, np.cumsum(counts)

    @cached_property
    def bucket_counts(self) -> Ints:
        """Number of pieces in each bucket by the last bits of their hashes, (BUCKETS,)."""
        hashes, _ = self.pieces
        counts = np.zeros(BUCKETS, np.int64)
        for start in range(0, len(hashes), BUCKETS):
            counts += np.bincount(hashes[start : start + BUCKETS] & np.uint32(BUCKETS - 1), minlength=BUCKETS)
        return counts

    def lines(self, start: int, stop: int) -> tuple[Hashes, Ints]:
        """Return the pieces of the lines from ``start`` to ``stop``, and the line of each, from 0 for ``start``."""
        hashes, ends = self.pieces
        first = int(ends[start - 1]) if start else 0
        counts = np.diff(ends[start:stop], prepend=first)
        return hashes[first : int(ends[stop - 1]) if stop else 0], np.repeat(np.arange(stop - start), counts)


def _matches(column: pa.StringArray, pattern: str, of_ascii: str) -> Flags:
    """Return whether each line has a match of the pattern, (n_lines,).

    ``of_ascii`` is the same pattern for ASCII, which compiles fast.
    """
    flags: Flags = numpy_column(pc.match_substring_regex(column, of_ascii), False)
    places = np.flatnonzero(~flags)
    others = take_arrow_rows(column, places)
    if not text_bytes(others)[0].isascii():
        flags[places] = numpy_column(pc.match_substring_regex(others, pattern), False)
    return flags


def measure_lines(column: pa.StringArray) -> LineFeatures:
    """Return the features of a column of texts; a missing text has none."""
    blocks = (_measured_block(*_character_codes(*block)) for block in _blocks(column))
    characters, digests, letters = map(np.concatenate, zip(_NO_FEATURES, *blocks, strict=True))
    return LineFeatures(column, np.log(10.0 + characters), characters > 0, digests, letters)


def word_ngrams(column: pa.StringArray, order: int) -> tuple[Digests, Ints]:
    """Return a digest of every ``order`` words in a row, and the line of each digest, (n_ngrams,) both.

    In scripts without spaces three times as many characters take the place of words.
    """
    digests, of_lines, before = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)], 0
    for codes, ends in itertools.starmap(_character_codes, _blocks(column)):
        lines = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        is_wide = (codes & _WIDE) > 0
        is_letter = (codes > _BREAK) & (codes < _WIDE)
        is_first = is_letter & ~np.append(False, is_letter[:-1])
        for of, starts, length in (
            (is_letter, is_first, order),
            (is_wide, is_wide, 3 * order),
        ):
            runs = np.cumsum(starts)[of] - 1
            words = digest_runs(codes[of], np.bincount(runs))
            line_of_word = lines[starts]
            n = len(words) - length + 1
            if n < 1:
                continue
            grams = words[:n].copy()
            for at in range(1, length):
                grams *= np.uint64(_FACTOR)
                grams += words[at : at + n]
            is_whole = line_of_word[:n] == line_of_word[length - 1 :]
            digests.append(grams[is_whole])
            of_lines.append(line_of_word[:n][is_whole] + before)
        before += len(ends)
    return np.concatenate(digests), np.concatenate(of_lines)


def _blocks(column: pa.StringArray) -> Iterator[tuple[pa.StringArray, Ints]]:
    """Yield blocks of lines in lower case, with the number of characters of each line."""
    lowered = pc.utf8_lower(pc.utf8_slice_codeunits(column.fill_null(""), 0, MAX_CHARACTERS))
    lengths = numpy_column(pc.utf8_length(lowered)).astype(np.int64)
    for block in bounded_runs(lengths, BLOCK):
        yield lowered[block], lengths[block]


def _character_codes(texts: pa.StringArray, lengths: Ints) -> tuple[Hashes, Ints]:
    """Return the codes of a block's characters, and the end of each line's codes, including a break."""
    text, _ = text_bytes(pc.binary_join_element_wise(texts, "", "\n"))
    points = np.frombuffer(text.decode().encode("utf-32-le"), np.uint32)
    ends = np.cumsum(lengths + 1)
    codes = _code_table(points)[points]
    is_kept = codes >= 0
    if is_kept.all():
        return codes.view(np.uint32), ends
    n_kept: Ints = np.cumsum(is_kept, dtype=np.int64)
    return codes[is_kept].view(np.uint32), n_kept[ends - 1]


def _n_in_lines(flags: Flags, ends: Ints) -> Ints:
    """Return the number of flagged characters in each line, (n_lines,)."""
    return np.diff(np.cumsum(flags)[ends - 1], prepend=0)


def _measured_block(codes: Hashes, ends: Ints) -> tuple[Ints, Digests, Ints]:
    """Return each line's number of characters except spaces, its digest, and its number of letters and digits."""
    is_text = codes > _BREAK
    is_counted = is_text & (codes < _MARK)
    counted, counts = codes[is_counted], _n_in_lines(is_counted, ends)
    letters = counts + 2 * _n_in_lines(is_counted & (codes >= _WIDE), ends)
    return _n_in_lines(is_text, ends), digest_runs(counted, counts), letters


def _pieces(codes: Hashes, ends: Ints) -> tuple[Hashes, Ints]:
    """Return the hashes of pieces, and the number of pieces in each line."""
    padded = np.zeros(len(codes) + 4, np.uint32)
    padded[1:-3] = codes
    is_letter = (padded > _BREAK) & (padded < _WIDE)
    is_wide = (padded & _WIDE) > 0
    inner = padded * is_letter
    a, b, c, d = (inner[at : at + len(codes)] for at in range(4))
    first, second, third = (is_letter[at : at + len(codes)] for at in range(3))
    x, y, z, w = _MULTIPLIERS
    is_four = second & third
    is_one = second & ~first & ~third
    is_own_wide, is_mark = is_wide[1 : 1 + len(codes)], (codes & _MARK) > 0
    hashes = a * x
    for letters, factor in ((b, y), (c, z), (d, w)):
        hashes ^= letters * factor
    hashes[is_one] = (b[is_one] * y) ^ np.uint32(0x5BD1E995)  # a word of one letter or digit
    hashes[is_mark] = codes[is_mark] * y
    if is_own_wide.any():
        wide = codes & np.uint32(_WIDE - 1)
        following = np.where(is_wide[2 : 2 + len(codes)], padded[2 : 2 + len(codes)], 0).astype(np.uint32)
        hashes[is_own_wide] = ((wide * x) ^ (following * w))[is_own_wide]
    is_feature = is_four | is_one | is_own_wide | is_mark
    return _mix_hashes(hashes[is_feature]), _n_in_lines(is_feature, ends)


def digest_runs(values: npt.NDArray[np.integer], counts: Ints) -> Digests:
    """Return a digest of the values of each run, in their order, (n_runs,); 0 for an empty run.

    ``counts``, (n_runs,), is the number of values, of (n_values,), in each run. A run's digest is a sum of mixed values
    and places (SplitMix64), the same on every machine.
    """
    digests = np.zeros(len(counts), np.uint64)
    if not len(values):
        return digests
    are_there = np.flatnonzero(counts)
    firsts = (np.cumsum(counts) - counts)[are_there]
    keys = np.arange(len(values), dtype=np.uint64)
    keys -= np.repeat(firsts.astype(np.uint64), counts[are_there])  # the place of each value in its run
    keys <<= np.uint64(32)
    keys += values.astype(np.uint64)
    with np.errstate(over="ignore"):
        digests[are_there] = np.add.reduceat(splitmix(keys), firsts)
    return digests


def distinct(values: npt.NDArray[Value]) -> npt.NDArray[Value]:
    """Return the distinct values, ascending, as ``np.unique`` does, which imports all masked arrays."""
    ordered = np.sort(values)
    is_first = np.ones(len(ordered), bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]


def splitmix(values: Digests) -> Digests:
    """Return the values mixed as SplitMix64 does (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        mixed = values + np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            mixed ^= mixed >> np.uint64(shift)
            mixed *= np.uint64(factor)
        return mixed


def _mix_hashes(hashes: Hashes) -> Hashes:
    """Return the hashes with every bit depending on all bits (the final mix of MurmurHash3)."""
    hashes ^= hashes >> np.uint32(16)
    hashes *= np.uint32(0x85EBCA6B)
    hashes ^= hashes >> np.uint32(13)
    hashes *= np.uint32(0xC2B2AE35)
    hashes ^= hashes >> np.uint32(16)
    return hashes


def _code_table(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.int32]:
    """Return the code of each code point that occurs: a letter without accents, 0 for a break, -1 to skip it."""
    table = np.zeros(int(points.max(initial=0)) + 1, np.int32)
    table[points] = 1
    occurring = np.flatnonzero(table)
    table[occurring] = [_code(int(point)) for point in occurring]
    return table


@lru_cache(1 << 16)
def _code(point: int) -> int:
    character = chr(point)
    if 0x300 <= point < 0x370:  # accents, which stand in a character of their own where text is not composed
        return -1
    category = unicodedata.category(character)
    if category[0] in "LMN":
        if any(low <= point < high for low, high in _WIDE_RANGES) or point >= _WIDE_FROM:
            return point | _WIDE
        return ord(unicodedata.normalize("NFD", character)[0]) if category != "Nd" else ord("0") + int(character)
    return point | _MARK if category[0] in "PS" else _BREAK


class FeatureCache:
    """A cache of texts' features, each measured once; pieces of words, which take memory, are kept for few texts."""

    def __init__(self) -> None:
        self._features: dict[int, LineFeatures] = {}

    def of(self, column: pa.StringArray) -> LineFeatures:
        """Return the features of a column, measured at its first use."""
        features = self._features.pop(id(column), None) or measure_lines(column)
        self._features[id(column)] = features  # put last, as the one used last
        for unused in list(self._features.values())[:-_MAX_WITH_PIECES]:
            vars(unused).pop("pieces", None)
        return features
