"""Words and marks of texts with their places, for all segments of a column at once."""

import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from threading import Lock
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ids, Ints, numpy_column
from ...text.languages import SCRIPTS

Classes = npt.NDArray[np.uint8]
Points = npt.NDArray[np.uint32]
SPACE, WORD, ALONE, MARK = range(4)
"""Classes of characters: white space; characters of words; characters that are words alone; all others."""
_SPACES = r"^[\s\p{Z}\p{Cc}\x{200B}\x{FEFF}]"
_WORDS = r"^[\p{L}\p{M}\p{N}\p{Cf}]"
_UNSPACED_LETTER = f"^[{''.join(script.letters.strip('[]') for script in SCRIPTS if not script.has_spaces)}]"
_NO_BEGIN = r"^[,;/&%]|^-$|^[’']$"
"""Marks within a sentence; after any other mark a word may be capitalised because it begins a sentence."""
_ACCENTS = dict.fromkeys(range(0x300, 0x370))


_MAX_BYTES = 1 << 23
"""Most bytes of text whose results are kept; the results take about ten times as much memory."""
T = TypeVar("T")


def remember_columns(function: Callable[[pa.StringArray], T]) -> Callable[[pa.StringArray], T]:
    """Return the function with a cache for its last columns: source and references are checked again for each system.

    A column is identified by the address of its bytes; it is kept with its result, so that no other column gets the
    same address.
    """
    cache: OrderedDict[tuple[int, ...], tuple[pa.StringArray, T]] = OrderedDict()
    lock = Lock()

    @wraps(function)
    def remembered(column: pa.StringArray) -> T:
        addresses = (0 if buffer is None else buffer.address for buffer in column.buffers())
        key = (*addresses, column.offset, len(column))
        with lock:
            if key in cache:
                cache.move_to_end(key)
                return cache[key][1]
        result = function(column)
        with lock:
            cache[key] = column, result
            while sum(one.nbytes for one, _ in cache.values()) > _MAX_BYTES:
                cache.popitem(last=False)
        return result

    return remembered


@dataclass(frozen=True, eq=False)
class PlacedTokens:
    """Words and marks of a column of text, in the order of the text.

    A word is a run of letters, digits and characters that combine with them. In scripts without spaces each character
    is one word. A run of one mark, such as three full stops, is one token.
    """

    segments: Ints
    """Segment of each token, from 0, (n_tokens,)."""
    starts: Ints
    """Start of each token in code points of the segment's text, (n_tokens,)."""
    ends: Ints
    """End of each token, (n_tokens,)."""
    classes: Classes
    """Class of each token, (n_tokens,): WORD, ALONE or MARK."""
    texts: pa.StringArray
    """Text of each token, (n_tokens,)."""
    have_letters: Flags
    """Whether each token has a letter, (n_tokens,)."""

    def only(self, flags: Flags) -> "PlacedTokens":
        """Return the tokens whose flag, (n_tokens,), is set."""
        places = self.segments[flags], self.starts[flags], self.ends[flags]
        return PlacedTokens(*places, self.classes[flags], self.texts.filter(pa.array(flags)), self.have_letters[flags])

    def words(self) -> "PlacedTokens":
        """Return the words without the marks."""
        return self.only(self.classes != MARK)

    def counts(self, n_segments: int) -> Ints:
        """Return the number of tokens in each segment, (n_segments,)."""
        return np.bincount(self.segments, minlength=n_segments)


@remember_columns
def cut_words(column: pa.StringArray) -> PlacedTokens:
    """Return the words and marks of every text in a column; a missing text has no tokens."""
    points, segments = code_points(column)
    begins_of_texts = np.searchsorted(segments, np.arange(len(column)))
    classes, are_letters = token_classes(points, _WORDS), _code_point_values(points, {r"\p{L}": True}, False).view(bool)
    is_token = classes != SPACE
    runs_on = (classes[1:] == WORD) | ((classes[1:] == MARK) & (points[1:] == points[:-1]))
    runs_on &= (classes[1:] == classes[:-1]) & (segments[1:] == segments[:-1])
    firsts = np.flatnonzero(is_token & ~np.append(False, runs_on)[: len(points)])
    lasts = np.flatnonzero(is_token & ~np.append(runs_on, False)[: len(points)])
    of = segments[firsts]
    texts = token_texts(points[is_token], np.cumsum(is_token, dtype=np.int32)[firsts] - 1)
    starts, ends = firsts - begins_of_texts[of], lasts + 1 - begins_of_texts[of]
    return PlacedTokens(of, starts, ends, classes[firsts], texts, np.logical_or.reduceat(are_letters, firsts))


