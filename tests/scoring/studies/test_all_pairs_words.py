"""What is said of all pairs of systems: which differ significantly, and which systems are at the top."""

from types import SimpleNamespace

import numpy as np
import pytest

from scoring import BLEU, TER
from scoring.analysis.oddities import DOUBT, SAME, Oddity
from scoring.studies.wording.all_pairs_words import all_pairs_sentence

OF_ALL = (Oddity(DOUBT, (), detail="Something is wrong with the reference."),)
NAMES = "Red", "Blue", "Green", "White", "Black", "Grey"


def said_of(open_pairs, n_systems=3, metric=BLEU, undefined=(), odd=()):
    """Of systems whose scores go down from the first to the last, or up where lower is better."""
    scores = np.arange(n_systems, 0, -1.0) if metric is BLEU else np.arange(n_systems) + 1.0
    p = np.full((n_systems, n_systems), 0.01)
    for value, pairs in ((0.2, open_pairs), (np.nan, undefined)):
        for a, b in pairs:
            p[a, b] = p[b, a] = value
    found = SimpleNamespace(
        systems=NAMES[:n_systems],
        order=list(range(n_systems)),
        p_adjusted=p,
        differ=p <= 0.05,
        tested=SimpleNamespace(scores=scores),
        metric=metric(),
        index=NAMES.index,
        runs=(),
    )
    told = all_pairs_sentence(found, odd)
    return None if told is None else str(told)


@pytest.mark.parametrize("metric", [BLEU, TER])
@pytest.mark.parametrize(
    ("open_pairs", "said"),
    [
        ([], "All 3 pairs differ significantly: chance is an unlikely explanation of this order."),
        ([(0, 1), (0, 2), (1, 2)], "None of the 3 pairs differs significantly: their order could be chance."),
        (
            [(0, 1)],
            "2 of 3 pairs differ significantly. Red and Blue do not.",
        ),
        (
            [(1, 2)],
            "2 of 3 pairs differ significantly: Red beats Blue and Green.",
        ),
        (
            [(0, 1), (1, 2)],
            "1 of 3 pairs differs significantly: Red beats Green.",
        ),
    ],
)
def test_pairs_that_do_not_differ_and_the_top_are_named(open_pairs, said, metric):
    assert said_of(open_pairs, metric=metric) == said


def test_pairs_of_a_doubtful_comparison_are_hedged_as_its_verdict_is():
    said = said_of([(0, 1)], odd=OF_ALL)
    assert said == "Not reliable yet. For now: 2 of 3 pairs differ significantly. Red and Blue do not."
    assert said_of([(1, 2)], odd=OF_ALL) == "Not reliable yet. For now: 2 of 3 pairs differ significantly."
    assert said_of([], odd=OF_ALL) == "Not reliable yet. For now: all 3 pairs differ significantly."
    assert said_of([], n_systems=1, odd=OF_ALL) is None


def test_only_the_pairs_of_doubtful_systems_are_hedged():
    odd = (Oddity(DOUBT, (), detail="No capitals.", concerns=("Green",)),)
    said = "Pairs with Green are not reliable yet. For now: all 3 pairs differ significantly."
    assert said_of([], odd=odd) == said
    assert said_of([], odd=(Oddity(SAME, ("Green", "Blue")),)).startswith("Not reliable yet. For now: ")


def test_many_pairs_and_many_systems_are_counted():
    every = [(a, b) for a in range(6) for b in range(a)]
    told = said_of([pair for pair in every if pair != (5, 0)], 6)
    assert told == "1 of 15 pairs differs significantly. 5 systems are at the top: no other is significantly better."


def test_of_more_systems_the_top_is_named():
    every = [(a, b) for a in range(6) for b in range(a)]
    told = said_of([pair for pair in every if pair not in {(4, 0), (3, 0), (5, 0), (2, 0)}], 6)
    assert told == (
        "4 of 15 pairs differ significantly. At the top: Red and Blue. No system is significantly better than either."
    )
    assert said_of([(1, 2), (3, 4)], 6).endswith("Red is significantly better than all others.")


def test_nothing_is_said_of_one_pair_and_a_pair_without_p_is_not_counted():
    assert said_of([], 2) is None
    assert said_of([], 3, undefined=[(0, 2), (1, 2)]) is None
    assert "2 pairs" in said_of([], 3, undefined=[(1, 2)])
