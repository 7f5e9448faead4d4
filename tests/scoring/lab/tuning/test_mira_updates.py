"""MIRA against the paper's algorithm written out plainly."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.lab.tuning import mira
from tests.scoring.lab.tuning.lists import PLAIN, known, small

seeds = st.integers(0, 10**6)
CAP, DECAY = 0.01, 0.999  # the usual ones of the authors' program, as is the first background
WEIGHTED = BLEU("none", smoothing="none", weights=(0.1, 0.2, 0.3, 0.4))
FIRST = {"matches": (4, 3, 2, 1), "totals": (4, 3, 2, 1), "hypothesis": 4, "reference": 4}


def counts_of(candidates, k):
    row = dict(zip(candidates.metric.statistic_names, candidates.statistics[k].tolist(), strict=True))
    by_order = {what: tuple(row[f"{what}_{n}"] for n in (1, 2, 3, 4)) for what in ("matches", "totals")}
    return by_order | {"hypothesis": row["hypothesis_length"], "reference": row["reference_length"]}


def added(a, b, decay=1.0):
    """The counts a, which have decayed, and b."""
    sums = {what: tuple(decay * x + y for x, y in zip(a[what], b[what], strict=True)) for what in ("matches", "totals")}
    return sums | {what: decay * a[what] + b[what] for what in ("hypothesis", "reference")}


def bleu(background, counts, shares):
    whole = added(background, counts)
    precisions = [m / t for m, t in zip(whole["matches"], whole["totals"], strict=True)]
    penalty = min(1, math.exp(1 - whole["reference"] / whole["hypothesis"]))
    return whole["reference"] * penalty * math.prod(p**share for p, share in zip(precisions, shares, strict=True))


def hope_and_fear(candidates, i, weights, background):
    """Each as its BLEU and features."""
    every = [
        (
            bleu(background, counts_of(candidates, k), candidates.metric.weights or (0.25,) * 4),
            candidates.features[k],
            k,
        )
        for k in range(candidates.offsets[i], candidates.offsets[i + 1])
    ]
    hope = max(every, key=lambda one: weights @ one[1] + one[0])
    fear = max(every, key=lambda one: weights @ one[1] - one[0])
    return hope, fear


def loss(hope, fear, weights):
    return hope[0] - fear[0] - weights @ (hope[1] - fear[1])


def plain_mira(candidates, start, epochs, seed, cap):
    rng = np.random.default_rng(seed)
    weights, background, seen, means = np.array(start), FIRST, [], []
    for _ in range(epochs):
        for i in rng.permutation(len(candidates)):
            hope, fear = hope_and_fear(candidates, i, weights, background)
            difference = hope[1] - fear[1]
            if hope[2] != fear[2]:
                if loss(hope, fear, weights) > 0 and difference @ difference > 0:
                    step = min(cap, loss(hope, fear, weights) / (difference @ difference))
                    weights = weights + step * difference
                background = added(background, counts_of(candidates, hope[2]), DECAY)
            seen.append(weights)
        means.append(np.mean(seen, axis=0))
    return max(means, key=lambda mean: candidates.score(candidates.picks(mean)))


@given(seeds, st.integers(1, 4), st.sampled_from([CAP, 1.0]), st.sampled_from([PLAIN, WEIGHTED]))
def test_it_is_the_algorithm_of_the_paper(seed, epochs, cap, metric):
    candidates = small(seed, n_lists=5, size=4, metric=metric)
    start = np.random.default_rng(seed).standard_normal(3)
    options = {} if cap == CAP else {"cap": cap}
    found = mira(candidates, start, epochs=epochs, seed=seed, **options)
    np.testing.assert_allclose(found, plain_mira(candidates, start, epochs, seed, cap), atol=1e-9)


def test_the_model_prefers_fears_less_than_before():
    start = np.array([-2.0, 1.0, 1.0])  # the first feature hints at what is good
    before, after = 0.0, 0.0
    for seed in range(6):  # of one set of lists alone the background of the lists before may decide
        candidates = small(seed, n_lists=20)
        found = mira(candidates, start, seed=seed, cap=0.1)
        for i in range(len(candidates)):
            before += loss(*hope_and_fear(candidates, i, start, FIRST), start)
            after += loss(*hope_and_fear(candidates, i, found, FIRST), found)
        assert candidates.score(candidates.picks(found)) >= candidates.score(candidates.picks(start))
    assert after < 0.9 * before


def test_a_count_is_so_many_visits():
    candidates = small(3)
    none = mira(candidates, counts=np.zeros(len(candidates)), epochs=2)
    assert none.tolist() == [0, 0, 0]
    first = np.eye(len(candidates), dtype=int)[0]
    rest = np.ones(len(candidates), int) - first
    assert mira(candidates, counts=rest).tolist() != mira(candidates, counts=3 * first).tolist()


def test_the_seed_decides_and_the_start_stays_as_it_is():
    candidates, start = small(5, n_lists=30), np.ones(3)
    assert mira(candidates, start, seed=1).tolist() == mira(candidates, start, seed=1).tolist()
    assert mira(candidates, start, seed=1).tolist() != mira(candidates, start, seed=2).tolist()
    assert start.tolist() == [1, 1, 1]


def test_an_exception_from_progress_ends_the_work():
    shares = []

    def stop(share):
        shares.append(share)
        if share >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mira(known(), epochs=4, on_progress=stop)
    assert shares == [0.25, 0.5]


@pytest.mark.parametrize("arguments", [{"cap": 0}, {"epochs": 0}, {"seed": -1}, {"start": [1.0]}, {"counts": [1]}])
def test_what_does_not_fit_is_refused(arguments):
    with pytest.raises(ValueError, match=r"must be|Expected"):
        mira(known(), **arguments)
