"""Where a metric and a judge part: pairs of systems, outputs of a segment, and what a difference of scores is worth."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, quotients
from ..significance.bootstrap import percentiles
from .agreement import Resampling
from .judge import Judge
from .pairs import Pairs, rounded
from .scored import CORPUS, Scored, SystemScore


@dataclass(frozen=True)
class SystemPair:
    """Two systems that the judge and the metric order differently."""

    better: str
    """by the judge"""
    worse: str
    judged: float
    """by how much the judge's score of the better one is higher"""
    scored: float
    """by how much the metric's is, so 0 or below"""


def turned_systems(judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> list[SystemPair]:
    """All pairs of systems that the metric ties or orders the other way round, the judge's largest difference first."""
    once = np.ones((1, judge.n_segments))
    ours, theirs = judge.system_scores(once)[0], scored.system_scores(once, kind)[0]
    found = []
    for better, worse in np.argwhere(rounded(ours[:, None] - ours) > 0):
        lead = float(rounded(theirs[better] - theirs[worse]))
        if lead <= 0:
            judged = float(ours[better] - ours[worse])
            found.append(SystemPair(judge.systems[better], judge.systems[worse], judged, lead))
    return sorted(found, key=lambda pair: -pair.judged)


@dataclass(frozen=True)
class OutputPair:
    """Two outputs of one segment that the judge and the metric order differently."""

    segment: int
    """its place in the test set, from 0"""
    better: str
    """the system whose output the judge prefers"""
    worse: str
    judged: float
    """by how much the judge's score of the better one is higher; 1 of preferences"""
    scored: float
    """by how much the metric's is, so below 0"""


def turned_outputs(judge: Judge, scored: Scored, most: int = 20) -> list[OutputPair]:
    """Of each segment the two outputs on which judge and metric part most, the worst segments first.

    How far they part is the smaller of the two differences, each as a share of all differences that are no larger:
    both must be sure. Preferences of one pair count by their majority.
    """
    pairs = judge.pairs if judge.scores is not None else judge.majority
    differences = np.nan_to_num(pairs.differences_of(scored.segments))
    apart = np.minimum(_shares(np.abs(pairs.differences)), _shares(np.abs(differences)))
    apart[pairs.signs * np.sign(differences) >= 0] = 0.0
    order = np.lexsort((pairs.second, pairs.first, pairs.segments, -apart))
    order = order[apart[order] > 0]
    _, firsts = np.unique(pairs.segments[order], return_index=True)
    return [_output_pair(judge, pairs, differences, int(order[place])) for place in np.sort(firsts)[:most]]


def _output_pair(judge: Judge, pairs: Pairs, differences: Floats, at: int) -> OutputPair:
    first, second = judge.systems[pairs.first[at]], judge.systems[pairs.second[at]]
    sign = pairs.signs[at]
    better, worse = (first, second) if sign > 0 else (second, first)
    segment = int(judge.segments[pairs.segments[at]])
    return OutputPair(segment, better, worse, float(abs(pairs.differences[at])), float(sign * differences[at]))


def _shares(sizes: Floats) -> Floats:
    """(n,): the share of all that are no larger, 0-1."""
    shares: Floats = np.searchsorted(np.sort(sizes), sizes, side="right") / max(len(sizes), 1)
    return shares


@dataclass(frozen=True, eq=False)
class Worth:
    """What a difference of two systems' scores was worth: how often the judge orders the pair the same way.

    It holds for these systems and segments only.
    """

    differences: Floats
    """(n,), ascending: at least so many points"""
    n_pairs: Floats
    """(n,): how many pairs of systems differ by as much"""
    shares: Floats
    """(n,): of these the share that the judge orders the same way, 0-1; pairs that the judge ties are left out"""
    low: Floats
    """(n,): from here ..."""
    high: Floats
    """(n,): ... to there in 95 % of resamples, of those in which some pair differs by as much"""


def worth(
    judge: Judge, scored: Scored, differences: Floats, resampling: Resampling | None = None, kind: SystemScore = CORPUS
) -> Worth:
    """For each of the differences, in the metric's points."""
    resampling = resampling or Resampling()
    first, second = np.triu_indices(judge.n_systems, 1)

    def of(counts: Floats) -> tuple[Floats, Floats]:
        ours, theirs = judge.system_scores(counts), scored.system_scores(counts, kind)
        judged, found = (rounded(table[:, first] - table[:, second]) for table in (ours, theirs))
        among = [(np.abs(found) >= least) & (judged != 0) & (found != 0) for least in differences]
        n_pairs = np.stack([one.sum(axis=1) for one in among], axis=1).astype(float)
        right = np.stack([(one & (judged * found > 0)).sum(axis=1) for one in among], axis=1)
        return n_pairs, quotients(right, n_pairs)

    n_pairs, shares = of(np.ones((1, judge.n_segments)))
    samples = np.concatenate([of(counts)[1] for counts in resampling.counts(judge.n_segments)])
    bounds = np.array([percentiles(column) for column in samples.T]).reshape(-1, 2)
    return Worth(np.asarray(differences, float), n_pairs[0], shares[0], bounds[:, 0], bounds[:, 1])
