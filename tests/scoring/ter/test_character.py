"""CharacTER against its authors' example, golden numbers, and a plain version of its rules."""

from math import nan
from statistics import mean

import Levenshtein
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CharacTER
from scoring.ter import character_edits
from tests.corpora import REPEATS, SAMPLE_SETS, SAUDI, corpora, corpus_score, split_corpus

GOLDEN = {
    "inflection-hr-sl/apertium": 32.58347676083463,
    "inflection-hr-sl/source-copy": 44.650232391936235,
    "news-en-es/apertium-catalan": 53.32058061376762,
    "news-en-es/apertium-direct": 51.23881365282123,
    "news-en-es/apertium-galician": 53.807201353848505,
    "textbook/candidate-1": 39.95722358406347,
    "textbook/candidate-2": 28.23317970837803,
}
"""Means of ``cer.calculate_cer``, version 1.2.0, over segments split at white space, each with its best reference."""
LONG = st.lists(st.sampled_from("abcdefgh"), min_size=55, max_size=75).map(" ".join)
"""Around the 64 words that are compared at a time."""


def shifted(words, target):
    """The words after every shift that brings a phrase to where the reference has it and lowers the distance."""
    score = Levenshtein.distance(words, target) / len(target)
    while True:
        tried = []
        for i in range(len(words)):
            for j in (j for j in range(len(target)) if j != i and target[j] == words[i]):
                n = 1
                while i + n < len(words) and j + n < len(target) and words[i + n] == target[j + n]:
                    n += 1
                rest = words[:i] + words[i + n :]
                moved = rest[:j] + words[i : i + n] + rest[j:]
                tried.append((score - Levenshtein.distance(moved, target) / len(target), moved))
        fall, best = max(tried, default=(0, words))
        if fall <= 0:
            return words
        score, words = score - fall, best


def cost_of_shifts(before, after):
    at, total = 0, 0.0
    while at < len(before):
        there = next((k for k in range(at + 1, len(after)) if after[k] == before[at]), None)
        if before[at] == after[at] or there is None:
            at += 1
            continue
        phrase = []
        for old, new in zip(before[at:], after[there:], strict=False):
            if old != new:
                break
            phrase.append(old)
        total += mean(map(len, phrase))
        at += len(phrase)
    return total


def slow_character(words, target):
    if words == target:
        return 0.0
    if not words or not target:
        return 1.0
    after = shifted(words, target)
    text = " ".join(after)
    return min(1.0, (Levenshtein.distance(text, " ".join(target)) + cost_of_shifts(words, after)) / len(text))


def best(words, references):
    """The lowest of all references, 1 against an empty text and undefined if all are empty."""
    scores = [slow_character(words, r) if words and r else 1.0 for r in references]
    return 100 * min(scores) if words or any(references) else nan


def test_the_authors_example():
    hypotheses = [SAUDI[0].lower(), "this is in fact an estimate"]
    references = [SAUDI[1].lower(), "this is actually an estimate"]
    scores = CharacTER().score(CharacTER().statistics(hypotheses, [references]))
    assert scores == pytest.approx([36.61971830985915, 25.925925925925924])
    assert corpus_score(CharacTER(), hypotheses, [references]) == pytest.approx(31.27282211789254)
    assert corpus_score(CharacTER(), ["i like your bag"], [["i like their bags"]]) == pytest.approx(100 / 3)


@given(corpora() | corpora(REPEATS))
def test_the_definition(corpus):
    expected = list(map(best, *split_corpus(*corpus)))
    found = CharacTER().score(CharacTER().statistics(*corpus))
    assert found == pytest.approx(expected, nan_ok=True)


@given(LONG, LONG)
def test_texts_of_more_than_64_words(hypothesis, reference):
    (found,) = CharacTER().score(CharacTER().statistics([hypothesis], [[reference]]))
    assert found == pytest.approx(100 * slow_character(hypothesis.split(), reference.split()))


@pytest.mark.parametrize(("name", "hypotheses", "references"), [pytest.param(*row, id=row[0]) for row in SAMPLE_SETS])
def test_the_package_cer(name, hypotheses, references):
    assert corpus_score(CharacTER(), hypotheses, references) == pytest.approx(GOLDEN[name], rel=1e-12)


def test_a_shift_that_reaches_the_end_of_the_text():
    """As plain Python, where nothing is read from behind the end."""
    original, after, ends = np.array([0, 1]), np.array([1, 0]), np.array([0, 3, 5])
    assert character_edits._shift_cost.py_func(after, original, ends) == 3


def test_tokens_and_case():
    assert corpus_score(CharacTER(), ["Yes, sir"], [["yes , sir"]]) > 0
    assert corpus_score(CharacTER(tokenize="13a", lowercase=True), ["Yes, sir"], [["yes , sir"]]) == 0
