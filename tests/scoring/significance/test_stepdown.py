"""The step-down max-T test against all shuffles, one at a time, and against its promises."""

from itertools import combinations, product

import numpy as np
import pytest

from scoring import BLEU, METRICS, TER, TestSet
from scoring.significance import MAX_T, adjust, bootstrap, compare, judge, randomization
from scoring.significance.max_t import randomize_together
from scoring.significance.randomization import SCALE_SEED, SCALE_TRIALS
from scoring.significance.resampling import draws
from scoring.significance.stepdown import StepDown
from tests.expanded import expanded
from tests.ratios import RATIO, noise, rows

REFERENCE = ["the cat sat on the mat", "a b c d e f", "he reads", "x y", "it rained all day long", "yes it did"]
OUTPUTS = {
    "good": ["the cat sat on a mat", "a b c d e f", "he reads", "x y", "it rained all day", "yes it did"],
    "fair": ["a cat sits on the mat", "a b d c e f", "she reads", "x", "all day it rained", "yes it did"],
    "poor": ["cat mat", "a d e", "she read", "y", "rain day", "no it does"],
    "odd": ["the cat sat on the mat", "f e d c b a", "he", "x z", "it rains all day long", "yes"],
}
PER = METRICS["per"]()
each_test = pytest.mark.parametrize("test", ["ar", "bootstrap"])


def step_down(null, observed):
    """Adjusted p-values by the book: ``null`` pair -> differences in each trial, ``observed`` pair -> difference."""
    scale = {pair: np.sqrt(np.mean(np.square(found))) for pair, found in null.items()}
    order = sorted(null, key=lambda pair: -abs(observed[pair]) / scale[pair] if scale[pair] else 0.0)
    adjusted, so_far = {}, 0.0
    for place, pair in enumerate(order):
        count = 0
        for trial in range(len(null[pair])):
            as_large = [abs(null[pair][trial]) >= abs(observed[pair]) - 1e-9]
            for other in order[place + 1 :]:
                if scale[other] and scale[pair]:
                    bound = (abs(observed[pair]) - 1e-9) / scale[pair]
                    as_large.append(abs(null[other][trial]) / scale[other] >= bound)
            count += any(as_large)
        so_far = max(so_far, count / len(null[pair]))
        adjusted[pair] = so_far
    return adjusted


def all_shuffles(metric, measured):
    """Pair -> its differences under each of all 2^n swaps, one swap at a time; and the observed ones."""
    null, observed = {}, {}
    for pair in combinations(measured, 2):
        a, b = (measured[name] for name in pair)
        observed[pair] = metric.score(a.sum(axis=0)) - metric.score(b.sum(axis=0))
        null[pair] = [
            metric.score(np.where(swap, b, a).sum(axis=0)) - metric.score(np.where(swap, a, b).sum(axis=0))
            for swap in (np.array(bits)[:, None] for bits in product([False, True], repeat=len(a)))
        ]
    return null, observed


def every_swap(n_segments, trials, seed, on_progress):
    """In place of ``swaps``: each of all 2^n once."""
    yield np.arange(2**n_segments, dtype=np.uint64).astype("<u8")[:, None].view(np.uint8)


@pytest.mark.parametrize("metric", [BLEU(), TER(), PER, RATIO], ids=lambda metric: metric.name)
def test_all_shuffles_give_what_the_book_says(metric, monkeypatch):
    monkeypatch.setattr(randomization, "swaps", every_swap)
    if metric is RATIO:
        generator = np.random.default_rng(3)
        measured = {name: rows(generator.integers(0, 9, 7) + 2 * place) for place, name in enumerate("abcde")}
    else:
        measured = metric.measure(TestSet.build(OUTPUTS, [REFERENCE]))
    n_shuffles = 2 ** len(next(iter(measured.values())))
    _, counted = randomize_together(metric, measured, n_shuffles, 1, print, "together")
    exact = step_down(*all_shuffles(metric, measured))
    found = counted.step_down_values(lambda counts, trials: counts / trials, len(measured))
    names = list(measured)
    for (a, b), p in exact.items():
        assert found[names.index(a), names.index(b)] == pytest.approx(p, abs=1e-12), (a, b)
    assert len({*exact.values()}) > 2


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_progress_begins_near_nothing_and_ends_at_all(names):
    measured = {name: rows(np.arange(2000) % (place + 3)) for place, name in enumerate(names)}
    shares: list[float] = []
    randomize_together(RATIO, measured, 20_000, 1, shares.append, "together")
    assert shares == sorted(shares)
    assert shares[0] < 0.5
    assert shares[-1] == 1


