"""What file arguments mean: standard input, and one field or column of a file, wherever a command reads files."""

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from scoring.cli.input_files import InputFile, input_file
from scoring.cli.main import main

ROOT = Path(__file__).parents[3]
REF = ["the cat sat on the mat", "it rained all day long", "he reads a book"]
ONE = ["the cat sat on a mat", "it rained all day", "she reads a book"]
TWO = ["cats on the mat", "rain all day long", "he reads books"]
ROWS = [
    {"id": f"s{n}", "ref": ref, "mt": one, "other": two}
    for n, (ref, one, two) in enumerate(zip(REF, ONE, TWO, strict=True))
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The same texts in every kind of file that has columns."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref.txt", REF), ("one.txt", ONE), ("two.txt", TWO)):
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    header = [*ROWS[0]]
    for ending, separator in (("tsv", "\t"), ("csv", ","), ("data", "\t"), ("txt", ";")):
        lines = [separator.join(row) for row in (header, *(row.values() for row in ROWS))]
        Path(f"table.{ending}").write_text("".join(f"{line}\n" for line in lines))
    Path("table.tsv.gz").write_bytes(gzip.compress(Path("table.tsv").read_bytes()))
    Path("flat.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    nested = [{"a": {"b": [{"c": row["mt"]}]}, "ref": row["ref"]} for row in ROWS]
    Path("nested.json").write_text(json.dumps(nested))
    Path("nested").write_text(json.dumps(nested))
    book = openpyxl.Workbook()
    for row in (header, *([*row.values()] for row in ROWS)):
        book.active.append(row)
    book.save("table.xlsx")
    return tmp_path


@pytest.fixture
def scores(capsys):
    """Runs `score` in JSON, and gives name -> score."""

    def run(*arguments):
        code = main(["score", *arguments, "--format", "json"])
        out, err = capsys.readouterr()
        assert code == 0, err
        return {record["system"]: record["score"] for record in json.loads(out)}

    return run


@pytest.fixture
def refused(capsys):
    """The message of a command that must fail."""

    def run(*arguments):
        code = main([*arguments])
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        return err

    return run


def type_in(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize("file", ["table.tsv", "table.tsv.gz", "table.csv", "table.xlsx", "table.data", "table.txt"])
def test_a_column_is_chosen_by_its_name_or_its_number(folder, scores, file):
    (expected,) = scores("ref.txt", "-i", "one.txt").values()
    assert scores(f"{file}#ref", "-i", f"{file}#mt") == {"mt": expected}
    assert scores(f"{file}#2", "-i", f"{file}#3") == {"mt": expected}


@pytest.mark.parametrize("file", ["nested.json", "nested"])
def test_a_field_of_json_is_chosen_by_its_path(folder, scores, file):
    (expected,) = scores("ref.txt", "-i", "one.txt").values()
    assert scores(f"{file}#ref", "-i", f"{file}#a.b.0.c") == {"a.b.0.c": expected}


def test_several_columns_of_one_file_are_several_systems(folder, scores):
    one, two = (next(iter(scores("ref.txt", "-i", file).values())) for file in ("one.txt", "two.txt"))
    found = scores("table.tsv#ref", "-i", "table.tsv#mt", "table.csv#other", "--source", "table.tsv#1")
    assert found == {"mt": one, "other": two}


def test_rows_of_chosen_columns_are_still_lined_up_by_ids(folder, scores):
    before = scores("table.tsv#ref", "-i", "table.tsv#mt")
    header, *rows = Path("table.tsv").read_text().splitlines(keepends=True)
    Path("turned.tsv").write_text("".join([header, *reversed(rows)]))
    assert scores("table.tsv#ref", "-i", "turned.tsv#mt") == before


@pytest.mark.parametrize("file", ["table.tsv", "table.xlsx", "table.data"])
def test_an_unknown_column_comes_with_those_that_are_there(folder, refused, file):
    for field, hint in (("othr", " (did you mean other?)"), ("5", ""), ("0", "")):
        said = refused("score", "ref.txt", "-i", f"{file}#{field}")
        expected = f"{file}#{field}: expected a column {field}, found the columns id, ref, mt, other{hint}."
        assert said == f"scoring: {expected}\n"


def test_an_unknown_field_comes_with_those_that_are_there(folder, refused):
    said = refused("score", "ref.txt", "-i", "flat.jsonl#othr")
    assert "found the fields id, ref, mt, other (did you mean other?)" in said


def test_plain_text_has_no_columns(folder, refused):
    assert "plain text, which has no columns" in refused("score", "ref.txt", "-i", "one.txt#mt")


def test_a_file_whose_name_has_the_sign_is_that_file(folder, scores):
    (expected,) = scores("ref.txt", "-i", "one.txt").values()
    for name in ("run#2.txt", "table.tsv#mt"):
        Path(name).write_bytes(Path("one.txt").read_bytes())
        assert [*scores("ref.txt", "-i", name).values()] == [expected]
    Path("a#b.tsv").write_bytes(Path("table.tsv").read_bytes())
    assert scores("ref.txt", "-i", "a#b.tsv#mt") == {"mt": expected}


def test_which_file_an_argument_means(folder):
    assert input_file("-") == InputFile("-")
    assert input_file("-#a.b") == InputFile("-", "a.b")
    assert input_file("table.tsv#a#b") == InputFile("table.tsv", "a#b")
    assert input_file("no.tsv#a") == InputFile("no.tsv", "a")
    assert input_file("no#a") == InputFile("no#a")
    Path("folder").mkdir()
    assert input_file("folder#1/no.txt") == InputFile("folder#1/no.txt")
    assert input_file("table.tsv#") == InputFile("table.tsv#")


def test_a_missing_file_is_named_without_its_field(folder, refused):
    assert refused("score", "ref.txt", "-i", "no.tsv#mt").startswith("scoring: no.tsv: No such file")


@pytest.mark.parametrize("data", ["one.txt", "one.gz", "mt.tsv", "book"])
def test_standard_input_is_read_as_a_file_without_an_ending(folder, scores, monkeypatch, data):
    text = Path("one.txt").read_bytes()
    (expected,) = scores("ref.txt", "-i", "one.txt").values()
    type_in(monkeypatch, {"one.txt": text, "one.gz": gzip.compress(text)}.get(data, Path("table.xlsx").read_bytes()))
    if data in ("one.txt", "one.gz"):
        assert scores("ref.txt", "-i", "-") == {"standard input": expected}
    else:
        assert scores("ref.txt", "-i", "-#mt") == {"mt": expected}


@pytest.mark.parametrize(("data", "field"), [("flat.jsonl", "mt"), ("nested.json", "a.b.0.c"), ("table.csv", "3")])
def test_a_field_of_standard_input(folder, scores, monkeypatch, data, field):
    (expected,) = scores("ref.txt", "-i", "one.txt").values()
    type_in(monkeypatch, Path(data).read_bytes())
    assert [*scores("ref.txt", "-i", f"-#{field}").values()] == [expected]


@pytest.mark.parametrize("files", [["-", "-i", "-"], ["-#a", "-i", "one.txt", "--source", "-"]])
def test_standard_input_is_read_once(folder, refused, files):
    said = refused("score", *files)
    assert said == "scoring: -: expected standard input once, found it 2 times; name files for the others.\n"


@pytest.mark.exhaustive
def test_standard_input_that_is_closed(folder):
    command = [sys.executable, str(ROOT / "cli.py"), "score", "ref.txt", "-i", "-"]
    shell = ["bash", "-c", '"$@" <&-', "bash", *command]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input: is closed" in done.stderr


def test_every_kind_of_file_may_be_standard_input_or_a_column(folder, capsys, monkeypatch):
    rows = [f"{name}\t{n}\t{n * value}\n" for value, name in enumerate(("one", "two"), 1) for n in (1, 2, 3)]
    Path("scores.tsv").write_text("".join(["system\tsegment\tscore\n", *rows]))
    test = ["--trials", "20", "--format", "tsv"]
    significance = ["significance", "ref.txt", "-i", "one.txt", "two.txt", *test]
    commands = [
        (["score", "ref.txt", "-i", "one.txt", "two.txt", "--scores", "-"], "scores.tsv"),
        ([*significance, "--unit", "document", "--documents", "-#id"], "table.tsv"),
        ([*significance, "--unit", "document", "--documents", "table.csv#id"], "table.csv"),
        (["agreement", "ref.txt", "-i", "one.txt", "two.txt", "--judgments", "-", "--trials", "20"], "scores.tsv"),
        (["choose", "-", "ref.txt", "--per-segment", "1"], "one.txt"),
        (["smoothing", "-", "-i", "one.txt"], "ref.txt"),
        (["tbleu-sweep", "ref.txt", "-i", "one.txt", "--source", "-", "--epsilon", "0"], "ref.txt"),
    ]
    for command, data in commands:
        type_in(monkeypatch, Path(data).read_bytes())
        code = main(command)
        assert code == 0, (command, capsys.readouterr().err)


def test_scores_are_chosen_by_name(folder, capsys):
    rows = [f"{one}\t0.{n}\t{n}\t{two}\n" for n, (one, two) in enumerate(zip(ONE, TWO, strict=True))]
    Path("scored.tsv").write_text("".join(["mt\tmt COMET\tmt TER\tother\n", *rows]))
    assert main(["score", "ref.txt", "-i", "scored.tsv#mt", "--scores", "scored.tsv#mt COMET", "--format", "json"]) == 0
    metrics = [record["metric"] for record in json.loads(capsys.readouterr().out)]
    assert metrics == ["bleu", "COMET"]
    assert main(["score", "ref.txt", "-i", "scored.tsv#mt", "--scores", "scored.tsv#mt COMT"]) == 2
    assert "expected scores called mt COMT, found mt COMET, mt TER (did you mean mt COMET?)" in capsys.readouterr().err


def test_a_document_is_needed_for_each_row(folder, refused):
    Path("documents.tsv").write_text("doc\ttext\na\tx\n\ty\nb\tz\n")
    said = refused(
        "significance", "ref.txt", "-i", "one.txt", "two.txt", "--unit", "document", "--documents", "documents.tsv#doc"
    )
    assert "documents.tsv#doc: expected a document of segment 2, found none." in said
