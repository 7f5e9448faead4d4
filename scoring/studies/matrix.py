"""Compare systems over many test sets: scores and ranks in each set, and one test over all sets.

Scores are never averaged over sets: BLEU of Chinese and of German are not on one scale. The numbers that are averaged
are shares of better systems, scores that are scaled within their set, and differences in units of their own chance.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, compress
from typing import Self

import numpy as np

from ..counting.arrays import Flags, Floats, Ints, quotients
from ..counting.progress import Progress, no_progress, progress_of_part
from ..counting.usual_draws import SEED, TRIALS, check_draws
from ..metric import Metric
from ..output.numbers import LEVEL
from ..significance.corrections import MAX_T, PAIR_CORRECTIONS
from ..significance.ranking import pairs_by_rank
from ..significance.stratified import randomize_within_sets, usual_correction
from ..significance.verdicts import CLEAR, LIKELY, MORE_TRIALS, TOO_LITTLE_DATA
from ..validation import check_known, expect, short_repr
from .comparison import ComparisonRequest, SystemStatistics, better_system
from .comparison import run as compare_systems
from .set_statistics import SetStatistics

ALL_METRICS = "all"
"""Name of the row that averages AutoRank over several metrics."""
LOWEST_PERCENTILE, SMALLEST_SCALE = 25, 1e-9
"""Percentile that AutoRank's scale subtracts from the best score, and the smallest value of this scale."""
MAX_WEIGHT = 1_000_000
"""The largest weight of a set, because squares of weights are added up."""
TRIALS_GROWTH = 10
"""Factor by which more shuffles are advised if a pair is open."""
Record = dict[str, str | float | int | None]


@dataclass(frozen=True)
class MatrixRequest:
    """The metrics that compare the systems of many sets, and the settings of the tests.

    Raises ``ValueError`` for no metric, invalid trials, seed or weights, and an unknown correction.
    """

    metrics: tuple[Metric, ...]
    trials: int = TRIALS
    """Number of shuffles in each set, and over all sets."""
    seed: int = SEED
    correction: str | None = None
    """Correction of p-values for all pairs; None for ``usual_correction``, or max-T where only one set has a metric."""
    weights: tuple[tuple[str, float], ...] = ()
    """Weights of sets whose weight is not 1, each with the set's name."""

    def __post_init__(self) -> None:
        if not self.metrics:
            raise ValueError("Expected at least one metric; found none.")
        for metric in self.metrics:
            expect(metric, Metric, "metrics")
        check_draws(self.trials, self.seed)
        if self.correction is not None:
            check_known(self.correction, PAIR_CORRECTIONS, "correction")
        for name, weight in self.weights:
            if not 0 <= weight <= MAX_WEIGHT:
                expected = f"a number of at least 0 and at most {MAX_WEIGHT:,}"
                raise ValueError(f"The weight of {name}: expected {expected}; found {short_repr(weight)}.")

    def set_weights(self, sets: Sequence[str]) -> Floats:
        """Return the weight of each set, float64 (n_sets,); raise ``ValueError`` for unknown sets, or if all are 0."""
        for name, _ in self.weights:
            check_known(name, sets, "set in the weights")
        weights = np.array([dict(self.weights).get(name, 1.0) for name in sets])
        if not weights.any():
            raise ValueError("Expected a set with a weight above 0; all weights are 0.")
        return weights


@dataclass(frozen=True)
class PairOverSets:
    """The comparison of two systems by one metric, over all sets that have both and a weight above 0."""

    a: str
    b: str
    metric: str
    difference: float
    """Weighted mean over sets of A's score minus B's, each divided by its size under the null hypothesis."""
    p: float
    p_adjusted: float
    correction: str
    verdict: str
    """One of ``STATES``."""
    better: str | None
    """Name of the system that is ahead over all sets; None where neither is ahead."""
    ahead: tuple[str, ...]
    """Sets in which A's score is better."""
    behind: tuple[str, ...]
    """Sets in which B's score is better."""
    surely_ahead: tuple[str, ...]
    """Sets in which A is significantly better."""
    surely_behind: tuple[str, ...]
    """Sets in which B is significantly better."""
    n_sets: int
    """Number of sets that have both systems."""

    @property
    def turned(self) -> Self:
        """The comparison of the same pair with the second system first."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=0.0 - self.difference,
            ahead=self.behind,
            behind=self.ahead,
            surely_ahead=self.surely_behind,
            surely_behind=self.surely_ahead,
        )

    def better_unless(self, is_doubtful: bool) -> str | None:
        """Return the system that is better over all sets, for tables; None if neither is, or if ``is_doubtful``."""
        return None if is_doubtful else self.better

    def record(self) -> Record:
        """Return the pair's columns in tables and JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "metric": self.metric,
            "difference": self.difference,
            "p": self.p,
            "p_adjusted": self.p_adjusted,
            "correction": self.correction,
            "verdict": self.verdict,
            "better": self.better,
            "n_sets": self.n_sets,
            "ahead": len(self.ahead),
            "behind": len(self.behind),
        }


