"""Who differs in which kind of error, against plain loops over draws and exact enumeration."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.analysis.error_kinds import compare_kinds, enough_shuffles
from scoring.judgments.error_density import ALL_KINDS
from scoring.significance.resampling.draws import resamples, swaps
from tests.counted import counted
from tests.expanded import ends

DENSITY = 1000


@pytest.fixture(scope="module")
def drawn():
    random = np.random.default_rng(3)
    errors = random.poisson([0.2, 1.0, 0.05], (3, 60, 3)) + random.poisson(0.5, (3, 1, 3))
    return errors, random.integers(5, 30, (3, 60))


def with_sum(errors):
    return np.concatenate([errors.sum(axis=2, keepdims=True), errors], axis=2)


def plain_p_values(errors, words, trials):
    """Of the first system against the second: errors (2, n_segments, n_kinds), words (2, n_segments)."""
    n_segments = errors.shape[1]
    scaled = [errors[system] * DENSITY / words[system].sum() for system in (0, 1)]
    observed = abs(scaled[0].sum(axis=0) - scaled[1].sum(axis=0))
    counts = np.zeros(errors.shape[2])
    for batch in swaps(n_segments, trials, 1):
        for bits in batch:
            swapped = np.unpackbits(bits, bitorder="little")[:n_segments].astype(bool)[:, None]
            one, other = np.where(swapped, scaled[1], scaled[0]), np.where(swapped, scaled[0], scaled[1])
            counts += abs(one.sum(axis=0) - other.sum(axis=0)) >= observed - 1e-9
    return (counts + 1) / (trials + 1)


def plain_densities(errors, words, n_resamples):
    """(n_resamples, n_kinds) of one system's errors (n_segments, n_kinds) and words (n_segments,)."""
    drawn = np.concatenate(list(resamples(len(words), n_resamples, 1)))
    return np.array([DENSITY * errors[places].sum(axis=0) / words[places].sum() for places in drawn])


def test_rates_are_errors_in_a_thousand_words(drawn):
    errors, words = drawn
    found = counted(errors, words)
    expected = [[DENSITY * sum(with_sum(errors)[s, :, k]) / sum(words[s]) for k in range(4)] for s in range(3)]
    np.testing.assert_allclose(found.densities, expected)
    assert found.kinds[0] == ALL_KINDS


def test_p_values_are_those_of_a_plain_loop_over_shuffles(drawn):
    errors, words = drawn
    found = compare_kinds(counted(errors, words), 300, 50)
    for place, pair in enumerate(combinations(range(3), 2)):
        expected = plain_p_values(with_sum(errors)[list(pair)], words[list(pair)], 300)
        np.testing.assert_allclose(found.p_values[place], expected)


def test_intervals_are_those_of_a_plain_loop_over_resamples(drawn):
    errors, words = drawn
    found = compare_kinds(counted(errors, words), 50, 200)
    samples = [plain_densities(with_sum(errors)[system], words[system], 200) for system in range(3)]
    for system in range(3):
        np.testing.assert_allclose(found.intervals[system], [ends(kind, 60) for kind in samples[system].T])
    for place, (a, b) in enumerate(combinations(range(3), 2)):
        expected = [ends(kind, 60) for kind in (samples[a] - samples[b]).T]
        np.testing.assert_allclose(found.difference_intervals[place], expected)


JUDGED = st.lists(st.lists(st.booleans(), min_size=9, max_size=9), min_size=3, max_size=3)


@settings(max_examples=25)
@given(JUDGED, st.integers(0, 1000))
def test_a_system_counts_where_it_was_judged_and_a_pair_where_both_were(judged, seed):
    random, judged = np.random.default_rng(seed), np.array(judged)
    errors, words = random.poisson(0.7, (3, 9, 2)), random.integers(1, 9, (3, 9))
    counts = counted(errors, words, judged)
    found = compare_kinds(counts, 40, 500)
    everything = with_sum(errors)
    for system, flags in enumerate(judged):
        n_words = words[system, flags].sum()
        expected = DENSITY * everything[system, flags].sum(axis=0) / n_words if n_words else [np.nan] * 3
        np.testing.assert_allclose(counts.densities[system], expected)
        if flags.sum() > 5:
            samples = plain_densities(everything[system, flags], words[system, flags], 500)
            expected = [ends(kind, flags.sum()) for kind in samples.T]
            np.testing.assert_allclose(found.intervals[system], expected)
        else:
            assert np.isnan(found.intervals[system]).all()
    for place, (a, b) in enumerate(combinations(range(3), 2)):
        both = judged[a] & judged[b]
        if not both.any():
            assert np.isnan([*found.p_values[place], *found.differences[place]]).all()
            continue
        pair = everything[[a, b]][:, both], words[[a, b]][:, both]
        np.testing.assert_allclose(found.p_values[place], plain_p_values(*pair, 40))
        rates = [DENSITY * pair[0][of].sum(axis=0) / pair[1][of].sum() for of in (0, 1)]
        np.testing.assert_allclose(found.differences[place], rates[0] - rates[1])
        assert np.isnan(found.difference_intervals[place]).all() == (both.sum() < 6)


