"""Columns of text cut into tokens: at white space, and where mteval-v13a's rules part punctuation from words.

What sacreBLEU does to a text by one replacement after another is here decided for each byte by its neighbours, and for
all texts of a column at once: which bytes begin a token. Nothing but ASCII and white space matters to these rules, so
bytes of UTF-8 are as good as characters.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints
from .texts import as_column

Bytes = npt.NDArray[np.uint8]

WHITE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""At which ``str.split`` splits."""
APART = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'
"""A token each, wherever they stand."""
SPACE, BEGINS_SPACE, DIGIT, MARK, DASH, ALONE = range(1, 7)


def _kinds() -> bytes:
    """Return what each byte is to the rules, for ``bytes.translate``."""
    kinds = bytearray(256)
    for kind, characters in {DIGIT: "0123456789", MARK: ".,", DASH: "-", ALONE: APART}.items():
        for byte in characters.encode():
            kinds[byte] = kind
    for character in WHITE:
        first, *others = character.encode()
        kinds[first] = BEGINS_SPACE if others else SPACE
    return bytes(kinds)


def _spaces(length: int) -> list[bytes]:
    """Characters of this number of bytes."""
    return [space for space in map(str.encode, WHITE) if len(space) == length]


_KINDS = _kinds()
_SPACES = b"".join(_spaces(1))
_OF_TWO, _OF_THREE = (np.array([*map(int.from_bytes, _spaces(length))]) for length in (2, 3))


def split_at_spaces(column: pa.StringArray) -> pa.ListArray:
    """Return a column of text -> a column of lists of tokens: at white space, as ``str.split``; null stays null."""
    return _cut(as_column(column), lambda begins, kinds: None)


def split_by_rules(column: pa.StringArray) -> pa.ListArray:
    """Split texts as ``split_at_spaces`` does, after the four steps in which sacreBLEU's ``tokenizer_re`` adds spaces.

    1. Around each character of ``APART``.
    2. Around a full stop or comma after a character that is no digit.
    3. Around one before a character that is no digit.
    4. Around a hyphen after a digit.

    Before and behind a text stands a space.
    """
    return _cut(as_column(column), partial(_add_rules, beyond=False))


def split_alone_by_rules(column: pa.StringArray) -> pa.ListArray:
    """As ``split_by_rules``, but before and behind a text, without the white space at its ends, stands nothing.

    To steps 2 and 3, which ask for a character there, that is the same as a digit.
    """
    return _cut(pc.utf8_trim_whitespace(as_column(column)), partial(_add_rules, beyond=True))


def contains_any(column: pa.StringArray, *needles: bytes) -> bool:
    """Return whether any text has any of these in it."""
    text, _ = text_bytes(column)
    return any(needle in text for needle in needles)


def _cut(column: pa.StringArray, add_rules: Callable[[Flags, Bytes], None]) -> pa.ListArray:
    missing = pc.is_null(column) if column.null_count else None
    column = column.fill_null("") if column.null_count else column
    text, bounds = text_bytes(column)
    kinds = np.frombuffer(text.translate(_KINDS), np.uint8)
    long_spaces = _long_spaces(text, kinds)
    is_space = kinds == SPACE
    is_space[long_spaces] = True
    begins = np.zeros(len(text) + 1, np.bool_)
    begins[bounds] = True
    add_rules(begins, kinds)
    begins[1:] |= is_space
    begins[:-1] &= ~is_space
    begins[-1] = False
    firsts = np.flatnonzero(begins)
    before = np.append(np.int32(0), np.cumsum(~is_space, dtype=np.int32))  # bytes that are no white space
    words = np.frombuffer(text, np.uint8)[~is_space] if len(long_spaces) else text.translate(None, _SPACES)
    offsets = np.append(before[firsts], before[-1])
    tokens = pa.StringArray.from_buffers(len(firsts), pa.py_buffer(offsets), pa.py_buffer(words))
    bounds_of_lists = pa.py_buffer(np.searchsorted(firsts, bounds).astype(np.int32))
    # As pa.array, which imports all masked arrays.
    lists = pa.Array.from_buffers(pa.int32(), len(bounds), [None, bounds_of_lists])
    return pa.ListArray.from_arrays(lists, tokens, mask=missing)


def text_bytes(column: pa.StringArray) -> tuple[bytes, Ints]:
    """Return the UTF-8 of all texts, one after another, and where each begins and the last ends, (n_texts + 1,)."""
    column = as_column(column)
    _, offsets, text = column.buffers()
    if not len(column) or text is None:
        return b"", np.zeros(len(column) + 1, np.int64)
    bounds = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1].astype(np.int64)
    return text[bounds[0] : bounds[-1]].to_pybytes(), bounds - bounds[0]


def _long_spaces(text: bytes, kinds: Bytes) -> Ints:
    """Return the places of all bytes of white space of two bytes and of three."""
    places = np.flatnonzero(kinds == BEGINS_SPACE)
    if not len(places):
        return places
    padded = np.frombuffer(text + bytes(2), np.uint8).astype(np.int64)
    two = (padded[places] << 8) | padded[places + 1]
    three = (two << 8) | padded[places + 2]
    # As np.isin, which imports all masked arrays.
    short, long = places[(two[:, None] == _OF_TWO).any(axis=1)], places[(three[:, None] == _OF_THREE).any(axis=1)]
    return np.concatenate([short, short + 1, long, long + 1, long + 2])


def _add_rules(begins: Flags, kinds: Bytes, beyond: bool) -> None:
    """Adds where tokens begin by the rules to where texts begin, (n_bytes + 1,).

    ``beyond`` is whether what comes before and behind a text is taken for a digit.
    """
    alone = np.flatnonzero(kinds == ALONE)
    dashes = np.flatnonzero(kinds == DASH)
    dashes = dashes[_digit_before(begins, kinds, dashes, beyond=False)]
    before, after = _around_marks(begins, kinds, beyond)
    for places in (alone, dashes, before):
        begins[places] = True
    for places in (alone, dashes, after):
        begins[places + 1] = True


def _around_marks(begins: Flags, kinds: Bytes, beyond: bool) -> tuple[Ints, Ints]:
    """Full stops and commas before which a token begins, and those after which one does.

    Of several in a row each is a token. Steps 2 and 3 take two characters at once and go on behind them: so whether the
    last of a row is parted from a digit behind it depends on what comes before the row, and whether its length is odd.
    """
    marks = np.flatnonzero(kinds == MARK)
    if not len(marks):
        return marks, marks
    is_first = np.append(True, np.diff(marks) > 1) | begins[marks]
    is_last = np.append(is_first[1:], True)
    places = np.arange(len(marks))
    first = np.maximum.accumulate(np.where(is_first, places, 0))
    is_odd = (places - first) % 2 == 0
    after_digit = _digit_before(begins, kinds, marks, beyond)[first]
    before_digit = np.where(begins[marks + 1], beyond, np.append(kinds, 0)[marks + 1] == DIGIT)
    before = ~is_first | ~is_last | ~after_digit | ~before_digit
    after = ~is_last | ~before_digit | (is_odd != after_digit)
    return marks[before], marks[after]


def _digit_before(begins: Flags, kinds: Bytes, places: Ints, beyond: bool) -> Flags:
    """Return whether a digit comes before each of the places, in the same text; ``begins`` is where texts begin."""
    found: Flags = np.where(begins[places], beyond, kinds[places - 1] == DIGIT)
    return found
