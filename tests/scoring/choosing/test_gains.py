"""Choices against one of them: the same as the tests of pairs of systems find, each by itself."""

import numpy as np
import pytest

from scoring import BLEU, TER
from scoring.choosing import Gains, Lists, choose, gains, judged, parse
from scoring.significance import adjust, compare

WORDS = list("abcdefgh")


@pytest.fixture(scope="module")
def matrix():
    drawn = np.random.default_rng(5)
    references = [" ".join(drawn.choice(WORDS, 9)) for _ in range(60)]
    lists = Lists.build([[_noisy(reference, drawn) for _ in range(4)] for reference in references])
    choices = choose([parse(name) for name in ("random", "first", "mbr:bleu", "oracle:bleu")], lists, [references])
    return judged(choices, lists, [references], [BLEU("none"), TER()])


def _noisy(reference, drawn):
    return " ".join(word if drawn.random() < 0.8 else str(drawn.choice(WORDS)) for word in reference.split())


def test_gains_are_better_scores(matrix):
    found = gains(matrix, "first", trials=50)
    bleu, ter = matrix.scores.T
    np.testing.assert_allclose(found.gains, np.stack([bleu - bleu[1], ter[1] - ter], axis=1))
    assert (found.gains[3] > 10).all()


def test_p_values_and_intervals_are_those_of_pairs(matrix):
    found = gains(matrix, "first", trials=200, seed=7)
    for place, column in enumerate(matrix.columns):
        p_values = np.full(4, np.nan)
        for row, name in enumerate(matrix.names):
            if name == "first":
                continue
            pair = {"first": column.rows["first"], name: column.rows[name]}
            (one,) = compare(column.judge, pair, trials=200, seed=7).pairs
            p_values[row] = one.p_value
            ends = (one.ci_low, one.ci_high) if not column.judge.higher_is_better else (-one.ci_high, -one.ci_low)
            np.testing.assert_allclose([found.low[row, place], found.high[row, place]], ends, atol=1e-9)
        np.testing.assert_allclose(found.p_adjusted[:, place], adjust(p_values))


def test_what_could_be_chance(matrix):
    found = gains(matrix, "first", trials=200)
    assert found.could_be_chance(matrix.index("random"), 0)
    assert found.could_be_chance(matrix.index("first"), 0), "it differs not at all"
    assert not found.could_be_chance(matrix.index("oracle:bleu"), 0)


def test_the_level_itself_is_no_chance():
    p_values = np.array([[np.nan], [0.05], [0.0501]])
    some = Gains(None, "first", p_values, p_values, p_values, p_values, 2000, 1)
    assert [some.could_be_chance(row, 0) for row in range(3)] == [True, False, True]


def test_scores_that_are_not_defined_have_no_p_value():
    lists = Lists.build([["", "a"], ["", "a"]])
    choices = choose([parse("first"), parse("random")], lists, seed=1)
    found = gains(judged(choices, lists, [["", ""]], [BLEU()]), "first", trials=50)
    assert np.isnan(found.p_adjusted).all()
    assert found.could_be_chance(1, 0)


@pytest.mark.parametrize(
    ("given", "told"),
    [({"baseline": "decoder"}, "No choice 'decoder'"), ({"trials": 0}, "The number of trials must be")],
)
def test_options_that_cannot_be(matrix, given, told):
    with pytest.raises(ValueError, match=told):
        gains(matrix, **{"baseline": "first", **given})


def test_work_is_told(matrix):
    told = []
    gains(matrix, "first", trials=50, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
