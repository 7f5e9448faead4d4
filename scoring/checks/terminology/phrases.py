"""Places of phrases in a column of texts, found by a trie of words for all places of the column at once.

Time grows with the number of words in the texts, and with the length of the phrases that begin alike, not with the
number of phrases. No regular expression is compiled, so none can take exponential time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import Stemmer

from ...counting.arrays import Flags, Ints, numpy_column
from ..columns.words import WORD
from .term_tokens import TermTokens, cut_term_tokens

WordFold = Callable[[TermTokens], pa.StringArray]
"""Function from tokens to their texts, (n_tokens,), which are equal for two tokens that count as the same."""
MAX_WORDS = 100_000
"""Most words and marks of a segment with which phrases may begin; a segment with more is no sentence."""
AT_ONCE = 10_000
"""Words stemmed in one call: for 0.02 s no other thread runs."""


@dataclass(frozen=True, eq=False)
class PhrasePlaces:
    """Places of phrases, in the order of their first tokens."""

    firsts: Ints
    """First token of each place, (n_places,)."""
    lasts: Ints
    """Last token of each place, (n_places,)."""
    nodes: Ints
    """Node of the trie for each place, (n_places,); phrases with the same words have the same node."""


class PhraseTrie:
    """A trie of phrases by their words."""

    def __init__(self, phrases: Sequence[str], fold: WordFold) -> None:
        self._fold = fold
        tokens = cut_term_tokens(pa.array(phrases, pa.string()))
        spelled = fold(tokens).dictionary_encode()
        self._vocabulary: pa.StringArray = spelled.dictionary
        ids = spelled.indices.to_numpy().astype(np.int64)
        n_tokens = np.bincount(tokens.segments, minlength=len(phrases))
        begins = np.cumsum(n_tokens) - n_tokens
        self.nodes: Ints = np.full(len(phrases), -1)
        """Node of each phrase, (n_phrases,); -1 for a phrase without a word or mark."""
        self._levels: list[tuple[Ints, Ints]] = []
        """Codes of each level, ascending, and the node of each code."""
        self._ends: Flags = np.zeros(0, bool)
        """Whether a phrase ends at each node, (n_nodes,)."""
        self.n_nodes = 0
        active = np.flatnonzero(n_tokens)
        above: Ints = np.zeros(len(active), np.int64)
        depth = 0
        while len(active):
            at = begins[active] + depth
            codes, above = np.unique(self._codes(above, ids[at], tokens.are_spaced[at], depth), return_inverse=True)
            above = above + self.n_nodes
            self._levels.append((codes, np.arange(self.n_nodes, self.n_nodes + len(codes))))
            self.n_nodes += len(codes)
            depth += 1
            is_end = n_tokens[active] == depth
            self.nodes[active[is_end]] = above[is_end]
            active, above = active[~is_end], above[~is_end]
        self._ends = np.zeros(self.n_nodes, bool)
        self._ends[self.nodes[self.nodes >= 0]] = True

    def find(self, tokens: TermTokens) -> PhrasePlaces:
        """Return all places of all phrases, including places that overlap."""
        ids = self._vocabulary_ids(tokens)
        may_begin, may_end = tokens.borders()
        firsts = np.flatnonzero((ids >= 0) & may_begin)
        segments = tokens.segments[firsts]
        firsts = firsts[firsts - np.searchsorted(tokens.segments, segments) < MAX_WORDS]
        above: Ints = np.zeros(len(firsts), np.int64)
        parts: list[tuple[Ints, Ints, Ints]] = []
        for depth, (codes, nodes) in enumerate(self._levels):
            at = firsts + depth
            step_codes = self._codes(above, ids[at], tokens.are_spaced[at], depth)
            places = np.minimum(np.searchsorted(codes, step_codes), len(codes) - 1)
            is_there = codes[places] == step_codes
            firsts, at, above = firsts[is_there], at[is_there], nodes[places[is_there]]
            is_end = self._ends[above] & may_end[at]
            parts.append((firsts[is_end], at[is_end], above[is_end]))
            goes_on = at + 1 < len(tokens)
            goes_on[goes_on] &= ids[at[goes_on] + 1] >= 0
            goes_on[goes_on] &= tokens.segments[at[goes_on] + 1] == tokens.segments[at[goes_on]]
            firsts, above = firsts[goes_on], above[goes_on]
            if not len(firsts):
                break
        begins, ends, ended = (np.concatenate([part[side] for part in parts] or [firsts]) for side in range(3))
        order = np.argsort(begins, kind="stable")
        return PhrasePlaces(begins[order], ends[order], ended[order])

    def _codes(self, above: Ints, ids: Ints, are_spaced: Flags, depth: int) -> Ints:
        """Return a number for each step from a node by a token.

        White space before the token counts, except for the first token of a phrase.
        """
        return (above * len(self._vocabulary) + ids) * 2 + (are_spaced if depth else 0)

    def _vocabulary_ids(self, tokens: TermTokens) -> Ints:
        """Return each token's number in the vocabulary, (n_tokens,); -1 for words that no phrase has."""
        spelled = self._fold(tokens).dictionary_encode()
        distinct_ids = numpy_column(pc.index_in(spelled.dictionary, self._vocabulary), -1).astype(np.int64)
        ids: Ints = distinct_ids[spelled.indices.to_numpy()] if len(distinct_ids) else np.zeros(0, np.int64)
        return ids


def as_spelled(tokens: TermTokens) -> pa.StringArray:
    """Return the tokens unchanged."""
    return tokens.texts


def in_small_letters(tokens: TermTokens) -> pa.StringArray:
    """Return the tokens in small letters."""
    return _of_each_word(tokens.texts, lambda words: [word.lower() for word in words])


def stemming(stemmer: str) -> WordFold:
    """Return a function that turns words into Snowball's stems in small letters; marks stay unchanged."""

    def stems(words: Sequence[str]) -> list[str]:
        word_stems: list[str] = []
        # Each call has a stemmer of its own: it keeps a state that threads must not share.
        stem_words = Stemmer.Stemmer(stemmer).stemWords
        for first in range(0, len(words), AT_ONCE):
            word_stems += stem_words(words[first : first + AT_ONCE])
        return [stem or word for stem, word in zip(word_stems, words, strict=True)]

    def fold(tokens: TermTokens) -> pa.StringArray:
        small = in_small_letters(tokens)
        return pc.if_else(pa.array(tokens.classes == WORD), _of_each_word(small, stems), small)

    return fold


def _of_each_word(texts: pa.StringArray, change: Callable[[Sequence[str]], list[str]]) -> pa.StringArray:
    """Return the texts after a change that is computed once for each distinct text."""
    spelled = texts.dictionary_encode()
    return pa.array(change(spelled.dictionary.to_pylist()), pa.string()).take(spelled.indices)
