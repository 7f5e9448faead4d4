"""Compare BLEU with annotators: count the words inside and outside of marked errors that a reference has."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ..bleu import BLEU
from ..counting.arrays import Flags, Ints
from ..counting.progress import Progress, no_progress
from ..judgments.error_density import find_annotation
from ..judgments.errors import ErrorSpan
from ..testset import TestSet
from ..text.spans import Span, token_spans
from ..text.texts import as_column
from ..text.tokenizers import Tokens, encode_columns

PAIR = 2
"""Order of the n-grams of a word and one neighbour."""
PROGRESS_INTERVAL = 500
"""Number of outputs with errors between two reports of progress."""


@dataclass(frozen=True)
class WordMatches:
    """The number of words, and the number of words that the references have."""

    words: int = 0
    single: int = 0
    """number of words that a reference of the segment has"""
    paired: int = 0
    """number of words that a reference has with the same left or right neighbour: parts of a common bigram"""

    def __add__(self, other: "WordMatches") -> "WordMatches":
        return WordMatches(self.words + other.words, self.single + other.single, self.paired + other.paired)


@dataclass(frozen=True)
class ErrorWords:
    """Counts of words inside and outside of errors."""

    inside: WordMatches = WordMatches()
    outside: WordMatches = WordMatches()
    unplaced: int = 0
    """number of words without a place in the text, because the tokenizer changed them, in texts with errors"""

    def __add__(self, other: "ErrorWords") -> "ErrorWords":
        return ErrorWords(self.inside + other.inside, self.outside + other.outside, self.unplaced + other.unplaced)

    @property
    def n_bytes(self) -> int:
        return 200


@dataclass(frozen=True)
class PlacedWord:
    """A word of an output, with its place and the longest n-gram that a reference has."""

    span: Span | None
    """places of its characters; None where the tokenizer changed the word"""
    longest: int
    """order of the longest n-gram with this word that a reference has"""


def placed_words(bleu: BLEU, text: str, references: Sequence[str | None]) -> list[PlacedWord]:
    """Return every word of one output, by BLEU's tokenizer and case."""
    tokens = _tokens(bleu, as_column([text]), [as_column([reference], "references") for reference in references])
    spans = token_spans(text, tokens.required_words(0))
    orders = longest_in_references(tokens, max(bleu.max_order, PAIR)).tolist()
    return [PlacedWord(span, order) for span, order in zip(spans, orders, strict=True)]


def count_error_words(words: Sequence[PlacedWord], text: str, errors: Sequence[ErrorSpan]) -> ErrorWords:
    """Return the numbers of words of one output inside and outside of its errors.

    A word is inside if one of its characters is. Errors in the source, and errors without a place, have no words.
    """
    spans = [word.span for word in words]
    return _split_by_errors(
        spans, np.array([word.longest for word in words], np.int64), _characters_in_errors(len(text), errors)
    )


def count_error_words_of_set(
    test_set: TestSet, bleu: BLEU, annotation: str, severities: Sequence[str] = (), on_progress: Progress = no_progress
) -> ErrorWords:
    """Return the numbers of words inside and outside of errors, in all outputs that an annotation judged.

    Only errors of these severities count, if any are named. Raises ``ValueError`` for an unknown annotation,
    ``TooLong`` for a text that the tokenizer cannot take.
    """
    error_annotation = find_annotation(test_set, annotation)
    references = [reference.segments for reference in test_set.references]
    total = ErrorWords()
    systems = [system for system in test_set.systems if system.name in error_annotation.judged]
    for n_done, system in enumerate(systems):
        tokens = _tokens(bleu, system.segments, references)
        orders = longest_in_references(tokens, PAIR)
        errors = {
            segment: segment_errors
            for segment in np.flatnonzero(error_annotation.annotator_counts(system.name)).tolist()
            if (
                segment_errors := _errors_in_output(
                    error_annotation.by_text.get((system.name, segment), ()), severities
                )
            )
        }
        total += _words_of_error_free_outputs(
            tokens, orders, error_annotation.annotator_counts(system.name) > 0, errors
        )
        for number, (segment, segment_errors) in enumerate(errors.items()):
            if number % PROGRESS_INTERVAL == 0:
                on_progress((n_done + number / len(errors)) / len(systems))
            start, end = tokens.starts[0, segment], tokens.ends[0, segment]
            text = system.segments[segment].as_py()
            spans = token_spans(text, tokens.required_words(0, segment))
            total += _split_by_errors(spans, orders[start:end], _characters_in_errors(len(text), segment_errors))
    on_progress(1.0)
    return total


