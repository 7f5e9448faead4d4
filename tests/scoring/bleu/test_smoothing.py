"""Smoothing: what every method keeps to, sacreBLEU's worked by hand, and how a method is asked for."""

import numpy as np
import pytest

from scoring import BLEU
from scoring.bleu.smoothing import METHODS, Smoothing
from tests.cases import as_one_test

# Counts of the orders 1 to 5 (N = 4): a match, none, a match, none; the fifth is there to be ignored.
MATCHES = np.array([3.0, 0.0, 1.0, 0.0, 7.0])
TOTALS = np.array([5.0, 4.0, 3.0, 2.0, 9.0])


def smoothed(smoothing, matches=MATCHES, totals=TOTALS):
    new_matches, new_totals = Smoothing.parse(smoothing)(matches, totals, np.asarray(totals)[..., 0])
    return np.asarray(new_matches).tolist(), np.asarray(new_totals).tolist()


@pytest.mark.parametrize(
    ("smoothing", "matches", "totals"),
    [
        pytest.param("none", [3, 0, 1, 0], [5, 4, 3, 2], id="none"),
        pytest.param("floor", [3, 0.1, 1, 0.1], [5, 4, 3, 2], id="floor: method 1, 0.1 by Chen and Cherry"),
        pytest.param("floor=0.5", [3, 0.5, 1, 0.5], [5, 4, 3, 2], id="floor with a value"),
        pytest.param("floor=0", [3, 0, 1, 0], [5, 4, 3, 2], id="floor of 0 is none"),
        pytest.param("add-k", [3, 1, 2, 1], [5, 5, 4, 3], id="add-k: method 2, not on unigrams"),
        pytest.param("add-k=0.25", [3, 0.25, 1.25, 0.25], [5, 4.25, 3.25, 2.25], id="add-k with a value"),
        pytest.param("exp", [3, 1 / 2, 1, 1 / 4], [5, 4, 3, 2], id="exp: method 3, halved at every zero"),
    ],
)
def test_by_hand(smoothing, matches, totals):
    assert smoothed(smoothing) == (matches, totals)


@pytest.mark.parametrize(
    ("smoothing", "matches", "totals"),
    [
        ("none", [1, 0, 0, 0], [2, 1, 0, 0]),
        ("floor", [1, 0.1, 0, 0], [2, 1, 0, 0]),
        ("add-k", [1, 1, 1, 1], [2, 2, 1, 1]),
        ("exp", [1, 1 / 2, 0, 0], [2, 1, 0, 0]),
        ("mteval", [1, 1 / 2, 1, 1], [2, 1, 1, 1]),
    ],
)
def test_orders_that_the_hypothesis_does_not_reach_stay_at_zero(smoothing, matches, totals):
    """Except add-k, which makes them k/k, as sacreBLEU's does, and mteval, which makes them 1/1."""
    short = np.array([1.0, 0, 0, 0, 0]), np.array([2.0, 1, 0, 0, 0])
    assert smoothed(smoothing, *short) == (matches, totals)


@as_one_test
@pytest.mark.parametrize("method", METHODS)
def test_many_segments_at_once_are_each_for_itself_and_nothing_is_changed_in_place(method):
    draw = np.random.default_rng(1)
    totals = draw.integers(0, 4, size=(2, 30, 5)).astype(float)
    matches = np.minimum(draw.integers(0, 3, size=totals.shape), totals)
    before = matches.copy(), totals.copy()
    together = smoothed(method, matches, totals)
    for index in np.ndindex(2, 30):
        alone = smoothed(method, matches[index], totals[index])
        np.testing.assert_array_equal(alone, [part[index[0]][index[1]] for part in together])
    np.testing.assert_array_equal(before, (matches, totals))


