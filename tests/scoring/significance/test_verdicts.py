"""Four words for a difference, the same whatever the seed, against p-values of all shuffles that there are."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from scoring import BLEU, METRICS
from scoring.significance import CLEAR_LEVEL, LEVEL, STATES, adjust, compare, judge, verdicts
from scoring.significance.verdicts import MOST_TRIALS, _rounds

PER = METRICS["per"]()
LITTLE_WORK = 60_000_000
"""Some 30,000 trials of a pair."""


def rows(errors):
    """Statistics of PER: each segment has so many errors, of 100 words."""
    table = np.zeros((len(errors), len(PER.statistic_names)))
    table[:, 0], table[:, -1] = errors, 100
    return table


def errors(n_segments, better, seed):
    generator = np.random.default_rng(seed)
    return rows(generator.integers(0, 30, n_segments) + better)


@cache
def all_signs(n_segments):
    return np.array(list(product([1.0, -1], repeat=n_segments)))


def exact_p(a, b):
    """Of all ways to exchange the outputs, with differences of sums as differences of scores."""
    differences = a[:, 0] - b[:, 0]
    sums = all_signs(len(differences)) @ differences  # of whole numbers: exact
    return float((np.abs(sums) >= abs(differences.sum())).mean())


@pytest.mark.parametrize("better", [0, 2, 4, 6, 8, 12, 20])
def test_the_state_is_that_of_the_p_value_of_all_shuffles(better):
    a, b = errors(14, 0, 1), errors(14, better, 2)
    verdicts = judge(compare(PER, {"a": a, "b": b}, trials=200), {"a": a, "b": b})
    exact = exact_p(a, b)
    expected = STATES[0] if exact <= CLEAR_LEVEL else STATES[1] if exact <= LEVEL else STATES[2]
    assert verdicts.state("a", "b") == verdicts.state("b", "a") == expected
    assert verdicts.p_value("a", "b") == pytest.approx(exact, abs=4 * (exact / verdicts.n_trials("a", "b")) ** 0.5)


@cache
def borderline():
    """Sets whose p-value of all shuffles is beside one of the two levels."""
    found = []
    for seed in range(2000):
        a, b = errors(12, 0, 2 * seed), errors(12, 6, 2 * seed + 1)
        if any(abs(exact_p(a, b) - level) < 0.04 * level for level in (LEVEL, CLEAR_LEVEL)):
            found.append((a, b))
        if len(found) == 2:
            return found
    raise AssertionError("no such set")


@pytest.mark.parametrize("number", range(2))
def test_another_seed_says_the_same_beside_a_level(number):
    a, b = borderline()[number]
    measured = {"a": a, "b": b}
    level = LEVEL if exact_p(a, b) > 0.03 else CLEAR_LEVEL
    states, letters, sides = [], [], set()
    for seed in range(100):
        found = compare(PER, measured, trials=2000, seed=seed)
        sides.add(found.pairs[0].p_value <= level)
        judged = judge(found, measured, most_work=LITTLE_WORK)
        states.append(judged.state("a", "b"))
        letters.append(tuple(judged.refined.letters))
    assert sides == {True, False}, "by the seed alone p is on either side"
    assert max(map(states.count, states)) >= 0.99 * len(states)
    assert max(map(letters.count, letters)) >= 0.99 * len(letters)


def test_equal_systems_are_too_close_to_call_and_few_segments_too_little():
    same = errors(30, 0, 1)
    assert judge(compare(PER, {"a": same, "b": same}), {"a": same, "b": same}).state("a", "b") == "too close to call"
    few = {"a": rows([0] * 5), "b": rows([50] * 5)}
    assert judge(compare(PER, few), few).state("a", "b") == "too little data"
    assert judge(compare(PER, few, test="bootstrap"), few).state("a", "b") == "too little data"
    six = {"a": rows([0] * 6), "b": rows([50] * 6)}
    assert judge(compare(PER, six), six).state("a", "b") == "likely"


def test_a_score_that_is_not_defined_is_too_little_data():
    empty = np.zeros((20, len(BLEU().statistic_names)))
    some = BLEU().statistics(["a b c d e"] * 20, [["a b c d x"] * 20])
    measured = {"empty": empty * np.nan, "some": some, "other": some}
    verdicts = judge(compare(BLEU(), measured), measured)
    assert verdicts.state("empty", "some") == "too little data"
    assert verdicts.state("other", "some") == "too close to call"


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "none"])
def test_all_pairs_are_one_family(correction):
    """Few trials are never enough for many pairs: more are drawn until it is plain."""
    measured = {f"s{n}": errors(100, 8 * n, n) for n in range(6)}
    found = compare(PER, measured, trials=200, correction=correction)
    verdicts = judge(found, measured)
    p_values = [verdicts.p_value(a, b) for a, b in combinations(measured, 2)]
    for (a, b), adjusted in zip(combinations(measured, 2), adjust(np.array(p_values), correction), strict=True):
        assert verdicts.p_adjusted(a, b) == pytest.approx(adjusted)
        assert verdicts.is_settled(a, b)
        expected = STATES[0] if adjusted <= CLEAR_LEVEL else STATES[1] if adjusted <= LEVEL else STATES[2]
        assert verdicts.state(a, b) == expected
    assert verdicts.state("s0", "s5") == "clear"
    assert verdicts.n_trials("s0", "s5") > 200


def test_only_pairs_that_are_asked_for_get_more_trials():
    measured = {f"s{n}": errors(100, 4 * n, n) for n in range(4)}
    verdicts = judge(compare(PER, measured, trials=200), measured, pairs=[("s3", "s0")])
    assert verdicts.n_trials("s0", "s3") > 200
    assert {verdicts.n_trials(a, b) for a, b in combinations(measured, 2) if (a, b) != ("s0", "s3")} == {200}
    refined = verdicts.refined.only(["s3", "s1", "s0"])
    assert refined.p_values[0, 2] == verdicts.p_value("s0", "s3") != verdicts.comparisons.p_values[0, 3]
    assert refined.p_values[1, 2] == verdicts.comparisons.p_values[0, 1]
    assert refined.p_adjusted[0, 2] == verdicts.p_adjusted("s0", "s3")
    with pytest.raises(ValueError, match="No system 'x'; there are s0, s1, s2, s3"):
        judge(verdicts.comparisons, measured, pairs=[("x", "s0")])


def test_the_bootstrap_draws_more_too():
    measured = {"a": errors(60, 0, 1), "b": errors(60, 4, 2)}
    few = [judge(compare(PER, measured, "bootstrap", 50, seed), measured) for seed in range(10)]
    assert len({verdicts.state("a", "b") for verdicts in few}) == 1
    long = compare(PER, measured, "bootstrap", 100_000).pairs[0].p_value
    drawn = max(few, key=lambda verdicts: verdicts.n_trials("a", "b"))
    assert drawn.n_trials("a", "b") > 50
    assert drawn.p_value("a", "b") == pytest.approx(long, abs=4 * (long / drawn.n_trials("a", "b")) ** 0.5 + 1e-3)


@pytest.mark.parametrize("exchange", ["together", "runs"])
def test_runs_of_systems(exchange):
    measured = {
        f"{name}.{run}": errors(40, better, 7 * run + better) for name, better in (("a", 0), ("b", 6)) for run in (1, 2)
    }
    groups = {name: [f"{name}.1", f"{name}.2"] for name in "ab"}
    found = compare(PER, measured, trials=100, groups=groups, exchange=exchange)
    verdicts = judge(found, measured, groups)
    assert verdicts.state("a", "b") == "clear"
    assert verdicts.n_trials("a", "b") > 100


def test_rounds_end_at_the_most_trials():
    assert list(_rounds(40_000)) == [40_000, 160_000, 640_000, 160_000]
    assert sum(_rounds(7)) == sum(_rounds(2 * MOST_TRIALS)) == MOST_TRIALS


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "none"])
def test_one_round_is_enough_for_plain_differences_of_many_pairs(correction):
    measured = {f"s{n:02}": errors(100, 20 * n, n) for n in range(12)}
    found = compare(PER, measured, trials=500, correction=correction)
    drawn = []
    with pytest.MonkeyPatch.context() as patch:
        count = verdicts._count
        patch.setattr(verdicts, "_count", lambda *given: drawn.append(given[3]) or count(*given))
        judged = judge(found, measured, pairs=[("s00", f"s{n:02}") for n in range(1, 12)])
    assert {judged.state("s00", f"s{n:02}") for n in range(1, 12)} == {"clear"}
    assert len(drawn) <= 1


def test_progress_grows_to_one_and_ends_the_work():
    measured = {"a": errors(60, 0, 1), "b": errors(60, 4, 2)}
    found, told = compare(PER, measured, trials=50), []
    judge(found, measured, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1

    class Ended(Exception):
        pass

    def end(share):
        raise Ended

    with pytest.raises(Ended):
        judge(found, measured, on_progress=end)