def _errors_in_output(errors: Sequence[ErrorSpan], severities: Sequence[str]) -> list[ErrorSpan]:
    """Return the errors that have a place in the output, of these severities, or of all if none are named."""
    placed = (error for error in errors if error.is_placed and not error.in_source)
    return [error for error in placed if not severities or error.severity in severities]


def _words_of_error_free_outputs(
    tokens: Tokens, orders: Ints, are_judged: Flags, errors: Collection[int]
) -> ErrorWords:
    """Return the numbers of words in judged outputs without an error; all of them are outside."""
    free = are_judged.copy()
    free[[*errors]] = False
    lengths = np.maximum(tokens.ends[0] - tokens.starts[0], 0)
    return ErrorWords(outside=_word_matches(orders[np.repeat(free, lengths)]))


def _tokens(bleu: BLEU, output: pa.StringArray, references: Sequence[pa.StringArray]) -> Tokens:
    """Return the tokens of the output (column 0) and the references.

    Raises ``TooLong`` where the tokenizer cannot take a text.
    """
    texts_by_name = {"the output": output} | {
        f"reference {number}": column for number, column in enumerate(references, 1)
    }
    for limit in bleu.limits:
        limit.check(texts_by_name)
    return encode_columns([output, *references], bleu.tokenize, bleu.lowercase)


def _characters_in_errors(length: int, errors: Sequence[ErrorSpan]) -> Flags:
    """Return which characters are in an error, bool (length,)."""
    marked = np.zeros(length, np.bool_)
    for error in errors:
        if error.is_placed and not error.in_source:
            marked[error.start : error.end] = True
    return marked


def _split_by_errors(spans: Sequence[Span | None], orders: Ints, marked: Flags) -> ErrorWords:
    placed = np.array([span is not None for span in spans], np.bool_)
    ends = np.array([span for span in spans if span is not None], np.int64).reshape(-1, 2)
    before = np.concatenate([[0], np.cumsum(marked)])
    inside = before[ends[:, 1]] > before[ends[:, 0]]
    placed_orders = orders[placed]
    return ErrorWords(_word_matches(placed_orders[inside]), _word_matches(placed_orders[~inside]), int((~placed).sum()))


def _word_matches(orders: Ints) -> WordMatches:
    return WordMatches(len(orders), int((orders >= 1).sum()), int((orders >= 2).sum()))


def longest_in_references(tokens: Tokens, max_order: int) -> Ints:
    """Return for each token of column 0 the order of the longest n-gram with it that a reference of its segment has.

    int64 (n_tokens of the column,); 0 where no reference has the token. BLEU counts these n-grams as matches, up to as
    often as a reference has them.
    """
    lengths = np.maximum(tokens.ends - tokens.starts, 0)
    n_segments = lengths.shape[1]
    segments = np.repeat(np.tile(np.arange(n_segments), len(lengths)), lengths.ravel())
    remaining = np.repeat(np.cumsum(lengths.ravel()), lengths.ravel()) - np.arange(len(segments))
    n_own = int(lengths[0].sum())
    orders = np.zeros(n_own, np.int64)
    ngrams = segments
    for order in range(1, max_order + 1):
        places = np.flatnonzero(remaining >= order)
        pairs = ngrams[places] * (len(tokens.vocabulary) + 1) + tokens.ids[places + order - 1]
        numbers = np.unique(pairs, return_inverse=True)[1]
        common = np.isin(numbers[places < n_own], numbers[places >= n_own])
        starts = places[places < n_own][common]
        if not len(starts):
            break
        for offset in range(order):
            orders[starts + offset] = order
        ngrams = np.zeros(len(segments), np.int64)
        ngrams[places] = numbers
    return orders
