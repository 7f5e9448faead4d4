"""Five words for a difference, the same whatever the seed, against p-values of all shuffles that there are."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from scoring import BLEU, METRICS
from scoring.significance import (
    CLEAR_LEVEL,
    LEVEL,
    PAIR_CORRECTIONS,
    STATES,
    Verdicts,
    adjust,
    compare,
    judge,
    randomization,
)
from scoring.significance import verdicts as verdicts_file
from scoring.significance.stepdown import TrialCounts
from scoring.significance.verdicts import MAX_TRIALS, _rounds

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


@pytest.mark.exhaustive
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


def test_only_open_pairs_get_more_trials_and_refined_tables_hold_them():
    measured = {f"s{n}": errors(100, 2 * n, n) for n in range(4)}
    verdicts = judge(compare(PER, measured, trials=5000, correction="holm"), measured)
    drawn = {verdicts.n_trials(a, b) for a, b in combinations(measured, 2)}
    assert min(drawn) == 5000 < max(drawn)
    refined = verdicts.refined.only(["s3", "s1", "s0"])
    assert refined.p_values[0, 2] == verdicts.p_value("s0", "s3")
    assert refined.p_adjusted[0, 2] == verdicts.p_adjusted("s0", "s3")
    assert refined.further.trials[1, 2] == verdicts.n_trials("s0", "s1")


def test_in_a_step_down_test_pairs_behind_an_open_one_get_more_trials_too():
    measured = {f"s{n}": errors(100, n, n) for n in range(6)}
    found = compare(PER, measured, trials=1000)
    order = [(found.systems[a], found.systems[b]) for a, b in found.counted.order.pairs]
    first = Verdicts(found, found.counted)
    is_open = [not first.is_settled(*pair) for pair in order]
    assert 0 < is_open.index(True) < len(order) - 1
    assert not is_open[-1]
    verdicts = judge(found, measured)
    more = [verdicts.n_trials(*pair) > 1000 for pair in order]
    assert more == [place >= is_open.index(True) for place in range(len(order))]
    trials = [verdicts.n_trials(*pair) for pair in order]
    assert trials == sorted(trials)


def test_further_trials_count_what_the_comparison_counts(monkeypatch):
    """All 2^12 shuffles in every round: then further trials change no share, whatever pairs are left out of them."""

    def every_swap(n_segments, trials, seed, on_progress):
        for _ in range(-(-trials // 2**n_segments)):
            yield np.arange(2**n_segments, dtype=np.uint64).astype("<u8")[:, None].view(np.uint8)

    monkeypatch.setattr(randomization, "swaps", every_swap)
    monkeypatch.setattr(verdicts_file, "_rounds", lambda first: iter([2**14, 2**15]))
    measured = {f"s{n}": errors(12, 3 * n, n) for n in range(5)}
    found = compare(PER, measured, trials=2**12)
    judged = judge(found, measured)
    counted = judged.counted
    assert counted.trials.max() > 2**12
    shares = counted.counts / counted.trials
    np.testing.assert_array_equal(shares, found.counted.counts / found.counted.trials)


def test_so_few_trials_that_they_decide_nothing_need_more():
    measured = {"a": errors(200, 0, 1), "b": errors(200, 60, 2)}
    for trials, state in ((9, "more trials needed"), (100, "more trials needed"), (400, "likely"), (2000, "clear")):
        few = judge(compare(PER, measured, trials=trials), measured, most_work=0)
        assert few.state("a", "b") == state
        assert few.refined.letters == (["a", "b"] if state in STATES[:2] else ["a", "a"])
    near = {"a": errors(200, 0, 1), "b": errors(200, 0, 2)}
    assert judge(compare(PER, near, trials=100), near, most_work=0).state("a", "b") == "too close to call"


def test_what_a_million_trials_leave_open_is_too_close_to_call(monkeypatch):
    measured = dict(zip("ab", borderline()[0], strict=True))
    found = compare(PER, measured, trials=5000)
    counts = np.full((2, 1), round(0.05 * MAX_TRIALS))
    for trials, state in ((MAX_TRIALS, "too close to call"), (MAX_TRIALS - 1, "more trials needed")):
        judged = Verdicts(found, TrialCounts.of(found.counted.order, counts, trials))
        assert judged.state("a", "b") == state
        assert judged.refined.letters == ["a", "a"]


def test_all_trials_are_drawn_that_a_pair_may_have(monkeypatch):
    """Also in a last round that is no larger than the comparison was."""
    monkeypatch.setattr(verdicts_file, "MAX_TRIALS", 1000)
    monkeypatch.setattr(verdicts_file, "_least_settling_trials", lambda found: 1)
    near = {"a": errors(30, 0, 1), "b": errors(30, 0, 1)[::-1]}
    near["b"][0, 0] += 1
    monkeypatch.setattr(Verdicts, "_settled", np.zeros((2, 2), bool))
    for trials in (150, 199, 200, 225, 249, 250, 300, 999):
        assert judge(compare(PER, near, trials=trials), near).n_trials("a", "b") == 1000, trials
    assert judge(compare(PER, near, trials=1000, seed=5), near).n_trials("a", "b") == 1000


@pytest.mark.exhaustive
def test_fifty_seeds_say_the_same_of_many_systems():
    measured = {f"s{n}": errors(60, 1.5 * n, n) for n in range(7)}
    said = set()
    for seed in range(50):
        judged = judge(compare(PER, measured, trials=400, seed=seed), measured, most_work=20 * LITTLE_WORK)
        said.add((*(judged.state(a, b) for a, b in combinations(measured, 2)), *judged.refined.letters))
    assert len(said) == 1
    assert len({*next(iter(said))} & {*STATES}) >= 3


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
    assert sum(_rounds(7)) == sum(_rounds(2 * MAX_TRIALS)) == MAX_TRIALS


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("correction", PAIR_CORRECTIONS)
def test_one_round_is_enough_for_plain_differences_of_many_pairs(correction):
    measured = {f"s{n:02}": errors(100, 20 * n, n) for n in range(12)}
    found = compare(PER, measured, trials=500, correction=correction)
    drawn = []
    with pytest.MonkeyPatch.context() as patch:
        count = verdicts_file._count
        patch.setattr(verdicts_file, "_count", lambda *given: drawn.append(given[3]) or count(*given))
        judged = judge(found, measured)
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


def test_where_only_some_pairs_are_asked_for_trials_end_once_these_are_settled():
    measured = {f"s{n}": errors(100, 2 * n, n) for n in range(4)}
    found = compare(PER, measured, trials=5000, correction="holm")
    whole, far = judge(found, measured), judge(found, measured, pairs=[("s0", "s3")])
    assert far.trials.max() == 5000 < whole.trials.max()
    assert far.state("s0", "s3") == whole.state("s0", "s3")
    all_asked = judge(found, measured, pairs=[*combinations(measured, 2)])
    assert (all_asked.trials == whole.trials).all()
