"""The kernels: against counters of n-grams, and compiled against uncompiled."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.choosing import Lists
from scoring.choosing.pairwise import pair_matches
from scoring.choosing.pairwise.pair_matches import count_pairs
from scoring.text.tokenizers import encode_columns
from tests.properties import examples
from tests.uncompiled import uncompile

# Three words: n-grams of every order repeat, within a candidate and between them.
CANDIDATE = st.lists(st.sampled_from("abc"), max_size=12).map(" ".join)
LISTS = st.lists(st.lists(CANDIDATE, min_size=1, max_size=5), min_size=1, max_size=4)


def counted(lists, hypotheses, max_order):
    return count_pairs(encode_columns([lists.candidates], "none"), lists, hypotheses, max_order)


def ngrams(text, order):
    tokens = text.split()
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def plain(texts, hypotheses, max_order):
    """min(a, b) of every n-gram, added up; & of Counters is the minimum."""
    pairs = [(h, r) for candidates in texts for h in candidates for r in candidates]
    sizes = [len(candidates) for candidates in texts for _ in candidates]
    first, last = (sum(sizes[:end]) for end in (hypotheses.start, hypotheses.stop))
    return [
        [(ngrams(h, order) & ngrams(r, order)).total() for h, r in pairs[first:last]]
        for order in range(1, max_order + 1)
    ]


@given(LISTS, st.integers(1, 6), st.data())
def test_matches_are_those_of_the_plain_count(texts, max_order, data):
    lists = Lists.build(texts)
    first = data.draw(st.integers(0, len(lists) - 1))
    hypotheses = slice(first, data.draw(st.integers(first + 1, len(lists))))
    found = counted(lists, hypotheses, max_order)
    assert found.dtype == np.int32
    assert found.tolist() == plain(texts, hypotheses, max_order)


@pytest.mark.parametrize("n_types", [2, 40, 4000])
def test_matches_of_longer_lists(n_types):
    """Some n-grams are in most candidates and some in few: the two ways in which one is added."""
    draw = np.random.default_rng(n_types)
    texts = [[" ".join(map(str, draw.integers(n_types, size=n))) for n in draw.integers(60, size=30)] for _ in range(2)]
    lists = Lists.build(texts)
    assert counted(lists, slice(0, 60), 5).tolist() == plain(texts, slice(0, 60), 5)


@examples(10)
@given(LISTS, st.integers(1, 6))
def test_compiled_kernels_equal_their_plain_python_selves(texts, max_order):
    lists = Lists.build(texts)
    compiled = counted(lists, slice(0, len(lists)), max_order)
    with pytest.MonkeyPatch.context() as patch:
        uncompile(patch, pair_matches)
        np.testing.assert_array_equal(counted(lists, slice(0, len(lists)), max_order), compiled, strict=True)
