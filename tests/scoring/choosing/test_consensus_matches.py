"""One segment's candidates: their ranks, and what each shares with the others, counted plainly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.choosing import Choice, Chooser, Lists, choose_candidates, consensus, parse, posterior, texts_differ
from tests.candidates import DECODER, REFERENCES, TEXTS, UNSMOOTHED, toy_lists
from tests.properties import examples

CRITERIA = [parse(name) for name in ("first", "random", "decoder", "mbr:bleu", "oracle:bleu", "oracle:ter")]
OPTIONS = {"tokenize": "none", "smoothing": "7"}
TOKENS = st.lists(st.sampled_from("abc"), max_size=6)


def toy(segment, **others):
    return consensus(Chooser(toy_lists(), REFERENCES, OPTIONS, **others), segment, CRITERIA)


def test_candidates_as_they_are():
    found = toy(1)
    assert found.segment == 1
    assert list(found.texts) == TEXTS[1]
    assert found.names == ()
    assert consensus(Chooser(Lists.of_columns({"ours": ["a"], "theirs": ["b"]})), 0, []).names == ("ours", "theirs")


def test_rankings_are_of_the_criteria_that_rank():
    rankings = {ranking.criterion.name: ranking for ranking in toy(0).rankings}
    assert list(rankings) == ["decoder", "mbr:bleu", "oracle:bleu", "oracle:ter"]
    assert rankings["decoder"].scores.tolist() == DECODER[:3].tolist()
    assert rankings["decoder"].ranks.tolist() == [2, 3, 1]
    np.testing.assert_allclose(rankings["mbr:bleu"].scores, [51.9792, 51.9792, 43.4189], atol=5e-5)
    assert rankings["mbr:bleu"].ranks.tolist() == [1, 1, 3]
    np.testing.assert_allclose(rankings["oracle:bleu"].scores, [42.0794, 100, 15.1283], atol=5e-5)
    assert rankings["oracle:bleu"].ranks.tolist() == [2, 1, 3]
    np.testing.assert_allclose(rankings["oracle:ter"].scores, [100 / 6, 0, 50], atol=1e-9)
    assert rankings["oracle:ter"].ranks.tolist() == [2, 1, 3]


def test_a_segment_alone_ranks_as_among_all():
    lists = toy_lists()
    chooser = Chooser(lists, REFERENCES, OPTIONS, probabilities=posterior(lists))
    for segment in range(lists.n_segments):
        own = slice(*lists.offsets[segment : segment + 2])
        for ranking in consensus(chooser, segment, CRITERIA).rankings:
            worths = chooser.worths(ranking.criterion)[own]
            np.testing.assert_allclose(np.abs(ranking.scores), np.abs(worths))
            assert ranking.ranks[np.argmax(worths)] == 1


def test_what_only_rounding_tells_apart_shares_a_rank(monkeypatch):
    worths = np.array([0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, 0.5])
    assert worths[0] != worths[1]
    monkeypatch.setattr(Chooser, "worths", lambda *given: worths)
    (ranking,) = consensus(Chooser(Lists.build([["a", "b", "c"]])), 0, [parse("mbr:bleu")]).rankings
    assert ranking.ranks.tolist() == [1, 1, 3]


def test_two_empty_texts_have_no_score_and_rank_last():
    lists = Lists.build([["a b", ""]])
    found = consensus(Chooser(lists, [[""]], {"tokenize": "none"}), 0, [parse("oracle:bleu")]).rankings[0]
    np.testing.assert_array_equal(found.scores, [0, np.nan])
    assert found.ranks.tolist() == [1, 2]


def test_metrics_of_the_whole_set_do_not_rank_a_segment():
    assert consensus(Chooser(toy_lists(), REFERENCES), 0, [parse("oracle:nist")]).rankings == ()


def test_choices_have_their_place():
    lists = toy_lists()
    choices = choose_candidates([parse("decoder"), parse("corpus-oracle:bleu")], lists, REFERENCES, UNSMOOTHED)
    found = consensus(Chooser(lists, REFERENCES), 1, [], choices)
    assert found.chosen == {"decoder": 1, "corpus-oracle:bleu": 1}
    assert consensus(Chooser(lists, REFERENCES), 0, [], choices).chosen == {"decoder": 2, "corpus-oracle:bleu": 1}


def has(tokens, ngram):
    return any(tokens[at : at + len(ngram)] == ngram for at in range(len(tokens)))


@examples(50)
@given(st.lists(TOKENS, min_size=1, max_size=4))
def test_ngrams_are_counted_in_the_other_candidates(candidates):
    lists = Lists.build([[" ".join(tokens) for tokens in candidates]])
    shared = consensus(Chooser(lists, options={"tokenize": "none"}), 0, [], max_order=3).shared
    for number, (tokens, found) in enumerate(zip(candidates, shared, strict=True)):
        others = candidates[:number] + candidates[number + 1 :]
        assert (list(found.tokens), found.n_others) == (tokens, len(others))
        for start in range(len(tokens)):
            for order in range(1, 4):
                ngram = tokens[start : start + order]
                there = sum(has(other, ngram) for other in others) if len(ngram) == order else 0
                assert found.others[start, order - 1] == there


def test_the_longest_ngram_that_enough_others_have():
    lists = Lists.build([["a b c d", "a b c", "x b c", "a"]])
    shared = consensus(Chooser(lists, options={"tokenize": "none"}), 0, []).shared[0]
    assert shared.longest(0.3) == (3, 3, 3, 0)
    assert shared.longest() == (1, 2, 2, 0)
    assert shared.longest(0.9) == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="The share of the other candidates must be 0 to 1"):
        shared.longest(1.5)


def test_a_single_candidate_shares_nothing():
    shared = consensus(Chooser(Lists.build([["a b"]]), options={"tokenize": "none"}), 0, []).shared[0]
    assert shared.longest(0) == (0, 0)


def test_tokens_are_those_of_the_options():
    chooser = Chooser(Lists.build([["It is.", "it is"]]), options={"lowercase": True})
    assert consensus(chooser, 0, []).shared[0].tokens == ("it", "is", ".")


def test_a_segment_that_is_not_there():
    with pytest.raises(ValueError, match="The index of a segment must be 0 to 1; found 2"):
        toy(2)


def test_only_criteria_and_choices_are_taken():
    with pytest.raises(ValueError, match="criterion: expected Criterion; found 'decoder'"):
        consensus(Chooser(toy_lists()), 0, ["decoder"])
    with pytest.raises(ValueError, match="choice: expected Choice; found 'first'"):
        consensus(Chooser(toy_lists()), 0, [], ["first"])


def test_where_choices_differ():
    lists = Lists.build([["a", "b"], ["c", "c"], ["d"]])
    first, last = Choice("first", np.array([0, 2, 4]), 0), Choice("decoder", np.array([1, 3, 4]), 0)
    assert texts_differ(first, last, lists).tolist() == [True, False, False]
