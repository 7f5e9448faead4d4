"""From uploaded bytes to a test set, and every word of what went wrong on the way."""

import gzip
from types import SimpleNamespace

import pytest

from scoring import TestSet
from scoring.cli.inputs import Inputs
from scoring.formats import ENCODINGS, CountMismatchError, EncodingError, FormatError, Role
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.data import upload

SOURCE = ("source.en.txt", b"the house\na tree\n")
REFERENCE = ("reference.de.txt", "das Haus\nein Bäumchen\n".encode())
SYSTEMS = [("system.A.de.txt", b"das Haus\nein Baum\n"), ("system.B.de.txt", b"Haus\nBaum\n")]
FILES = [SOURCE, REFERENCE, *SYSTEMS]
LATIN = ("system.L.de.txt", "das Haus\nein Bäumchen\n".encode("latin-1"))


def roles_of(columns):
    return {column.name: column.role for column in columns}


def test_files_become_columns_with_roles_from_their_names():
    draft = upload.read_files(FILES)
    assert draft.refused == []
    roles = [Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.SYSTEM]
    assert [column.role for column in draft.columns] == roles
    assert [column.name for column in draft.columns if column.role is Role.SYSTEM] == ["A", "B"]
    assert upload.count_roles(draft.columns) == {
        "source": 1,
        "reference": 1,
        "system": 2,
        "post-edit": 0,
        "notes": 0,
        "tags": 0,
    }


def test_what_is_refused_says_why_and_the_rest_is_read():
    draft = upload.read_files([*FILES, LATIN, ("empty.txt", b""), ("binary.txt", b"a\0b"), ("x.xlsx", b"PK\x03\x04no")])
    assert len(draft.columns) == 4
    assert [error.file for error in draft.refused] == ["system.L.de.txt", "empty.txt", "binary.txt", "x.xlsx"]
    encoding = draft.refused[0]
    assert isinstance(encoding, EncodingError)
    assert (encoding.byte_offset, encoding.line) == (14, 2)
    for part in ("system.L.de.txt", "line 2", "0xE4", "14"):
        assert part in str(encoding)
    assert all(isinstance(error, FormatError) and str(error).startswith(error.file) for error in draft.refused)
    traces = [(error.__traceback__, error.__context__) for error in draft.refused]
    assert traces == [(None, None)] * 4, "a draft keeps nothing of what was refused"


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_encoding_that_was_chosen_is_used_for_what_is_not_utf8(encoding):
    word = next(
        word
        for word in ("Bäumchen", "дерево", "木", "나무")
        if word.encode(encoding, "ignore").decode(encoding) == word
    )
    data = f"one\n{word}\n".encode(encoding)
    assert len(upload.read_files([*FILES, ("system.L.txt", data)]).refused) == 1
    draft = upload.read_files([*FILES, ("system.L.txt", data)], encoding)
    assert draft.refused == []
    texts = {column.file: column.segments.to_pylist() for column in draft.columns}
    assert texts["system.L.txt"] == ["one", word]
    assert texts["reference.de.txt"] == ["das Haus", "ein Bäumchen"], "UTF-8 stays UTF-8"


def test_nothing_uploaded_is_nothing_read():
    draft = upload.read_files([])
    assert (draft.columns, draft.refused) == ([], [])


def test_the_table_shows_what_was_read():
    frame = upload.roles_table(upload.read_files([*FILES, ("notes.txt", b"a\n" * 9)]).columns)
    assert frame["segments"].tolist() == [2, 2, 2, 2, 9]
    assert frame["file"].tolist()[:2] == ["source.en.txt", "reference.de.txt"]
    assert frame["begins with"][0] == "the house ⏎ a tree"
    assert frame["role"].tolist() == ["source", "reference", "system", "system", "notes"]


def test_a_missing_segment_does_not_break_the_table():
    rows = b'{"references": ["a", null], "systems": {"A": "b"}}\n{"references": [null, "c"], "systems": {"A": "d"}}\n'
    columns = upload.read_files([("set.jsonl", rows)]).columns
    assert len(upload.roles_table(columns)) == len(columns) == 3


def test_long_beginnings_are_cut():
    draft = upload.read_files([("system.A.txt", b"x" * 10_000 + b"\n")])
    assert len(upload.roles_table(draft.columns)["begins with"][0]) <= 200


# --- corrections ---


def edited(columns, **values):
    frame = upload.roles_table(columns)
    for name, column in values.items():
        frame[name] = column
    return upload.correct_columns(columns, frame)


