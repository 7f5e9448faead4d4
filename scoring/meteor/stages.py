"""The stages in which words match: equal words, then equal stems, then synonyms."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import Stemmer

from ..counting.arrays import Ids, Ints
from .wordnet import open_wordnet

STAGES = ("exact", "stem", "synonym")
"""Stages of matching; kernels number them 1, 2 and 3, and 0 is no match."""
NO_STEMMER = "none"
STEMMERS = (NO_STEMMER, *Stemmer.algorithms())
"""Names of the stemmers: Porter's (1980) for English, and Snowball's for many languages."""

AT_ONCE = 10_000
"""Words stemmed in one call: for 0.02 s no other thread runs."""


class StemsAndSynonyms(NamedTuple):
    """The stems and synonyms of a vocabulary's words, in the form that kernels read."""

    stems: Ids
    """Stem of each word as a number, int32 (n_words,): equal for words with one stem."""
    starts: Ints
    """Bounds of the synonyms, int64 (n_words + 1,): those of word w are ``synonyms[starts[w]:starts[w + 1]]``."""
    synonyms: Ids
    """Synonyms of all words, int32 (n_synonyms,): words that a reference may have in place of the word."""


def stems_and_synonyms(vocabulary: pa.StringArray, stemmer: str, synonyms: bool) -> StemsAndSynonyms:
    """Return the stems and synonyms of the words of a vocabulary."""
    words = vocabulary.to_pylist()
    starts, synonym_ids = _synonyms(words) if synonyms else (np.zeros(len(words) + 1, np.int64), np.zeros(0, np.int32))
    return StemsAndSynonyms(_stems(words, stemmer), starts, synonym_ids)


def _stems(words: Sequence[str], stemmer: str) -> Ids:
    if stemmer == NO_STEMMER:
        return np.arange(len(words), dtype=np.int32)
    # Each call has a stemmer of its own: it keeps a state that threads must not share.
    stems_of_words, stem_words = [], Stemmer.Stemmer(stemmer).stemWords
    for first in range(0, len(words), AT_ONCE):
        stems_of_words += stem_words(words[first : first + AT_ONCE])
    stems = pa.array(stems_of_words, pa.string())
    return np.array(stems.dictionary_encode().indices, np.int32)  # a copy: a read-only array has another type in Numba


def _synonyms(words: Sequence[str]) -> tuple[Ints, Ids]:
    """Return ``starts`` and ``synonyms`` of ``StemsAndSynonyms``."""
    wordnet = open_wordnet()
    numbers = {word: number for number, word in enumerate(words)}
    related = [sorted(numbers[lemma] for lemma in wordnet.synonyms(word) & numbers.keys()) for word in words]
    starts = np.cumsum([0, *map(len, related)], dtype=np.int64)
    return starts, np.array([number for related_words in related for number in related_words], np.int32)
