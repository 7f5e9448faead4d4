"""How often a gate passes a new output whose true loss is the margin, and one without any loss.

The segments of a test set are the whole population, the worse of two systems is the new output, and the margin is its
loss on all of them. Samples are drawn with replacement. For the output without a loss, each segment's outputs are
swapped between the two systems at random. GATE_SAMPLES changes the number of samples.
"""

import os
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU, CHRF, TER, Metric
from scoring.counting.arrays import Floats
from scoring.studies.gate.gate import GateRequest
from scoring.studies.gate.gate import run as run_gate
from scoring.studies.gate.rules import PASSED, NotWorseRule

SIZES = (20, 50, 100, 200, 500, 1_000)
METRICS = (BLEU(), CHRF(), TER())
TRIALS = 2_000
SAMPLES = 1_000
FEWEST = 1_000
"""Smallest number of segments of a population."""
HEADERS = ("", "margin", "segments", "loss is the margin, %", "no loss, %")


def run(sets: Sequence[Data]) -> None:
    large = [data for data in sets if len(data.references[0]) >= FEWEST and len(data.systems) > 1]
    if not large:
        print(f"none of these sets has two systems and {FEWEST:,} segments")
    for data in large:
        print(f"\n{data}, first two systems, {_samples():,} samples, passed")
        rows = [row for metric in METRICS for row in _rows(metric, data)]
        print(tabulate(rows, HEADERS, floatfmt=("", ".2f", ",", ".1f", ".1f")))


def _samples() -> int:
    return int(os.environ.get("GATE_SAMPLES", SAMPLES))


def _rows(metric: Metric, data: Data) -> list[list[object]]:
    outputs = islice(data.systems.values(), 2)
    new, old = (metric.statistics(texts, data.references) for texts in outputs)
    loss = true_loss(metric, new, old)
    if loss < 0:
        new, old, loss = old, new, -loss
    found = []
    for size in SIZES:
        generator = np.random.default_rng(size)
        passed = np.mean([_passes(metric, new, old, loss, size, generator) for _ in range(_samples())], axis=0)
        found.append([metric.label, loss, size, *(100 * passed).tolist()])
    return found


def true_loss(metric: Metric, new: Floats, old: Floats) -> float:
    """Return how much worse the new output scores on the whole population, in the metric's direction."""
    scores = metric.score(np.stack([new.sum(axis=0), old.sum(axis=0)]))
    loss = float(scores[1] - scores[0])
    return loss if metric.higher_is_better else -loss


def _passes(
    metric: Metric, new: Floats, old: Floats, margin: float, size: int, generator: np.random.Generator
) -> list[bool]:
    """Return, for one sample, whether the new output passes, and whether it passes without a loss."""
    drawn, seed = generator.integers(0, len(new), size), int(generator.integers(2**31))
    new, old = new[drawn], old[drawn]
    swapped = generator.random((size, 1)) < 0.5
    exchanged = {"new": np.where(swapped, old, new), "old": np.where(swapped, new, old)}
    return [passes(metric, pair, margin, seed) for pair in ({"new": new, "old": old}, exchanged)]


def passes(metric: Metric, pair: Mapping[str, Floats], margin: float, seed: int, trials: int = TRIALS) -> bool:
    """Return whether ``new`` is not worse than ``old`` by the margin, as the gate judges it."""
    rule = NotWorseRule("not worse", metric.name, None, margin)
    request = GateRequest((rule,), "new", "old", trials, seed)
    return run_gate(request, {metric: pair}, {metric: metric.signature}).state == PASSED
