"""TSV, CSV, JSONL from real bytes: headers, quoting, ragged rows, roles, literal NA, errors with lines."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError, Role, TooLargeError, guess_roles, read_columns, repair
from tests.cases import as_one_test, each_value_as_one_test

CELL = st.text(st.characters(exclude_characters="\0\r", codec="utf-8"), max_size=10)
BARE = st.text(st.characters(exclude_characters='\0\r\n\t"', codec="utf-8"), max_size=10)


def table(columns):
    return {column.name: column.segments.to_pylist() for column in columns}


def kinds(columns):
    return [notice.kind for column in columns for notice in column.notices]


def test_tsv_columns_and_roles():
    data = b"docid\tsource\tref1\tref2\tOnline-A\tnotes\n"
    data += b"d1\tHi\tHallo\t\tHallo!\tx\nd2\tNA\tnull\tNone\tnan\ty\n"
    columns = read_columns("set.tsv", data)
    assert table(columns) == {
        "docid": ["d1", "d2"],
        "source": ["Hi", "NA"],
        "ref1": ["Hallo", "null"],
        "ref2": ["", "None"],
        "Online-A": ["Hallo!", "nan"],
        "notes": ["x", "y"],
    }
    roles = [Role.IGNORE, Role.SOURCE, Role.REFERENCE, Role.REFERENCE, Role.SYSTEM, Role.NOTES]
    assert [column.role for column in columns] == roles
    (empty,) = columns[3].notices
    assert (empty.kind, empty.repair) == ("empty-segments", "Treat empty segments as missing")
    assert repair(columns[3], "empty-segments").segments.to_pylist() == [None, "None"]


def test_mapping_overrides_the_header():
    data = b"source,target,other\na,b,c\n"
    columns = read_columns("x.csv", data, mapping={"target": Role.REFERENCE, "other": None})
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.IGNORE]
    assert [column.role for column in guess_roles(columns)] == [Role.SOURCE, Role.REFERENCE, Role.IGNORE]
    with pytest.raises(FormatError, match="a column called 'nope', found columns called source, target"):
        read_columns("x.csv", data, mapping={"nope": Role.SYSTEM})


@as_one_test
@pytest.mark.parametrize(
    ("file", "data", "expected", "noticed"),
    [
        ("a.csv", b"source,ref\nx,y\n", {"source": ["x"], "ref": ["y"]}, []),
        ("a.csv", b'source,ref\n"a, b","say ""hi"""\n', {"source": ["a, b"], "ref": ['say "hi"']}, []),
        (
            "a.csv",
            b'source,ref\r\n"a\r\nb",c\r\n',
            {"source": ["a\nb"], "ref": ["c"]},
            ["crlf", "line-breaks"],
        ),
        ("a.csv", b"source;ref\na, b;c\n", {"source": ["a, b"], "ref": ["c"]}, ["delimiter"]),
        ("a.csv", b"source\tref\na, b\tc\n", {"source": ["a, b"], "ref": ["c"]}, ["delimiter"]),
        ("a.csv", b'"source";"ref"\n"a;b";c\n', {"source": ["a;b"], "ref": ["c"]}, ["delimiter"]),
        ("a.csv", b"\xef\xbb\xbfsource,ref\nx,y\n", {"source": ["x"], "ref": ["y"]}, ["bom"]),
        ("a.csv", b"source,ref\na\rb,c\n", {"source": ["a\rb"], "ref": ["c"]}, ["lone-cr"]),
        ("a.csv", b'source,ref\na\rb,"c"\n', {"source": ["a\rb"], "ref": ["c"]}, ["lone-cr"]),
        (
            "a.csv",
            "source,ref\na\u2028b,c\n".encode(),
            {"source": ["a\u2028b"], "ref": ["c"]},
            ["odd-separators"],
        ),
        ("a.csv", b"source,ref\nx,y\n\n", {"source": ["x"], "ref": ["y"]}, ["blank-rows"]),
        ("a.csv", b'source,ref\n"x",y\n\n', {"source": ["x"], "ref": ["y"]}, ["blank-rows"]),
        ("a.csv", b"system\nx\n\ny\n", {"system": ["x", "", "y"]}, ["empty-segments"]),
        ("a.csv", b'system\n"x"\n\ny\n', {"system": ["x", "", "y"]}, ["empty-segments"]),
        ("a.csv", b",source\n0,x\n", {"column 1": ["0"], "source": ["x"]}, ["unnamed"]),
        ("a.tsv", b'source\tref\n"Hi"\tsay "x\n', {"source": ['"Hi"'], "ref": ['say "x']}, []),
        ("a.tsv", b'source\tref\n"a\tb"\tc\n', {"source": ["a\tb"], "ref": ["c"]}, ["quoted"]),
        ("a.tsv", b'source\tref\n"say ""x"""\tc\n', {"source": ['"say ""x"""'], "ref": ["c"]}, ["quotes"]),
        ("a.tsv", b"source\tref\nx\ty\n\n\n", {"source": ["x"], "ref": ["y"]}, ["blank-rows"]),
        ("a.tab", b"source\tref\nx\ty", {"source": ["x"], "ref": ["y"]}, []),
        (
            "a.csv",
            b"One short sentence here,y\nx,y\n",
            {"One short sentence here": ["x"], "y": ["y"]},
            ["header"],
        ),
    ],
)
def test_tables(file, data, expected, noticed):
    columns = read_columns(file, data)
    assert table(columns) == expected
    assert kinds(columns) == noticed


