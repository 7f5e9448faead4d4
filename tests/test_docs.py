"""What the documents name is there, and what they tell people to type works."""

import argparse
import glob
import re
import shlex
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from scoring.cli.main import COMMANDS, add_arguments, main
from workspace.cli import main as keeping

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
EVERY = [*DOCUMENTS, *sorted((ROOT / "sample_data").rglob("*.md"))]
COMMAND_LINE = ROOT / "docs" / "command-line.md"
WORKSPACE = ROOT / "docs" / "workspace.md"
KEEPING = ("project", "backup", "restore")
"""Commands whose examples follow one another."""
LINK = re.compile(r"\]\(([^()\s]+)\)")
IN_BACKTICKS = re.compile(r"`([\w./-]+)`")
PATH = re.compile(r"(\w[\w.-]*/)+([\w-]+\.\w+)?|[\w-]+\.(py|md|toml|txt|sh)")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
README_WORDS = 700


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def fenced(path: Path, language: str) -> list[str]:
    """What stands in the document's blocks of this language."""
    return [text for kind, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == language]


def anchors(path: Path) -> set[str]:
    """The headings of a document as a link names them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(documents: list[Path]) -> list[str]:
    """Each line that a reader is told to type, without its comment."""
    blocks = [text for path in documents for text in fenced(path, "sh")]
    lines = [line.split("#")[0].strip() for text in blocks for line in text.split("\n")]
    return [line for line in lines if line]


def commands_of(program: str) -> list[str]:
    return [line for line in commands(DOCUMENTS) if line.split()[0] == program]


SCORING = [line for line in commands_of("bleuscope") if line.split()[1] not in ("serve", *KEEPING)]


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= README_WORDS


@pytest.mark.parametrize("path", EVERY, ids=name)
def test_links_lead_somewhere(path):
    for link in LINK.findall(path.read_text(encoding="utf-8")):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such heading"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_files_that_are_named_are_there(path):
    named = IN_BACKTICKS.findall(re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    paths = {text for text in named if PATH.fullmatch(text)} - {"__init__.py", "utils.py"}
    missing = {text for text in paths if not (ROOT / text).exists()}
    assert not missing, f"not in the project: {missing}"


def test_the_map_has_every_folder():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = {path.parent for part in ("scoring", "ui", "workspace") for path in (ROOT / part).rglob("*.py")}
    missing = {name(folder) for folder in folders if f"{name(folder)}/" not in text}
    assert not missing


def test_every_command_is_one_that_these_tests_know():
    known = {"make", "bleuscope"}
    others = [line for line in commands(DOCUMENTS) if line.split()[0] not in known]
    assert {line.rpartition(" ")[0] for line in others} <= {"python -m benchmarks"}
    assert {line.split()[3] for line in others} <= {*benchmarks.USUAL, *benchmarks.ON_REQUEST}


@pytest.mark.parametrize("line", commands_of("make"))
def test_targets_of_make_are_there(line):
    assert line.split()[1] in TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", SCORING)
def test_examples_run(line, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(ROOT)
    arguments = [file for word in shlex.split(line)[1:] for file in sorted(glob.glob(word)) or [word]]
    written = tmp_path / arguments[-1]
    is_written = arguments[-2] == "-o"
    code = main([*arguments[:-1], str(written)] if is_written else arguments)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert written.exists() if is_written else out


def test_examples_of_the_workspace_run_one_after_another(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("BLEUSCOPE_DATABASE_URL", f"sqlite:///{tmp_path}/workspace.sqlite")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    lines = [line for line in commands([WORKSPACE]) if line.split()[1] in KEEPING]
    assert {line.split()[1] for line in lines} == {*KEEPING}
    for line in lines:
        arguments = [file for word in shlex.split(line)[1:] for file in sorted(glob.glob(word)) or [word]]
        code = keeping.main(arguments)
        out, err = capsys.readouterr()
        assert (code, bool(out)) == (0, True), f"{line}: {err}"


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if fenced(path, "python")], ids=name)
def test_programs_run(document, monkeypatch, capsys):
    """Here the package is called scoring, as the document says."""
    monkeypatch.chdir(ROOT)
    for program in fenced(document, "python"):
        exec(program.replace("from bleuscope.scoring", "from scoring"), {"__name__": "__main__"})  # noqa: S102
    assert capsys.readouterr().err == ""


def synopses() -> dict[str, str]:
    """Command -> its synopsis, with what stands for groups of options, in capitals, put in."""
    (text,) = [block for block in fenced(COMMAND_LINE, "text") if block.startswith("bleuscope")]
    parts = re.split(r"^(?:bleuscope )?([\w-]+(?: [a-z-]+)?)(?=  )", text, flags=re.MULTILINE)[1:]
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    groups = {part: synopsis for part, synopsis in found.items() if part.isupper()}
    for _ in groups:
        found = {part: put_in(synopsis, groups) for part, synopsis in found.items()}
    return {part: synopsis for part, synopsis in found.items() if part not in groups}


def put_in(synopsis: str, groups: dict[str, str]) -> str:
    return re.sub(r"\b[A-Z]+\b", lambda match: groups.get(match[0], match[0]), synopsis)


def test_synopses_have_every_option_of_every_command():
    for command in COMMANDS:
        parser = argparse.ArgumentParser()
        add_arguments(command, parser)
        options = {action.option_strings[0] for action in parser._actions if action.option_strings} - {"-h"}
        assert set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", synopses()[command])) == options, command


def synopses_of_the_workspace() -> dict[str, str]:
    """Command -> its synopsis, of several lines all of them."""
    (text,) = [block for block in fenced(WORKSPACE, "text") if block.startswith("bleuscope")]
    found: dict[str, str] = {}
    for line in text.strip().split("\n"):
        command, _, synopsis = line.removeprefix("bleuscope ").partition("  ")
        found[command] = found.get(command, "") + synopsis
    return found


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


def test_synopses_of_the_workspace_have_every_option_of_every_command():
    parsers: dict[str, argparse.ArgumentParser] = {}
    for command, parser in subparsers(keeping.parser_of("bleuscope")).items():
        parsers |= {f"{command} {name}": inner for name, inner in subparsers(parser).items()} or {command: parser}
    assert synopses_of_the_workspace().keys() == parsers.keys()
    for command, parser in parsers.items():
        options = {action.option_strings[0] for action in parser._actions if action.option_strings} - {"-h"}
        assert set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", synopses_of_the_workspace()[command])) == options, command