def test_resamples_give_what_the_book_says():
    generator = np.random.default_rng(4)
    measured = {name: rows(generator.integers(0, 9, 40) + place) for place, name in enumerate("abcd")}
    found = compare(RATIO, measured, "bootstrap", trials=300, seed=5)
    drawn, scaling = (bootstrap(RATIO, measured, *how) for how in ((300, 5), (SCALE_TRIALS, SCALE_SEED)))
    pairs = list(combinations("abcd", 2))
    null = {pair: drawn.null_differences(*pair) for pair in pairs}
    size = {pair: np.sqrt(np.mean(scaling.null_differences(*pair) ** 2)) for pair in pairs}
    observed = {pair: drawn.scores["abcd".index(pair[0])] - drawn.scores["abcd".index(pair[1])] for pair in pairs}
    order = sorted(pairs, key=lambda pair: -abs(observed[pair]) / size[pair])
    so_far = 0.0
    for place, pair in enumerate(order):
        largest = np.max([np.abs(null[other]) / size[other] for other in order[place:]], axis=0)
        together = (np.sum(largest >= abs(observed[pair]) / size[pair] - 1e-12) + 1) / 301
        own = (np.sum(np.abs(null[pair]) >= abs(observed[pair]) - 1e-12) + 1) / 301
        so_far = max(so_far, min(together * expanded(own, 40) / own, 1))
        assert found.p_adjusted["abcd".index(pair[0]), "abcd".index(pair[1])] == pytest.approx(so_far)


@each_test
@pytest.mark.parametrize("kind", METRICS.values(), ids=METRICS)
def test_of_two_systems_p_is_the_pairs_own(kind, test):
    metric = kind()
    measured = metric.measure(TestSet.build({name: OUTPUTS[name] * 3 for name in ("good", "fair")}, [REFERENCE * 3]))
    found = compare(metric, measured, test, trials=333)
    assert found.correction == MAX_T
    np.testing.assert_array_equal(found.p_adjusted, found.p_values)


def systems(n_systems, n_segments=80, seed=1, apart=0.4):
    generator = np.random.default_rng(seed)
    hard = generator.integers(0, 30, n_segments)
    return {f"s{n:02}": rows(hard + generator.integers(0, 9, n_segments) + apart * n, 60) for n in range(n_systems)}


def by_pair(found):
    return {frozenset((pair.a, pair.b)): pair.p_adjusted for pair in found.pairs}


@each_test
def test_the_order_of_the_systems_changes_nothing(test):
    measured = systems(6) | {"copy": systems(6)["s03"]}
    expected = by_pair(compare(RATIO, measured, test, trials=500))
    names = list(measured)
    for seed in range(5):
        shuffled = np.random.default_rng(seed).permutation(names).tolist()
        assert by_pair(compare(RATIO, {name: measured[name] for name in shuffled}, test, trials=500)) == expected


@each_test
def test_no_adjusted_p_is_below_the_pairs_own_and_none_above_that_of_a_smaller_difference(test):
    found = compare(RATIO, systems(8), test, trials=400)
    assert (found.p_adjusted >= found.p_values).all()
    assert (found.p_adjusted <= adjust(np.full(28, 1.0), "none")[0]).all()
    ordered = found.counted.order
    p_values = [found.p_adjusted[pair] for pair in ordered.pairs]
    assert p_values == sorted(p_values)
    statistic = ordered.observed / ordered.scales
    assert (np.diff(statistic) <= 0).all()


def test_a_copy_of_a_system_costs_nothing():
    """Its differences are the very same, so that the largest of all is; Holm's correction counts them again."""
    three = systems(3)
    alone, with_copies = (
        by_pair(compare(RATIO, measured, trials=999))
        for measured in (three, three | {f"copy {n}": three["s02"] for n in range(6)})
    )
    assert {pair: with_copies[pair] for pair in alone} == alone
    assert with_copies[frozenset(("s02", "copy 1"))] == 1
    assert compare(RATIO, three, trials=999, correction="holm").p_adjusted[0, 1] < 1


