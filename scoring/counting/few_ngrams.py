"""Clipped n-gram matches by NumPy alone, for a process's first texts, where loading the kernels would take longer.

The counting is that of ``ngrams``: the tokens that a hypothesis shares with its references are numbered anew, an n-gram
of the highest order is one number with its segment in front and its text at the end, and n-grams that begin alike are
neighbours once sorted. Here all segments are counted at once.
"""

import numpy as np

from ..text.tokenizers import Tokens
from . import kernels
from .arrays import Floats, Ints

MIN_KERNEL_TOKENS = 1_000_000
"""Number of tokens that NumPy counts in about the time in which the kernels load, 0.3 s."""


class TokenCounter:
    """A counter of a process's tokens, which says whether they are too few to load the kernels."""

    def __init__(self) -> None:
        self.counted = 0

    def count_with_numpy(self, n_tokens: int) -> bool:
        """Add ``n_tokens`` and return whether NumPy should count them.

        It should while the process has counted few tokens and has not loaded the kernels.
        """
        self.counted += n_tokens
        return self.counted <= MIN_KERNEL_TOKENS and not kernels.is_numba_loaded()


SMALL_SET_COUNTER = TokenCounter()


def count_few_matches(tokens: Tokens, hypothesis: int, references: slice, max_order: int) -> Floats | None:
    """Return what ``ngrams.count_matches`` does; None where an n-gram with its segment does not fit into 64 bits."""
    columns = np.append(hypothesis, np.arange(len(tokens.starts))[references])
    lengths = (tokens.ends - tokens.starts)[columns]
    matches = _matches(tokens, columns, lengths, max_order)
    if matches is None:
        return None
    gaps = lengths[1:] - lengths[0]
    farness = np.where(tokens.starts[columns[1:]] < 0, np.iinfo(np.int64).max, 2 * np.abs(gaps) + (gaps > 0))
    closest = np.take_along_axis(lengths[1:], farness.argmin(axis=0)[None], axis=0)
    totals = np.maximum(lengths[0] - np.arange(max_order)[:, None], 0)
    return np.ascontiguousarray(np.concatenate([lengths[:1], closest, matches, totals]).T, np.float64)


def _matches(tokens: Tokens, columns: Ints, lengths: Ints, max_order: int) -> Ints | None:
    """Return the matches of the first column with the others, int64 (max_order, n_segments).

    Returns None where an n-gram with its segment does not fit into 64 bits.
    """
    n_columns, n_segments = lengths.shape
    numbers = _shared_numbers(tokens, columns, lengths)
    bits, text_bits = _n_bits(numbers.max(initial=0)), _n_bits(n_columns - 1)
    if _n_bits(n_segments) + bits * max_order + text_bits > 63:
        return None
    match_counts = np.zeros((max_order, n_segments), np.int64)
    keys = _keys(numbers, lengths, bits, max_order, text_bits)
    texts = keys & ((1 << text_bits) - 1)
    keys >>= text_bits
    for order in range(1, max_order + 1):
        ngrams = keys >> (bits * (max_order - order))
        is_whole = (ngrams & ((1 << bits) - 1)) > 0  # the other n-grams end before this order
        keys, texts, ngrams = keys[is_whole], texts[is_whole], ngrams[is_whole]
        if not len(ngrams):
            break
        is_new = np.append(True, ngrams[1:] != ngrams[:-1])
        at = np.cumsum(is_new) - 1
        counts = np.bincount(at * n_columns + texts, minlength=(at[-1] + 1) * n_columns)
        of_hypothesis, *of_references = counts.reshape(-1, n_columns).T
        matches = np.minimum(of_hypothesis, np.maximum.reduce(of_references))
        np.add.at(match_counts[order - 1], ngrams[is_new] >> (bits * order), matches)
        matched = matches[at] > 0  # a longer n-gram cannot match if its beginning does not
        keys, texts = keys[matched], texts[matched]
    return match_counts


def _n_bits(number: int) -> int:
    return int(number).bit_length()


def _shared_numbers(tokens: Tokens, columns: Ints, lengths: Ints) -> Ints:
    """Return the number of each token of these columns, joined, among the tokens that hypothesis and references share.

    Shared tokens are numbered from 1 in each segment; all others are 0. A 0 follows each text.
    """
    starts, counts = tokens.starts[columns].ravel(), lengths.ravel()
    numbers = np.zeros(counts.sum() + len(counts), np.int64)
    if not counts.any():
        return numbers
    text = np.repeat(np.arange(len(counts)), counts)
    positions = np.arange(len(text)) - (np.cumsum(counts) - counts)[text]
    words = text % lengths.shape[1] * len(tokens.vocabulary) + tokens.ids[starts[text] + positions]
    distinct, word = _unique_inverse(words)
    in_hypothesis, in_reference = np.zeros((2, len(distinct)), np.bool_)
    in_hypothesis[word[text < lengths.shape[1]]] = True
    in_reference[word[text >= lengths.shape[1]]] = True
    is_shared = in_hypothesis & in_reference
    segment = distinct // len(tokens.vocabulary)
    before = np.append(0, np.cumsum(is_shared))
    rank = before[1:] - before[np.searchsorted(segment, segment)]
    numbers[np.arange(len(text)) + text] = np.where(is_shared, rank, 0)[word]
    return numbers


def _unique_inverse(words: Ints) -> tuple[Ints, Ints]:
    """Return the different values, sorted, and the place of each word among them.

    ``np.unique`` does the same, but imports all masked arrays.
    """
    order = np.argsort(words)
    ordered = words[order]
    is_new = np.append(True, ordered[1:] != ordered[:-1])
    places = np.empty(len(words), np.int64)
    places[order] = np.cumsum(is_new) - 1
    return ordered[is_new], places


def _keys(numbers: Ints, lengths: Ints, bits: int, max_order: int, text_bits: int) -> Ints:
    """Return the n-gram at each shared token as a number of segment, tokens and text, sorted, (n_keys,)."""
    first = np.flatnonzero(numbers)
    segment = np.repeat(np.tile(np.arange(lengths.shape[1]), len(lengths)), lengths.ravel() + 1)[first]
    text = np.repeat(np.arange(len(lengths)), (lengths + 1).sum(axis=1))[first]
    behind = np.append(numbers, np.zeros(max_order, np.int64))
    keys, goes_on = segment, np.ones(len(first), np.bool_)
    for place in range(max_order):
        token = behind[first + place]
        goes_on &= token > 0
        keys = (keys << bits) | np.where(goes_on, token, 0)
    keys = (keys << text_bits) | text
    keys.sort()
    return keys
