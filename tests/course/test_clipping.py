"""Lesson 1: repeated words are clipped."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS, parts
from course.lessons.l01_clipping import METRIC, clipping_table, totals
from scoring import BLEU

LESSON = LESSONS["clipping"]
WORDS = st.lists(st.sampled_from("abc"), max_size=9).map(" ".join)


def counted(output, references, order=1):
    return totals(parts.match_output(METRIC, output, references).matches.select_ngrams(order))


def test_the_claim():
    """Papineni et al. (2002), Example 2: 2/7."""
    values = LESSON.example
    total, simple, clipped = counted(values["output"], parts.text_lines(values["references"]))
    assert simple == total == 7
    assert clipped == 2
    question = LESSON.ask(values)
    assert question.answer == "2 of the 7 words count"
    for n in range(8):
        for chosen in combinations(range(7), n):
            assert question.is_right(chosen) == (n == 2), "any two of equal words"


@pytest.mark.exhaustive
@given(WORDS, st.lists(WORDS, min_size=1, max_size=3), st.sets(st.integers(0, 8)))
def test_a_click_is_right_as_often_as_the_word_counts(output, references, chosen):
    words = output.split()
    clicked = LESSON.ask({"output": output, "references": "\n".join(references), "order": "1"}).clicked
    chosen = [place for place in chosen if place < len(words)]
    verdicts = clicked.verdicts(chosen)
    assert len(verdicts) == len(words)
    for word in set(words):
        counts = min(words.count(word), max(reference.split().count(word) for reference in references))
        taken = sum(words[place] == word for place in chosen)
        found = Counter(verdict for verdict, other in zip(verdicts, words, strict=True) if other == word)
        assert found["right"] == min(taken, counts)
        assert found["wrong"] == max(taken - counts, 0)
        assert found["missed"] == max(counts - taken, 0)
    assert all((verdicts[place] in ("right", "wrong")) == (place in chosen) for place in range(len(words)))


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
    frame = clipping_table(parts.match_output(METRIC, output, references).matches.select_ngrams(order), 2)
    row = BLEU(lowercase=True).statistics([output], [[reference] for reference in references])[0]
    assert frame["counts"].sum() == row[1 + order]
    assert frame["in output"].sum() == row[6 + order]
    assert (frame["counts"] == frame[["in output", "most in one"]].min(axis=1)).all()
    assert (frame["most in one"] == frame[["in ref. 1", "in ref. 2"]].max(axis=1)).all()
