"""What no metric at all would reach."""

# The wrong kinds that are passed on purpose:
# mypy: disable-error-code="arg-type"

import re

import numpy as np
import pytest

from scoring.agreement import MEASURES, chance_agreement, constant_scores, suitable_measures
from tests.judges import GAP, by_preferences, by_scores

TIES = by_scores([[1, 1, 1, 5], [1, 2, 1, 4], [1, 3, 2, GAP]])


def test_calling_everything_a_tie_agrees_as_often_as_judges_tie():
    values = {key: MEASURES[key].value(TIES, constant_scores(TIES)) for key in ("acc_eq", "acc_eq_calibrated", "tau")}
    assert values == pytest.approx({"acc_eq": (1 + 0 + 1 / 3 + 0) / 4, "acc_eq_calibrated": 1 / 3, "tau": 0})


def test_chance_orders_half_of_the_pairs():
    judge = by_scores(np.random.default_rng(1).normal(size=(4, 200)))
    chances = chance_agreement(judge, ["acc_eq", "tau"])
    assert chances["acc_eq"].mean == pytest.approx(0.5, abs=0.01)
    low, high = chances["tau"].interval()
    assert -0.15 < low < 0 < high < 0.15


def test_chance_is_the_measure_of_random_scores():
    generator = np.random.default_rng(7)
    tables = [generator.standard_normal((3, 4)) for _ in range(5)]
    found = chance_agreement(TIES, suitable_measures(TIES), 5, seed=7)
    for key, chance in found.items():
        expected = [MEASURES[key].of_tables(TIES, table[None])[0] for table in tables]
        np.testing.assert_allclose(chance.values, expected, rtol=0, atol=1e-12)


def test_where_pairs_are_many_fewer_metrics_are_drawn(monkeypatch):
    assert len(chance_agreement(TIES, ["tau"])["tau"].values) == 100
    monkeypatch.setattr("scoring.agreement.baselines.MANY_PAIRS", len(TIES.pairs) - 1)
    few, told = chance_agreement(TIES, ["tau"])["tau"], []
    assert len(few.values) == 40
    assert not np.isnan(few.interval()).any()
    chance_agreement(TIES, ["tau"], 4, on_progress=told.append)
    assert told == [0.25, 0.5, 0.75, 1]


def test_with_few_systems_chance_alone_correlates():
    chance = chance_agreement(by_scores([[1], [2], [3]]), ["pearson"])["pearson"]
    assert chance.interval()[1] > 0.95


def test_what_is_never_defined_has_no_mean():
    chance = chance_agreement(by_scores([[1], [1]]), ["tau"], 50)["tau"]
    assert np.isnan([chance.mean, *chance.interval()]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chance_agreement(TIES, ["kappa"]), "Unknown measure for scores of MQM 'kappa'; there are tau"),
        (
            lambda: chance_agreement(by_preferences([(0, 0, 1, False)], 2, 1), ["tau_b"]),
            "Unknown measure for preferences of rank",
        ),
        (lambda: chance_agreement(TIES, ["tau"], 0), "The number of metrics must be 1 to 100,000; found 0"),
        (lambda: chance_agreement(TIES, ["tau"], seed=None), "The seed must be a whole number"),
        (lambda: chance_agreement(TIES, "tau"), "measures: expected a sequence; found 'tau'"),
        (lambda: constant_scores("MQM"), "judge: expected Judge; found 'MQM'"),
    ],
)
def test_what_is_said_of_a_mistake(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()