def test_names_and_roles_are_those_of_the_edited_table():
    columns = upload.read_files(FILES).columns
    found = edited(columns, name=["S", "first", "second", "mine"], role=["ignore", "reference", "reference", "system"])
    assert roles_of(found) == {"S": "ignore", "first": "reference", "second": "reference", "mine": "system"}
    assert [column.segments for column in found] == [column.segments for column in columns]
    test_set, problem = upload.to_test_set(found, "mine")
    assert problem is None
    assert (test_set.system_names, test_set.reference_names, test_set.source) == (("mine",), ("first", "second"), None)


def test_nothing_edited_changes_nothing():
    columns = upload.read_files(FILES).columns
    assert roles_of(edited(columns)) == roles_of(columns)


@pytest.mark.parametrize("empty", ["", "   ", None, float("nan")])
def test_a_name_that_was_emptied_is_still_one(empty):
    columns = upload.read_files(FILES).columns
    names = [column.name for column in edited(columns, name=["s", "r", empty, "B"])]
    assert names == ["s", "r", "unnamed", "B"]


def test_a_role_that_was_emptied_is_ignored():
    columns = upload.read_files(FILES).columns
    assert edited(columns, role=["source", "reference", None, "system"])[2].role is Role.IGNORE


def test_what_columns_have_in_common_is_looked_at_again():
    """The copy is only worth a notice while both are in use."""
    columns = upload.read_files([*FILES, ("system.copy.de.txt", SYSTEMS[0][1])]).columns
    assert "identical" in [n.kind for n in columns[2].notices]
    ignored = edited(columns, role=["source", "reference", "system", "system", "ignore"])
    assert "identical" not in [n.kind for n in ignored[2].notices]


# --- what was noticed ---

ODD = [
    ("reference.txt", b"\xef\xbb\xbfa\n\nb c\n"),
    ("system.A.txt", "a\u200bb\u2028c\ne\u0301\nx\ry\n".encode()),
]


def test_everything_noticed_is_listed_with_its_column_and_its_repair():
    columns = upload.read_files(ODD).columns
    frame = upload.notices_table(columns)
    assert len(frame) == sum(len(column.notices) for column in columns)
    assert not frame["apply"].any()
    assert set(frame["file"]) == {"reference.txt", "system.A.txt"}
    assert {"Remove zero-width characters", "Replace with spaces", ""} < set(frame["repair"])


def test_clean_files_have_nothing_to_list():
    frame = upload.notices_table(upload.read_files(FILES).columns)
    assert frame.empty
    assert "repair" in frame.columns


def repair_where(columns, condition):
    frame = upload.notices_table(columns)
    return upload.repaired_columns(columns, [condition(row) for _, row in frame.iterrows()])


def test_only_ticked_repairs_are_applied():
    columns = upload.read_files(ODD).columns
    nothing = repair_where(columns, lambda row: False)
    assert [column.segments for column in nothing] == [column.segments for column in columns]
    one = repair_where(columns, lambda row: "zero-width" in row["repair"])
    assert one[1].segments.to_pylist() == ["ab\u2028c", "e\u0301", "x\ry"]
    assert one[0].segments == columns[0].segments
    assert "zero-width" not in [notice.kind for notice in one[1].notices]


def test_all_repairs_together():
    columns = repair_where(upload.read_files(ODD).columns, lambda row: True)
    assert columns[1].segments.to_pylist() == ["ab c", "é", "x y"]
    assert columns[0].segments.to_pylist() == ["a", None, "b c"]
    assert not [n for column in columns for n in column.notices if n.repair]


def test_ticking_what_offers_no_repair_does_nothing():
    columns = upload.read_files(ODD).columns
    found = repair_where(columns, lambda row: not row["repair"])
    assert [column.segments for column in found] == [column.segments for column in columns]


# --- the test set ---


def test_the_test_set_has_its_name():
    test_set, problem = upload.to_test_set(upload.read_files(FILES).columns, "  my\u2028set ")
    assert (test_set.name, problem) == ("my set", None)
    assert upload.to_test_set(upload.read_files(FILES).columns, "")[0].name == "unnamed"


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_any_text_may_be_a_name_and_a_segment(text):
    files = [(f"reference.{text}.txt", f"{text}\nb\n".encode()), (f"system.{text}.txt", f"{text}\nb\n".encode())]
    draft = upload.read_files(files)
    assert draft.refused == []
    assert draft.columns[1].segments.to_pylist() == [text, "b"]
    columns = edited(draft.columns, role=["reference", "system"], name=[f"R {text}", text])
    test_set, problem = upload.to_test_set(columns, text)
    assert problem is None
    assert test_set.systems[0].segments.to_pylist() == [text, "b"]


