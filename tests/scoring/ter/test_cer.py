"""CER against jiwer and the Levenshtein distance."""

import jiwer
import Levenshtein
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CER
from tests.corpora import SAMPLE_SETS, corpora, corpus_score

LONG = st.text("ab ", max_size=300)
"""Longer than the 64 characters that are compared at a time."""


@pytest.mark.parametrize(
    ("hypothesis", "references", "row", "score"),
    [
        ("", [""], (0, 0), float("nan")),
        (" \t", ["\u3000"], (0, 0), float("nan")),
        ("ab", [""], (2, 0), 100),
        ("", ["ab"], (2, 2), 100),
        (" a b ", ["a  b"], (1, 4), 25),  # jiwer's default: white space at both ends is dropped, and no other
        ("AB", ["ab"], (2, 2), 100),
        ("abc", ["abcd", "ab"], (1, 3), 100 / 3),  # the mean length of both
        ("ab", [None, "abcd"], (2, 4), 50),
    ],
)
def test_by_hand(hypothesis, references, row, score):
    found = CER().statistics([hypothesis, "z"], [[text, "z"] for text in references])[0]
    assert tuple(found) == row
    assert CER().score(found) == pytest.approx(score, nan_ok=True)


def test_case_is_ignored_if_asked():
    assert corpus_score(CER(lowercase=True), ["AB"], [["ab"]]) == 0


@given(corpora() | corpora(LONG))
def test_the_definition(corpus):
    metric = CER()
    hypotheses = [text.strip() for text in corpus[0]]
    references = [[text.strip() for text in row if text is not None] for row in zip(*corpus[1], strict=True)]
    expected = [
        (min(Levenshtein.distance(text, r) for r in of), sum(map(len, of)) / len(of))
        for text, of in zip(hypotheses, references, strict=True)
    ]
    assert metric.statistics(*corpus).tolist() == [list(map(float, row)) for row in expected]


@given(st.lists(st.tuples(st.text("ab ", max_size=90), st.text("ab ", max_size=90)), min_size=1, max_size=4))
def test_jiwer(corpus):
    """Which divides by no character as if it were one."""
    hypotheses, references = map(list, zip(*corpus, strict=True))
    if any(text.strip() for text in references):
        expected = 100 * jiwer.cer(references, hypotheses)
        assert corpus_score(CER(), hypotheses, [references]) == pytest.approx(expected)


@pytest.mark.parametrize("corpus", [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data(corpus):
    hypotheses, (references, *_) = corpus
    expected = 100 * jiwer.cer(references, hypotheses)
    assert corpus_score(CER(), hypotheses, [references]) == pytest.approx(expected, rel=1e-13)
