"""What a command tells beside its result: lines on stderr, which leave stdout to the numbers."""

from .program import say


def note(message: str) -> None:
    """Writes one line."""
    say(f"note: {' '.join(message.split())}")
