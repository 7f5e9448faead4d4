"""Rounds in which processes write and are killed at a random moment; the workspace must have all committed changes."""

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from typing import Any

from sqlalchemy import URL

from tools.kills.model import DELETED, Change, State, Told, expected_content, read_content
from tools.kills.places import Place, faults
from tools.kills.writer import ALONE, BEGINS, DONE, FAILED, READY, backup_path, open_once, processes, write
from workspace import Workspace
from workspace.storage.place import url_of_file

WAIT_SECONDS = 120
MAX_WRITING, MAX_OPENING = 0.8, 0.3
"""Longest time in seconds before a writing process is killed, and before one that makes or changes tables is killed."""
WRITERS = "one", "other"
"""Names of two processes that write at once."""
EMPTY: Told = {DELETED: set()}


class LostChangeError(Exception):
    """Error for a workspace that does not contain what was committed."""


@dataclass(frozen=True)
class Outcome:
    """The result of one round in which nothing was lost."""

    kind: str
    """Kind of the round, a key of ``Rounds.kinds``."""
    confirmed: int
    """Number of committed changes, or of opened workspaces."""
    cut_off: tuple[str, ...]
    """Kinds of the changes that were interrupted by the kill."""
    done: int
    """Number of the interrupted changes that are nevertheless complete."""


class Process:
    """A process to be killed; ``RuntimeError`` if it ends by itself in a wrong way."""

    def __init__(self, work: Any, *given: Any) -> None:
        self._receiver, sender = processes.Pipe(duplex=False)
        self._process = processes.Process(target=work, args=(*given, sender), daemon=True)
        self._process.start()
        sender.close()
        self.told: list[tuple[str, Any]] = []
        self._awaited = 0

    def until(self, what: str) -> None:
        """Wait until the process reports ``what`` again."""
        while not self.told or self.told[-1][0] != what or self._awaited == len(self.told):
            self._hear()
        self._awaited = len(self.told)

    def _hear(self) -> None:
        """Receive one report of the process; raise ``EOFError`` if it has ended."""
        if not self._receiver.poll(WAIT_SECONDS):
            raise RuntimeError(f"A process says nothing within {WAIT_SECONDS} s.")
        self.told.append(self._receiver.recv())

    def kill(self) -> None:
        self._process.kill()
        self.end((-SIGKILL, 0))

    def kill_at_work(self) -> None:
        """Kill the process; raise ``LostChangeError`` if it had given up before with its database available."""
        self.kill()
        if self.failed:
            raise LostChangeError(f"A process gave up: {self.failed}")

    def end(self, codes: tuple[int, ...] = (0,)) -> None:
        """Wait for the end of the process, and receive all its reports."""
        with suppress(EOFError):
            while True:
                self._hear()
        self._process.join(WAIT_SECONDS)
        if self._process.exitcode not in codes:
            raise RuntimeError(f"A process ended with {self._process.exitcode}.")

    def changes(self) -> tuple[list[Change], Change | None]:
        """Return the committed changes, and the interrupted one; None for no interrupted change."""
        begun = [change for what, change in self.told if what == BEGINS]
        done = [change for what, change in self.told if what == DONE]
        return done, begun[-1] if len(begun) > len(done) else None

    @property
    def failed(self) -> str:
        """Message with which the process gave up; empty if it did not."""
        return next((str(said) for what, said in self.told if what == FAILED), "")


