"""Who differs in which kind of error, against ``randomize``, ``bootstrap`` and exact enumeration."""

from itertools import combinations, product

import numpy as np
import pytest

from scoring.analysis.error_kinds import ALL, compare_kinds, enough_shuffles, error_rows
from scoring.judgments.error_density import ErrorCounts, ErrorDensity
from scoring.significance import bootstrap, randomize

METRIC = ErrorDensity("MQM")


def counted(errors, words, judged=None):
    """errors (n_systems, n_segments, n_kinds); all outputs are judged unless ``judged`` says which."""
    names = tuple("ABCDEF"[: len(errors)])
    kinds = tuple(f"kind {number}" for number in range(errors.shape[2]))
    judged = np.ones(errors.shape[:2], bool) if judged is None else judged
    return ErrorCounts(kinds, names, np.array(errors, float), np.array(words, float), judged)


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(3)
    errors = random.poisson([0.2, 1.0, 0.05], (3, 60, 3)) + random.poisson(0.5, (3, 1, 3))
    return error_rows(counted(errors, random.integers(5, 30, (3, 60))))


def test_rates_are_errors_in_a_thousand_words(rows):
    errors, words = rows.statistics[:, :, :-1], rows.statistics[:, :, -1]
    expected = [[1000 * sum(errors[s, :, k]) / sum(words[s]) for k in range(4)] for s in range(3)]
    np.testing.assert_allclose(rows.densities, expected)
    np.testing.assert_allclose(rows.densities[:, 0], rows.densities[:, 1:].sum(axis=1))
    assert rows.kinds[0] == ALL


def test_p_values_are_those_of_randomize_over_as_many_words(rows):
    found = compare_kinds(rows, 500, 50)
    n_judged, n_words = rows.n_judged, 7000.0
    for kind in range(4):
        measured = {
            name: np.stack(
                [of[:, kind] * n_words / of[:, -1].sum(), np.full(n_judged, n_words / n_judged)],
                axis=1,
            )
            for name, of in zip(rows.systems, rows.statistics, strict=True)
        }
        expected = randomize(METRIC, measured, 500).p_values
        assert [expected[a, b] for a, b in found.pairs] == pytest.approx(found.p_values[:, kind].tolist())


def test_intervals_are_those_of_the_bootstrap(rows):
    found = compare_kinds(rows, 50, 300)
    for kind in range(4):
        measured = dict(zip(rows.systems, rows.statistics[:, :, [kind, -1]], strict=True))
        expected = bootstrap(METRIC, measured, 300)
        for place, system in enumerate(rows.systems):
            assert tuple(found.intervals[place, kind]) == pytest.approx(expected.interval(system))
        for place, (a, b) in enumerate(combinations(rows.systems, 2)):
            assert tuple(found.difference_intervals[place, kind]) == pytest.approx(expected.difference_interval(a, b))


def test_few_errors_are_no_proof_however_much_lengths_differ():
    """Five errors against none: 2 of 2^5 exchanges leave as much, though every output of A is the shorter one."""
    errors = np.zeros((2, 40, 1))
    errors[0, :5] = 1
    found = compare_kinds(error_rows(counted(errors, [[10] * 40, [20] * 40])), 4000, 50)
    exact = np.mean([abs(sum(signs)) == 5 for signs in product((-1, 1), repeat=5)])
    assert exact == 1 / 16
    assert found.p_values[0] == pytest.approx([exact, exact], abs=0.015)


def test_differences_are_said_from_the_side_of_fewer_and_adjusted_for_all():
    errors = np.zeros((2, 40, 2))
    errors[0, :, 0] = 2
    errors[1, :, 0] = 1
    found = compare_kinds(error_rows(counted(errors, [[10] * 40] * 2)), 2000, 100)
    assert [pair.kind for pair in found.differing("AB")] == [ALL, "kind 0"]
    first = found.differing("AB")[0]
    assert (first.fewer, first.more, first.difference) == ("B", "A", 100)
    assert (first.low, first.high) == (100, 100)
    assert found.n_tested == 3
    assert first.p_adjusted == pytest.approx(3 * first.p_value)
    assert found.differing("A") == []
    assert found.p_values[0, 2] == 1, "neither has any error of that kind"


def test_only_segments_that_were_judged_of_every_system_count():
    judged = np.array([[True, False, True], [True, True, False]])
    rows = error_rows(counted(np.ones((2, 3, 1)), [[0, 0, 5], [5, 5, 0]], judged))
    assert (rows.n_judged, rows.n_segments) == (1, 3)
    found = compare_kinds(rows, 20, 50)
    assert np.isnan(found.intervals).all(), "of one segment every resample is the same"
    assert np.isnan(found.p_values).all(), "one of them wrote no word"
    never = np.array([[True, False], [False, True]])
    assert error_rows(counted(np.ones((2, 2, 1)), np.ones((2, 2)), never)).n_judged == 2


def test_nothing_to_count_and_nobody_to_compare():
    empty = error_rows(counted(np.zeros((2, 3, 0)), np.zeros((2, 3))))
    found = compare_kinds(empty, 20, 50)
    assert np.isnan(empty.densities).all()
    assert np.isnan(found.p_values).all()
    assert found.differing("AB") == []
    alone = compare_kinds(error_rows(counted(np.ones((1, 3, 1)), np.full((1, 3), 9))), 20, 50)
    assert alone.p_values.shape == (0, 2)
    assert alone.intervals.shape == (1, 2, 2)


def test_there_are_enough_shuffles_for_a_finding(rows):
    """However few are wanted, there are 10,000; what hardly passes with fewer hangs on the seed."""
    assert enough_shuffles(rows) == 10_000
    assert enough_shuffles(error_rows(counted(np.ones((2, 3, 1)), np.ones((2, 3))))) == 10_000
    several = counted(np.ones((6, 3, 30)), np.ones((6, 3)))
    assert enough_shuffles(error_rows(several)) == 10 * 15 * 31 * 20
    never = (1 - 0.999) / 2  # the chance that none of the shuffles counts, where p is the interval's upper end
    needed = int(np.ceil(np.log(never) / np.log1p(-0.05 / 12)))
    assert compare_kinds(rows, needed, 50).is_enough
    assert not compare_kinds(rows, needed - 1, 50).is_enough


def test_what_hangs_on_the_seed_is_no_difference():
    """Six errors against none: p is 2 / 64, and above the level for two kinds; few shuffles may say otherwise."""
    errors = np.zeros((2, 40, 1))
    errors[0, :6] = 1
    rows = error_rows(counted(errors, [[10] * 40] * 2))
    exact = 2 / 2**6
    found = [compare_kinds(rows, 400, 50, seed) for seed in range(1, 21)]
    assert any(each.p_adjusted[0, 0] <= 0.05 for each in found), "by chance"
    assert not any(each.differing("AB") for each in found)
    assert 2 * exact > 0.05
    errors[0, :14] = 1
    clear = compare_kinds(error_rows(counted(errors, [[10] * 40] * 2)), None, 50)
    assert [pair.kind for pair in clear.differing("AB")] == [ALL, "kind 0"]
