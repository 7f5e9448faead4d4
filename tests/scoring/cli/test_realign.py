"""``bleuscope realign``: what it prints and writes, which files it reads, and what other commands say of its files."""

import json
import re
from pathlib import Path

import pytest

from scoring.cli.main import main

REFERENCE = "the cat sat\non the mat .\nit rained all day\n"
STREAM = "the cat sat on the mat .\nit was raining all day\n"
CUT = "the cat sat\non the mat .\nit was raining all day\n"
SRT = (
    "1\n00:00:01,000 --> 00:00:02,000\n<i>the cat sat</i> on\n\n2\n00:00:03,000 --> 00:00:04,000\nthe mat . it rained\n"
)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("ref.txt").write_text(REFERENCE)
    Path("mt.txt").write_text(STREAM)

    def run_command(*arguments):
        code = main([*arguments])
        return code, *capsys.readouterr()

    return run_command


def test_the_table_says_errors_and_lists_what_is_doubtful(run):
    code, out, err = run("realign", "ref.txt", "-i", "mt.txt")
    assert (code, out, err) == (
        0,
        "mt: its 2 lines were cut into 3 segments. Word error rate against the reference: 18.18 %.\n",
        "",
    )
    code, out, _ = run("realign", "ref.txt", "-i", "mt.txt", "--below", "1")
    assert code == 0
    headers = r"system +text +leftover +segment +confidence +errors +words +reference words"
    assert re.fullmatch(headers, out.splitlines()[0])
    assert "it was raining all day" in out
    assert "confidence  how likely" in out


def test_text_is_one_segment_a_line_and_other_commands_know_it(run):
    code, out, err = run("realign", "ref.txt", "-i", "mt.txt", "--format", "text")
    assert (code, out) == (0, CUT)
    assert err == "note: mt: its 2 lines were cut into 3 segments. Word error rate against the reference: 18.18 %.\n"
    assert run("realign", "ref.txt", "-i", "mt.txt", "-o", "mt.realigned.txt")[:2] == (0, "")
    assert Path("mt.realigned.txt").read_text() == CUT
    code, out, _ = run("score", "ref.txt", "-i", "mt.realigned.txt", "--format", "json")
    (found,) = json.loads(out)
    assert (found["system"], "|realigned:mwer|" in found["signature"]) == ("mt", True)
    Path("plain.txt").write_text(CUT)
    _, out, _ = run("score", "ref.txt", "-i", "plain.txt", "--format", "json")
    (plain,) = json.loads(out)
    assert (plain["score"], "realigned" in plain["signature"]) == (found["score"], False)
    _, out, _ = run("significance", "ref.txt", "-i", "mt.realigned.txt", "plain.txt", "--trials", "9")
    assert "|realigned:mwer|" in out


def test_a_file_without_the_mark_in_its_name_is_told(run):
    _, _, err = run("realign", "ref.txt", "-i", "mt.txt", "-o", "cut.txt")
    assert "call the file cut.realigned.txt, so that signatures say it" in err
    _, _, err = run("realign", "ref.txt", "-i", "mt.txt", "-o", "cut.realigned.txt")
    assert "call the file" not in err


def test_a_folder_gets_a_file_for_each_output(run):
    Path("other.txt").write_text("the cat\nsat on the mat .\nit rained\nall day")
    code, out, _ = run("realign", "ref.txt", "-i", "mt.txt", "other.txt", "-o", "cut/")
    assert code == 0
    assert "other: its 4 lines were cut into 3 segments. Word error rate against the reference: 0.00 %." in out
    assert Path("cut/mt.realigned.txt").read_text() == CUT
    assert Path("cut/other.realigned.txt").read_text() == REFERENCE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ref.txt", "-i", "mt.txt", "ref.txt", "--format", "text"], "--format text: expected one output; found 2"),
        (["ref.txt", "-i", "mt.txt", "-o", "cut/", "--format", "text"], "leave out --format text"),
        (["ref.txt", "-i", "mt.txt", "-o", "mt.txt"], "is one of the files to read"),
        (["ref.txt", "-i", "mt.txt", "-o", "mt.txt/"], "expected a folder; found a file"),
        (["ref.txt", "-i", "mt.txt", "-o", "a.tsv"], "results are not written as .tsv"),
        (["ref.txt", "-i", "mt.txt", "--below", "2"], "--below"),
        (["ref.txt", "-i", "mt.txt", "--tokenize", "14a"], "did you mean 13a"),
        (["ref.txt", "-i", "no.txt"], "no.txt: No such file"),
        (["ref.txt", "-i", "empty"], "empty: Expected a file for each document, found no file"),
        (["ref.txt", "-i", "mt.txt", "--source", "mt.txt"], "mt.txt: expected 3 segments, as the references have"),
        (
            ["ref.txt", "-i", "mt.txt", "--documents", "mt.txt"],
            "mt.txt: expected a document for each of 3 segments of the references; found 2.",
        ),
    ],
)
def test_bad_arguments(run, arguments, message):
    Path("empty").mkdir()
    code, out, err = run("realign", *arguments)
    assert (code, out) == (2, "")
    assert message.lower() in err.splitlines()[-1].lower()
    assert Path("mt.txt").read_text() == STREAM


def test_subtitles_are_outputs_and_references(run):
    Path("mt.srt").write_text(SRT)
    Path("ref.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nthe cat\nsat\n\n00:02.000 --> 00:04.000\non the mat ."
    )
    code, out, err = run("realign", "ref.txt", "-i", "mt.srt", "--format", "text")
    assert (code, out) == (0, "the cat sat\non the mat .\nit rained\n")
    assert "note: mt.srt: Markup was taken out of 1 cue; times are not kept." in err
    code, out, _ = run("realign", "ref.vtt", "-i", "mt.srt", "--format", "text")
    assert (code, out) == (0, "the cat sat\non the mat . it rained\n")
    code, _, err = run("score", "ref.txt", "-i", "mt.srt")
    assert code == 2
    assert "bleuscope realign" in err


def test_documents_are_lines_or_files(run):
    Path("docs.txt").write_text("news\ta\nnews\ta\nnews\tb\n")
    code, out, _ = run("realign", "ref.txt", "-i", "mt.txt", "--documents", "docs.txt")
    assert code == 0
    assert "each of 2 documents by itself" in out
    for folder, texts in {
        "refs": ["the cat sat\non the mat .\n", "it rained all day\n"],
        "out": STREAM.split("\n"),
    }.items():
        Path(folder).mkdir()
        for name, text in zip("ab", texts, strict=False):
            Path(folder, f"{name}.txt").write_text(text)
    code, out, _ = run("realign", "refs", "-i", "out", "--format", "json")
    (found,) = json.loads(out)
    assert [one["text"] for one in found["segments"]] == CUT.splitlines()
    assert (found["system"], found["errors"], found["reference_words"]) == ("out", 2, 11)


def test_where_counts_differ_the_message_names_the_command(run):
    for command in ("score", "significance"):
        code, _, err = run(command, "ref.txt", "-i", "mt.txt", "ref.txt")
        assert code == 2
        assert "`bleuscope realign`" in err
    code, _, err = run("realign", "ref.txt", "-i", "ref.txt")
    assert code == 0
    assert "ref has as many lines as the references; they were joined and cut again all the same." in err


def test_notes_are_errors_if_strict(run):
    Path("mt.txt").write_text("\ufeff" + STREAM, encoding="utf-8")
    code, out, err = run("realign", "ref.txt", "-i", "mt.txt", "--strict", "-o", "out.txt")
    assert (code, out, Path("out.txt").exists()) == (2, "", False)
    assert "byte order mark" in err
