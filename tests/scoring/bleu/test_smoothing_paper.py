"""Chen and Cherry's methods: golden values, a slow oracle written from their equations, and what holds of them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.bleu.smoothing import PAPER
from tests.cases import as_one_test
from tests.equations import REFERENCES, WORDS, counts, score
from tests.properties import examples

VALUES = st.sampled_from([1e-3, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 9.0])
GUIDE = "It is a guide to action which ensures that the military always obeys the commands of the party"
GUIDE_REFERENCE = "It is a guide to action that ensures that the military will forever heed Party commands"


# Golden values


@pytest.mark.parametrize(
    ("hypothesis", "references", "expected"),
    [
        pytest.param(
            "the cat the cat on the mat",
            ["the cat is on the mat", "there is a cat on the mat"],
            {"0": 0.467138},
            id="Ng, the cat the cat",
        ),
        pytest.param(
            "you are ready ?",
            ["are you ready ?"],
            dict(zip(PAPER, [0, 0.202052, 0.537285, 0.379918, 0.244133, 0.352859, 0.142865, 0.422011], strict=True)),
            id="a blog's example, by the paper's formulas",
        ),
        pytest.param(
            GUIDE,
            [GUIDE_REFERENCE],
            dict.fromkeys("0134", 0.411804) | {"2": 0.445295, "5": 0.407758, "6": 0.413590, "7": 0.407758},
            id="Papineni 2002, ex. 1, first reference",
        ),
    ],
)
def test_golden_values(hypothesis, references, expected):
    assert {method: round(score(hypothesis, references, method) / 100, 6) for method in expected} == expected


@as_one_test
@pytest.mark.parametrize("method", PAPER)
@pytest.mark.parametrize("max_order", range(1, 10))
def test_a_perfect_match_of_at_least_as_many_words_as_the_order_is_1(method, max_order):
    for length in [*range(max_order, max_order + 4), 40]:
        for words in (range(length), [0] * length, [n % 3 for n in range(length)]):
            text = " ".join(map(str, words))
            assert abs(score(text, [text, "x"], method, max_order) / 100 - 1) <= 1e-12


# The paper's equations, one by one


def equation_5_to_7(m, totals, value):
    """Methods 0, 1 and 2, by name; value is epsilon."""
    return {
        "0": (m, totals),
        "1": ({n: m[n] or value for n in m}, totals),
        "2": ({n: m[n] + (n > 1) for n in m}, {n: totals[n] + (n > 1) for n in totals}),
    }


def invcnt(m, step):
    """Methods 3 and 4: invcnt = 1; where m_n is 0, invcnt is multiplied by the step and m'_n = 1 / invcnt."""
    smoothed, inverse = dict(m), 1
    for n in sorted(m):
        if m[n] == 0:
            inverse = inverse * step
            smoothed[n] = 1 / inverse
    return smoothed


def method_4(m, c, value):
    return m if c <= 1 else invcnt(m, value / math.log(c))


def method_5(m, max_order, beyond):
    """m'_0 = m_1 + 1; m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3."""
    m = m | {max_order + 1: beyond}
    smoothed = {0: m[1] + 1}
    for n in range(1, max_order + 1):
        smoothed[n] = (smoothed[n - 1] + m[n] + m[n + 1]) / 3
    return smoothed


def method_6(m, totals, max_order, value):
    """p_n = (m_n + alpha p0_n) / (l_n + alpha), p0_n = p_(n-1) * p_(n-1) / p_(n-2), for n > 2."""
    p = {n: m[n] / totals[n] for n in range(1, min(max_order, 2) + 1)}
    for n in range(3, max_order + 1):
        prior = p[n - 1] * p[n - 1] / p[n - 2] if p[n - 2] else 0
        p[n] = (m[n] + value * prior) / (totals[n] + value)
    return p


