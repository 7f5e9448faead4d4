"""Expected BLEU against known answers, a plain double loop and finite differences."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lab.tuning import TuningCandidates, expected_bleu, objective
from tests.scoring.lab.tuning.lists import DECODER, PLAIN, known, made, small

seeds = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("smoothing", "value", "gradient", "optimum"),
    [
        ("7", -1.97702, (10.732338, -4.871512), (-0.07062, 0.05461)),
        ("0", -0.205718, (10.033391, -4.014145), (-0.02023, 0.00628)),
        ("2", -2.66961, (10.735418, -4.838769), (-0.06675, 0.05153)),
    ],
)
def test_known_answers(smoothing, value, gradient, optimum):
    candidates = known()
    bleu = candidates.sentence_bleu(smoothing)
    found, slope = objective(candidates, bleu, DECODER)
    assert found == pytest.approx(value, abs=5e-6)
    np.testing.assert_allclose(slope, gradient, atol=5e-7)
    for start in (None, DECODER):
        np.testing.assert_allclose(expected_bleu(candidates, bleu, start=start), optimum, atol=6e-6)


def test_the_known_lowest_value():
    candidates = known()
    bleu = candidates.sentence_bleu("7")
    assert objective(candidates, bleu, expected_bleu(candidates, bleu))[0] == pytest.approx(-5.688023, abs=5e-7)


@given(seeds, st.sampled_from([0.0, 1.0, 10.0]))
def test_the_objective_is_the_equation(seed, penalty):
    candidates, rng = small(seed), np.random.default_rng(seed)
    bleu, weights = candidates.sentence_bleu("2"), rng.standard_normal(3)
    expected = penalty * sum(weight**2 for weight in weights)
    for i, (start, end) in enumerate(zip(candidates.offsets[:-1], candidates.offsets[1:], strict=True)):
        worth = [
            math.exp(sum(w * f for w, f in zip(weights, row, strict=True))) for row in candidates.features[start:end]
        ]
        mean = sum(w * gain for w, gain in zip(worth, bleu[start:end], strict=True)) / sum(worth)
        expected -= candidates.lengths[i] * mean
    assert objective(candidates, bleu, weights, penalty)[0] == pytest.approx(expected, rel=1e-12)


@given(seeds)
def test_the_gradient_is_that_of_finite_differences(seed):
    candidates, rng = small(seed), np.random.default_rng(seed)
    bleu, weights = candidates.sentence_bleu("7"), rng.standard_normal(3)
    counts = rng.integers(0, 4, len(candidates))
    step = 1e-5 * np.eye(3)
    ahead, behind = (
        [objective(candidates, bleu, weights + sign * one, counts=counts)[0] for one in step] for sign in (1, -1)
    )
    differences = (np.array(ahead) - np.array(behind)) / 2e-5
    np.testing.assert_allclose(objective(candidates, bleu, weights, counts=counts)[1], differences, atol=1e-6)


@given(seeds)
def test_a_count_is_so_many_lists(seed):
    lists, references = made(seed, n_lists=6)
    counts = np.random.default_rng(seed).integers(0, 3, 6) + np.eye(6, dtype=int)[0]
    drawn = np.repeat(np.arange(6), counts)
    once = TuningCandidates.of(lists, [references], PLAIN)
    often = TuningCandidates.of(lists.only(drawn), [[references[i] for i in drawn]], PLAIN)
    weights = np.array([1.0, -0.5, 0.25])
    value, slope = objective(once, once.sentence_bleu("2"), weights, counts=counts)
    other, other_slope = objective(often, often.sentence_bleu("2"), weights)
    assert value == pytest.approx(other)
    np.testing.assert_allclose(slope, other_slope)


def test_huge_scores_do_not_overflow():
    candidates = known()
    value, slope = objective(candidates, candidates.sentence_bleu("0"), np.array([1e4, 0]), penalty=0)
    assert value == pytest.approx(-6 * 0.606531, abs=1e-5)  # all on the third and the fifth candidate
    np.testing.assert_allclose(slope, 0, atol=1e-9)


def test_it_ends_at_a_minimum():
    candidates = small(2, n_lists=60, size=20, n_features=8)
    bleu = candidates.sentence_bleu("2")
    value, slope = objective(candidates, bleu, expected_bleu(candidates, bleu, 0.01), 0.01)
    assert value < objective(candidates, bleu, np.zeros(8), 0.01)[0]
    np.testing.assert_allclose(slope, 0, atol=0.01)


def test_a_larger_penalty_keeps_weights_smaller():
    candidates = small(1)
    sizes = [
        np.abs(expected_bleu(candidates, candidates.sentence_bleu("2"), penalty)).sum() for penalty in (0.1, 1, 10, 100)
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_an_exception_from_progress_ends_the_work():
    candidates = known()
    with pytest.raises(KeyboardInterrupt):
        expected_bleu(candidates, candidates.sentence_bleu("7"), on_progress=_interrupt)


def _interrupt(share):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"bleu": np.zeros(2)}, "Expected 6 BLEU scores"),
        ({"penalty": -1}, "penalty must be 0 to"),
        ({"counts": [1]}, "for each of 2 lists; found 1"),
        ({"start": [1.0]}, "Expected 2 finite weights"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, said):
    candidates = known()
    with pytest.raises(ValueError, match=said):
        expected_bleu(candidates, **({"bleu": candidates.sentence_bleu("7")} | arguments))