class Rounds:
    """Rounds over two databases that each round leaves to the next; migrations use new ones.

    Two processes write to one database at once. A single process writes to the other one, and may also make changes
    that would disturb other writers.
    """

    def __init__(self, place: Place, folder: Path, lines: Sequence[str], earlier: Path, seed: int = 0) -> None:
        """Prepare the rounds with the place of the databases.

        ``folder`` is for files, ``lines`` are parts of texts, and ``earlier`` has databases of earlier versions. The
        seed determines the changes, but not the moments of the kills.
        """
        self._place, self._folder, self._lines, self._seed = place, folder, lines, seed
        self._earlier = sorted(earlier.glob("*.sql"))
        together = place.new()
        self.urls: dict[str, URL] = {**dict.fromkeys(WRITERS, together), ALONE: place.new()}
        self._states = {who: State() for who in self.urls}
        self.kinds = {"write": self._write, "alone": self._alone, "migrate": self._migrate}
        if place.server is not None:
            self.kinds["kill the server"] = self._kill_server

    def round(self, number: int, kind: str | None = None) -> Outcome:
        """Run one round of a kind, or of any kind; each needs another number. Raise ``LostChangeError`` if anything is
        wrong.
        """
        draw = random.Random(f"{self._seed} {number}")
        chosen = kind or draw.choice([*self.kinds])
        return self.kinds[chosen](number, draw)

    def check(self) -> None:
        """Raise ``LostChangeError`` unless the databases contain what the last rounds left."""
        for url in {*self.urls.values()}:
            with Workspace(url) as kept:
                states = {who: self._states[who] for who, of in self.urls.items() if of == url}
                self._compare(kept, {who: [expected_content(state, self._lines)] for who, state in states.items()})

    def _write(self, number: int, draw: random.Random) -> Outcome:
        """Kill two processes that write at once, each at its own moment."""
        writing = {who: self._begin(who, 10 * number + at) for at, who in enumerate(WRITERS)}
        for each in writing.values():
            each.until(READY)
        for each in writing.values():
            time.sleep(random.uniform(0, MAX_WRITING / 2))
            each.kill_at_work()
        return self._checked("write", writing)

    def _alone(self, number: int, draw: random.Random) -> Outcome:
        """Kill a single process, which also purges, makes backups and restores them."""
        writing = {ALONE: self._begin(ALONE, 10 * number)}
        writing[ALONE].until(READY)
        time.sleep(random.uniform(0, MAX_WRITING))
        writing[ALONE].kill_at_work()
        return self._checked("alone", writing)

    def _kill_server(self, number: int, draw: random.Random) -> Outcome:
        """Kill the database's server while two processes write to it."""
        server = self._place.server
        if server is None:
            raise RuntimeError("There is no server.")
        writing = {who: self._begin(who, 10 * number + at) for at, who in enumerate(WRITERS)}
        for each in writing.values():
            each.until(READY)
        time.sleep(random.uniform(0, MAX_WRITING))
        server.kill()
        for each in writing.values():
            each.end()
            if not each.failed:
                raise LostChangeError("A process did not notice that the server was gone.")
        server.start()
        return self._checked("kill the server", writing)

    def _migrate(self, number: int, draw: random.Random) -> Outcome:
        """Kill two processes that make the tables at once, or update tables of an earlier version."""
        path = draw.choice([None, *self._earlier])
        url, expected = self._place.new(), EMPTY
        if path is not None:
            url = self._place.earlier(path)
            with Workspace(self._place.earlier(path)) as other:
                expected = read_content(other)
        opening = [Process(open_once, url.render_as_string(hide_password=False)) for _ in WRITERS]
        for each in opening:
            each.until(READY)
        time.sleep(random.uniform(0, MAX_OPENING))
        for each in opening:
            each.kill()
        self._place.come_to_rest(url)
        with Workspace(url) as kept:
            self._compare(kept, {"": [expected]})
        ended = sum((DONE, None) in each.told for each in opening)
        return Outcome("migrate", ended, ("migrate",) * (len(opening) - ended), 0)

    def _begin(self, who: str, seed: int) -> Process:
        url = self.urls[who].render_as_string(hide_password=False)
        return Process(write, url, self._folder, who, self._states[who], self._lines, self._seed + seed)

    def _checked(self, kind: str, writing: dict[str, Process]) -> Outcome:
        """Check that a database has the committed changes, with or without interrupted ones; keep the found state."""
        (url,) = {self.urls[who] for who in writing}
        self._place.come_to_rest(url)
        candidates, confirmed, cut_off = {}, 0, []
        for who, each in writing.items():
            done, under_way = each.changes()
            confirmed += len(done)
            for change in done:
                self._states[who] = self._states[who].after(change)
            candidates[who] = [self._states[who]]
            if under_way is not None:
                candidates[who].append(self._cut_off(under_way, self._states[who], url))
                cut_off.append(under_way.kind)
                self._check_backup(under_way, candidates[who])
        expected = {who: [expected_content(state, self._lines) for state in of] for who, of in candidates.items()}
        with Workspace(url) as kept:
            chosen = self._compare(kept, expected)
        for who, at in chosen.items():
            self._states[who] = candidates[who][at]
        return Outcome(kind, confirmed, tuple(cut_off), sum(chosen.values()))

    @staticmethod
    def _cut_off(change: Change, before: State, url: URL) -> State:
        """Return the state after an interrupted change that completed; a purge may have removed only some things."""
        if change.kind != "purge":
            return before.after(change)
        with Workspace(url) as kept:
            return before.state_after_purge({one.name for one in kept.deleted()})

    def _check_backup(self, change: Change, candidates: list[State]) -> None:
        """Check that an interrupted backup is complete, or does not exist."""
        path = backup_path(self._folder, change.number)
        if change.kind != "back up" or not path.exists():
            return
        with Workspace(url_of_file(path)) as copy:
            self._compare(copy, {ALONE: [expected_content(candidates[0], self._lines)]})
        candidates[0] = candidates[1]

    def _compare(self, kept: Workspace, expected: dict[str, list[Told]]) -> dict[str, int]:
        """Return the index of each writer's expected state that the workspace has; raise ``LostChangeError`` if it has
        none.
        """
        if wrong := [*faults(kept)]:
            raise LostChangeError("; ".join(wrong))
        found, chosen = read_content(kept), {}
        if strange := [name for name in found if name != DELETED and not name.startswith((*expected,))]:
            raise LostChangeError(f"Nobody made {strange}.")
        for who, states in expected.items():
            mine: Told = {name: one for name, one in found.items() if name != DELETED and name.startswith(who)}
            mine[DELETED] = {name for name in found[DELETED] if name.startswith(who)}
            chosen[who] = next((at for at, state in enumerate(states) if state == mine), -1)
            if chosen[who] < 0:
                raise LostChangeError(f"Expected {states[0]}; found {mine}.")
        return chosen