def test_a_system_judged_in_two_segments_leaves_the_others_as_they_are(drawn):
    errors, words = drawn
    few = np.ones((3, 60), bool)
    few[2, 2:] = False
    found, alone = compare_kinds(counted(errors, words, few), 300, 50), compare_kinds(counted(errors, words), 300, 50)
    np.testing.assert_array_equal(found.p_values[0], alone.p_values[0])
    np.testing.assert_array_equal(found.intervals[:2], alone.intervals[:2])
    assert not found.counts.are_judged_alike


def test_few_errors_are_no_proof_however_much_lengths_differ():
    """Five errors against none: 2 of 2^5 exchanges leave as much, though every output of A is the shorter one."""
    errors = np.zeros((2, 40, 1))
    errors[0, :5] = 1
    found = compare_kinds(counted(errors, [[10] * 40, [20] * 40]), 4000, 50)
    exact = np.mean([abs(sum(signs)) == 5 for signs in product((-1, 1), repeat=5)])
    assert exact == 1 / 16
    assert found.p_values[0] == pytest.approx([exact, exact], abs=0.015)


def test_differences_are_said_from_the_side_of_fewer_and_adjusted_for_all():
    errors = np.zeros((2, 40, 2))
    errors[0, :, 0] = 2
    errors[1, :, 0] = 1
    found = compare_kinds(counted(errors, [[10] * 40] * 2), 2000, 100)
    assert [pair.kind for pair in found.differing("AB")] == [ALL_KINDS, "kind 0"]
    first = found.differing("AB")[0]
    assert (first.fewer, first.more, first.difference) == ("B", "A", 100)
    assert (first.low, first.high) == (100, 100)
    assert found.n_tested == 3
    assert first.p_adjusted == pytest.approx(3 * first.p_value)
    assert found.differing("A") == []
    assert found.p_values[0, 2] == 1, "neither has any error of that kind"


def test_nothing_to_count_and_nobody_to_compare():
    empty = counted(np.zeros((2, 3, 0)), np.zeros((2, 3)))
    found = compare_kinds(empty, 20, 50)
    assert np.isnan(empty.densities).all()
    assert np.isnan(found.p_values).all()
    assert found.differing("AB") == []
    assert found.is_too_little
    alone = compare_kinds(counted(np.ones((1, 3, 1)), np.full((1, 3), 9)), 20, 50)
    assert alone.p_values.shape == (0, 2)
    assert alone.intervals.shape == (1, 2, 2)
    flawless = compare_kinds(counted(np.zeros((2, 3, 1)), np.ones((2, 3))), 20, 50)
    assert flawless.p_values.tolist() == [[1, 1]]


def test_there_are_enough_shuffles_for_a_finding(drawn):
    """However few are wanted, there are 10,000; what hardly passes with fewer hangs on the seed."""
    counts = counted(*drawn)
    assert enough_shuffles(counts) == enough_shuffles(counted(np.ones((2, 3, 1)), np.ones((2, 3)))) == 10_000
    assert enough_shuffles(counted(np.ones((6, 3, 30)), np.ones((6, 3)))) == 40 * 15 * 31 * 20
    never = (1 - 0.999) / 2  # the chance that none of the shuffles counts, where p is the interval's upper end
    needed = int(np.ceil(np.log(never) / np.log1p(-0.05 / 12)))
    assert compare_kinds(counts, needed, 50).is_enough
    assert not compare_kinds(counts, needed - 1, 50).is_enough


def test_what_hangs_on_the_seed_is_no_difference():
    """Six errors against none: p is 2 / 64, and above the level for two kinds; few shuffles may say otherwise."""
    errors = np.zeros((2, 40, 1))
    errors[0, :6] = 1
    counts = counted(errors, [[10] * 40] * 2)
    found = [compare_kinds(counts, 400, 50, seed) for seed in range(1, 21)]
    assert any(each.p_adjusted[0, 0] <= 0.05 for each in found), "by chance"
    assert not any(each.differing("AB") for each in found)
    errors[0, :14] = 1
    clear = compare_kinds(counted(errors, [[10] * 40] * 2), None, 50)
    assert [pair.kind for pair in clear.differing("AB")] == [ALL_KINDS, "kind 0"]


@pytest.mark.parametrize(("n_segments", "is_too_little"), [(4, True), (6, True), (7, False)])
def test_few_segments_with_errors_can_show_nothing(n_segments, is_too_little):
    """Two tests: 2 x 2 / 2^6 is above 0.05, 2 x 2 / 2^7 is below."""
    errors = np.zeros((2, 20, 1))
    errors[0, :n_segments] = 1
    found = compare_kinds(counted(errors, np.ones((2, 20))), 20, 20)
    assert (found.most_segments, found.needed_segments) == (n_segments, 7)
    assert found.is_too_little == is_too_little
