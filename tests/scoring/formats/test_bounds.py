"""What a file may cost: every limit is named where it refuses, work is counted, and reading can be ended."""

import gzip
import io
import zipfile
from contextlib import suppress

import pyarrow as pa
import pytest

from scoring.formats import FileLimits, FormatError, TooLargeError, read_columns, repair
from scoring.formats.containers.growing import GrowingColumns, string_array
from scoring.formats.containers.pieces import PIECE, contains, occurrences, remove_first_bytes, replace_crlf
from scoring.formats.limits import CHUNK, Budget
from scoring.formats.markup.nist import _attributes
from scoring.formats.plain_text.notices import BLOCK_ROWS, MARKS
from scoring.formats.plain_text.text import decode_text
from scoring.formats.tables.workbook import read_workbook
from tests.cases import as_one_test
from tests.files import PLAIN, SEEDS, SHEET, patched, with_shared_strings, zipped

WMT = b"<dataset><doc id='d'><src>%s</src></doc></dataset>"
SEGMENTS = b"".join(b"<seg id='%d'>x</seg>" % n for n in range(9))


def sheet(rows):
    return patched(with_shared_strings(), SHEET, lambda xml: xml.replace(b"<row r='2'>", rows + b"<row r='2'>"))


def with_sheets(count):
    """A workbook whose sheets are all of one part."""
    more = b"<sheet name='S' sheetId='1' r:id='r1'/>" * (count - 1)
    return patched(with_shared_strings(), "xl/workbook.xml", lambda xml: xml.replace(b"</sheets>", more + b"</sheets>"))


EMPTY_LAYERS = b"".join(b"<doc id='%d'><hyp system='%d'/></doc>" % (n, n) for n in range(10)).join(
    [b"<dataset>", b"</dataset>"]
)
TRIPLE = gzip.compress(b"a\n") * 3


@as_one_test
@pytest.mark.parametrize(
    ("file", "data", "limits", "refusal"),
    [
        ("x.jsonl", b'{"a": "xxxxxxxxx"}', {"line_bytes": 9}, "line 1: expected at most 9 bytes in one line"),
        ("x.csv", b'a\n"x"\n"' + b"y\n" * 9, {"line_bytes": 9}, "line 7: expected at most 9 bytes in one line"),
        ("x.csv", b'a\n"xxxxxxxxxx"\n', {"line_bytes": 9}, "line 2: expected at most 9 bytes in one line"),
        ("x.tsv", b"aaaaa\tbbbbb\nx\ty\n", {"line_bytes": 9}, "line 1: expected at most 9 bytes in one line"),
        ("x.tsv", b"a\tb\n" + b"x\ty\n" * 5, {"cells": 9}, "at most 9 cells, found 10"),
        ("x.csv", b'a,b\n"x",y\n' + b"x,y\n" * 4, {"cells": 9}, "at most 9 cells, found 10"),
        ("x.jsonl", b'{"a": "x", "b": "y"}\n' * 5, {"cells": 9}, "at most 9 cells, found 10"),
        ("x.jsonl", b'{"references": ["", "", ""]}\n' + b'{"references": [""]}\n' * 3, {"cells": 9}, "at most 9 cells"),
        ("x.xml", WMT % SEGMENTS, {"cells": 8}, "at most 8 cells, found 9"),
        ("x.xml", WMT % SEGMENTS, {"tags": 9}, "at most 9 tags, found more"),
        ("x.sgm", b"<p>" * 10, {"tags": 9}, "at most 9 tags, found more"),
        ("x.xlsx", PLAIN, {"tags": 9}, "at most 9 tags, found more"),
        ("x.xml", WMT % (b"<p>" * 7), {"nesting": 9}, "at most 9 elements inside one another, found more"),
        ("x.xml", EMPTY_LAYERS, {"columns": 9}, "at most 9 columns, found 10"),
        ("x.gz", gzip.compress(b"") * 10, {"gzip_members": 9}, "x.gz: expected at most 9 gzip members, found more"),
        ("x.zip", zipped(dict.fromkeys("abcd", TRIPLE)), {"gzip_members": 9}, "x.zip/d: expected at most 9 gzip mem"),
        ("x.xlsx", with_sheets(10), {"sheets": 9}, "at most 9 sheets, found more"),
        ("x.xlsx", sheet(b"<a>" * 9), {"nesting": 9}, r"found more in xl/worksheets/sheet1\.xml"),
        ("x.xml", WMT % (b"<!--" + b"x" * 70_000), {"tag_bytes": 60_000}, "at most 60,000 bytes in one tag or comment"),
        ("x.xml", WMT % (b"<a b='" + b"x" * 70_000), {"tag_bytes": 60_000}, "at most 60,000 bytes in one tag or com"),
        ("x.xml", WMT % b"".join(b"<a%d/>" % n for n in range(9)), {"names": 9}, "at most 9 different names"),
        ("x.xml", WMT % b"".join(b"<a b%d=''/>" % n for n in range(9)), {"names": 9}, "at most 9 different names"),
    ],
)
def test_every_limit_says_which_it_is(file, data, limits, refusal):
    with pytest.raises(TooLargeError, match=refusal):
        read_columns(file, data, limits=FileLimits(**limits))


