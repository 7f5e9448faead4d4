"""Two systems and the difference between them, as every page names and colours them. Pure."""

from markupsafe import Markup

from scoring.markup.colors import PALETTE
from scoring.markup.html import dot

COLORS = PALETTE[:2]
"""In a comparison A is blue and B orange."""
CHOSEN = "#E69F00"
"""What is chosen, or observed, is amber."""


def tint(side: int, share: float) -> str:
    """The colour of A (0) or B (1), so opaque as the share says, 0-1."""
    red, green, blue = bytes.fromhex(COLORS[side][1:])
    return f"rgba({red}, {green}, {blue}, {share})"


def sided(side: int, name: str) -> Markup:
    """A system as A (0) or B (1), with its colour."""
    return Markup("{}<b>{}: {}</b>").format(dot(COLORS[side]), "AB"[side], name)
