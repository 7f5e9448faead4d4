"""What weights choose as a choice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.choosing import Lists
from scoring.lab.tuning import TuningCandidates, choose_by_weights
from tests.scoring.lab.tuning.lists import DECODER, KNOWN, PLAIN, made


def test_the_known_choice():
    choice = choose_by_weights("tuned", KNOWN, DECODER)
    assert choice.name == "tuned"
    assert choice.texts(KNOWN).to_pylist() == ["a cat on mat", "he reads a book"]


@given(st.integers(0, 10**6), st.sampled_from([1, 1e-12]))
def test_it_is_what_tuners_score(seed, size):
    lists, references = made(seed)
    weights = np.random.default_rng(seed).standard_normal(3) * size
    picks = TuningCandidates.of(lists, [references], PLAIN).picks(weights)
    np.testing.assert_array_equal(choose_by_weights("tuned", lists, weights).picks, picks)


@pytest.mark.parametrize("lists", [Lists.build([["a"]]), KNOWN])
def test_weights_that_do_not_fit_are_refused(lists):
    with pytest.raises(ValueError, match="one weight a feature"):
        choose_by_weights("tuned", lists, np.ones(3))
