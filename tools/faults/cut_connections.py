"""A connection to PostgreSQL that is cut at a chosen message, before the server gets the message or answers it."""

import shutil
import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import URL

from tools.database import Postgres, execute
from tools.faults.change_rounds import BEFORE, CHANGES, LINES, ChangeRounds, RoundOutcome
from tools.kills.model import Change, State
from tools.kills.writer import ChangeRunner
from workspace import Workspace

SERVER_CHANGES = tuple(change for change in CHANGES if change.kind not in ("back up", "restore"))
"""One change of each kind that is possible on a server, which has its own backups."""
_TEMPLATE = "rounds_template"
_BYTES = 1 << 16


class CuttingProxy:
    """Proxy between a workspace and a server that cuts the connection at message ``number``, counted from 0.

    With ``after_answer``, the server gets the message and its answer is lost; otherwise the server never gets it.
    """

    def __init__(self, url: URL, number: int, *, after_answer: bool = False) -> None:
        self._server = str(url.host), int(url.port or 0)
        self._number, self.loses_answers = number, after_answer
        self._count, self._lock = 0, threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = url.set(port=self._listener.getsockname()[1])
        """Address at which the workspace reaches the server."""
        self.works = False
        """Whether messages are counted, and the connection can be cut, at the moment."""
        self.has_failed = False

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener is closed
            while True:
                client, _ = self._listener.accept()
                _Connection(client, socket.create_connection(self._server), self).start()

    def cuts(self) -> bool:
        """Count a message, and return whether to cut its connection."""
        with self._lock:
            if not self.works:
                return False
            self._count += 1
            is_it = self._count - 1 == self._number
            self.has_failed = self.has_failed or is_it
            return is_it


class _Connection:
    """Both directions of one connection, each in a thread."""

    def __init__(self, client: socket.socket, server: socket.socket, proxy: CuttingProxy) -> None:
        self._client, self._server, self._proxy = client, server, proxy
        self._answer_is_lost = False

    def start(self) -> None:
        for pump in (self._forward_to_server, self._forward_to_client):
            threading.Thread(target=pump, daemon=True).start()

    def _forward_to_server(self) -> None:
        with suppress(OSError):
            while message := self._client.recv(_BYTES):
                if self._proxy.cuts():
                    if not self._proxy.loses_answers:
                        break
                    self._answer_is_lost = True
                self._server.sendall(message)
            if self._answer_is_lost:
                return
        self._close()

    def _forward_to_client(self) -> None:
        with suppress(OSError):
            while (answer := self._server.recv(_BYTES)) and not self._answer_is_lost:
                self._client.sendall(answer)
        self._close()

    def _close(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class ConnectionRounds(ChangeRounds):
    """Rounds on a server, each with its own copy of the same database."""

    def __init__(self, folder: Path, server: Postgres) -> None:
        self.folder, self.state, self._url, self._number = folder, State(), server.url, 0
        execute(self._url, f"CREATE DATABASE {_TEMPLATE}")
        with Workspace(self._url.set(database=_TEMPLATE)) as kept:
            for change in BEFORE:
                if change.kind != "back up":
                    ChangeRunner(kept, folder, LINES, self.state).do(change)
                    self.state = self.state.after(change)

    def cut_round(self, change: Change, number: int, *, after_answer: bool) -> RoundOutcome:
        """Make a change while its connection is cut once, and go on; raise ``LostChangeError`` if anything is wrong."""
        self._number += 1
        name, folder = f"rounds_{self._number}", self.folder / f"round {self._number}"
        folder.mkdir()
        execute(self._url, f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        with CuttingProxy(self._url.set(database=name), number, after_answer=after_answer) as proxy:
            outcome = self.change_once(proxy.url, folder, change, proxy)
        execute(self._url, f"DROP DATABASE {name} WITH (FORCE)")
        shutil.rmtree(folder)
        return outcome
