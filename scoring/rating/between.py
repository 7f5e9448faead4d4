"""How far raters agree with one another: every coefficient that fits what they were asked."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..arrays import Floats
from .alpha import krippendorffs_alpha
from .answers import ErrorSpans
from .coefficient import Coefficient
from .kappa import PairKappas, fleiss_kappa, pair_kappas
from .overlap import N_CODES, Codes, Overlap, characters, table_of
from .plan import PLAIN
from .ratings import Ratings
from .tables import Table, tables


@dataclass(frozen=True, eq=False)
class Between:
    """Agreement on one thing that raters say of outputs."""

    table: Table
    alpha: Coefficient
    """Krippendorff's, at the table's level; it stands for any number of raters, also where some judged little"""
    fleiss: Coefficient | None
    """Fleiss's kappa, of the units that as many raters judged as most; None of scores, which are no categories"""
    kappas: PairKappas | None
    """Cohen's kappa of each two raters; None of scores"""
    weighted: PairKappas | None
    """with quadratic weights; None of categories without an order"""


def between(ratings: Ratings) -> tuple[Between, ...]:
    """The agreement of the raters on each of ``tables``; repeated and damaged items do not count."""
    found = []
    for table in tables(ratings):
        is_score, is_nominal = table.level == "interval", table.level == "nominal"
        found.append(
            Between(
                table,
                krippendorffs_alpha(table.values, table.level),
                None if is_score else fleiss_kappa(_counts(table.values)),
                None if is_score else pair_kappas(table.values),
                None if is_nominal else pair_kappas(table.values, "quadratic"),
            )
        )
    return tuple(found)


def _counts(values: Floats) -> Floats:
    """(n_units, n_categories): of the units with as many judgments, two or more, as most units have."""
    there = ~np.isnan(values)
    n_each = there.sum(axis=1)
    usual = np.bincount(n_each[n_each > 1]).argmax() if (n_each > 1).any() else 0
    kept = values[n_each == usual] if usual else values[:0]
    categories = np.unique(kept[~np.isnan(kept)])
    return np.stack([(kept == category).sum(axis=1) for category in categories], axis=1) + 0.0 if len(kept) else kept


@dataclass(frozen=True, eq=False)
class PairOverlaps:
    """Which characters each two raters marked, in the outputs that both looked at."""

    places: tuple[int, ...]
    """the raters, by their places"""
    by_pair: dict[tuple[int, int], Overlap]
    """by two places, the smaller first; of raters who have no output in common there is none"""

    @property
    def all(self) -> Overlap:
        """Of all pairs together, each output as often as two raters looked at it."""
        found = list(self.by_pair.values())
        table = np.zeros((N_CODES, N_CODES), np.int64)
        for overlap in found:
            table += overlap.table + overlap.table.T
        return Overlap(table, sum(overlap.n_outputs for overlap in found))

    def of(self, first: int, second: int) -> Overlap | None:
        """Of the raters at two places, in either order; None where they have no output in common."""
        return self.by_pair.get((min(first, second), max(first, second)))


def span_overlaps(ratings: Ratings) -> PairOverlaps:
    """Of a campaign by error spans; of any other there are no pairs. Repeated and damaged items do not count."""
    marks: dict[int, dict[str, Codes]] = {of.place: {} for of in ratings.places}
    for given in ratings:
        if given.item.kind == PLAIN and isinstance(given.value, ErrorSpans):
            length = len(given.item.outputs[0].text)
            marks[given.place][given.item.id] = characters(given.value.spans, length)
    by_pair = {}
    for first, second in combinations(sorted(marks), 2):
        common = [unit for unit in marks[first] if unit in marks[second]]
        if common:
            ours, theirs = (np.concatenate([marks[place][unit] for unit in common]) for place in (first, second))
            by_pair[first, second] = Overlap(table_of(ours, theirs), len(common))
    return PairOverlaps(tuple(marks), by_pair)
