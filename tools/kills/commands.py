"""Commands that write a file, to be killed or sent to odd places; odd and even turns write different content."""

import contextlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow.parquet as pq

from scoring.cli.main import main as scoring_main
from scoring.rating import DirectAssessment
from tools.kills.recipes import build
from tools.kills.writer import BEGINS, DONE, FAILED, PLAN, READY
from workspace import Workspace
from workspace.cli.main import main as workspace_main
from workspace.storage.backup import is_sealed
from workspace.storage.place import VARIABLE, url_of_file

PROJECT, CAMPAIGN, LIVE = "kept", "rated", "live.sqlite"
N_SEGMENTS = 400
Words = Callable[[Path, Path, int], list[str]]
"""Function from the folder, the file to write and the turn's number to the arguments of a command."""


@dataclass(frozen=True)
class Writer:
    """A command that writes a file."""

    words: Words
    is_whole: Callable[[bytes, Path], bool]
    """Function that tells from content and path whether a file is complete, if turns never write the same bytes."""
    ending: str = ""
    is_of_workspace: bool = False

    def run(
        self, folder: Path, target: Path, turn: int, within: contextlib.AbstractContextManager[object] | None = None
    ) -> tuple[int, str]:
        """Run the command ``within`` a context, and return its exit code and its words on stderr."""
        said, words = io.StringIO(), self.words(folder, target, turn)
        main = workspace_main if self.is_of_workspace else scoring_main
        within = within or contextlib.nullcontext()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()), within:
            code = main(words)
        return code, said.getvalue()


def _score(folder: Path, turn: int, *more: str) -> list[str]:
    return ["score", str(folder / "ref.txt"), "-i", str(folder / f"sys{turn % 2}.txt"), *more]


def _watch(folder: Path, target: Path, turn: int) -> list[str]:
    """Return the arguments of a watch; each turn adds one output for it."""
    outputs = folder / "outputs"
    text = (folder / f"sys{turn % 2}.txt").read_text(encoding="utf-8")
    (outputs / f"step-{turn}.txt").write_text(f"{turn} {text}", encoding="utf-8")
    return ["score", str(folder / "ref.txt"), "--watch", str(outputs), "--once", "--every", "1", "--to", str(target)]


def _is_zip(data: bytes, path: Path) -> bool:
    with zipfile.ZipFile(path) as archive:
        return archive.testzip() is None and json.loads(archive.read("manifest.json"))["name"] == PROJECT


def _has_two_forms(data: bytes, path: Path) -> bool:
    """Return False: odd and even turns each write the same bytes every time, and any other file is incomplete."""
    return False


WRITERS = {
    "score -o": Writer(lambda folder, to, n: _score(folder, n, "-o", str(to)), _has_two_forms),
    "report -o": Writer(
        lambda folder, to, n: [
            *("report", str(folder / "ref.txt"), "-i", str(folder / "sys0.txt"), str(folder / "sys1.txt")),
            *("--trials", "50", "--name", f"turn {n % 2}", "-o", str(to)),
        ],
        _has_two_forms,
        ".html",
    ),
    "choose --write": Writer(
        lambda folder, to, n: [
            *("choose", str(folder / "ref.txt"), "-i", str(folder / "sys0.txt"), str(folder / "sys1.txt")),
            *("--by", f"system:sys{n % 2}", "--judge", "bleu", "--trials", "1", "--write", f"system:sys{n % 2}={to}"),
        ],
        _has_two_forms,
    ),
    "--write-statistics": Writer(
        lambda folder, to, n: _score(folder, n, "--engine", "local", "--write-statistics", str(to)), _has_two_forms
    ),
    "--write-sample": Writer(
        lambda folder, to, n: _score(folder, n, "--engine", "local", "--write-sample", str(to)), _has_two_forms
    ),
    "watch --to": Writer(_watch, lambda data, path: pq.read_table(path).num_rows > 0, ".parquet"),
    "backup": Writer(
        lambda folder, to, n: ["backup", str(to), "--replace"],
        lambda data, path: is_sealed(path) is True,
        is_of_workspace=True,
    ),
    "project export": Writer(
        lambda folder, to, n: ["project", "export", PROJECT, str(to), "--replace"], _is_zip, is_of_workspace=True
    ),
    "campaign export": Writer(
        lambda folder, to, n: ["campaign", "export", CAMPAIGN, str(to), "--replace"],
        _has_two_forms,
        is_of_workspace=True,
    ),
}


def prepare(folder: Path, lines: list[str]) -> Workspace:
    """Write the commands' input into a folder; return an open workspace with one project and one campaign."""
    texts = [f"{lines[n % len(lines)]} {n}".replace("\n", " ") for n in range(N_SEGMENTS)]
    for name, step in (("ref", 1), ("sys0", 3), ("sys1", 5)):
        written = "".join(f"{text} {'x' * (n % step)}\n" for n, text in enumerate(texts))
        (folder / f"{name}.txt").write_text(written, encoding="utf-8", newline="\n")
    (folder / "outputs").mkdir()
    kept = Workspace(url_of_file(folder / LIVE))
    project = kept.create(PROJECT)
    test_set = kept.add(project.id, build((("set", 1),), lines), "set")
    made = kept.make_campaign(test_set.id, 1, CAMPAIGN, PLAN)
    kept.answer(kept.join(made.token, "rater").secret, 0, DirectAssessment(50), 1.0)
    return kept


@contextlib.contextmanager
def use_workspace(folder: Path) -> Iterator[None]:
    """Let commands use the workspace of this folder, within the context."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = f"sqlite:///{folder / LIVE}"
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def write_again_and_again(name: str, folder: Path, target: Path, first: int, tells: Connection) -> None:
    """Run a command again and again until it is killed; report the beginning and the end of each turn."""
    with use_workspace(folder):
        tells.send((READY, None))
        for turn in count(first):
            tells.send((BEGINS, turn))
            code, said = WRITERS[name].run(folder, target, turn)
            if code:
                tells.send((FAILED, said))
                return
            tells.send((DONE, turn))
