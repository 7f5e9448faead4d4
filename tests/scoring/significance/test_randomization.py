"""Approximate randomization against enumeration, against its definition and against sacreBLEU."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF
from sacrebleu.significance import PairedTest
from scipy import special, stats

from scoring import BLEU, CHRF, METRICS, TBLEU
from scoring.counting.usual_draws import MAX_TRIALS
from scoring.significance import (
    are_as_large,
    bootstrap,
    monte_carlo_interval,
    null_differences,
    p_value,
    randomization,
    randomize,
    removal,
    shares,
)
from scoring.significance.resampling import draws
from scoring.significance.resampling.draws import choices, chosen_sums, swapped_sums, swaps
from tests.cases import as_one_test
from tests.corpora import SAMPLE_SETS
from tests.ratios import RATIO, exact_p, exact_p_of_runs, noise, rows
from tests.uncompiled import uncompile

REFERENCE = ["the cat sat on the mat", "a b c d e f", "he reads", "x", "it rained all day long", "yes it did"] * 2
BETTER = ["the cat sat on a mat", "a b c d e", "he reads", "x", "it rained all day", "yes it does"] * 2
WORSE = ["a cat sits on the mat", "a b d c e f", "she reads", "x", "all day it rained", "yes it did"] * 2
BETTER[-1], WORSE[-2] = "", "it rained all day long"
each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
NEWS = {name: (texts, references) for name, texts, references in SAMPLE_SETS if name.startswith("news-en-es/")}


def measured(metric, **systems):
    return {name: metric.statistics(texts, [REFERENCE]) for name, texts in systems.items()}


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(2)
@each_metric
def test_random_shuffles_give_what_all_shuffles_give(metric):
    found = measured(metric, better=BETTER, worse=WORSE)
    exact = exact_p(metric, *found.values())
    result = randomize(metric, found, trials=20_000, seed=7)
    low, high = monte_carlo_interval(result.counts[0, 1], result.trials, level=0.9999)
    assert 0 < exact <= 1
    assert low <= exact <= high


@as_one_test
@pytest.mark.parametrize("n_segments", [1, 2, 5, 12])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_shuffles_give_what_all_shuffles_give_for_few_segments(n_segments, seed):
    pair = noise(np.random.default_rng([n_segments, seed]), n_segments)
    result = randomize(RATIO, dict(zip("AB", pair, strict=True)), trials=20_000, seed=seed)
    low, high = monte_carlo_interval(result.counts[0, 1], result.trials, level=0.9999)
    assert low <= exact_p(RATIO, *pair) <= high


@each_metric
def test_identical_systems_have_p_1(metric):
    result = randomize(metric, measured(metric, one=BETTER, same=BETTER, other=WORSE), trials=99)
    assert result.p_values[0, 1] == 1
    np.testing.assert_array_equal(np.diag(result.p_values), 1)
    np.testing.assert_array_equal(result.p_values, result.p_values.T)
    assert ((result.p_values > 0) & (result.p_values <= 1)).all()
    np.testing.assert_array_equal(result.differences, -result.differences.T)


def test_sacrebleu_finds_identical_systems_different(quiet_sacrebleu):
    """It counts larger differences only (as multeval does), where the test needs those as large, too."""
    metrics = {"bleu": SacreBLEU(references=[REFERENCE])}
    _, found = PairedTest([("one", BETTER), ("same", BETTER)], metrics, None, "ar", 99)()
    assert found["BLEU"][1].p_value == 1 / 100


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(("metric", "peer"), [(BLEU(), SacreBLEU), (CHRF(), SacreCHRF)], ids=["bleu", "chrf"])
@pytest.mark.parametrize("pair", list(combinations(NEWS, 2)), ids=" ".join)
def test_sacrebleu_agrees_within_the_monte_carlo_error_of_both(quiet_sacrebleu, metric, peer, pair):
    texts, references = {name: NEWS[name][0] for name in pair}, NEWS[pair[0]][1]
    _, theirs = PairedTest(list(texts.items()), {"m": peer(references=references)}, None, "ar", 1000)()
    name = next(name for name in theirs if name != "System")
    ours = randomize(metric, {name: metric.statistics(text, references) for name, text in texts.items()})
    count = round(theirs[name][1].p_value * 1001) - 1
    low, high = monte_carlo_interval(count, 1000, level=0.9999)
    our_low, our_high = monte_carlo_interval(ours.counts[0, 1], ours.trials, level=0.9999)
    assert max(low, our_low) <= min(high, our_high)


def test_p_values_of_noise_are_uniform():
    """400 pairs that differ by noise alone: p <= x for a share x of them."""
    generator = np.random.default_rng(2024)
    p_values = []
    for number in range(400):
        pair = dict(zip("AB", noise(generator, 60), strict=True))
        p_values.append(randomize(RATIO, pair, trials=499, seed=number).p_values[0, 1])
    assert stats.kstest(p_values, "uniform").pvalue > 0.05
    for level in (0.05, 0.1, 0.5):
        rejected = int(np.sum(np.array(p_values) <= level))
        assert stats.binomtest(rejected, 400, level).pvalue > 0.01


def test_a_pair_does_not_depend_on_the_others_nor_on_its_order_nor_on_batches(monkeypatch):
    found = measured(BLEU(), better=BETTER, worse=WORSE, reference=REFERENCE, empty=[""] * len(REFERENCE))
    whole = randomize(BLEU(), found, trials=500)
    monkeypatch.setattr(draws, "_BATCH", 7)
    for a, b in combinations(range(4), 2):
        names = list(found)
        pair = randomize(BLEU(), {names[b]: found[names[b]], names[a]: found[names[a]]}, trials=500)
        assert pair.counts[0, 1] == whole.counts[a, b]
    distribution = null_differences(BLEU(), found["better"], found["worse"], trials=500)
    assert distribution.shape == (500,)
    assert (np.abs(distribution) >= np.abs(whole.differences[0, 1]) - 1e-9).sum() == whole.counts[0, 1]


def test_the_seed_decides():
    pair = dict(zip("AB", noise(np.random.default_rng(5), 50), strict=True))
    results = [randomize(RATIO, pair, trials=1000, seed=seed) for seed in (3, 3, 4)]
    assert results[0].counts[0, 1] == results[1].counts[0, 1] != results[2].counts[0, 1]
    assert (results[2].seed, results[2].trials) == (4, 1000)


def test_statistics_that_are_no_whole_numbers():
    """Rounding must not tell systems apart: here every shuffle gives the difference observed, but for its last bits."""
    a, b = rows([0.1, 0.2, 0.3], whole=0.7), rows([0.1, 0.2, 0.3], whole=0.7)
    b[1, 0] += 1 / 3
    assert randomize(RATIO, {"A": a, "B": b}, trials=200).p_values[0, 1] == 1


FORMS = st.sampled_from([stem + ending for stem in ("walk", "talk", "jump") for ending in ("", "s", "ed", "ing")])
SENTENCE = st.lists(FORMS, min_size=2, max_size=4).map(" ".join)
THREE_SYSTEMS = st.lists(st.tuples(*[SENTENCE] * 4), min_size=2, max_size=4)
TOLERANT = TBLEU(epsilon=0.6, tokenize="none")
HOUSES = [
    ("walk talk talks talks", "walk talk talks talks", "walk talk talking talks", "talking walking housing walk"),
    ("house jump housed talk", "houses jump housed talk", "house jumps housed talking", "walk jumps walking housing"),
]
WALKS = [
    ("jumping talks walks jump", "talks jump talk talking", "jumping talks walks jump", "jumping walk walks jump"),
    ("talks jump walk walk", "talking jump talks talks", "walked jumps walk walk", "jumping talk jumping talk"),
    ("jumped jumped talks walk", "jump walking walked walk", "jumped jumps talks walk", "talking talks walked talked"),
]


def tolerantly(segments):
    """tBLEU's statistics of three systems; the references stand first."""
    reference, *texts = zip(*segments, strict=True)
    return {name: TOLERANT.statistics(list(text), [list(reference)]) for name, text in zip("ABC", texts, strict=True)}


