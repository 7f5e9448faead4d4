"""Smoothing of n-gram precisions: one function for each method, over any number of segments at once.

A method takes match counts m_n and totals l_n of the orders 1..N+1 and returns the counts m'_n and totals l'_n of the
orders 1..N whose quotients are the smoothed precisions:

    method(matches, totals, hypothesis_length, value) -> (matches', totals')
    (..., N+1), (..., N+1), (...,), float -> (..., N), (..., N)

``paper_0`` to ``paper_7`` are the methods of Chen and Cherry (2014), section 3, with the same numbers. An order without
any n-gram (l_n = 0) has no precision: they leave it at 0/0, so that the score is 0. The toolkits' versions are in
``scoring.bleu.smoothing.toolkits``.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats
from ...output.numbers import significant
from ..arithmetic import BleuArithmetic


def epsilon_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 1 for one order with the segment's numbers."""
    return f"m′_{at + 1} = ε = {significant(value)}"


def plus_one_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 2 for one order with the segment's numbers."""
    return f"p_{at + 1} = ({significant(terms.matches[at])} + 1) / ({significant(terms.totals[at])} + 1)"


def halving_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 3 for one order with the segment's numbers."""
    return _power(terms, at, "2")


def length_scaling_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 4 for one order with the segment's numbers."""
    return _power(terms, at, f"({significant(value)} / ln {significant(terms.hypothesis_length)})")


def _power(terms: BleuArithmetic, at: int, base: str) -> str:
    rank = int(((terms.matches[: at + 1] == 0) & (terms.totals[: at + 1] > 0)).sum())
    return f"m′_{at + 1} = 1 / {base}^{rank} = {significant(terms.smoothed_matches[at])}"


def mean_of_counts_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 5 for one order with the segment's numbers: (m'_(n-1) + m_n + m_(n+1)) / 3."""
    return _mean(terms, at, terms.matches)


def mean_of_scaled_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 7 for one order with the segment's numbers: as method 5, with method 4's counts."""
    ranks = np.cumsum((terms.matches == 0) & (terms.totals > 0))
    logs = np.log(max(float(terms.hypothesis_length), 1.0))
    zeros = (logs / value) ** ranks if logs else np.zeros(len(ranks))
    counts = np.where((terms.matches == 0) & (terms.totals > 0), zeros, terms.matches)
    return ("" if at else "counts by 4, then ") + _mean(terms, at, counts)


def _mean(terms: BleuArithmetic, at: int, counts: Floats) -> str:
    before = counts[0] + 1 if not at else terms.smoothed_matches[at - 1]
    after = terms.matches_beyond if at + 1 == len(counts) else counts[at + 1]
    summed = " + ".join(significant(float(count)) for count in (before, counts[at], after))
    return f"m′_{at + 1} = ({summed}) / 3"


def interpolation_formula(terms: BleuArithmetic, at: int, value: float) -> str:
    """Return the formula of method 6 for one order with the segment's numbers."""
    before, second = terms.precisions[at - 1], terms.precisions[at - 2]
    prior, alpha = (before**2 / second if second else 0.0), significant(value)
    return (
        f"p_{at + 1} = ({significant(terms.matches[at])} + {alpha} × {significant(prior)})"
        f" / ({significant(terms.totals[at])} + {alpha}), prior = {significant(before)}² / {significant(second)}"
    )


Counts = tuple[Floats, Floats]
Function = Callable[[Floats, Floats, Floats, float], Counts]

EPSILON, K, ALPHA = 0.1, 5.0, 5.0
"""Free parameters of method 1, of methods 4 and 7, and of method 6, with the paper's values."""


@dataclass(frozen=True)
class Method:
    """A smoothing method, the usual value of its parameter, and its description in one sentence."""

    function: Function
    value: float | None
    """Usual value of the parameter; None where the method has no parameter."""
    description: str
    parameter: str | None = None
    """Name of the parameter in the publication."""
    positive: bool = False
    """Whether the parameter must be above 0, because counts are divided by it."""
    version_of: str | None = None
    """The paper's method that a toolkit's version is meant to be; None for other methods."""
    formula: Callable[[BleuArithmetic, int, float], str] | None = None
    """Function that writes the formula of one changed order with a segment's numbers.

    None where the method changes nothing, or for a toolkit's version. The formula is plain text: ``_n`` is a subscript,
    ``^n`` a power. The function takes a segment's terms, the order less 1, and the parameter.
    """
    without_match: bool = False
    """Whether the method also smooths where not a single word matches; under other methods that scores 0."""


