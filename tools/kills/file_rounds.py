"""Rounds in which a command that writes a file is killed at a random moment; the file must be the old or new one."""

import random
import time
from dataclasses import dataclass
from pathlib import Path

from tools.kills.commands import LIVE, PROJECT, WRITERS, prepare, use_workspace, write_again_and_again
from tools.kills.places import faults
from tools.kills.rounds import LostChangeError, Process
from tools.kills.targets import KINDS, fault
from tools.kills.writer import DONE, READY
from workspace import Workspace
from workspace.storage.place import url_of_file

MAX_WRITING = 2
"""Longest time in seconds before a command is killed; half of the rounds wait for its unfinished file instead."""
MAX_WAITING = 20
AS_IT_WRITES = 0.003


@dataclass(frozen=True)
class FileOutcome:
    """The result of one round in which nothing was lost."""

    writer: str
    turns: int
    """Number of turns that had ended well."""
    is_cut_off: bool
    is_writing: bool
    """Whether there was an unfinished file at the kill."""


class FileRounds:
    """Rounds in a folder, whose files each round leaves to the next."""

    def __init__(self, folder: Path, lines: list[str]) -> None:
        self.folder, self._turns = folder, dict.fromkeys(WRITERS, 0)
        prepare(folder, lines).close()
        self._states: dict[str, list[bytes]] = {}

    def round(self, number: int, name: str | None = None) -> FileOutcome:
        """Run one round of a command, by its name or number; raise ``LostChangeError`` if anything is wrong."""
        name = name or [*WRITERS][number % len(WRITERS)]
        if name not in self._states:
            self._states[name] = [self._written(name) for _ in range(2)]
        target, first = self.target(name), self._turns[name]
        at_work = Process(write_again_and_again, name, self.folder, target, first)
        at_work.until(READY)
        is_writing = self._wait(target) if number % 2 else self._sleep()
        at_work.kill_at_work()
        done, under_way = at_work.changes()
        self._turns[name] = first + len(done) + 1
        self._check(name, target)
        left = [*self._unfinished_files(target)]
        for path in left:
            path.unlink()
        return FileOutcome(name, sum(what == DONE for what, _ in at_work.told), under_way is not None, is_writing)

    def odd_targets(self, name: str, kind: str, number: int = 0) -> None:
        """Tell a command to write to an odd place; raise ``LostChangeError`` unless it refuses and harms nothing."""
        with use_workspace(self.folder), Workspace(url_of_file(self.folder / LIVE)) as kept:
            kept.annotate(kept.projects()[0].id, f"note {number}")  # its log is there
            if wrong := fault(WRITERS[name], self.folder, kind, self._turns[name]):
                raise LostChangeError(f"{name}, {kind}: {wrong}")
            self._turns[name] += 1
        self._check_workspace()

    def _written(self, name: str) -> bytes:
        """Let a command write its next turn, and return the content."""
        target = self.target(name)
        with use_workspace(self.folder):
            code, said = WRITERS[name].run(self.folder, target, self._turns[name])
        if code:
            raise RuntimeError(f"{name}: {said}")
        self._turns[name] += 1
        return target.read_bytes()

    def target(self, name: str) -> Path:
        return self.folder / f"{name.replace(' ', '')}{WRITERS[name].ending}"

    def _unfinished_files(self, target: Path) -> list[Path]:
        names = [*target.parent.glob(f".{target.name}.*"), *target.parent.glob(f"{target.name}.unfinished")]
        return [path for path in names if path.suffix != ".lock"]

    def _sleep(self) -> bool:
        time.sleep(random.uniform(0, MAX_WRITING))
        return False

    def _wait(self, target: Path) -> bool:
        """Wait until the command writes; return whether it did so in time."""
        deadline = time.monotonic() + MAX_WAITING
        while time.monotonic() < deadline:
            if self._unfinished_files(target):
                time.sleep(random.uniform(0, AS_IT_WRITES))
                return True
        return False

    def _check(self, name: str, target: Path) -> None:
        data = target.read_bytes()
        if data not in self._states[name] and not WRITERS[name].is_whole(data, target):
            raise LostChangeError(f"{name}: {target} is neither the old file nor the new one ({len(data)} bytes).")
        self._check_workspace()

    def _check_workspace(self) -> None:
        with Workspace(url_of_file(self.folder / LIVE)) as kept:
            if wrong := [*faults(kept)]:
                raise LostChangeError("; ".join(wrong))
            if [one.name for one in kept.projects()] != [PROJECT]:
                raise LostChangeError("The workspace is another one.")


def command_and_odd_kind(number: int) -> tuple[str, str]:
    """Return the command and the kind of odd place for a round, so that all pairs take turns."""
    pairs = [(name, kind) for kind in KINDS for name in WRITERS]
    return pairs[number % len(pairs)]
