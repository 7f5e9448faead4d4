"""Systems by what raters say of them: scores with intervals, and how any two differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import sqrt

import numpy as np

from ..agreement import Judge
from ..arrays import Flags, Floats, Ints, quotients, rows_at
from ..checks import position
from ..judgments import Preferences, Scores
from ..origins import Origins
from ..progress import Progress, no_progress, part
from ..significance.bootstrap import CONFIDENCE, least_resamples, percentiles
from ..significance.draws import as_large, check_draws, p_value, resampled_sums, resamples
from ..significance.units import SEGMENT, check_unit
from .judges import as_judgments
from .needed import Needed, needed
from .ratings import Ratings

TRIALS = 2_000
PAIRS_AT_ONCE = 500
"""of which all resamples are held"""


@dataclass(frozen=True)
class SystemScore:
    """One system's score, and where it would lie had other segments, or documents, been rated."""

    system: str
    score: float
    low: float
    high: float
    """NaN, as ``low``, of very few segments, or documents"""
    n_segments: int
    """that are rated"""


@dataclass(frozen=True)
class PairDifference:
    """How far two systems differ where both are rated."""

    first: str
    second: str
    difference: float
    """the mean over these segments of the first one's score less the second one's; of rankings, of how often raters
    prefer the first one of the two, less how often the second one, as a share of all that ranked both"""
    low: float
    high: float
    p_value: float
    """of the two-sided bootstrap; NaN below two segments, or documents"""
    needed: Needed
    """of the same difference"""

    def turned(self) -> "PairDifference":
        """The second one against the first."""
        needed = replace(self.needed, difference=-self.needed.difference)
        return PairDifference(self.second, self.first, -self.difference, -self.high, -self.low, self.p_value, needed)


@dataclass(frozen=True, eq=False)
class SystemScores:
    """Scores of all systems that are rated, under the same resamples."""

    what: str
    """the judgments' name, as ``as_judgments`` gives it; scores of rankings are wins / (wins + losses)"""
    systems: tuple[str, ...]
    scores: Floats
    """(n_systems,)"""
    samples: Floats
    """(trials, n_systems): of each resample; NaN where a system has no judgment in it"""
    n_segments: Ints
    """(n_systems,)"""
    n_units: Ints
    """(n_systems,): segments, or documents, in which each system is rated"""
    by_pair: Mapping[tuple[str, str], PairDifference]
    """each two systems once"""
    seed: int
    level: float

    def __iter__(self) -> Iterator[SystemScore]:
        """The systems, the best first."""
        for place in np.argsort(-self.scores, kind="stable"):
            low, high = expanded_percentiles(self.samples[:, place], int(self.n_units[place]), self.level)
            score, n_segments = float(self.scores[place]), int(self.n_segments[place])
            yield SystemScore(self.systems[place], score, low, high, n_segments)

    @cached_property
    def pairs(self) -> tuple[PairDifference, ...]:
        """Each two systems, in the order of their scores; of two the one first that is better where both are rated."""
        order = [self.systems[place] for place in np.argsort(-self.scores, kind="stable")]
        found = (self.pair(first, second) for first, second in combinations(order, 2))
        return tuple(one.turned() if one.difference < 0 else one for one in found)

    def pair(self, first: str, second: str) -> PairDifference:
        """Of two systems; ``ValueError`` for one that is not rated."""
        for system in (first, second):
            position(system, self.systems, "system")
        found = self.by_pair.get((first, second))
        return self.by_pair[second, first].turned() if found is None else found


def system_scores(
    ratings: Ratings,
    name: str = "ratings",
    unit: str = SEGMENT,
    trials: int = TRIALS,
    seed: int = 1,
    level: float = CONFIDENCE,
    on_progress: Progress = no_progress,
) -> tuple[SystemScores, ...]:
    """By each of ``as_judgments`` that are scores or preferences; none without answers.

    Segments, or with the unit "document" whole documents, are drawn with replacement, for all systems the same.
    Raises ``ValueError`` for an unknown unit, for documents that the test set does not have, and for trials, a seed
    or a level that cannot be.
    """
    check_unit(unit)
    check_draws(trials, seed)
    least_resamples(level)
    documents = _documents(ratings, unit)
    judgments = as_judgments(ratings, name)
    rated = {given.name: _Rated.of_scores(given) for given in judgments.scores}
    rated |= {given.name: _Rated.of_preferences(given) for given in judgments.preferences}
    return tuple(
        given.scored(what, documents, trials, seed, level, part(on_progress, number, len(rated)))
        for number, (what, given) in enumerate(rated.items())
    )


def _documents(ratings: Ratings, unit: str) -> Ints:
    """(n_segments,): the number of each segment's document, or of itself."""
    if unit == SEGMENT:
        return np.arange(len(ratings.test_set))
    if ratings.test_set.documents is None:
        raise ValueError("The test set does not say which segments are of one document; draw segments.")
    return Origins.of(ratings.test_set.documents).members


