"""Several runs of one system: which names they are, and the two kinds of variation."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from scoring import BLEU
from scoring.significance import (
    EXCHANGES,
    Replications,
    bootstrap,
    compare,
    group_runs,
    monte_carlo_interval,
    null_differences,
    pool_runs,
    randomize,
    run_error,
    statistics_by_run,
)
from scoring.significance.resampling.replications import replications
from tests.ratios import RATIO, exact_p, exact_p_of_runs, noise, rows

GROUPS = {"x": ("x.opt0", "x.opt1"), "y": ("y.opt0", "y.opt1")}
each_exchange = pytest.mark.parametrize("exchange", EXCHANGES)


def runs(n_segments=50, seed=1):
    generator = np.random.default_rng(seed)
    return dict(
        zip([*GROUPS["x"], *GROUPS["y"]], [*noise(generator, n_segments), *noise(generator, n_segments)], strict=True)
    )


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        (["x.opt0", "x.opt1", "y"], {"x": ("x.opt0", "x.opt1"), "y": ("y",)}),
        (["a.opt0", "b.opt0", "a.opt1", "b.opt1"], {"a": ("a.opt0", "a.opt1"), "b": ("b.opt0", "b.opt1")}),
        (["x.seed1", "x.seed12"], {"x": ("x.seed1", "x.seed12")}),
        (["big-model_run_1", "big-model_run_2"], {"big-model": ("big-model_run_1", "big-model_run_2")}),
        (["x rep 1", "x Rep 2"], {"x": ("x rep 1", "x Rep 2")}),
        (["x.opt0", "y.opt0"], {"x.opt0": ("x.opt0",), "y.opt0": ("y.opt0",)}),
        (["x", "x.opt0", "x.opt1"], {"x": ("x",), "x.opt0": ("x.opt0",), "x.opt1": ("x.opt1",)}),
        (["opt0", "opt1", "robust1", "robust2"], {name: (name,) for name in ("opt0", "opt1", "robust1", "robust2")}),
        (["wmt.2019", "wmt.2020"], {"wmt.2019": ("wmt.2019",), "wmt.2020": ("wmt.2020",)}),
        ([], {}),
    ],
)
def test_names_of_runs(names, groups):
    assert group_runs(names) == groups


def test_both_kinds_of_variation():
    measured = runs()
    found = replications(RATIO, measured, GROUPS, trials=500, seed=9)
    resampled = bootstrap(RATIO, measured, trials=500, seed=9)
    assert [result.system for result in found] == ["x", "y"]
    for result, columns in zip(found, ([0, 1], [2, 3]), strict=True):
        assert result.runs == GROUPS[result.system]
        np.testing.assert_array_equal(result.scores, resampled.scores[columns])
        assert result.mean == pytest.approx(np.mean(result.scores))
        assert result.instability == pytest.approx(abs(result.scores[0] - result.scores[1]) / math.sqrt(2))
        assert result.selection == pytest.approx(resampled.samples[:, columns].std(axis=0, ddof=1).mean())


def test_selection_shrinks_with_the_test_set_and_instability_does_not():
    """Runs that differ by as much in every segment, over test sets of 50 and 5,000 segments."""
    found = []
    for n_segments in (50, 5000):
        parts = np.random.default_rng(1).normal(50, 10, n_segments)
        measured = {"x.opt0": rows(parts, 100), "x.opt1": rows(parts + 2, 100)}
        found += replications(RATIO, measured, {"x": ("x.opt0", "x.opt1")}, trials=1000)
    assert found[0].selection == pytest.approx(10 * found[1].selection, rel=0.2)
    assert found[0].instability == pytest.approx(found[1].instability)


def test_a_single_run_has_no_instability():
    (found,) = replications(RATIO, {"x": rows([1, 2])}, {"x": ("x",)}, trials=10)
    assert math.isnan(found.instability)


def test_one_segment_does_not_show_how_much_segments_vary():
    (found,) = replications(RATIO, {"x.opt0": rows([1]), "x.opt1": rows([2])}, {"x": ("x.opt0", "x.opt1")}, trials=99)
    assert math.isnan(found.selection)
    assert found.instability == pytest.approx(10 / math.sqrt(2))


def test_by_run_and_pooled_score_all_runs_as_one_corpus():
    measured = runs()
    expected = [RATIO.score(sum(measured[run].sum(axis=0) for run in group)) for group in GROUPS.values()]
    for together, shape in ((statistics_by_run(measured, GROUPS), (50, 2, 2)), (pool_runs(measured, GROUPS), (50, 2))):
        assert {statistics.shape for statistics in together.values()} == {shape}
        np.testing.assert_allclose(randomize(RATIO, together, trials=1).scores, expected, rtol=1e-12)


@pytest.mark.parametrize(("n_segments", "n_runs"), [(6, 1), (5, 2), (3, 3)])
def test_randomization_by_run_gives_what_all_exchanges_give(n_segments, n_runs):
    generator = np.random.default_rng(n_runs)
    systems = [np.stack([noise(generator, n_segments)[0] for _ in range(n_runs)], axis=1) for _ in "xy"]
    result = randomize(RATIO, dict(zip("xy", systems, strict=True)), trials=20_000, exchange="runs")
    low, high = monte_carlo_interval(result.counts[0, 1], 20_000, level=0.9999)
    assert low <= exact_p_of_runs(RATIO, *systems) <= high


def test_single_runs_are_swapped_as_systems_are():
    one = dict(zip("xy", noise(np.random.default_rng(5), 8), strict=True))
    exact = exact_p(RATIO, *one.values())
    for measured, exchange in product((one, statistics_by_run(one, {"x": ("x",), "y": ("y",)})), EXCHANGES):
        result = randomize(RATIO, measured, trials=20_000, exchange=exchange)
        low, high = monte_carlo_interval(result.counts[0, 1], 20_000, level=0.9999)
        assert low <= exact <= high


def test_how_runs_are_numbered_does_not_matter():
    """Also where runs of one number resemble each other, as runs from one seed do."""
    generator = np.random.default_rng(2)
    shared = generator.normal(0, 5, (2, 200))
    measured = {
        f"{name}.opt{run}": rows(50 + better + shared[run] + generator.normal(0, 1, 200), 100)
        for name, better in (("x", 0.4), ("y", 0))
        for run in range(2)
    }
    trials, p_values = 20_000, []
    for order in (("y.opt0", "y.opt1"), ("y.opt1", "y.opt0")):
        result = compare(RATIO, measured, trials=trials, groups={"x": GROUPS["x"], "y": order}, exchange="runs")
        p_values.append(result.p_values[0, 1])
    assert p_values[0] == pytest.approx(p_values[1], abs=5 * math.sqrt(0.25 * 2 / trials))


@each_exchange
def test_a_shuffle_of_runs_is_the_same_for_both_functions(exchange):
    together = statistics_by_run(runs(), GROUPS)
    result = randomize(RATIO, together, trials=300, seed=4, exchange=exchange)
    found = null_differences(RATIO, *together.values(), trials=300, seed=4, exchange=exchange)
    assert (np.abs(found) >= abs(result.differences[0, 1]) - 1e-9).sum() == result.counts[0, 1]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({"x": (), "y": ("y.opt0",)}, "x has no runs"),
        ({"x": ("x.opt7",), "y": ("y.opt0",)}, "x has a run x.opt7 that is not there"),
        ({"x": ("x.opt0",), "y": ("x.opt0",)}, "x.opt0 stands twice"),
        ({"x": ("x.opt0",), "y": ("short",)}, "same number of segments"),
    ],
)
@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_groups_that_do_not_fit(test, groups, message):
    with pytest.raises(ValueError, match=message):
        compare(RATIO, runs() | {"short": rows([1])}, test, trials=9, groups=groups)


def test_too_many_runs_to_exchange():
    names = [f"{system}.opt{run}" for system in "xy" for run in range(11)]
    measured, groups = dict.fromkeys(names, rows([1, 2])), group_runs(names)
    with pytest.raises(ValueError, match="at most 10 runs of a system; found 11"):
        compare(RATIO, measured, trials=9, groups=groups, exchange="runs")
    assert compare(RATIO, measured, trials=9, groups=groups).systems == ("x", "y")


def test_ten_runs_can_be_exchanged():
    generator = np.random.default_rng(3)
    x, y = (np.stack([noise(generator, 2)[0] for _ in range(10)], axis=1) for _ in "xy")
    assert 0 < randomize(RATIO, {"x": x, "y": y}, trials=20, exchange="runs").p_values[0, 1] <= 1


def test_outputs_that_are_no_run_are_not_resampled():
    measured = runs()
    found = replications(RATIO, measured | {"other": rows([1] * 7)}, GROUPS, trials=50)
    assert [result.selection for result in found] == [r.selection for r in replications(RATIO, measured, GROUPS, 50)]


WAYS = [("ar", "together"), ("ar", "runs"), ("bootstrap", "together")]
each_way = pytest.mark.parametrize(("test", "exchange"), WAYS, ids=map(" ".join, WAYS))


@each_way
def test_groups_are_compared(test, exchange):
    measured = runs()
    found = compare(RATIO, measured, test, trials=500, groups=GROUPS, exchange=exchange)
    assert found.systems == ("x", "y")
    assert found.exchange == exchange
    assert [result.system for result in found.runs] == ["x", "y"]
    together = pool_runs(measured, GROUPS)
    if exchange == "runs":
        expected = randomize(RATIO, statistics_by_run(measured, GROUPS), trials=500, exchange=exchange)
    else:
        expected = (randomize if test == "ar" else bootstrap)(RATIO, together, trials=500)
    np.testing.assert_array_equal(found.p_values, expected.p_values)
    interval = bootstrap(RATIO, together, trials=500).difference_interval("x", "y")
    assert (found.pairs[0].ci_low, found.pairs[0].ci_high) == interval


@each_way
def test_the_same_runs_under_two_names_have_p_1(test, exchange):
    """As multeval's example has them, which finds p = 0.00."""
    metric = BLEU()
    texts = [["the cat sat on the mat", "a b c d"], ["the cat sat on a mat", "a b c"]]
    one, two = (metric.statistics(text, [texts[0]]) for text in texts)
    measured = {"x.opt0": one, "x.opt1": two, "y.opt0": one, "y.opt1": two}
    assert compare(metric, measured, test, trials=99, groups=GROUPS, exchange=exchange).p_values[0, 1] == 1


