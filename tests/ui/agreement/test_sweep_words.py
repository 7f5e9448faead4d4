"""What is said of a sweep: who leads, and what is shown against the value in use."""

import numpy as np
import pandas as pd
import pytest

from scoring.agreement import MEASURES, Comparison
from scoring.agreement.published import CHEN_CHERRY, REACHED
from scoring.numbers import printed_difference
from ui.agreement import sweep_words, swept


def comparison(values, noise=0.01, trials=400):
    """Of metrics named a, b, ...: resamples around their values, each with noise of its own."""
    draws = np.random.default_rng(1).normal(0, noise, (trials, len(values)))
    return Comparison(tuple("abcdefghij"[: len(values)]), np.array(values), np.array(values) + draws, 50, "holm")


def said(values, in_use, judge="people"):
    return sweep_words.who_leads(comparison(values), "tau", judge, "method", in_use)


def test_the_best_and_the_one_in_use():
    found = said([0.1, 0.3, 0.105], "a")
    assert "method <b>b</b> agrees most with <b>people</b> (0.300)" in found
    assert "method <b>a</b>, which is in use, has 0.100." in found
    assert "Shown to agree more than the one in use: b." in found
    assert "less" not in found


def test_where_the_one_in_use_is_best_it_stands_once():
    found = said([0.1, 0.3, 0.295], "b")
    assert found.count("<b>b</b>") == 1
    assert "Shown to agree less than the one in use: a." in found


def test_of_equal_ones_the_one_in_use_is_named():
    assert "method <b>c</b> agrees most" in said([0.3, 0.1, 0.3], "c")


def test_no_difference_is_said():
    assert "No other is shown to agree more or less than the one in use." in said([0.1, 0.101, 0.102], "a")


def test_many_are_counted():
    assert "more than the one in use: 7 of 7 others." in said([0.1, *[0.5] * 7], "a")


def test_what_the_sidebar_calls_the_one_in_use_is_said_with_it():
    found = comparison([0.1, 0.3])
    for own, said in {
        "a": "method <b>a</b> (exp in the sidebar), which is",
        "b": "method <b>b</b> (exp in the",
    }.items():
        assert said in sweep_words.who_leads(found, "tau", "people", "method", own, "exp in the sidebar")


def test_a_measure_is_written_as_in_the_middle_of_a_sentence():
    found = {key: sweep_words.who_leads(comparison([0.1, 0.3]), key, "people", "method", "a") for key in MEASURES}
    assert "By calibrated accuracy," in found["acc_eq_calibrated"]
    assert "By Kendall&#39;s tau," in found["tau"]
    assert "By Pearson," in found["pearson"]


def test_printed_numbers_add_up_and_no_difference_is_0():
    columns = {"tau": [0.6334, 0.6186, 0.61862, 0.5], "tau difference": []}
    columns["tau difference"] = [printed_difference(value, 0.6186, 3) for value in columns["tau"]]
    frame = pd.DataFrame({"method": list("abcd")} | columns)
    frame.loc[1, "tau difference"] = None
    cells = swept.written(frame)._translate(False, False)["body"]
    written = [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in cells]
    assert written == [
        ["a", "0.633", "+0.014"],
        ["b", "0.619", ""],
        ["c", "0.619", "0"],
        ["d", "0.500", "−0.119"],
    ]


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


def test_the_papers_numbers_in_words():
    six = CHEN_CHERRY["6"]
    assert f"{six.remade:.3f} where the paper prints {six.printed:.3f}" in sweep_words.NOT_REMADE
    assert f"within {REACHED} of the paper" in sweep_words.NOT_REMADE
