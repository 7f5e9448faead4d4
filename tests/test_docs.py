"""What the documents name is there, and what they tell people to type works."""

import argparse
import ast
import json
import re
import sys
import types
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from scoring import METRICS
from scoring.cli.main import COMMANDS, add_arguments, main
from tests.cases import as_one_test
from tools import documented
from workspace.cli import main as keeping

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
EVERY = [*DOCUMENTS, *sorted((ROOT / "sample_data").rglob("*.md"))]
COMMAND_LINE = ROOT / "docs" / "command-line.md"
WORKSPACE = ROOT / "docs" / "workspace.md"
LINK = re.compile(r"\]\(([^()\s]+)\)")
IN_BACKTICKS = re.compile(r"`([\w./-]+)`")
PATH = re.compile(r"(\w[\w.-]*/)+([\w-]+\.\w+)?|[\w-]+\.(py|md|toml|txt|sh)")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
EXAMPLE_METRIC = ROOT / "examples" / "plugin" / "src" / "bleuscope_example" / "metric.py"
README_WORDS = 650
WORD = re.compile(r"\S*\w\S*")
DOCS_WORDS = 30_000
CELL_WORDS = 40
LINE_LENGTH = 130
LINK_TARGET = re.compile(r"(?<=\])\([^()\s]+\)")
LONG = {
    "agreement.md",
    "choosing.md",
    "command-line.md",
    "engine.md",
    "gate.md",
    "judges.md",
    "realign.md",
    "terms.md",
    "watching.md",
    "workspace.md",
}
"""Documents whose examples take most of the time of all; what their commands do has tests of its own."""


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


