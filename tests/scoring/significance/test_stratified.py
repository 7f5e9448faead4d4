"""The test over several sets against enumeration, against the test of one set, and by simulation."""

from itertools import product

import numpy as np
import pytest

from scoring import BLEU, CHRF
from scoring.significance import compare, monte_carlo_interval, randomize
from scoring.significance.stratified import randomize_within_sets, usual_correction
from scoring.significance.verdicts import CLEAR, CLOSE, TOO_LITTLE_DATA
from tests.corpora import SAMPLE_SETS
from tests.ratios import RATIO, exact_p, noise, rows

NEWS = {name: (texts, references) for name, texts, references in SAMPLE_SETS if name.startswith("news-en-es/")}
A, B = rows([9, 8, 7, 9, 6, 8]), rows([7, 8, 8, 6, 5, 7])
"""Two systems by segments of ten words each."""


def null_sums(pairs):
    """The difference of two systems' scores under each of all swaps, (2^n,)."""
    a, b = pairs
    found = []
    for swap in product([False, True], repeat=len(a)):
        mask = np.array(swap)[:, None]
        x, y = np.where(mask, b, a).sum(axis=0), np.where(mask, a, b).sum(axis=0)
        found.append(100 * x[0] / x[1] - 100 * y[0] / y[1])
    return np.array(found)


@pytest.mark.parametrize("metric", [BLEU(), CHRF()], ids=["bleu", "chrf"])
def test_one_set_counts_as_its_own_test(metric):
    measured = {name: metric.statistics(texts, references) for name, (texts, references) in NEWS.items()}
    found = randomize_within_sets(metric, [measured], trials=500, seed=3)
    assert np.array_equal(found.p_values[np.triu_indices(len(measured), 1)], upper(randomize(metric, measured, 500, 3)))
    assert np.allclose(found.p_adjusted_in_sets[0], compare(metric, measured, "ar", 500, 3).p_adjusted)


def upper(randomized):
    return randomized.p_values[np.triu_indices(len(randomized.systems), 1)]


def test_p_over_two_equal_sets_is_that_of_all_swaps_of_both():
    found = randomize_within_sets(RATIO, [{"A": A, "B": B}] * 2, trials=20_000)
    sums = (null_sums((A, B))[:, None] + null_sums((A, B))).ravel()
    exact = np.mean(np.abs(sums) >= 2 * abs(RATIO.score(A.sum(axis=0)) - RATIO.score(B.sum(axis=0))) - 1e-9)
    low, high = monte_carlo_interval(round(found.p_values[0, 1] * 20_001) - 1, 20_000, 0.999)
    assert low <= exact <= high
    assert exact < exact_p(RATIO, A, B) / 2, "two sets say more than one: they do not share their shuffles"


def test_p_over_sets_of_other_sizes_is_that_of_all_swaps():
    small = A[:4], B[:4]
    found = randomize_within_sets(RATIO, [{"A": A, "B": B}, {"B": small[1], "A": small[0]}], trials=20_000)
    of_both = [null_sums((A, B)), null_sums(small)]
    scaled = [null / np.sqrt(np.mean(null**2)) for null in of_both]
    sums = (scaled[0][:, None] + scaled[1]).ravel()
    observed = sum(
        (100 * x.sum(axis=0)[0] / x.sum(axis=0)[1] - 100 * y.sum(axis=0)[0] / y.sum(axis=0)[1]) / np.sqrt(np.mean(n**2))
        for (x, y), n in zip([(A, B), small], of_both, strict=True)
    )
    exact = np.mean(np.abs(sums) >= abs(observed) - 1e-9)
    assert found.p_values[0, 1] == pytest.approx(exact, abs=0.03)
    assert found.differences[0, 1] == pytest.approx(observed / 2, rel=0.05)
    assert found.differences[1, 0] == -found.differences[0, 1]


def test_systems_without_a_common_set_are_not_tested():
    found = randomize_within_sets(RATIO, [{"A": A, "B": B}, {"C": A}], trials=50)
    assert found.systems == ("A", "B", "C")
    assert np.isnan(found.scores).tolist() == [[False, False, True], [True, True, False]]
    assert np.isnan(found.p_values[0, 2])
    assert found.state(0, 2) == TOO_LITTLE_DATA
    assert found.n_units[0].tolist() == [0, 6, 0]


