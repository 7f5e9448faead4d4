"""The check that all kept texts are undamaged: run when an administrator asks for it, and once a day.

The daily check begins at a quiet hour, and not in the same minute on all servers.
"""

import logging
import os
import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ui.store import kept
from workspace import WorkspaceError
from workspace.storage.backup import check_kept_texts

VARIABLE = "BLEUSCOPE_CHECK_HOUR"
OFF = "off"
USUAL_HOUR = 3
SPREAD_SECONDS = 3600
"""Longest time after the hour until the daily check begins."""
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class CheckOutcome:
    """The outcome of a check of all that is kept."""

    ended: datetime
    is_whole: bool
    sentence: str
    """Sentence on what was read, or on what is damaged, with the names of test set and column."""


class WorkspaceCheck:
    """The checks of this server, run one at a time, and the outcome of the last one."""

    def __init__(self) -> None:
        self.last: CheckOutcome | None = None
        """Outcome of the last check; None before the first check since the server's start."""
        self._runs = threading.Lock()

    def run(self) -> bool:
        """Read all that is kept, and note and log the outcome; return False if another check is running already."""
        if not self._runs.acquire(blocking=False):
            return False
        try:
            self.last = _outcome()
            LOG.log(logging.INFO if self.last.is_whole else logging.ERROR, "%s", self.last.sentence)
        finally:
            self._runs.release()
        return True


CHECK = WorkspaceCheck()
"""The checks of this server."""


def _outcome() -> CheckOutcome:
    try:
        result = check_kept_texts(kept.server_workspace().database.url)
    except WorkspaceError as error:
        return CheckOutcome(datetime.now(UTC), False, str(error))
    return CheckOutcome(datetime.now(UTC), True, f"Nothing kept is damaged. {result.sentence}.")


def check_hour(environment: Mapping[str, str]) -> int | None:
    """Return the hour of the daily check, 0 to 23; None for no check. Raise ``ValueError`` for any other value."""
    text = environment.get(VARIABLE, "").strip().lower()
    if not text:
        return USUAL_HOUR
    if text == OFF:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) < 24):
        raise ValueError(f"{VARIABLE}: expected an hour from 0 to 23, or {OFF}; found {text!r}.")
    return int(text)


def seconds_until(hour: int, now: datetime, spread: float) -> float:
    """Return the seconds from ``now`` until the next daily check, which begins ``spread`` seconds after the hour."""
    begins = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if begins <= now:
        begins += timedelta(days=1)
    return (begins - now).total_seconds() + spread


def check_daily() -> None:
    """Check every day, in a thread that ends with the server, unless the environment turns this off."""
    hour = check_hour(os.environ)
    if hour is None:
        return

    def check_each_day() -> None:
        while True:
            threading.Event().wait(seconds_until(hour, datetime.now(), random.uniform(0, SPREAD_SECONDS)))
            try:
                CHECK.run()
            except Exception:  # the check of the next day may succeed
                LOG.exception("The daily check of all that is kept has failed.")

    threading.Thread(target=check_each_day, daemon=True, name="daily check").start()
