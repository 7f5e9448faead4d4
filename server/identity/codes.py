"""A brake on codes that somebody tries out: a code is short enough to be typed, and so to be guessed by a program."""

import threading
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TypeVar

import streamlit as st

from server.memory.bounded_cache import LatestEntries
from workspace import NoSeatError, WorkspaceError

MOST_WRONG = 200
"""Codes in a row from one address: a class behind one mistypes some."""
SECONDS_EACH = 10
"""After which one more may be wrong. So one address would take 35 years for one of 1,000 campaigns, and three weeks for
one of 1,000 classes, which last a day."""
MOST_ADDRESSES = 10_000
SECRET_LENGTH = 20
"""Letters and digits from which on it is no code but a link's secret, and nobody guesses that."""
TOO_MANY = (
    "Too many wrong codes have come from your network. Wait a minute, then type yours in again; a link works at once."
)
TOO_MANY_OF_CLASSES = (
    "Too many wrong codes have come from your network. Wait a minute, then type in your class's code, or open its link,"
    " again."
)
T = TypeVar("T")


class Brake:
    """Counts what was wrong, by address, and forgets one of it every few seconds. Any thread may ask."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong = LatestEntries[str, tuple[float, float]](MOST_ADDRESSES)
        """address -> how many there were, and when the last one came; the one that was wrong last is the last"""
        self._lock = threading.Lock()

    def is_on(self, address: str) -> bool:
        with self._lock:
            return self._left(address) > MOST_WRONG - 1

    def note(self, address: str) -> None:
        """One more was wrong."""
        with self._lock:
            self._wrong[address] = self._left(address) + 1, self._clock()

    def _left(self, address: str) -> float:
        """Return how many are not forgotten yet."""
        count, since = self._wrong.get(address, (0.0, 0.0))
        return max(0.0, count - (self._clock() - since) / SECONDS_EACH)


_brake = Brake()


def unless_guessed(typed: str, look_up: Callable[[str], T], too_many: str = TOO_MANY) -> T:
    """Return what is looked up by a token or a code; ``WorkspaceError`` where too many codes from there were wrong.

    ``too_many`` is what it says.
    """
    if sum(letter.isalnum() for letter in typed) >= SECRET_LENGTH:
        return look_up(typed)
    address = network_of(st.context.ip_address)
    if _brake.is_on(address):
        raise WorkspaceError(too_many)
    try:
        return look_up(typed)
    except NoSeatError:
        _brake.note(address)
        raise


def network_of(address: str | None) -> str:
    """Return an address, of version 6 the network that one customer has; empty where it is not known."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else found.exploded[:19]
    return str(found)
