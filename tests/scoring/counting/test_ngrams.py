"""The kernels: against a slow plain count, and compiled against uncompiled."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting import ngrams
from scoring.counting.few_ngrams import count_few_matches
from scoring.counting.kernels import Kernel
from scoring.counting.ngrams import count_many_matches, locate_matches
from scoring.text.tokenizers import encode_columns

# Three words in segments of up to twelve: n-grams of every order repeat, and clipping has work to do.
SENTENCE = st.lists(st.sampled_from("abc"), max_size=12).map(" ".join)
KERNELS = sorted(name for name, value in vars(ngrams).items() if isinstance(value, Kernel))


@st.composite
def corpora(draw, max_segments=4):
    """Hypotheses and references as [reference][segment], single ones missing."""
    segments = draw(
        st.lists(
            st.tuples(SENTENCE, SENTENCE, st.lists(st.none() | SENTENCE, min_size=3, max_size=3)),
            min_size=1,
            max_size=max_segments,
        )
    )
    n_references = draw(st.integers(1, 4))
    columns = [[first, *others] for _, first, others in segments]
    return [hypothesis for hypothesis, _, _ in segments], list(map(list, zip(*columns, strict=True)))[:n_references]


def counted(hypotheses, references, max_order):
    columns = [pa.array(column, pa.string()) for column in (hypotheses, *references)]
    return count_many_matches(encode_columns(columns, "none"), 0, slice(1, None), max_order)


def counted_by_numpy(hypotheses, references, max_order):
    columns = [pa.array(column, pa.string()) for column in (hypotheses, *references)]
    return count_few_matches(encode_columns(columns, "none"), 0, slice(1, None), max_order)


def ngram_counts(tokens, order):
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def oracle(hypothesis, references, max_order):
    """Papineni et al. (2002), section 2.1.1, word for word; | of Counters is the maximum, & the minimum."""
    tokens = hypothesis.split()
    present = [reference.split() for reference in references if reference is not None]
    closest = min((len(reference) for reference in present), key=lambda n: (abs(n - len(tokens)), n))
    matches, totals = [], []
    for order in range(1, max_order + 1):
        most = Counter()
        for reference in present:
            most |= ngram_counts(reference, order)
        own = ngram_counts(tokens, order)
        matches.append((own & most).total())
        totals.append(own.total())
    return [len(tokens), closest, *matches, *totals]


def oracle_rows(hypotheses, references, max_order):
    return [oracle(h, rs, max_order) for h, *rs in zip(hypotheses, *references, strict=True)]


@given(corpora(), st.integers(1, 10))
def test_counts_are_those_of_the_slow_plain_count(corpus, max_order):
    statistics = counted(*corpus, max_order)
    assert statistics.dtype == np.float64
    assert statistics.tolist() == oracle_rows(*corpus, max_order)


@given(corpora(), st.integers(1, 10))
def test_counts_without_the_kernels_are_those_with_them(corpus, max_order):
    np.testing.assert_array_equal(counted_by_numpy(*corpus, max_order), counted(*corpus, max_order), strict=True)


def test_counts_that_do_not_fit_into_64_bits_are_left_to_the_kernels():
    text = " ".join(map(str, range(64)))
    assert counted_by_numpy([text], [[text]], 8) is not None
    assert counted_by_numpy([text], [[text]], 10) is None
    assert counted([text], [[text]], 10).tolist() == oracle_rows([text], [[text]], 10)


def test_no_text_at_all():
    assert counted_by_numpy([], [[]], 4).shape == counted([], [[]], 4).shape == (0, 10)


@pytest.mark.parametrize(("n_types", "length"), [(1, 300), (2, 400), (30, 300), (5000, 2000)])
def test_counts_of_long_segments(n_types, length):
    """Long enough that the hash table's slots collide and its chains wrap around."""
    draw = np.random.default_rng(n_types)
    lengths = [length, 0, length // 2, 1, length]  # a trie that was not cleared would leak into the next
    text = [[" ".join(map(str, draw.integers(n_types, size=n))) for n in lengths] for _ in range(3)]
    assert counted(text[0], text[1:], 10).tolist() == oracle_rows(text[0], text[1:], 10)


def test_n_grams_stop_at_the_ends_of_segments():
    """Tokens of all segments lie in one array: b c is no bigram of ["a b", "c d"]."""
    assert counted(["a b", "c d"], [["b c", "b c"]], 2).tolist() == [[2, 2, 1, 0, 2, 1], [2, 2, 1, 0, 2, 1]]


def test_a_word_of_another_segments_reference_does_not_match():
    assert counted(["a", "b"], [["b", "a"]], 1).tolist() == [[1, 1, 0, 1], [1, 1, 0, 1]]


# The two cases of mteval-v13a's brevity penalty that issue 2 names, and ties.
@pytest.mark.parametrize(
    ("length", "references", "closest"),
    [
        (7, [11, 8], 8),
        (7, [11, 8, 6, 7], 7),
        (7, [8, 6], 6),
        (7, [6, 8], 6),
        (7, [9, 5, 5], 5),
        (0, [3, 1], 1),
        (3, [0], 0),
        (1, [0, 2], 0),
        (5, [None, 9], 9),
        (5, [9, None, 6], 6),
    ],
)
def test_closest_reference_length(length, references, closest):
    columns = [[None if n is None else " ".join("x" * n)] for n in references]
    assert counted([" ".join("x" * length)], columns, 1)[0, 1] == closest


@given(corpora(max_segments=1), st.integers(1, 10))
def test_located_n_grams_are_at_their_places(corpus, max_order):
    hypotheses, references = corpus
    columns = [pa.array(column, pa.string()) for column in (hypotheses, *references)]
    located = locate_matches(encode_columns(columns, "none"), max_order)
    words = hypotheses[0].split()
    of_node = {}
    for start, order in np.ndindex(located.hypothesis.shape):
        node = located.hypothesis[start, order]
        ngram = tuple(words[start : start + order + 1])
        assert (node > 0) == (len(ngram) == order + 1)
        assert of_node.setdefault(node, ngram) == ngram or not node
    of_node.pop(0, None)
    assert len(set(of_node.values())) == len(of_node) == len(located.counts) - 1
    node_of = {ngram: node for node, ngram in of_node.items()}
    for (reference,), nodes in zip(references, located.references, strict=True):
        if reference is None:
            assert nodes is None
            continue
        other = reference.split()
        assert nodes.tolist() == [
            [
                node_of.get(tuple(other[start : start + order + 1]), 0) if start + order < len(other) else 0
                for order in range(max_order)
            ]
            for start in range(len(other))
        ]
    for ngram, node in node_of.items():
        there = [ngram_counts(r.split(), len(ngram))[ngram] for (r,) in references if r is not None]
        assert located.counts[node] == ngram_counts(words, len(ngram))[ngram]
        assert located.reference_counts[node] == max(there)


# Compiled against uncompiled


def test_the_kernels_are_found():
    assert {"_count", "_locate", "_slot", "_insert", "_closest"} <= set(KERNELS)


@given(corpora(), st.integers(1, 10))
def test_compiled_kernels_equal_their_plain_python_selves(corpus, max_order):
    compiled = counted(*corpus, max_order)
    first = [pa.array(column[:1], pa.string()) for column in (corpus[0], *corpus[1])]
    compiled_located = locate_matches(encode_columns(first, "none"), max_order)
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):  # the hash is meant to overflow
        for name in KERNELS:
            patch.setattr(ngrams, name, getattr(ngrams, name).py_func)
        np.testing.assert_array_equal(counted(*corpus, max_order), compiled, strict=True)
        plain_located = locate_matches(encode_columns(first, "none"), max_order)
    for plain, fast in zip(plain_located, compiled_located, strict=True):
        if isinstance(fast, list):
            assert [None if n is None else n.tolist() for n in plain] == [
                None if n is None else n.tolist() for n in fast
            ]
        else:
            np.testing.assert_array_equal(plain, fast, strict=True)
