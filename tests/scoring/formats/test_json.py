"""JSON as people write it: fields that are no texts, an array in place of lines, numbers with gaps."""

import gzip
import json
import random

import pytest

from scoring.cli.inputs import Inputs
from scoring.formats import FileLimits, FormatError, Role, TooLargeError, guess_roles, read_columns
from tests.cases import as_one_test, each_value_as_one_test
from tests.files import zipped


def as_lines(rows):
    return "\n".join(map(json.dumps, rows)).encode()


def as_array(rows):
    return json.dumps(rows).encode()


def as_indented_array(rows):
    return json.dumps(rows, indent=2).encode()


WRITTEN = [as_lines, as_array, as_indented_array]
TEXTS = [{"reference": "a b", "mine": "a"}, {"reference": "c d", "mine": "é\n"}, {"reference": "e", "mine": ""}]
NO_TEXTS = [
    [True, False, True],
    [None, None, None],
    [True, None, False],
    [{"a": 1}, {}, {"b": {"c": "text"}}],
    [["a"], [], None],
    [[["text"]], {"x": "y"}, None],
    [True, 1, 0],
    [float("nan"), None, float("nan")],
]
NUMBERS = [[1, 2, 3], [0.5, None, 1], [None, 0.5, 1e-7], [float("nan"), 2, 3], [1, "N/A", 3], ["-", 2, None]]


def table(columns):
    return {column.name: column.segments.to_pylist() for column in columns}


def _with(row, place, name, value):
    items = [*row.items()]
    items.insert(place, (name, value))
    return dict(items)


@each_value_as_one_test
@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("name", ["response", "correct", "doc", "output_tokens", "error", "prediction_flags"])
@pytest.mark.parametrize("values", NO_TEXTS)
def test_fields_without_text_are_left_out_and_named(written, values, name):
    for place in (0, 2):
        rows = [_with(row, place, name, value) for row, value in zip(TEXTS, values, strict=True)]
        columns = [c for c in read_columns("x.json", written(rows)) if c.role is not Role.IGNORE]
        assert table(columns) == {"reference": ["a b", "c d", "e"], "mine": ["a", "é\n", ""]}
        if name != "doc" or isinstance(values[0], list | dict):
            assert any(f"`{name}`" in notice.message for notice in columns[0].notices)


@as_one_test
@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("values", NUMBERS)
def test_numbers_with_gaps_are_no_system(written, values):
    rows = [row | {"comet": value} for row, value in zip(TEXTS, values, strict=True)]
    columns = guess_roles(read_columns("x.json", written(rows)))
    assert [(column.name, column.role) for column in columns] == [
        ("reference", Role.REFERENCE),
        ("mine", Role.SYSTEM),
        ("comet", Role.IGNORE),
    ]


@pytest.mark.exhaustive
def test_arrays_are_read_as_lines_are_however_they_are_cut():
    """Windows of all small sizes: whatever is cut at their end is read again."""
    draw = random.Random(1)
    odd = ["\\", '"', "\u2028", "]", "},{"]
    rows = [{"reference": "é" * draw.randrange(9), "mine": draw.choice(odd)} for _ in range(40)]
    expected = table(read_columns("x.jsonl", as_lines(rows)))
    for written in (as_array, as_indented_array, lambda rows: json.dumps(rows, ensure_ascii=False).encode()):
        for size in range(100, 140):
            assert table(read_columns("x.json", written(rows), limits=FileLimits(line_bytes=size))) == expected
    with pytest.raises(TooLargeError, match="at most 20 bytes in one line or row"):
        read_columns("x.json", as_array(rows), limits=FileLimits(line_bytes=20))


@pytest.mark.parametrize("limits", [FileLimits(), FileLimits(line_bytes=200)])
def test_a_comma_that_is_missing_is_named_where_it_is(limits):
    rows = [json.dumps({"source": "a b", "mine": "x" * 20}) for _ in range(100)]
    data = "[\n" + rows[0] + ",\n" + rows[1] + "\n" + ",\n".join(rows[2:]) + "\n]"
    with pytest.raises(FormatError, match=r"line 4: .*Expecting ',' delimiter.* in entry 3 of the list"):
        read_columns("x.json", data.encode(), limits=limits)


def test_arrays_wrapped():
    data = as_array(TEXTS)
    expected = table(read_columns("x.json", data))
    assert table(read_columns("x.json", b"\xef\xbb\xbf\r\n " + data + b"\r\n")) == expected
    assert table(read_columns("x.JSON.gz", gzip.compress(data))) == expected
    assert table(read_columns("x.zip", zipped({"d/x.json": data}))) == expected


@as_one_test
@pytest.mark.parametrize("key", ["refs", "ref", "references", "reference"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([["a", "b"], ["c"], None], {"reference 1": ["a", "c", None], "reference 2": ["b", None, None]}),
        ([None, ["c"], []], {"reference 1": [None, "c", None]}),
        ([{"refA": {"ref": "a"}}, {"refA": {"ref": "b"}}, {"refA": {"ref": "c"}}], {"refA": ["a", "b", "c"]}),
        ([{"A": "a", "B": None}, {"B": "b"}, {"A": "c"}], {"A": ["a", None, "c"], "B": [None, "b", None]}),
    ],
)
def test_several_references(key, values, expected):
    columns = read_columns("x.jsonl", as_lines([{"mine": "x", key: value} for value in values]))
    found = {column.name: column for column in columns if column.role is Role.REFERENCE}
    assert {name: column.segments.to_pylist() for name, column in found.items()} == expected
    assert all(column.stated for column in found.values())
    assert not [notice for column in columns for notice in column.notices if "left out" in notice.message]