@dataclass(frozen=True, eq=False)
class _Rated:
    """Judgments as additive rows."""

    systems: tuple[str, ...]
    rows: Floats
    """(n_segments, n_systems, 2): a system's score there is the first / the second"""
    differences: Mapping[tuple[str, str], Floats]
    """by each two systems once (n_segments,): how far the first is better; NaN where they are not compared"""

    @classmethod
    def of_scores(cls, scores: Scores) -> "_Rated":
        values = np.stack([scores.of(system) for system in scores.values], axis=1)
        columns = dict(zip(scores.values, values.T, strict=True))
        differences = {(a, b): columns[a] - columns[b] for a, b in combinations(columns, 2)}
        return cls(tuple(columns), _summed(values), differences)

    @classmethod
    def of_preferences(cls, preferences: Preferences) -> "_Rated":
        judge = Judge.of_preferences(preferences, preferences.systems)
        rows = np.zeros((preferences.n_segments, judge.n_systems, 2))
        rows[judge.segments] = judge.rows
        places = {system: preferences.systems.index(system) for system in judge.systems}
        pairs = combinations(judge.systems, 2)
        return cls(judge.systems, rows, {(a, b): _ahead(preferences, places[a], places[b]) for a, b in pairs})

    def scored(
        self, name: str, documents: Ints, trials: int, seed: int, level: float, on_progress: Progress
    ) -> SystemScores:
        is_rated = self.rows[..., 1] > 0
        compared = [~np.isnan(found) for found in self.differences.values()]  # also where all are level: nobody wins
        some = np.logical_or.reduce([is_rated.any(axis=1), *compared])
        drawn = _Drawn.of(documents, some, trials, seed)
        every = [*self.differences]
        blocks = [every[at : at + PAIRS_AT_ONCE] for at in range(0, len(every), PAIRS_AT_ONCE)]
        units, sums = drawn.sums(self.rows, part(on_progress, 0, 1 + len(blocks)))
        totals = units.sum(axis=0)
        by_pair: dict[tuple[str, str], PairDifference] = {}
        for number, pairs in enumerate(blocks, 1):
            apart = np.stack([self.differences[pair] for pair in pairs], axis=1)
            of_pairs, sampled = drawn.sums(_summed(apart), part(on_progress, number, 1 + len(blocks)))
            samples, n_units = quotients(sampled[..., 0], sampled[..., 1]), (of_pairs[..., 1] > 0).sum(axis=0)
            for place, pair in enumerate(pairs):
                at_all = needed(apart[:, place], documents)
                by_pair[pair] = _difference(pair, samples[:, place], int(n_units[place]), at_all, level)
        return SystemScores(
            name,
            self.systems,
            quotients(totals[:, 0], totals[:, 1]),
            quotients(sums[..., 0], sums[..., 1]),
            is_rated.sum(axis=0),
            (units[..., 1] > 0).sum(axis=0),
            by_pair,
            seed,
            level,
        )


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Resamples of the segments, or documents, that have a judgment."""

    some: Flags
    """(n_segments,): which have"""
    members: Ints
    """of these: which unit each is of"""
    trials: int
    seed: int

    @classmethod
    def of(cls, documents: Ints, some: Flags, trials: int, seed: int) -> "_Drawn":
        return cls(some, np.unique(documents[some], return_inverse=True)[1], trials, seed)

    def sums(self, rows: Floats, on_progress: Progress) -> tuple[Floats, Floats]:
        """Of rows (n_segments, n, 2): those of each unit (n_units, n, 2), and of each resample (trials, n, 2)."""
        units = rows_at(self.members, rows[self.some], int(self.members.max(initial=-1)) + 1)
        flat = np.ascontiguousarray(units.reshape(len(units), -1))
        drawn = resamples(len(units), self.trials, self.seed, on_progress)
        sampled = np.concatenate([resampled_sums(batch, flat) for batch in drawn])
        return units, sampled.reshape(self.trials, *units.shape[1:])


def _summed(values: Floats) -> Floats:
    """(n_segments, n, 2) of values (n_segments, n): each with a 1 beside it, zeros where it is NaN."""
    there = ~np.isnan(values)
    return np.stack([np.where(there, values, 0.0), there], axis=-1)


def _difference(pair: tuple[str, str], samples: Floats, n_units: int, found: Needed, level: float) -> PairDifference:
    low, high = expanded_percentiles(samples, n_units, level)
    return PairDifference(*pair, found.difference, low, high, _p(samples, found.difference, n_units), found)


def _ahead(preferences: Preferences, a: int, b: int) -> Floats:
    """(n_segments,): how often raters prefer a to b, less how often b to a, as a share of all that compared them."""
    better, worse = preferences.better, preferences.worse
    signs = np.select([(better == a) & (worse == b), (better == b) & (worse == a)], [1.0, -1.0], np.nan)
    kept = np.flatnonzero(~np.isnan(signs))
    rows = np.stack([np.where(preferences.tied[kept], 0.0, signs[kept]), np.ones(len(kept))], axis=1)
    sums = rows_at(preferences.segments[kept], rows, preferences.n_segments)
    return quotients(sums[:, 0], sums[:, 1])


def expanded_percentiles(samples: Floats, n_units: int, level: float = CONFIDENCE) -> tuple[float, float]:
    """The percentile interval of resamples (n,), widened for few units as Student's t is wider than the normal.

    Percentiles alone are too narrow there: Hesterberg (2015), What Teachers Should Know About the Bootstrap. NaN below
    two units, and where there are so few that their interval would need more resamples.
    """
    from scipy.special import ndtr, stdtrit

    if n_units < 2:
        return float("nan"), float("nan")
    reach = sqrt(n_units / (n_units - 1)) * float(stdtrit(n_units - 1, (1 + level) / 2))
    widened = 2 * float(ndtr(reach)) - 1
    return percentiles(samples, widened) if widened < 1 else (float("nan"), float("nan"))


def _p(samples: Floats, difference: float, n_units: int) -> float:
    """Centred: Riezler and Maxwell (2005), Figure 2, of both sides, as ``significance.bootstrap`` has it."""
    if n_units < 2 or np.isnan(difference):
        return float("nan")
    return p_value(int(as_large(samples - np.nanmean(samples), difference).sum()), len(samples))
