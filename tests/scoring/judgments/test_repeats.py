"""A judge that is asked several times: one score of several, and its own chance in intervals."""

import math
import tracemalloc
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.judgments import Scores
from scoring.judgments import repeats as repeats_module
from scoring.judgments.external import ExternalScore
from scoring.judgments.repeats import RECIPROCAL_RANKS, RepeatedScores, mean_of_repeats, reciprocal_rank_mean
from scoring.significance import bootstrap

NAN = math.nan


def plain_reciprocal_rank_mean(scores):
    mean, deviation = fmean(scores), pstdev(scores)
    kept = sorted((score for score in scores if abs(score - mean) <= 2 * deviation + 1e-9), reverse=True)
    weights = [1 / rank for rank in range(1, len(kept) + 1)]
    return sum(score * weight for score, weight in zip(kept, weights, strict=True)) / sum(weights)


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=12))
def test_reciprocal_ranks_as_a_loop_has_them(scores):
    padded = np.array([*scores, NAN, NAN], float)
    assert reciprocal_rank_mean(padded) == pytest.approx(plain_reciprocal_rank_mean(scores))
    assert mean_of_repeats(padded) == pytest.approx(fmean(scores))


def test_of_ten_judgments_one_beyond_two_deviations_is_dropped():
    scores = np.array([-5.0] * 9 + [-100.0])
    assert reciprocal_rank_mean(scores) == -5
    assert mean_of_repeats(scores) == -14.5


def test_outputs_without_scores_have_none():
    scores = np.array([[NAN, NAN], [1.0, NAN]])
    for combine in (mean_of_repeats, reciprocal_rank_mean):
        assert np.isnan(combine(scores)).tolist() == [True, False]


def test_the_variance_is_that_of_repeats_drawn_again():
    repeats = RepeatedScores({"A": np.array([[1.0, 3.0], [5.0, NAN], [NAN, NAN], [2.0, 2.0]])})
    assert repeats.variances["A"].tolist() == [0.5, 0.25, 0.0, 0.0]
    assert repeats.combined_scores("A")[:2].tolist() == [2.0, 5.0]
    assert repeats.n_repeats == 2


def test_the_variance_of_a_weighted_mean_is_drawn():
    scores = np.array([[-1.0, -9.0, NAN], [-4.0, -4.0, -4.0]])
    found = RepeatedScores({"A": scores}, RECIPROCAL_RANKS).variances["A"]
    both = [plain_reciprocal_rank_mean(pair) for pair in ((-1, -1), (-1, -9), (-9, -1), (-9, -9))]
    assert found[0] == pytest.approx(np.var(both), rel=0.25)
    assert found[1] == 0


def test_the_drawn_variance_takes_no_more_memory_for_more_segments(monkeypatch):
    scores = -np.random.default_rng(0).integers(0, 25, (600, 10)).astype(float)
    scores[::7, 4:] = NAN
    tracemalloc.start()
    found = RepeatedScores({"A": scores}, RECIPROCAL_RANKS).variances["A"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30 * 2**20
    monkeypatch.setattr(repeats_module, "BLOCK_SCORES", 10**9)
    assert found.tolist() == RepeatedScores({"A": scores}, RECIPROCAL_RANKS).variances["A"].tolist()


def judged(spread):
    """A test set of 40 segments, and scores whose repeats lie so far apart around the same means."""
    means = np.arange(40.0)
    values = {"A": means, "B": means[::-1].copy()}
    repeats = {name: np.stack([of - spread, of, of + spread], axis=1) for name, of in values.items()}
    text = ["x"] * 40
    return TestSet.build({"A": text, "B": text}, [text]), Scores("judge", values, repeats=RepeatedScores(repeats))


def interval(spread):
    test_set, scores = judged(spread)
    metric = ExternalScore.reading(scores)
    return bootstrap(metric, metric.measure(test_set.with_judgments(scores=[scores])), trials=2000)


def test_intervals_hold_the_chance_of_the_judge():
    plain, noisy = interval(0), interval(30)
    assert plain.scores.tolist() == noisy.scores.tolist()
    segments, judge = np.var(np.arange(40.0)) / 40, 2 * 30**2 / 3 / 3 / 40
    assert plain.score_error("A") ** 2 == pytest.approx(segments, rel=0.1)
    assert noisy.score_error("A") ** 2 == pytest.approx(segments + judge, rel=0.1)
    low, high = plain.interval("A")
    wider = noisy.interval("A")
    assert wider[0] < low < high < wider[1]


def test_a_system_has_the_same_interval_whichever_systems_it_is_drawn_with():
    test_set, scores = judged(30)
    metric = ExternalScore.reading(scores)
    rows = metric.measure(test_set.with_judgments(scores=[scores]))
    together, alone = (bootstrap(metric, rows if name is None else {name: rows[name]}, 500) for name in (None, "B"))
    assert together.interval("B") == alone.interval("B")
    same = bootstrap(metric, {"A": rows["A"], "also A": rows["A"]}, 500)
    assert not same.sampled_differences("A", "also A").any()


def test_a_signature_names_the_repeats():
    assert "repeats:3" in ExternalScore.reading(judged(1)[1]).signature
    assert "repeats" not in ExternalScore.reading(Scores("judge", {"A": np.ones(3)})).signature


def test_parts_without_repeats_have_no_chance_of_their_own():
    test_set, scores = judged(1)
    metric = ExternalScore.reading(scores)
    plain = Scores("judge", scores.values)
    rows = metric.measure(test_set.with_judgments(scores=[plain]))
    assert rows["A"].shape == (40, 3)
    assert not rows["A"][:, 2].any()


def test_repeats_of_other_segments_are_refused():
    with pytest.raises(ValueError, match="repeats of the systems and segments"):
        Scores("judge", {"A": np.ones(3)}, repeats=RepeatedScores({"A": np.ones((2, 2))}))


def test_parts_of_a_test_set_keep_their_repeats():
    _, scores = judged(1)
    part = scores.only(np.array([3, 5]))
    assert part.repeats.values["A"].tolist() == [[2, 3, 4], [4, 5, 6]]
    assert scores.of_systems({"B"}).repeats.values.keys() == {"B"}
    assert len({*dict(scores.parts())}) > len({*dict(Scores("judge", scores.values).parts())})
