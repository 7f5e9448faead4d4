"""What a difference of two systems' scores is worth: for which that is asked, and what is said of one. Pure."""

import numpy as np

from scoring.agreement import Worth
from scoring.formats.columns import counted
from scoring.numbers import MISSING, write_interval

MOST_STEPS = 30
ROUND = "1.000000", "2.000000", "5.000000"
"""How the differences begin that people name."""
INTERVALS = (
    "The grey band is the 95 % interval of the share. It is of resamples of the {units}, with these systems always: it"
    " does not say what other systems would do, and few pairs say little, also where it is narrow."
)
OFFERED = 5
"""So many differences are offered to choose one from."""


def steps(scores: np.ndarray) -> np.ndarray:
    """(n,): round differences from 0 up to the largest of any two of the systems' scores, (n_systems,)."""
    known = scores[~np.isnan(scores)]
    largest = float(known.max() - known.min()) if len(known) else 0.0
    if largest <= 0:
        return np.zeros(1)
    size = next(size for size in _round_numbers(largest / MOST_STEPS) if largest / size <= MOST_STEPS + 1e-9)
    return np.round(size * np.arange(int(largest / size + 1e-9) + 1), 12)


def _round_numbers(above: float) -> list[float]:
    """1, 2 and 5 times powers of ten, ascending, from about this number on."""
    power = np.floor(np.log10(above))
    return [factor * 10.0**exponent for exponent in (power, power + 1) for factor in (1, 2, 5)]


def offered(found: Worth) -> list[float]:
    """Some of the differences, above 0: those that people name, 1, 2 or 5 times a power of ten."""
    there = [float(value) for value in found.differences[1:] if f"{value:e}".startswith(ROUND)]
    return there[-OFFERED:]


def usual(found: Worth) -> float:
    """Of the differences that are offered the one that is nearest to half of all pairs of systems."""
    half = found.n_pairs[0] / 2
    return min(offered(found), key=lambda value: abs(found.n_pairs[place(found, value)] - half))


def place(found: Worth, difference: float) -> int:
    return int(np.abs(found.differences - difference).argmin())


def said(found: Worth, difference: float, metric: str, who: str) -> str:
    """Of the pairs that differ by as much, how many the judge orders the same way, as plain text."""
    at = place(found, difference)
    n_pairs = int(found.n_pairs[at])
    right = round(n_pairs * found.shares[at]) if n_pairs else 0
    verb = "order" if who == "people" else "orders"
    return (
        f"{counted(n_pairs, 'pair')} of systems {'differs' if n_pairs == 1 else 'differ'} by {difference:g} {metric} or"
        f" more. Of these {who} {verb} {right:,} the same way: {percent(found.shares[at])}"
        f" ({write_interval(found.low[at], found.high[at], percent)}, for other texts of the same systems)."
    )


def percent(share: float) -> str:
    return MISSING if np.isnan(share) else f"{100 * share:.0f} %"
