"""Rounds of one change to a workspace in a file, on a disk that fails; the change must be complete or undone."""

import random
import shutil
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL

from tools.faults.power_cuts import Disk, Image, write_image
from tools.faults.sqlite_disk import FailingDisk, Operation, See, Verdict, watch_file_operations
from tools.kills.model import DELETED, Change, State, Told, expected_content, read_content
from tools.kills.places import faults
from tools.kills.rounds import LostChangeError
from tools.kills.writer import ChangeRunner, backup_path
from workspace import Workspace, WorkspaceError
from workspace.storage.place import url_of_file

LIVE = "live.sqlite"
LINES = ("Ja.", "Nein, danke & <b>gern</b>.", "", "Sehr 'gut'\u2028so.")
"""Words of the texts that the rounds use."""
NEWS, GONE = "News", "Gone"
BEFORE = (
    Change("create", 1, NEWS),
    Change("add", 2, NEWS, "set"),
    Change("revise", 3, NEWS, "set", "scores"),
    Change("save view", 4, NEWS, "view"),
    Change("start campaign", 5, NEWS, "campaign", "set"),
    Change("rate", 6, NEWS, "campaign"),
    Change("grant", 7, NEWS, "ada@example.org", "read"),
    Change("make link", 8, NEWS, "link", "read"),
    Change("add", 9, NEWS, "second set"),
    Change("delete", 10, NEWS, "second set"),
    Change("create", 11, GONE),
    Change("add", 12, GONE, "third set"),
    Change("back up", 13),
    Change("delete", 14, GONE),
)
"""Changes that are made before the disk fails."""
CHANGES = (
    Change("create", 100, "new"),
    Change("annotate", 100, NEWS),
    Change("archive", 100, NEWS),
    Change("add", 100, NEWS, "new set"),
    Change("revise", 100, NEWS, "set", "output"),
    Change("save view", 100, NEWS, "new view"),
    Change("start campaign", 100, NEWS, "new campaign", "set"),
    Change("rate", 100, NEWS, "campaign"),
    Change("grant", 100, NEWS, "bob@example.org", "edit"),
    Change("take right", 100, NEWS, "ada@example.org"),
    Change("make link", 100, NEWS, "new link", "read"),
    Change("take back", 100, NEWS, "link"),
    Change("delete", 100, NEWS),
    Change("undo", 100, GONE),
    Change("forget", 100, NEWS),
    Change("copy", 100, NEWS, "copy"),
    Change("purge", 100),
    Change("back up", 100),
    Change("restore", 100, how="13"),
)
"""One change of each kind."""


class Fault(Protocol):
    """A fault that occurs during a change."""

    works: bool
    """Whether the fault can occur at the moment."""

    @property
    def has_failed(self) -> bool:
        """Whether the fault has occurred."""


@dataclass(frozen=True)
class RoundOutcome:
    """The result of a round in which nothing was lost."""

    has_failed: bool
    """Whether the fault occurred during the change."""
    said: str = ""
    """Message of the refused change; empty for a completed one."""