def oracle(hypothesis, references, method, value, max_order):
    """BLEU by the paper, 0-1."""
    c = len(hypothesis)
    r = min((abs(len(reference) - c), len(reference)) for reference in references)[1]
    if c == r == 0:
        return math.nan
    m, totals = counts(hypothesis, references, max_order)
    orders = range(1, max_order + 1)
    if m[1] == 0 or totals[max_order] == 0:
        return 0.0
    beyond = m[max_order + 1]
    m = {n: m[n] for n in orders}
    smoothed, denominators = equation_5_to_7(m, totals, value).get(method, (m, totals))
    if method == "3":
        smoothed = invcnt(m, Fraction(2))
    if method == "4":
        smoothed = method_4(m, c, value)
    if method == "5":
        smoothed = method_5(m, max_order, beyond)
    if method == "7":
        smoothed = method_5(method_4(m, c, value), max_order, beyond)
    p = method_6(m, totals, max_order, value) if method == "6" else {n: smoothed[n] / denominators[n] for n in orders}
    penalty = 1 if c > r else math.exp(1 - Fraction(r, c))
    return penalty * math.prod(float(p[n]) ** (1 / max_order) for n in orders)


@pytest.mark.parametrize("method", PAPER)
@examples(90)
@given(hypothesis=WORDS, references=REFERENCES, value=VALUES, max_order=st.integers(1, 9))
@example(hypothesis=["a"], references=[["b", "a"]], value=5.0, max_order=2)
@example(hypothesis=["a"], references=[["a"]], value=5.0, max_order=1)
@example(hypothesis=[*"abc"], references=[[*"cba"]], value=5.0, max_order=3)
@example(hypothesis=[*"abcabc"], references=[[*"ab"], [*"bca"]], value=5.0, max_order=4)
@example(hypothesis=[], references=[[], ["a"]], value=5.0, max_order=4)
def test_every_method_is_what_its_equation_says(method, hypothesis, references, value, max_order):
    smoothing = method if PAPER[method].value is None else f"{method}={value}"
    found = score(hypothesis, references, smoothing, max_order)
    expected = 100 * oracle(hypothesis, references, method, Fraction(value), max_order)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


# Cases that the paper leaves open


def test_one_word_has_no_logarithm_to_divide_by():
    bleu = BLEU("none", max_order=1, smoothing="4")
    numbers = bleu.arithmetic(bleu.statistics(["x"], [["a"]])[0])
    assert (numbers.smoothed_matches.tolist(), float(numbers.score)) == ([0], 0)


@pytest.mark.parametrize("method", PAPER)
def test_a_hypothesis_shorter_than_the_order_scores_0(method):
    for length in (1, 2, 3):
        text = " ".join("abc"[:length])
        assert score(text, [text], method) == 0
        assert score(text, [text], method, length) == pytest.approx(100)


@pytest.mark.parametrize("method", PAPER)
def test_no_matching_word_scores_0(method):
    assert score("a b c d e", ["v w x y z"], method) == 0


def test_method_6_without_a_bigram_has_a_prior_of_0():
    bleu = BLEU("none", smoothing="6")
    numbers = bleu.arithmetic(bleu.statistics(["a b c d e"], [["a c e b d"]])[0])
    assert numbers.smoothed_matches.tolist() == [5, 0, 0, 0]
    assert numbers.smoothed_totals.tolist() == [5, 4, 3 + 5, 2 + 5]
    assert numbers.score == 0


def test_method_6_below_the_third_order_changes_nothing():
    for max_order in (1, 2):
        assert score(GUIDE, [GUIDE_REFERENCE], "6", max_order) == score(GUIDE, [GUIDE_REFERENCE], "0", max_order)


def test_methods_5_and_7_end_with_the_next_order_as_it_is_counted():
    """N = 2 with 3, 1 and (trigrams) 0 matches: m'_0 = 4, m'_1 = (4 + 3 + 1) / 3, m'_2 = (8/3 + 1 + 0) / 3."""
    for method in ("5", "7"):
        bleu = BLEU("none", max_order=2, smoothing=method)
        numbers = bleu.arithmetic(bleu.statistics(["a b x c"], [["a b c"]])[0])
        np.testing.assert_allclose(numbers.smoothed_matches, [8 / 3, 11 / 9])


