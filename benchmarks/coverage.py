"""How often 95 % intervals contain the true score, and how often tests find differences that do not exist.

The segments of a test set are the whole population; samples are drawn from them, with replacement. For the tests, each
segment's outputs are swapped between the two systems at random, so that neither is better. COVERAGE_SAMPLES changes the
number of samples.
"""

import os
from collections.abc import Sequence
from itertools import islice

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU, CHRF, TER, Metric
from scoring.counting.arrays import Flags, Floats, Ints
from scoring.significance import bootstrap, randomize
from scoring.significance.bootstrap_intervals import expanded_percentiles, percentiles
from scoring.significance.resampling.draws import p_value

SIZES = (20, 30, 50, 100, 200, 400, 800)
METRICS = (BLEU(), CHRF(), TER())
LEVELS = (0.05, 0.01)
TRIALS = 2_000
SAMPLES = 1_000
FEWEST = 1_000
"""Smallest number of segments of a population."""
HEADERS = (
    *("", "segments", "score", "plain", "difference", "plain"),
    *(f"{name} ≤ {level}" for level in LEVELS for name in ("p", "plain p", "p of shuffles")),
)


def run(sets: Sequence[Data]) -> None:
    large = [data for data in sets if len(data.references[0]) >= FEWEST and len(data.systems) > 1]
    if not large:
        print(f"none of these sets has two systems and {FEWEST:,} segments")
    for data in large:
        print(f"\n{data}, first two systems, {_samples():,} samples")
        rows = [row for metric in METRICS for row in _rows(metric, data)]
        print(tabulate(rows, HEADERS, floatfmt=".3f"))


def _samples() -> int:
    return int(os.environ.get("COVERAGE_SAMPLES", SAMPLES))


def _rows(metric: Metric, data: Data) -> list[list[object]]:
    outputs = islice(data.systems.values(), 2)
    a, b = (metric.statistics(texts, data.references) for texts in outputs)
    found = []
    for size in SIZES:
        generator = np.random.default_rng(size)
        samples = [_of_sample(metric, a, b, size, generator) for _ in range(_samples())]
        found.append([metric.label, size, *np.mean(samples, axis=0).tolist()])
    return found


def _of_sample(metric: Metric, a: Floats, b: Floats, size: int, generator: np.random.Generator) -> Floats:
    """Return, for one sample, whether each interval contains the truth and each test finds a difference, 0 or 1."""
    drawn, seed = generator.integers(0, len(a), size), int(generator.integers(2**31))
    swapped = generator.random((size, 1)) < 0.5
    return np.concatenate([_covered(metric, a, b, drawn, seed), _found(metric, a[drawn], b[drawn], swapped, seed)])


def _covered(metric: Metric, a: Floats, b: Floats, drawn: Ints, seed: int) -> Floats:
    true_a, true_b = metric.score(np.stack([a.sum(axis=0), b.sum(axis=0)])).tolist()
    found = bootstrap(metric, {"A": a[drawn], "B": b[drawn]}, TRIALS, seed)
    sampled_a, sampled_b = found.samples.T
    of_scores = [_holds(sampled_a, true_a, found.n_units), _holds(sampled_b, true_b, found.n_units)]
    return np.concatenate([np.mean(of_scores, axis=0), _holds(sampled_a - sampled_b, true_a - true_b, found.n_units)])


def _holds(samples: Floats, truth: float, n_units: int) -> Floats:
    """Return whether the expanded interval, and the plain one, contain the truth."""
    intervals = expanded_percentiles(samples, n_units), percentiles(samples)
    return np.array([low <= truth <= high for low, high in intervals], float)


def _found(metric: Metric, a: Floats, b: Floats, swapped: Flags, seed: int) -> Floats:
    """Return whether our bootstrap, the plain one, and randomization give a p of at most each level."""
    pair = {"A": np.where(swapped, b, a), "B": np.where(swapped, a, b)}
    resampled = bootstrap(metric, pair, TRIALS, seed)
    plain = p_value(int(resampled.counts[0, 1]), TRIALS)
    shuffled = randomize(metric, pair, TRIALS, seed)
    p_values = np.array([resampled.p_values[0, 1], plain, shuffled.p_values[0, 1]])
    return np.concatenate([p_values <= level for level in LEVELS]).astype(float)
