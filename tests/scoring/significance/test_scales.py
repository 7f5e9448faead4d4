"""No result depends on the unit in which scores are given, nor on what is added to all of them."""

import numpy as np
import pytest

from scoring import BLEU, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.significance import are_as_large, compare, judge, power_of_pair, removal
from scoring.studies.verdict import decide
from tests.cases import each_value_as_one_test

REFERENCE = [f"word {segment}" for segment in range(40)]
FACTORS = [2.0**-100, 2.0**-60, 2.0**-40, 2.0**-30, 2.0**-10, 2.0**6, 2.0**20]
each_factor = pytest.mark.parametrize("factor", FACTORS)
each_test = pytest.mark.parametrize("test", ["ar", "bootstrap"])


def given(factor, offset=0.0):
    """Scores of five systems: one is a whole unit ahead, two are hardly ahead of the next, and one is a copy."""
    noise = np.random.default_rng(4).random((4, len(REFERENCE))).round(3)
    columns = {"ahead": noise[0] + 1, "near": noise[1] + 0.1, "fair": noise[3], "last": noise[2], "copy": noise[2]}
    columns = {name: column.round(3) * factor + offset for name, column in columns.items()}
    test_set = TestSet.build(dict.fromkeys(columns, REFERENCE), [REFERENCE]).with_judgments([Scores("x", columns)])
    metric = external_metrics_by_name(test_set)["x"]
    return metric, metric.measure(test_set)


def found(factor, test, correction, offset=0.0):
    """All that a comparison says but for scores."""
    metric, measured = given(factor, offset)
    compared = compare(metric, measured, test, trials=999, correction=correction)
    verdicts = judge(compared, measured)
    decision = decide(verdicts, tuple(measured))
    return {
        "counts": compared.tested.counts.tolist(),
        "p": compared.p_values.tolist(),
        "adjusted": compared.p_adjusted.tolist(),
        "letters": compared.letters,
        "states": [verdicts.state(pair.a, pair.b) for pair in compared.pairs],
        "trials": [verdicts.n_trials(pair.a, pair.b) for pair in compared.pairs],
        "shares": [compared.bootstrap.share_better(pair.a, pair.b) for pair in compared.pairs],
        "is level": [decision.difference == 0, decide(verdicts, ("last", "copy")).difference == 0],
        "needed": [power_of_pair(compared.bootstrap, pair.a, pair.b).needed_units for pair in compared.pairs],
    }


@pytest.mark.one_case_in(2)
@pytest.mark.exhaustive
@each_value_as_one_test
@each_factor
@each_test
@pytest.mark.parametrize("correction", ["max-t", "holm"])
def test_no_result_depends_on_the_unit_of_scores(factor, test, correction):
    plain = found(1.0, test, correction)
    assert plain["states"][0] == "clear"
    assert plain["is level"] == [False, True]
    assert found(factor, test, correction) == plain


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("offset", [1e4, -1e9])
@each_test
@pytest.mark.parametrize("correction", ["max-t", "holm"])
def test_no_result_depends_on_a_constant_that_all_scores_have(offset, test, correction):
    plain = found(1.0, test, correction)
    moved = found(1.0, test, correction, offset)
    assert moved.pop("needed") == pytest.approx(plain.pop("needed"), rel=0.01)
    assert moved == plain


@each_test
def test_scores_that_lost_their_digits_tie_by_no_more_than_they_lost(test):
    assert given(1.0, -9e14)[0].rounding == 0.25
    plain, moved = found(1.0, test, "max-t"), found(1.0, test, "max-t", 1e12)
    np.testing.assert_allclose(moved["p"], plain["p"], atol=2e-3)
    assert [moved[key] for key in ("states", "letters", "is level")] == [
        plain[key] for key in ("states", "letters", "is level")
    ]


@each_factor
def test_segments_that_carry_a_lead_do_not_depend_on_the_unit(factor):
    plain, small = (
        removal(metric, measured["ahead"], measured["near"], trials=199)
        for metric, measured in (given(1.0), given(factor))
    )
    assert plain.needed > 0
    assert (small.needed, small.p_value, small.p_value_after) == (plain.needed, plain.p_value, plain.p_value_after)


def test_scores_of_metrics_computed_here_are_equal_up_to_the_same_rounding_as_ever():
    assert BLEU().rounding == given(1.0)[0].rounding == 1e-9
    differences = np.array([1 - 2e-9, 1 - 0.5e-9])
    assert are_as_large(differences, 1.0).tolist() == [False, True]
    assert are_as_large(differences, 1.0, 1e-8).tolist() == [True, True]
    assert are_as_large(differences, 1.0, 1e-10).tolist() == [False, False]
