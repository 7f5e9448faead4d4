"""Numbers as people write them are no system, whatever their form; as scores they are read, or named as unclear."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import Role, guess_roles, offered_scores, read_columns
from scoring.formats.tables.written_numbers import is_numeric, notice_numbers, plain_numbers
from tests.cases import as_one_test
from tests.files import workbook

GAPS = [
    "",
    "-",
    "N/A",
    "n/a",
    "NA",
    "nan",
    "NaN",
    "None",
    "null",
    "#N/A",
    "\u2013",
    "\u2014",
    "?",
    "--",
    "<NA>",
    "n. a.",
]
READ = {
    "plain": ("0.5 60 -7 .5 8.", [0.5, 60, -7, 0.5, 8]),
    "exponents": ("5e-1 6E+01 -7e0 5e-01 8e0", [0.5, 60, -7, 0.5, 8]),
    "percent": ("0.5% 60\xa0% -7% 50% 8%", [0.5, 60, -7, 50, 8]),
    "per mille": ("0.5\u2030 60\xa0\u2030 -7\u2030 50\u2030 8\u2030", [0.5, 60, -7, 50, 8]),
    "minus": ("0.5 60 \u22127 \u20130.5 8e\u22121", [0.5, 60, -7, -0.5, 0.8]),
    "decimal commas": ("0,5 60 -7 0,125 8,25", [0.5, 60, -7, 0.125, 8.25]),
    "thousands": ("1,000.5 2,000 3 4 1,234,567", [1000.5, 2000, 3, 4, 1234567]),
    "dots for thousands": ("1.000,5 2.000 3 4 1.234.567", [1000.5, 2000, 3, 4, 1234567]),
    "thin spaces": ("1\u202f000.5 2\xa0000 3 4 1'234'567", [1000.5, 2000, 3, 4, 1234567]),
    "thousands beside decimals": ("1,000 0.5 3 4 2,000", [1000, 0.5, 3, 4, 2000]),
    "two signs for thousands": ("1,234,567 2,000 3 4 5", [1234567, 2000, 3, 4, 5]),
    "infinite": ("inf 0.5 -Infinity 4 \u221e", [np.nan, 0.5, np.nan, 4, np.nan]),
}
UNCLEAR = {
    "a thousand or a decimal": "2,000 3 4 5 6",
    "both": "0,5 0.5 1 2 3",
    "approximate": "<0.1 0.5 1 2 3",
    "marked": "0.5* 0.6 1 2 3",
    "some percentages": "50% 0.6 1 2 3",
    "percent and per mille": "50% 5\u2030 1% 2% 3%",
}


def cells_of(text):
    return [cell.replace("_", " ") for cell in text.split(" ")]


def columns_of(kind, cells):
    rows = [(f"source {n}", f"the text {n}", f"an output {n}", cell) for n, cell in enumerate(cells)]
    header = ("source", "reference", "sysA", "comet")
    if kind == "xlsx":
        return read_columns("x.xlsx", workbook([header, *rows]))
    return read_columns("x.tsv", "\n".join("\t".join(row) for row in [header, *rows]).encode())


@as_one_test
@pytest.mark.parametrize("gaps", [[], GAPS[:1], GAPS])
@pytest.mark.parametrize("name", READ)
def test_numbers_with_gaps_are_read_as_scores(name, gaps):
    text, values = READ[name]
    cells = [*cells_of(text), *gaps]
    columns = guess_roles(columns_of("tsv", cells))
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.IGNORE]
    (offer,) = offered_scores(columns)
    np.testing.assert_array_equal(offer.scores.values, [*values, *[np.nan] * len(gaps)])


@pytest.mark.parametrize("name", UNCLEAR)
def test_unclear_numbers_are_no_system_and_no_scores_and_are_named(name):
    columns = guess_roles(columns_of("tsv", cells_of(UNCLEAR[name])))
    assert columns[3].role is Role.IGNORE
    assert offered_scores(columns) == []
    (notice,) = (one for one in columns[3].notices if one.kind == "written-numbers")
    assert cells_of(UNCLEAR[name])[0] in notice.message
    assert "no scores" in notice.message


def test_every_form_is_named_that_can_be_doubted():
    for name, (text, _) in READ.items():
        kinds = [notice.kind for notice in columns_of("tsv", cells_of(text))[3].notices]
        assert kinds == ([] if name in ("plain", "exponents", "decimal commas") else ["written-numbers"])
    for gap in ("-", "#N/A", "inf", "-Infinity"):
        (notice,) = notice_numbers(pa.array(["0.5", gap]))
        assert notice.lines == (2,)
        assert f"({gap}): " in notice.message
        assert "infinite numbers, and what is no number, count as missing" in notice.message


def test_the_first_five_cells_of_another_form_are_named():
    (notice,) = notice_numbers(pa.array(["0.5", *["1%"] * 7]))
    assert (notice.count, notice.lines) == (7, (2, 3, 4, 5, 6))


def test_a_workbook_with_errors_among_its_numbers():
    columns = guess_roles(columns_of("xlsx", [0.5, "#N/A", 0.7, "50%"]))
    assert columns[3].role is Role.IGNORE


@pytest.mark.parametrize("gap", ["", "-", "N/A"])
@pytest.mark.parametrize("cells", ["true false true", "TRUE FALSE FALSE", "2024-01-31 2025-12-01 2024-02-29T10:30:00Z"])
def test_truth_values_and_dates_are_no_system(cells, gap):
    columns = guess_roles(columns_of("tsv", [*cells.split(" "), gap]))
    assert columns[3].role is Role.IGNORE
    assert offered_scores(columns) == []
    assert guess_roles(columns_of("tsv", [*cells.split(" "), "word"]))[3].role is Role.SYSTEM


@pytest.mark.parametrize("text", ["1 2 3 x", "- - -", "1st 2nd", "5:3 4:2", "1-2 3-4", "v1.2.3.4 1", "1/2 3", "12a 3"])
def test_what_is_text(text):
    assert not is_numeric(pa.array(text.split(" ")))


def test_the_words_of_a_text_are_never_looked_at_as_numbers():
    columns = guess_roles(read_columns("x.tsv", b"reference\tmt\n1\t2,000\n2\t3,000\n"))
    assert [(column.role, column.notices) for column in columns] == [(Role.REFERENCE, ()), (Role.SYSTEM, ())]


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1),
    st.sampled_from(["{}", "{:,}", "{:e}"]),
)
def test_what_python_writes_is_read_back(values, form):
    cells = pa.array([form.format(value) for value in values])
    assert is_numeric(cells)
    plain = plain_numbers(cells)
    if plain is not None:
        assert [float(cell) for cell in plain.to_pylist()] == [
            float(form.format(value).replace(",", "")) for value in values
        ]
