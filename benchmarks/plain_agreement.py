"""Agreement with judges as the usual tools compute it, one object a pair: the peer in benchmarks.

Written from Deutsch, Foster and Freitag (2023) and Thompson et al. (2024), in the style of mt-metrics-eval.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.counting.arrays import Floats

TOLERANCE = 1e-9
"""Largest difference that counts as a tie."""


@dataclass
class RankedPair:
    """Two outputs of one segment, ranked by people and by a metric."""

    segment: int
    difference: float
    """Absolute difference of the metric's scores."""
    before: "Counts"
    """Counts of the pair as the metric orders it."""
    tied: "Counts"
    """Counts of the pair once the metric calls it a tie."""


@dataclass
class Counts:
    """Numbers of right pairs and of all pairs of one segment."""

    right: int = 0
    pairs: int = 0

    def __iadd__(self, other: "Counts") -> "Counts":
        self.right += other.right
        self.pairs += other.pairs
        return self

    def __isub__(self, other: "Counts") -> "Counts":
        self.right -= other.right
        self.pairs -= other.pairs
        return self

    @property
    def accuracy(self) -> float:
        return self.right / self.pairs


def pairs_of_scores(
    judged: Sequence[Sequence[float | None]], scores: Sequence[Sequence[float]]
) -> Iterator[RankedPair]:
    """Yield all pairs of outputs of each segment; both arguments have a row a segment, None for unjudged outputs."""
    for segment, (row, own) in enumerate(zip(judged, scores, strict=True)):
        there = [(human, metric) for human, metric in zip(row, own, strict=True) if human is not None]
        for (human, metric), (other_human, other_metric) in combinations(there, 2):
            yield ranked(segment, human - other_human, metric - other_metric)


def ranked(segment: int, human: float, metric: float) -> RankedPair:
    """Return a pair from the differences of its human and its metric scores."""
    human, metric = (0.0 if abs(number) < TOLERANCE else number for number in (human, metric))
    is_right = human * metric > 0 or human == metric == 0
    return RankedPair(segment, abs(metric), Counts(int(is_right), 1), Counts(int(human == 0), 1))


def calibrate(pairs: Iterable[RankedPair]) -> tuple[float, float]:
    """Return acc*_eq and its epsilon."""
    pairs = sorted(pairs, key=lambda pair: pair.difference)
    segments: dict[int, Counts] = {pair.segment: Counts() for pair in pairs}
    for pair in pairs:
        segments[pair.segment] += pair.before
    total = sum(counts.accuracy for counts in segments.values())
    thresholds, values = [0.0], [total / len(segments)]
    for pair in pairs:
        counts = segments[pair.segment]
        total -= counts.accuracy
        counts -= pair.before
        counts += pair.tied
        total += counts.accuracy
        if pair.difference > thresholds[-1] + TOLERANCE:
            thresholds.append(pair.difference)
            values.append(total / len(segments))
        else:
            values[-1] = total / len(segments)
    best = int(np.argmax(np.round(values, 9)))
    return values[best], thresholds[best]


def soft_accuracy(judged: Floats, scores: Floats, trials: int, seed: int) -> float:
    """Return the soft pairwise accuracy, as published, of two score tables (n_systems, n_segments)."""
    signs = 2.0 * np.random.default_rng(seed).integers(0, 2, (trials, judged.shape[1])) - 1
    p_values: list[Floats] = []
    for table in (judged, scores):
        shuffled, sums = signs @ table.T, table.sum(axis=1)
        pairs = combinations(range(len(table)), 2)
        ahead = (shuffled[:, a] - shuffled[:, b] >= sums[a] - sums[b] - TOLERANCE for a, b in pairs)
        p_values.append(np.array([found.mean() for found in ahead]))
    return 1 - float(np.abs(p_values[0] - p_values[1]).mean())
