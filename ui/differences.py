"""Two systems and the difference between them, as every page says and colours them. Pure.

Names are users' text: escaped here.
"""

import math

from scoring.metric import ROUNDING
from scoring.significance import LEVEL
from ui.charts import PALETTE
from ui.highlight import dot, text

COLORS = PALETTE[:2]
"""In a comparison A is blue and B orange."""
CHOSEN = "#E69F00"
"""What is chosen, or observed, is amber."""

ONE_SEGMENT = "There is no interval: of one segment every resample is the same, which says nothing of other segments."


def tint(side: int, share: float) -> str:
    """The colour of A (0) or B (1), so opaque as the share says, 0-1."""
    red, green, blue = bytes.fromhex(COLORS[side][1:])
    return f"rgba({red}, {green}, {blue}, {share})"


def bold(name: str) -> str:
    return f"<b>{text(name)}</b>"


def minus(pair: tuple[str, str]) -> str:
    """What a difference is, by the names of both."""
    return " − ".join(map(bold, pair))


def sided(side: int, name: str) -> str:
    """A system as A (0) or B (1), with its colour."""
    return f"{dot(COLORS[side])}<b>{'AB'[side]}: {text(name)}</b>"


def signed(difference: float) -> str:
    """A difference with its sign, which one that rounds to 0 does not have."""
    if math.isnan(difference):
        return "not defined"
    return "0.00" if abs(difference) < 0.005 else f"{difference:+.2f}".replace("-", "−")


def interval(low: float, high: float) -> str:
    """The ends of a 95 % interval of a difference."""
    return "95 % interval n/a" if math.isnan(low) else f"95 % interval {signed(low)} to {signed(high)}"


def size(difference: float) -> str:
    """How large a difference is, whatever its sign; what is more than rounding is never 0."""
    return f"{abs(difference):.2f}" if not ROUNDING < abs(difference) < 0.005 else "under 0.01"


def probability(p: float) -> str:
    """With four digits after the point, more at the level, or as a power of ten where these would all be 0."""
    if math.isnan(p):
        return "not defined"
    if not p:
        return "0"
    return beside_level(p, 4) if p >= 0.00005 else f"{p:.0e}"


def beside_level(p: float, digits: int) -> str:
    """With so many digits after the point, or as many as show on which side of the level p is."""
    while p != LEVEL and (p - LEVEL) * (round(p, digits) - LEVEL) <= 0:
        digits += 1
    return f"{p:.{digits}f}"


def told_apart(p: float) -> str:
    """What a p-value, adjusted or a pair's own, says of two systems."""
    return "told apart" if p <= LEVEL else "not told apart"
