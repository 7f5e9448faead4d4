"""Limits on what an open page, a person, and all of them together may use; docs/deploy.md lists their settings."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from scoring.formats.limits import MEGABYTE

MIN_BYTES = 64 * 1024
"""Smallest size at which a kept value counts, because it also takes a place in lists, in bytes."""


def setting(default: int, meaning: str, least: int = 1, unit: int = 1) -> Any:
    """Return a field of ``ServerLimits``: its meaning in words, its smallest setting, and the unit of the setting."""
    return field(default=default * unit, metadata={"what": meaning, "least": least, "unit": unit})


@dataclass(frozen=True)
class ServerLimits:
    """The limits of a server; the environment's variable of ``setting_name`` sets each, sizes in MB."""

    kept_per_visitor: int = setting(30, "files in memory for one open page, and test sets that it has open")
    visitor_bytes: int = setting(600, "MB of memory for one open page", unit=MEGABYTE)
    uploads_bytes: int = setting(2048, "MB of memory for what all open pages have open and upload", unit=MEGABYTE)
    queued_per_visitor: int = setting(144, "computations of one open page that wait for their turn")
    private_bytes: int = setting(600, "MB that are kept in the projects of one visitor", unit=MEGABYTE)
    space_bytes: int = setting(2048, "MB that are kept in the projects of one account", unit=MEGABYTE)
    visitors_bytes: int = setting(4096, "MB that are kept in the projects of all visitors together", unit=MEGABYTE)
    visitor_days: int = setting(90, "days until a visitor who does not come back is forgotten; 0 is never", least=0)
    memory_bytes: int = setting(
        0,
        "MB of memory that the server uses before it drops what it can; 0 is three quarters of the machine's",
        least=0,
        unit=MEGABYTE,
    )

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "ServerLimits":
        """Return the limits of the environment.

        Raise ``ValueError``, which names the setting, for one that is no whole number in range.
        """
        values = {}
        for limit in fields(cls):
            name, least = setting_name(limit.name), limit.metadata["least"]
            text = environment.get(name)
            if not text:
                continue
            if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
                raise ValueError(f"{name}: expected a whole number, {least} or more; found {text!r}.")
            values[limit.name] = int(text) * limit.metadata["unit"]
        return cls(**values)


def setting_name(limit: str) -> str:
    """Return the name of the environment's variable that sets a limit."""
    return f"BLEUSCOPE_{limit.replace('_bytes', '_mb').upper()}"


@cache
def limits() -> ServerLimits:
    """Return the limits of this server."""
    return ServerLimits.of(os.environ)


class OverLimit(Exception):
    """The refusal of a value that a visitor wants to keep; its message says which limit, whose, and what to do."""
