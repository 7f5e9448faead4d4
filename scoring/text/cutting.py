"""Columns of text cut into tokens: at white space, and at punctuation by mteval-v13a's rules.

sacreBLEU makes one replacement in a text after another. Here it is decided for each byte, by its neighbours and for all
texts of a column at once, whether a token begins at this byte. These rules depend only on ASCII characters and white
space, so they can read bytes of UTF-8 in place of characters.
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
"""Characters at which ``str.split`` splits."""
SINGLE_CHARACTER_TOKENS = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'
"""Characters that are always a token of their own."""
SPACE, BEGINS_SPACE, DIGIT, MARK, DASH, ALONE = range(1, 7)


def _kinds() -> bytes:
    """Return the kind of each byte under the rules, as a table for ``bytes.translate``."""
    kinds = bytearray(256)
    for kind, characters in {DIGIT: "0123456789", MARK: ".,", DASH: "-", ALONE: SINGLE_CHARACTER_TOKENS}.items():
        for byte in characters.encode():
            kinds[byte] = kind
    for character in WHITE:
        first, *others = character.encode()
        kinds[first] = BEGINS_SPACE if others else SPACE
    return bytes(kinds)


def _spaces(length: int) -> list[bytes]:
    """Return the white-space characters that take this number of bytes."""
    return [space for space in map(str.encode, WHITE) if len(space) == length]


_KINDS = _kinds()
_SPACES = b"".join(_spaces(1))
_OF_TWO, _OF_THREE = (np.array([*map(int.from_bytes, _spaces(length))]) for length in (2, 3))


def split_at_spaces(column: pa.StringArray) -> pa.ListArray:
    """Return each text's tokens as a list, split at white space as by ``str.split``; null stays null."""
    return _cut_texts(as_column(column), lambda begins, kinds: None)


def split_by_rules(column: pa.StringArray) -> pa.ListArray:
    """Return each text's tokens as a list, split at white space after sacreBLEU's ``tokenizer_re`` has added spaces.

    1. Around each character of ``SINGLE_CHARACTER_TOKENS``.
    2. Around a full stop or comma after a character that is no digit.
    3. Around a full stop or comma before a character that is no digit.
    4. Around a hyphen after a digit.

    A space is assumed before and after each text. Null stays null.
    """
    return _cut_texts(as_column(column), partial(_add_rules, beyond=False))


def split_alone_by_rules(column: pa.StringArray) -> pa.ListArray:
    """Return tokens as ``split_by_rules`` does, but with nothing assumed before and after a text.

    White space at the ends of a text is removed first. Steps 2 and 3, which need a character next to the mark, treat
    the end of a text like a digit.
    """
    return _cut_texts(pc.utf8_trim_whitespace(as_column(column)), partial(_add_rules, beyond=True))


def contains_any(column: pa.StringArray, *needles: bytes) -> bool:
    """Return whether any text contains any of the needles."""
    text, _ = text_bytes(column)
    return any(needle in text for needle in needles)


def _cut_texts(column: pa.StringArray, add_rules: Callable[[Flags, Bytes], None]) -> pa.ListArray:
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
    # Does what pa.array does, which would import all masked arrays.
    lists = pa.Array.from_buffers(pa.int32(), len(bounds), [None, bounds_of_lists])
    return pa.ListArray.from_arrays(lists, tokens, mask=missing)


def text_bytes(column: pa.StringArray) -> tuple[bytes, Ints]:
    """Return the UTF-8 bytes of all texts, joined, and the begin of each with the end of the last, (n_texts + 1,)."""
    column = as_column(column)
    _, offsets, text = column.buffers()
    if not len(column) or text is None:
        return b"", np.zeros(len(column) + 1, np.int64)
    bounds = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1].astype(np.int64)
    return text[bounds[0] : bounds[-1]].to_pybytes(), bounds - bounds[0]


def _long_spaces(text: bytes, kinds: Bytes) -> Ints:
    """Return the places of all bytes that belong to white space of two or three bytes."""
    places = np.flatnonzero(kinds == BEGINS_SPACE)
    if not len(places):
        return places
    padded = np.frombuffer(text + bytes(2), np.uint8).astype(np.int64)
    two = (padded[places] << 8) | padded[places + 1]
    three = (two << 8) | padded[places + 2]
    # Does what np.isin does, which would import all masked arrays.
    short, long = places[(two[:, None] == _OF_TWO).any(axis=1)], places[(three[:, None] == _OF_THREE).any(axis=1)]
    return np.concatenate([short, short + 1, long, long + 1, long + 2])


def _add_rules(begins: Flags, kinds: Bytes, beyond: bool) -> None:
    """Mark in ``begins``, (n_bytes + 1,), which has the beginnings of texts, where tokens begin by the rules.

    ``beyond`` says whether the text counts as having a digit before and after it.
    """
    alone = np.flatnonzero(kinds == ALONE)
    dashes = np.flatnonzero(kinds == DASH)
    dashes = dashes[_digit_before(begins, kinds, dashes, beyond=False)]
    before, after = _token_borders_at_marks(begins, kinds, beyond)
    for places in (alone, dashes, before):
        begins[places] = True
    for places in (alone, dashes, after):
        begins[places + 1] = True


def _token_borders_at_marks(begins: Flags, kinds: Bytes, beyond: bool) -> tuple[Ints, Ints]:
    """Return the full stops and commas before which a token begins, and those after which one begins.

    Of several marks in a row each is a token. Steps 2 and 3 read two characters at once and go on behind them. So
    whether the last mark of a row is parted from a digit after it depends on what comes before the row, and on whether
    the number of marks is odd.
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
    """Return whether a digit comes before each place, in the same text; ``begins`` is True where texts begin."""
    flags: Flags = np.where(begins[places], beyond, kinds[places - 1] == DIGIT)
    return flags