def every_swap(n_segments, trials, seed, on_progress):
    """In place of ``swaps``: each of all 2^n once."""
    yield np.arange(2**n_segments, dtype=np.uint64).astype("<u8")[:, None].view(np.uint8)


def every_choice(n_segments, n_options, trials, seed, on_progress):
    """In place of ``choices``: each of all n_options^n once."""
    yield np.array(list(product(range(n_options), repeat=n_segments)), np.uint32)


@given(THREE_SYSTEMS)
@example(HOUSES)
def test_fractions_that_cancel_are_no_matches(segments):
    """tBLEU's matches are fractions: 1e-17 or -1e-17 of them must not be left of those that a shuffle takes away."""
    found, trials = tolerantly(segments), 2 ** len(segments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(randomization, "swaps", every_swap)
        whole = randomize(TOLERANT, found, trials)
        for a, b in combinations(range(3), 2):
            names = "ABC"[a], "ABC"[b]
            alone = randomize(TOLERANT, {name: found[name] for name in names}, trials)
            exact = exact_p(TOLERANT, *(found[name] for name in names))
            assert whole.counts[a, b] == alone.counts[0, 1] == exact * trials


@given(THREE_SYSTEMS.map(lambda segments: segments[:3]))
@example(WALKS)
def test_fractions_of_runs_that_cancel_are_no_matches(segments):
    a, b, c = tolerantly(segments).values()
    runs = {"x": np.stack([a, b], axis=1), "y": np.stack([c, a], axis=1)}
    trials = {"together": 2 ** len(segments), "runs": math.comb(4, 2) ** len(segments)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(randomization, "swaps", every_swap)
        patch.setattr(randomization, "choices", every_choice)
        counts = {of: randomize(TOLERANT, runs, trials[of], exchange=of).counts[0, 1] for of in trials}
    assert counts["together"] == trials["together"] * exact_p(TOLERANT, *(rows.sum(axis=1) for rows in runs.values()))
    assert counts["runs"] == round(trials["runs"] * exact_p_of_runs(TOLERANT, *runs.values()))


def test_runs_of_three_systems_are_exchanged_as_those_of_each_pair():
    generator = np.random.default_rng(5)
    runs = {name: rows(generator.integers(0, 9, (6, 2))) for name in "ABC"}
    whole = randomize(RATIO, runs, 200, exchange="runs")
    for a, b in combinations(range(3), 2):
        alone = randomize(RATIO, {name: runs[name] for name in ("ABC"[a], "ABC"[b])}, 200, exchange="runs")
        assert whole.counts[a, b] == alone.counts[0, 1]


def test_a_score_that_is_not_defined():
    nothing = rows([0, 0], whole=0)
    result = randomize(RATIO, {"A": rows([1, 2]), "nothing": nothing, "B": rows([2, 2])}, trials=50)
    assert np.isnan(result.p_values[[0, 1, 2], 1]).all()
    assert result.p_values[0, 2] <= 1
    # One segment has all words of A, the other all of B: whenever both go to one side, the other has no score.
    a, b = np.array([[9.0, 10], [0, 0]]), np.array([[0.0, 0], [1, 10]])
    assert randomize(RATIO, {"A": a, "B": b}, trials=50).p_values[0, 1] == 1


def test_progress_and_cancelling(monkeypatch):
    monkeypatch.setattr(draws, "_BATCH", 10)
    pair = {"A": rows([1, 2]), "B": rows([2, 2])}
    shares = []
    randomize(RATIO, pair, trials=25, on_progress=shares.append)
    assert shares == [0.4, 0.8, 1]

    class Cancelled(Exception):
        pass

    def cancel(share):
        shares.append(share)
        raise Cancelled

    shares.clear()
    with pytest.raises(Cancelled):
        randomize(RATIO, pair, trials=25, on_progress=cancel)
    assert shares == [0.4]


@pytest.mark.parametrize(
    ("systems", "trials", "message"),
    [
        ({"A": rows([1])}, 10, "at least 2 systems to compare; found 1"),
        ({"A": rows([1]), "B": rows([1, 2])}, 10, "A has 1, B has 2"),
        ({"A": rows([]), "B": rows([])}, 10, "at least one segment"),
        ({"A": rows([1]), "B": np.zeros((1, 3))}, 10, "2 statistics a row; found 3"),
        ({"A": rows([1]), "B": rows([1])}, 0, "number of trials must be 1 to 10,000,000; found 0"),
        ({"A": rows([1]), "B": rows([1])}, 1.5, "number of trials"),
    ],
)
def test_bad_input(systems, trials, message):
    with pytest.raises(ValueError, match=message):
        randomize(RATIO, systems, trials)


def test_no_seed_is_negative():
    a, b = rows([1]), rows([1])
    for test in (randomize, bootstrap):
        with pytest.raises(ValueError, match="The seed must be 0 to"):
            test(RATIO, {"A": a, "B": b}, seed=-1)
    for test in (null_differences, removal):
        with pytest.raises(ValueError, match="The seed must be 0 to"):
            test(RATIO, a, b, seed=-1)


def test_as_large_is_but_for_rounding():
    assert are_as_large(np.array([-1.0, 1 - 1e-12, 1 - 1e-6, 2, np.nan]), 1.0).tolist() == [
        True,
        True,
        False,
        True,
        True,
    ]


# p and its Monte Carlo error


def test_p_counts_the_outputs_as_they_are():
    assert p_value(0, 99) == 1 / 100
    np.testing.assert_array_equal(p_value(np.array([[99, 4]]), 99), [[1, 0.05]])


@given(st.data())
def test_the_monte_carlo_interval_is_that_of_clopper_and_pearson(data):
    trials = data.draw(st.sampled_from([1, 2, 10, 99, 10_000, 250_000, MAX_TRIALS]))
    count = data.draw(st.integers(0, min(trials, 20)) | st.integers(0, trials))
    count = data.draw(st.sampled_from([count, trials - count]))
    level = data.draw(st.sampled_from([0.01, 0.5, 0.95, 0.999]))
    low = special.betaincinv(count, trials - count + 1, (1 - level) / 2) if count else 0
    high = special.betaincinv(count + 1, trials - count, (1 + level) / 2) if count < trials else 1
    assert monte_carlo_interval(count, trials, level) == pytest.approx((low, high), rel=1e-9, abs=0)


def test_the_monte_carlo_interval_as_plain_python(monkeypatch):
    counted = [(0, 10), (10, 10), (1, 40), (20, 99)]
    compiled = [monte_carlo_interval(*count) for count in counted]
    uncompile(monkeypatch, shares)
    monkeypatch.setattr(draws, "shares_around", shares.shares_around)
    assert [monte_carlo_interval(*count) for count in counted] == [
        pytest.approx(ends, rel=1e-12, abs=0) for ends in compiled
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 3), "The count of 3 trials must be 0 to 3; found 5"),
        ((-1, 3), "The count of 3 trials must be 0 to 3; found -1"),
        ((0, 0), "The number of trials must be 1 to"),
        ((1, 3, 95), "The level must be between 0 and 1; found 95"),
    ],
)
def test_no_interval_of_what_cannot_be_counted(arguments, message):
    with pytest.raises(ValueError, match=message):
        monte_carlo_interval(*arguments)


