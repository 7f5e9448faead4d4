"""The study of an option: who leads, and what is shown against the value in use."""

import numpy as np
import pytest

from scoring import BLEU
from scoring.agreement import MEASURES, WEIGHTED, MetricComparison, OrientedScores, measure_agreement
from scoring.output.markup import html
from scoring.studies.parameters import option_sweep
from scoring.studies.parameters.option_sweep import SweepRequest
from tests.studies import PEOPLE, agreement_request


def comparison(values, noise=0.01, trials=400):
    """Of metrics named a, b, ...: resamples around their values, each with noise of its own."""
    draws = np.random.default_rng(1).normal(0, noise, (trials, len(values)))
    return MetricComparison(tuple("abcdefghij"[: len(values)]), np.array(values), np.array(values) + draws, 50, "holm")


def said(values, in_use, judge="people"):
    return html.sentence_html(option_sweep.leading_value_sentence(comparison(values), "tau", judge, "method", in_use))


def test_the_best_and_the_one_in_use():
    found = said([0.1, 0.3, 0.105], "a")
    assert "method <b>b</b> agrees best with <b>people</b> (0.300)" in found
    assert "method <b>a</b>, which is in use, reaches 0.100." in found
    assert "Method b agrees significantly more than the one in use." in found
    assert "less" not in found


def test_where_the_one_in_use_is_best_it_stands_once():
    found = said([0.1, 0.3, 0.295], "b")
    assert found.count("<b>b</b>") == 1
    assert "Method a agrees significantly less than the one in use." in found


def test_of_equal_ones_the_one_in_use_is_named():
    assert "method <b>c</b> agrees best" in said([0.3, 0.1, 0.3], "c")


def test_the_best_and_the_one_in_use_that_print_alike_are_named_together():
    found = said([0.30041, 0.1, 0.30039], "c")
    assert "method <b>a</b> and <b>c</b>, which is in use, agree best with <b>people</b> (0.300). " in found
    assert "reaches" not in found


def test_no_difference_is_said():
    assert "(0.102). No other differs significantly from the one in use." in said([0.1, 0.101, 0.102], "c")
    assert "None, c included, differs significantly from the one in use." in said([0.1, 0.101, 0.102], "a")
    assert "reaches 0.100. This difference is not significant." in said([0.1, 0.101], "a")


def test_many_are_counted():
    assert "7 of 7 others agree significantly more than the one in use." in said([0.1, *[0.5] * 7], "a")


def test_what_the_sidebar_calls_the_one_in_use_is_said_with_it():
    found = comparison([0.1, 0.3])
    for own, said in {
        "a": "method <b>a</b> (exp in the sidebar), which is",
        "b": "method <b>b</b> (exp in the",
    }.items():
        assert said in html.sentence_html(
            option_sweep.leading_value_sentence(found, "tau", "people", "method", own, "exp in the sidebar")
        )


def test_a_measure_is_written_as_in_the_middle_of_a_sentence():
    found = {
        key: str(option_sweep.leading_value_sentence(comparison([0.1, 0.3]), key, "people", "method", "a"))
        for key in MEASURES
    }
    assert "By calibrated accuracy," in found["acc_eq_calibrated"]
    assert "By Kendall's tau," in found["tau"]
    assert "By Pearson," in found["pearson"]


def test_names_are_text():
    assert "<img" not in said([0.1, 0.3], "a", judge="<img>")


def test_p_values_against_one_are_corrected_for_these_alone():
    found = comparison([0.1, 0.12, 0.13, 0.2])
    against = found.p_against("a")
    raw = found.p_values[0, 1:]
    order = np.argsort(raw)
    expected = np.empty(3)
    expected[order] = np.minimum(1, np.maximum.accumulate(raw[order] * [3, 2, 1]))
    np.testing.assert_allclose(against, [1, *expected])
    assert (against <= found.p_adjusted[0] + 1e-12).all()
    with pytest.raises(ValueError, match="metric"):
        found.p_against("z")


def test_a_run_holds_each_value_against_the_judge():
    metrics = option_sweep.bleu_by_smoothing(BLEU())
    request = SweepRequest(agreement_request(BLEU(), system_score=WEIGHTED), metrics, "3", "method")
    result = option_sweep.run(request, PEOPLE)
    judge = request.agreement.judge
    for name, metric in metrics.items():
        expected = measure_agreement(judge, OrientedScores.of(metric, metric.measure(PEOPLE), judge), kind=WEIGHTED)
        assert result.agreements[name].value("tau_b") == expected.value("tau_b")
        assert result.agreements[name].interval("tau_b") == expected.interval("tau_b")
    rows = {row["method"]: row for row in result.rows("tau_b")}
    assert rows["3"]["tau-b shown"] == "in use"
    assert str(result.leading("tau_b")).startswith("By tau-b, method ")


def test_the_value_in_use_must_be_one_of_them():
    with pytest.raises(ValueError, match="Unknown method 'x'"):
        SweepRequest(agreement_request(BLEU()), {"a": BLEU()}, "x", "method")
