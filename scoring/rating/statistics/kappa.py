"""Kappa: Cohen's for two raters, plain and weighted, and Fleiss's for many.

All kappas count disagreement: kappa = 1 - observed / expected. The expected disagreement is that of raters who use the
categories as often, but at random (Cohen 1968, Eq. 3). A disagreement of two values costs 1, their distance, or its
square.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Floats, Ints, quotients
from ...validation import as_float_array, check_known
from .alpha import NO_VARIATION, NOBODY_TWICE, Coefficient, finite_ratings

Weights = Literal["linear", "quadratic"]


@dataclass(frozen=True, eq=False)
class PairKappas:
    """Cohen's kappa of every two raters, over the units that both judged."""

    values: Floats
    """Kappa of every two raters, (n_raters, n_raters), symmetric; NaN where it is not defined."""
    n_units: Ints
    """Number of units that both judged, (n_raters, n_raters); on the diagonal the number that one judged."""

    def of(self, first: int, second: int) -> Coefficient:
        """Return the kappa of two raters by their places, from 0."""
        n_units, value = int(self.n_units[first, second]), float(self.values[first, second])
        why_not = "" if not np.isnan(value) else NO_VARIATION if n_units else NOBODY_TWICE
        return Coefficient(value, n_units, 2 * n_units, why_not)

    @property
    def mean(self) -> float:
        """Mean over all pairs with a defined kappa, each weighted by its number of units; NaN without such pairs."""
        rows, columns = np.triu_indices(len(self.values), 1)
        values, weights = self.values[rows, columns], self.n_units[rows, columns]
        are_defined = ~np.isnan(values)
        return float(quotients(values[are_defined] @ weights[are_defined], weights[are_defined].sum()))


def table_kappa(counts: npt.ArrayLike) -> Coefficient:
    """Return Cohen's kappa from ``counts`` (n_categories, n_categories): units by the two raters' categories."""
    table = finite_ratings(counts, "counts", 2)
    total, agreed = int(table.sum()), float(np.trace(table))
    if not total:
        return Coefficient.undefined(0, 0, NOBODY_TWICE)
    by_chance = float(table.sum(axis=1) @ table.sum(axis=0)) / total
    if by_chance == total:
        return Coefficient.undefined(total, 2 * total, NO_VARIATION)
    return Coefficient((agreed - by_chance) / (total - by_chance), total, 2 * total)


def pair_kappas(values: npt.ArrayLike, weights: Weights | None = None) -> PairKappas:
    """Return Cohen's kappa of every two raters: Cohen (1960), or with ``weights`` Cohen (1968).

    ``values`` (n_units, n_raters) are categories as numbers, NaN where a rater did not judge; such units are left out.
    Weights depend on the values themselves, so that with ``quadratic`` kappa is Lin's (1989) concordance coefficient.
    Kappa is not defined without units, and where both always judge the same. Raises ``ValueError`` for unknown weights.
    """
    table = finite_ratings(values, "judgments", 2)
    if weights is not None:
        check_known(weights, ("linear", "quadratic"), "weights")
    are_rated = ~np.isnan(table)
    categories, places = np.unique(table[are_rated], return_inverse=True)
    codes = np.zeros(table.shape, np.int64)
    codes[are_rated] = places
    n_raters = table.shape[1]
    kappas = np.full((n_raters, n_raters), np.nan)
    n_units = np.zeros((n_raters, n_raters), np.int64)
    np.fill_diagonal(n_units, are_rated.sum(axis=0))
    for first, second in combinations(range(n_raters), 2):
        both = np.flatnonzero(are_rated[:, first] & are_rated[:, second])
        if len(both):
            kappa = _kappa(categories, codes[both, first], codes[both, second], weights)
            kappas[first, second] = kappas[second, first] = kappa
            n_units[first, second] = n_units[second, first] = len(both)
    return PairKappas(kappas, n_units)


def _kappa(categories: Floats, first: Ints, second: Ints, weights: Weights | None) -> float:
    """Return the kappa of two raters' codes, (n_units,); NaN where both always chose the same category."""
    a, b = (np.bincount(codes, minlength=len(categories)) / len(codes) for codes in (first, second))
    if ((a > 0) == (b > 0)).all() and (a > 0).sum() == 1:
        return float("nan")
    differences = categories[first] - categories[second]
    if weights is None:
        observed, expected = (differences != 0).mean(), 1 - (a * b).sum()
    elif weights == "linear":
        first_shares, second_shares = a.cumsum()[:-1], b.cumsum()[:-1]  # shares up to each category but the last
        steps = first_shares * (1 - second_shares) + second_shares * (1 - first_shares)
        observed, expected = np.abs(differences).mean(), (np.diff(categories) * steps).sum()
    else:
        centred = categories - categories.mean()
        means = (a * centred).sum(), (b * centred).sum()
        observed = (differences**2).mean()
        expected = (a * centred**2).sum() + (b * centred**2).sum() - 2 * means[0] * means[1]
    return float(1 - observed / expected)


def fleiss_kappa(counts: npt.ArrayLike) -> Coefficient:
    """Return the agreement of many raters: Fleiss's kappa (1971), Eq. 7.

    ``counts`` (n_units, n_categories) are the numbers of raters who put each unit into each category; every unit has
    the same number of raters. Kappa is not defined without units or with one rater, and where all judgments are in one
    category. Raises ``ValueError`` for values that are no counts, and for unequal numbers of raters.
    """
    table = as_float_array(counts, "counts", 2)
    if not ((table >= 0) & (table == np.floor(table)) & np.isfinite(table)).all():
        raise ValueError("Expected counts of raters: whole numbers from 0 on.")
    n_units, per_unit = len(table), table.sum(axis=1)
    if n_units and per_unit.min() < per_unit.max():
        raise ValueError(
            f"Fleiss's kappa needs as many raters of every unit; found {per_unit.min():g} to {per_unit.max():g}."
        )
    n_raters = int(per_unit[0]) if n_units else 0
    n_judgments = n_units * n_raters
    if n_raters < 2:
        return Coefficient.undefined(n_units, n_judgments, NOBODY_TWICE)
    agreed = float((table * (table - 1)).sum()) / (n_judgments * (n_raters - 1))
    if (table.sum(axis=0) == n_judgments).any():
        return Coefficient.undefined(n_units, n_judgments, NO_VARIATION)
    by_chance = float(((table.sum(axis=0) / n_judgments) ** 2).sum())
    return Coefficient((agreed - by_chance) / (1 - by_chance), n_units, n_judgments)
