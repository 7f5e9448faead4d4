"""Tests over shards: the very shuffles of one machine, and resamples that are as likely as its."""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import METRICS
from scoring.lab.shards import (
    ReadingOptions,
    SampledSums,
    SegmentCounter,
    ShardCounter,
    ShardSampler,
    check_sums_fit,
    compare_sums,
    find_shards,
    join_draws,
    reading,
)
from scoring.lab.shards import drawing as drawing_module
from scoring.lab.shards.drawing import split_draws
from scoring.significance import compare
from scoring.significance.resampling.draws import swaps, swaps_of_part
from tests.scoring.lab.shards.sharded import REFERENCES, SYSTEMS, written

TRIALS, SEED = 300, 5


@given(st.integers(1, 300), st.data())
def test_shuffles_of_a_part_are_those_of_the_whole(n_segments, data):
    first = data.draw(st.integers(0, n_segments - 1))
    n_part = data.draw(st.integers(1, n_segments - first))
    start, trials, seed = data.draw(st.integers(0, 3)), 4, data.draw(st.integers(0, 2**63 - 1))
    whole = np.concatenate(list(swaps(n_segments, start + trials, seed)))[start:]
    expected = np.unpackbits(whole, axis=1, bitorder="little")[:, first : first + n_part]
    part = swaps_of_part(first, n_part, n_segments, trials, seed, start)
    found = np.unpackbits(part, axis=1, bitorder="little")[:, first % 64 :][:, :n_part]
    np.testing.assert_array_equal(found, expected)


def drawn_from(folder, ends, names, with_shuffles=True, order=None):
    folder.mkdir()
    shards = find_shards(*written(folder, ends))
    counting = ShardCounter.of(shards, [METRICS[name]() for name in names], ReadingOptions())
    lengths = [SegmentCounter(ReadingOptions())(shard) for shard in shards.shards]
    drawing = ShardSampler(counting, sum(lengths), TRIALS, SEED, with_shuffles)
    parts = list(drawing.parts(shards, lengths))
    done = {place: drawing(parts[place]) for place in order or range(len(parts))}
    return counting, join_draws(done[place] for place in range(len(parts)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["bleu", "tbleu", "nist"])
def test_randomization_is_that_of_one_machine(tmp_path, monkeypatch, name):
    monkeypatch.setattr(reading, "BLOCK", 50)
    monkeypatch.setattr(drawing_module, "BLOCK", 50)
    metric = METRICS[name]()
    rows = {system: metric.statistics(lines, REFERENCES) for system, lines in SYSTEMS.items()}
    expected = compare(metric, rows, "ar", TRIALS, SEED)
    _, drawn = drawn_from(tmp_path / "shards", [3, 70, 71, 140], [name])
    found = compare_sums(metric, tuple(SYSTEMS), drawn, TRIALS, SEED, "holm").comparisons
    assert found.pairs[0].p_value == expected.pairs[0].p_value
    np.testing.assert_allclose(found.tested.scores, expected.tested.scores, rtol=1e-12)
    # Other resamples of the same distribution: the ends of both intervals vary by about a tenth of their width.
    width = expected.pairs[0].ci_high - expected.pairs[0].ci_low
    assert found.pairs[0].ci_low == pytest.approx(expected.pairs[0].ci_low, abs=0.25 * width)
    assert found.pairs[0].ci_high == pytest.approx(expected.pairs[0].ci_high, abs=0.25 * width)


@pytest.mark.exhaustive
def test_bootstrap_alone_draws_no_shuffles_and_order_changes_nothing(tmp_path):
    counting, drawn = drawn_from(tmp_path / "one", [50, 90], ["bleu"], with_shuffles=False)
    assert not drawn.gains
    (metric,) = counting.metrics
    _, again = drawn_from(tmp_path / "two", [50, 90], ["bleu"], with_shuffles=False, order=[2, 0, 1])
    np.testing.assert_array_equal(drawn.samples[metric], again.samples[metric])
    found = compare_sums(metric, counting.system_names, drawn, TRIALS, SEED, "none").comparisons
    assert found.test == "bootstrap"
    assert 0 < found.pairs[0].p_value < 1


def test_parts_are_drawn_as_often_as_a_resample_of_the_whole_draws_them():
    """Against the multinomial distribution, all of whose outcomes are counted."""
    sizes, trials = [1, 0, 2, 1], 100_000
    n = sum(sizes)
    drawn = np.stack(list(split_draws(sizes, np.full(trials, n), np.random.default_rng(1))), axis=1)
    found = Counter(map(tuple, drawn.tolist()))
    expected = {}
    for outcome in combinations_with_replacement(range(len(sizes)), n):
        counts = tuple(outcome.count(part) for part in range(len(sizes)))
        ways = factorial(n) / prod(map(factorial, counts))
        expected[counts] = ways * prod((size / n) ** count for size, count in zip(sizes, counts, strict=True))
    for counts, probability in expected.items():
        error = 5 * np.sqrt(probability * (1 - probability) / trials)
        assert found[counts] / trials == pytest.approx(probability, abs=error), counts


def test_segments_of_a_block_are_drawn_alike():
    drawn = np.full(20_000, 3)
    sums = drawing_module._bootstrap_sums(np.eye(4), drawn, [1, 2, 3])
    assert {*sums.sum(axis=1)} == {3.0}
    np.testing.assert_allclose(sums.mean(axis=0), 0.75, atol=0.03)
    np.testing.assert_allclose(sums.var(axis=0), 3 * 0.25 * 0.75, rtol=0.05)


def test_parts_are_added_without_a_copy_of_the_sums_and_stay_as_they_are(tmp_path):
    _, part = drawn_from(tmp_path / "one", [], ["bleu"])
    (metric,) = part.gains
    before, found = part.gains[metric].copy(), SampledSums()
    found += part
    sums = found.gains[metric]
    found += part
    assert found.gains[metric] is sums
    np.testing.assert_array_equal(sums, 2 * before)
    np.testing.assert_array_equal(part.gains[metric], before)


def test_what_would_not_fit_is_refused():
    metrics = (METRICS["bleu"](), METRICS["ter"]())
    check_sums_fit(metrics, 2, 100_000, 6)
    with pytest.raises(ValueError, match=r"beside those of 48 shards under way\. Ask for at most "):
        check_sums_fit(metrics, 2, 100_000, 48)
    with pytest.raises(ValueError, match=r"--trials: sums of 20 systems under 1,000,000 trials do not fit"):
        check_sums_fit(metrics, 20, 1_000_000, 1)


@pytest.mark.parametrize("lengths", [[50, 110], [70, 90]])
def test_a_shard_that_changes_between_both_passes_is_told(tmp_path, lengths):
    shards = find_shards(*written(tmp_path, [60]))
    counting = ShardCounter.of(shards, [METRICS["bleu"]()], ReadingOptions())
    drawing = ShardSampler(counting, sum(lengths), 2, SEED, with_shuffles=False)
    with pytest.raises(ValueError, match=rf"ref\.A-0\.txt: had {lengths[0]} segments .* \(60 so far\)"):
        drawing(next(drawing.parts(shards, lengths)))