@pytest.mark.parametrize("values", [(["a"], ["b"]), ({"A": "a"}, {"A": "b"}), (["a"], {"1": "b"})])
def test_no_reference_takes_the_place_of_another(values):
    rows = [{"mine": "x", "refs": values[0], "references": values[1]}]
    with pytest.raises(FormatError, match=r"line 1: expected each name once, found a second reference . under 'ref"):
        read_columns("x.jsonl", as_lines(rows))
    assert len(read_columns("x.jsonl", as_lines([{"mine": "x", "refs": ["a"], "references": {"A": "b"}}]))) == 3


def test_where_the_first_differing_line_is():
    rows = [{"a": "x", "b": {}}, {"a": "y"}, {"b": {}}, {"a": 3, "b": {}}]
    with pytest.raises(FormatError, match="line 3: expected the same keys as in line 1, found 'a' missing"):
        read_columns("x.jsonl", as_lines(rows))
    assert table(read_columns("x.jsonl", as_lines(rows[:2]))) == {"a": ["x", "y"]}


@as_one_test
@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize(
    "rows",
    [
        [{"hyp": "a"}, {"hyp": "b", "error": "429"}, {"hyp": "c"}],
        [{"hyp": "a", "error": None}, {"hyp": "b", "error": "429"}, {"hyp": "c", "error": {}}],
        [{"hyp": "a", "warning": "x"}, {"hyp": "b", "warning": "x"}, {"hyp": "c"}],
        [{"mine": "a"}, {"mine": "b", "error": "429"}, {"mine": "c"}],
    ],
)
def test_a_key_that_no_role_needs_may_be_missing(written, rows):
    columns = read_columns("x.json", written(rows))
    key = next(key for row in rows for key in row if key in ("error", "warning"))
    assert [column.segments.to_pylist() for column in columns] == [["a", "b", "c"]]
    missing = sum(row.get(key) is None for row in rows)
    message = f"`{key}` is missing or null in {missing} of 3 lines and was left out."
    assert message in [notice.message for notice in columns[0].notices]


@pytest.mark.parametrize(
    ("key", "values"), [("reference2", ["r", "s"]), ("notes", ["r", "s"]), ("doc_id", ["1", "2"]), ("comet", [0.5, 1])]
)
def test_a_key_of_references_notes_ids_or_numbers_is_missing_as_null_is(key, values):
    first, second = values
    rows = [{"hyp": "a", key: first}, {"hyp": "b"}, {"hyp": "c", key: second}]
    nulls = [row | {key: row.get(key)} for row in rows]
    assert table(read_columns("x.jsonl", as_lines(rows))) == table(read_columns("x.jsonl", as_lines(nulls)))


@pytest.mark.parametrize("key", ["source", "hyp", "Mine", "target"])
def test_a_key_that_a_test_set_needs_is_missed(key):
    rows = [{"id": 1, key: "a"}, {"id": 2}, {"id": 3, key: "c"}]
    with pytest.raises(FormatError, match=f"line 2: expected the same keys as in line 1, found '{key}' missing"):
        read_columns("x.jsonl", as_lines(rows))


LONE = {
    "an id": [{"custom_id": "r-0", "response": {"body": "text"}}, {"custom_id": "r-1", "response": {"body": "b"}}],
    "a score": [{"comet": 0.0, "response": {"x": 1}}, {"comet": 0.5, "response": {"x": 1}}],
    "ids and scores": [{"id": 1, "comet": 0, "response": [1]}, {"id": 2, "comet": None, "response": []}],
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("rows", LONE.values(), ids=LONE)
@pytest.mark.parametrize("role", [Role.SYSTEM, Role.REFERENCE, Role.SOURCE])
def test_a_lone_id_or_score_is_no_text(tmp_path, written, rows, role):
    (tmp_path / "x.json").write_bytes(written(rows))
    (tmp_path / "ref.txt").write_text("a\nb\n")
    files = {r: str(tmp_path / ("x.json" if r is role else "ref.txt")) for r in Role}
    with pytest.raises(FormatError, match=r"no column of text; `response` holds (objects|lists) and was left out"):
        Inputs([files[Role.REFERENCE]], [files[Role.SYSTEM]], files[Role.SOURCE])


@pytest.mark.parametrize("text", ["custom_id\nr-0\nr-1\n", "comet\n0.5\n0.6\n", "score\n50 %\n-\n"])
def test_a_lone_id_or_score_of_a_table_is_no_text(tmp_path, text):
    (tmp_path / "x.tsv").write_text(text)
    (tmp_path / "ref.txt").write_text("a\nb\n")
    with pytest.raises(FormatError, match="found no column of text"):
        Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / "x.tsv")])
    (tmp_path / "x.tsv").write_text("system\n0.5\n0.6\n")
    with Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / "x.tsv")]) as inputs:
        assert inputs.system_names == ["system"]
