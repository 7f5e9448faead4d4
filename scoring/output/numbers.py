"""Numbers as text, written in the same way on every page, in every table and by the command line.

Nothing rounds to ``-0.00``, and no p-value is rounded onto the other side of the level of significance. An undefined
number (NaN) is ``NOT_DEFINED`` in a sentence and ``MISSING`` in a table; the argument ``undefined`` says which.
"""

import math
from collections.abc import Callable, Iterable
from typing import SupportsFloat

from ..metric import ROUNDING

LEVEL = 0.05
"""Level of significance: systems differ significantly where the adjusted p-value is at most this."""
NOT_DEFINED = "not defined"
MISSING = "n/a"
MINUS = "−"
_ROUNDING_SHARE = 1e-5
"""Share of the last decimal that counts as rounding where scores are small and have many decimals."""
SMALLEST_P = 0.00005
"""P-value below which a p-value is written as a power of ten: with four decimals it would be 0.0000."""


def fixed(value: SupportsFloat, decimals: int, undefined: str = NOT_DEFINED) -> str:
    """Return the number with this number of decimals; ``value`` may also be a metric's score of one row."""
    number = float(value)
    return undefined if math.isnan(number) else f"{number:z.{decimals}f}".replace("-", MINUS)


def printed_value(value: SupportsFloat, decimals: int) -> float:
    """Return the number that ``fixed`` writes; NaN for NaN."""
    return float(f"{float(value):.{decimals}f}")


def two_decimals(score: SupportsFloat, undefined: str = NOT_DEFINED) -> str:
    """Return a score or a difference with two decimals; only a negative number has a sign."""
    return fixed(score, 2, undefined)


def signed(difference: float, undefined: str = NOT_DEFINED, decimals: int = 2) -> str:
    """Return the number with its sign and this number of decimals; a number that rounds to 0 has no sign."""
    if math.isnan(difference):
        return undefined
    number = f"{difference:+z.{decimals}f}"
    return number[1:] if not float(number) else number.replace("-", MINUS)


def write_size(difference: float, undefined: str = NOT_DEFINED, decimals: int = 2) -> str:
    """Return the size of a difference without its sign; a difference above rounding error is never written as 0."""
    number = fixed(abs(difference), decimals, undefined)
    rounding = min(ROUNDING, 10**-decimals * _ROUNDING_SHARE)
    is_small = not math.isnan(difference) and not float(number) and abs(difference) > rounding
    return f"under {10**-decimals:.{decimals}f}" if is_small else number


def decimals_to_distinguish(values: Iterable[float], usual: int) -> int:
    """Return the fewest decimals, at least one, by which numbers are printed as differently as by the usual number.

    >>> decimals_to_distinguish([0.8504, 0.8536, 0.9], 4)
    3
    """
    defined = [value for value in values if not math.isnan(value)]
    n_distinct = len({printed_value(value, usual) for value in defined})
    enough = (n for n in range(1, usual) if len({printed_value(value, n) for value in defined}) == n_distinct)
    return next(enough, max(usual, 1))


def printed_difference(a: float, b: float, decimals: int = 2) -> float:
    """Return the difference of two scores, A less B, as they are printed, so that the three numbers agree.

    Where the printed scores are equal, the result is the exact difference, limited so that it prints as 0: see
    ``write_size``.
    """
    if math.isnan(a) or math.isnan(b):
        return math.nan
    printed = round(printed_value(a, decimals) - printed_value(b, decimals), decimals)
    largest = 0.4 * 10**-decimals  # which prints as 0
    return printed or min(max(a - b, -largest), largest)


def add_up(parts: Iterable[float], total: float, decimals: int = 2) -> list[float]:
    """Return the parts rounded so that they add up to the rounded total; parts rounded most are adjusted first.

    >>> add_up([0.333, 0.333, 0.334], 1.0)
    [0.33, 0.33, 0.34]
    >>> add_up([0.125, 0.334, -0.118], 0.341)
    [0.13, 0.33, -0.12]
    """
    scale = 10**decimals
    exact = [part * scale for part in parts]
    whole = [round(part) for part in exact]
    missing = round(total * scale) - sum(whole)
    step = 1 if missing > 0 else -1
    by_rounding = sorted(range(len(exact)), key=lambda place: step * (whole[place] - exact[place]))
    for place in by_rounding[: abs(missing)]:
        whole[place] += step
    return [part / scale for part in whole]


def significant(value: SupportsFloat, digits: int = 5, undefined: str = NOT_DEFINED) -> str:
    """Return the number with at most this number of significant digits."""
    number = float(value)
    return undefined if math.isnan(number) else f"{number:.{digits}g}"


def probability(p: float, undefined: str = NOT_DEFINED) -> str:
    """Return a p-value with four decimals, with more next to ``LEVEL``, or as a power of ten where it is very small."""
    if math.isnan(p):
        return undefined
    if not p:
        return "0"
    return decimals_beside(p, LEVEL, 4) if p >= SMALLEST_P else f"{p:.0e}"


def short_probability(p: float, undefined: str = MISSING) -> str:
    """Return a p-value in a short form: with three decimals, or more next to ``LEVEL``."""
    if math.isnan(p):
        return undefined
    return "<0.001" if p < 0.001 else decimals_beside(p, LEVEL, 3)


def decimals_beside(value: float, threshold: float, decimals: int) -> str:
    """Return the number with these decimals, or as many as show on which side of the threshold it is."""
    number = f"{value:.{decimals}f}"
    while value != threshold and (float(number) == threshold or (float(number) < threshold) != (value < threshold)):
        decimals += 1
        number = f"{value:.{decimals}f}"
    return number


def write_interval(low: float, high: float, write: Callable[[float], str]) -> str:
    """Return the ends of a 95 % interval, or "no 95 % interval" where they are NaN."""
    return "no 95 % interval" if math.isnan(low) else f"95 % interval {write(low)} to {write(high)}"


def ordinal(rank: int) -> str:
    """Return a rank as an ordinal: ``1st``, ``22nd``, ``113th``."""
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank:,}{ending}"


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Return a count with its noun: ``1 segment``, ``1,200 segments``."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
