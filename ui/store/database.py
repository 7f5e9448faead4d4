"""The database of this server: opened at its start, tidied while it runs, and told in the background what is used."""

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Full, Queue
from tempfile import TemporaryDirectory
from threading import Thread

from server.memory.limits import limits
from workspace import NoPlaceError, Quotas, Workspace, WorkspaceError
from workspace.storage.place import FILE, VARIABLE, file_of, url_of_file

LOG = logging.getLogger(__name__)
TIDY_SECONDS = 3600


@cache
def server_workspace() -> Workspace:
    """All that this server keeps.

    Where no database was named and the usual place cannot be written to, one that is gone when the server stops. Any
    other ``WorkspaceError`` is raised: what was kept may still be there, and an empty database would hide it.
    """
    most = limits()
    quotas = Quotas(most.space_bytes, most.private_bytes, most.visitors_bytes, most.visitor_days or None)
    try:
        return Workspace(quotas=quotas)
    except NoPlaceError as error:
        if os.environ.get(VARIABLE, "").strip():
            raise
        LOG.warning(f"{error} What is kept will be gone when the server stops; {VARIABLE} names another place.")
        return Workspace(url_of_file(Path(_temporary().name) / FILE), quotas=quotas)


def is_temporary(workspace: Workspace) -> bool:
    """Whether all that it keeps is gone when the server stops."""
    file = file_of(workspace.database.url)
    return file is not None and bool(_temporary.cache_info().currsize) and file.parent == Path(_temporary().name)


@cache
def _temporary() -> "TemporaryDirectory[str]":
    """A folder that is removed when the server stops."""
    return TemporaryDirectory(prefix="bleuscope-")


def tidy() -> None:
    """Removes now and every hour, in a thread that ends with the server, what was deleted long enough ago."""

    def look() -> None:
        while True:
            try:
                server_workspace().purge()
            except WorkspaceError as error:
                LOG.warning(str(error))
            threading.Event().wait(TIDY_SECONDS)

    threading.Thread(target=look, daemon=True, name="tidy").start()


MOST_WAITING = 1000
"""Further notes are lost while so many wait."""


class Uses:
    """Makes notes one after another, in a thread that ends with the server."""

    def __init__(self) -> None:
        self._waiting: Queue[Callable[[], None]] = Queue(MOST_WAITING)
        Thread(target=self._make, daemon=True, name="uses").start()

    def note(self, make: Callable[[], None]) -> None:
        """Returns at once."""
        with suppress(Full):
            self._waiting.put_nowait(make)

    def wait(self) -> None:
        """Until all notes are made."""
        self._waiting.join()

    def _make(self) -> None:
        while True:
            make = self._waiting.get()
            try:
                make()
            except WorkspaceError as error:
                LOG.info("A use is not noted: %s", error)
            except Exception:
                LOG.exception("A use is not noted.")
            finally:
                self._waiting.task_done()


uses = cache(Uses)
"""Those of this server."""
