"""The paired bootstrap against its definition, in simulations and against sacreBLEU; and power, which builds on it."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.significance import PairedTest
from scipy import stats

from scoring import BLEU, METRICS, TER
from scoring.significance import (
    are_as_large,
    bootstrap,
    bootstrap_by_metric,
    monte_carlo_interval,
    power_of_pair,
    randomize,
)
from scoring.significance.bootstrap_intervals import bootstrap_by_equal_rows, percentiles
from scoring.significance.resampling import draws
from scoring.significance.resampling.draws import pack_statistics, resampled_sums, resamples
from tests.corpora import SAMPLE_SETS
from tests.expanded import ends, expanded, outside
from tests.ratios import RATIO, noise, rows

each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
NEWS = {name: (texts, references) for name, texts, references in SAMPLE_SETS if name.startswith("news-en-es/")}


def test_samples_are_the_scores_of_resamples():
    a, b = noise(np.random.default_rng(1), 30)
    found = bootstrap(RATIO, {"A": a, "B": b}, trials=40, seed=3)
    (drawn,) = resamples(30, 40, seed=3)
    for trial, segments in enumerate(drawn):
        expected = [RATIO.score(statistics[segments].sum(axis=0)) for statistics in (a, b)]
        np.testing.assert_allclose(found.samples[trial], expected, rtol=1e-12)
    assert drawn.shape == (40, 30)
    assert (found.trials, found.seed, found.n_units) == (40, 3, 30)


def test_equal_rows_drawn_together_give_samples_of_the_same_distribution():
    generator = np.random.default_rng(4)
    asked = generator.integers(0, 4, 500)
    systems = {
        name: np.stack([generator.binomial(asked, p), asked], axis=1).astype(float)
        for name, p in (("a", 0.7), ("b", 0.8))
    }
    by_segment, by_row = (draw(RATIO, systems, trials=20_000, seed=2) for draw in (bootstrap, bootstrap_by_equal_rows))
    np.testing.assert_array_equal(by_row.scores, by_segment.scores)
    assert by_row.samples.shape == (20_000, 2)
    for value in ("a", "b"):
        assert by_row.interval(value) == pytest.approx(by_segment.interval(value), abs=0.2)
    assert by_row.standard_error("a", "b") == pytest.approx(by_segment.standard_error("a", "b"), rel=0.03)


# Less than a number of 16 bits can hold, and more; more than the sums of 32 bits can hold; and fractions.
@pytest.mark.parametrize("statistics", [[[3, 0], [2**15 - 1, 5]], [[2**15, 1], [2, 3]], [[0.5, 1], [2, 3]], [[]] * 2])
@pytest.mark.parametrize("n_segments", [2, 2 * 2**16])
def test_sums_of_resamples(statistics, n_segments):
    table = np.tile(np.array(statistics, float), (n_segments // 2, 1))
    drawn = np.random.default_rng(1).integers(0, n_segments, (3, n_segments), np.uint32)
    drawn[0] = 1  # the row with the largest numbers
    expected = [table[segments].sum(axis=0) for segments in drawn]
    for given in (table, pack_statistics(table)):
        found = resampled_sums(drawn, given)[:, : table.shape[1]]
        np.testing.assert_array_equal(found, expected)


def test_sums_of_resamples_as_plain_python(monkeypatch):
    a, _ = noise(np.random.default_rng(1), 30)
    (drawn,) = resamples(30, 40, seed=3)
    compiled = resampled_sums(drawn, a)
    monkeypatch.setattr(draws, "_add_resampled", draws._add_resampled.py_func)
    np.testing.assert_array_equal(resampled_sums(drawn, a), compiled)


def test_several_metrics_share_the_resamples():
    hypotheses, references = ["a b c d", "a c", "b b d e f", "c"], [["a b c d", "a d", "b d e f", "c"]]
    systems = {"A": hypotheses, "B": references[0]}
    metrics = [BLEU(max_order=2), TER(), METRICS["tbleu"]()]
    measured = {m: {name: m.statistics(texts, references) for name, texts in systems.items()} for m in metrics}
    found = bootstrap_by_metric(measured, trials=50, seed=4)
    assert list(found) == metrics
    for metric in metrics:
        (drawn,) = resamples(4, 50, seed=4)
        for place, statistics in enumerate(measured[metric].values()):
            expected = metric.score(statistics[drawn].sum(axis=1))
            np.testing.assert_allclose(found[metric].samples[:, place], expected, rtol=1e-12)
    measured[metrics[0]] = {name: rows[:3] for name, rows in measured[metrics[0]].items()}
    with pytest.raises(ValueError, match="BLEU"):
        bootstrap_by_metric(measured, trials=50)


def test_everything_follows_from_the_samples():
    a, b = noise(np.random.default_rng(1), 30)
    found = bootstrap(RATIO, {"A": a, "B": b}, trials=999)
    differences = found.samples[:, 0] - found.samples[:, 1]
    observed = found.scores[0] - found.scores[1]
    as_far = np.abs(differences - differences.mean()) >= abs(observed) - 1e-9
    assert found.counts[0, 1] == found.counts[1, 0] == as_far.sum()
    assert found.p_values[0, 1] == found.p_values[1, 0] == pytest.approx(expanded((as_far.sum() + 1) / 1000, 30))
    np.testing.assert_array_equal(found.null_differences("A", "B"), differences - differences.mean())
    np.testing.assert_array_equal(np.diag(found.p_values), 1)
    assert found.difference_interval("A", "B") == pytest.approx(ends(differences, 30))
    assert found.difference_interval("B", "A", 0.8) == pytest.approx(ends(-differences, 30, 0.8))
    assert found.interval("B") == pytest.approx(ends(found.samples[:, 1], 30))
    assert found.standard_error("A", "B") == pytest.approx(np.std(differences, ddof=1))
    assert found.share_better("A", "B") == np.mean(differences > 0)


@each_metric
def test_identical_systems_have_p_1(metric):
    statistics = metric.statistics(["the cat sat", "a b c d e", ""] * 20, [["the cat sits", "a b d e", "x"] * 20])
    found = bootstrap(metric, {"one": statistics, "same": statistics.copy()}, trials=99)
    np.testing.assert_array_equal(found.p_values, 1)
    assert found.difference_interval("one", "same") == (0, 0)
    assert found.share_better("one", "same") == 0


def test_better_is_lower_for_an_error_rate():
    good, bad = (TER().statistics([text] * 3, [["a b c d"] * 3]) for text in ("a b c d", "a x c d"))
    found = bootstrap(TER(), {"good": good, "bad": bad}, trials=20)
    assert (found.share_better("good", "bad"), found.share_better("bad", "good")) == (1, 0)


def test_intervals_cover_at_their_rate():
    """Samples of 120 segments of a population whose ratios are known."""
    generator = np.random.default_rng(11)
    covered = np.zeros(3, int)
    for number in range(300):
        whole = generator.integers(5, 40, 120)
        difficulty = generator.beta(3, 2, 120)
        parts = [generator.binomial(whole, share) for share in (difficulty, 0.9 * difficulty)]
        a, b = (np.stack([part, whole], axis=-1).astype(float) for part in parts)
        found = bootstrap(RATIO, {"A": a, "B": b}, trials=400, seed=number)
        intervals = [found.interval("A"), found.interval("B"), found.difference_interval("A", "B")]
        for index, ((low, high), truth) in enumerate(zip(intervals, (60, 54, 6), strict=True)):
            covered[index] += low <= truth <= high
    for count in covered:
        assert stats.binomtest(int(count), 300, 0.95).pvalue > 0.01


def test_p_values_of_noise_are_uniform():
    generator = np.random.default_rng(12)
    p_values = [
        bootstrap(RATIO, dict(zip("AB", noise(generator, 100), strict=True)), trials=300, seed=n).p_values[0, 1]
        for n in range(300)
    ]
    assert stats.kstest(p_values, "uniform").pvalue > 0.05


@pytest.mark.parametrize("pair", list(combinations(NEWS, 2)), ids=" ".join)
def test_sacrebleu_agrees_where_the_definitions_coincide(quiet_sacrebleu, pair):
    """Its p counts one side: resamples whose absolute difference exceeds the mean of them by what was observed.

    Where no resample turns the sign that is ours on one side. Half the width of its interval is that of our percentiles
    before they are expanded.
    """
    texts, references = {name: NEWS[name][0] for name in pair}, NEWS[pair[0]][1]
    _, theirs = PairedTest(list(texts.items()), {"b": SacreBLEU(references=references)}, None, "bs", 1000)()
    metric = BLEU()
    ours = bootstrap(metric, {name: metric.statistics(text, references) for name, text in texts.items()})
    for system, their in zip(pair, theirs["BLEU"], strict=True):
        low, high = percentiles(ours.samples[:, pair.index(system)])
        assert (high - low) / 2 == pytest.approx(their.ci, rel=0.1)
        assert ours.samples[:, pair.index(system)].mean() == pytest.approx(their.mean, abs=0.2)
    differences = np.abs(ours.sampled_differences(*pair))
    one_sided = int((differences - differences.mean() > abs(ours.differences[0, 1])).sum())
    low, high = monte_carlo_interval(round(theirs["BLEU"][1].p_value * 1001) - 1, 1000, level=0.9999)
    our_low, our_high = monte_carlo_interval(one_sided, ours.trials, level=0.9999)
    assert max(low, our_low) <= min(high, our_high)


def test_both_tests_agree_on_real_systems():
    for pair in combinations(NEWS, 2):
        references = NEWS[pair[0]][1]
        found = {name: BLEU().statistics(NEWS[name][0], references) for name in pair}
        p_values = [test(BLEU(), found).p_values[0, 1] for test in (randomize, bootstrap)]
        assert p_values[0] == pytest.approx(p_values[1], abs=0.01, rel=0.2)


def test_batches_make_no_difference(monkeypatch):
    a, b = noise(np.random.default_rng(1), 33)
    whole = bootstrap(RATIO, {"A": a, "B": b}, trials=100)
    monkeypatch.setattr(draws, "_BATCH", 7)
    shares = []
    again = bootstrap(RATIO, {"A": a, "B": b}, trials=100, on_progress=shares.append)
    np.testing.assert_array_equal(again.samples, whole.samples)
    assert len(shares) == 15
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_scores_that_are_not_defined():
    some = np.array([[1.0, 2]] * 2 + [[0, 0]] * 6)
    systems = {"A": some, "B": rows([1, 2, 3, 4] * 2), "nothing": rows([0] * 8, whole=0)}
    found = bootstrap(RATIO, systems, trials=1_000)
    undefined = np.isnan(found.samples[:, 0])
    assert 0 < undefined.sum() < 200
    trials = 1_000
    assert found.interval("A") == (50, 50)
    assert found.p_values[0, 1] >= undefined.sum() / (trials + 1)
    assert np.isnan(found.p_values[:, 2]).all()
    assert np.isnan(found.p_values[2]).all()
    assert np.nanmean(found.null_differences("A", "B")) == pytest.approx(0)
    counted = are_as_large(found.null_differences("A", "B"), found.differences[0, 1]).sum()
    assert expanded((counted + 1) / (trials + 1), 8) == pytest.approx(found.p_values[0, 1])
    assert np.isnan(found.interval("nothing")).all()
    assert math.isnan(found.standard_error("A", "nothing"))
    assert math.isnan(power_of_pair(found, "A", "nothing").needed_units)


def test_one_segment_says_nothing_of_others():
    """Every resample is the same, so that any difference would look sure."""
    found = bootstrap(RATIO, {"A": rows([1]), "B": rows([2])}, trials=200)
    assert np.isnan([*found.interval("A"), *found.difference_interval("A", "B")]).all()
    assert np.isnan(found.p_values).all()
    assert np.isnan([found.standard_error("A", "B"), found.score_error("A")]).all()
    power = power_of_pair(found, "A", "B")
    assert np.isnan([power.standard_error, power.detectable, power.needed_units]).all()
    assert power.difference == -10


@pytest.mark.parametrize("level", [0.95, 0.9, 0.99])
def test_an_interval_leaves_a_resample_on_either_side(level):
    pair = {"A": rows([1, 2, 5] * 10), "B": rows([2, 2, 2] * 10)}
    least = math.ceil(2 / outside(30, level))
    for trials in (1, least - 1, least):
        found = bootstrap(RATIO, pair, trials)
        intervals = [*found.interval("A", level), *found.difference_interval("A", "B", level)]
        assert np.isnan(intervals).all() == (trials < least)


def test_the_deviation_of_a_score():
    a, b = noise(np.random.default_rng(1), 30)
    found = bootstrap(RATIO, {"A": a, "B": b}, trials=99)
    assert found.score_error("B") == pytest.approx(np.std(found.samples[:, 1], ddof=1))


def test_a_system_that_is_not_there():
    found = bootstrap(RATIO, {"A": rows([1, 2]), "B": rows([2, 2])}, trials=10)
    for ask in (found.interval, found.score_error, lambda name: power_of_pair(found, "A", name)):
        with pytest.raises(ValueError, match="No system 'Z'; there are A, B"):
            ask("Z")


@pytest.mark.parametrize(
    ("measured", "options", "message"),
    [
        ({}, {}, "Expected at least one system; found none"),
        ({"A": rows([1])}, {"seed": -1}, "The seed must be 0 to"),
        ({"A": rows([1])}, {"trials": 10**8}, "number of trials must be 1 to 10,000,000; found 100000000"),
    ],
)
def test_bad_input(measured, options, message):
    with pytest.raises(ValueError, match=message):
        bootstrap(RATIO, measured, **options)


@pytest.mark.parametrize("level", [0, 1, -1, 95])
def test_a_level_is_between_0_and_1(level):
    found = bootstrap(RATIO, {"A": rows([1, 2]), "B": rows([2, 2])}, trials=10)
    with pytest.raises(ValueError, match=f"between 0 and 1; found {level}"):
        found.interval("A", level)
    with pytest.raises(ValueError, match=f"The level must be between 0 and 1; found {level}"):
        power_of_pair(found, "A", "B", level=level)


# Power


def test_power_by_its_formula():
    a, b = noise(np.random.default_rng(1), 30)
    resampled = bootstrap(RATIO, {"A": a, "B": b}, trials=500)
    found = power_of_pair(resampled, "A", "B")
    assert found.detectable == pytest.approx((1.959964 + 0.841621) * resampled.standard_error("A", "B"))
    assert found.difference == resampled.scores[0] - resampled.scores[1]
    assert found.needed_units == math.ceil(30 * (found.detectable / found.difference) ** 2)
    assert power_of_pair(resampled, "A", "A").needed_units == math.inf
    by_rounding = replace(resampled, scores=np.array([1.0, np.nextafter(1.0, 2)]))
    assert power_of_pair(by_rounding, "A", "B").needed_units == math.inf
    of_others = power_of_pair(resampled, "A", "B", power=0.9, level=0.01)
    assert of_others.detectable == pytest.approx((2.575829 + 1.281552) * resampled.standard_error("A", "B"))
    assert (of_others.power, of_others.level) == (0.9, 0.01)


def test_a_difference_that_is_detectable_is_found_in_80_percent_of_test_sets():
    """The difference that a large test set calls detectable, scaled to 100 segments and put into 300 test sets."""
    generator = np.random.default_rng(21)
    large = {name: rows(generator.normal(50, 10, 2000), 100) for name in "AB"}
    found = bootstrap(RATIO, large, trials=2000)
    detectable = power_of_pair(found, "A", "B").detectable * math.sqrt(2000 / 100)
    detected = 0
    for number in range(300):
        a, b = rows(generator.normal(50 + detectable, 10, 100), 100), rows(generator.normal(50, 10, 100), 100)
        detected += randomize(RATIO, {"A": a, "B": b}, trials=399, seed=number).p_values[0, 1] <= 0.05
    assert stats.binomtest(int(detected), 300, 0.8).pvalue > 0.01
