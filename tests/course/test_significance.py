"""Lesson 11: the same difference on few and on many segments, and what random swaps make of it."""

import numpy as np
import pytest

from course.lessons import LESSONS
from course.lessons.l11_significance import (
    EXCERPT,
    HALF_A_POINT,
    MAX_AS_LARGE,
    MAX_REPEATS,
    METRIC,
    SEED,
    SEGMENTS,
    SHUFFLES,
    differences_under_shuffles,
    is_unlikely,
    last_swaps,
    metric_table,
    pair,
    sample_size_table,
    segments_needed,
    shuffle_p_value,
)
from scoring.output.numbers import signed
from scoring.significance import LEVEL, randomize
from scoring.significance.resampling import draws
from ui.store.samples import SAMPLE_DATA

LESSON = LESSONS["significance"]


def test_the_claim():
    """The very same scores, and significant on many segments only."""
    few, many = pair(1), pair(MAX_REPEATS)
    assert few.scores.tolist() == many.scores.tolist()
    assert abs(few.difference - HALF_A_POINT) < 0.1
    assert (len(few.a), len(many.a)) == (EXCERPT, EXCERPT * MAX_REPEATS) == (SEGMENTS.lowest, SEGMENTS.highest)
    assert shuffle_p_value(1) > 0.5
    assert shuffle_p_value(MAX_REPEATS) < LEVEL


def test_the_goal_is_the_first_step_at_which_p_is_small():
    needed = segments_needed()
    assert [is_unlikely({"segments": segments}) for segments in (needed - EXCERPT, needed)] == [False, True]
    assert f"{needed:,} segments" in LESSON.ask(LESSON.example).answer


def test_the_task_says_how_many_shuffles_p_allows():
    """The real outputs are one more: with 50 of 1,000 p would be 0.0509."""
    assert MAX_AS_LARGE == 49
    assert draws.p_value(MAX_AS_LARGE, SHUFFLES) <= LEVEL < draws.p_value(MAX_AS_LARGE + 1, SHUFFLES)
    asked = LESSON.ask(LESSON.example)
    assert "fewer than 50 (5\xa0%) of them give a lead of at least 0.57 for either system" in asked.prompt
    assert asked.reveal == "Now only 40 of 1,000 shuffles give a lead as large: p, about their share, is <b>0.0410</b>."
    assert "Copying a test set proves nothing" in asked.why


def test_the_verdict_has_the_numbers_of_what_the_slider_is_set_to():
    question = LESSON.ask(LESSON.example)
    said = {segments: question.reveal_at({"segments": segments}) for segments in (1_000, 1_250, 1_500)}
    assert said[1_250] == question.reveal
    assert said[1_500] == (
        "Now only 27 of 1,000 shuffles give a lead as large: p, about their share, is <b>0.0280</b>."
        " 1,250 segments are enough."
    )
    assert said[1_000].startswith("Now ")
    assert "only" not in said[1_000]


@pytest.mark.parametrize("times", [1, MAX_REPEATS])
def test_p_is_that_of_the_significance_test(times):
    given = pair(times)
    expected = randomize(METRIC, {"A": given.a, "B": given.b}, SHUFFLES, SEED).p_values[0, 1]
    assert shuffle_p_value(times) == expected


def test_what_is_drawn_is_the_shuffle_that_was_scored():
    given = pair(1)
    swapped = last_swaps(EXCERPT)[:, None]
    a, b = np.where(swapped, given.b, given.a), np.where(swapped, given.a, given.b)
    difference = METRIC.score(a.sum(axis=0)) - METRIC.score(b.sum(axis=0))
    assert difference == pytest.approx(differences_under_shuffles(1)[-1])


def test_the_spread_shrinks_by_the_square_root():
    frame = sample_size_table().set_index("segments")
    assert frame.loc[EXCERPT, "spread"] / frame.loc[EXCERPT * MAX_REPEATS, "spread"] == pytest.approx(
        MAX_REPEATS**0.5, rel=0.05
    )
    assert frame["A − B"].nunique() == 1


def test_the_observed_difference_is_labelled_and_the_slider_moves_the_bars():
    charts = [LESSON.compute({"segments": segments}).before[0] for segments in (EXCERPT, EXCERPT * MAX_REPEATS)]
    said = [note.text for note in charts[0].figure.layout.annotations]
    assert said == [signed(-pair(1).difference), f"observed {signed(pair(1).difference)}"]
    assert said[0].startswith("−")
    as_large = [
        sum(len(trace.x) for trace in chart.figure.data if trace.name.startswith("as large")) for chart in charts
    ]
    assert as_large[0] > as_large[1] > 0
    assert [trace.name for trace in charts[1].figure.data] == [
        f"smaller lead: {SHUFFLES - as_large[1]}",
        f"as large: {as_large[1]} of 1,000; goal: below 50",
    ]
    assert charts[0].figure.layout.xaxis.range == charts[1].figure.layout.xaxis.range, "compared by sight"


def test_a_mean_of_scores_from_elsewhere_is_tested_by_tossing_the_signs_of_its_segments():
    """As in a file of COMET's scores."""
    lines = (SAMPLE_DATA / "news-en-es" / "Language model 1.seg.score").read_text(encoding="utf-8").splitlines()
    first, second = (
        np.array([float(score) for system, score in map(str.split, lines) if system == name]) for name in pair(1).names
    )
    row = metric_table().set_index("metric").loc["Language model 1"]
    assert (row["A"], row["B"]) == pytest.approx((first.mean(), second.mean()))
    signs = np.random.default_rng(7).choice([-1, 1], (20_000, len(first)))
    tossed = np.abs((signs * (first - second)).mean(axis=1))
    assert row["p"] == pytest.approx((tossed >= abs((first - second).mean()) - 1e-9).mean(), abs=0.04)