# The kernel


@pytest.mark.parametrize("n_segments", [1, 7, 8, 9, 63, 64, 65, 130])
def test_the_kernel_is_a_matrix_product(n_segments):
    statistics = np.random.default_rng(n_segments).integers(-5, 9, (n_segments, 3)).astype(float)
    (batch,) = swaps(n_segments, 20, seed=1)
    dense = np.unpackbits(batch, axis=1, count=n_segments, bitorder="little").astype(float)
    assert dense.shape == (20, n_segments)
    expected = dense @ statistics
    np.testing.assert_array_equal(swapped_sums(batch, statistics), expected)
    with pytest.MonkeyPatch.context() as patch:
        uncompile(patch, draws)
        np.testing.assert_array_equal(swapped_sums(batch[:2], statistics), expected[:2])


@pytest.mark.parametrize(("factor", "kind"), [(1, np.int16), (0.5, np.float64), (1000, np.float64)])
def test_tables_side_by_side_add_up_to_what_each_does(factor, kind, monkeypatch):
    """Whole numbers of which no sum of 8 is too large take a quarter of the memory."""
    monkeypatch.setattr(draws, "_COLUMNS", 7)
    tables = [float(factor) * np.random.default_rng(seed).integers(-9, 9, (70, 3)) for seed in range(5)]
    (batch,) = swaps(70, 20, seed=1)
    blocks = draws.column_blocks(tables)
    assert [block.shape for block in blocks] == [(70, 6), (70, 6), (70, 3)]
    assert {block.dtype.type for block in blocks} == {kind}
    for found, table in zip(draws.swapped_sums_of_each(batch, blocks, 3), tables, strict=True):
        np.testing.assert_array_equal(found, swapped_sums(batch, table))


