"""How much work something is, by the calls that Python makes for it: they are the same on any machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Calls:
    """Calls of functions, of Python's and of C's."""

    number = 0


@contextmanager
def counted_calls() -> Iterator[Calls]:
    """Count the calls of this thread."""
    calls = Calls()

    def count(frame: object, event: str, argument: object) -> None:
        calls.number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)
