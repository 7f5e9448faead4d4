"""What the paper leaves open: method 6 from order 2 on, and hypotheses without a match."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.bleu.smoothing import PAPER, VARIANTS, Smoothing
from tests.equations import REFERENCES, WORDS, counts, score
from tests.properties import examples

REFERENCE = "the cat sat on a red mat near our door"
TWO_WORDS_IN_A_ROW = "the cat q w e r t y u i"
MORE_WORDS = "the cat q on w red e near r door"


def from_order_2(m, totals, max_order, alpha):
    """p_n = (m_n + alpha p0_n) / (l_n + alpha) for n > 1, p0_n = p_(n-1)^2 / p_(n-2), p_0 = 1."""
    p = {0: Fraction(1), 1: m[1] / totals[1]}
    for n in range(2, max_order + 1):
        prior = p[n - 1] ** 2 / p[n - 2] if p[n - 2] else 0
        p[n] = (m[n] + alpha * prior) / (totals[n] + alpha)
    return p


@examples(60)
@given(hypothesis=WORDS, references=REFERENCES, alpha=st.sampled_from([0.5, 5.0, 10.0]), max_order=st.integers(1, 6))
@example(hypothesis=[*"abc"], references=[[*"cba"]], alpha=5.0, max_order=3)
@example(hypothesis=["a"], references=[["b", "a"]], alpha=5.0, max_order=2)
def test_6_from_2_is_its_recursion_in_whole_fractions(hypothesis, references, alpha, max_order):
    found = score(hypothesis, references, f"6-from-2={alpha}", max_order)
    m, totals = counts(hypothesis, references, max_order)
    if not m[1] or not totals[max_order]:
        assert math.isnan(found) or found == 0
        return
    p = from_order_2(m, totals, max_order, Fraction(alpha))
    c, r = len(hypothesis), min((abs(len(words) - len(hypothesis)), len(words)) for words in references)[1]
    penalty = 1 if c > r else math.exp(1 - r / c)
    expected = 100 * penalty * math.prod(float(p[n]) ** (1 / max_order) for n in range(1, max_order + 1))
    assert found == pytest.approx(expected, rel=1e-9)


def test_6_from_2_by_hand():
    """Five words of which three match, two of them in a row; alpha 5 and N = 2: p_2 = (1 + 5 * (3/5)^2) / (4 + 5)."""
    bleu = BLEU("none", max_order=2, smoothing="6-from-2")
    terms = bleu.arithmetic(bleu.statistics(["a b x c y"], [["a b d c e"]])[0])
    np.testing.assert_allclose(terms.precisions, [3 / 5, (1 + 5 * 9 / 25) / 9])


def test_it_is_a_method_with_alpha_that_says_it_is_not_the_papers():
    assert "6-from-2" in VARIANTS
    assert "6-from-2" not in PAPER
    assert "not in the paper" in VARIANTS["6-from-2"].description
    assert Smoothing.parse("6-from-2").value == PAPER["6"].value
    assert str(Smoothing.parse("6-from-2=10")) == "6-from-2[10.00]"


def test_method_6_prefers_the_sentence_with_fewer_right_words_and_from_order_2_on_does_not():
    fewer, more = (
        [score(text, [REFERENCE], name) for name in ("6", "6-from-2")] for text in (TWO_WORDS_IN_A_ROW, MORE_WORDS)
    )
    assert fewer[0] > more[0]
    assert fewer[1] < more[1]
    for method in set(PAPER) - {"0", "6"}:
        assert score(MORE_WORDS, [REFERENCE], method) > score(TWO_WORDS_IN_A_ROW, [REFERENCE], method)


# A hypothesis without a match


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        pytest.param("0", 0, id="0: nothing is changed"),
        pytest.param("1", (0.1**4 / (5 * 4 * 3 * 2)) ** 0.25, id="1: every count is epsilon"),
        pytest.param("2", 0, id="2: nothing is added to unigrams"),
        pytest.param("3", (2**-10 / (5 * 4 * 3 * 2)) ** 0.25, id="3: 1/2, 1/4, 1/8, 1/16"),
        pytest.param("6", 0, id="6: the priors are 0"),
        pytest.param("5", (3**-10 / (5 * 4 * 3 * 2)) ** 0.25, id="5: a third of the count before"),
    ],
)
def test_a_hypothesis_without_a_match_is_smoothed_where_that_is_asked_for(method, expected):
    usual, smoothed = (BLEU("none", smoothing=method, smooth_unmatched=asked) for asked in (False, True))
    row = usual.statistics(["a b c d e"], [["v w x y z"]])[0]
    assert usual.score(row) == 0
    assert smoothed.score(row) == pytest.approx(100 * expected)


@given(WORDS.filter(bool), REFERENCES, st.sampled_from([*PAPER, *VARIANTS]))
def test_it_changes_nothing_else(hypothesis, references, method):
    usual, smoothed = (BLEU("none", smoothing=method, smooth_unmatched=asked) for asked in (False, True))
    row = usual.statistics([" ".join(hypothesis)], [[" ".join(words)] for words in references])[0]
    if usual.column(row, "matches_1"):
        assert smoothed.score(row) == usual.score(row)


def test_the_signature_says_so_only_where_it_is_on():
    assert "unmatched" not in BLEU().signature
    assert "|unmatched:yes" in BLEU(smooth_unmatched=True).signature
