"""Choices against one of them: the same as the tests of pairs of systems find, each by itself."""

import numpy as np
import pytest
from scipy.stats import binomtest

from scoring import BLEU, TER
from scoring.choosing import Gains, Lists, choose_candidates, gains, parse, score_choices
from scoring.significance import adjust, compare

WORDS = list("abcdefgh")


@pytest.fixture(scope="module")
def matrix():
    drawn = np.random.default_rng(5)
    references = [" ".join(drawn.choice(WORDS, 9)) for _ in range(60)]
    lists = Lists.build([[_noisy(reference, drawn) for _ in range(4)] for reference in references])
    choices = choose_candidates(
        [parse(name) for name in ("random", "first", "mbr:bleu", "oracle:bleu")], lists, [references]
    )
    return score_choices(choices, lists, [references], [BLEU("none"), TER()])


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
    found = gains(matrix, "first", trials=500)
    assert found.could_be_chance(matrix.index("random"), 0)
    assert found.could_be_chance(matrix.index("first"), 0), "it differs not at all"
    assert not found.could_be_chance(matrix.index("oracle:bleu"), 0)


def test_what_is_too_close_to_call_could_be_chance():
    p_high = np.array([[np.nan], [0.05], [0.0501]])
    p_values = np.array([[np.nan], [0.04], [0.04]])
    some = Gains(None, "first", p_values, p_values, p_high, p_values, p_values, 2000, 1)
    assert [some.could_be_chance(row, 0) for row in range(3)] == [True, False, True]


def test_how_large_p_may_be(matrix):
    """Clopper and Pearson by SciPy, of as many shuffles as p says, adjusted like p."""
    found = gains(matrix, "first", trials=200, seed=7)
    others = [row for row, name in enumerate(matrix.names) if name != "first"]
    for place, column in enumerate(matrix.columns):
        pairs = [{name: column.rows[name] for name in ("first", matrix.names[row])} for row in others]
        counts = [round(compare(column.judge, pair, trials=200, seed=7).pairs[0].p_value * 201) - 1 for pair in pairs]
        ends = [binomtest(count, 200).proportion_ci(0.95, "exact").high for count in counts]
        np.testing.assert_allclose(found.p_high[others, place], adjust(np.array(ends)))


def test_plain_systems_are_questions_of_their_own(matrix):
    """Other systems beside the best one do not raise the p of a choice."""
    drawn = np.random.default_rng(6)
    references = [" ".join(drawn.choice(WORDS, 9)) for _ in range(60)]
    columns = {name: [_noisy(reference, drawn) for reference in references] for name in "ABCDE"}
    lists = Lists.of_columns(columns)
    names = ["mbr:bleu", "system:A", *(f"system:{name}" for name in "BCDE")]
    every, without = (
        gains(
            score_choices(
                choose_candidates([*map(parse, some)], lists, [references]), lists, [references], [BLEU("none")]
            ),
            names[1],
            300,
        )
        for some in (names, names[:2])
    )
    np.testing.assert_array_equal(every.p_adjusted[:2], without.p_adjusted[:2])
    assert np.nanmax(every.p_adjusted[2:]) > np.nanmin(every.p_adjusted[2:])


def test_scores_that_are_not_defined_have_no_p_value():
    lists = Lists.build([["", "a"], ["", "a"]])
    choices = choose_candidates([parse("first"), parse("random")], lists, seed=1)
    found = gains(score_choices(choices, lists, [["", ""]], [BLEU()]), "first", trials=50)
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