def test_every_segment_is_swapped_in_half_of_the_shuffles_independently():
    (batch,) = swaps(70, 1000, seed=1)
    dense = np.unpackbits(batch, axis=1, count=70, bitorder="little").astype(float)
    assert np.abs(dense.mean(axis=0) - 0.5).max() < 4.5 * 0.5 / np.sqrt(1000)
    correlations = np.corrcoef(dense, rowvar=False) - np.eye(70)
    assert np.abs(correlations).max() < 5 / np.sqrt(1000)


@pytest.mark.parametrize("n_runs", [1, 2, 3, 10])
def test_the_kernel_of_runs_adds_what_is_taken(n_runs):
    generator = np.random.default_rng(n_runs)
    statistics = generator.integers(0, 9, (6, n_runs, 3)).astype(float)
    subsets = generator.integers(0, 2**n_runs, 40)
    (drawn,) = choices(6, 40, 20, seed=1)
    taken = (subsets[:, None] >> np.arange(n_runs)) & 1
    expected = np.einsum("tsr,src->tc", taken[drawn], statistics)
    np.testing.assert_array_equal(chosen_sums(drawn, subsets, statistics), expected)
    np.testing.assert_array_equal(chosen_sums.py_func(drawn[:2], subsets, statistics), expected[:2])