class ChangeRounds:
    """Rounds in a folder, each with its own copy of the same workspace."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._number = folder, 0
        self.state, first = State(), folder / "first"
        first.mkdir()
        with Workspace(url_of_file(first / LIVE)) as kept:
            for change in BEFORE:
                ChangeRunner(kept, first, LINES, self.state).do(change)
                self.state = self.state.after(change)

    def new_folder(self) -> Path:
        """Return a new folder with a workspace, and one backup of it."""
        self._number += 1
        made = self.folder / str(self._number)
        made.mkdir()
        shutil.copyfile(self.folder / "first" / LIVE, made / LIVE)
        shutil.copyfile(backup_path(self.folder / "first", 13), backup_path(made, 13))
        return made

    def round(self, change: Change, disk: FailingDisk) -> RoundOutcome:
        """Make a change while the disk fails, then go on with a working disk.

        Raise ``LostChangeError`` if anything is wrong.
        """
        folder = self.new_folder()
        disk.works = False
        with watch_file_operations(disk):
            outcome = self.change_once(url_of_file(folder / LIVE), folder, change, disk)
        shutil.rmtree(folder)
        return outcome

    def change_once(self, url: URL, folder: Path, change: Change, fault: Fault) -> RoundOutcome:
        """Change the workspace at this address while a fault can occur, then go on without it.

        Raise the errors of ``round``.
        """
        said = ""
        with ExitStack() as opened:
            kept = opened.enter_context(Workspace(url))
            fault.works = True
            try:
                ChangeRunner(kept, folder, LINES, self.state).do(change)
            except WorkspaceError as error:
                said = str(error)
            fault.works = False
            if change.kind == "restore":  # what cannot be read is damaged: a new file takes its place
                kept = opened.enter_context(Workspace(url))
            state = self._check(kept, change, said)
            after = Change("create", 200, "afterwards")
            ChangeRunner(kept, folder, LINES, state).do(after)
            state = state.after(after)
        with Workspace(url) as kept:
            self._expect(kept, [state])
        return RoundOutcome(fault.has_failed, said)

    def open_round(self, disk: FailingDisk, earlier: Path | None = None) -> RoundOutcome:
        """Open, read and close a workspace while the disk fails; afterwards, all its content must be there.

        ``earlier`` is the SQL of a workspace of an earlier version, which is migrated.
        """
        folder, said = self.new_folder(), ""
        if earlier is not None:
            (folder / LIVE).unlink()
            with closing(sqlite3.connect(folder / LIVE)) as made:
                made.executescript(earlier.read_text(encoding="utf-8"))
        with watch_file_operations(disk):
            try:
                with Workspace(url_of_file(folder / LIVE)) as kept:
                    kept.projects()
            except WorkspaceError as error:
                said = str(error)
            disk.works = False
            with Workspace(url_of_file(folder / LIVE)) as kept:
                if earlier is None:
                    self._expect(kept, [self.state])
                elif wrong := [*faults(kept)]:
                    raise LostChangeError("; ".join(wrong))
                read_content(kept)
        _expect_sentence(said)
        shutil.rmtree(folder)
        return RoundOutcome(disk.has_failed, said)

    def power_cuts(self, change: Change, step: int, n_random: int, see: See = lambda _: None) -> int:
        """Make a change, and open what power cuts can leave after every ``step`` operations; return the image count.

        What was committed before must be there; of the change all or nothing, and all once it was committed. Raise
        ``LostChangeError`` if anything is wrong. ``see`` may keep operations from the disk.
        """
        folder, seen, draw = self.new_folder(), [], random.Random(change.kind)

        def watch(operation: Operation) -> Verdict | None:
            verdict = see(operation)
            if verdict is None and operation.path is not None and operation.path.name.startswith(LIVE):
                seen.append(operation)
            return verdict

        disk = Disk({LIVE: (folder / LIVE).read_bytes()})
        with watch_file_operations(watch), Workspace(url_of_file(folder / LIVE)) as kept:
            ChangeRunner(kept, folder, LINES, self.state).do(change)
            confirmed = len(seen)
        after, tried = self.state.after(change), set()
        for number, operation in enumerate(seen, 1):
            disk.do(operation)
            if number % step and number not in (confirmed, len(seen)):
                continue
            states = [after] if number >= confirmed else [*self._intermediate_states(change), after]
            for image in disk.images(draw, n_random):
                if (key := (number >= confirmed, hash(frozenset(image.items())))) not in tried:
                    tried.add(key)
                    self._open_image(image, states)
        shutil.rmtree(folder)
        return len(tried)

    def _open_image(self, image: Image, states: list[State]) -> None:
        folder = self.folder / "image"
        folder.mkdir()
        write_image(image, folder)
        try:
            with Workspace(url_of_file(folder / LIVE)) as kept:
                self._expect(kept, states)
        except (WorkspaceError, sqlite3.DatabaseError) as error:
            raise LostChangeError(f"After a power cut: {error}") from error
        finally:
            shutil.rmtree(folder)

    def _intermediate_states(self, change: Change) -> list[State]:
        """Return the state before a change, and a purge's middle states, as it removes one thing after another."""
        names = _deleted_names(self.state) if change.kind == "purge" else ()
        return [self.state, *(self.state.state_after_purge([name]) for name in names)]

    def _check(self, kept: Workspace, change: Change, said: str) -> State:
        """Return the workspace's state, which must be the one after the change if no error was raised.

        After an error, it may also be the state before the change, or one in its middle.
        """
        after = self.state.after(change)
        _expect_sentence(said)
        if not said:
            return self._expect(kept, [after])
        if "nothing was changed" in said:
            # Each thing that is purged is a change of its own.
            return self._expect(kept, self._intermediate_states(change))
        return self._expect(kept, [*self._intermediate_states(change), after])

    def _expect(self, kept: Workspace, states: list[State]) -> State:
        if wrong := [*faults(kept)]:
            raise LostChangeError("; ".join(wrong))
        found = read_content(kept)
        for state in states:
            if found == self._expected_content(state):
                return state
        raise LostChangeError(f"Expected {self._expected_content(states[-1])}; found {found}.")

    def _expected_content(self, state: State) -> Told:
        return expected_content(state, LINES)


def _deleted_names(state: State) -> set[str]:
    """Return the names of the deleted things; an interrupted purge can leave any of them."""
    return expected_content(state, [""])[DELETED]


def _expect_sentence(said: str) -> None:
    if said and (said.count("\n") or not said.endswith((".", "!")) or "Traceback" in said):
        raise LostChangeError(f"Expected one sentence; found {said!r}.")
