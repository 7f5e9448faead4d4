"""XLSX from real bytes: cells as people see them, sheets, formulas, damage, bombs."""

import io
import re
import zipfile
from datetime import date, datetime, time

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError, Role, TooLargeError, read_columns
from tests.cases import as_one_test
from tests.files import PLAIN, SHEET, patched, with_shared_strings, workbook
from tests.properties import examples

CELL = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], exclude_characters="=_\ufffe\uffff"),
    max_size=8,
)


def table(columns):
    return {column.name: column.segments.to_pylist() for column in columns}


def kinds(columns):
    return [notice.kind for column in columns for notice in column.notices]


def test_columns_and_roles():
    columns = read_columns("set.xlsx", PLAIN)
    assert table(columns) == {"source": ["a", "d"], "reference": ["b", "e"], "mine": ["c", "f"]}
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]
    assert kinds(columns) == []


@as_one_test
@pytest.mark.parametrize(
    ("value", "text", "noticed"),
    [
        (1, "1", ["numbers"]),
        (1.0, "1", ["numbers"]),
        (0.5, "0.5", ["numbers"]),
        (0.1 + 0.2, "0.3", ["numbers"]),
        (True, "TRUE", ["truth-values"]),
        (date(2024, 12, 31), "2024-12-31", ["dates"]),
        (datetime(2024, 12, 31, 8, 30), "2024-12-31T08:30:00", ["dates"]),
        (time(8, 30), "08:30:00", ["dates"]),
        ("#N/A", "#N/A", ["cell-errors"]),
        ("NA", "NA", []),
        ("null", "null", []),
        ("nan", "nan", []),
        (None, "", ["empty-segments"]),
        ("two\nlines", "two\nlines", ["line-breaks"]),
        (" spaces ", " spaces ", []),
        ("a_x000D_b", "a\rb", ["lone-cr"]),
        ("<b>&amp;</b>", "<b>&amp;</b>", ["html-entities"]),
    ],
)
def test_cells_as_people_see_them(value, text, noticed):
    columns = read_columns("x.xlsx", workbook([["source", "sys"], ["a", value], ["b", "text"]]))
    assert table(columns)["sys"] == [text, "text"]
    assert kinds(columns) == noticed


def test_cells_that_hold_errors_are_named():
    rows = [["source", "sys"], ["a", "#N/A"], ["b", "text"], *([f"c{n}", "#DIV/0!"] for n in range(9)), ["#REF!", "d"]]
    columns = read_columns("x.xlsx", workbook(rows))
    told = [notice.message for column in columns for notice in column.notices]
    cells = "B2 #N/A, B4 #DIV/0!, B5 #DIV/0!, B6 #DIV/0!, B7 #DIV/0!, ..."
    assert told == [
        "1 cell holds an Excel error; read as that text (A13 #REF!).",
        f"10 cells hold an Excel error; read as that text ({cells}).",
    ]


@pytest.mark.parametrize("ranges", [["B2:B3"], ["A2:A3", "B2:B4"], [f"A{n}:A{n + 1}" for n in range(2, 20, 2)]])
def test_merged_cells_are_named(ranges):
    book = openpyxl.Workbook()
    for row in [["source", "sys"], *([f"a{n}", f"b{n}"] for n in range(20))]:
        book.active.append(row)
    for cells in ranges:
        book.active.merge_cells(cells)
    stream = io.BytesIO()
    book.save(stream)
    (notice,) = (one for one in read_columns("x.xlsx", stream.getvalue())[0].notices if one.kind == "merged-cells")
    assert notice.count == len(ranges)
    named = notice.message.split("(")[1].split(")")[0].split(", ")
    assert len({*named} & {*ranges}) == min(5, len(ranges))  # in the order of the file, which is openpyxl's
    assert (named[-1] == "...") == (len(ranges) > 5)
    assert not [one for one in read_columns("x.xlsx", PLAIN)[0].notices if one.kind == "merged-cells"]


def test_hidden_rows_columns_and_sheets_are_noticed():
    book = openpyxl.Workbook()
    for row in [["source", "sys", "old"], *([f"a{n}", "b" * (n + 1), f"c{n}"] for n in range(20))]:
        book.active.append(row)
    for row in (1, *range(4, 11)):
        book.active.row_dimensions[row].hidden = True
    book.active.column_dimensions["C"].hidden = True
    book.active.sheet_state = "hidden"
    book.create_sheet("x")
    stream = io.BytesIO()
    book.save(stream)
    columns = read_columns("x.xlsx", stream.getvalue())
    assert [(column.name, notice.message) for column in columns for notice in column.notices] == [
        ("source", "The sheet Sheet was read, although the workbook hides it."),
        ("source", "7 rows are hidden (4, 5, 6, 7, 8, ...); read as segments like the others."),
        ("old", "It is hidden in the workbook, and read like the others."),
    ]


def test_the_first_sheet_that_is_not_empty_is_read():
    columns = read_columns("x.xlsx", workbook([], [["sys"], ["a"]], [["other"], ["b"]]))
    assert table(columns) == {"sys": ["a"]}
    assert columns[0].notices[0].message == "The sheet Sheet 2 was read; not read: Sheet 3."


