"""Lesson 3: the brevity penalty, the closest reference length, and recall, which would be no remedy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS
from course.lessons.l03_length import METRIC, closest, length_table, outputs_by_length, penalties, word_recall

LESSON = LESSONS["length"]


def test_the_claim():
    good, all_at_once, short = outputs_by_length(LESSON.example)
    assert word_recall(all_at_once) == max(map(word_recall, (good, all_at_once, short)))
    assert good.arithmetic.score > max(all_at_once.arithmetic.score, short.arithmetic.score)
    assert short.arithmetic.precisions.tolist() == [1, 1], "precision alone finds nothing wrong with it"
    assert short.arithmetic.brevity_penalty == pytest.approx(math.exp(1 - 3 / 2))


def test_recall_over_papinenis_three_references():
    """Papineni et al. (2002), Example 4: the worse candidate recalls more words."""
    references = "I always do\nI invariably do\nI perpetually do"
    good, all_at_once, _ = outputs_by_length({**LESSON.example, "references": references})
    assert (word_recall(good), word_recall(all_at_once)) == (3 / 5, 1)


def test_of_two_equally_close_references_the_shorter_counts():
    frame = closest(LESSON.example["references"].split("\n"))
    tied = frame[frame["tie"] != ""]
    assert tied["words of the output"].tolist() == [4]
    assert tied["closest"].tolist() == [3]


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4))
def test_lengths_are_those_of_plain_counting(words):
    lengths = np.arange(1, 15)
    found, penalty = penalties(lengths, ["w " * n for n in words])
    expected = [min(words, key=lambda n: (abs(n - c), n)) for c in lengths]
    assert found.tolist() == expected
    plain = [1 if c > r else math.exp(1 - r / c) for c, r in zip(lengths, expected, strict=True)]
    np.testing.assert_allclose(penalty, plain)
    frame = closest(["w " * n for n in words])
    for length, tie in zip(frame["words of the output"], frame["tie"], strict=True):
        best = min(abs(n - length) for n in words)
        assert bool(tie) == (len({n for n in words if abs(n - length) == best}) > 1)


def test_the_table_has_the_scores_of_direct_scoring():
    texts = LESSON.example["outputs"].split("\n")
    references = [[reference] * len(texts) for reference in LESSON.example["references"].split("\n")]
    terms = METRIC.arithmetic(METRIC.statistics(texts, references))
    frame = length_table(outputs_by_length(LESSON.example))
    np.testing.assert_array_equal(frame["BLEU"], terms.score)
    np.testing.assert_array_equal(frame["penalty"], terms.brevity_penalty)
