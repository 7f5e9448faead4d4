"""``doctor``: the table, JSON, the exit code and what it refuses."""

import json

import pytest

from scoring.cli import inputs, kept_texts
from scoring.cli.main import main
from tests.slipped import late, made_set


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reference, one, other, source = made_set(150, 5)
    files = {"ref": reference, "slipped": late(reference, 60, 30, 1), "one": one, "other": other, "src": source}
    for name, lines in files.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def test_json_names_file_and_lines(folder, capsys):
    assert main(["doctor", "slipped.txt", "-i", "one.txt", "other.txt", "--source", "src.txt", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert (found["kind"], found["file"], found["first"], found["last"]) == ("shifted", "slipped.txt", 61, 90)
    assert found["message"].startswith("Lines 61 to 90 of the reference seem to be one line late.")


def test_the_table_and_its_sentences(folder, capsys):
    assert main(["doctor", "slipped.txt", "-i", "one.txt", "other.txt"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "1 problem in 150 segments."
    assert lines[4].split() == ["1", "problem", "shifted", "slipped.txt", "61-90", "30", "20.0"]
    either = "or the output of one and the output of other are one line early there."
    assert lines[6].startswith(f"1. Lines 61 to 90 of the reference seem to be one line late, {either}")


@pytest.mark.parametrize(("format", "named"), [("table", "copy.txt"), ("json", "{}/copy.txt")])
def test_tables_and_sentences_name_files_without_the_folders_that_all_share(folder, capsys, format, named):
    (folder / "copy.txt").write_text((folder / "one.txt").read_text())
    files = [str(folder / file) for file in ("ref.txt", "one.txt", "copy.txt")]
    assert main(["doctor", files[0], "-i", *files[1:], "--format", format]) == 0
    told = capsys.readouterr().out
    assert named.format(folder) in told
    assert (str(folder) in told) == (format == "json")


@pytest.mark.exhaustive
def test_source_and_outputs_are_examined_without_references(folder, capsys):
    assert main(["doctor", "-i", "one.txt", "other.txt", "--source", "src.txt", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"findings": []}
    shifted = late((folder / "one.txt").read_text().splitlines(), 60, 30, 1)
    (folder / "late.txt").write_text("".join(f"{line}\n" for line in shifted))
    assert main(["doctor", "-i", "late.txt", "other.txt", "--source", "src.txt", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert (found["kind"], found["role"]) == ("shifted", "system")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("reference", "code"), [("slipped.txt", 1), ("ref.txt", 0)])
def test_strict_makes_a_warning_the_exit_code(folder, capsys, reference, code):
    assert main(["doctor", reference, "-i", "one.txt", "other.txt", "--strict", "--format", "tsv"]) == code
    assert bool(capsys.readouterr().out.strip()) == bool(code)


def test_training_data_is_looked_through(folder, capsys):
    (folder / "train.txt").write_text((folder / "src.txt").read_text())
    arguments = ["ref.txt", "--source", "src.txt", "--training", "train.txt", "--format", "json"]
    assert main(["doctor", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [(one["kind"], one["role"]) for one in found] == [("in-training", "source")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ref.txt", "--training", "none.txt"], "none.txt: No such file"),
        (["ref.txt", "-i", "short.txt"], "short.txt"),
        (["empty.txt"], "empty.txt"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(folder, capsys, arguments, message):
    (folder / "short.txt").write_text("a\n")
    (folder / "empty.txt").write_text("")
    assert main(["doctor", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_one_segment(folder, capsys):
    (folder / "short.txt").write_text("one line alone\n")
    assert main(["doctor", "short.txt", "-i", "short.txt"]) == 0
    assert "The output of short is the reference itself." in capsys.readouterr().out


LATE = "Lines 61 to 90 of the output of late seem to be one line late."


@pytest.fixture
def late_output(folder):
    lines = late((folder / "one.txt").read_text().splitlines(), 60, 30, 1)
    (folder / "late.txt").write_text("".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu"],
        ["significance", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu", "--trials", "100"],
        ["significance", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu", "--trials", "100", "-f", "json"],
    ],
)
def test_other_commands_say_once_what_makes_comparisons_doubtful(late_output, capsys, arguments):
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert (told.out + told.err).count(LATE) == 1
    assert "fits the references better" not in told.out + told.err
    sound = [word.replace("late", "one") for word in arguments]
    assert main(sound) == 0
    told = capsys.readouterr()
    assert "seem to be" not in told.out + told.err


def test_doubts_about_files_are_errors_where_notes_are(late_output, capsys):
    assert main(["score", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu", "--strict"]) == 2
    assert LATE in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["MAX_LINES_SHALLOW", "MAX_BYTES"])
@pytest.mark.parametrize("block", [40, 10_000])
def test_a_large_set_is_scored_without_an_examination(late_output, capsys, monkeypatch, limit, block):
    monkeypatch.setattr(inputs, "BLOCK", block)
    monkeypatch.setattr(kept_texts, limit, 450)
    assert main(["score", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu"]) == 0
    assert (LATE in capsys.readouterr().err) == (limit == "MAX_LINES_SHALLOW")
    monkeypatch.setattr(kept_texts, limit, 449)
    assert main(["score", "ref.txt", "-i", "late.txt", "other.txt", "-m", "bleu"]) == 0
    assert LATE not in capsys.readouterr().err


def test_a_doubtful_comparison_with_a_baseline_has_a_mark(late_output, capsys):
    arguments = ["ref.txt", "-i", "late.txt", "other.txt", "one.txt", "--baseline", "other", "--trials", "100"]
    assert main(["significance", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line for line in lines if line.split()[:1] in (["late"], ["other"], ["one"])}
    assert {name: row.endswith(") ⚠") for name, row in rows.items()} == {"late": True, "other": False, "one": False}
    assert "⚠: not reliable yet" in lines
