"""Lesson 3: precision and the brevity penalty by the output's length, and the closest reference length."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.lessons import LESSONS, parts
from course.lessons.l03_length import LENGTH, METRIC, REFERENCE, WORDS, closest, length_table, penalties, takes_half

LESSON = LESSONS["length"]


WHOLE = len(REFERENCE.split())


def test_the_claim():
    """Too short: all precision, and a penalty. Too long: no penalty, and less precision."""
    frame = length_table()
    short, long = frame[frame["words"] < WHOLE], frame[frame["words"] > WHOLE]
    assert (short["precision"] == 1).all()
    assert (short["penalty"] < short["words"] / WHOLE).all()
    assert (long["penalty"] == 1).all()
    assert long["precision"].is_monotonic_decreasing
    assert long["precision"].max() < 1


def test_the_penalty_takes_half_where_more_than_half_of_the_words_are_left():
    """To drag to the end is no answer: the penalty takes more there."""
    (half,) = (length for length in parts.slider_steps(LENGTH) if takes_half({"length": length}))
    assert math.exp(1 - WHOLE / half) <= 0.5 < math.exp(1 - WHOLE / (half + 1))
    assert half > WHOLE / 2
    assert LESSON.ask(LESSON.example).goal.way == f"{half} words are left"


@pytest.mark.parametrize("length", [LENGTH.lowest, WHOLE, LENGTH.highest])
def test_the_bars_and_the_sentence_follow_the_slider(length):
    """The product of the first two bars is the third."""
    drawn = LESSON.compute({"length": length}).before
    (chart,) = (block for block in drawn if isinstance(block, parts.Chart))
    precision, penalty, bleu = (value / 100 for value in chart.figure.data[0].x)
    assert precision * penalty == pytest.approx(bleu, abs=0.01)
    assert LESSON.segment({"length": length}).hypotheses["Output"].split() == WORDS[:length]


def test_of_two_equally_close_references_the_shorter_counts():
    frame = closest(["w " * 3, "w " * 5])
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
    texts = [" ".join(WORDS[:length]) for length in parts.slider_steps(LENGTH)]
    terms = METRIC.arithmetic(METRIC.statistics(texts, [[REFERENCE] * len(texts)]))
    frame = length_table()
    np.testing.assert_array_equal(frame["BLEU"], terms.score)
    np.testing.assert_array_equal(frame["penalty"], terms.brevity_penalty)