def test_copies_of_a_run_are_evidence_only_where_runs_are_exchanged():
    one = dict(zip("xy", noise(np.random.default_rng(8), 200), strict=True))
    measured = {f"{name}.opt{run}": one[name] for name in one for run in range(2)}
    single = compare(RATIO, one, trials=2000).p_values[0, 1]
    together, apart = (
        compare(RATIO, measured, trials=2000, groups=GROUPS, exchange=exchange).p_values[0, 1] for exchange in EXCHANGES
    )
    assert together == single
    assert apart < single


def test_the_p_values_of_alike_runs_are_uniform_where_segments_are_exchanged():
    """Pairs of systems that differ by noise, three runs each; 60 % of the noise is common to the runs of a system."""
    generator = np.random.default_rng(2024)
    groups = {name: tuple(f"{name}.opt{run}" for run in range(3)) for name in "xy"}
    p_values = {exchange: [] for exchange in EXCHANGES}
    for seed in range(200):
        difficulty, measured = generator.normal(50, 10, 100), {}
        for names in groups.values():
            own = difficulty + generator.normal(0, math.sqrt(60), 100)
            measured |= {name: rows(own + generator.normal(0, math.sqrt(40), 100), 100) for name in names}
        for exchange, together in (("together", pool_runs), ("runs", statistics_by_run)):
            found = randomize(RATIO, together(measured, groups), 299, seed, exchange=exchange)
            p_values[exchange].append(found.p_values[0, 1])
    rejected = {exchange: np.sum(np.array(found) <= 0.05) for exchange, found in p_values.items()}
    assert stats.kstest(p_values["together"], "uniform").pvalue > 0.05
    assert stats.binomtest(int(rejected["together"]), 200, 0.05).pvalue > 0.01
    assert rejected["runs"] > 0.15 * 200, "three times as often as the level says"