# What holds of every segment, and what does not

SEGMENTS = given(hypothesis=WORDS, references=REFERENCES, max_order=st.integers(1, 6))


@pytest.mark.parametrize("method", PAPER)
@SEGMENTS
def test_a_segment_scores_0_to_100(method, hypothesis, references, max_order):
    found = score(hypothesis, references, method, max_order)
    assert math.isnan(found) or 0 <= found <= 100 + 1e-9


@pytest.mark.parametrize("method", ["1", "2", "3", "4"])
@SEGMENTS
def test_filling_zero_counts_and_adding_one_never_lower_a_score(method, hypothesis, references, max_order):
    plain = score(hypothesis, references, "0", max_order)
    assume(not math.isnan(plain))
    assert score(hypothesis, references, method, max_order) >= plain - 1e-9


@pytest.mark.parametrize("method", ["1", "3", "4"])
@SEGMENTS
def test_filling_zero_counts_leaves_a_score_above_0_alone(method, hypothesis, references, max_order):
    plain = score(hypothesis, references, "0", max_order)
    assume(plain > 0)
    assert score(hypothesis, references, method, max_order) == plain


@given(WORDS, REFERENCES, VALUES, VALUES)
def test_a_larger_epsilon_never_lowers_and_a_larger_k_never_raises_a_score(hypothesis, references, one, other):
    smaller, larger = sorted((one, other))
    assume(hypothesis)
    low, high = (score(hypothesis, references, f"1={value}") for value in (smaller, larger))
    assert low <= high + 1e-9
    low, high = (score(hypothesis, references, f"4={value}") for value in (larger, smaller))
    assert low <= high + 1e-9


@pytest.mark.parametrize("method", ["5", "7"])
def test_averaging_may_lower_a_score(method):
    """Neighbours may be smaller; so smoothing is no bonus that every segment gets."""
    assert score(GUIDE, [GUIDE_REFERENCE], method) < score(GUIDE, [GUIDE_REFERENCE], "0")


def test_a_prior_may_lower_a_score():
    """Bigrams fail at the two joints: 3/7 after 8/8 lets expect 9/49 of the trigrams, and 2/6 match."""
    hypothesis, reference = "a b c d h g f e", "a b c d e f g h"
    assert score(hypothesis, [reference], "6") < score(hypothesis, [reference], "0")


@pytest.mark.parametrize(("length", "fewer"), [(5, True), (12, True), (13, False), (30, False)])
def test_method_4_gives_less_than_method_3_up_to_12_words_only(length, fewer):
    """Its factor ln c / 5 is under 1/2 for c < exp(2.5) = 12.2; the paper means to punish short hypotheses."""
    hypothesis, references = ["a"] + ["x"] * (length - 1), [["a"] + ["y"] * (length - 1)]
    assert (score(hypothesis, references, "4") < score(hypothesis, references, "3")) is fewer


def test_method_4_grows_with_every_zero_count_on_summed_counts():
    """ln c is above K = 5 from 149 words on: a zero count becomes more than 1, the next one still more."""
    bleu = BLEU("none", smoothing="4")
    numbers = bleu.arithmetic(np.array([1000, 1000, 500, 100, 0, 0, 0, 1000, 990, 980, 970, 960.0]))
    np.testing.assert_allclose(numbers.smoothed_matches[2:], [math.log(1000) / 5, (math.log(1000) / 5) ** 2])


@pytest.mark.parametrize("method", ["5", "7"])
def test_averaging_may_score_more_than_100_on_summed_counts(method):
    """Ten perfect segments of one word and one of four: 14 unigrams beside 3 bigrams, whose mean exceeds 3."""
    bleu = BLEU("none", smoothing=method)
    texts = ["a"] * 10 + ["a b c d"]
    assert bleu.score(bleu.statistics(texts, [texts]).sum(axis=0)) > 100
