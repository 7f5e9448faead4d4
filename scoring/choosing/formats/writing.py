"""Lists as files."""

from collections.abc import Callable

from ...validation import check_known, expect
from ..lists import Lists
from .jsonl import write_jsonl
from .moses import write_moses

FORMATS: dict[str, Callable[[Lists], bytes]] = {"moses": write_moses, "jsonl": write_jsonl}


def write_lists(lists: Lists, format: str = "jsonl") -> bytes:
    """The lists as a file that ``read_lists`` reads: ``jsonl`` keeps all, ``moses`` not the names of systems.

    Raises ``ValueError`` for an unknown format, and for what Moses's cannot hold.
    """
    expect(lists, Lists, "lists")
    check_known(format, FORMATS, "format")
    return FORMATS[format](lists)
