"""Numbers in tables: -0.00 is written as 0, what is halfway is rounded as elsewhere, and nothing else changes."""

import math
from decimal import Decimal

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit import column_config
from streamlit.testing.v1 import AppTest

from scoring.output.numbers import MISSING, fixed
from ui.kit.grid import MAX_WRITTEN, format_probabilities, with_minus_signs, written_as_fixed

NUMBERS = [-0.0, -0.001, -0.00499, -0.005, -0.4, -0.6, 0.001, -1.0, math.nan]


def shown(values, form):
    return written_as_fixed(pd.DataFrame({"x": values}), {"x": column_config.NumberColumn(format=form)})["x"]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("%.2f", [0.0, 0.0, 0.0, -0.005, -0.4, -0.6, 0.001, -1.0, math.nan]),
        ("%+.2f", [0.0, 0.0, 0.0, -0.005, -0.4, -0.6, 0.001, -1.0, math.nan]),
        ("%+.4f", [0.0, -0.001, -0.00499, -0.005, -0.4, -0.6, 0.001, -1.0, math.nan]),
        ("%.0f", [0.0, 0.0, 0.0, 0.0, 0.0, -0.6, 0.001, -1.0, math.nan]),
        ("%.1f %%", [0.0, 0.0, 0.0, 0.0, -0.4, -0.6, 0.001, -1.0, math.nan]),
        (None, [0.0, *NUMBERS[1:]]),
    ],
)
def test_what_would_be_written_as_a_negative_zero_is_zero(form, expected):
    found = shown(NUMBERS, form)
    pd.testing.assert_series_equal(found, pd.Series(expected, name="x"), check_exact=True)
    assert not (found.eq(0) & found.map(lambda value: math.copysign(1, value) < 0)).any()


@given(st.floats(-10, 10), st.integers(0, 6))
def test_other_numbers_keep_every_digit(value, decimals):
    (found,) = shown([value], f"%.{decimals}f")
    is_halfway = Decimal(value).scaleb(decimals) % 1 in (Decimal("0.5"), Decimal("-0.5"))
    assert is_halfway or found == (0 if f"{value:.{decimals}f}" == f"{-0.0:.{decimals}f}" else value)
    assert f"{found:.{decimals}f}" != f"{-0.0:.{decimals}f}"


@pytest.mark.parametrize(
    ("form", "value", "expected"),
    [("%.1f", 34.25, 34.2), ("%.1f", 32.75, 32.8), ("%.2f", 12.125, 12.12), ("%+.1f", -0.25, -0.2), ("%.0f", -0.5, 0)],
)
def test_what_is_halfway_is_rounded_as_in_sentences_and_reports(form, value, expected):
    """The browser would write 34.3, and the report has 34.2."""
    (found,) = shown([value], form)
    assert found == expected
    assert fixed(found, int(form[-2])) == fixed(value, int(form[-2]))


def test_the_table_given_and_columns_without_numbers_stay_as_they_are():
    frame = pd.DataFrame({"system": ["a"], "n": [1], "x": [-0.001], "missing": pd.array([None], "Int64")})
    found = written_as_fixed(frame, {"x": column_config.NumberColumn(format="%.2f"), "system": None})
    assert frame["x"].tolist() == [-0.001]
    pd.testing.assert_frame_equal(found, frame.assign(x=0.0))


def draw():
    import pandas as pd
    import streamlit as st

    from ui.kit import grid

    frame = pd.DataFrame({"difference": [-0.001, -0.5], "p": [0.04999, 1.0]})
    grid.draw_grid(frame, {"difference": st.column_config.NumberColumn(format="%+.2f")}, grid.format_probabilities)


@pytest.mark.exhaustive
def test_a_page_gets_no_negative_zero():
    (table,) = AppTest.from_function(draw).run().dataframe
    assert table.value["difference"].tolist() == [0.0, -0.5]


def test_negative_numbers_have_a_minus_sign_and_are_sorted_as_numbers():
    """The numbers themselves are left alone; a format that the browser has is taken off where cells are written."""
    frame = pd.DataFrame({"x": [-1.255, 2.0, float("nan")], "y": [1.0, 2.0, 3.0], "z": [-0.5, 0.25, 0.0]})
    number = column_config.NumberColumn
    formats = {"x": number(format="%.2f", width=70), "y": number(format="%.1f"), "z": number(format="%+.1f")}
    table, configured = with_minus_signs(frame, frame, formats)
    rows = table._translate(False, False)["body"]
    cells = [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in rows]
    assert [[row[0], row[2]] for row in cells] == [["−1.25", "−0.5"], ["2.00", "+0.2"], [MISSING, "0.0"]]
    assert [configured[name]["type_config"]["format"] for name in "xyz"] == [None, "%.1f", None]
    assert configured["x"]["width"] == 70


def test_p_values_stay_as_they_are_written_beside_negative_numbers():
    frame = pd.DataFrame({"z": [-2.5, 1.0], "p": [0.0078125, 1e-9]})
    table, _ = with_minus_signs(frame, format_probabilities(frame), {"z": column_config.NumberColumn(format="%.2f")})
    rows = table._translate(False, False)["body"]
    assert [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in rows] == [
        ["−2.50", "0.0078"],
        ["1.00", "1e-09"],
    ]


def test_large_tables_and_tables_without_negative_numbers_are_left_to_the_browser():
    formats = {"x": column_config.NumberColumn(format="%.2f")}
    for values in ([1.0, 0.0], [-1.0] * (MAX_WRITTEN + 1)):
        frame = pd.DataFrame({"x": values})
        assert with_minus_signs(frame, frame, formats)[0] is frame