def test_the_readme_is_short():
    text = FENCE.sub("", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(text.split()) <= README_WORDS


def manual() -> list[Path]:
    return sorted((ROOT / "docs").glob("*.md"))


def test_the_manual_is_short():
    """All pages together; what has neither a letter nor a digit, such as the bars of tables, is no word."""
    words = {path.name: len(WORD.findall(path.read_text(encoding="utf-8"))) for path in manual()}
    assert sum(words.values()) <= DOCS_WORDS, f"shorten a page for each sentence that you add: {words}"


@as_one_test
@pytest.mark.parametrize("path", manual(), ids=name)
def test_table_cells_and_lines_of_the_manual_are_short(path):
    """Code blocks may have longer lines, and so may rows of tables and targets of links."""
    lines = FENCED.sub("", path.read_text(encoding="utf-8")).splitlines()
    cells = [cell for line in lines if line.startswith("|") for cell in line.split("|")]
    assert [cell for cell in cells if len(cell.split()) > CELL_WORDS] == []
    texts = [LINK_TARGET.sub("", line) for line in lines if not line.startswith("|")]
    assert [text for text in texts if len(text) > LINE_LENGTH] == []


@as_one_test
@pytest.mark.parametrize("path", EVERY, ids=name)
def test_blank_lines_are_around_headings_and_tables(path):
    """Without one a line of text is one more row of the table above it."""
    lines = FENCED.sub("", path.read_text(encoding="utf-8")).splitlines()
    borders = [(above, below) for above, below in pairwise(lines) if above.strip() and below.strip()]
    assert [pair for pair in borders if is_heading(pair[0]) or is_heading(pair[1])] == []
    assert [pair for pair in borders if is_row(pair[0]) != is_row(pair[1])] == []


def is_heading(line: str) -> bool:
    return line.startswith("#")


def is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


@as_one_test
@pytest.mark.parametrize("path", EVERY, ids=name)
def test_links_lead_somewhere(path):
    for link in LINK.findall(FENCED.sub("", path.read_text(encoding="utf-8"))):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such heading"


@as_one_test
@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_files_that_are_named_are_there(path):
    named = IN_BACKTICKS.findall(re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    paths = {text for text in named if PATH.fullmatch(text)} - {"__init__.py", "bleuscope.toml", "utils.py"}
    missing = {text for text in paths if not (ROOT / text).exists()}
    assert not missing, f"not in the project: {missing}"


def test_the_map_has_every_room():
    """What is inside a room its folders' ``__init__.py`` say."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {f"{name(path.parent)}/" for part in ("*", "*/*") for path in ROOT.glob(f"{part}/__init__.py")}
    rooms -= {
        room for room in rooms if room.startswith(("tests/", "tools/", "benchmarks/", "ui/")) and room.count("/") > 1
    }
    assert {room for room in rooms if f"`{room}`" not in text} == set()


def test_every_command_is_one_that_these_tests_know():
    known = {"make", "bleuscope"}
    others = [line for line in commands(DOCUMENTS) if line.split()[0] not in known]
    assert {" ".join(line.removesuffix(" DATA").split()[:-1]) for line in others} <= {"python -m benchmarks"}
    assert {line.split()[3] for line in others} <= {*benchmarks.USUAL, *benchmarks.ON_REQUEST}


@pytest.mark.parametrize("line", commands_of("make"))
def test_targets_of_make_are_there(line):
    assert line.split()[1] in TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "language"),
    [
        pytest.param(path, language, marks=[pytest.mark.exhaustive] * (path.name in LONG))
        for path in documented.documents()
        for language in documented.PARSERS
        if any(documented.blocks(path.read_text(encoding="utf-8"), language))
    ],
    ids=lambda value: value if isinstance(value, str) else name(value),
)
def test_examples_print_what_the_document_says(path, language):
    """Where they print something else, and it is right, `python -m tools.documented` writes it into the document."""
    for example, printed in documented.differences(path, language):
        assert printed == example.expected, example.typed


@as_one_test
@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_no_command_stands_in_a_block_that_is_not_run(path):
    """But for `serve`, which goes on; and for synopses, and shards of a storage, which are no examples to type."""
    lines = [line for language in ("sh", "python") for text in fenced(path, language) for line in text.splitlines()]
    assert [line for line in lines if line.startswith("bleuscope") and line.split()[1] != "serve"] == []


def test_the_metric_of_adding_works_as_the_document_says(monkeypatch, capsys, tmp_path):
    """The file that the document links to is made a module, named in METRICS, and used by the command."""
    line, command = (block.strip() for block in fenced(ROOT / "docs" / "adding.md", "text"))
    module = types.ModuleType("bleuscope.scoring.wordf1")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    module.__package__ = "bleuscope.scoring"
    exec(EXAMPLE_METRIC.read_text(encoding="utf-8"), vars(module))  # noqa: S102 - the project's own example
    key, home = re.fullmatch(r'"(\w+)": (\(.*\)),', line).groups()
    monkeypatch.setattr(METRICS, "_homes", {**METRICS._homes, key: ast.literal_eval(home)})
    (tmp_path / "ref.txt").write_text("the cat sat on the mat\n")
    (tmp_path / "output.txt").write_text("The cat is on a mat .\n")
    monkeypatch.chdir(tmp_path)
    assert main([*command.split()[1:], "--format", "json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert record["score"] == pytest.approx(100 * 8 / 13)  # the, cat, on, mat
    assert main([*command.split()[1:-1], "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["score"] == pytest.approx(100 * 6 / 13)


def test_help_explains_every_option_of_every_command():
    """The manual sends readers to the help, which is where each option is explained."""
    for command in COMMANDS:
        parser = argparse.ArgumentParser()
        add_arguments(command, parser)
        assert [action.dest for action in parser._actions if not (action.help or "").strip()] == [], command


def test_the_page_of_the_command_line_has_every_command():
    text = COMMAND_LINE.read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (.*)$", text, re.MULTILINE))
    assert {command for command in COMMANDS if command not in sections and f"`bleuscope {command}" not in text} == set()


def commands_of_the_workspace() -> set[str]:
    """Each command that the page lists, such as ``project add`` and ``backup``."""
    (text,) = [block for block in fenced(WORKSPACE, "text") if block.startswith("bleuscope")]
    rows = [line.split()[1:] for line in text.strip().split("\n")]
    return {" ".join([*group, name]) for *group, names in rows for name in names.split("|")}


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


def test_the_page_of_the_workspace_has_every_command_and_help_explains_every_option():
    parsers: dict[str, argparse.ArgumentParser] = {}
    for command, parser in subparsers(keeping.build_parser("bleuscope")).items():
        parsers |= {f"{command} {name}": inner for name, inner in subparsers(parser).items()} or {command: parser}
    assert commands_of_the_workspace() == parsers.keys()
    for command, parser in parsers.items():
        options = [action for action in parser._actions if action.option_strings]
        assert [option.dest for option in options if not (option.help or "").strip()] == [], command
