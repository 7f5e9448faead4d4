"""Two systems and the difference between them, as pages colour them. Pure."""

from scoring.markup.colors import PALETTE

COLORS = PALETTE[:2]
"""The first of two is blue and the second orange."""
CHOSEN = "#E69F00"
"""What is chosen, or observed, is amber."""


def tint(side: int, share: float) -> str:
    """The colour of the first (0) or the second (1), so opaque as the share says, 0-1."""
    red, green, blue = bytes.fromhex(COLORS[side][1:])
    return f"rgba({red}, {green}, {blue}, {share})"
