"""Corrections against statsmodels, and the letters of a ranking."""

import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from scoring.significance import CORRECTIONS, adjust, compact_letters, rank_systems

NAMES = {"holm": "holm", "bonferroni": "bonferroni", "bh": "fdr_bh"}


@pytest.mark.parametrize("correction", NAMES)
@pytest.mark.parametrize("n_comparisons", [1, 2, 3, 10, 190])
@pytest.mark.parametrize("digits", [1, 2, 15], ids="{} digits".format)
def test_corrections_are_those_of_statsmodels(correction, n_comparisons, digits, monkeypatch):
    """Few digits give ties, and p-values of 0 and 1."""
    monkeypatch.setattr(gc, "collect", lambda: 0)  # statsmodels does after Holm's: a second late in a whole run
    p_values = np.random.default_rng(n_comparisons).beta(0.5, 1, n_comparisons).round(digits)
    expected = multipletests(p_values, method=NAMES[correction])[1]
    np.testing.assert_allclose(adjust(p_values, correction), expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("correction", "expected"),
    [
        ("holm", [0.03, 0.06, 0.06, 0.02]),
        ("bonferroni", [0.04, 0.16, 0.12, 0.02]),
        ("bh", [0.02, 0.04, 0.04, 0.02]),
        ("none", [0.01, 0.04, 0.03, 0.005]),
    ],
)
def test_corrections_by_hand(correction, expected):
    np.testing.assert_allclose(adjust(np.array([0.01, 0.04, 0.03, 0.005]), correction), expected)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_what_is_not_defined_is_no_comparison(correction):
    p_values = np.array([0.01, np.nan, 0.03])
    before = p_values.copy()
    adjusted = adjust(p_values, correction)
    np.testing.assert_array_equal(adjusted[[0, 2]], adjust(np.array([0.01, 0.03]), correction))
    assert np.isnan(adjusted[1])
    np.testing.assert_array_equal(p_values, before)
    assert adjust(np.array([]), correction).shape == (0,)


def test_an_unknown_correction():
    with pytest.raises(ValueError, match="Unknown correction 'tukey'; there are holm, bonferroni, bh, none"):
        adjust(np.ones(2), "tukey")


@pytest.mark.parametrize("wrong", [2, -1])
def test_what_is_no_p_value(wrong):
    with pytest.raises(ValueError, match=f"A p-value must be 0 to 1; found {wrong}"):
        adjust(np.array([0.5, wrong, np.nan]))


# Letters


def apart(n_systems, pairs):
    matrix = np.zeros((n_systems, n_systems), bool)
    for a, b in pairs:
        matrix[a, b] = matrix[b, a] = True
    return matrix


@pytest.mark.parametrize(
    ("n_systems", "pairs", "expected"),
    [
        (1, [], ["a"]),
        (3, [], ["a", "a", "a"]),
        (3, [(0, 1), (0, 2), (1, 2)], ["a", "b", "c"]),
        (3, [(0, 2)], ["a", "ab", "b"]),
        (4, [(0, 2), (0, 3), (1, 3)], ["a", "ab", "bc", "c"]),
        (4, [(0, 1), (2, 3)], ["ab", "cd", "ac", "bd"]),
    ],
)
def test_letters(n_systems, pairs, expected):
    assert compact_letters(apart(n_systems, pairs), range(n_systems)) == expected


@given(st.permutations(range(8)), st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
def test_systems_share_a_letter_if_and_only_if_they_are_not_told_apart(order, pairs):
    n_systems = len(order)
    told_apart = apart(n_systems, [(a, b) for a, b in pairs if a != b])
    found = compact_letters(told_apart, order)
    for a in range(n_systems):
        for b in range(n_systems):
            assert bool(set(found[a]) & set(found[b])) == (not told_apart[a, b])
    assert "a" in found[order[0]]


@pytest.mark.parametrize("n_systems", [28, 60])
def test_many_systems_have_few_letters_at_once(n_systems):
    """All groups that cannot be made larger are beyond counting here."""
    twins = compact_letters(apart(n_systems, [(a, a + 1) for a in range(0, n_systems, 2)]), range(n_systems))
    assert max(len(of_one) for of_one in twins) <= 12
    generator = np.random.default_rng(n_systems)
    half = [(a, b) for a in range(n_systems) for b in range(a) if generator.random() < 0.5]
    assert max(map(len, compact_letters(apart(n_systems, half), range(n_systems)))) <= 40


@pytest.mark.parametrize(("shape", "order"), [((2, 3), [0, 1]), ((2, 2), [0, 0])])
def test_letters_need_a_square_table_and_each_system_once(shape, order):
    with pytest.raises(ValueError, match="Expected an order of 2 systems, each once"):
        compact_letters(np.zeros(shape), order)


def test_more_groups_than_letters():
    n_systems = 30
    every = [(a, b) for a in range(n_systems) for b in range(a)]
    found = compact_letters(apart(n_systems, every), range(n_systems))
    assert found[:2] + found[25:28] == ["a", "b", "z", "a2", "b2"]
    assert len(set(found)) == n_systems


def test_rank():
    scores = np.array([1.0, np.nan, 3, 3])
    assert rank_systems(scores, higher_is_better=True) == [2, 3, 0, 1]
    assert rank_systems(scores, higher_is_better=False) == [0, 2, 3, 1]
