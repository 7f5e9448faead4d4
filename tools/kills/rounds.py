"""Rounds: processes write, are killed at a random moment, and what is kept then is held against what was confirmed."""

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from typing import Any

from sqlalchemy import URL

from tools.kills.model import DELETED, Change, State, Told, told, told_by
from tools.kills.places import Place, faults
from tools.kills.writer import ALONE, BEGINS, DONE, FAILED, READY, backup_in, open_once, processes, write
from workspace import Workspace
from workspace.storage.place import url_of_file

WAIT_SECONDS = 120
MOST_WRITING, MOST_OPENING = 0.8, 0.3
"""Seconds after which a process is killed at the latest that writes, or makes and changes tables."""
WRITERS = "one", "other"
"""Names of those who write at once."""
EMPTY: Told = {DELETED: set()}


class Lost(Exception):
    """What is kept is not what was confirmed."""


@dataclass(frozen=True)
class Outcome:
    """What one round has shown, where nothing was lost."""

    kind: str
    """as of ``Rounds.kinds``"""
    confirmed: int
    """how many changes were, or openings of a workspace"""
    cut_off: tuple[str, ...]
    """kinds of changes that were under way at the kill"""
    done: int
    """how many of these are there, as a whole"""


class Process:
    """One that is killed; ``RuntimeError`` where it ends by itself as it should not."""

    def __init__(self, work: Any, *given: Any) -> None:
        self._receiver, sender = processes.Pipe(duplex=False)
        self._process = processes.Process(target=work, args=(*given, sender), daemon=True)
        self._process.start()
        sender.close()
        self.told: list[tuple[str, Any]] = []
        self._awaited = 0

    def until(self, what: str) -> None:
        """Waits until it tells the next of what it tells."""
        while not self.told or self.told[-1][0] != what or self._awaited == len(self.told):
            self._hear()
        self._awaited = len(self.told)

    def _hear(self) -> None:
        """``EOFError`` where it has ended."""
        if not self._receiver.poll(WAIT_SECONDS):
            raise RuntimeError(f"A process says nothing within {WAIT_SECONDS} s.")
        self.told.append(self._receiver.recv())

    def kill(self) -> None:
        self._process.kill()
        self.end((-SIGKILL, 0))

    def kill_at_work(self) -> None:
        """``Lost`` where it had given up before, though its database was there."""
        self.kill()
        if self.failed:
            raise Lost(f"A process gave up: {self.failed}")

    def end(self, codes: tuple[int, ...] = (0,)) -> None:
        """Waits for its end, and hears all that it told."""
        with suppress(EOFError):
            while True:
                self._hear()
        self._process.join(WAIT_SECONDS)
        if self._process.exitcode not in codes:
            raise RuntimeError(f"A process ended with {self._process.exitcode}.")

    def changes(self) -> tuple[list[Change], Change | None]:
        """Return the confirmed changes, and the one under way."""
        begun = [change for what, change in self.told if what == BEGINS]
        done = [change for what, change in self.told if what == DONE]
        return done, begun[-1] if len(begun) > len(done) else None

    @property
    def failed(self) -> str:
        """In which words the database was gone."""
        return next((str(said) for what, said in self.told if what == FAILED), "")


