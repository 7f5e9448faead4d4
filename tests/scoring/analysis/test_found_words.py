"""Words inside and outside of errors, against a plain loop."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TestSet
from scoring.analysis.found_words import (
    ErrorWords,
    WordMatches,
    count_error_words,
    count_error_words_of_set,
    longest_in_references,
    placed_words,
)
from scoring.judgments import Annotation, ErrorSpan
from scoring.text.spans import token_spans
from scoring.text.tokenizers import encode_columns

PLAIN = BLEU(tokenize="none")
WORDS = st.lists(st.sampled_from("abc"), max_size=8).map(" ".join)


def longest(words, references, max_order):
    """Of each word the longest n-gram with it that a reference has, by looking for all of them."""
    known = {tuple(r[i:j]) for r in references for i in range(len(r)) for j in range(i + 1, len(r) + 1)}
    result = [0] * len(words)
    for i in range(len(words)):
        for j in range(i + 1, min(i + max_order, len(words)) + 1):
            if tuple(words[i:j]) in known:
                result[i:j] = [max(order, j - i) for order in result[i:j]]
    return result


@given(st.lists(st.tuples(WORDS, WORDS, st.one_of(st.none(), WORDS)), min_size=1, max_size=4), st.integers(1, 4))
def test_the_longest_ngram_that_a_reference_has(texts, max_order):
    outputs, first, second = (list(column) for column in zip(*texts, strict=True))
    tokens = encode_columns([pa.array(column, pa.string()) for column in (outputs, first, second)], "none")
    found = longest_in_references(tokens, max_order).tolist()
    expected = [
        order
        for output, *references in texts
        for order in longest(output.split(), [r.split() for r in references if r], max_order)
    ]
    assert found == expected


def test_known_by_hand():
    text, reference = "the cat sat on a mat", "a cat sat down"
    words = placed_words(PLAIN, text, [reference])
    assert [word.longest for word in words] == [0, 2, 2, 0, 1, 0]
    error = ErrorSpan("A", 0, 5, 9, "major")  # "at s": touches "cat" and "sat"
    assert count_error_words(words, text, [error]) == ErrorWords(WordMatches(2, 2, 2), WordMatches(4, 1, 0))
    nowhere = [ErrorSpan("A", 0, -1, -1, "major"), ErrorSpan("A", 0, 0, 3, "major", in_source=True)]
    assert count_error_words(words, text, [*nowhere, ErrorSpan("A", 0, 4, 4, "minor")]).inside.words == 0


def test_over_a_set_only_outputs_that_were_judged_count():
    outputs = {"A": ["a b", "", "b c"], "B": ["c", "d", "a"]}
    judged = {"A": np.array([True, True, False]), "B": np.array([False, True, False])}
    spans = (ErrorSpan("A", 0, 0, 1, "minor"), ErrorSpan("B", 1, 0, 1, "major"), ErrorSpan("B", 1, 0, 1, "minor"))
    test_set = TestSet.build(outputs, [["a b", "x", "b"]]).with_judgments(
        annotations=[Annotation("MQM", spans, judged)]
    )
    assert count_error_words_of_set(test_set, PLAIN, "MQM") == ErrorWords(WordMatches(2, 1, 1), WordMatches(1, 1, 1))
    assert count_error_words_of_set(test_set, PLAIN, "MQM", ("major",)) == ErrorWords(
        WordMatches(1, 0, 0), WordMatches(2, 2, 2)
    )


@given(
    st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 8), st.integers(0, 8)), max_size=6),
    st.integers(1, 4),
)
def test_a_set_is_the_sum_of_its_outputs(texts, places, max_order):
    outputs, references = (list(column) for column in zip(*texts, strict=True))
    spans = [
        ErrorSpan("A", segment, min(start, end), max(start, end), "minor")
        for segment, start, end in places
        if segment < len(outputs) and max(start, end) <= len(outputs[segment])
    ]
    annotation = Annotation("MQM", spans, {"A": np.ones(len(outputs), bool)})
    bleu = BLEU(tokenize="none", max_order=max_order)
    expected = ErrorWords()
    for segment, (output, reference) in enumerate(texts):
        words = placed_words(bleu, output, [reference])
        expected += count_error_words(words, output, [span for span in spans if span.segment == segment])
    test_set = TestSet.build({"A": outputs}, [references]).with_judgments(annotations=[annotation])
    assert count_error_words_of_set(test_set, bleu, "MQM") == expected


def test_words_stand_where_the_text_has_them():
    assert token_spans("Ja, nein.", ["ja", ",", "nein", "."]) == [(0, 2), (2, 3), (4, 8), (8, 9)]
    assert token_spans("A &amp; B A", ["a", "&", "b", "a"]) == [(0, 1), (2, 7), (8, 9), (10, 11)]
    assert token_spans("x&amp;", ["x", "&", "amp", ";"]) == [(0, 1), (1, 2), (2, 5), (5, 6)]
    assert token_spans("x &quot;q&quot;", ["x", '"', "q", '"']) == [(0, 1), (2, 8), (8, 9), (9, 15)]
    assert token_spans("a <skipped>b c", ["a", "b", "c"]) == [(0, 1), None, (13, 14)]
    assert token_spans("ΟΔΟΣ b", ["οδος", "b"]) == [(0, 4), (5, 6)]
    assert token_spans("", []) == []
