"""Repetition: an output that repeats a phrase again and again (Raunak et al. 2021), and doubled words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ids, Ints, numpy_column
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.scripts import SAMPLE, main_language
from .columns.words import WORD, PlacedTokens, begin_sentences, consecutive_runs, cut_words, number_texts

MIN_OCCURRENCES = 10
"""Fewest occurrences of the most frequent bigram in an output that may repeat itself."""
TIMES_THE_SOURCE = 5
"""Factor by which the output's most frequent bigram must be more frequent than the source's."""
CIRCLES, DOUBLED = "repeated bigram", "doubled word"
RIGHT_TWICE = {
    "German": ("die", "der", "das", "den", "dem", "sie", "Sie", "es", "mögen", "werden"),
    "French": ("nous", "Nous", "vous", "Vous"),
    "English": ("that", "had"),
    "Dutch": ("die", "dat"),
}
"""Words that may be doubled, as spelled, by language.

They are pronouns before articles, as in *Leute, die die Wahl haben*, and verbs before the same auxiliary, as in *die
gesehen werden werden*.
"""
CAPITALISES_NOUNS = "German"
"""Language in which words with different capitals are two words, as in *weil ich Spiele spiele*."""


@dataclass(frozen=True)
class Repetition(Check):
    """A check for a bigram that occurs 10 times or more, and more than 5 times as often as the source's; doubled words.

    The most frequent bigrams of output and source are compared. A bigram is two neighbouring tokens, words or marks, in
    any case; bigrams overlap. A bigram that occurs 10 times has 11 tokens at least. Words are doubled where the output
    has more doubled words than the source, because those of the source are in another language. Words that may be
    doubled in the output's language count from the third occurrence on.

    Source: Raunak, Menezes and Junczys-Dowmunt (2021).
    """

    name: ClassVar[str] = "repetition"
    kinds: ClassVar[Mapping[str, str]] = {CIRCLES: "critical", DOUBLED: "minor"}
    lesser_titles: ClassVar[Mapping[str, str]] = {"minor": "doubled words"}
    does: ClassVar[str] = "repeats itself"
    does_less: ClassVar[Mapping[str, str]] = {"minor": "doubles a word"}
    finds: ClassVar[str] = (
        "Two tokens that follow one another occur 10 times or more and more than 5 times as often as any two of the"
        " source; or more words are doubled than in the source."
    )
    errs: ClassVar[str] = (
        'Correct doubled words are found, too: names, and languages that double words. German "die die", French "vous'
        ' vous" and English "that that" are not counted if the language is known.'
    )
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        language = main_language(texts.outputs[:SAMPLE]) if texts.language is None else texts.language.name
        return find_by_blocks(texts, partial(_find_in_block, language), on_progress)


def _find_in_block(language: str | None, texts: CheckedTexts) -> Iterator[tuple[int, int, int, str]]:
    assert texts.source is not None
    outputs, source = cut_words(texts.outputs), cut_words(texts.source)
    of_outputs, of_source = (number_texts([tokens], str.casefold)[0] for tokens in (outputs, source))
    in_circles = _Bigrams(outputs, of_outputs, len(texts)), _Bigrams(source, of_source, len(texts))
    counts, counts_of_source = (bigrams.most_frequent for bigrams in in_circles)
    is_circle = (counts >= MIN_OCCURRENCES) & (counts > TIMES_THE_SOURCE * counts_of_source)
    for segment in np.flatnonzero(is_circle).tolist():
        first, last = in_circles[0].place_of_most_frequent(segment)
        yield segment, int(outputs.starts[first]), int(outputs.ends[last + 1]), CIRCLES
    doubled = _are_doubled_words(outputs, of_outputs)
    doubled &= ~_right_twice(language, outputs, doubled)
    have_more = _per_segment(outputs, doubled, len(texts)) > _per_segment(
        source, _are_doubled_words(source, of_source), len(texts)
    )
    doubled &= (have_more & ~is_circle)[outputs.segments[:-1]]
    for first, last in consecutive_runs(np.flatnonzero(doubled), outputs.segments):
        yield int(outputs.segments[first]), int(outputs.starts[first]), int(outputs.ends[last + 1]), DOUBLED


class _Bigrams:
    """The bigrams of each segment and their counts."""

    def __init__(self, tokens: PlacedTokens, numbers: Ids, n_segments: int):
        follow = np.flatnonzero(tokens.segments[1:] == tokens.segments[:-1])
        pairs = numbers[:-1][follow].astype(np.int64) * (int(numbers.max(initial=0)) + 1) + numbers[1:][follow]
        _, pairs = np.unique(pairs, return_inverse=True)
        self._segments, self._follow, self._pairs = tokens.segments[follow], follow, pairs
        width = int(pairs.max(initial=0)) + 1
        keys, counts = np.unique(self._segments * width + pairs, return_counts=True)
        self.most_frequent = np.zeros(n_segments, np.int64)
        """Occurrences of the most frequent bigram, (n_segments,)."""
        np.maximum.at(self.most_frequent, keys // width, counts)

    def place_of_most_frequent(self, segment: int) -> tuple[int, int]:
        """Return the first tokens of the first and of the last occurrence of a segment's most frequent bigram."""
        own = slice(*np.searchsorted(self._segments, [segment, segment + 1]))
        values, counts = np.unique(self._pairs[own], return_counts=True)
        occurrences = self._follow[own][self._pairs[own] == values[np.argmax(counts)]]
        return int(occurrences[0]), int(occurrences[-1])


def _are_doubled_words(tokens: PlacedTokens, numbers: Ids) -> Flags:
    """Return whether each word with a letter is followed by itself, (n_tokens - 1,); not in scripts without spaces."""
    is_word = (tokens.classes == WORD) & tokens.have_letters
    same: Flags = (numbers[1:] == numbers[:-1]) & (tokens.segments[1:] == tokens.segments[:-1])
    same &= is_word[1:]
    return same


def _right_twice(language: str | None, tokens: PlacedTokens, doubled: Flags) -> Flags:
    """Return whether each word of ``doubled`` may be doubled in a language and does not come a third time.

    The result is (n_tokens - 1,). In German a noun and a verb may differ in their capitals only, except where the first
    one begins a sentence.
    """
    words = RIGHT_TWICE.get(language or "", ())
    are_words = numpy_column(pc.is_in(tokens.texts, pa.array(words, pa.string())))
    next_to_doubled = np.zeros_like(doubled)
    next_to_doubled[1:] |= doubled[:-1]
    next_to_doubled[:-1] |= doubled[1:]
    flags: Flags = doubled & are_words[:-1] & ~next_to_doubled
    if language == CAPITALISES_NOUNS:
        differ = numpy_column(pc.not_equal(tokens.texts[1:], tokens.texts[:-1]))
        flags |= doubled & differ & ~begin_sentences(tokens)[:-1]
    return flags


def _per_segment(tokens: PlacedTokens, flags: Flags, n_segments: int) -> Ints:
    return np.bincount(tokens.segments[:-1][flags], minlength=n_segments)
