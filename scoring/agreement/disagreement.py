"""Find where a metric and a judge disagree: on systems, on outputs, and on what a difference of scores is worth."""

from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Floats, Ints, quotients
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..counting.ties import pair_leads
from ..significance.bootstrap_intervals import expanded_percentiles
from ..validation import as_float_array, expect, short_repr, whole_number
from .agreement import Resampling
from .judge import Judge
from .oriented_scores import CORPUS, OrientedScores, SystemScore, check_scored
from .pairs import JudgedPairs, Places

MAX_SEGMENTS = 1_000_000
"""Most segments that a caller can ask for."""


@dataclass(frozen=True)
class SystemPair:
    """Two systems that the judge and the metric order differently."""

    better: str
    """the system with the higher score by the judge"""
    worse: str
    judge_lead: float
    """judge's score of the better system less that of the worse one"""
    metric_lead: float
    """metric's score of the better system less that of the worse one, so 0 or below"""


def misordered_systems(judge: Judge, scored: OrientedScores, kind: SystemScore = CORPUS) -> list[SystemPair]:
    """Return all pairs of systems that the metric ties or orders oppositely, the judge's largest difference first."""
    check_scored(judge, scored, kind)
    once = np.ones((1, judge.n_segments))
    judge_scores, metric_scores = judge.system_scores(once)[0], scored.system_scores(once, kind)[0]
    misordered = []
    first, second = np.nonzero(~np.eye(judge.n_systems, dtype=bool))
    pairs = zip(
        first, second, pair_leads(judge_scores, first, second), pair_leads(metric_scores, first, second), strict=True
    )
    for better, worse, judge_lead, metric_lead in pairs:
        if judge_lead > 0 and metric_lead <= 0:
            names = judge.systems[better], judge.systems[worse]
            misordered.append(SystemPair(*names, float(judge_scores[better] - judge_scores[worse]), float(metric_lead)))
    return sorted(misordered, key=lambda pair: -pair.judge_lead)


@dataclass(frozen=True)
class OutputPair:
    """Two outputs of one segment that the judge and the metric order differently."""

    segment: int
    """place in the test set, from 0"""
    better: str
    """the system whose output the judge prefers"""
    worse: str
    judge_lead: float
    """judge's score of the better output less that of the worse one; 1 for preferences"""
    metric_lead: float
    """metric's score of the better output less that of the worse one, so below 0"""


def misordered_outputs(judge: Judge, scored: OrientedScores, max_segments: int = 20) -> list[OutputPair]:
    """Return for each segment the two outputs on which judge and metric disagree most, the worst segments first.

    Each of the two differences counts by its rank: the share of all differences that are no larger. The size of the
    disagreement is the smaller share, because both must be sure. Preferences of one pair count by their majority.
    """
    check_scored(judge, scored)
    whole_number(max_segments, "The most segments", 0, MAX_SEGMENTS)
    pairs = judge.pairs if judge.scores is not None else judge.majority
    differences = np.nan_to_num(pairs.score_differences(scored.segments))
    turned = np.flatnonzero(pairs.signs * differences < 0)
    disagreements = np.minimum(*(_shares(np.abs(sizes))[turned] for sizes in (pairs.differences, differences)))
    worst = turned[_largest(pairs.segments[turned], disagreements)]
    return [_output_pair(judge, pairs, differences, int(place)) for place in worst[:max_segments]]


def _output_pair(judge: Judge, pairs: JudgedPairs, differences: Floats, at: int) -> OutputPair:
    first, second = judge.systems[pairs.first[at]], judge.systems[pairs.second[at]]
    sign = pairs.signs[at]
    better, worse = (first, second) if sign > 0 else (second, first)
    segment = int(judge.segments[pairs.segments[at]])
    return OutputPair(segment, better, worse, float(abs(pairs.differences[at])), float(sign * differences[at]))


