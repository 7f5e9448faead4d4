"""Rankings of outputs of which some say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rating import (
    DirectAssessment,
    Item,
    OutputRanking,
    OutputScores,
    ShownOutput,
    value_for_all_outputs,
    value_for_distinct_texts,
)
from scoring.rating.protocols.answers import with_distinct_texts
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
    assert "".join(output.text for output in with_distinct_texts(item(texts)).outputs) == shown
    assert value_for_all_outputs(OutputRanking(said), item(texts)) == OutputRanking(kept)
    assert value_for_distinct_texts(OutputRanking(kept), item(texts)) == OutputRanking(said)


def test_the_score_of_a_text_counts_for_all_of_its_outputs():
    assert value_for_all_outputs(OutputScores((70, 20)), item("abab")) == OutputScores((70, 20, 70, 20))
    assert value_for_distinct_texts(OutputScores((70, 20, 90, 20)), item("abab")) == OutputScores((90, 20))


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
    assert value_for_distinct_texts(OutputRanking(kept), item(texts)) == OutputRanking(shown)


def test_what_is_said_of_one_output_stays_as_it_is():
    one, value = item("a"), DirectAssessment(7)
    assert (with_distinct_texts(one), value_for_all_outputs(value, one), value_for_distinct_texts(value, one)) == (
        one,
        value,
        value,
    )


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5)), min_size=5, max_size=5))
def test_what_is_shown_and_kept_again_keeps_the_order_of_texts(outputs):
    """By the best of each; and nothing changes any more."""
    texts, ranks = zip(*outputs, strict=True)
    best = {text: min(rank for other, rank in outputs if other == text) for text in texts}
    shown = value_for_distinct_texts(OutputRanking(ranks), item(texts))
    assert max(shown.ranks) <= max(len(best), 1)
    kept = dict(zip(texts, value_for_all_outputs(shown, item(texts)).ranks, strict=True))
    for one in texts:
        for other in texts:
            assert (best[one] < best[other]) == (kept[one] < kept[other])
    assert value_for_distinct_texts(value_for_all_outputs(shown, item(texts)), item(texts)) == shown
