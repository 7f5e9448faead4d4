"""Where names stand beside the points of a figure. Pure."""

from collections.abc import Sequence

import numpy as np

PLOT = 330.0, 330.0
"""About how many px wide and high the scatter's points spread."""
EDGE = 10.0
"""px by which a name may stand out at either side"""
LETTER, LINE, GAP = 6.2, 14.0, 7.0
"""px of a name's letter, of its height, and between it and its point"""
PLACES = (
    ("middle right", 1, 0),
    ("middle left", -1, 0),
    ("top center", 0, 1),
    ("bottom center", 0, -1),
    ("top right", 1, 1),
    ("top left", -1, 1),
    ("bottom right", 1, -1),
    ("bottom left", -1, -1),
)
"""Where a name may stand, and on which side of its point that is."""
NOWHERE = "none"


def label_positions(x: np.ndarray, y: np.ndarray, names: Sequence[str]) -> list[str]:
    """Where each name stands so that it covers no point and no other name; NOWHERE where there is no such place.

    ``x`` and ``y`` (n,) are px.
    """
    taken = [(left - 5, low - 5, left + 5, low + 5) for left, low in zip(x, y, strict=True)]
    found = []
    for left, low, name in zip(x, y, names, strict=True):
        boxes = [(place, _box(left, low, len(name) * LETTER, dx, dy)) for place, dx, dy in PLACES]
        free = [(place, box) for place, box in boxes if _is_within(box) and not any(_meet(box, o) for o in taken)]
        found.append(free[0][0] if free else NOWHERE)
        taken += [box for _, box in free[:1]]
    return found


Box = tuple[float, float, float, float]
"""Left, low, right, high."""


def _box(x: float, y: float, width: float, dx: int, dy: int) -> Box:
    left = x + GAP if dx > 0 else x - GAP - width if dx < 0 else x - width / 2
    low = y + GAP if dy > 0 else y - GAP - LINE if dy < 0 else y - LINE / 2
    return left, low, left + width, low + LINE


def _is_within(box: Box) -> bool:
    return box[0] >= -EDGE and box[2] <= PLOT[0] + EDGE and box[1] >= 0


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