def _shares(sizes: Floats) -> Floats:
    """Return for each value the share of all values that are no larger, 0-1, (n,)."""
    order = np.argsort(sizes)
    ends = np.flatnonzero(np.diff(sizes[order], append=np.nan)) + 1  # end of each run of equal sizes
    shares = np.empty(len(sizes))
    shares[order] = np.repeat(ends / max(len(sizes), 1), np.diff(ends, prepend=0))
    return shares


def _largest(segments: Places, values: Floats) -> Ints:
    """Return the place of each segment's largest value (the first of equals), the largest of all first, (n_segments,).

    ``segments`` (n,), ascending, are those of ``values`` (n,).
    """
    if not len(values):
        return np.zeros(0, np.int64)
    starts = np.flatnonzero(np.diff(segments, prepend=-1))
    maxima = np.maximum.reduceat(values, starts)
    reached = np.flatnonzero(values == np.repeat(maxima, np.diff(starts, append=len(values))))
    firsts = reached[np.unique(segments[reached], return_index=True)[1]]
    return firsts[np.argsort(-maxima, kind="stable")]


@dataclass(frozen=True, eq=False)
class DifferenceWorth:
    """The worth of a difference of two systems' scores: how often the judge orders such a pair the same way.

    It holds for these systems and segments only.
    """

    differences: Floats
    """(n,), ascending: thresholds in points"""
    n_pairs: Floats
    """(n,): number of pairs of systems that differ at least by the threshold, without pairs that the judge ties and, at
    0, that the metric ties
    """
    shares: Floats
    """(n,): share of these pairs that the judge orders the same way, 0-1"""
    low: Floats
    """(n,): lower end of the share's 95 % interval, by the resamples in which some pair differs by the threshold"""
    high: Floats
    """(n,): upper end of the share's 95 % interval"""


def difference_worth(
    judge: Judge,
    scored: OrientedScores,
    differences: Floats,
    resampling: Resampling | None = None,
    kind: SystemScore = CORPUS,
    on_progress: Progress = no_progress,
) -> DifferenceWorth:
    """Return the worth of each of the differences (n,), ascending, in the metric's points.

    Raises ``ValueError`` for differences that are below 0 or not ascending, and scores of other systems or segments.
    """
    check_scored(judge, scored, kind)
    resampling = Resampling() if resampling is None else resampling
    expect(resampling, Resampling, "resampling")
    differences = as_float_array(differences, "differences", 1)
    if not (np.diff(differences, prepend=0.0) >= 0).all():
        raise ValueError(f"Expected differences of 0 or more, ascending; found {short_repr(differences.tolist())}.")
    first, second = np.triu_indices(judge.n_systems, 1)

    def count_pairs_and_shares(counts: Floats) -> tuple[Floats, Floats]:
        judge_scores, metric_scores = judge.system_scores(counts), scored.system_scores(counts, kind)
        judge_leads, metric_leads = (pair_leads(table, first, second) for table in (judge_scores, metric_scores))
        alike = np.sign(judge_leads) * np.sign(metric_leads)
        among = (np.abs(metric_leads) >= differences[:, None, None]) & (np.abs(alike) > 0)  # NaN counts in neither
        n_pairs = among.sum(axis=-1).T.astype(float)
        right = (among & (alike > 0)).sum(axis=-1).T
        return n_pairs, quotients(right, n_pairs)

    n_pairs, shares = count_pairs_and_shares(np.ones((1, judge.n_segments)))
    batches = resampling.counts(judge.n_segments, on_progress)
    samples = np.concatenate(list(run_side_by_side(lambda counts: count_pairs_and_shares(counts)[1], batches)))
    n_units = resampling.n_units(judge.n_segments)
    bounds = np.array([expanded_percentiles(column, n_units) for column in samples.T]).reshape(-1, 2)
    return DifferenceWorth(differences, n_pairs[0], shares[0], bounds[:, 0], bounds[:, 1])
