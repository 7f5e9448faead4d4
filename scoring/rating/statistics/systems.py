"""Scores of systems by ratings, with intervals, and tests of their differences.

Ratings are tested as any metric is: the tests, the correction and the verdicts are those of ``significance``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from ...counting.arrays import Flags, Floats, Ints, quotients, row_sums_at
from ...counting.progress import Progress, no_progress, progress_of_part
from ...counting.usual_draws import MAX_TRIALS, check_draws
from ...judgments import Preferences, Scores
from ...judgments.external import ExternalScore
from ...origins import Origins
from ...output.numbers import LEVEL
from ...significance import (
    SEGMENT,
    TOO_LITTLE_DATA,
    Bootstrap,
    Comparisons,
    Randomization,
    Verdicts,
    bootstrap,
    compare,
    judge,
    smallest_p,
    usual_trials,
)
from ...significance.bootstrap_intervals import CONFIDENCE, expanded_percentiles, least_resamples
from ...significance.resampling.draws import check_unit
from ...significance.stepdown import StepDown, TrialCounts
from ...validation import position
from ..protocols.ratings import Ratings
from .head_to_head import PreferenceRows, preference_intervals, shuffle_preferences
from .judges import judgments_from_ratings
from .needed import SegmentsNeeded, needed

SEED = 1
CORRECTION_OF_RANKINGS = "holm"
TIMES_RANKED = 10
"""Factor by which shuffles of rankings exceed the trials, as no more are drawn where a verdict is open."""


@dataclass(frozen=True)
class SystemScore:
    """The score of one system, with its interval over segments or documents."""

    system: str
    score: float
    low: float
    high: float
    """Upper end of the interval; NaN, as ``low``, for very few segments or documents."""
    n_segments: int
    """Number of segments that are rated."""


@dataclass(frozen=True)
class PairDifference:
    """The difference of two systems, and whether chance can explain it."""

    first: str
    second: str
    difference: float
    """Mean score of the first system less that of the second, over the segments in which all systems are rated.

    For rankings it is how often raters prefer the first less how often they prefer the second, as a share of all
    rankings of both, averaged over the segments in which both are ranked.
    """
    low: float
    high: float
    p_value: float
    """p-value of the pair alone, by approximate randomization; NaN where the two are not compared."""
    needed: SegmentsNeeded
    """Number of segments that the same difference needs, at the level that is left after the correction."""
    p_adjusted: float
    """p-value corrected for all pairs of systems."""
    state: str
    """Verdict, one of ``significance.STATES``."""

    def turned(self) -> "PairDifference":
        """Return the difference with the two systems swapped."""
        needed = replace(self.needed, difference=-self.needed.difference)
        ends = -self.difference, -self.high, -self.low
        return PairDifference(self.second, self.first, *ends, self.p_value, needed, self.p_adjusted, self.state)


@dataclass(frozen=True, eq=False)
class SystemScores:
    """The scores of all rated systems, and their differences."""

    judgments_name: str
    """Name of the judgments, as ``judgments_from_ratings`` gives it; scores of rankings are wins / (wins + losses)."""
    systems: tuple[str, ...]
    scores: Floats
    """Score of each system, (n_systems,)."""
    samples: Floats
    """Scores in each resample, (trials, n_systems); NaN where a system has no judgment in it."""
    n_segments: Ints
    """Number of rated segments of each system, (n_systems,)."""
    n_units: Ints
    """Number of segments, or documents, in which each system is rated, (n_systems,)."""
    by_pair: Mapping[tuple[str, str], PairDifference]
    """Difference of every two systems, each pair once."""
    seed: int
    level: float
    verdicts: Verdicts | None
    """Verdicts on the pairs; None where nothing compares any two systems."""

    def __iter__(self) -> Iterator[SystemScore]:
        """Yield the scores of the systems, the best first."""
        for place in np.argsort(-self.scores, kind="stable"):
            low, high = expanded_percentiles(self.samples[:, place], int(self.n_units[place]), self.level)
            score, n_segments = float(self.scores[place]), int(self.n_segments[place])
            yield SystemScore(self.systems[place], score, low, high, n_segments)

    @cached_property
    def pairs(self) -> tuple[PairDifference, ...]:
        """Differences of every two systems, in the order of their scores; the better one comes first in its pair."""
        order = [self.systems[place] for place in np.argsort(-self.scores, kind="stable")]
        differences = (self.pair(first, second) for first, second in combinations(order, 2))
        return tuple(one.turned() if one.difference < 0 else one for one in differences)

    def pair(self, first: str, second: str) -> PairDifference:
        """Return the difference of two systems; raise ``ValueError`` for a system that is not rated."""
        for system in (first, second):
            position(system, self.systems, "system")
        difference = self.by_pair.get((first, second))
        return self.by_pair[second, first].turned() if difference is None else difference


def system_scores(
    ratings: Ratings,
    name: str = "ratings",
    unit: str = SEGMENT,
    trials: int | None = None,
    seed: int = SEED,
    level: float = CONFIDENCE,
    on_progress: Progress = no_progress,
) -> tuple[SystemScores, ...]:
    """Return the scores of systems by each score and preference of ``judgments_from_ratings``; none without answers.

    Segments, or with the unit "document" whole documents, are drawn with replacement for intervals, and swapped for
    p-values, the same ones for all systems. ``trials`` are by default ``usual_trials``. Raises ``ValueError`` for an
    unknown unit, for documents that the test set does not have, and for trials, a seed or a level out of range.
    """
    check_unit(unit)
    n_systems = len(ratings.plan.systems)
    usual, usual_of_rankings = usual_trials(n_systems), usual_trials(n_systems, CORRECTION_OF_RANKINGS)
    trials, of_rankings = (usual, usual_of_rankings) if trials is None else (trials, trials)
    check_draws(trials, seed)
    least_resamples(level)
    shuffles_of_rankings = min(TIMES_RANKED * of_rankings, MAX_TRIALS)
    test = _Test(_documents(ratings, unit), unit, trials, shuffles_of_rankings, seed, level)
    judgments = judgments_from_ratings(ratings, name)
    all_judgments: list[Scores | Preferences] = [*judgments.scores, *judgments.preferences]
    return tuple(
        test.of(one, progress_of_part(on_progress, number, len(all_judgments)))
        for number, one in enumerate(all_judgments)
    )


def _documents(ratings: Ratings, unit: str) -> Ints:
    """Return the number of each segment's document, or its own number if segments are drawn, (n_segments,)."""
    if unit == SEGMENT:
        return np.arange(len(ratings.test_set))
    if ratings.test_set.documents is None:
        raise ValueError("The test set does not say which segments are of one document; draw segments.")
    return Origins.of(ratings.test_set.documents).members


