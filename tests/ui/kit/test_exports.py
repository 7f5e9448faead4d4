"""Tables to take away: what no spreadsheet runs, and what reads back as it was."""

import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import read, repair
from ui.kit.exports import DOWNLOADS

CSV = next(kind for kind in DOWNLOADS if kind.ending == "csv")
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "''-x", "=cmd|'/c calc'!A0"]
TEXT = ["plain", "'tis", "a=b", "", "1-2", " =1", "''"]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_run_is_written_as_text(text):
    data = CSV.data(pd.DataFrame({text: [text], "number": [-1.5]}))
    head, row = pd.read_csv(io.BytesIO(data), header=None, dtype=str).itertuples(index=False)
    assert (head[0], row[0]) == (f"'{text}", f"'{text}")
    assert row[1] == "-1.5", "numbers stay numbers"


@pytest.mark.parametrize("text", TEXT)
def test_other_text_stays_as_it_is(text):
    assert CSV.data(pd.DataFrame({"a": [text, "x"]})) == pd.DataFrame({"a": [text, "x"]}).to_csv(index=False).encode()


@given(st.lists(st.text("=+-@'ab ", min_size=1).filter(str.strip), min_size=1, max_size=9))
def test_it_reads_back_as_it_was(texts):
    frame = pd.DataFrame({"system A": texts, "reference": ["x"] * len(texts)})
    column = read("a.csv", CSV.data(frame))[0]
    if any(notice.kind == "apostrophes" for notice in column.notices):
        column = repair(column, "apostrophes")
    assert column.segments.to_pylist() == texts