@pytest.mark.parametrize("file", ["x.tsv", "x.tab"])
@pytest.mark.parametrize("first", ["sep=\t", "SEP=\t", '"sep=\t"'])
def test_a_first_line_of_a_tsv_that_says_tabs(file, first):
    rows = [first, "reference\tmine", "a b\tc", '"d\te']
    columns = read_columns(file, "\r\n".join(rows).encode())
    assert table(columns) == {"reference": ["a b", '"d'], "mine": ["c", "e"]}
    assert "delimiter" in [notice.kind for notice in columns[0].notices]
    with pytest.raises(FormatError) as caught:
        read_columns(file, "\n".join([*rows[:3], "a"]).encode())
    assert "line 4:" in str(caught.value)
    assert table(read_columns(file, b"sep=;\tb\n1\t2\n")) == {"sep=;": ["1"], "b": ["2"]}


@each_value_as_one_test
@pytest.mark.parametrize("sign", list(",;|:\t"))
@pytest.mark.parametrize("first", ["sep={}", "SEP={}", '"sep={}"'])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
def test_a_first_line_that_says_the_separator(sign, first, end, begin):
    rows = [first.format(sign), f"reference{sign}mine", f"a b{sign}c", f'"d"{sign}e']
    columns = read_columns("x.csv", begin + end.join(rows).encode())
    assert table(columns) == {"reference": ["a b", "d"], "mine": ["c", "e"]}
    for wrong in ([*rows[:3], "a"], [*rows[:2], "a"], [rows[0], sign]):
        with pytest.raises(FormatError) as caught:
            read_columns("x.csv", begin + end.join(wrong).encode())
        assert f"line {len(wrong)}:" in str(caught.value)


def test_quotes_repair():
    (column,) = read_columns("a.tsv", b'hyp\n"say ""x"""\nplain "y"\n')
    assert repair(column, "quotes").segments.to_pylist() == ['say "x"', 'plain "y"']


@as_one_test
@pytest.mark.parametrize(
    ("file", "data", "line", "found"),
    [
        ("a.tsv", b"source\tref\na\tb\na\tb\tc\n", 3, "expected 2 columns as in the header, found 3"),
        ("a.tsv", b"source\tref\na\tb\n\na\tb\n", 3, "expected 2 columns as in the header, found 1"),
        ("a.csv", b"source,ref\na,b\na\n", 3, "expected 2 columns as in the header, found 1"),
        ("a.csv", b'source,ref\n"a\nb",c\na,b,c\n', 4, "expected 2 columns as in the header, found 3"),
        ("a.csv", b'source,ref\n"a",b\n\nc,d\n', 3, "found 1"),
        ("a.csv", b'source,ref\n"a"x,b\n', 2, "a proper CSV row"),
        ("a.csv", b'source,ref\n"a,b\nc,d\n', 3, "a proper CSV row"),
        ("a.csv", b"source,source\na,b\n", 1, "'source' 2 times"),
        ("a.tsv", b"source\tref\n", 1, "only a header"),
        ("a.csv", b'"source",ref\n', 1, "only a header"),
        ("a.csv", b"\n", 1, "a header, found an empty one"),
        ("a.csv", b",\na,b\n", 1, "a header, found an empty one"),
        ("a.csv", b"source,ref\na,b\0\n", 2, "NUL"),
    ],
)
def test_bad_tables(file, data, line, found):
    with pytest.raises(FormatError, match=found) as caught:
        read_columns(file, data)
    assert caught.value.line == line


