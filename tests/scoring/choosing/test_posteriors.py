"""Probabilities within lists."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.choosing import Lists, posterior, uniform

SCORED = st.lists(
    st.lists(st.tuples(st.sampled_from("abc"), st.floats(-800, 800)), min_size=1, max_size=6), min_size=1, max_size=4
)


def decoded(scored):
    texts = [text for each in scored for text, _ in each]
    scores = np.array([score for each in scored for _, score in each])
    return Lists(pa.array(texts, pa.string()), np.cumsum([0, *map(len, scored)]), decoder_scores=scores)


def test_a_text_that_was_drawn_twice_weighs_twice():
    np.testing.assert_allclose(uniform(Lists.build([["a", "b", "a"], ["c"]])), [1 / 3, 1 / 3, 1 / 3, 1])


def test_derivations_of_one_text_are_summed():
    lists = decoded([[("a", math.log(1)), ("b", math.log(2)), ("a", math.log(3)), ("c", math.log(4))], [("a", 7.0)]])
    np.testing.assert_allclose(posterior(lists), [0.4, 0.2, 0, 0.4, 1])


@given(SCORED, st.sampled_from([0.1, 1.0, 3.0]))
def test_posterior_equals_the_plain_sums(scored, temperature):
    expected = []
    for each in scored:
        highest = max(score for _, score in each)
        shares = [math.exp((score - highest) / temperature) for _, score in each]
        seen = set()
        for text, _ in each:
            own = sum(share for share, (other, _) in zip(shares, each, strict=True) if other == text)
            expected.append(0 if text in seen else own / sum(shares))
            seen.add(text)
    found = posterior(decoded(scored), temperature=temperature)
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_weights_of_features_are_the_score():
    """exp(ln 2 * 2 - ln 3) : exp(ln 3) is 4/3 : 3."""
    lists = Lists(pa.array(["a", "b"]), [0, 2], features=np.array([[2, -1], [0, 1.0]]), feature_names=("lm", "w"))
    np.testing.assert_allclose(posterior(lists, [math.log(2), math.log(3)]), [4 / 13, 9 / 13])


@pytest.mark.parametrize(
    ("weights", "temperature", "told"),
    [
        (None, 0, "temperature must be above 0; found 0"),
        (None, math.inf, "temperature must be above 0; found inf"),
        (None, math.nan, "temperature must be above 0; found nan"),
        ([1.0], 1, "no features"),
    ],
)
def test_what_cannot_be_a_posterior_is_refused(weights, temperature, told):
    with pytest.raises(ValueError, match=told):
        posterior(decoded([[("a", 1.0)]]), weights, temperature)


def test_lists_without_scores_are_refused():
    with pytest.raises(ValueError, match="no scores of a decoder"):
        posterior(Lists.build([["a"]]))


def test_as_many_weights_as_features():
    lists = Lists(pa.array(["a"]), [0, 1], features=np.ones((1, 2)), feature_names=("lm", "w"))
    with pytest.raises(ValueError, match="Expected 2 weights, one a feature; found 1"):
        posterior(lists, [1.0])


def test_scores_that_are_not_finite_are_named():
    with pytest.raises(ValueError, match="found -inf for candidate 2 of segment 1"):
        posterior(decoded([[("a", 1.0), ("b", -math.inf)], [("a", 1.0)]]))