@dataclass(frozen=True, eq=False)
class MetricMatrix:
    """Scores, ranks and tests of all systems in all sets, by one metric."""

    metric: Metric
    sets: tuple[str, ...]
    systems: tuple[str, ...]
    weights: Floats
    """float64 (n_sets,): weight of each set."""
    scores: Floats
    """float64 (n_sets, n_systems): scores; NaN where a set lacks the system."""
    differ: Flags
    """bool (n_sets, n_systems, n_systems): whether two systems differ significantly, corrected within the set."""
    pairs: tuple[PairOverSets, ...]
    draws_more: bool = False
    """Whether open pairs were tested with more trials, as in a comparison; only where a single set counts."""

    @cached_property
    def ranked_pairs(self) -> tuple[PairOverSets, ...]:
        """Pairs in the order of the ranking, each with the better-ranked system first."""
        return tuple(pairs_by_rank(self.pairs, [self.systems[place] for place in self.order]))

    @cached_property
    def better(self) -> Flags:
        """bool (n_sets, n_systems, n_systems): whether the row's system is significantly better than the column's."""
        goodness = self.goodness
        with np.errstate(invalid="ignore"):
            return self.differ & (goodness[:, :, None] > goodness[:, None, :])

    @property
    def counts(self) -> Flags:
        """bool (n_sets,): whether a set has a weight above 0; other sets are left out of all results over sets."""
        return self.weights > 0

    @property
    def goodness(self) -> Floats:
        """Scores, negated where lower is better."""
        return self.scores if self.metric.higher_is_better else -self.scores

    @cached_property
    def ranks(self) -> Floats:
        """float64 (n_sets, n_systems): 1 + the number of significantly better systems; NaN without a score."""
        return np.where(np.isnan(self.scores), np.nan, 1.0 + self.better.sum(axis=1))

    @cached_property
    def mean_ranks(self) -> Floats:
        """float64 (n_systems,): weighted mean over sets of (systems significantly better) / (systems present).

        WMT 2026 ranks systems over test sets in this way; 0 is best.
        """
        present = (~np.isnan(self.scores)).sum(axis=1)
        return _mean_over_sets((self.ranks - 1) / present[:, None], self.weights)

    @cached_property
    def scaled(self) -> Floats:
        """float64 (n_systems,): weighted mean over sets of the scores that ``scale_scores`` has scaled."""
        return _mean_over_sets(np.stack([scale_scores(of_set) for of_set in self.goodness]), self.weights)

    @cached_property
    def wins(self) -> Ints:
        """int64 (n_systems,): number of comparisons, over sets and other systems, that a system significantly wins."""
        return self.better[self.counts].sum(axis=(0, 2))  # type: ignore[no-any-return]

    @cached_property
    def losses(self) -> Ints:
        """int64 (n_systems,): number of comparisons, over sets and other systems, that a system significantly loses."""
        return self.better[self.counts].sum(axis=(0, 1))  # type: ignore[no-any-return]

    @cached_property
    def ties(self) -> Ints:
        """int64 (n_systems,): number of comparisons, over sets and other systems, without a significant difference."""
        has_score = ~np.isnan(self.scores[self.counts])
        both = (has_score[:, :, None] & has_score[:, None, :]).sum(axis=(0, 2)) - has_score.sum(axis=0)
        return both - self.wins - self.losses  # type: ignore[no-any-return]

    @cached_property
    def order(self) -> list[int]:
        """Places of the systems, best first: by mean rank, then by scaled scores.

        Systems in fewer sets than others come later, because their ranks are from other sets. Where no system is in two
        sets, the systems of one set are next to each other.
        """
        has_score = ~np.isnan(self.scores) & self.counts[:, None]
        own_set = has_score.argmax(axis=0) if self.n_sets.max() == 1 else np.zeros(len(self.systems), int)
        keys = -self.scaled, self.mean_ranks, own_set, -self.n_sets
        return np.lexsort(keys).tolist()  # type: ignore[no-any-return]

    @property
    def scored_order(self) -> list[int]:
        """Places of the systems that have a score in some set, best first."""
        missing = np.isnan(self.scores)
        return [place for place in self.order if not missing[:, place].all()]

    @cached_property
    def n_sets(self) -> Ints:
        """int64 (n_systems,): number of sets with a weight above 0 in which each system has a score."""
        return (~np.isnan(self.scores[self.counts])).sum(axis=0)  # type: ignore[no-any-return]

    def pair(self, a: str, b: str) -> PairOverSets:
        """Return the pair of these systems, in the order in which it was tested."""
        return next(pair for pair in self.pairs if {pair.a, pair.b} == {a, b})