def test_a_system_without_a_score_is_left_out():
    measured = systems(4)
    expected = by_pair(compare(RATIO, measured, trials=300))
    nothing = {"nothing": rows([0] * 80, whole=0)}
    found = by_pair(compare(RATIO, nothing | measured, trials=300))
    assert {pair: found[pair] for pair in expected} == expected
    assert all(np.isnan(p) for pair, p in found.items() if "nothing" in pair)


def test_a_pair_without_any_score_under_shuffles_changes_no_other():
    """Its s is not known: it is held against its own shuffles alone, and no other pair against it."""
    scores = np.array([3.0, 2, 0])
    scales = np.array([[0, 1, 0], [1, 0, 1.0], [0, 1, 0]])
    order = StepDown.of(scores, np.ones((3, 3), bool), scales)
    assert order.pairs == ((1, 2), (0, 1), (0, 2))
    null = {(0, 1): [0.0, 2, 0, 0], (1, 2): [0.0, 0, 0, 0], (0, 2): [np.nan] * 4}
    own, together = order.count(lambda a, b: np.array(null[a, b]))
    assert (own.tolist(), together.tolist()) == ([0, 1, 4], [1, 1, 4])


def test_neither_batches_nor_threads_change_what_is_counted(monkeypatch):
    expected = by_pair(compare(BLEU(), BLEU().measure(TestSet.build(OUTPUTS, [REFERENCE])), trials=500))
    monkeypatch.setattr(draws, "_BATCH", 7)
    monkeypatch.setattr("scoring.counting.threads.THREADS", 1)
    assert by_pair(compare(BLEU(), BLEU().measure(TestSet.build(OUTPUTS, [REFERENCE])), trials=500)) == expected


@each_test
def test_the_smallest_p_does_not_depend_on_the_number_of_pairs(test):
    """A lead of 99.9 of 100 among 32 systems was too close to call: 496 pairs times the smallest p."""
    generator = np.random.default_rng(1)
    measured = {f"s{n:02}": rows(generator.integers(0, 3, 200), 1000) for n in range(31)}
    measured["best"] = rows(np.full(200, 999), 1000)
    found = compare(RATIO, measured, test, trials=2000)
    smallest = 1 / 2001 if test == "ar" else expanded(1 / 2001, 200)
    assert found.p_adjusted[:31, 31].max() == pytest.approx(smallest)
    verdicts = judge(found, measured, most_work=0)
    assert {verdicts.state("best", f"s{n:02}") for n in range(31)} == {"clear"}
    assert all(letter != found.letters[31] for letter in found.letters[:31])


def test_runs_are_exchanged_in_the_step_down_test_too():
    generator = np.random.default_rng(2)
    measured = {
        f"{name}.{run}": rows(generator.integers(0, 9, 60) + step) for step, name in enumerate("abc") for run in "12"
    }
    groups = {name: [f"{name}.1", f"{name}.2"] for name in "abc"}
    for exchange in ("together", "runs"):
        found = compare(RATIO, measured, groups=groups, exchange=exchange, trials=2000)
        assert (found.p_adjusted >= found.p_values).all()
        holm = compare(RATIO, measured, groups=groups, exchange=exchange, trials=2000, correction="holm")
        np.testing.assert_array_equal(holm.p_values, found.p_values)
        assert (found.p_adjusted <= holm.p_adjusted + 0.02).all()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("n_equal", [3, 8])
def test_under_no_difference_one_test_in_20_finds_any(n_equal):
    """Noise alone, beside a system that is better than all: 200 sets, of which 5 % may have a false finding."""
    generator = np.random.default_rng(2026)
    n_sets, false = 200, 0
    for number in range(n_sets):
        pairs = [noise(generator, 50)[0] for _ in range(n_equal)]
        whole = pairs[0][:, 1:]
        measured = {f"e{n}": np.hstack([pair[:, :1] / pair[:, 1:] * whole, whole]) for n, pair in enumerate(pairs)}
        measured["better"] = np.hstack([whole, whole])
        randomized, counted = randomize_together(RATIO, measured, 199, number, lambda share: None, "together")
        p_adjusted = counted.step_down_values(lambda counts, trials: (counts + 1) / (trials + 1), n_equal + 1)
        false += bool((p_adjusted[:n_equal, :n_equal] <= 0.05).any())
        assert (p_adjusted[-1, :-1] <= 0.05).all()
        assert randomized.trials == 199
    assert false <= 19, "more than 5 % by three standard errors"
