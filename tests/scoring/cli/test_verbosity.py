"""What commands say on standard error: nothing but errors if quiet, every detail if verbose; and exit codes."""

import io
import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from bleuscope import exit_codes
from scoring.cli.main import COMMANDS, main
from scoring.cli.program import terminal_width


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("ref.txt").write_bytes("\ufeffthe cat sat\nit rained all day\n".encode())
    Path("sys.txt").write_text("the cat sat\nit rained a day\n")
    Path("old.txt").write_bytes("the cat sat\nit rained \xe9\n".encode("latin-1"))
    Path("scores.tsv").write_text("system\tsegment\tscore\nsys\t1\t0.5\nsys\t2\t0.25\n")


def said(capsys, *arguments, code=0):
    """What a command prints, and what it says beside that."""
    assert main([*arguments]) == code
    return capsys.readouterr()


def test_a_quiet_command_says_no_notes(folder, capsys):
    usual = said(capsys, "score", "ref.txt", "-i", "sys.txt")
    quiet = said(capsys, "score", "ref.txt", "-i", "sys.txt", "--quiet")
    assert usual.err.startswith("note: ref.txt: The file begins with a byte order mark")
    assert (quiet.out, quiet.err) == (usual.out, "")


def test_a_quiet_command_says_errors(folder, capsys):
    assert "none.txt: No such file" in said(capsys, "score", "none.txt", "-i", "sys.txt", "--quiet", code=2).err
    found = said(capsys, "score", "ref.txt", "-i", "sys.txt", "--quiet", "--strict", code=2).err
    assert found == "scoring: --strict: 1 note about files, so there is no result; leave out --quiet to read why.\n"


def test_the_next_command_is_no_longer_quiet(folder, capsys):
    said(capsys, "score", "ref.txt", "-i", "sys.txt", "--quiet")
    said(capsys, "score", "none.txt", "-i", "sys.txt", "--quiet", code=2)
    assert said(capsys, "score", "ref.txt", "-i", "sys.txt").err != ""


def test_a_verbose_command_says_what_was_read_and_how_long_it_took(folder, capsys):
    arguments = "score", "ref.txt", "-i", "sys.txt", "old.txt", "--encoding", "latin-1", "--scores", "scores.tsv"
    lines = said(capsys, *arguments, "--verbose").err.splitlines()
    details = [re.sub(r"[\d.]+ s$", "N s", line) for line in lines if not line.startswith("note: ")]
    assert details == [
        "scores.tsv: scores of sys",
        "ref.txt: reference ref, 2 segments; text, UTF-8.",
        "sys.txt: system sys, 2 segments; text, UTF-8.",
        "old.txt: system old, 2 segments; text, Read as latin-1, not as UTF-8.",
        "scores: N s",
        "all of it: N s",
    ]


def test_numbers_are_those_of_a_command_that_is_neither(folder, capsys):
    arguments = "significance", "ref.txt", "-i", "sys.txt", "old.txt", "--encoding", "latin-1", "--format", "json"
    usual, verbose, quiet = (said(capsys, *arguments, *more).out for more in ((), ("--verbose",), ("--quiet",)))
    assert json.loads(usual) == json.loads(verbose) == json.loads(quiet)


def test_both_at_once_is_an_error(folder, capsys):
    found = said(capsys, "score", "ref.txt", "-i", "sys.txt", "--quiet", "--verbose", code=2).err
    assert "--verbose: not allowed with argument --quiet" in found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_both(command, capsys):
    with pytest.raises(SystemExit):
        main([*command.split(), "-h"])
    help_ = capsys.readouterr().out
    assert "--quiet" in help_
    assert "--verbose" in help_


def test_exit_codes_are_told_by_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["-h"])
    help_ = capsys.readouterr().out
    for code, meaning in exit_codes.EXIT_CODES.items():
        assert re.search(rf"^ +{code}  {re.escape(meaning)}$", help_, re.MULTILINE)


def test_exit_codes_are_each_explained():
    named = {value for name, value in vars(exit_codes).items() if name.isupper() and isinstance(value, int)}
    assert named == exit_codes.EXIT_CODES.keys()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def said_on_terminal(monkeypatch, *arguments):
    """The same on a terminal, whose width nobody knows."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Terminal())
        patch.setattr(sys, "stderr", Terminal())
        assert main([*arguments]) == 0
        return sys.stdout.getvalue(), sys.stderr.getvalue()


@pytest.mark.parametrize("command", ["score", "significance", "check", "doctor"])
def test_on_a_terminal_sentences_and_tables_fit_its_width(folder, capsys, monkeypatch, command):
    references = ["sys.txt"] if command == "check" else ["ref.txt"]
    arguments = [command, *references, "-i", "sys.txt", "old.txt", "--encoding", "latin-1"]
    usual, (out, err) = said(capsys, *arguments), said_on_terminal(monkeypatch, *arguments)
    assert err.split() == usual.err.split()
    words, usual_words = (Counter(text.replace("-", "").split()) for text in (out, usual.out))
    assert words == usual_words, "heads of tables take several lines"
    assert len(max(f"{out}\n{err}".split("\n"), key=len)) <= 79 == terminal_width(Terminal())
    assert (out + err).count("\n") > (usual.out + usual.err).count("\n"), "one is longer"


def test_what_programs_read_is_not_cut_on_a_terminal(folder, capsys, monkeypatch):
    for arguments in (["--format", "json"], ["--format", "tsv"], ["--format", "latex"], ["-o", "found.txt"]):
        asked = ["significance", "ref.txt", "-i", "sys.txt", "old.txt", "--encoding", "latin-1", *arguments]
        usual = said(capsys, *asked).out
        written = Path("found.txt").read_text() if "-o" in arguments else usual
        assert max(map(len, written.split("\n"))) > 79
        assert said_on_terminal(monkeypatch, *asked)[0] == usual
        assert "-o" not in arguments or Path("found.txt").read_text() == written