def test_table_limits():
    wide = ",".join(f"c{n}" for n in range(20)).encode()
    with pytest.raises(TooLargeError, match="at most 10 columns"):
        read_columns("a.csv", wide + b"\n" + wide + b"\n", limits=FileLimits(columns=10))
    for data in (b"a,b\n" * 9, b'"a",b\n' * 9):
        with pytest.raises(TooLargeError, match="at most 5 segments"):
            read_columns("a.csv", data, limits=FileLimits(segments=5))


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.tsv", b"ref\tmine\na\tb\nc\t%s\n"),
        ("a.csv", b'ref,mine\n"a",b\nc,%s\n'),
        ("a.jsonl", b'{"ref": "a", "mine": "b"}\n{"ref": "c", "mine": "%s"}\n'),
        ("a.sgm", b'<tstset sysid="mine"><doc docid="d"><seg id="1">b</seg><seg id="2">%s</seg></doc></tstset>'),
        (
            "a.xml",
            b'<dataset><doc id="d"><hyp system="mine"><seg id="1">b</seg><seg id="2">%s</seg></hyp></doc></dataset>',
        ),
    ],
)
def test_a_huge_segment_is_refused_in_every_format(file, data):
    limits = FileLimits(segment_bytes=50)
    message = rf"^{file}: expected at most 50 bytes in one segment, found 51 bytes in segment 2 of mine\."
    with pytest.raises(TooLargeError, match=message):
        read_columns(file, data % (b"x" * 51), limits=limits)
    assert len(read_columns(file, data % (b"x" * 50), limits=limits)[0]) == 2


def refused(file, data, error, message):
    with pytest.raises(error, match=message):
        read_columns(file, data)


def test_many_keys_are_refused():
    """Comparing each with each, which are 2.5 billion pairs, would not end within the suite."""
    keys = [f'"k{n}": "a"' for n in range(50_000)]
    row = "{" + ", ".join(keys) + "}"
    refused("x.jsonl", row.encode(), TooLargeError, "line 1: expected at most 1,000 columns, found 50,000")
    twin = '{"a": "x"}\n{' + ", ".join([*keys, keys[-1]]) + "}"
    refused("x.jsonl", twin.encode(), FormatError, "line 2: expected every key once, found the key 'k49999' twice")


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ('{"source": "s", "references": ["a", "b", "c"]}', 4),
        ('{"source": "s", "systems": {"a": "x", "b": "y", "c": "z"}}', 4),
        ('{"source": "s", "a": "x", "b": "y", "c": "z"}', 4),
    ],
)
def test_columns_of_jsonl_are_counted_before_they_are_made(row, count):
    with pytest.raises(TooLargeError, match=f"line 1: expected at most 3 columns, found {count}"):
        read_columns("x.jsonl", row.encode(), limits=FileLimits(columns=3))
    assert len(read_columns("x.jsonl", row.encode(), limits=FileLimits(columns=4))) == 4


def test_a_huge_key_is_read():
    (column,) = read_columns("x.jsonl", b'{"' + b"a b" * 1_000_000 + b'": "x"}')
    assert len(column.name) <= 100


def test_numbers_are_ignored_and_camel_case_ids_too():
    data = b"documentId,source,reference,mt,mqm\nd,a,b,c,-5.0\nd,a,b,c,0\n"
    roles = [column.role for column in guess_roles(read_columns("x.csv", data))]
    assert roles == [Role.IGNORE, Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.IGNORE]


JSONL = "\n".join(
    json.dumps(row, ensure_ascii=False)
    for row in [
        {
            "id": "1",
            "origin": "p. 1",
            "source": "s",
            "references": ["r1", "r2"],
            "systems": {"A": "a", "B": "b"},
        },
        {"id": 2, "origin": "p. 2", "source": "", "references": ["q1"], "systems": {"B": "é", "A": "\u2028"}},
    ]
).encode()


def test_nested_jsonl():
    columns = read_columns("set.jsonl", JSONL)
    assert table(columns) == {
        "id": ["1", "2"],
        "origin": ["p. 1", "p. 2"],
        "source": ["s", ""],
        "reference 1": ["r1", "q1"],
        "reference 2": ["r2", None],
        "A": ["a", "\u2028"],
        "B": ["b", "é"],
    }
    roles = ["ignore", "notes", "source", "reference", "reference", "system", "system"]
    assert [column.role for column in columns] == roles


def test_references_stand_together():
    rows = [{"references": ["r"], "systems": {"A": "a"}}, {"references": ["r", "q"], "systems": {"A": "a"}}]
    columns = read_columns("x.jsonl", "\n".join(map(json.dumps, rows)).encode())
    assert [column.name for column in columns] == ["reference 1", "reference 2", "A"]


def test_flat_jsonl():
    columns = read_columns("x.ndjson", b'{"source": "a", "reference": null, "mine": "b"}\r\n\n')
    assert table(columns) == {"source": ["a"], "reference": [None], "mine": ["b"]}
    assert kinds(columns) == ["crlf", "blank-rows"]


