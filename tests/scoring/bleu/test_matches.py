"""One segment's matches: what the page paints adds up to what BLEU counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU

SENTENCE = st.lists(st.sampled_from("abc"), max_size=9).map(" ".join)
REFERENCES = st.tuples(SENTENCE, st.lists(st.none() | SENTENCE, max_size=3)).flatmap(
    lambda drawn: st.permutations([drawn[0], *drawn[1]])
)
ORDERS = st.integers(1, 9)


def occurrences(tokens, ngram):
    return tuple(
        (start, start + len(ngram))
        for start in range(len(tokens) - len(ngram) + 1)
        if tokens[start : start + len(ngram)] == ngram
    )


def matches(hypothesis, references, max_order):
    return BLEU(tokenize="none", max_order=max_order).matches(hypothesis, references)


@given(SENTENCE, REFERENCES, ORDERS)
def test_matches_add_up_to_the_statistics(hypothesis, references, max_order):
    bleu = BLEU(tokenize="none", max_order=max_order)
    found = bleu.matches(hypothesis, references)
    (row,) = bleu.statistics([hypothesis], [[reference] for reference in references])
    counts = dict(zip(bleu.statistic_names, row, strict=True))
    assert len(found.hypothesis) == counts["hypothesis_length"]
    for order in range(1, max_order + 2):
        ngrams = found.select_ngrams(order)
        assert sum(ngram.matched for ngram in ngrams) == counts[f"matches_{order}"]
        assert sum(ngram.count for ngram in ngrams) == counts[f"totals_{order}"]
    assert max((ngram.order for ngram in found.ngrams), default=1) <= max_order + 1


@given(SENTENCE, REFERENCES, ORDERS)
def test_every_n_gram_is_where_it_says(hypothesis, references, max_order):
    found = matches(hypothesis, references, max_order)
    assert found.hypothesis == tuple(hypothesis.split())
    assert found.references == tuple(None if r is None else tuple(r.split()) for r in references)
    assert len({ngram.tokens for ngram in found.ngrams}) == len(found.ngrams)
    for ngram in found.ngrams:
        there = [() if r is None else occurrences(r, ngram.tokens) for r in found.references]
        assert ngram.spans == occurrences(found.hypothesis, ngram.tokens)
        assert ngram.reference_spans == tuple(there)
        assert ngram.count == len(ngram.spans)
        assert ngram.reference_count == max(map(len, there))
        assert ngram.matched == min(ngram.count, ngram.reference_count)
        assert ngram.clipped == (ngram.count - ngram.matched if any(there) else 0)


@given(SENTENCE, REFERENCES, ORDERS)
def test_as_many_spans_are_painted_as_are_counted(hypothesis, references, max_order):
    for ngram in matches(hypothesis, references, max_order).ngrams:
        assert len(ngram.matched_spans) == ngram.matched
        assert set(ngram.matched_spans) <= set(ngram.spans)
        assert list(ngram.matched_spans) == sorted(set(ngram.matched_spans))


@given(SENTENCE, REFERENCES, ORDERS)
def test_n_grams_are_sorted_by_order_then_by_place(hypothesis, references, max_order):
    found = matches(hypothesis, references, max_order)
    keys = [(ngram.order, ngram.spans[0]) for ngram in found.ngrams]
    assert keys == sorted(keys)


@given(SENTENCE, REFERENCES, ORDERS)
def test_token_states_by_their_plain_definition(hypothesis, references, max_order):
    found = matches(hypothesis, references, max_order)
    for position, token in enumerate(found.hypothesis):
        counted = [
            ngram
            for ngram in found.ngrams
            if ngram.order <= max_order and any(position in range(start, end) for start, end in ngram.matched_spans)
        ]
        (unigram,) = (ngram for ngram in found.select_ngrams(1) if ngram.tokens == (token,))
        in_some_reference = any(token in r for r in found.references if r is not None)
        is_counted = (position, position + 1) in unigram.matched_spans
        assert found.covering(position) == tuple(counted)
        assert found.longest[position] == max((ngram.order for ngram in counted), default=0)
        assert found.clipped[position] == (in_some_reference and not is_counted)


def test_the_cat_the_cat():
    """5/7, 4/6, 2/5, 1/4 (Ng's lecture on BLEU, after Papineni's Example 2), and which words they are."""
    references = ["the cat is on the mat", "there is a cat on the mat"]
    found = matches("the cat the cat on the mat", references, 4)
    assert [sum(ngram.matched for ngram in found.select_ngrams(order)) for order in (1, 2, 3, 4)] == [5, 4, 2, 1]
    (the,) = (ngram for ngram in found.select_ngrams(1) if ngram.tokens == ("the",))
    assert (the.count, the.reference_count, the.matched, the.clipped) == (3, 2, 2, 1)
    assert the.spans == ((0, 1), (2, 3), (5, 6))
    assert the.reference_spans == (((0, 1), (4, 5)), ((5, 6),))
    (longest,) = (ngram for ngram in found.select_ngrams(4) if ngram.matched)
    assert longest.tokens == ("cat", "on", "the", "mat")
    assert longest.matched_spans == ((3, 7),)
    assert found.longest == (2, 2, 0, 4, 4, 4, 4)
    # "cat" counts once, in the four words; at position 1 it is clipped, yet part of the counted "the cat".
    assert found.clipped == (False, True, True, False, False, False, False)
    assert [" ".join(ngram.tokens) for ngram in found.covering(1)] == ["the cat"]
    assert [" ".join(ngram.tokens) for ngram in found.covering(3)] == [
        "cat",
        "cat on",
        "cat on the",
        "cat on the mat",
    ]


def test_of_several_occurrences_those_within_longer_matches_are_painted():
    """One "a" counts: the one in "a b", though another stands further left."""
    found = matches("a c a b", ["a b"], 2)
    assert found.longest == (0, 0, 2, 2)
    assert found.clipped == (True, False, False, False)


def test_a_word_that_no_reference_has_is_not_clipped():
    found = matches("x x a", ["a"], 1)
    assert found.longest == (0, 0, 1)
    assert found.clipped == (False, False, False)
    assert found.ngrams[0].clipped == 0


@pytest.mark.parametrize("references", [["a"], [""], [None, ""], ["a", None]])
def test_an_empty_hypothesis(references):
    found = matches("", references, 4)
    assert found.hypothesis == found.ngrams == found.longest == found.clipped == ()


def test_a_missing_reference_is_none_and_an_empty_one_is_empty():
    found = matches("a b", [None, "", "b"], 2)
    assert found.references == (None, (), ("b",))
    assert [ngram.reference_spans for ngram in found.select_ngrams(1)] == [((), (), ()), ((), (), ((0, 1),))]


def test_matches_read_text_as_the_metric_does():
    found = BLEU(tokenize="13a", lowercase=True).matches("The Cat.", ["the cat!"])
    assert found.hypothesis == ("the", "cat", ".")
    assert found.longest == (2, 2, 0)


def test_one_string_is_not_a_list_of_references():
    with pytest.raises(ValueError, match="references: expected a sequence of strings"):
        BLEU().matches("a b", "a b")


def test_memory_counts_n_grams_and_the_words_of_every_reference_there_is():
    few = matches("a b", ["a"], 2)
    assert few.n_bytes == matches("a b", ["a", None], 2).n_bytes
    assert few.n_bytes >= 1000 * len(few.ngrams)
    long = "x" * 100_000
    assert 99_000 < matches("a b", ["a", long], 2).n_bytes - few.n_bytes < 101_000
    assert 99_000 < matches(f"a {long}", ["a"], 2).n_bytes - few.n_bytes < 101_000