def test_blank_rows_inside_are_segments_and_at_the_end_are_not():
    data = workbook([["source", "sys", None], ["a", "b"], [None, None], ["c", "d"], ["", ""], [" "]])
    columns = read_columns("x.xlsx", data)
    assert table(columns) == {"source": ["a", "", "c", "", " "], "sys": ["b", "", "d", "", ""]}
    trailing = workbook([["source", "sys"], ["a", "b"], ["", None], ["", ""]])
    assert table(read_columns("x.xlsx", trailing)) == {"source": ["a"], "sys": ["b"]}


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([["source", "source"], ["a", "b"]], "'source' 2 times"),
        ([["source", "sys"]], "only a header"),
        ([[None, None], ["a", "b"]], "expected a header, found an empty one"),
        (
            [["source"], ["a", "b"]],
            "line 2: expected only columns that the header names, found a value in column B",
        ),
        ([], "no sheet with anything in it"),
    ],
)
def test_bad_tables(rows, found):
    with pytest.raises(FormatError, match=found):
        read_columns("x.xlsx", workbook(rows))


def test_formulas_are_read_by_their_stored_value():
    data = workbook([["source", "sys"], ["a", "=1+1"]])
    with pytest.raises(FormatError, match=r"line 2: expected formulas with their stored values.*column B"):
        read_columns("x.xlsx", data)
    stored = patched(data, SHEET, lambda xml: re.sub(rb"<v\s*/>|<v></v>", b"<v>2</v>", xml))
    columns = read_columns("x.xlsx", stored)
    assert table(columns)["sys"] == ["2"]
    assert "formulas" in kinds(columns)


@pytest.mark.parametrize(
    "doctype",
    [b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>', b'<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
)
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/sharedStrings.xml"])
def test_entities_are_refused(doctype, part):
    with pytest.raises(FormatError, match="document type"):
        read_columns("x.xlsx", patched(with_shared_strings(), part, lambda xml: doctype + xml))


def test_shared_strings():
    assert table(read_columns("x.xlsx", with_shared_strings())) == {"sys": ["rich text"]}


def test_utf16_cannot_hide_entities():
    hidden = patched(PLAIN, SHEET, lambda xml: ("<!DOCTYPE x>" + xml.decode()).encode("utf-16-le"))
    with pytest.raises(FormatError, match="document type"):
        read_columns("x.xlsx", hidden)


def test_bombs_are_refused():
    padded = patched(PLAIN, SHEET, lambda xml: xml + b" " * 5_000_000)
    with pytest.raises(TooLargeError, match="at most 1 MB once unpacked"):
        read_columns("x.xlsx", padded, limits=FileLimits(file_bytes=2**20))
    styles = patched(PLAIN, "xl/styles.xml", lambda xml: xml + b" " * 21 * 2**20)
    with pytest.raises(TooLargeError, match=r"in a part that holds no cells, found more in xl/styles\.xml"):
        read_columns("x.xlsx", styles)
    far = patched(PLAIN, SHEET, lambda xml: xml.replace(b'<row r="3"', b'<row r="99999999"'))
    with pytest.raises(TooLargeError, match="at most 1,000 segments"):
        read_columns("x.xlsx", far, limits=FileLimits(segments=1000))
    wide = patched(PLAIN, SHEET, lambda xml: xml.replace(b'r="C3"', b'r="XFD3"'))
    with pytest.raises(TooLargeError, match="at most 1,000 columns"):
        read_columns("x.xlsx", wide)
    with pytest.raises(TooLargeError, match="at most 4 cells"):
        read_columns("x.xlsx", PLAIN, limits=FileLimits(cells=4))


def test_other_office_documents_and_damage():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr("word/document.xml", "<x/>")
    with pytest.raises(FormatError, match="another kind of office document"):
        read_columns("x.docx", stream.getvalue())
    with pytest.raises(FormatError, match=r"expected a \.xlsx file"):
        read_columns("x.xlsx", b"source,sys\n")
    with pytest.raises(FormatError):
        read_columns("x.xlsx", PLAIN[: len(PLAIN) // 2])
    with pytest.raises(
        FormatError,
        match=r"expected well-formed XML, found the end of the file before its last tag in xl/worksheets/sheet1\.xml",
    ):
        read_columns("x.xlsx", patched(PLAIN, SHEET, lambda xml: xml[:100]))
    with pytest.raises(FormatError, match=r"cannot be read \(IndexError\)"):
        read_columns("x.xlsx", patched(with_shared_strings(), SHEET, lambda xml: xml.replace(b"<v>1<", b"<v>9<")))


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=6))
@settings(examples(7), suppress_health_check=[HealthCheck.too_slow])
def test_round_trip(rows):
    rows = [(source, "x" + system) for source, system in rows]
    data = workbook([("source", "sys"), *rows])
    expected = {"source": [row[0] for row in rows], "sys": [row[1] for row in rows]}
    if not any(source.startswith("#") for source, _ in rows):
        assert table(read_columns("x.xlsx", data)) == expected


def test_a_huge_cell_is_refused():
    data = workbook([["ref", "mine"], ["a", "x" * 51]])
    with pytest.raises(TooLargeError, match="at most 50 bytes in one segment, found 51 bytes in segment 1 of mine"):
        read_columns("x.xlsx", data, limits=FileLimits(segment_bytes=50))