class Rounds:
    """Rounds over two databases, whose content each round hands on to the next; migrations have others.

    To one of them two processes write at once, to the other a single one that also changes what others would write.
    """

    def __init__(self, place: Place, folder: Path, lines: Sequence[str], earlier: Path, seed: int = 0) -> None:
        """``folder`` is for files, ``lines`` are what texts are made of, ``earlier`` has databases of earlier versions.

        What is done follows from the seed; when processes are killed does not.
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
        """Return one round of a kind, or of any; ``Lost`` with what is wrong. No two have the same number."""
        draw = random.Random(f"{self._seed} {number}")
        chosen = kind or draw.choice([*self.kinds])
        return self.kinds[chosen](number, draw)

    def check(self) -> None:
        """What is kept is what the last rounds have left; else ``Lost``."""
        for url in {*self.urls.values()}:
            with Workspace(url) as kept:
                states = {who: self._states[who] for who, of in self.urls.items() if of == url}
                self._compare(kept, {who: [told_by(state, self._lines)] for who, state in states.items()})

    def _write(self, number: int, draw: random.Random) -> Outcome:
        """Return two processes, each killed at a moment of its own."""
        writing = {who: self._begin(who, 10 * number + at) for at, who in enumerate(WRITERS)}
        for each in writing.values():
            each.until(READY)
        for each in writing.values():
            time.sleep(random.uniform(0, MOST_WRITING / 2))
            each.kill_at_work()
        return self._checked("write", writing)

    def _alone(self, number: int, draw: random.Random) -> Outcome:
        """Return one process, which also has what was deleted removed, makes backups and restores them."""
        writing = {ALONE: self._begin(ALONE, 10 * number)}
        writing[ALONE].until(READY)
        time.sleep(random.uniform(0, MOST_WRITING))
        writing[ALONE].kill_at_work()
        return self._checked("alone", writing)

    def _kill_server(self, number: int, draw: random.Random) -> Outcome:
        """Return the server of the database, while two processes write to it."""
        server = self._place.server
        if server is None:
            raise RuntimeError("There is no server.")
        writing = {who: self._begin(who, 10 * number + at) for at, who in enumerate(WRITERS)}
        for each in writing.values():
            each.until(READY)
        time.sleep(random.uniform(0, MOST_WRITING))
        server.kill()
        for each in writing.values():
            each.end()
            if not each.failed:
                raise Lost("A process did not notice that the server was gone.")
        server.start()
        return self._checked("kill the server", writing)

    def _migrate(self, number: int, draw: random.Random) -> Outcome:
        """Return two processes that make the tables at once, or change those of an earlier version."""
        path = draw.choice([None, *self._earlier])
        url, expected = self._place.new(), EMPTY
        if path is not None:
            url = self._place.earlier(path)
            with Workspace(self._place.earlier(path)) as other:
                expected = told(other)
        opening = [Process(open_once, url.render_as_string(hide_password=False)) for _ in WRITERS]
        for each in opening:
            each.until(READY)
        time.sleep(random.uniform(0, MOST_OPENING))
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
        """Return what is kept is what was confirmed, with or without what was under way; from then on that is expected."""
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
        expected = {who: [told_by(state, self._lines) for state in of] for who, of in candidates.items()}
        with Workspace(url) as kept:
            chosen = self._compare(kept, expected)
        for who, at in chosen.items():
            self._states[who] = candidates[who][at]
        return Outcome(kind, confirmed, tuple(cut_off), sum(chosen.values()))

    @staticmethod
    def _cut_off(change: Change, before: State, url: URL) -> State:
        """Return what a change that was cut off may have made of what was there: all of it, but of a purge thing by
        thing.
        """
        if change.kind != "purge":
            return before.after(change)
        with Workspace(url) as kept:
            return before.purged({one.name for one in kept.deleted()})

    def _check_backup(self, change: Change, candidates: list[State]) -> None:
        """One that was under way is there as a whole, or not at all."""
        path = backup_in(self._folder, change.number)
        if change.kind != "back up" or not path.exists():
            return
        with Workspace(url_of_file(path)) as copy:
            self._compare(copy, {ALONE: [told_by(candidates[0], self._lines)]})
        candidates[0] = candidates[1]

    def _compare(self, kept: Workspace, expected: dict[str, list[Told]]) -> dict[str, int]:
        """Return which of the expected states of each writer is that of the workspace; ``Lost`` where none is."""
        if wrong := [*faults(kept)]:
            raise Lost("; ".join(wrong))
        found, chosen = told(kept), {}
        if strange := [name for name in found if name != DELETED and not name.startswith((*expected,))]:
            raise Lost(f"Nobody made {strange}.")
        for who, states in expected.items():
            mine: Told = {name: one for name, one in found.items() if name != DELETED and name.startswith(who)}
            mine[DELETED] = {name for name in found[DELETED] if name.startswith(who)}
            chosen[who] = next((at for at, state in enumerate(states) if state == mine), -1)
            if chosen[who] < 0:
                raise Lost(f"Expected {states[0]}; found {mine}.")
        return chosen
