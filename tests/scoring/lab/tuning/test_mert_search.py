"""MERT against known answers and against all choices that any weights can make."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.choosing import Lists
from scoring.lab.tuning import TuningCandidates, mert
from scoring.lab.tuning.mert_search import search_line
from tests.scoring.lab.tuning.lists import DECODER, PLAIN, known, made, small

seeds = st.integers(0, 10**6)
SMOOTHED = BLEU("none", smoothing="2")


def whole(seed, n_lists=3, size=4, n_features=2):
    """Lists whose features are small whole numbers, some of them equal."""
    candidates = small(seed, n_lists, size, n_features, SMOOTHED)
    features = np.random.default_rng(seed).integers(-3, 4, candidates.features.shape)
    return replace(candidates, features=features.astype(float))


def plain_score(candidates, weights):
    """By numpy's argmax, list by list."""
    bounds = zip(candidates.offsets[:-1], candidates.offsets[1:], strict=True)
    picks = [start + (candidates.features[start:end] @ weights).argmax() for start, end in bounds]
    return candidates.metric.score(candidates.statistics[picks].sum(axis=0))


def between(places):
    """A place in each open interval that these bound."""
    places = np.unique(np.round(places, 9))
    if not len(places):
        return np.zeros(1)
    return np.concatenate([[places[0] - 1], (places[1:] + places[:-1]) / 2, [places[-1] + 1]])


def differences(candidates):
    """Features of a candidate less those of another one of its list, for all pairs."""
    for start, end in zip(candidates.offsets[:-1], candidates.offsets[1:], strict=True):
        rows = candidates.features[start:end]
        yield from (rows[:, None] - rows[None]).reshape(-1, rows.shape[1])


def test_the_known_answer():
    candidates = known()
    assert candidates.score(candidates.picks(mert(candidates, DECODER))) == pytest.approx(69.189129, abs=5e-7)


@given(seeds)
def test_a_line_has_no_better_place(seed):
    candidates = whole(seed, n_features=3)
    rng = np.random.default_rng(seed)
    weights, direction = rng.integers(-3, 4, (2, 3)).astype(float)
    crossings = [-(d @ weights) / (d @ direction) for d in differences(candidates) if d @ direction]
    every = [plain_score(candidates, weights + step * direction) for step in between(crossings)]
    found = search_line(candidates, weights, direction, candidates.checked_counts(None))
    assert found.score == pytest.approx(max(every), abs=1e-8)
    assert plain_score(candidates, weights + found.step * direction) == pytest.approx(found.score, abs=1e-8)


def test_of_equally_good_places_the_widest_is_taken():
    """Along the step b is best up to 1, a up to 4, b up to 6, and a from there on."""
    lists = replace(
        Lists.build([["b", "a", "b", "a"]]),
        features=np.array([[0, 0], [1, -1], [2, -5], [3, -11]], float),
        feature_names=("slope", "height"),
    )
    candidates = TuningCandidates.of(lists, [["a"]], BLEU("none", max_order=1))
    assert search_line(candidates, np.array([0.0, 1]), np.array([1.0, 0]), candidates.checked_counts(None)) == (7, 100)


@given(seeds)
def test_on_tiny_lists_no_weights_choose_better(seed):
    """Two weights are an angle: choices change only where two candidates of a list score the same."""
    candidates = whole(seed)
    turned = [np.arctan2(x, -y) for x, y in differences(candidates) if x or y]
    angles = between(np.array([*turned, *(angle - 2 * np.pi for angle in turned)]))
    every = [plain_score(candidates, np.array([np.cos(angle), np.sin(angle)])) for angle in angles]
    found = mert(candidates, starts=30, seed=seed)
    # At 0 itself the first candidate of each list is taken, which no other weights may do.
    assert plain_score(candidates, found) == pytest.approx(max(*every, plain_score(candidates, np.zeros(2))), abs=1e-8)


def test_it_leaves_a_start_where_all_candidates_tie():
    """At 0 the first of each list are taken; either side of it is a corner of every list."""
    candidates = small(1, n_lists=20)
    assert plain_score(candidates, mert(candidates, starts=1)) > plain_score(candidates, np.zeros(3))


@given(seeds, st.integers(1, 3))
def test_never_below_its_start(seed, starts):
    candidates = small(seed, metric=SMOOTHED)
    start = np.random.default_rng(seed).standard_normal(3)
    found = mert(candidates, start, starts=starts, seed=seed)
    assert plain_score(candidates, found) >= plain_score(candidates, start)


@given(seeds)
def test_a_count_is_so_many_lists(seed):
    lists, references = made(seed, n_lists=5)
    counts = np.random.default_rng(seed).integers(0, 3, 5) + np.eye(5, dtype=int)[0]
    drawn = np.repeat(np.arange(5), counts)
    once = TuningCandidates.of(lists, [references], PLAIN)
    often = TuningCandidates.of(lists.only(drawn), [[references[i] for i in drawn]], PLAIN)
    found, other = mert(once, counts=counts), mert(often)
    assert once.score(once.picks(found), counts) == pytest.approx(often.score(often.picks(other)))


def test_the_seed_decides():
    candidates = small(4, n_lists=30)
    assert mert(candidates, seed=3).tolist() == mert(candidates, seed=3).tolist()
    assert mert(candidates, seed=3).tolist() != mert(candidates, seed=4).tolist()


def test_progress_rises_to_1_and_can_end_the_work():
    shares = []
    mert(small(2), starts=2, on_progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mert(small(2), on_progress=interrupt)


@pytest.mark.parametrize("arguments", [{"starts": 0}, {"seed": -1}, {"start": [1.0]}, {"counts": [1, -1]}])
def test_what_does_not_fit_is_refused(arguments):
    with pytest.raises(ValueError, match=r"must be|Expected"):
        mert(known(), **arguments)
