"""Lesson 6: reorderings of what the matched bigrams hold together."""

import math
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from course.lessons import LESSONS, parts
from course.lessons.l06_permutations import (
    LISTED,
    METRIC,
    blocks_html,
    cut_into_blocks,
    n_lower,
    order_changes,
    other_sentences,
    reordering_table,
    reorderings,
)
from course.lessons.l06_permutations import output_and_references as example_of
from tests.properties import examples

LESSON = LESSONS["permutations"]
WORDS = st.lists(st.sampled_from("abcde"), max_size=7).map(" ".join)


def listed(found):
    return reordering_table(found, other_sentences(found)[0][:LISTED])


def score(text, references):
    return METRIC.score(METRIC.statistics([text], [[reference] for reference in references]))[0]


@pytest.fixture(scope="module")
def found():
    return reorderings(*example_of(LESSON.example))


def test_the_papers_count(found):
    """Callison-Burch et al. (2006), section 3.1: (18 - 10)! = 40,320."""
    output, references = example_of(LESSON.example)
    row = METRIC.statistics([output], [[reference] for reference in references])[0]
    assert (found.n_words, found.n_joined) == (18, 10)
    assert found.n_joined == row[3], "b is the number of bigram matches"
    assert len(found.orders) == math.factorial(18 - 10) == 40_320
    assert found.are_all


def test_the_papers_four_references_cut_at_the_same_places(found):
    output, references = example_of(LESSON.example)
    others = (
        "Orejuela appeared calm while being escorted to the plane that would take him to Miami , Florida .",
        "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida .",
        "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in"
        " Florida .",
    )
    assert len(references) == 1, "one, which is in sight"
    assert cut_into_blocks(METRIC.matches(output, (*references, *others))) == found.blocks


def test_every_reordering_listed_has_the_same_bleu(found):
    output, references = example_of(LESSON.example)
    frame = listed(found)
    assert len(set(frame["reordering"])) == len(frame) == LISTED
    assert output.lower() not in set(frame["reordering"])
    for reordering in frame["reordering"]:
        assert score(reordering, references) == score(output, references)
        assert sorted(reordering.split()) == sorted(output.lower().split())


def test_all_with_the_same_counts_have_the_same_bleu_and_none_a_lower_one(found):
    assert set(found.scores[found.same]) == {found.score}
    assert found.same.any()
    assert not n_lower(found)
    assert (found.scores[~found.same] > found.score).all()


@examples(18)
@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_no_reordering_loses_a_match(output, references):
    found = reorderings(output, tuple(references))
    columns = [[reference] * len(found.orders) for reference in references]
    rows = METRIC.statistics([found.text(order) for order in found.orders], columns)
    own = METRIC.statistics([output], [[reference] for reference in references])
    assert (rows >= own).all()
    np.testing.assert_array_equal(found.same, (rows == own).all(axis=1))
    assert sum(found.blocks, ()) == tuple(output.split())
    assert len(found.orders) == math.factorial(len(found.blocks))


def test_the_worst_reading_comes_first():
    orders = np.array(list(permutations(range(4))))
    kept, turned = order_changes(orders)
    for order, n_kept, n_turned in zip(orders.tolist(), kept, turned, strict=True):
        assert n_kept == sum(b == a + 1 for a, b in pairwise(order))
        assert n_turned == sum(order[i] > order[j] for i in range(4) for j in range(i + 1, 4))
    frame = listed(reorderings("a b c d", ("a x b y c z d",)))
    assert frame["reordering"][0] == "d c b a"
    assert "a b c d" not in set(frame["reordering"])
    assert frame["neighbours kept"].is_monotonic_increasing


def test_too_many_orders_are_drawn_from_a_seed():
    output, reference = " ".join("abcdefghijklm"), "x"
    found = reorderings(output, (reference,))
    assert not found.are_all
    assert len(found.orders) == 2000
    reorderings.cache_clear()
    np.testing.assert_array_equal(found.orders, reorderings(output, (reference,)).orders)


