"""What an open page or a person may take of the server, and all together: settings, which docs/deploy.md lists."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from scoring.formats.limits import MEGABYTE

LEAST_BYTES = 64 * 1024
"""What the smallest thing counts that is kept: it takes a place in lists, too."""


def setting(default: int, what: str, least: int = 1, unit: int = 1) -> Any:
    """Return a field of ``ServerLimits``: what it limits, in words, and how many bytes or things its setting counts in."""
    return field(default=default * unit, metadata={"what": what, "least": least, "unit": unit})


@dataclass(frozen=True)
class ServerLimits:
    """Each is set by the environment's variable of ``setting_name``, sizes in MB."""

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
        """Return the limits as set; ``ValueError`` for what is no whole number in range, with the setting's name."""
        found = {}
        for limit in fields(cls):
            name, least = setting_name(limit.name), limit.metadata["least"]
            text = environment.get(name)
            if not text:
                continue
            if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
                raise ValueError(f"{name}: expected a whole number, {least} or more; found {text!r}.")
            found[limit.name] = int(text) * limit.metadata["unit"]
        return cls(**found)


def setting_name(limit: str) -> str:
    """Return the environment's variable that sets it."""
    return f"BLEUSCOPE_{limit.replace('_bytes', '_mb').upper()}"


@cache
def limits() -> ServerLimits:
    """Return those of this server."""
    return ServerLimits.of(os.environ)


class OverLimit(Exception):
    """What a visitor wants kept goes beyond a limit. It says which, whose, and what to do."""
