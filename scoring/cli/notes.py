"""What a command tells beside its result: lines on stderr, which leave stdout to the numbers."""

import sys


def note(message: str) -> None:
    """Writes one line."""
    line = f"note: {' '.join(message.split())}\n"
    sys.stderr.write(line.encode("utf-8", "replace").decode())
