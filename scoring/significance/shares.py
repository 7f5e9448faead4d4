"""Compute the interval of a share from a count: Clopper and Pearson (1934).

SciPy's ``betaincinv`` gives the same ends, to nine digits at least, but importing it takes longer than a test of two
systems.
"""

import math

from ..counting.kernels import kernel

_ROUNDING = 4e-16
"""Relative precision of a share: more than the distance of two neighbouring floating-point numbers."""


@kernel
def shares_around(count: int, trials: int, outside: float) -> tuple[float, float]:
    """Return the lower and upper end of the Clopper-Pearson interval of a share.

    At the lower end, ``count`` or more of the trials have probability ``outside``, at most 1/2; at the upper end,
    ``count`` or fewer. At the observed share both probabilities are at least 1/2.
    """
    share = count / trials
    lowest, above = 0.0, share
    while above - lowest > _ROUNDING * above:
        middle = (lowest + above) / 2
        if _binomial_cdf(trials - count, trials, 1 - middle, middle) > outside:
            above = middle
        else:
            lowest = middle
    below, highest = share, 1.0
    while highest - below > _ROUNDING * highest:
        middle = (below + highest) / 2
        if _binomial_cdf(count, trials, middle, 1 - middle) > outside:
            below = middle
        else:
            highest = middle
    return lowest, highest


@kernel
def _binomial_cdf(count: int, trials: int, share: float, rest: float) -> float:
    """Return the probability of ``count`` or fewer, summed from the largest term down."""
    term = total = _binomial_probability(count, trials, share, rest)
    while count > 0 and term > _ROUNDING * total / trials:
        term *= count * rest / ((trials - count + 1) * share)
        total += term
        count -= 1
    return total


@kernel
def _binomial_probability(count: int, trials: int, share: float, rest: float) -> float:
    """Return the probability of exactly ``count``, below ``trials``, after Loader (2000): no large numbers cancel.

    ``rest`` is 1 less ``share``.
    """
    others = trials - count
    if count == 0:
        return math.exp(trials * (math.log(rest) if rest < share else math.log1p(-share)))
    excess = count - trials * share if share < rest else trials * rest - others  # more than expected
    expected = count * math.log1p(-excess / count) + others * math.log1p(excess / others)
    errors = _stirling_error(trials) - _stirling_error(count) - _stirling_error(others)
    return math.exp(expected + errors) * math.sqrt(trials / count / others / (2 * math.pi))


@kernel
def _stirling_error(n: int) -> float:
    """Return the error of Stirling's formula: log n! less log(sqrt(2 pi n) (n / e)^n)."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - math.log(2 * math.pi) / 2
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / n**2) / n**2) / n**2) / n
