"""``check``: the table, every finding, its machine-readable forms, and what it refuses."""

import json

import pytest

from scoring.checks import CHECKS
from scoring.cli.main import main

SOURCE = "Guten Tag liebe Leute\nJa\n"
COPY = "guten tag, liebe Leute\nyes yes\n"
REFERENCE = "Good day dear people\nYes\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("src.txt", SOURCE), ("copy.txt", COPY), ("ref.txt", REFERENCE)):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("ref.txt", "copy.txt", "src.txt")]


def printed(capsys, *arguments):
    assert main(["check", *arguments]) == 0
    return capsys.readouterr().out


def test_rates_of_systems_and_references_are_printed(capsys, files):
    reference, output, source = files
    found = printed(capsys, reference, "-i", output, "--source", source)
    rows = {line[12:27].strip(): line.split()[-2:] for line in found.splitlines()[3:7]}
    assert rows == {
        "copied source": ["50.0", "0.0"],
        "repeated bigram": ["0.0", "0.0"],
        "partial copy": ["0.0", "0.0"],
        "doubled word": ["50.0", "0.0"],
    }
    assert "copy: The output is the source" in found


def test_json_has_a_row_a_kind_and_text_or_a_row_a_finding(capsys, files):
    reference, output, source = files
    asked = reference, "-i", output, "--source", source, "--format", "json"
    rates = json.loads(printed(capsys, *asked))
    assert rates[0] == {
        "check": "copy",
        "kind": "copied source",
        "severity": "critical",
        "role": "system",
        "name": "copy",
        "segments_found": 1,
        "segments": 2,
        "rate": 0.5,
        "is_uninformative": False,
    }
    findings = json.loads(printed(capsys, *asked, "--segments"))
    assert [(f["segment"], f["start"], f["end"], f["kind"], f["text"]) for f in findings] == [
        (1, 0, 22, "copied source", "guten tag, liebe Leute"),
        (2, 0, 7, "doubled word", "yes yes"),
    ]


def test_without_references_it_is_said_that_nothing_tells_false_alarms(capsys, files):
    _, output, source = files
    found = printed(capsys, "-i", output, "--source", source, "--checks", "copy")
    assert "Without a reference nobody knows how often these checks are wrong." in found
    assert "repetition" not in found


def test_findings_as_a_table_of_text(capsys, files):
    _, output, source = files
    rows = printed(capsys, "-i", output, "--source", source, "--segments", "--format", "tsv").splitlines()
    assert rows[0].split("\t") == ["system", "segment", "start", "end", "check", "kind", "severity", "text"]
    assert len(rows) == 3


def test_without_source_it_says_what_to_give(capsys, files):
    reference, output, _ = files
    assert main(["check", reference, "-i", output]) == 2
    assert "Give the source by --source SRC." in capsys.readouterr().err


def test_a_check_of_one_language_is_run_where_the_language_is_said(capsys, files, monkeypatch):
    monkeypatch.setattr(CHECKS["repetition"], "languages", ("de",))
    reference, output, source = files
    asked = reference, "-i", output, "--source", source, "--checks", "repetition", "copy"
    assert "repetition was not run: it is for outputs in de" in printed(capsys, *asked)
    for said in ("de", "German", "de-AT"):
        assert "doubled word" in printed(capsys, *asked, "--language", said)
    assert "repetition was not run" in printed(capsys, *asked, "--language", "fr")
    assert main(["check", *asked, "--language", "Gerbil"]) == 2
    assert "--language: expected a code or an English name, such as de or German" in capsys.readouterr().err