def scale_scores(goodness: Floats) -> Floats:
    """Scale the scores of systems in one set as AutoRank does: (x - median) / (max - 25th percentile).

    The preliminary ranking of WMT 2025 uses this scale. ``goodness`` (n_systems,) is higher for better systems; NaN
    stays NaN.
    """
    defined = goodness[~np.isnan(goodness)]
    if not len(defined):
        return goodness
    scale = max(SMALLEST_SCALE, float(defined.max() - np.percentile(defined, LOWEST_PERCENTILE)))
    scaled: Floats = (goodness - np.median(defined)) / scale
    return scaled


def auto_ranks(scaled: Floats) -> Floats:
    """Return ranks that are linear in the scaled scores (n_systems,): 1 for the highest, n_systems for the lowest.

    1 for all systems where all scores are equal; NaN stays NaN.
    """
    defined = scaled[~np.isnan(scaled)]
    if not len(defined):
        return scaled
    width = float(defined.max() - defined.min())
    if width <= SMALLEST_SCALE:
        return np.where(np.isnan(scaled), np.nan, 1.0)
    ranks: Floats = 1 + (len(defined) - 1) * (defined.max() - scaled) / width
    return ranks


def _mean_over_sets(values: Floats, weights: Floats) -> Floats:
    """Return the weighted means (n_systems,) of ``values`` (n_sets, n_systems) over the sets that have a value."""
    has_value = ~np.isnan(values)
    return quotients(
        (np.where(has_value, values, 0.0) * weights[:, None]).sum(axis=0), (has_value * weights[:, None]).sum(axis=0)
    )


@dataclass(frozen=True)
class LeadByQuotes:
    """A significant lead by BLEU over all sets that changes with quotation marks of one kind."""

    first: str
    """The system that is ahead with marks as typed."""
    second: str
    p: float
    """Corrected p with quotation marks of one kind."""
    is_reversed: bool
    """Whether the second system is significantly ahead with marks of one kind; if not, the lead could be chance."""
    sets: tuple[str, ...]
    """Sets in which the scores of the two systems differ."""

    def is_of(self, a: str, b: str) -> bool:
        """Return whether this is a lead between these two systems."""
        return {a, b} == {self.first, self.second}