def test_blocks_are_cut_where_no_counted_ngram_is():
    matches = METRIC.matches("a b x c d e", ["a b", "c d e"])
    assert cut_into_blocks(matches) == (("a", "b"), ("x",), ("c", "d", "e"))


@examples(60)
@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_b_is_pairs_held_together_and_bigram_matches_are_shown_where_they_are_fewer(output, references):
    found, matches = reorderings(output, tuple(references)), METRIC.matches(output, references)
    pairs = METRIC.statistics([output], [[reference] for reference in references])[0, 3]
    assert found.n_joined == found.n_words - len(found.blocks) >= pairs
    said = blocks_html(found, matches).html
    assert f"<b>b = {found.n_joined}</b> pairs held together" in said
    assert ("counted" in said) == (found.n_joined != pairs)


def test_clipped_repeats_hold_more_pairs_together_than_bigrams_count():
    output, reference = "b a a c c a c a", "a c a c c"
    found = reorderings(output, (reference,))
    assert found.n_joined == 5
    assert "4 bigrams counted" in blocks_html(found, METRIC.matches(output, [reference])).html


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_every_other_sentence_is_listed_once(output, references):
    found = reorderings(output, tuple(references))
    places, n_sentences = other_sentences(found)
    expected = {found.text(order) for order in found.orders[found.same]}
    sentences = reordering_table(found, places)["reordering"].tolist()
    assert len(sentences) == len(set(sentences))
    assert set(sentences) == expected - {" ".join(output.split())}
    assert n_sentences == len(expected) == len(sentences) + 1


def test_words_that_are_all_the_same_have_one_order_to_read():
    example = {"output": "the the the the the the the", "references": "the cat is on the mat"}
    computed = LESSON.compute(example)
    frame = next(block for block in computed.rest if isinstance(block, parts.TableBlock)).frame
    assert frame.empty
    _, same, higher, lower = computed.key[0].facts
    assert (same.value, same.about, higher.value, lower.value) == ("5,040", "1 different sentence", "0", "0")


def test_the_numbers_of_orders_add_up():
    """8! orders: most have the same BLEU, and some gain a match by chance."""
    orders, *others = LESSON.compute(LESSON.example).key[0].facts
    numbers = [int(fact.value.replace(",", "")) for fact in (orders, *others)]
    assert numbers == [40_320, 35_280, 5_040, 0]
    assert numbers[0] == sum(numbers[1:])
    assert others[0].about == "all different sentences"


def test_words_that_are_all_the_same_gain_nothing():
    computed = LESSON.compute({"output": "the the the the the the the", "references": "the cat is on the mat"})
    said = [block.text for block in computed.rest if isinstance(block, parts.Plain)]
    assert said[0].startswith("No order gained a match.")


def test_the_drawing_marks_what_is_clipped():
    matches = METRIC.matches("the the cat", ["the cat"])
    words = html.fromstring(blocks_html(reorderings("the the cat", ("the cat",)), matches).html)
    assert [word.text for word in words.xpath("//span[contains(@class, ' cut')]")] == ["the"]


@pytest.mark.exhaustive
@examples(40)
@given(st.permutations(range(8)))
def test_whatever_the_order_of_the_tiles_bleu_does_not_fall(found, order):
    """37.44, unless two tiles that now meet match."""
    _, references = example_of(LESSON.example)
    (look,) = LESSON.tile_views(LESSON.example, False)["output"]
    tiles = look.tiles(LESSON.example["output"].split())
    assert [tile.lower().split() for tile in tiles] == [list(block) for block in found.blocks]
    moved = " ".join(tiles[place] for place in order)
    values = {**LESSON.example, "output": moved}
    (after,) = LESSON.tile_views(values, False)["output"]
    assert look.note == "BLEU 37.44, 7 tiles still follow their old neighbour"
    kept = sum(b == a + 1 for a, b in pairwise(order))
    still = "1 tile still follows its" if kept == 1 else f"{kept} tiles still follow their"
    assert after.note == f"BLEU {score(moved, references):.2f}, {still} old neighbour"
    assert score(moved, references) >= score(LESSON.example["output"], references)
    assert LESSON.ask(LESSON.example).goal.is_reached(values) == (kept == 0)
