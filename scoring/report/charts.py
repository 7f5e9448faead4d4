"""Charts of the report as SVG, without any script. Pure.

Colours are in the marks themselves, for the PDF; on a page the style of the theme overrides the colours of text and
lines.
"""

import math
from collections.abc import Sequence

from markupsafe import Markup

from ..output.numbers import fixed

WIDTH, HEIGHT, EDGE = 220, 18, 8
"""Width and height of one system's strip, and the free space at each side, in px."""
TICKS = 5
"""Approximate number of marks on a scale."""


class Scale:
    """A scale that turns scores into places on a strip."""

    def __init__(self, values: Sequence[float]):
        """Make a scale on which all ``values`` can be seen; NaN is ignored."""
        defined = [value for value in values if not math.isnan(value)] or [0.0, 1.0]
        low, high = min(defined), max(defined)
        margin = 0.05 * (high - low) or 0.5
        self.low, self.high = low - margin, high + margin

    def __call__(self, value: float) -> float:
        """Return the place of a score in px from the left."""
        share = (value - self.low) / (self.high - self.low)
        return round(EDGE + share * (WIDTH - 2 * EDGE), 1)

    @property
    def ticks(self) -> list[float]:
        """Round numbers that are marked on the scale."""
        step = 10.0 ** math.floor(math.log10((self.high - self.low) / TICKS))
        step *= next(times for times in (1, 2, 5, 10) if (self.high - self.low) / (times * step) <= TICKS)
        first = math.ceil(self.low / step)
        return [number * step for number in range(first, math.floor(self.high / step) + 1)]


def strip(scale: Scale, score: float, interval: tuple[float, float], color: str, label: str) -> Markup:
    """Return a score as a dot on its interval; ``label`` is the label for screen readers; empty for NaN."""
    if math.isnan(score):
        return Markup("")
    marks = [_line(scale(tick), 0, scale(tick), HEIGHT, "grid") for tick in scale.ticks]
    middle = HEIGHT / 2
    if not math.isnan(interval[0]):
        bar = Markup('<rect x="{}" y="{}" width="{}" height="6" rx="3" fill="{}" fill-opacity="0.35"/>')
        low, high = map(scale, interval)
        marks.append(bar.format(low, middle - 3, round(high - low, 1), color))
    marks.append(Markup('<circle cx="{}" cy="{}" r="4.5" fill="{}"/>').format(scale(score), middle, color))
    return _svg(HEIGHT, Markup("").join(marks), label)


def axis(scale: Scale) -> Markup:
    """Return the numbers of the scale, to be put beneath the strips."""
    ticks = scale.ticks
    decimals = max(0, -math.floor(math.log10(ticks[1] - ticks[0]))) if len(ticks) > 1 else 1
    number = Markup('<text x="{}" y="11" font-size="10" text-anchor="middle" fill="#556476">{}</text>')
    numbers = Markup("").join(number.format(scale(tick), fixed(tick, decimals)) for tick in ticks)
    return _svg(14, numbers, "The scale of the scores above")


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    line = Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}" stroke="#D5DDE6" stroke-width="1"/>')
    return line.format(kind, x1, y1, x2, y2)


def _svg(height: int, marks: Markup, label: str) -> Markup:
    return Markup(
        '<svg class="strip" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" aria-label="{2}">{3}</svg>'
    ).format(WIDTH, height, label, marks)