@pytest.mark.parametrize(("n_segments", "is_too_little"), [(5, True), (6, False)])
@pytest.mark.parametrize("correction", ["none", "holm"])
def test_what_few_segments_cannot_show_is_too_little_data(n_segments, is_too_little, correction):
    measured = {"A": rows([9] * n_segments), "B": rows([1] * n_segments)}
    found = randomize_within_sets(RATIO, [measured], trials=300, correction=correction)
    assert (found.state(0, 1) == TOO_LITTLE_DATA) == is_too_little


def test_a_set_without_weight_changes_nothing():
    generator = np.random.default_rng(7)
    sets = [dict(zip("AB", noise(generator, 40), strict=True)) for _ in range(3)]
    alone = randomize_within_sets(RATIO, sets[:2], trials=200)
    weighted = randomize_within_sets(RATIO, sets, trials=200, weights=[1, 1, 0])
    assert np.array_equal(weighted.p_values, alone.p_values)
    assert np.allclose(weighted.differences, alone.differences)


def test_a_set_without_statistics_changes_nothing():
    """The page keeps such a set, the command does not: both have the same p."""
    generator = np.random.default_rng(7)
    first, second = (dict(zip("AB", noise(generator, 40), strict=True)) for _ in range(2))
    alone = randomize_within_sets(RATIO, [first, second], trials=200)
    with_empty = randomize_within_sets(RATIO, [first, {}, second], trials=200)
    assert np.array_equal(with_empty.p_values, alone.p_values)
    assert np.allclose(with_empty.differences, alone.differences)


def test_equal_outputs_do_not_differ():
    found = randomize_within_sets(RATIO, [{"A": A, "B": A}] * 3, trials=100)
    assert found.p_values[0, 1] == 1
    assert found.differences[0, 1] == 0


def test_small_differences_in_many_sets_add_up():
    generator = np.random.default_rng(1)
    better = [dict(zip("AB", noise(generator, 200), strict=True)) for _ in range(12)]
    for one in better:
        one["A"][:, 0] = np.minimum(one["A"][:, 0] + generator.binomial(1, 0.25, 200), one["A"][:, 1])
    found = randomize_within_sets(RATIO, better, trials=2000)
    assert found.state(0, 1) == CLEAR
    assert min(randomize(RATIO, one, 2000).p_values[0, 1] for one in better) > found.p_values[0, 1]


@pytest.mark.exhaustive
def test_without_any_difference_few_tests_find_one():
    generator = np.random.default_rng(11)
    found = 0
    for _ in range(200):
        sets = [dict(zip("ABC", [*noise(generator, 30), *noise(generator, 30)][:3], strict=True)) for _ in range(4)]
        sets = [{name: one["A"] if name == "A" else noise_like(generator, one["A"]) for name in "ABC"} for one in sets]
        tested = randomize_within_sets(RATIO, sets, trials=200)
        found += (tested.p_adjusted[np.triu_indices(3, 1)] <= 0.05).any()
    assert found <= 18, "5 % of 200 families, and what chance adds in 1 of 100 cases"


def noise_like(generator, rows_of_one):
    """Another system of the same quality: in each segment the same outcome half of the time, or drawn anew."""
    whole = rows_of_one[:, 1]
    share = rows_of_one[:, 0].sum() / whole.sum()
    drawn = generator.binomial(whole.astype(int), share)
    keep = generator.random(len(whole)) < 0.5
    return np.stack([np.where(keep, rows_of_one[:, 0], drawn), whole], axis=-1)


def test_many_systems_are_corrected_by_the_trials_that_they_share():
    assert usual_correction(3) == "holm"
    assert usual_correction(20) == "max-t"
    generator = np.random.default_rng(2)
    sets = [{f"s{n}": rows(generator.binomial(10, 0.5 + 0.02 * n, 60)) for n in range(20)} for _ in range(3)]
    found = randomize_within_sets(RATIO, sets, trials=1000)
    assert found.correction == "max-t"
    assert found.state(0, 19) == CLEAR
    assert found.state(9, 10) == CLOSE
    assert (found.p_adjusted >= found.p_values - 1e-12).all()


@pytest.mark.parametrize("weights", [[1], [1, -1], [0, 0], [1, float("nan")]])
def test_wrong_weights_are_refused(weights):
    with pytest.raises(ValueError, match="Expected 2 weights"):
        randomize_within_sets(RATIO, [{"A": A, "B": B}] * 2, weights=weights)
