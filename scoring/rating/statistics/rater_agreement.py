"""The agreement of raters with one another: every coefficient that fits the protocol."""

from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats, Ints
from ..protocols.answers import ErrorSpans
from ..protocols.plan import PLAIN
from ..protocols.ratings import Ratings
from .alpha import Coefficient, krippendorffs_alpha
from .kappa import PairKappas, fleiss_kappa, pair_kappas
from .overlap import N_CODES, Codes, Overlap, code_pair_tables, marked_characters
from .rating_tables import RatingTable, rating_tables


@dataclass(frozen=True, eq=False)
class RaterAgreement:
    """The agreement of raters about one kind of number, such as adequacy."""

    table: RatingTable
    alpha: Coefficient
    """Krippendorff's alpha, at the table's level; for any number of raters, also if some judged little."""
    fleiss: Coefficient | None
    """Fleiss's kappa, over units with the most common number of raters; None for scores, which are no categories."""
    kappas: PairKappas | None
    """Cohen's kappa of every two raters; None for scores."""
    weighted: PairKappas | None
    """Kappa with quadratic weights; None for categories without an order."""


def rater_agreement(ratings: Ratings) -> tuple[RaterAgreement, ...]:
    """Return the agreement of the raters about each of ``rating_tables``; repeated and damaged items do not count."""
    agreements = []
    for table in rating_tables(ratings):
        is_score, is_nominal = table.level == "interval", table.level == "nominal"
        agreements.append(
            RaterAgreement(
                table,
                krippendorffs_alpha(table.values, table.level),
                None if is_score else fleiss_kappa(_counts(table.values)),
                None if is_score else pair_kappas(table.values),
                None if is_nominal else pair_kappas(table.values, "quadratic"),
            )
        )
    return tuple(agreements)


def _counts(values: Floats) -> Floats:
    """Return the counts (n_units, n_categories) of the units with the most common number of judgments, two or more."""
    are_rated = ~np.isnan(values)
    n_each = are_rated.sum(axis=1)
    usual = np.bincount(n_each[n_each > 1]).argmax() if (n_each > 1).any() else 0
    rows = values[n_each == usual] if usual else values[:0]
    categories = np.unique(rows[~np.isnan(rows)])
    return np.stack([(rows == category).sum(axis=1) for category in categories], axis=1) + 0.0 if len(rows) else rows


@dataclass(frozen=True, eq=False)
class PairOverlaps:
    """The characters that every two raters marked, in the outputs that both looked at."""

    places: tuple[int, ...]
    """Places of the raters."""
    tables: Ints
    """Table of an ``Overlap`` for every two raters, (n_raters, n_raters, 3, 3)."""
    n_outputs: Ints
    """Number of outputs that both raters looked at, (n_raters, n_raters)."""

    def of(self, first: int, second: int) -> Overlap:
        """Return the overlap of two raters by their places among ``places``, from 0."""
        return Overlap(self.tables[first, second], int(self.n_outputs[first, second]))

    @property
    def all(self) -> Overlap:
        """Overlap of all pairs together; an output counts once for every two raters who looked at it."""
        others = ~np.eye(len(self.places), dtype=bool)
        return Overlap(self.tables[others].sum(axis=0), int(self.n_outputs[others].sum()) // 2)


def span_overlaps(ratings: Ratings) -> PairOverlaps:
    """Return the overlaps of a campaign by error spans; they are empty for another protocol.

    Repeated and damaged items do not count.
    """
    n_raters = len(ratings.places)
    columns = {of.place: column for column, of in enumerate(ratings.places)}
    marked: dict[str, dict[int, Codes]] = {}
    for rating in ratings:
        if rating.item.kind == PLAIN and isinstance(rating.value, ErrorSpans):
            codes = marked_characters(rating.value.spans, len(rating.item.outputs[0].text))
            marked.setdefault(rating.item.id, {})[columns[rating.place]] = codes
    by_raters: dict[tuple[int, ...], list[Codes]] = {}
    for by_rater in marked.values():
        rater_columns = tuple(sorted(by_rater))
        by_raters.setdefault(rater_columns, []).append(np.stack([by_rater[column] for column in rater_columns]))
    tables = np.zeros((n_raters, n_raters, N_CODES, N_CODES), np.int64)
    n_outputs = np.zeros((n_raters, n_raters), np.int64)
    for rater_columns, outputs in by_raters.items():
        tables[np.ix_(rater_columns, rater_columns)] += code_pair_tables(np.concatenate(outputs, axis=1))
        n_outputs[np.ix_(rater_columns, rater_columns)] += len(outputs)
    return PairOverlaps(tuple(columns), tables, n_outputs)