def test_unequal_numbers_of_runs():
    measured = runs() | {"z": runs()["x.opt0"]}
    groups = GROUPS | {"z": ("z",)}
    with pytest.raises(ValueError, match="as many of every system; x has 2, y has 2, z has 1"):
        compare(RATIO, measured, trials=9, groups=groups, exchange="runs")
    with pytest.raises(ValueError, match="as many runs of every system"):
        randomize(RATIO, {"x": np.zeros((3, 2, 2)), "z": np.zeros((3, 1, 2))})
    for test in ("ar", "bootstrap"):
        found = compare(RATIO, measured, test, trials=99, groups=groups)
        assert found.systems == ("x", "y", "z")
        assert math.isnan(found.runs[2].instability)


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_a_run_more_of_the_same_changes_nothing(test):
    one = dict(zip("xz", noise(np.random.default_rng(8), 200), strict=True))
    measured = {"x.opt0": one["x"], "x.opt1": one["x"], "x.opt2": one["x"], "z.opt0": one["z"], "z.opt1": one["z"]}
    found = compare(RATIO, measured, test, trials=500, groups=group_runs(measured))
    single = compare(RATIO, one, test, trials=500)
    np.testing.assert_array_equal(found.p_values, single.p_values)
    assert found.pairs[0].difference == pytest.approx(single.pairs[0].difference)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exchange": "words"}, "Unknown exchange 'words'; there are together, runs"),
        ({"exchange": "runs", "test": "bootstrap"}, "Only approximate randomization exchanges runs"),
        ({"exchange": "runs", "groups": None}, "only where outputs are runs"),
        ({"groups": {}}, "at least 2 systems to compare; found none"),
        ({"groups": {}, "exchange": "runs"}, "at least 2 systems to compare; found none"),
    ],
)
def test_what_cannot_be_exchanged(options, message):
    with pytest.raises(ValueError, match=message):
        compare(RATIO, runs(), **({"groups": GROUPS} | options))


def test_no_groups_have_no_rows():
    assert statistics_by_run({}, {}) == pool_runs({}, {}) == {}


def test_the_error_from_run_to_run_is_that_of_a_difference_of_means():
    scores = {"a": [1.0, 2.0, 6.0], "b": [2.0, 2.0, 8.0]}
    a, b = (Replications(name, ("1", "2", "3"), np.array(found), 1.0) for name, found in scores.items())
    expected = stats.ttest_ind(a.scores, b.scores, equal_var=False)
    assert run_error(a, b) == pytest.approx((a.mean - b.mean) / expected.statistic)
    assert math.isnan(run_error(a, Replications("b", ("1",), np.array([2.0]), 1.0)))