@pytest.mark.parametrize(
    ("roles", "named"),
    [
        (["ignore", "ignore", "system", "system"], ["reference"]),
        (["source", "reference", "ignore", "ignore"], ["system"]),
        (["source", "reference", "source", "system"], ["source", "2"]),
    ],
)
def test_what_does_not_make_a_test_set_says_what_is_missing(roles, named):
    test_set, problem = upload.to_test_set(edited(upload.read_files(FILES).columns, role=roles), "set")
    assert test_set is None
    for word in named:
        assert word in problem


def test_two_systems_of_one_name_are_a_problem_that_names_it():
    columns = edited(upload.read_files(FILES).columns, name=["s", "r", "twin", "twin"])
    test_set, problem = upload.to_test_set(columns, "set")
    assert test_set is None
    assert "twin" in problem


def test_unequal_counts_are_told_of_the_files_that_differ():
    files = [SOURCE, REFERENCE, SYSTEMS[0], ("system.short.de.txt", b"Haus\n"), ("system.long.de.txt", b"a\nb\nc\nd\n")]
    test_set, problem = upload.to_test_set(upload.read_files(files).columns, "set")
    assert test_set is None
    assert problem == (
        "system.short.de.txt has 1 segment, system.long.de.txt has 4 segments; the 3 other files have 2."
    )
    _, problem = upload.to_test_set(upload.read_files([REFERENCE, files[3]]).columns, "set")
    assert problem.startswith("Files with different numbers of segments: ")
    assert "system.short.de.txt has 1" in problem


def test_a_slip_is_pointed_at():
    lines = [" ".join(["word"] * (1 + (7 * n) % 23)) for n in range(60)]
    short = lines[:30] + lines[31:]
    files = [("source.txt", "\n".join(lines).encode()), ("reference.txt", "\n".join(lines).encode())]
    files.append(("system.A.txt", "\n".join(short).encode()))
    columns = upload.read_files(files).columns
    _, problem = upload.to_test_set(columns, "set")
    with pytest.raises(CountMismatchError) as error:
        upload.assemble(columns, "set")
    assert abs(error.value.slips[0].line - 31) <= 2
    assert str(error.value.slips[0]) in problem


def test_packed_files_are_read_like_plain_ones():
    packed = [(f"{name}.gz", gzip.compress(data)) for name, data in FILES]
    plain, _ = upload.to_test_set(upload.read_files(FILES).columns, "set")
    found, _ = upload.to_test_set(upload.read_files(packed).columns, "set")
    assert found.fingerprint == plain.fingerprint


def test_the_command_line_and_the_app_see_the_same_data(tmp_path):
    for name, data in FILES:
        (tmp_path / name).write_bytes(data)
    source, reference, *systems = (str(tmp_path / name) for name, _ in FILES)
    with Inputs([reference], systems, source) as inputs:
        of_command = TestSet.joined(list(inputs.test_sets()))
    of_app, _ = upload.to_test_set(upload.read_files([*reversed(FILES), ("notes.txt", b"a\nb\n")]).columns, "set")
    assert of_command.reference_names != of_app.reference_names
    assert sorted(of_command.system_names) == sorted(of_app.system_names)
    assert of_command.fingerprint == of_app.fingerprint


def test_markup_and_what_holds_no_text_on_the_page():
    """Markup is refused by its kind, beside files that are read; ids and scores are never outputs."""
    markup = b"<html lang='de'>\n<body></body></html>"
    chat = b'{"custom_id": "r-0", "comet": 0.5, "response": {"text": "x"}}\n'
    draft = upload.read_files([("ref.txt", b"a\n"), ("sysA.txt", markup), ("chat.jsonl", chat)])
    (error,) = draft.refused
    assert "sysA.txt: expected one segment a line, or a table, found HTML, a web page" in str(error)
    assert [(column.name, column.role) for column in draft.columns] == [
        ("ref", Role.REFERENCE),
        ("custom_id", Role.IGNORE),
        ("comet", Role.IGNORE),
    ]
    assert "`response` holds objects and was left out." in [notice.message for notice in draft.columns[1].notices]


def test_judgments_of_a_reference_are_named_as_left_out():
    test_set = TestSet.build({"A": ["a"]}, [["b"]])
    attached = SimpleNamespace(names={"MQM.seg.rating": {"A": "A", "refA": None}}, test_set=test_set)
    assert upload.left_out_names(attached) == ["Judgments of refA are left out: it is the reference here."]
