"""A field of JSON named by its path behind the file's name."""

import gzip
import json

import pytest

from scoring.cli.inputs import Inputs
from scoring.cli.main import main
from scoring.formats import FormatError, Role, fields_to_choose, read_columns
from scoring.formats.json_files import json_path
from tests.cases import as_one_test

CHAT = [
    {"custom_id": f"r-{n}", "response": {"body": {"choices": [{"message": {"content": text}}], "a.b": {"c": text}}}}
    for n, text in enumerate(["the cat", "é\n", ""])
]
CONTENT = "response.body.choices.0.message.content"


def as_lines(rows):
    return "\n".join(map(json.dumps, rows)).encode()


def as_array(rows):
    return json.dumps(rows, indent=1).encode()


@pytest.mark.parametrize("written", [as_lines, as_array])
@pytest.mark.parametrize("file", ["chat.jsonl", "chat.JSON", "d/chat.ndjson", "chat.json.gz"])
def test_objects_and_lists(written, file):
    data = written(CHAT)
    (column,) = read_columns(file, gzip.compress(data) if file.endswith(".gz") else data, field=CONTENT)
    assert column.file == f"{file}#{CONTENT}"
    assert column.segments.to_pylist() == ["the cat", "é\n", ""]
    assert (column.name, column.role, column.stated) == (CONTENT, Role.SYSTEM, True)
    assert [notice.kind for notice in column.notices] == ["row-order", "empty-segments", "line-breaks"]


def test_a_key_with_dots_is_itself_first():
    rows = [{"a.b": "whole", "a": {"b": "inside"}}, {"a": {"b": "inside"}}]
    assert read_columns("x.jsonl", as_lines(rows), field="a.b")[0].segments.to_pylist() == ["whole", "inside"]


@as_one_test
@pytest.mark.parametrize("written", [as_lines, as_array])
@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("a.b", {"a": {"c": "x", "d": 1}}, "the field a.b, found the fields c, d"),
        ("a.1", {"a": ["x"]}, "the field a.1, found a list of 1 entry, which are numbered from 0"),
        ("a.x", {"a": ["x", "y"]}, "the field a.x, found no object to hold x"),
        ("a.0.b", {"a": ["x"]}, "the field a.0.b, found no object to hold b"),
        ("a", {"a": {"b": "x"}}, "a string, found an object under 'a'"),
        ("a", {"a": 3}, "a string, found a number under 'a'"),
        ("a", {"b": "x" * 1000}, "the field a, found the fields b"),
    ],
)
def test_where_the_path_does_not_lead_on(written, field, value, found):
    good = {"a": {"b": "x"}} if field == "a.b" else {"a": [{"b": "x"}, "x"]} if "." in field else {"a": "x"}
    with pytest.raises(FormatError) as caught:
        read_columns("x.json", written([value, good]), field=field)
    assert f"expected {found}" in str(caught.value)
    assert caught.value.line == (1 if written is as_lines else 2)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chat.jsonl").write_bytes(as_lines(CHAT))
    (tmp_path / "ref.txt").write_text("the cat\na dog\nit rains\n")
    return tmp_path


def test_the_command_takes_paths(folder):
    fields = [f"chat.jsonl#{CONTENT}", "chat.jsonl#response.body.a.b.c", "chat.jsonl#custom_id"]
    with pytest.raises(FormatError, match=r"the field response\.body\.a\.b\.c, found the fields"):
        Inputs(["ref.txt"], fields)
    with Inputs(["ref.txt"], [fields[0], fields[2]]) as inputs:
        assert inputs.system_names == [CONTENT, "custom_id"]
        (block,) = inputs.test_sets()
        assert block.systems[0].segments.to_pylist() == ["the cat", "é\n", ""]


