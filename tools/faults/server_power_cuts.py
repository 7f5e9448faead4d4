"""A PostgreSQL server whose power is cut: synced data are kept, and any sectors of later writes.

A library in front of the C library (``synced_files.c``) copies each file when the server syncs it. All processes of the
server are killed at once. Then each sector of a file is taken from that copy, or from the later file.
"""

import os
import random
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGKILL
from tempfile import mkdtemp

from tools.database import Postgres, execute
from tools.faults.change_rounds import BEFORE, LINES, ChangeRounds
from tools.faults.power_cuts import SECTOR_BYTES
from tools.kills.model import Change, State
from tools.kills.rounds import LostChangeError
from tools.kills.writer import ChangeRunner
from workspace import Workspace, WorkspaceError

COMPILER = "cc"
SOURCE = Path(__file__).with_name("synced_files.c")
DATABASE = "cut"
SETTINGS = {"shared_buffers": "1MB", "autovacuum": "off"}
"""Settings of a server whose power is cut; with few buffers, it writes pages long before it syncs them."""


class ServerPowerCuts(ChangeRounds):
    """Rounds on servers of their own; each round begins with the same database."""

    def __init__(self, folder: Path, programs: Path) -> None:
        """Prepare the rounds; ``programs`` is the folder with initdb and postgres."""
        self.folder, self.state, self._programs, self._number = folder, State(), programs, 0
        self._library = folder / "synced_files.so"
        command = [COMPILER, "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
        made = self._new_folder()
        first = Postgres(programs, made)
        first.start()
        execute(first.url, f"CREATE DATABASE {DATABASE}")
        with Workspace(first.url.set(database=DATABASE)) as kept:
            for change in BEFORE:
                if change.kind != "back up":
                    ChangeRunner(kept, folder, LINES, self.state).do(change)
                    self.state = self.state.after(change)
        first.stop()
        self._first = made / "data"

    def cut(self, change: Change, draw: random.Random, seconds: float | None = None, syncs: str = "on") -> float:
        """Cut the power after a change, or ``seconds`` after it began; return how many seconds the change took.

        What was committed before must be there; of the change all or nothing, and all if it was committed. Raise
        ``LostChangeError`` if anything is wrong.
        """
        folder = self._new_folder()
        data, synced, took = folder / "data", folder / "synced", list[float]()
        shutil.copytree(self._first, data)
        synced.mkdir()
        for path in _regular_files(data):
            shutil.copyfile(path, synced / str(path.stat().st_ino))
        variables = {"LD_PRELOAD": str(self._library), "SYNCED_FILES": str(synced)}
        server = Postgres(self._programs, folder, {**SETTINGS, "fsync": syncs}, variables)
        server.start()
        with Workspace(server.url.set(database=DATABASE)) as kept:
            work = threading.Thread(target=self._do, args=(kept, change, self.state, folder, took))
            work.start()
            work.join(seconds)
            was_confirmed = bool(took)
            _end_all(data)
            server.kill()
            work.join()
        after = self.state.after(change)
        states = [after] if was_confirmed else [*self._intermediate_states(change), after]
        for source in (None, draw):
            self._open_after(data, synced, source, states)
        shutil.rmtree(folder)
        return took[0] if took else 0.0

    @staticmethod
    def _do(kept: Workspace, change: Change, state: State, folder: Path, seconds: list[float]) -> None:
        """Make a change, and append the seconds that it took if it was committed."""
        begun = time.monotonic()
        with suppress(WorkspaceError):  # the server is gone
            ChangeRunner(kept, folder, LINES, state).do(change)
            seconds.append(time.monotonic() - begun)

    def _open_after(self, cut: Path, synced: Path, draw: random.Random | None, states: list[State]) -> None:
        """Start a server on what is left, and check it: synced data alone, or mixed with later writes by ``draw``."""
        folder = self._new_folder()

        def leave(written: str, left: str) -> None:
            copy, data = synced / str(os.stat(written).st_ino), Path(written).read_bytes()
            kept = copy.read_bytes() if copy.exists() else b""
            Path(left).write_bytes(kept if draw is None else _mix_sectors(draw, kept, data))

        shutil.copytree(cut, folder / "data", ignore=shutil.ignore_patterns("postmaster.pid"), copy_function=leave)
        server = Postgres(self._programs, folder)
        try:
            server.start()
            with Workspace(server.url.set(database=DATABASE)) as opened:
                self._expect(opened, states)
        except (RuntimeError, WorkspaceError) as error:
            raise LostChangeError(f"After a power cut: {error}") from error
        finally:
            server.stop()
        shutil.rmtree(folder)

    def _new_folder(self) -> Path:
        self._number += 1
        made = self.folder / str(self._number)
        made.mkdir()
        return made


def _regular_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _mix_sectors(draw: random.Random, kept: bytes, written: bytes) -> bytes:
    """Return a file with each sector from one of two versions; it is as long as the later version."""
    if kept == written:
        return written
    size = max(len(kept), len(written))
    sources = kept.ljust(size, b"\0"), written.ljust(size, b"\0")
    starts = range(0, size, SECTOR_BYTES)
    mixed = b"".join(draw.choice(sources)[start : start + SECTOR_BYTES] for start in starts)
    return mixed[: len(written)]


def _end_all(folder: Path) -> None:
    """Kill all processes of a server, found by their data folder, and wait until they have ended."""
    while found := [*_find_process_ids(folder)]:
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, SIGKILL)


def _find_process_ids(folder: Path) -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        with suppress(OSError):  # it has ended meanwhile, or is somebody else's
            if entry.name.isdigit() and (entry / "cwd").readlink() == folder:
                yield int(entry.name)


@contextmanager
def server_power_cuts(programs: Path) -> Iterator[ServerPowerCuts]:
    """Yield rounds in a temporary folder that the server may use, too."""
    folder = Path(mkdtemp(prefix="bleuscope-postgres-"))
    folder.chmod(0o755)
    try:
        yield ServerPowerCuts(folder, programs)
    finally:
        shutil.rmtree(folder)
