"""GLEU against NLTK, and numbers worked out by hand."""

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu

from scoring import GLEU
from tests.corpora import SAMPLE_SETS, corpora, corpus_score, split_corpus
from tests.papineni import HYPOTHESES, REFERENCES

WORDS = GLEU(tokenize="none")
ORDERS = st.tuples(st.integers(1, 9), st.integers(1, 9)).map(sorted)


def test_nltk_examples():
    rows = GLEU().statistics(HYPOTHESES, REFERENCES)
    assert GLEU().score(rows) == pytest.approx([43.93939393939394, 78.94736842105263])
    assert corpus_score(GLEU(), HYPOTHESES, REFERENCES) == pytest.approx(56.73076923076923)
    assert corpus_score(GLEU(), ["the " * 7], [["the cat is on the mat"]]) == pytest.approx(100 / 11)


@pytest.mark.parametrize(
    ("hypothesis", "references", "row"),
    [
        ("a b", ["a b"], (3, 3)),
        ("a b c", ["a b"], (3, 6)),
        ("a", ["a b c"], (1, 6)),
        ("a b", ["x b a b", "a c"], (1, 3)),  # 3/10 is less
        ("a b", ["x y z", "x y"], (0, 6)),  # the first of equals
        ("", ["", "a b"], (0, 3)),
        ("", [""], (0, 0)),
        ("a", [None, "a"], (1, 1)),
    ],
)
def test_by_hand(hypothesis, references, row):
    rows = WORDS.statistics([hypothesis, "z"], [[text, "z"] for text in references])
    assert tuple(rows[0]) == row


@pytest.mark.exhaustive
@given(corpora(), ORDERS)
def test_nltk(corpus, orders):
    """Which scores 0 where neither text has an n-gram."""
    metric = GLEU("none", False, *orders)
    hypotheses, references = split_corpus(*corpus)
    longest = [max(map(len, (words, *of))) for words, of in zip(hypotheses, references, strict=True)]
    expected = [
        100 * sentence_gleu(of, words, *orders) if length >= orders[0] else nan
        for words, of, length in zip(hypotheses, references, longest, strict=True)
    ]
    assert metric.score(metric.statistics(*corpus)) == pytest.approx(expected, nan_ok=True)
    whole = 100 * corpus_gleu(references, hypotheses, *orders) if max(longest) >= orders[0] else nan
    assert corpus_score(metric, *corpus) == pytest.approx(whole, nan_ok=True)


@pytest.mark.parametrize("corpus", [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data(corpus):
    hypotheses, references = split_corpus(*corpus)
    assert corpus_score(WORDS, *corpus) == pytest.approx(100 * corpus_gleu(references, hypotheses), rel=1e-12)


def test_orders_must_be_in_order():
    with pytest.raises(ValueError, match=r"GLEU's min_order .* at most its max_order .*; found 3 and 2"):
        GLEU(min_order=3, max_order=2)