def test_what_is_just_within_a_limit_is_read():
    (column,) = read_columns("x.gz", gzip.compress(b"a\n") * 9, limits=FileLimits(gzip_members=9))
    assert column.segments.to_pylist() == ["a"] * 9
    (column,) = read_columns("x.xlsx", with_sheets(9), limits=FileLimits(sheets=9))
    assert column.segments.to_pylist() == ["rich text"]
    layers = "".join(f"<hyp system='{n}'><seg id='1'>x</seg></hyp>" for n in range(9))
    data = "".join(f"<doc id='{n}'>{layers}</doc>" for n in range(3))
    assert len(read_columns("x.xml", f"<dataset>{data}</dataset>".encode(), limits=FileLimits(columns=9))) == 9


def test_a_quoted_cell_may_be_as_long_as_a_plain_one():
    long = b"x" * 200_000
    for file in ("x.csv", "x.tsv"):
        for cell in (long, b'"' + long + b'"', b'"' + long + b'\n"'):
            (column,) = read_columns(file, b"a\n" + cell + b"\n")
            assert column.segments[0].as_py().strip('"\n') == long.decode()
    with pytest.raises(TooLargeError, match="line 2: expected at most 4 MB in one line or row"):
        read_columns("x.csv", b'a\n"' + b"x" * 5 * 2**20 + b'"\n')


LONG = b"x" * (2**20 + 70_000)


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("x.xml", WMT % (b"<seg id='1'>" + LONG)),
        ("x.sgm", b'<refset refid="A"><doc docid="d"><seg id="1">' + LONG),
        ("x.xlsx", sheet(b"<row><c t='str'><v>" + LONG)),
        ("x.xlsx", patched(with_shared_strings(), "xl/sharedStrings.xml", lambda xml: xml.replace(b"rich ", LONG))),
    ],
)
def test_a_segment_without_end_is_not_read_to_its_end(file, data):
    with pytest.raises(TooLargeError, match="at most 9 bytes in one segment, found more"):
        read_columns(file, data, limits=FileLimits(segment_bytes=9))


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("x.sgm", b'<refset refid="A"><doc docid="%s">' % (b"x" * 999) + SEGMENTS),
        ("x.xml", WMT.replace(b"'d'", b"'" + b"x" * 999 + b"'") % SEGMENTS),
    ],
)
def test_the_ids_of_all_segments_are_bounded_together(file, data):
    assert len(read_columns(file, data)[0]) == 9
    with pytest.raises(TooLargeError, match=r"at most 4,096 bytes of document and segment ids, found more"):
        read_columns(file, data, limits=FileLimits(file_bytes=4096))


def test_an_open_file_is_read_up_to_its_limit():
    (column,) = read_columns("x.txt", io.BytesIO(b"12345678\n"), limits=FileLimits(file_bytes=9))
    assert column.segments.to_pylist() == ["12345678"]
    with pytest.raises(TooLargeError):
        read_columns("x.txt", io.BytesIO(b"123456789\n"), limits=FileLimits(file_bytes=9))


