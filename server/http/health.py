"""Health of the server, for a load balancer, a container's health check or a person."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from starlette.requests import Request
from starlette.responses import JSONResponse

FRESH_SECONDS = 5
"""Seconds for which an answer of the database is reused."""
PATIENCE_SECONDS = 3
"""Seconds that the database may take to answer."""
OK, FAILING, COMPILING, READY = "ok", "failing", "compiling", "ready"
LOG = logging.getLogger(__name__)


@dataclass(eq=False)
class Health:
    """The health answer: status 200, or 503 if the database fails, and JSON that contains no secrets.

    ``check`` asks the database, and raises if it fails; only one thread asks at a time, for any number of requests.
    ``is_ready`` says whether all kernels are compiled; until then the server is healthy, only pages wait longer.
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
        report = {
            "status": OK if is_well else FAILING,
            "version": self.version,
            "database": OK if is_well else FAILING,
            "kernels": READY if self.is_ready() else COMPILING,
        }
        return JSONResponse(report, 200 if is_well else 503, {"Cache-Control": "no-store"})

    async def _database_answers(self) -> bool:
        if self.clock() < self._known_until:
            return self._is_well
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        done, _ = await asyncio.wait([self._asking], timeout=self.patience)
        return self._is_well if done else False

    async def _ask(self) -> None:
        """Ask the database and record whether it answers; log each change."""
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