@dataclass(frozen=True, eq=False)
class MatrixResult:
    """Scores, ranks and tests of all systems in all sets, by every metric."""

    matrices: tuple[MetricMatrix, ...]
    """Results by each metric, all with the same sets and systems."""
    signatures: Mapping[str, str]
    """Signature of each metric, by name."""
    leads_by_quotes: tuple[LeadByQuotes, ...] = ()

    @property
    def sets(self) -> tuple[str, ...]:
        return self.matrices[0].sets

    @property
    def systems(self) -> tuple[str, ...]:
        return self.matrices[0].systems

    @property
    def n_bytes(self) -> int:
        square = len(self.sets) * len(self.systems) ** 2
        return len(self.matrices) * (square + 400 * len(self.systems) ** 2)

    @cached_property
    def auto_ranks(self) -> Floats:
        """float64 (n_metrics, n_systems): AutoRank by each metric; NaN where no system is in two sets."""
        ranks = np.stack([auto_ranks(matrix.scaled) for matrix in self.matrices])
        return np.full_like(ranks, np.nan) if self.share_no_system else ranks

    @cached_property
    def auto_ranks_of_all(self) -> Floats:
        """float64 (n_systems,): AutoRank by the mean of all metrics, as WMT 2025 does; NaN as in ``auto_ranks``."""
        ranks = auto_ranks(np.stack([matrix.scaled for matrix in self.matrices]).mean(axis=0))
        return np.full_like(ranks, np.nan) if self.share_no_system else ranks

    def cell_records(self) -> list[Record]:
        """Return a record for each set, system and metric; its score is NaN where the set lacks the system."""
        return [
            {
                "set": name,
                "system": system,
                "metric": matrix.metric.name,
                "score": float(matrix.scores[row, column]),
                "rank": None if np.isnan(matrix.ranks[row, column]) else int(matrix.ranks[row, column]),
            }
            for matrix in self.matrices
            for row, name in enumerate(self.sets)
            for column, system in enumerate(self.systems)
        ]

    def overall_records(self) -> list[Record]:
        """Return a record for each metric and system, best first; with several metrics also AutoRank by all metrics."""
        records: list[Record] = [
            {
                "system": self.systems[place],
                "metric": matrix.metric.name,
                "mean_rank": float(matrix.mean_ranks[place]),
                "auto_rank": float(ranks[place]),
                "wins": int(matrix.wins[place]),
                "ties": int(matrix.ties[place]),
                "losses": int(matrix.losses[place]),
            }
            for matrix, ranks in zip(self.matrices, self.auto_ranks, strict=True)
            for place in matrix.order
        ]
        if len(self.matrices) > 1:
            of_all = self.auto_ranks_of_all
            empty: Record = dict.fromkeys(("mean_rank", "auto_rank", "wins", "ties", "losses"))
            records += [
                {"system": self.systems[place], "metric": ALL_METRICS} | empty | {"auto_rank": float(of_all[place])}
                for place in np.argsort(of_all, kind="stable").tolist()
            ]
        return records

    @property
    def ruled_out(self) -> frozenset[str]:
        """Systems surely worse than another over all sets by some metric, and surely better than that one by none."""
        surely = {
            (pair.better, pair.b if pair.better == pair.a else pair.a)
            for of in self.matrices
            for pair in of.pairs
            if pair.verdict in (CLEAR, LIKELY) and pair.better is not None
        }
        return frozenset(worse for better, worse in surely if (worse, better) not in surely)

    @property
    def is_open(self) -> bool:
        """Whether more shuffles may settle an open pair."""
        return any(pair.verdict == MORE_TRIALS for of in self.matrices for pair in of.pairs)

    def pair_records(self) -> list[Record]:
        """Return a record for each metric and pair."""
        return [pair.record() for matrix in self.matrices for pair in matrix.pairs]

    def record(self) -> dict[str, object]:
        """Return all records and signatures, for JSON."""
        return {"cells": self.cell_records(), "overall": self.overall_records(), "pairs": self.pair_records()} | {
            "signatures": dict(self.signatures)
        }

    @property
    def share_no_system(self) -> bool:
        """Whether several sets have scores, but no system is in two of them."""
        return _share_no_system(self.systems_of_sets)

    def are_compared_without(self, left_out: Collection[str]) -> bool:
        """Return whether the other sets still have scores, and share a system if all sets together do."""
        counting = compress(self.sets, self.matrices[0].counts.tolist())
        rest = [systems for name, systems in zip(counting, self.systems_of_sets, strict=True) if name not in left_out]
        return any(rest) and (self.share_no_system or not _share_no_system(rest))

    @cached_property
    def systems_of_sets(self) -> tuple[frozenset[str], ...]:
        """Systems that have a score by some metric, for each set with a weight above 0."""
        scored = np.any([~np.isnan(matrix.scores[matrix.counts]) for matrix in self.matrices], axis=0)
        return tuple(frozenset(self.systems[place] for place in np.flatnonzero(row)) for row in scored)


def _share_no_system(systems_of_sets: Sequence[frozenset[str]]) -> bool:
    """Return whether several sets have systems, but no system is in two of them."""
    n_sets = sum(map(bool, systems_of_sets))
    return n_sets > 1 and sum(map(len, systems_of_sets)) == len(frozenset().union(*systems_of_sets))


