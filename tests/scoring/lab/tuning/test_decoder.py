"""Weights recovered from a decoder's scores that were made with known ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lab.tuning import recover
from tests.scoring.lab.tuning.lists import DECODER, known, small


def test_the_known_answer():
    found = recover(known())
    np.testing.assert_allclose(found.weights, DECODER, atol=1e-9)
    assert found.is_exact
    assert found.is_unique


@given(st.integers(0, 10**6))
def test_a_constant_of_a_list_does_not_matter(seed):
    candidates, rng = small(seed, n_lists=20), np.random.default_rng(seed)
    weights = rng.standard_normal(3)
    scores = candidates.features @ weights + rng.integers(-3, 1, len(candidates))[candidates.lists] * 100.0
    found = recover(replace(candidates, decoder_scores=np.round(scores, 4)))
    np.testing.assert_allclose(found.weights, weights, atol=1e-3)
    assert found.is_exact


def test_scores_of_something_else_are_not_explained():
    candidates = small(1, n_lists=20)
    scores = candidates.decoder_scores + np.random.default_rng(1).standard_normal(len(candidates.lists))
    found = recover(replace(candidates, decoder_scores=scores))
    assert not found.is_exact
    assert found.error > 0.3


def test_a_feature_that_ranks_nothing_has_no_weight():
    candidates = known()
    features = np.column_stack([candidates.features, [7, 7, 7, 1, 1, 1]])
    found = recover(replace(candidates, features=features, feature_names=("lm", "w", "same")))
    np.testing.assert_allclose(found.weights, [*DECODER, 0], atol=1e-9)
    assert found.is_exact
    assert not found.is_unique


def test_lists_without_scores_are_refused():
    with pytest.raises(ValueError, match="no decoder's scores"):
        recover(replace(known(), decoder_scores=None))


def test_rounding_in_print_is_no_error():
    """As Moses prints: six digits of features and scores, which differ little within a list."""
    rng = np.random.default_rng(1)
    features = -1000 + rng.standard_normal((600, 3))
    features = np.array([[float(f"{value:.6g}") for value in row] for row in features])
    scores = [float(f"{score:.6g}") for score in features @ [0.03, 0.02, 0.1]]
    offsets = np.arange(7) * 100
    candidates = replace(known(), features=features, feature_names=("a", "b", "c"), offsets=offsets)
    found = recover(replace(candidates, decoder_scores=np.array(scores)))
    assert found.is_exact
    np.testing.assert_allclose(found.weights, [0.03, 0.02, 0.1], atol=1e-4)
