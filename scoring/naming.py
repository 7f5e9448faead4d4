"""Names of our own beside those that come from users."""

from collections.abc import Sequence


def unlike(labels: Sequence[str], name: str) -> str:
    """The name, in brackets of its own where it is one of the labels."""
    while name in labels:
        name = f"({name})"
    return name
