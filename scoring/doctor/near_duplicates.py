"""Which lines are the same as others, or nearly: 13 words in a row, or chrF above 90.

13-grams of words are how Brown et al. (2020, appendix C) look for test data in training data. Lines that may be alike
by chrF are found by the least of several hashes of their pieces (Broder 1997), and then scored.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ..chrf import CHRF
from ..counting.arrays import Flags, Ints
from . import MOST_SIMILAR_PAIRS
from .line_features import Digests, LineFeatures, splitmix, word_ngrams

LEAST_CHRF = 90.0
WORDS_IN_A_ROW = 13
LEAST_LETTERS = 30
"""Letters and digits of a line whose copies say something: short ones, such as greetings, recur anywhere."""
_BANDS, _ROWS = 8, 2
"""Hashes that must be least in both lines, two in one of eight bands: 99.9 % of pairs whose Jaccard index is .75."""


@dataclass(frozen=True, eq=False)
class LineKeys:
    """By what lines are found that may be the same."""

    features: LineFeatures
    texts: pa.StringArray
    bands: Digests
    """(n_bands, n_lines): 0 for lines that are too short."""
    ngrams: tuple[Digests, Ints]
    """Digests of 13 words in a row, and the line of each."""


def line_keys(features: LineFeatures, texts: pa.StringArray) -> LineKeys:
    """Return the keys of lines."""
    n = len(features)
    bands = np.zeros((_BANDS, n), np.uint64)
    hashes, ends = features.pieces
    counts = np.diff(ends, prepend=0)
    there = np.flatnonzero((counts > 0) & (features.letters >= LEAST_LETTERS))
    if len(there):
        is_there = np.repeat(np.isin(np.arange(n), there), counts)
        kept, kept_counts = hashes[is_there], counts[there]
        firsts = np.cumsum(kept_counts) - kept_counts
        for band in range(_BANDS):
            key = np.full(len(there), band, np.uint64)
            for row in range(_ROWS):
                factor = np.uint32(2 * (0x9E3779B1 * (band * _ROWS + row + 1) % (1 << 31)) + 1)
                key = splitmix(key) ^ np.minimum.reduceat(kept * factor, firsts)
            bands[band, there] = splitmix(key)
    return LineKeys(features, texts, bands, word_ngrams(texts, WORDS_IN_A_ROW))


def repeats_within(keys: LineKeys) -> tuple[Flags, Flags]:
    """Return which lines are the same as an earlier line, and which others nearly are, (n_lines,) each."""
    features = keys.features
    is_long = features.letters >= LEAST_LETTERS
    _, firsts, numbers = np.unique(features.digests, return_index=True, return_inverse=True)
    exact: Flags = is_long & (firsts[numbers] < np.arange(len(features)))
    near = np.zeros(len(features), bool)
    near[_with_earlier_ngram(*keys.ngrams)] = True
    pairs = [_pairs_of_equal(band, ~exact) for band in keys.bands]
    earlier, later = map(np.concatenate, zip(*pairs, strict=True))
    is_open = ~near[later]  # chrF, which costs most, is only asked about lines that are not known by their words
    near[_alike(keys.texts, earlier[is_open], keys.texts, later[is_open])] = True
    return exact, near & ~exact


def _pairs_of_equal(band: Digests, is_asked: Flags) -> tuple[Ints, Ints]:
    """Return each line with the first line of the same key, as earlier and later lines."""
    places = np.flatnonzero((band > 0) & is_asked)
    _, firsts, numbers = np.unique(band[places], return_index=True, return_inverse=True)
    earlier = places[firsts[numbers]]
    return earlier[earlier < places], places[earlier < places]


def _alike(texts: pa.StringArray, some: Ints, others_of: pa.StringArray, others: Ints) -> Ints:
    """Return those of ``others`` whose text has a chrF above 90 with the text of the same place in ``some``."""
    if not len(some):
        return others
    pairs = np.unique(np.column_stack([some, others]), axis=0)[:MOST_SIMILAR_PAIRS]
    metric = CHRF()
    ours, theirs = texts.take(pa.array(pairs[:, 0])), others_of.take(pa.array(pairs[:, 1]))
    scores = metric.score(metric.statistics(theirs.fill_null(""), [ours.fill_null("")]))
    found: Ints = pairs[np.nan_to_num(np.atleast_1d(scores)) > LEAST_CHRF, 1]
    return found


def _with_earlier_ngram(digests: Digests, lines: Ints) -> Ints:
    """Return lines that have 13 words in a row which an earlier line has."""
    order = np.argsort(digests, kind="stable")
    same = digests[order][1:] == digests[order][:-1]
    before, after = lines[order][:-1][same], lines[order][1:][same]
    return np.unique(after[after != before])


class KnownLines:
    """Lines of a test set that are looked for in other data, block by block, in memory that does not grow with it."""

    def __init__(self, keys: LineKeys) -> None:
        self._keys = keys
        n = len(keys.features)
        self.exact: Flags = np.zeros(n, bool)
        """(n_lines,): found with the same letters and digits"""
        self._near: Flags = np.zeros(n, bool)
        self._is_long = keys.features.letters >= LEAST_LETTERS
        self._ngrams, self._numbers = np.unique(keys.ngrams[0], return_inverse=True)
        self._found_ngrams = np.zeros(len(self._ngrams), bool)
        self._bands = [np.unique(band, return_index=True) for band in keys.bands]

    def look_in(self, features: LineFeatures, texts: pa.StringArray) -> None:
        """Take a block of other data."""
        self.exact |= self._is_long & np.isin(self._keys.features.digests, features.digests)
        others = line_keys(features, texts)
        self._found_ngrams[_places_of(others.ngrams[0], self._ngrams)[1]] = True
        pairs = []
        for (known, firsts), band in zip(self._bands, others.bands, strict=True):
            theirs, at = _places_of(band, known)
            own = firsts[at]
            is_open = (band[theirs] > 0) & ~self.exact[own] & ~self._near[own]
            pairs.append(np.column_stack([theirs[is_open], own[is_open]]))
        some, own_lines = np.concatenate(pairs).T
        self._near[_alike(texts, some, self._keys.texts, own_lines)] = True

    @property
    def near(self) -> Flags:
        """(n_lines,): found by 13 words in a row or by chrF, and not as they are."""
        flags = self._near.copy()
        flags[self._keys.ngrams[1][self._found_ngrams[self._numbers]]] = True
        near: Flags = flags & ~self.exact
        return near


def _places_of(asked: Digests, known: Digests) -> tuple[Ints, Ints]:
    """Return the places of values in ``asked`` that the ascending ``known`` has, and where it has them."""
    if not len(known):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    at = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    places = np.flatnonzero(known[at] == asked)
    return places, at[places]
