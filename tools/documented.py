"""Checks the examples in the documents: what a reader types, and what the project prints then.

Two kinds of blocks are run. In a block `console`, a line after `$ ` is typed into a shell, in an empty folder that
contains only `sample_data`; the lines below it are what it prints. A block `pycon` is a session of Python. As in
doctest, `...` matches any text. `python -m tools.documented` updates the documents with what is printed now.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROMPT, CONTINUED = "$ ", "> "
BLOCK = re.compile(r"^```(?P<language>console|pycon)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
TIMEOUT = 300
COMPILING = "Code is being compiled"
"""Beginning of the first command's message after an installation, after which the documented output follows."""

Run = Callable[[str], str]
"""Function from typed text to printed text."""


@dataclass(frozen=True)
class Example:
    """An example: typed text, and what a document says is printed."""

    source: str
    """Typed text as it is in the document, with prompts."""
    typed: str
    """Typed text without prompts."""
    expected: str

    def matches(self, printed: str) -> bool:
        """Return whether a printed text is what the document says."""
        return doctest.OutputChecker().check_output(self.expected, printed, doctest.ELLIPSIS)


def documents() -> list[Path]:
    """Return all Markdown files of the project that readers are sent to."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def blocks(text: str, language: str) -> Iterator[list[Example]]:
    """Yield the examples of each block in this language."""
    for block in BLOCK.finditer(text):
        if block["language"] == language and (found := PARSERS[language](block["text"])):
            yield found


def console_examples(block: str) -> list[Example]:
    """Return the shell commands of a block; empty for a block without a prompt, such as an administrator's recipe."""
    examples: list[list[list[str]]] = []
    for line in block.splitlines():
        if line.startswith(PROMPT):
            examples.append([[line], []])
        elif examples and line.startswith(CONTINUED) and not examples[-1][1]:
            examples[-1][0].append(line)
        elif examples:
            examples[-1][1].append(line)
    return [
        Example(_lines(source), "\n".join(line[len(PROMPT) :] for line in source), _lines(expected))
        for source, expected in examples
    ]


def python_examples(block: str) -> list[Example]:
    """Return the statements of a Python session."""
    found = doctest.DocTestParser().get_examples(block)
    return [Example(_add_prompts(example.source), example.source, example.want) for example in found]


PARSERS: Mapping[str, Callable[[str], list[Example]]] = {"console": console_examples, "pycon": python_examples}


@contextmanager
def shell() -> Iterator[Run]:
    """Yield a shell with a folder and a workspace of its own, in which `bleuscope` is this project's command."""
    with tempfile.TemporaryDirectory() as name:
        folder, programs = Path(name) / "work", Path(name) / "bin"
        folder.mkdir()
        programs.mkdir()
        (folder / "sample_data").symlink_to(ROOT / "sample_data")
        command = programs / "bleuscope"
        command.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(ROOT / "cli.py")])} "$@"\n')
        command.chmod(0o700)
        variables = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "BLEUSCOPE_DATABASE_URL": f"sqlite:///{name}/workspace.sqlite",
            "COLUMNS": "120",
        }

        def run(typed: str) -> str:
            done = subprocess.run(
                ["bash", "-c", typed],
                cwd=folder,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=TIMEOUT,
                check=False,
                text=True,
            )
            return "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith(COMPILING))

        yield run


@contextmanager
def python() -> Iterator[Run]:
    """Yield a Python session in which the package has the name that it has when it is installed."""
    names: dict[str, object] = {"__name__": "__main__"}

    def run(typed: str) -> str:
        statement = compile(typed, "document", "single")
        with redirect_stdout(io.StringIO()) as printed:
            exec(statement, names)  # noqa: S102 - the project's own documents
        return printed.getvalue()

    yield run


SESSIONS = {"console": shell, "pycon": python}


def differences(path: Path, language: str) -> list[tuple[Example, str]]:
    """Return the examples of a document, run in order, that print something else, each with what it prints."""
    examples = [example for found in blocks(path.read_text(encoding="utf-8"), language) for example in found]
    with SESSIONS[language]() as run:
        printed = [(example, run(example.typed)) for example in examples]
    return [(example, text) for example, text in printed if not example.matches(text)]


def main() -> None:
    """Update the documents with what is printed now."""
    for path in documents():
        text = path.read_text(encoding="utf-8")
        for language in PARSERS:
            for example, printed in differences(path, language):
                text = text.replace(example.source + example.expected, example.source + printed, 1)
                print(f"{path.relative_to(ROOT)}: {example.typed.splitlines()[0]}")
        path.write_text(text, encoding="utf-8")


def _add_prompts(source: str) -> str:
    first, *others = source.splitlines()
    return _lines([f">>> {first}", *(f"... {line}".rstrip() for line in others)])


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