def test_cells_that_share_a_long_text_are_bounded():
    rows = b"".join(b"<row r='%d'><c t='s'><v>1</v></c></row>" % n for n in range(2, 2_000))
    data = patched(sheet(rows), "xl/sharedStrings.xml", lambda xml: xml.replace(b"rich ", b"x" * 9_000))
    assert len(data) < 50_000
    with pytest.raises(TooLargeError, match=r"at most 1 MB of text in its cells, found more"):
        read_columns("x.xlsx", data, limits=FileLimits(file_bytes=2**20))


def test_blank_rows_and_empty_cells_take_no_cells():
    data = sheet(b"".join(b"<row r='%d'><c/></row>" % n for n in range(2, 500)))
    data = patched(data, SHEET, lambda xml: xml.replace(b"<row r='2'><c r='A2'", b"<row r='500'><c r='A500'"))
    assert len(read_columns("x.xlsx", data)[0]) == 499
    trailing = patched(PLAIN, SHEET, lambda xml: xml.replace(b"</sheetData>", b'<row r="999"/></sheetData>'))
    columns = read_columns("x.xlsx", trailing, limits=FileLimits(cells=6))
    assert [len(column) for column in columns] == [2, 2, 2]
    assert columns[0].notices[0].message == "996 blank rows after the last one are not counted as segments."


@pytest.mark.parametrize("data", [PLAIN, with_shared_strings(), with_sheets(99), SEEDS["x.xlsx"]])
def test_no_part_of_a_workbook_is_unpacked_twice(data):
    budget = Budget("x.xlsx", FileLimits())
    with suppress(FormatError):
        read_workbook("x.xlsx", data, budget)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert budget.used <= sum(info.file_size for info in archive.infolist())


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_no_more_is_unpacked_than_the_limit(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a.txt", b"\n" * 10 * CHUNK)
    taken = []
    with zipfile.ZipFile(stream) as archive, archive.open("a.txt") as member:
        budget = Budget("x.zip", FileLimits(file_bytes=2 * CHUNK))
        with pytest.raises(TooLargeError):
            taken.extend(budget.chunks("a.txt", member, 0, lambda share: None))
    assert budget.used <= 3 * CHUNK


class Leaves(Exception):
    """What a caller raises who does not want the columns any more."""


MEGABYTES = {
    "x.txt": b"a b c d e f\n" * 400_000,
    "x.tsv": b"a\tb\n" + b"a b c\td e f\n" * 400_000,
    "x.csv": b"a,b\n" + b'"a b c",d e f\n' * 300_000,
    "x.jsonl": b'{"a": "' + b"x" * 2_000 + b'"}\n',
    "x.sgm": b'<refset refid="A"><doc docid="d">' + b"<b>" * 1_500_000,
    "x.xml": WMT % (b"<p>x</p>" * 500_000),
    "x.txt.gz": gzip.compress(b"a b c d e f\n" * 400_000, 1),
    "x.zip": zipped({f"{n}.txt": b"a b c d e f\n" * 40_000 for n in range(9)}),
    "x.xlsx": sheet(b"<row/>" * 800_000),
}
MEGABYTES["x.jsonl"] *= 2_200


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("file", MEGABYTES)
def test_reading_tells_again_and_again_how_far_it_is(file):
    shares = []
    with suppress(FormatError):  # some have no segments, which is only known at their end
        read_columns(file, MEGABYTES[file], on_progress=shares.append)
    assert 8 <= len(shares) <= 400
    assert all(0 < share <= 1 for share in shares)


@as_one_test
@pytest.mark.parametrize("reason", [Leaves, ValueError, OSError, RuntimeError, KeyError, KeyboardInterrupt])
@pytest.mark.parametrize("file", SEEDS)
def test_what_progress_raises_ends_the_reading_and_is_no_damage(file, reason):
    calls = []

    def leave(share):
        calls.append(share)
        raise reason("gone")

    with pytest.raises(reason, match="gone") as caught:
        read_columns(file, SEEDS[file], on_progress=leave)
    assert not isinstance(caught.value, FormatError)
    assert len(calls) == 1


def test_many_marks_on_one_character_are_left_in_their_order():
    for count, kinds in ((MARKS, ["non-nfc"]), (MARKS + 1, [])):
        marks = ("\u0301\u0316" * MARKS)[:count]
        (column,) = read_columns("x.txt", f"a{marks}\ne\u0301\n".encode())
        assert [notice.lines for notice in column.notices] == [(1, 2) if kinds else (2,)]
        normal = repair(column, "non-nfc").segments.to_pylist()
        assert (normal[0] == f"a{marks}") is not bool(kinds)
        assert normal[1] == "\u00e9"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (" docid=\"d\" x='y' z = w", {"docid": "d", "x": "y", "z": "w"}),
        (' a="1"b="2"', {"a": "1", "b": "2"}),
        (" 2id=3 x-y=4", {"id": "3", "y": "4"}),
        (" a" + "a" * 1990, {}),
    ],
)
def test_attributes(text, found):
    assert _attributes(text) == found