def run(
    request: MatrixRequest,
    sets: Mapping[str, Mapping[Metric, SystemStatistics]],
    on_progress: Progress = no_progress,
) -> MatrixResult:
    """Compare the systems of all sets by every metric.

    ``sets`` maps each set to metric -> system -> statistics (n_segments, n_statistics). Where only one set with a
    weight has a metric, the numbers are those of ``comparison.run``. Raises ``ValueError`` for no set, fewer than two
    systems, and weights of unknown sets.
    """
    if not sets:
        raise ValueError("Expected at least one set; found none.")
    names = tuple(sets)
    weights = request.set_weights(names)
    systems = tuple(dict.fromkeys(system for one in sets.values() for rows in one.values() for system in rows))
    matrices = []
    for metric, tell in zip(request.metrics, _tellers(on_progress, len(request.metrics)), strict=True):
        rows = [sets[name].get(metric, {}) for name in names]
        weighted = [weight > 0 for one, weight in zip(rows, weights, strict=True) if one]
        compare = _matrix_of_one_set if weighted.count(True) == 1 else _matrix_of_many_sets
        matrices.append(compare(request, metric, systems, rows, names, weights, tell))
    return MatrixResult(tuple(matrices), {metric.name: metric.signature for metric in request.metrics})


def run_sets(
    request: MatrixRequest, sets: Mapping[str, SetStatistics], on_progress: Progress = no_progress
) -> MatrixResult:
    """Compare the systems of all sets by every metric that scores some system; ``sets`` are from ``measure_set``.

    Raises ``ValueError`` as ``run`` does, and where no metric scores any system.
    """
    used = [metric for metric in request.metrics if any(one.rows.get(metric) for one in sets.values())]
    if not used:
        raise ValueError("Expected scores of at least one system by one of these metrics; found none in any set.")
    result = run(replace(request, metrics=tuple(used)), {name: one.rows for name, one in sets.items()}, on_progress)
    result = replace(result, leads_by_quotes=_leads_by_quotes(request, result, sets))
    own = {f"{metric}, {name}": of for name, one in sets.items() for metric, of in one.signatures.items()}
    return replace(result, signatures=dict(result.signatures) | own)


_SURE = CLEAR, LIKELY


def _leads_by_quotes(
    request: MatrixRequest, result: MatrixResult, sets: Mapping[str, SetStatistics]
) -> tuple[LeadByQuotes, ...]:
    """Return the significant leads that change in a test with quotation marks of one kind in all sets."""
    metrics = tuple(of.metric for of in result.matrices if any(of.metric in one.plain_quotes for one in sets.values()))
    if not metrics:
        return ()
    plain = {name: {**one.rows, **one.plain_quotes} for name, one in sets.items()}
    again = run(replace(request, metrics=metrics), plain)
    sure_pairs = {
        (of.metric, pair.a, pair.b): pair for of in result.matrices for pair in of.pairs if pair.verdict in _SURE
    }
    leads = []
    for of in again.matrices:
        for pair in of.pairs:
            sure_pair, is_sure = sure_pairs.get((of.metric, pair.a, pair.b)), pair.verdict in _SURE
            if sure_pair is not None and (not is_sure or pair.better != sure_pair.better):
                first, second = (
                    (sure_pair.a, sure_pair.b) if sure_pair.better == sure_pair.a else (sure_pair.b, sure_pair.a)
                )
                leads.append(
                    LeadByQuotes(first, second, pair.p_adjusted, is_sure, (*sure_pair.ahead, *sure_pair.behind))
                )
    return tuple(leads)


def _tellers(on_progress: Progress, number: int) -> list[Progress]:
    return [progress_of_part(on_progress, part, number) for part in range(number)]


