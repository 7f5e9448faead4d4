"""Tables for spreadsheets: what no spreadsheet runs, and what reads back as it was."""

import csv
import io
import re

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.formats.tables.spreadsheets import (
    AS_TEXT,
    frame_to_csv,
    spreadsheet_text,
    unescape_cell,
    write_csv,
    write_tsv,
    write_workbook,
)

OWASP = ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
"""https://owasp.org/www-community/attacks/CSV_Injection: how cells begin that are run, with full-width variants."""
HARMLESS = ["plain", "", "'tis", "a=b", "1-2", "\u22125", "0.5", "''"]


@pytest.mark.parametrize("sign", OWASP)
def test_what_a_spreadsheet_would_run_is_text(sign):
    formula = f"{sign}HYPERLINK(1)"
    assert spreadsheet_text(formula) == f"'{formula}"
    assert spreadsheet_text(f"'{formula}") == f"''{formula}"
    assert re.search(AS_TEXT, spreadsheet_text(formula))
    assert pc.match_substring_regex(pa.array([spreadsheet_text(formula)]), AS_TEXT).to_pylist() == [True]


@pytest.mark.parametrize("text", HARMLESS)
def test_all_else_stays(text):
    assert spreadsheet_text(text) == text == unescape_cell(text)


@given(st.text())
@example("'=")
@example("''\uff1d")
def test_it_can_be_undone(text):
    assert unescape_cell(spreadsheet_text(text)) == text


@pytest.mark.parametrize("number", ["-0.5", "+1", "-1e-05", "-3", "-inf", "nan", "1.", "-12345.678"])
def test_numbers_stay_numbers_in_lines(number):
    assert write_tsv([["=A", number]]) == f"'=A\t{number}"


@pytest.mark.parametrize("formula", ["-1+1", "+1,5", "-1e", "--1", "-", "-0x10", "-1 ", "-1\n"])
def test_what_only_looks_like_a_number_does_not(formula):
    assert write_tsv([[formula]]) == f"'{formula}"


@pytest.mark.parametrize("text", ['"=1+1"', '"x', '"', '""', '"a"b', '"-1"', 'a"b', "plain"])
def test_lines_are_the_same_to_who_undoes_quotes_and_no_formula_to_others(text):
    written = write_tsv([[text, "-0.5"], ["b", "1"]])
    assert list(csv.reader(io.StringIO(written), delimiter="\t")) == [[text, "-0.5"], ["b", "1"]]
    assert not re.match(r"[=+@-]", written)


def test_cells_of_csv_that_are_no_text_stay_as_they_are():
    written = write_csv([["=A", -1, -0.5, None], ["b,c", True, 1e-9, '"']])
    assert written == '\'=A,-1,-0.5,\n"b,c",True,1e-09,""""\n'


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\r\n\x00"), min_size=1), min_size=2), min_size=1))
def test_csv_reads_back(table):
    read = [[unescape_cell(cell) for cell in row] for row in csv.reader(io.StringIO(write_csv(table), newline=""))]
    assert read == table


def test_a_frame_keeps_its_numbers_and_its_names_are_text():
    frame = pd.DataFrame({"=name": ["-x", "y"], "n": [-0.1, float("nan")]})
    assert frame_to_csv(frame) == b"'=name,n\n'-x,-0.1\ny,\n"


def test_a_workbook_has_no_formula():
    data = write_workbook({"": [["=name"], ["=1+1"], [-0.5], [None], ["a\x00b"]], "about": [("set", "=2")]})
    book = openpyxl.load_workbook(io.BytesIO(data))
    first, about = book.worksheets
    kinds = {(cell.value, cell.data_type) for sheet in (first, about) for row in sheet.iter_rows() for cell in row}
    assert {kind for _, kind in kinds} <= {"s", "n"}
    assert {("=name", "s"), ("=1+1", "s"), (-0.5, "n"), ("a\ufffdb", "s"), ("=2", "s")} <= kinds
    assert about.title == "about"
