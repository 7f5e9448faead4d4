"""What outlives the server, as the visitor may see and change it."""

from functools import cache

from workspace import Workspace


@cache
def everything() -> Workspace:
    """All that this server keeps."""
    return Workspace()


def mine() -> Workspace:
    """What the visitor may see and change."""
    return everything()