def _matrix_of_one_set(
    request: MatrixRequest,
    metric: Metric,
    systems: tuple[str, ...],
    rows: Sequence[SystemStatistics],
    names: tuple[str, ...],
    weights: Floats,
    on_progress: Progress,
) -> MetricMatrix:
    """Return the matrix by a metric that only one set with a weight has, as one comparison of that set's systems."""
    correction = request.correction or MAX_T
    (of_set,) = (place for place, one in enumerate(rows) if one and weights[place] > 0)
    scored = [place for place, system in enumerate(systems) if system in rows[of_set]]
    if len(scored) < 2:
        return _matrix_of_many_sets(request, metric, systems, rows, names, weights, on_progress)
    scored_names = tuple(systems[place] for place in scored)
    comparison_request = ComparisonRequest(
        metric, scored_names, trials=request.trials, seed=request.seed, correction=correction
    )
    result = compare_systems(comparison_request, rows[of_set], on_progress)
    scores = np.full(len(systems), np.nan)
    scores[scored] = result.refined.tested.scores
    inner, square = np.ix_(scored, scored), (len(systems), len(systems))
    p, adjusted = np.full((2, *square), np.nan)
    p[inner], adjusted[inner] = result.refined.p_values, result.refined.p_adjusted
    differ = np.zeros(square, bool)
    differ[inner] = result.refined.differ

    def verdict(a: int, b: int) -> str:
        return result.verdicts.state(systems[a], systems[b]) if a in scored and b in scored else TOO_LITTLE_DATA

    tables = scores[:, None] - scores, p, adjusted
    in_sets = np.full((len(names), len(systems)), np.nan), np.zeros((len(names), *square), bool)
    if sum(map(bool, rows)) > 1:  # scores of sets without a weight are shown, too
        of_all = _matrix_of_many_sets(request, metric, systems, rows, names, weights, on_progress)
        in_sets = of_all.scores, of_all.differ
    for in_each, here in zip(in_sets, (scores, differ), strict=True):
        in_each[of_set] = here
    counting = names, weights > 0
    pairs = _pairs(metric, systems, tables, correction, verdict, counting, *in_sets)
    return MetricMatrix(metric, names, systems, weights, *in_sets, pairs, draws_more=True)


def _matrix_of_many_sets(
    request: MatrixRequest,
    metric: Metric,
    systems: tuple[str, ...],
    rows: Sequence[SystemStatistics],
    names: tuple[str, ...],
    weights: Floats,
    on_progress: Progress,
) -> MetricMatrix:
    """Return the matrix by one test over all sets.

    Within a set, a difference is significant only if its p is low enough despite its Monte Carlo error.
    """
    correction = request.correction or usual_correction(len(systems))
    result = randomize_within_sets(
        metric, rows, request.trials, request.seed, correction, weights, on_progress, systems
    )
    with np.errstate(invalid="ignore"):
        in_sets = result.scores, result.p_high_in_sets <= LEVEL
    tables, counting = (result.differences, result.p_values, result.p_adjusted), (names, weights > 0)
    pairs = _pairs(metric, systems, tables, correction, result.state, counting, *in_sets)
    return MetricMatrix(metric, names, systems, weights, *in_sets, pairs)


def _pairs(
    metric: Metric,
    systems: tuple[str, ...],
    tables: tuple[Floats, Floats, Floats],
    correction: str,
    verdict: Callable[[int, int], str],
    sets: tuple[tuple[str, ...], Flags],
    scores: Floats,
    differ: Flags,
) -> tuple[PairOverSets, ...]:
    """Return all pairs; ``tables`` are differences, p and adjusted p, each (n_systems, n_systems).

    ``sets`` are the names of the sets, and flags of the sets that count.
    """
    names, counts = sets

    def flagged_sets(flags: Flags) -> tuple[str, ...]:
        return tuple(name for name, flag in zip(names, (flags & counts).tolist(), strict=True) if flag)

    pairs = []
    for a, b in combinations(range(len(systems)), 2):
        gains = scores[:, a] - scores[:, b] if metric.higher_is_better else scores[:, b] - scores[:, a]
        ahead, behind = gains > metric.rounding, gains < -metric.rounding
        difference, p, adjusted = (float(table[a, b]) for table in tables)
        pairs.append(
            PairOverSets(
                systems[a],
                systems[b],
                metric.name,
                difference,
                p,
                adjusted,
                correction,
                verdict(a, b),
                better_system(metric, difference, (systems[a], systems[b])),
                flagged_sets(ahead),
                flagged_sets(behind),
                flagged_sets(ahead & differ[:, a, b]),
                flagged_sets(behind & differ[:, a, b]),
                int((~np.isnan(gains[counts])).sum()),
            )
        )
    return tuple(pairs)
