"""Lines that are the same as other lines, or nearly the same: 13 words in a row, or chrF above 90.

Brown et al. (2020, appendix C) look for test data in training data by 13-grams of words. Lines that may be alike by
chrF are found by the least of several hashes of their pieces (Broder 1997), and then scored.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ..chrf import CHRF
from ..counting.arrays import Flags, Ints
from . import MAX_SIMILAR_PAIRS
from .line_features import Digests, LineFeatures, splitmix, word_ngrams

MIN_CHRF = 90.0
WORDS_IN_A_ROW = 13
MIN_LETTERS = 30
"""Fewest letters and digits of a line that is compared: short lines, such as greetings, recur anywhere."""
_BANDS, _ROWS = 8, 2
"""Number of bands and of hashes in each; both of a band's hashes must agree: 99.9 % of pairs with Jaccard index .75."""


@dataclass(frozen=True, eq=False)
class LineKeys:
    """The keys by which equal and similar lines are found."""

    features: LineFeatures
    texts: pa.StringArray
    bands: Digests
    """Key of each line in each band, (n_bands, n_lines): 0 for lines that are too short."""
    ngrams: tuple[Digests, Ints]
    """Digests of 13 words in a row, and the line of each digest."""


def line_keys(features: LineFeatures, texts: pa.StringArray) -> LineKeys:
    """Return the keys of lines from their features and texts."""
    n = len(features)
    bands = np.zeros((_BANDS, n), np.uint64)
    hashes, ends = features.pieces
    counts = np.diff(ends, prepend=0)
    long_lines = np.flatnonzero((counts > 0) & (features.letters >= MIN_LETTERS))
    if len(long_lines):
        is_long = np.repeat(np.isin(np.arange(n), long_lines), counts)
        long_hashes, long_counts = hashes[is_long], counts[long_lines]
        firsts = np.cumsum(long_counts) - long_counts
        for band in range(_BANDS):
            key = np.full(len(long_lines), band, np.uint64)
            for row in range(_ROWS):
                factor = np.uint32(2 * (0x9E3779B1 * (band * _ROWS + row + 1) % (1 << 31)) + 1)
                key = splitmix(key) ^ np.minimum.reduceat(long_hashes * factor, firsts)
            bands[band, long_lines] = splitmix(key)
    return LineKeys(features, texts, bands, word_ngrams(texts, WORDS_IN_A_ROW))


def repeats_within(keys: LineKeys) -> tuple[Flags, Flags]:
    """Return the lines that equal an earlier line, and the other lines that nearly do, (n_lines,) each."""
    features = keys.features
    is_long = features.letters >= MIN_LETTERS
    _, firsts, numbers = np.unique(features.digests, return_index=True, return_inverse=True)
    exact: Flags = is_long & (firsts[numbers] < np.arange(len(features)))
    near = np.zeros(len(features), bool)
    near[_with_earlier_ngram(*keys.ngrams)] = True
    pairs = [_pairs_of_equal(band, ~exact) for band in keys.bands]
    earlier, later = map(np.concatenate, zip(*pairs, strict=True))
    is_open = ~near[later]  # chrF is slowest: only for lines that 13-grams did not find
    near[_similar_lines(keys.texts, earlier[is_open], keys.texts, later[is_open])] = True
    return exact, near & ~exact


def _pairs_of_equal(band: Digests, is_asked: Flags) -> tuple[Ints, Ints]:
    """Return pairs of an earlier and a later line: each line with the first line that has the same key."""
    places = np.flatnonzero((band > 0) & is_asked)
    _, firsts, numbers = np.unique(band[places], return_index=True, return_inverse=True)
    earlier = places[firsts[numbers]]
    return earlier[earlier < places], places[earlier < places]


def _similar_lines(texts: pa.StringArray, some: Ints, others_of: pa.StringArray, others: Ints) -> Ints:
    """Return the ``others`` whose text has a chrF above 90 with the text at the same place in ``some``."""
    if not len(some):
        return others
    pairs = np.unique(np.column_stack([some, others]), axis=0)[:MAX_SIMILAR_PAIRS]
    metric = CHRF()
    own_texts, other_texts = texts.take(pa.array(pairs[:, 0])), others_of.take(pa.array(pairs[:, 1]))
    scores = metric.score(metric.statistics(other_texts.fill_null(""), [own_texts.fill_null("")]))
    similar_lines: Ints = pairs[np.nan_to_num(np.atleast_1d(scores)) > MIN_CHRF, 1]
    return similar_lines


def _with_earlier_ngram(digests: Digests, lines: Ints) -> Ints:
    """Return the lines with 13 words in a row that an earlier line has."""
    order = np.argsort(digests, kind="stable")
    same = digests[order][1:] == digests[order][:-1]
    before, after = lines[order][:-1][same], lines[order][1:][same]
    return np.unique(after[after != before])


class KnownLines:
    """The lines of a test set that are searched in other data, block by block, in memory that does not grow with it."""

    def __init__(self, keys: LineKeys) -> None:
        self._keys = keys
        n = len(keys.features)
        self.exact: Flags = np.zeros(n, bool)
        """Whether each line was found with the same letters and digits, (n_lines,)."""
        self._near: Flags = np.zeros(n, bool)
        self._is_long = keys.features.letters >= MIN_LETTERS
        self._ngrams, self._numbers = np.unique(keys.ngrams[0], return_inverse=True)
        self._found_ngrams = np.zeros(len(self._ngrams), bool)
        self._bands = [np.unique(band, return_index=True) for band in keys.bands]

    def search_block(self, features: LineFeatures, texts: pa.StringArray) -> None:
        """Search the lines in a block of other data."""
        self.exact |= self._is_long & np.isin(self._keys.features.digests, features.digests)
        others = line_keys(features, texts)
        self._found_ngrams[_common_value_places(others.ngrams[0], self._ngrams)[1]] = True
        pairs = []
        for (own_band, firsts), band in zip(self._bands, others.bands, strict=True):
            other_lines, at = _common_value_places(band, own_band)
            own = firsts[at]
            is_open = (band[other_lines] > 0) & ~self.exact[own] & ~self._near[own]
            pairs.append(np.column_stack([other_lines[is_open], own[is_open]]))
        some, own_lines = np.concatenate(pairs).T
        self._near[_similar_lines(texts, some, self._keys.texts, own_lines)] = True

    @property
    def near(self) -> Flags:
        """Whether each line was found by 13 words in a row or by chrF, but not exactly, (n_lines,)."""
        flags = self._near.copy()
        flags[self._keys.ngrams[1][self._found_ngrams[self._numbers]]] = True
        near: Flags = flags & ~self.exact
        return near


def _common_value_places(values: Digests, others: Digests) -> tuple[Ints, Ints]:
    """Return the places of ``values`` that are among the ascending ``others``, and their places in ``others``."""
    if not len(others):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    at = np.minimum(np.searchsorted(others, values), len(others) - 1)
    places = np.flatnonzero(others[at] == values)
    return places, at[places]
