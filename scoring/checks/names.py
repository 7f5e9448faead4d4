"""Names that the source has and the output lacks: a hint for readers, by itself no sign of an error."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints, numpy_column
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, have_output
from .columns.scripts import COLUMNS, SAMPLE, count_letters, main_language
from .columns.words import WORD, PlacedTokens, begin_sentences, cut_words, fold_accents_and_case, remember_columns

MISSING_NAME = "missing name"
LAST = "\U0010ffff"
"""Last character in the order of words: a word with it at the end comes after all words that begin with the word."""
LATIN = "[\\p{Latin}]"
CASED = (LATIN, "[\\p{Cyrillic}]", "[\\p{Greek}]", "[\\p{Armenian}]")
"""Scripts with capital letters."""
_CAPITALISED, _CAPITALS_WITHIN = r"^\p{Lu}.", r"^.[^\p{Lu}]*\p{Lu}"
_LATIN_WORD = r"^\p{Latin}[\p{Latin}\p{N}]+$"


@dataclass(frozen=True)
class Names(Check):
    """A check for capitalised words of the source that the output lacks, and for Latin words in another script.

    Capitalised words are checked where source and output have one script. At the beginning of a sentence only words
    with a further capital count, such as NATO. Titles, where most further words are capitalised, are skipped. The
    output has a name if one of its words begins with it, in any case and with any accents. A name that a reference
    lacks too is not reported, and nothing is reported in segments without a reference.
    """

    name: ClassVar[str] = "names"
    kinds: ClassVar[Mapping[str, str]] = {MISSING_NAME: "minor"}
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_NAME})
    does: ClassVar[str] = "lacks or changes a name"
    finds: ClassVar[str] = "A name of the source is not in the output as it is, and every reference has it."
    errs: ClassVar[str] = (
        "Names that are translated, inflected or replaced by a pronoun are found, too; it is information, and by itself"
        " no sign of an error."
    )
    needs_source: ClassVar[bool] = True
    needs_references: ClassVar[bool] = True

    def why_not(self, texts: CheckedTexts) -> str | None:
        """Return the reason why the check cannot run on these texts, or None."""
        language = None if texts.source_language is None else texts.source_language.name
        if texts.source is not None and (language or main_language(texts.source[:SAMPLE])) == "German":
            return "German capitalises all nouns, not only names"
        return super().why_not(texts)

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    assert texts.source is not None
    tokens = cut_words(texts.source)
    are_names = _are_names(tokens, texts) & have_output(texts)[tokens.segments]
    names = tokens.only(are_names)
    names = names.only(~_are_names_in_column(names, texts.outputs))
    have_text = [numpy_column(pc.is_valid(column)) for column in texts.references]
    names = names.only(np.any(have_text, axis=0)[names.segments])
    for column, has_text in zip(texts.references, have_text, strict=True):
        names = names.only(_are_names_in_column(names, column) | ~has_text[names.segments])
    for segment, start, end in zip(names.segments.tolist(), names.starts.tolist(), names.ends.tolist(), strict=True):
        yield segment, start, end, MISSING_NAME


def _are_names(tokens: PlacedTokens, texts: CheckedTexts) -> Flags:
    """Return whether each word of the source is a name that the output can have unchanged, (n_tokens,)."""
    assert texts.source is not None
    of_source, of_outputs = count_letters(texts.source), count_letters(texts.outputs)
    shares_script = np.any(
        [_are_mostly(script, of_source) & _are_mostly(script, of_outputs) for script in CASED], axis=0
    )
    is_word = tokens.classes == WORD
    is_capitalised = is_word & numpy_column(pc.match_substring_regex(tokens.texts, _CAPITALISED))
    begins = begin_sentences(tokens)
    segments_of_words = (tokens.segments[of & ~begins] for of in (is_word, is_capitalised))
    counts, capitals = (np.bincount(segments, minlength=len(texts)) for segments in segments_of_words)
    is_name: Flags = is_capitalised & (shares_script & (2 * capitals <= counts))[tokens.segments]
    is_name &= ~begins | numpy_column(pc.match_substring_regex(tokens.texts, _CAPITALS_WITHIN))
    is_latin = is_word & ~_are_mostly(LATIN, of_source)[tokens.segments]
    is_name |= is_latin & numpy_column(pc.match_substring_regex(tokens.texts, _LATIN_WORD))
    return is_name


def _are_mostly(script: str, letters: Ints) -> Flags:
    """Return whether more than half of the letters are of a script, (n_segments,)."""
    flags: Flags = 2 * letters[:, COLUMNS[script]] > letters[:, 0]
    return flags


def _are_names_in_column(names: PlacedTokens, column: pa.StringArray) -> Flags:
    """Return whether any word of the text of each name's segment is the name or begins with it, (n_names,)."""
    vocabulary, keys = _words_in_order(column)
    spelled = names.texts.dictionary_encode()
    folded = [*map(fold_accents_and_case, spelled.dictionary.to_pylist())]
    firsts, behind = (
        np.array([bisect_left(vocabulary, word + last) for word in folded], np.int64)[numpy_column(spelled.indices)]
        + names.segments * len(vocabulary)
        for last in ("", LAST)
    )
    flags: Flags = np.searchsorted(keys, firsts) < np.searchsorted(keys, behind)
    return flags


@remember_columns
def _words_in_order(column: pa.StringArray) -> tuple[list[str], Ints]:
    """Return all words in alphabetical order, and one sorted number for the segment and word of each token."""
    tokens = cut_words(column)
    spelled = tokens.texts.dictionary_encode()
    folded = [*map(fold_accents_and_case, spelled.dictionary.to_pylist())]
    vocabulary = sorted({*folded})
    places = {word: place for place, word in enumerate(vocabulary)}
    of_each = np.array([places[word] for word in folded], np.int64)
    return vocabulary, np.sort(tokens.segments * len(vocabulary) + of_each[numpy_column(spelled.indices)])