PairVerdicts = tuple[Mapping[tuple[str, str], PairDifference], Verdicts | None]
"""Differences of the pairs, and the verdicts on them."""


@dataclass(frozen=True, eq=False)
class _Test:
    """The unit and the numbers of draws for intervals and tests."""

    documents: Ints
    """Number of each segment's document, (n_segments,)."""
    unit: str
    trials: int
    shuffles_of_rankings: int
    seed: int
    level: float

    def of(self, judgments: Scores | Preferences, on_progress: Progress) -> SystemScores:
        telling = [progress_of_part(on_progress, step, 3) for step in range(3)]
        if isinstance(judgments, Preferences):
            ranked = PreferenceRows.of(judgments)
            resamples, units = self._resampled_scores(
                judgments.name, ranked.systems, ranked.rows, ranked.is_compared, telling[0]
            )
            by_pair, verdicts = self._compare_by_rankings(resamples, ranked, telling[1:])
            n_segments = (ranked.rows[..., 1] > 0).sum(axis=0)
        else:
            values = np.stack([judgments.of(system) for system in judgments.values], axis=1)
            rated = ~np.isnan(values)
            rows = np.stack([np.where(rated, values, 0.0), rated], axis=-1)
            resamples, units = self._resampled_scores(
                judgments.name, tuple(judgments.values), rows, np.asarray(rated.any(axis=1)), telling[0]
            )
            by_pair, verdicts = self._compare_by_scores(resamples, values, telling[1:])
            n_segments = rated.sum(axis=0)
        n_units = (units[..., 1] > 0).sum(axis=0)
        numbers = resamples.scores, resamples.samples, n_segments, n_units
        return SystemScores(judgments.name, resamples.systems, *numbers, by_pair, self.seed, self.level, verdicts)

    def _units(self, rows: Floats, used: Flags) -> Floats:
        """Return the sum of the used segments' rows in each document, or segment, (n_units, ...)."""
        names, members = np.unique(self.documents[used], return_inverse=True)
        return row_sums_at(members, rows[used], len(names))

    def _resampled_scores(
        self, name: str, systems: tuple[str, ...], rows: Floats, used: Flags, on_progress: Progress
    ) -> tuple[Bootstrap, Floats]:
        """Return resamples of rows (n_segments, n_systems, 2), each a sum and a count, and the rows of each unit."""
        units = self._units(rows, used)
        statistics = dict(zip(systems, units.swapaxes(0, 1), strict=True))
        metric = ExternalScore(name, True, by_people=True)
        return bootstrap(metric, statistics, self.trials, self.seed, on_progress), units

    def _compare_by_scores(self, resamples: Bootstrap, values: Floats, telling: Sequence[Progress]) -> PairVerdicts:
        """Return the pairs and verdicts by values (n_segments, n_systems), on segments with values for all systems."""
        systems = resamples.systems
        everywhere = np.asarray(~np.isnan(values).any(axis=1))
        if len(systems) < 2 or not everywhere.any():
            return {pair: _not_compared(pair) for pair in combinations(systems, 2)}, None
        units = self._units(np.stack([values, np.ones_like(values)], axis=-1), everywhere)
        statistics = dict(zip(systems, units.swapaxes(0, 1), strict=True))
        comparisons = compare(
            resamples.metric, statistics, trials=self.trials, seed=self.seed, on_progress=telling[0], unit=self.unit
        )
        verdicts = judge(comparisons, statistics, on_progress=telling[1])
        by_pair = {}
        for a, b in combinations(range(len(systems)), 2):
            pair, differences = (systems[a], systems[b]), np.where(everywhere, values[:, a] - values[:, b], np.nan)
            by_pair[pair] = self._pair(
                verdicts, pair, differences, comparisons.bootstrap.difference_interval(*pair, self.level)
            )
        return by_pair, verdicts

    def _compare_by_rankings(
        self, resamples: Bootstrap, ranked: PreferenceRows, telling: Sequence[Progress]
    ) -> PairVerdicts:
        """Return the pairs and verdicts by rankings, each pair on the segments in which both systems are ranked."""
        n_systems, pairs = len(resamples.systems), list(combinations(range(len(resamples.systems)), 2))
        if not pairs:
            return {}, None
        units, trials = self._units(ranked.differences, ranked.is_compared), self.shuffles_of_rankings
        shuffle_counts = shuffle_preferences(units, trials, self.seed, telling[0])
        n_units = (units[..., 1] > 0).sum(axis=0)
        counts, are_compared = np.full((n_systems, n_systems), trials), np.zeros((n_systems, n_systems), bool)
        for (a, b), count, n in zip(pairs, shuffle_counts, n_units.tolist(), strict=True):
            counts[a, b] = counts[b, a] = count
            are_compared[a, b] = n > 0
        tested = Randomization(resamples.metric, resamples.systems, resamples.scores, counts, trials, self.seed)
        order = StepDown.of(resamples.scores, are_compared, rounding=resamples.metric.rounding)
        counted = TrialCounts.single_pairs(order, counts, trials)
        comparisons = Comparisons(resamples.metric, tested, resamples, CORRECTION_OF_RANKINGS, unit=self.unit)
        verdicts = Verdicts(Verdicts(comparisons, counted).refined, counted)
        ends = preference_intervals(units, self.trials, self.seed, self.level, telling[1])
        by_pair = {}
        for place, (a, b) in enumerate(pairs):
            pair, rows = (resamples.systems[a], resamples.systems[b]), ranked.differences[:, place]
            one = self._pair(verdicts, pair, quotients(rows[:, 0], rows[:, 1]), ends[place])
            has_few_units = smallest_p(int(n_units[place])) > LEVEL
            by_pair[pair] = replace(one, state=TOO_LITTLE_DATA) if has_few_units else one
        return by_pair, verdicts

    def _pair(
        self, verdicts: Verdicts, pair: tuple[str, str], differences: Floats, ends: tuple[float, float]
    ) -> PairDifference:
        """Return one pair with its verdict.

        ``differences`` (n_segments,) are the first system's score less the second's; NaN where a segment does not
        count.
        """
        segments_needed = needed(differences, self.documents, level=LEVEL / verdicts.comparisons.n_adjusted)
        p = verdicts.p_value(*pair), verdicts.p_adjusted(*pair)
        return PairDifference(
            *pair, segments_needed.difference, *ends, p[0], segments_needed, p[1], verdicts.state(*pair)
        )


def _not_compared(pair: tuple[str, str]) -> PairDifference:
    nothing = float("nan")
    return PairDifference(*pair, nothing, nothing, nothing, nothing, needed([]), nothing, TOO_LITTLE_DATA)