def test_tags_far_from_one_another():
    text = "\u65e5" * CHUNK
    data = f'{text}<refset refid="A">{text}<doc docid="d">{text}<seg id="1">{text}</seg>{text}<seg id="2">b'
    (column,) = read_columns("x.sgm", data.encode())
    assert column.segments.to_pylist() == [text, "b"]
    assert column.keys.to_pylist() == ["d / 1", "d / 2"]


def test_pieces_give_what_the_whole_gives():
    data = (b"a" * (PIECE - 1) + b"\r\n") * 3 + b"\r" * 5 + b"\n\r\n"
    for text in (data, data[1:], data[2:], b"", b"\r\n"):
        assert occurrences(text, b"\r\n") == text.count(b"\r\n")
        assert occurrences(text, b"\n", len(text) // 2) == text.count(b"\n", 0, len(text) // 2)
        for what in (b"\r\n\r", b"\n\r\n", b"aa", b"b"):
            assert contains(text, what) is (what in text)
        assert replace_crlf(text) == text.replace(b"\r\n", b"\n")
        assert remove_first_bytes(text, 3) == text[3:]


@pytest.mark.parametrize("encoding", ["gb18030", "shift_jis", "utf-16-le", "windows-1252"])
def test_a_character_between_two_pieces(encoding):
    letters = "é" if encoding == "windows-1252" else "日"
    for shift in range(4):
        text = "\n" + "a" * shift + letters * PIECE
        data = text.encode(encoding)
        assert decode_text("x", data, encoding).data.decode() == text


@pytest.mark.parametrize(("encoding", "bad"), [("gb18030", b"\xff"), ("shift_jis", b"\xfd"), ("utf-8", b"\xff")])
def test_bad_bytes_are_found_where_they_are_after_many_pieces(encoding, bad):
    data = "日本\n".encode(encoding) * (PIECE // 3)
    with pytest.raises(FormatError) as caught:
        decode_text("x", data + bad + b"\n", None if encoding == "utf-8" else encoding)
    assert caught.value.byte_offset == len(data)
    assert caught.value.line == PIECE // 3 + 1


def test_notices_count_across_blocks():
    lines = ["a"] * BLOCK_ROWS + ["", "e\u0301"] + ["b"] * BLOCK_ROWS + ["\u2028", ""]
    (column,) = read_columns("x.txt", "\n".join([*lines, ""]).encode())
    noticed = {notice.kind: notice.lines for notice in column.notices}
    last = 2 * BLOCK_ROWS + 3
    assert noticed == {
        "empty-segments": (BLOCK_ROWS + 1, last, last + 1),
        "trailing-blank-lines": (last, last + 1),
        "odd-separators": (last,),
        "non-nfc": (BLOCK_ROWS + 2,),
    }


def test_columns_that_grow():
    table = GrowingColumns("x", FileLimits(cells=12))
    table.append({"a": ["1"], "b": [None]}, 1)
    table.append({"c": ["2", "3"], "a": ["4", "5"]}, 2)
    assert {key: column.to_pylist() for key, column in table.columns().items()} == {
        "a": ["1", "4", "5"],
        "b": [None, None, None],
        "c": [None, "2", "3"],
    }
    with pytest.raises(TooLargeError, match="at most 12 cells"):
        table.append({"a": ["6", "7"]}, 2)
    assert string_array([]).equals(pa.array([], pa.string()))
    assert string_array(str(n) for n in range(100_001)).to_pylist() == [str(n) for n in range(100_001)]