def test_a_missing_text_is_only_a_reference(folder):
    (folder / "x.jsonl").write_bytes(as_lines([{"a": ["x"]}, {"a": [None]}, {"a": ["y"]}]))
    with Inputs(["x.jsonl#a.0", "ref.txt"], ["ref.txt"]) as inputs:
        (block,) = inputs.test_sets()
        assert block.references[0].segments.to_pylist() == ["x", None, "y"]
    with pytest.raises(FormatError, match="no text in segment 2 of the system"):
        Inputs(["ref.txt"], ["x.jsonl#a.0"])


def test_errors_point_to_paths_and_inputs_are_never_overwritten(folder, capsys):
    assert main(["score", "ref.txt", "-i", "chat.jsonl"]) == 2
    assert "Name a field by its path, as in chat.jsonl#field.0.text" in capsys.readouterr().err
    before = (folder / "chat.jsonl").read_bytes()
    assert main(["score", "ref.txt", "-i", f"chat.jsonl#{CONTENT}", "-o", "chat.jsonl"]) == 2
    assert "is one of the files to read" in capsys.readouterr().err
    assert (folder / "chat.jsonl").read_bytes() == before


@pytest.mark.parametrize("written", [as_lines, as_array])
@pytest.mark.parametrize("packed", [False, True])
def test_paths_to_texts_are_offered_and_each_can_be_read(written, packed):
    data = written(CHAT)
    file, data = ("chat.json.gz", gzip.compress(data)) if packed else ("chat.json", data)
    offered = fields_to_choose(file, data)
    assert offered == ["custom_id", CONTENT]  # a key with a dot leads elsewhere
    for path in offered:
        (column,) = read_columns(file, data, field=path)
        assert len(column) == 3


@pytest.mark.parametrize(
    ("file", "row"),
    [
        ("flat.jsonl", {"source": "a", "target": "b"}),
        ("own.jsonl", {"references": ["a", "b"], "systems": {"A": "c"}}),
        ("numbers.jsonl", {"a": {"b": 1}}),
        ("chat.txt", {"a": {"b": "c"}}),
        ("list.json", ["a"]),
    ],
)
def test_nothing_is_offered_of_files_that_need_no_choice(file, row):
    assert fields_to_choose(file, as_lines([row])) == []


def test_nothing_is_offered_of_what_is_no_json_or_too_deep():
    deep = {"a": "x"}
    for _ in range(50):
        deep = {"a": deep}
    for data in (b"", b"{", b"[", b"\xff\xfe", b'{"a": ', as_lines([deep]), b"[" * 100_000):
        assert fields_to_choose("x.json", data) == []
    many = {"a": {str(number): "x" for number in range(1000)}}
    assert len(fields_to_choose("x.json", as_lines([many]))) == json_path.MAX_PATHS


def test_objects_are_segments_in_the_order_of_their_documents():
    rows = [{"doc_id": number, "id": f"s{number}", "said": [f"text {number}"]} for number in (10, 2, 0, 9)]
    (column,) = read_columns("x.jsonl", as_lines(rows), field="said.0")
    assert column.segments.to_pylist() == ["text 0", "text 2", "text 9", "text 10"]
    assert column.keys.to_pylist() == ["s0", "s2", "s9", "s10"]
    assert "in the order of their doc_id" in column.notices[0].message


@pytest.mark.parametrize("number", [2, None, "3", True])
def test_what_is_no_number_of_its_own_orders_nothing(number):
    rows = [{"doc_id": one, "said": [f"text {place}"]} for place, one in enumerate([2, 1, number])]
    (column,) = read_columns("x.jsonl", as_lines(rows), field="said.0")
    assert column.segments.to_pylist() == ["text 0", "text 1", "text 2"]
    assert not column.notices


def test_ids_of_requests_leave_the_order_of_the_file_and_say_so():
    rows = [{"custom_id": f"x|{number}", "said": [f"text {number}"]} for number in (2, 1)]
    (column,) = read_columns("x.jsonl", as_lines(rows), field="said.0")
    assert column.segments.to_pylist() == ["text 2", "text 1"]
    assert "in the order of the file" in column.notices[0].message
