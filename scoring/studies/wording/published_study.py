"""How often people agreed with a difference of scores of some size, in a published study."""

import math

from ...metric import Metric

STUDY = "Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze, Table 1"
_SHARES = (50, 55, 60, 65, 70, 75, 80, 85, 90)
"""Of pairs of systems, in percent."""
_SIZES = {
    "bleu": (0.27, 0.52, 0.78, 1.06, 1.39, 1.79, 2.34, 3.35, math.inf),
    "chrf": (0.14, 0.33, 0.54, 0.76, 1.00, 1.28, 1.63, 2.12, 3.05),
}
"""Metric -> how far two systems must be apart for people to prefer the better one in such a share of pairs."""


def published_agreement_range(metric: Metric, difference: float) -> tuple[int, int] | None:
    """Between which shares of pairs of systems so far apart, in percent, people preferred the better one.

    0 and 100 are beyond what the study tells. None for no difference, and for a metric that it does not tell of.
    """
    sizes = _SIZES.get(metric.name)
    if sizes is None or not abs(difference) > 0:
        return None
    reached = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) >= size]
    further = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) < size < math.inf]
    return (reached[-1] if reached else 0), (further[0] if further else 100)