def test_a_source_that_is_null_everywhere_is_none():
    columns = read_columns("x.jsonl", b'{"source": null, "ref": "a"}\n{"source": null, "ref": "b"}\n')
    assert table(columns) == {"ref": ["a", "b"]}
    assert kinds(columns) == ["no-source"]


@as_one_test
@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b'{"source": "x"}\n{"source": null}\n', 2, "a string, found null under 'source'"),
        (b'{"source": null}\n', 1, "`source` is null in every line and was left out"),
        (b'{"a": "x"}\n{"a": }\n', 2, "bad JSON at column"),
        (b'{"a": "x"}\n\n{"a": "y"}\n', 2, "a blank line"),
        (b"\n\n", None, "only blank lines"),
        (b'{"a": "x"}\n{"b": "x"}\n', 2, "'a' missing, 'b' added"),
        (b'{"a": "x"}\n{"a": "x", "b": "y"}\n', 2, "'b' added"),
        (b'{"systems": {"A": "x"}}\n{"systems": {"B": "x"}}\n', 2, "'A' missing, 'B' added"),
        (b'{"a": "x"}\n{"a": 3}\n', 2, "a string, found a number under 'a'"),
        (b'{"a": null}\n', 1, "`a` is null in every line and was left out"),
        (b'{"source": true}\n', 1, "`source` holds true or false and was left out"),
        (b'{"systems": {"A": ["x"]}}\n', 1, "a list under 'A'"),
        (b'{"references": [3]}\n', 1, "a number under 'references 1'"),
        (b'{"a": "x", "a": "y"}\n', 1, "the key 'a' twice"),
        (b'{"a": "\\ud800"}\n', 1, "half a surrogate pair"),
        (b'{"\\ud800": "a"}\n', 1, None),
        (b"[1, 2]\n", 1, "a JSON object with keys, found a list"),
        (b"{}\n", 1, "an empty object"),
        (b'{"systems": {}, "references": []}\n', 1, "no column of text"),
        (b"[" * 100_000, 1, None),
        (b'{"a": ' + b"9" * 5000 + b"}", 1, "a number with thousands of digits"),
        (b'{"a": NaN}\n', 1, "`a` is null in every line"),
        (b'{"a": null}\n{"a": "x"}\n', 1, "a string, found null under 'a'"),
        (b'{"a": "x"}\n{"a": NaN}\n', 2, "a string, found NaN under 'a'"),
        (b'{"a": "x"}\n{"a": 3}\n{"a": 3}\n{"a": "x"}\n', 2, "a string, found a number under 'a'"),
        (b'{"a": true}\n{"a": "x"}\n', 2, "true or false, as in line 1, found a string under 'a'"),
        (b'{"a": ["x"]}\n{"a": "x"}\n', 2, "a list, as in line 1, found a string under 'a'"),
        (b'[{"a": "x"},\n {"a": }]', 2, "bad JSON .*in entry 2 of the list"),
        (b'[{"a": "x"} {"a": "y"}]', 1, "bad JSON .*in entry 2 of the list"),
        (b'[{"a": "x"}, {"a": 1}]', 1, "a string, found a number under 'a' in entry 2 of the list"),
        (b'[{"a": "x"}, 3]', 1, "a JSON object with keys, found a number in entry 2 of the list"),
        (b'[{"a": "x"}]\n[{"a": "y"}]', 1, "the end of the file after the list, found more after it"),
        (b'[{"a": "x"}, {"a": "y"}', 1, "bad JSON"),
    ],
)
def test_bad_jsonl(data, line, found):
    if found is None and b"ud800" in data:
        (column,) = read_columns("x.jsonl", data)
        assert column.name == "\\ud800"
        return
    with pytest.raises(FormatError, match=found) as caught:
        read_columns("x.jsonl", data)
    assert caught.value.line == line


@given(st.lists(st.tuples(CELL, CELL), min_size=1))
def test_csv_round_trip(rows):
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([("source", "ref"), *rows])
    expected = {"source": [row[0] for row in rows], "ref": [row[1] for row in rows]}
    assert table(read_columns("x.csv", stream.getvalue().encode())) == expected


@given(st.lists(st.tuples(BARE, BARE), min_size=1))
def test_tsv_round_trip(rows):
    data = "".join("\t".join(row) + "\n" for row in [("source", "ref"), *rows]).encode()
    assert table(read_columns("x.tsv", data)) == {"source": [r[0] for r in rows], "ref": [r[1] for r in rows]}


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=10), min_size=1), st.booleans())
def test_jsonl_round_trip(values, ascii_only):
    data = "".join(json.dumps({"mine": v}, ensure_ascii=ascii_only) + "\n" for v in values).encode()
    assert table(read_columns("x.jsonl", data)) == {"mine": values}