@as_one_test
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("order", range(1, 10))
def test_counts_of_any_order_and_of_read_only_memory(method, order):
    totals = np.maximum(np.arange(6)[:, None] * 2.0 - np.arange(order + 1), 0)
    matches = np.floor(totals / 2)
    for array in (matches, totals):
        array.setflags(write=False)
    for shape in ((6,), (6, 1), (2, 3), (1, 6, 1)):
        counts = [array.reshape(*shape, order + 1) for array in (matches, totals)]
        found = Smoothing(method)(*counts, counts[1][..., 0])
        assert [part.shape for part in found] == [(*shape, order)] * 2
    nothing = Smoothing(method)(matches[:0], totals[:0], totals[:0, 0])
    assert [part.shape for part in nothing] == [(0, order)] * 2


@as_one_test
@pytest.mark.parametrize("method", METHODS)
def test_many_statistics_broadcast_as_scores(method):
    """As a what-if does: one row of counts for all, and a table of segments and systems."""
    bleu = BLEU("none", smoothing=method)
    statistics = bleu.statistics(["a b c d e", "a b", "a", "", "x"], [["a b c d f", "a b c", "a", "a", "a"]])
    stacked = np.broadcast_to(statistics, (3, *statistics.shape))
    np.testing.assert_array_equal(bleu.score(stacked), np.stack([bleu.score(statistics)] * 3))


@as_one_test
@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_described(method):
    assert len(METHODS[method].description) > 10


@pytest.mark.parametrize(
    ("text", "method", "value", "written"),
    [
        ("none", "none", None, "none"),
        ("exp", "exp", None, "exp"),
        ("floor", "floor", 0.1, "floor[0.10]"),
        ("floor=0.05", "floor", 0.05, "floor[0.05]"),
        ("floor=0.001", "floor", 0.001, "floor[0.001]"),
        ("add-k", "add-k", 1.0, "add-k[1.00]"),
        ("add-k=2", "add-k", 2.0, "add-k[2.00]"),
        ("7", "7", 5.0, "7[5.00]"),
        ("4=3", "4", 3.0, "4[3.00]"),
        ("nltk-1=0", "nltk-1", 0.0, "nltk-1[0.00]"),
    ],
)
def test_parsing_and_writing(text, method, value, written):
    smoothing = Smoothing.parse(text)
    assert (smoothing.method, smoothing.value, str(smoothing)) == (method, value, written)
    assert smoothing == Smoothing(method, value)
    assert Smoothing.parse(smoothing) is smoothing


@as_one_test
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Unknown smoothing ''; there are none, floor, add-k, exp"),
        ("chen", "Unknown smoothing 'chen'; there are none, floor, add-k, exp"),
        ("Exp", "Unknown smoothing 'Exp'"),
        ("=0.1", "Unknown smoothing ''"),
        ("exp=0.5", "The smoothing 'exp' takes no value; found 0.5"),
        ("none=0", "The smoothing 'none' takes no value; found 0.0"),
        ("floor=", "The smoothing 'floor=' needs a number after '='; found ''"),
        ("floor=x", "The smoothing 'floor=x' needs a number after '='; found 'x'"),
        ("floor=-0.1", "The smoothing 'floor' needs a finite value of 0 or more; found -0.1"),
        ("floor=nan", "The smoothing 'floor' needs a finite value of 0 or more; found nan"),
        ("4=0", "The smoothing '4' divides by its value, which must be at least 1e-06; found 0"),
        ("nltk-7=0", "The smoothing 'nltk-7' divides by its value, which must be at least 1e-06; found 0"),
        ("2=1", "The smoothing '2' takes no value; found 1.0"),
        ("8", "Unknown smoothing '8'"),
        ("add-k=inf", "The smoothing 'add-k' needs a finite value of 0 or more; found inf"),
    ],
)
def test_parse_errors(text, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below, not as a pattern)
        Smoothing.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("shapes", [[(2, 5), (2, 4), (2,)], [(2, 5), (2, 5), (3,)], [(2, 1), (2, 1), (2,)]])
def test_counts_that_do_not_go_together(shapes):
    with pytest.raises(ValueError, match="Expected matches and totals"):
        Smoothing("none")(*map(np.zeros, shapes))
