"""Rankings of outputs of which some say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rating import DirectAssessment, Item, OutputRanking, OutputScores, ShownOutput, gathered, spread
from scoring.rating.protocols.answers import merged
from tests.properties import examples


def item(texts):
    return Item(7, tuple(ShownOutput(f"system {number}", text) for number, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("texts", "shown", "said", "kept"),
    [
        ("abc", "abc", (2, 1, 2), (2, 1, 2)),
        ("abab", "ab", (2, 1), (2, 1, 2, 1)),
        ("baaca", "bac", (3, 1, 1), (3, 1, 1, 1, 1)),
        ("aaaaa", "a", (1,), (1, 1, 1, 1, 1)),
    ],
)
def test_what_is_said_of_a_text_counts_for_all_of_its_outputs(texts, shown, said, kept):
    assert "".join(output.text for output in merged(item(texts)).outputs) == shown
    assert spread(OutputRanking(said), item(texts)) == OutputRanking(kept)
    assert gathered(OutputRanking(kept), item(texts)) == OutputRanking(said)


def test_the_score_of_a_text_counts_for_all_of_its_outputs():
    assert spread(OutputScores((70, 20)), item("abab")) == OutputScores((70, 20, 70, 20))
    assert gathered(OutputScores((70, 20, 90, 20)), item("abab")) == OutputScores((90, 20))


@pytest.mark.parametrize(
    ("texts", "kept", "shown"),
    [
        ("aaabc", (1, 3, 5, 4, 2), (1, 3, 2)),
        ("aabb", (4, 4, 2, 2), (2, 1)),
        ("abcde", (1, 1, 4, 4, 5), (1, 1, 4, 4, 5)),
        ("aabc", (3, 3, 1, 1), (3, 1, 1)),
    ],
)
def test_of_texts_that_were_ranked_apart_the_best_rank_is_shown(texts, kept, shown):
    assert gathered(OutputRanking(kept), item(texts)) == OutputRanking(shown)


def test_what_is_said_of_one_output_stays_as_it_is():
    one, value = item("a"), DirectAssessment(7)
    assert (merged(one), spread(value, one), gathered(value, one)) == (one, value, value)


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5)), min_size=5, max_size=5))
def test_what_is_shown_and_kept_again_keeps_the_order_of_texts(outputs):
    """By the best of each; and nothing changes any more."""
    texts, ranks = zip(*outputs, strict=True)
    best = {text: min(rank for other, rank in outputs if other == text) for text in texts}
    shown = gathered(OutputRanking(ranks), item(texts))
    assert max(shown.ranks) <= max(len(best), 1)
    kept = dict(zip(texts, spread(shown, item(texts)).ranks, strict=True))
    for one in texts:
        for other in texts:
            assert (best[one] < best[other]) == (kept[one] < kept[other])
    assert gathered(spread(shown, item(texts)), item(texts)) == shown