def paper_0(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts unchanged: m'_n = m_n, l'_n = l_n."""
    return matches[..., :-1], totals[..., :-1]


def paper_1(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with epsilon for every zero count."""
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    return np.where((matches == 0) & (totals > 0), value, matches), totals


def paper_2(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts and totals with 1 added in the orders above 1 (Lin and Och 2004)."""
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    added = (np.arange(matches.shape[-1]) > 0) & (totals > 0)
    return matches + added, totals + added


def paper_3(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with 1 / 2^k for the k-th zero count."""
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    return _geometric(matches, totals, np.full(np.shape(hypothesis_length), 2.0)), totals


def paper_4(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with 1 / (K / ln c)^k for the k-th zero count, where c is the length of the hypothesis.

    ln c is 0 for one word: there zero counts stay zero.
    """
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    logs = np.log(np.maximum(hypothesis_length, 1.0))
    base = np.divide(value, logs, out=np.full(np.shape(logs), np.inf), where=logs > 0)
    return _geometric(matches, totals, base), totals


def paper_5(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the means m'_n of m'_(n-1), m_n and m_(n+1), where m'_0 = m_1 + 1 and m_(N+1) is as counted."""
    return average_counts(matches[..., :-1], matches[..., -1], totals[..., :-1])


def paper_6(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return counts such that p_n = (m_n + alpha p0_n) / (l_n + alpha) from order 3 on.

    The prior is p0_n = p_(n-1)^2 / p_(n-2), from the smoothed precisions; it is 0 where p_(n-2) is (Gao and He 2013).
    """
    return interpolate_counts(matches, totals, value, 3)


def paper_7(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts of method 4, smoothed by method 5; m_(N+1) is as counted."""
    smoothed, _ = paper_4(matches, totals, hypothesis_length, value)
    return average_counts(smoothed, matches[..., -1], totals[..., :-1])


def from_order_2(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts of method 6 applied from order 2 on: p0_2 = p_1^2, as if p_0 were 1.

    With method 6 as printed, a hypothesis without a matching trigram and 4-gram scores less the more of its words match
    (the prior divides by p_1); here p_2 grows with p_1, which nearly always outweighs that. The results come nearer to
    those in the paper's tables.
    """
    return interpolate_counts(matches, totals, value, 2)


def _geometric(matches: Floats, totals: Floats, base: Floats) -> Floats:
    """Return the counts with base^-k for the k-th zero count; base has the shape (...,)."""
    zero = (matches == 0) & (totals > 0)
    if not zero.any():  # as in almost all of a test's many thousand rows
        return matches
    return np.where(zero, np.asarray(base)[..., None] ** -np.cumsum(zero, axis=-1), matches)


def interpolate_counts(matches: Floats, totals: Floats, value: float, first: int) -> Counts:
    """Return counts such that p_n = (m_n + value p0_n) / (l_n + value) from order ``first`` on, 2 or more.

    See ``paper_6``; p_0 is 1.
    """
    matches, totals = matches[..., :-1].copy(), totals[..., :-1].copy()
    counted = range(min(first - 1, matches.shape[-1]))
    precisions = [np.ones(matches.shape[:-1]), *(divide_or_zero(matches[..., at], totals[..., at]) for at in counted)]
    for order in range(first - 1, matches.shape[-1]):
        prior = divide_or_zero(precisions[-1] ** 2, precisions[-2])
        reached = totals[..., order] > 0
        matches[..., order] += np.where(reached, value * prior, 0.0)
        totals[..., order] += np.where(reached, value, 0.0)
        precisions.append(divide_or_zero(matches[..., order], totals[..., order]))
    return matches, totals


def average_counts(matches: Floats, beyond: Floats, totals: Floats) -> Counts:
    """Return the mean of each count, the smoothed count before it and the count after it; ``beyond`` ends the row."""
    following = np.concatenate([matches[..., 1:], beyond[..., None]], axis=-1)
    previous = matches[..., 0] + 1
    smoothed = np.zeros(matches.shape)
    for order in range(matches.shape[-1]):
        previous = (previous + matches[..., order] + following[..., order]) / 3
        smoothed[..., order] = previous
    return np.where(totals > 0, smoothed, 0.0), totals


def divide_or_zero(numerator: Floats, denominator: Floats) -> Floats:
    """Return numerator / denominator, 0 where the denominator is 0."""
    numerator, denominator = np.broadcast_arrays(numerator, denominator)
    return np.divide(numerator, denominator, out=np.zeros(numerator.shape), where=denominator > 0)


PAPER: dict[str, Method] = {
    "0": Method(paper_0, None, "no smoothing: one order without a match makes the score 0"),
    "1": Method(paper_1, EPSILON, "a zero count becomes a small value", "epsilon", formula=epsilon_formula),
    "2": Method(paper_2, None, "1 is added to counts and totals of every order above 1", formula=plus_one_formula),
    "3": Method(
        paper_3, None, "the first zero count becomes 1/2, the next 1/4, then 1/8, ...", formula=halving_formula
    ),
    "4": Method(
        paper_4,
        K,
        "like 3, but shorter hypotheses get smaller counts",
        "K",
        positive=True,
        formula=length_scaling_formula,
    ),
    "5": Method(
        paper_5, None, "a count becomes the mean of itself and its neighbours' counts", formula=mean_of_counts_formula
    ),
    "6": Method(
        paper_6,
        ALPHA,
        "from order 3 on blended with what the two orders before predict",
        "alpha",
        formula=interpolation_formula,
    ),
    "7": Method(
        paper_7, K, "4 for zero counts, then 5 over all counts", "K", positive=True, formula=mean_of_scaled_formula
    ),
}
VARIANTS: dict[str, Method] = {
    "6-from-2": Method(from_order_2, ALPHA, "6, but from order 2 on, with p₀ = 1; not in the paper", "alpha"),
}
"""Variants of the paper's methods that nobody has published."""
