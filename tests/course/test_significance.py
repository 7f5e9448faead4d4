"""Lesson 11: the same difference on few and on many segments, and shuffles that add up."""

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l11_significance import (
    FEW,
    HALF_A_POINT,
    METRIC,
    MOST,
    SEED,
    SIZES,
    TIMES,
    differences_under_shuffles,
    last_swaps,
    pair,
    sample_size_table,
    shuffle_p_value,
)
from scoring.output.numbers import signed
from scoring.significance import randomize
from tests.lessons import blocks

LESSON = LESSONS["significance"]
CLICKS = next(field for field in LESSON.fields if field.name == "trials")


def test_the_claim():
    """The very same scores, and significant on many segments only."""
    few, many = pair(1), pair(TIMES)
    assert few.scores.tolist() == many.scores.tolist()
    assert abs(few.difference - HALF_A_POINT) < 0.1
    assert (len(few.a), len(many.a)) == (FEW, FEW * TIMES) == (50, 1500)
    assert shuffle_p_value(1, MOST) > 0.5
    assert shuffle_p_value(TIMES, MOST) < 0.05


@pytest.mark.parametrize("times", SIZES.values())
def test_p_is_that_of_the_significance_test(times):
    given = pair(times)
    expected = randomize(METRIC, {"A": given.a, "B": given.b}, 1000, SEED).p_values[0, 1]
    assert shuffle_p_value(times, 1000) == expected


@pytest.mark.parametrize("times", SIZES.values())
def test_a_click_adds_a_shuffle_and_leaves_the_others(times):
    all_of_them = differences_under_shuffles(times, 2003)
    for trials in (0, 1, 2, 1000, 1002):
        np.testing.assert_allclose(differences_under_shuffles(times, trials), all_of_them[:trials])
    assert set(CLICKS.steps.values()) == {1, 1000}


@pytest.mark.parametrize("trials", [1, 2, 7, 2001])
def test_what_is_drawn_is_the_shuffle_that_was_scored(trials):
    given = pair(1)
    swapped = last_swaps(FEW, trials)[:, None]
    a, b = np.where(swapped, given.b, given.a), np.where(swapped, given.a, given.b)
    difference = METRIC.score(a.sum(axis=0)) - METRIC.score(b.sum(axis=0))
    assert difference == pytest.approx(differences_under_shuffles(1, trials)[-1])


def test_the_spread_shrinks_by_the_square_root():
    frame = sample_size_table(MOST).set_index("segments")
    assert frame.loc["50", "spread"] / frame.loc["1,500", "spread"] == pytest.approx(TIMES**0.5, rel=0.05)
    assert frame["A − B"].nunique() == 1


def test_no_shuffle_is_no_evidence():
    assert shuffle_p_value(1, 0) == shuffle_p_value(TIMES, 0) == 1


def test_there_is_no_p_before_the_first_shuffle():
    before, after = (blocks(LESSON.compute(dict(LESSON.example) | {"trials": n}).key) for n in (0, 1))
    assert not [block for block in before if isinstance(block, parts.FormulaBlock)]
    assert [block for block in after if isinstance(block, parts.FormulaBlock)]
    assert sample_size_table(0)["p"].isna().all()
    assert sample_size_table(1)["p"].notna().all()


def test_the_observed_difference_is_labelled():
    chart = LESSON.compute(LESSON.example).key[1]
    said = [note.text for note in chart.figure.layout.annotations]
    assert said == [signed(-pair(1).difference), f"observed {signed(pair(1).difference)}"]
    assert said[0].startswith("−")