def code_points(column: pa.StringArray) -> tuple[Points, Ints]:
    """Return the code points of all texts, and the segment of each; a missing text has none."""
    column = column.fill_null("")
    points = np.frombuffer("".join(column.to_pylist()).encode("utf-32-le"), np.uint32)
    lengths = pc.utf8_length(column).to_numpy(zero_copy_only=False).astype(np.int64)
    return points, np.repeat(np.arange(len(lengths)), lengths)


def number_texts(columns: Sequence[PlacedTokens], fold: Callable[[str], str]) -> list[Ids]:
    """Return a number for each token, one array a column; tokens have equal numbers if ``fold`` makes them equal."""
    spelled = pa.concat_arrays([column.texts for column in columns]).dictionary_encode()
    folded = pa.array(map(fold, spelled.dictionary.to_pylist()), pa.string()).dictionary_encode()
    numbers = folded.indices.to_numpy()[spelled.indices.to_numpy()]
    return np.split(numbers, np.cumsum([len(column.texts) for column in columns])[:-1])


@lru_cache(maxsize=1 << 16)
def fold_accents_and_case(word: str) -> str:
    """Return the word in small letters, without accents and compatibility forms."""
    return unicodedata.normalize("NFKD", word).translate(_ACCENTS).casefold()


def are_among(numbers: Ints, others: Ints) -> Flags:
    """Return whether each number is one of the others, (n,); faster than ``np.isin`` if both are nearly in order."""
    if not len(others):
        return np.zeros(len(numbers), bool)
    others = np.sort(others)
    places = np.minimum(np.searchsorted(others, numbers), len(others) - 1)
    flags: Flags = others[places] == numbers
    return flags


def consecutive_runs(places: Ints, segments: Ints, width: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of places that are at most ``width`` apart and in one segment."""
    if not len(places):
        return
    breaks = np.flatnonzero((np.diff(places) > width) | (np.diff(segments[places]) != 0))
    firsts, lasts = np.append(0, breaks + 1), np.append(breaks, len(places) - 1)
    yield from zip(places[firsts].tolist(), places[lasts].tolist(), strict=True)


def token_classes(points: Points, words: str) -> Classes:
    """Return the class of each code point, (n_points,); ``words`` is the pattern (RE2) of characters in words."""
    return _code_point_values(points, {words: WORD, _UNSPACED_LETTER: ALONE, _SPACES: SPACE}, MARK)


def _code_point_values(points: Points, values: Mapping[str, int], other: int) -> Classes:
    """Return the value of the last pattern (RE2) that each code point matches, else ``other``, (n_points,)."""
    present = np.flatnonzero(np.bincount(points)) if len(points) else np.zeros(0, np.int64)
    signs = pa.array(map(chr, present.tolist()), pa.string())
    of_each = np.full(int(points.max(initial=0)) + 1, other, np.uint8)
    for pattern, value in values.items():
        of_each[present[pc.match_substring_regex(signs, pattern).to_numpy(zero_copy_only=False)]] = value
    return of_each[points]


def token_texts(points: Points, firsts: Ids | Ints) -> pa.StringArray:
    """Return the tokens that begin at these places of the code points; the tokens have nothing between them."""
    n_bytes = (points > 0x7F).view(np.uint8) + (points > 0x7FF) + (points > 0xFFFF) + np.uint8(1)
    ends = np.append(np.int32(0), np.cumsum(n_bytes, dtype=np.int32))
    offsets = np.append(ends[firsts], ends[-1])
    text = points.tobytes().decode("utf-32-le").encode()
    return pa.StringArray.from_buffers(len(firsts), pa.py_buffer(offsets), pa.py_buffer(text))


def begin_sentences(tokens: PlacedTokens) -> Flags:
    """Return whether each token begins its segment, or follows a mark that may end a sentence, (n_tokens,)."""
    begins = (tokens.classes == MARK) & ~numpy_column(pc.match_substring_regex(tokens.texts, _NO_BEGIN))
    flags: Flags = np.append(True, tokens.segments[1:] != tokens.segments[:-1])[: len(tokens.segments)]
    flags |= np.append(False, begins[:-1])[: len(tokens.segments)]
    return flags
