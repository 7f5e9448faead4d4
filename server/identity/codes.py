"""A limit on guesses of codes: a code is short enough to be typed, and so to be guessed by a program."""

import threading
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TypeVar

import streamlit as st

from server.memory.bounded_cache import LatestEntries
from workspace import NoSeatError, WorkspaceError

MAX_WRONG = 200
"""Number of wrong codes in a row allowed to one address, which may be a whole class's."""
SECONDS_EACH = 10
"""Seconds after which one more wrong code is allowed. So from one address a guess would take 35 years for one of
1,000 campaigns, and three weeks for one of 1,000 classes, which last a day.
"""
MAX_ADDRESSES = 10_000
SECRET_LENGTH = 20
"""Number of letters and digits from which on a text is a link's secret, which nobody can guess, and no code."""
TOO_MANY = (
    "Too many wrong codes have come from your network. Wait a minute, then type yours in again; a link works at once."
)
TOO_MANY_OF_CLASSES = (
    "Too many wrong codes have come from your network. Wait a minute, then type in your class's code, or open its link,"
    " again."
)
T = TypeVar("T")


class WrongCodeLimiter:
    """A count of wrong codes by address, which forgets one every ``SECONDS_EACH`` seconds; safe for threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong = LatestEntries[str, tuple[float, float]](MAX_ADDRESSES)
        """address -> number of wrong codes, and time of the last one; the address with the latest one is last"""
        self._lock = threading.Lock()

    def is_blocked(self, address: str) -> bool:
        with self._lock:
            return self._left(address) > MAX_WRONG - 1

    def note(self, address: str) -> None:
        """Count one more wrong code from an address."""
        with self._lock:
            self._wrong[address] = self._left(address) + 1, self._clock()

    def _left(self, address: str) -> float:
        """Return how many wrong codes of an address are not forgotten yet."""
        count, since = self._wrong.get(address, (0.0, 0.0))
        return max(0.0, count - (self._clock() - since) / SECONDS_EACH)


_limiter = WrongCodeLimiter()


def look_up_rate_limited(typed: str, look_up: Callable[[str], T], too_many: str = TOO_MANY) -> T:
    """Return ``look_up(typed)``, a token's or code's; raise ``WorkspaceError`` after too many wrong codes.

    Wrong codes are counted by the visitor's network. ``too_many`` is the error's message.
    """
    if sum(letter.isalnum() for letter in typed) >= SECRET_LENGTH:
        return look_up(typed)
    address = client_network(st.context.ip_address)
    if _limiter.is_blocked(address):
        raise WorkspaceError(too_many)
    try:
        return look_up(typed)
    except NoSeatError:
        _limiter.note(address)
        raise


def client_network(address: str | None) -> str:
    """Return an IPv4 address, or the network that one customer has of an IPv6 address; empty if it is unknown."""
    try:
        ip = ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(ip, IPv6Address):
        mapped = ip.ipv4_mapped
        return str(mapped) if mapped else ip.exploded[:19]
    return str(ip)
