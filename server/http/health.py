"""Whether the server does its work, for who watches it: a balancer, a container's health check, a person."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from starlette.requests import Request
from starlette.responses import JSONResponse

FRESH_SECONDS = 5
"""Seconds for which an answer of the database counts."""
PATIENCE_SECONDS = 3
"""Seconds that the database may take to answer."""
OK, FAILING, COMPILING, READY = "ok", "failing", "compiling", "ready"
LOG = logging.getLogger(__name__)


@dataclass(eq=False)
class Health:
    """Answers with 200, or with 503 where the database fails, and with JSON that says what there is and no secrets.

    ``check`` asks the database, and raises where it fails; it is asked by one thread at a time, however many want to
    know. ``is_ready`` says whether all kernels are compiled; the server is well before, pages only wait longer.
    """

    check: Callable[[], None]
    is_ready: Callable[[], bool]
    version: str
    clock: Callable[[], float] = monotonic
    patience: float = PATIENCE_SECONDS
    _is_well: bool = True
    _known_until: float = -1.0
    _asking: "asyncio.Task[None] | None" = None

    async def answer(self, request: Request) -> JSONResponse:
        is_well = await self._database_answers()
        said = {
            "status": OK if is_well else FAILING,
            "version": self.version,
            "database": OK if is_well else FAILING,
            "kernels": READY if self.is_ready() else COMPILING,
        }
        return JSONResponse(said, 200 if is_well else 503, {"Cache-Control": "no-store"})

    async def _database_answers(self) -> bool:
        if self.clock() < self._known_until:
            return self._is_well
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        done, _ = await asyncio.wait([self._asking], timeout=self.patience)
        return self._is_well if done else False

    async def _ask(self) -> None:
        """Notes what the database says; the log says when that changes."""
        try:
            await asyncio.to_thread(self.check)
        except Exception:
            if self._is_well:
                LOG.exception("The database fails.")
            self._is_well = False
        else:
            if not self._is_well:
                LOG.info("The database answers again.")
            self._is_well = True
        finally:
            self._known_until = self.clock() + FRESH_SECONDS
            self._asking = None
