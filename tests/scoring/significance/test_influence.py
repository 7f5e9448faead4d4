"""Influence of segments on a difference, and on its significance, each recomputed in a plain way."""

from itertools import product

import numpy as np
import pytest

from scoring import BLEU, METRICS, TER
from scoring.significance import leave_one_out, randomize, removal
from tests.corpora import SAMPLE_SETS
from tests.ratios import RATIO, noise, rows

REFERENCE = ["the cat sat on the mat", "a b c d e f", "he reads", "", "it rained all day long"]
ONE = ["the cat sat on a mat", "a b c d e", "he reads", "", "it rained all day"]
OTHER = ["a cat sits on the mat", "a b d c e f", "she reads", "x", "all day it rained"]
each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
NEWS = {name.partition("/apertium-")[2]: (texts, references) for name, texts, references in SAMPLE_SETS}


def difference(metric, a, b):
    return metric.score(a.sum(axis=0)) - metric.score(b.sum(axis=0))


@each_metric
def test_leaving_one_out_is_scoring_the_others(metric):
    a, b = (metric.statistics(texts, [REFERENCE]) for texts in (ONE, OTHER))
    expected = [
        difference(metric, a, b) - difference(metric, np.delete(a, index, axis=0), np.delete(b, index, axis=0))
        for index in range(len(a))
    ]
    np.testing.assert_allclose(leave_one_out(metric, a, b), expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(leave_one_out(metric, b, a), np.negative(expected), rtol=0, atol=1e-9)


def test_the_influence_of_equal_segments_adds_up_to_nothing_new():
    """Where all segments are alike none moves a ratio; where one alone differs it makes the whole difference."""
    np.testing.assert_allclose(leave_one_out(RATIO, rows([5, 5, 5]), rows([3, 3, 3])), 0, atol=1e-12)
    effects = leave_one_out(RATIO, rows([5, 5, 8]), rows([5, 5, 5]))
    assert effects[2] == pytest.approx(10)
    np.testing.assert_allclose(effects[:2], 10 - 15)


def test_one_segment_alone_has_no_influence_that_is_defined():
    assert np.isnan(leave_one_out(RATIO, rows([1]), rows([2]))).all()
    assert removal(RATIO, rows([1]), rows([2]), trials=50).needed == 0


def p_without(metric, a, b, removed, trials):
    """By other shuffles, because the test set is another one."""
    left = {"A": np.delete(a, removed, axis=0), "B": np.delete(b, removed, axis=0)}
    return randomize(metric, left, trials).p_values[0, 1]


@pytest.mark.parametrize("metric", [BLEU(), TER()], ids=["bleu", "ter"])
@pytest.mark.parametrize("pair", [("catalan", "galician"), ("galician", "direct")], ids="-".join)
def test_the_removed_segments_carry_the_significance(metric, pair):
    a, b = (metric.statistics(*NEWS[name]) for name in pair)
    found = removal(metric, a, b, trials=2000)
    whole = randomize(metric, dict(zip("AB", (a, b), strict=True)), 2000)
    assert found.p_value == whole.p_values[0, 1]
    sign = np.sign(whole.differences[0, 1])
    helps = sign * leave_one_out(metric, a, b)[found.order]
    assert (np.diff(helps) <= 1e-12).all()
    assert sorted(found.order) == list(range(len(a)))
    if found.p_value > 0.05:
        assert (found.needed, found.p_value_after) == (0, found.p_value)
        return
    assert 0 < found.needed < len(a) / 4
    assert found.p_value_after > 0.05
    removed = found.order[: found.needed]
    left = np.delete(a, removed, axis=0), np.delete(b, removed, axis=0)
    assert found.difference_after == pytest.approx(difference(metric, *left))
    assert sign * found.difference_after < sign * whole.differences[0, 1]
    assert p_without(metric, a, b, removed, 10_000) == pytest.approx(found.p_value_after, abs=0.02)
    assert p_without(metric, a, b, removed[:-1], 10_000) < 0.07


def test_removal_of_a_difference_that_is_not_significant():
    a, b = noise(np.random.default_rng(3), 40)
    found = removal(RATIO, a, b, trials=200)
    assert found.p_value > 0.05
    assert (found.needed, found.p_value_after, found.difference_after) == (0, found.p_value, difference(RATIO, a, b))


def test_every_helpful_segment_may_have_to_go():
    """Twelve segments by which A leads: one less each time doubles p, until (1 / 2)^n * 2 exceeds the level."""
    a, b = rows(range(20, 32)), rows([10] * 12)
    found = removal(RATIO, a, b, trials=5000)
    assert found.order.tolist() == list(range(11, -1, -1))
    assert found.needed == 12 - 5
    assert found.p_value_after == pytest.approx(2 / 2**5, abs=0.015)


def test_removal_stops_where_a_scan_from_the_first_segment_stops():
    generator = np.random.default_rng(6)
    found = []
    for n_segments, lead in product((6, 9, 14, 23, 40), (3, 4, 5, 8)):
        a, b = (rows(generator.normal(50 + better, 6, n_segments), 100) for better in (lead, 0))
        result = removal(RATIO, a, b, trials=400)
        p_values = []
        for number in range(n_segments):
            rest = [statistics.copy() for statistics in (a, b)]
            for statistics in rest:
                statistics[result.order[:number]] = 0
            p_values.append(randomize(RATIO, dict(zip("AB", rest, strict=True)), 400).p_values[0, 1])
        assert result.needed == next(number for number, p in enumerate(p_values) if p > 0.05)
        assert result.p_value_after == p_values[result.needed]
        found.append(result.needed)
    assert len({*found}) > 5


def test_a_p_value_of_just_the_level_is_significant():
    """Eight segments by which A leads, the last ones most; a segment that is gone has statistics of 0."""
    a, b = rows(range(20, 28)), rows([10] * 8)
    p_values = []
    for removed in range(6):
        left = {name: np.vstack([data[: 8 - removed], np.zeros((removed, 2))]) for name, data in (("A", a), ("B", b))}
        p_values.append(float(randomize(RATIO, left, 2000).p_values[0, 1]))
    assert p_values == sorted(set(p_values)), "each segment that goes raises p"
    for removed, level in enumerate(p_values[:-1]):
        found = removal(RATIO, a, b, trials=2000, level=level)
        assert (found.needed, found.p_value_after) == (removed + 1, p_values[removed + 1])


@pytest.mark.parametrize("level", [0, 1, 7])
def test_the_level_is_between_0_and_1(level):
    with pytest.raises(ValueError, match=f"The level must be between 0 and 1; found {level}"):
        removal(RATIO, rows([1, 2]), rows([2, 2]), trials=9, level=level)


def test_systems_without_a_score():
    nothing = rows([0, 0], whole=0)
    found = removal(RATIO, rows([1, 2]), nothing, trials=20)
    assert found.needed == 0
    assert np.isnan([found.p_value, found.difference_after]).all()


def test_removal_tells_how_far_it_is():
    a, b = rows(range(20, 32)), rows([10] * 12)
    shares = []
    found = removal(RATIO, a, b, trials=5000, on_progress=shares.append)
    assert found.needed == 7
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) > 3 * 5, "every batch of every step"
    shares.clear()
    removal(RATIO, *noise(np.random.default_rng(3), 40), trials=200, on_progress=shares.append)
    assert (shares == sorted(shares), shares[-1]) == (True, 1)


def test_removal_can_be_cancelled():
    class Enough(BaseException):
        pass

    def tell(share):
        if share > 0.3:
            raise Enough

    with pytest.raises(Enough):
        removal(RATIO, rows(range(20, 32)), rows([10] * 12), trials=5000, on_progress=tell)
