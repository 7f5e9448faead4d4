"""A metric whose every number can be worked out by hand, and exact p-values, for the tests of significance."""

from dataclasses import dataclass
from itertools import combinations, product
from typing import ClassVar

import numpy as np

from scoring import Metric


@dataclass(frozen=True)
class Ratio(Metric):
    """100 * the first statistic / the second; NaN where the second is 0."""

    name: ClassVar[str] = "ratio"
    label: ClassVar[str] = "ratio"

    @property
    def statistic_names(self):
        return "part", "whole"

    @property
    def options(self):
        return ()

    def _statistics(self, columns, references, on_progress):
        raise NotImplementedError

    def _score(self, statistics):
        part, whole = statistics[..., 0], statistics[..., 1]
        return 100 * np.divide(part, whole, out=np.full(np.shape(part), np.nan), where=whole != 0)


RATIO = Ratio()


def rows(parts, whole=10):
    """Statistics of segments with these first parts."""
    parts = np.asarray(parts, dtype=float)
    return np.stack([parts, np.full(parts.shape, float(whole))], axis=-1)


def noise(generator, n_segments):
    """A pair of systems that differ by noise alone, over segments of unequal length and difficulty."""
    whole = generator.integers(5, 40, n_segments)
    difficulty = generator.beta(3, 2, n_segments)
    return [np.stack([generator.binomial(whole, difficulty), whole], axis=-1).astype(float) for _ in range(2)]


def exact_p(metric, a, b):
    """The share of all 2^n swaps whose absolute difference is at least the one observed, one swap at a time."""
    observed = abs(metric.score(a.sum(axis=0)) - metric.score(b.sum(axis=0)))
    count = 0
    for swapped in product([False, True], repeat=len(a)):
        swap = np.array(swapped)[:, None]
        x, y = np.where(swap, b, a).sum(axis=0), np.where(swap, a, b).sum(axis=0)
        count += not abs(metric.score(x) - metric.score(y)) < observed - 1e-9
    return count / 2 ** len(a)


def exact_p_of_runs(metric, a, b):
    """The share of all C(2k, k)^n ways to deal out the outputs (n_segments, 2k, n_statistics) of each segment."""
    outputs, n_runs = np.concatenate([a, b], axis=1), a.shape[1]
    observed = abs(metric.score(a.sum(axis=(0, 1))) - metric.score(b.sum(axis=(0, 1))))
    count = whole = 0
    halves = [np.isin(range(2 * n_runs), half) for half in combinations(range(2 * n_runs), n_runs)]
    for dealt in product(halves, repeat=len(a)):
        x, y = (outputs[taken].sum(axis=0) for taken in (np.array(dealt), ~np.array(dealt)))
        count += not abs(metric.score(x) - metric.score(y)) < observed - 1e-9
        whole += 1
    return count / whole
