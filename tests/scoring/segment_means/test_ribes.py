"""RIBES against NLTK, and numbers worked out by hand."""

from itertools import combinations
from math import exp, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.ribes_score import sentence_ribes

from scoring import RIBES
from tests.corpora import REPEATS, SAMPLE_SETS, corpora, corpus_score, split_corpus
from tests.papineni import HYPOTHESES, REFERENCES, SECOND

WORDS = RIBES(tokenize="none")
WEIGHTS = st.sampled_from([(0.25, 0.1), (0.0, 0.0), (1.0, 0.5), (2.0, 3.0)])


def nltk_scores(hypotheses, references, alpha=0.25, beta=0.1):
    """NLTK's, but for two empty texts and a reference of one word, which it scores 0."""
    for words, of in zip(*split_corpus(hypotheses, references), strict=True):
        found = sentence_ribes(of, words, alpha, beta)
        if any(len(r) == words.count(r[0]) == 1 for r in of if r):
            found = max(found, (1 / len(words)) ** alpha)
        yield 100 * found if words or any(of) else nan


def test_nltk_examples():
    rows = RIBES().statistics(HYPOTHESES, REFERENCES)
    assert RIBES().score(rows) == pytest.approx([88.41583342199357, 38.18181818181818])
    assert corpus_score(RIBES(), HYPOTHESES, REFERENCES) == pytest.approx(63.29882580190588)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "places"),
    [
        # where in the reference the words of the hypothesis are found: the paper's examples
        (HYPOTHESES[1], SECOND, [7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]),
        ("Bob hit John yesterday", "John hit Bob yesterday", [2, 1, 0, 3]),
        ("the book was read by the boy", "the boy read the book", [3, 4, 2, 0, 1]),
        # a word that occurs twice is found by its neighbour, or not at all
        ("a a", "a a", [0, 1]),
        ("a x a", "a y a", []),
        # the neighbour on the right comes first
        ("b a c d", "a c b a d", [2, 0, 1, 4]),
    ],
)
def test_by_hand(hypothesis, reference, places):
    pairs = list(combinations(places, 2))
    order = sum(first < second for first, second in pairs) / max(len(pairs), 1)
    length = len(hypothesis.split())
    penalty = exp(min(0.0, 1 - len(reference.split()) / length))
    (score,) = WORDS.score(WORDS.statistics([hypothesis], [[reference]]))
    assert score == pytest.approx(100 * order * (len(places) / length) ** 0.25 * penalty**0.1)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"),
    [("Yes", "Yes", 100), ("Yes sir", "Yes", 100 * 0.5**0.25), ("a a", "a", 0), ("a", "a b", 0), ("x", "y", 0)],
)
def test_a_reference_of_one_word_has_no_order_to_lose(hypothesis, reference, score):
    """As in the authors' RIBES.py."""
    assert WORDS.score(WORDS.statistics([hypothesis], [[reference]])[0]) == pytest.approx(score)


@given(corpora() | corpora(REPEATS), WEIGHTS)
def test_nltk(corpus, weights):
    metric = RIBES("none", False, *weights)
    expected = list(nltk_scores(*corpus, *weights))
    assert metric.score(metric.statistics(*corpus)) == pytest.approx(expected, nan_ok=True)
    defined = [score for score in expected if score == score]
    mean = sum(defined) / len(defined) if defined else nan
    assert corpus_score(metric, *corpus) == pytest.approx(mean, nan_ok=True)


@pytest.mark.parametrize("corpus", [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data(corpus):
    assert WORDS.score(WORDS.statistics(*corpus)) == pytest.approx(list(nltk_scores(*corpus)), rel=1e-12)
