"""Parts of paths, and names of our own beside those that come from users."""

import os
import re
from collections.abc import Sequence

_SEPARATORS = re.compile(f"[{re.escape(os.sep + (os.altsep or ''))}]")


def path_parts(file: str) -> list[str]:
    """The folders of a path and its last part. A backslash is part of a name where the system separates by ``/``."""
    return _SEPARATORS.split(file)


def unlike(labels: Sequence[str], name: str) -> str:
    """The name, in brackets of its own where it is one of the labels."""
    while name in labels:
        name = f"({name})"
    return name
