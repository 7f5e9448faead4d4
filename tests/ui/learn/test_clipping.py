"""Lesson 1: repeated words are clipped."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from ui.learn.lessons import LESSONS, parts
from ui.learn.lessons.l01_clipping import METRIC, table, totals

LESSON = LESSONS["clipping"]
WORDS = st.lists(st.sampled_from("abc"), max_size=9).map(" ".join)


def counted(output, references, order=1):
    return totals(parts.matched(METRIC, output, references).matches.of_order(order))


def test_the_claim():
    """Papineni et al. (2002), Example 2: 2/7."""
    values = LESSON.example
    total, simple, clipped = counted(values["output"], parts.lines(values["references"]))
    assert simple == total == 7
    assert clipped == 2
    assert LESSON.ask(values).choices[LESSON.ask(values).right].startswith("2 of 7")


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_counts_are_those_of_plain_counting(output, references):
    found, there = Counter(output.split()), [Counter(reference.split()) for reference in references]
    total, simple, clipped = counted(output, references)
    assert total == found.total()
    assert simple == sum(count for word, count in found.items() if any(word in counts for counts in there))
    assert clipped == sum(min(count, max(counts[word] for counts in there)) for word, count in found.items())
    assert clipped <= simple <= total


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_the_table_adds_up_to_what_bleu_counts(order):
    output, references = "the cat the cat on the mat", ["the cat is on the mat", "there is a cat on the mat"]
    frame = table(parts.matched(METRIC, output, references).matches.of_order(order), 2)
    row = BLEU(lowercase=True).statistics([output], [[reference] for reference in references])[0]
    assert frame["counts"].sum() == row[1 + order]
    assert frame["in output"].sum() == row[6 + order]
    assert (frame["counts"] == frame[["in output", "most in one"]].min(axis=1)).all()
    assert (frame["most in one"] == frame[["in ref. 1", "in ref. 2"]].max(axis=1)).all()
