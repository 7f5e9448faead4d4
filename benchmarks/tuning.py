"""Tuning on 1,000 lists of 100 candidates with 15 features: one objective, each tuner, and all smoothings replicated.

Run as a program, it does only the last, so that its memory can be measured.
"""

import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.process import measure
from benchmarks.timing import REPETITIONS
from scoring import BLEU
from scoring.bleu.smoothing import PAPER
from scoring.counting.arrays import Floats, Ints
from scoring.lab.tuning import TuningCandidates, expected_bleu, mert, mira, objective, tune

LISTS, SIZE, FEATURES = 1000, 100, 15
REPLICATIONS = 5
SEED = 1


def run(sets: Sequence[Data]) -> None:
    candidates = make_candidates()
    bleu, weights = candidates.sentence_bleu("7"), np.full(FEATURES, 0.1)
    work: dict[str, Callable[[], object]] = {
        "expected BLEU and its gradient": lambda: objective(candidates, bleu, weights),
        "L-BFGS, smoothing 7": lambda: expected_bleu(candidates, bleu),
        "MIRA, 60 epochs": lambda: mira(candidates),
        "MERT, 5 starts": lambda: mert(candidates),
    }
    toy = make_candidates(n_lists=4)
    for warm_up in (lambda: expected_bleu(toy, toy.sentence_bleu("7")), lambda: mira(toy), lambda: mert(toy)):
        warm_up()
    rows = [
        (name, f"{1e3 * _median(once, 1 if name.startswith('M') else REPETITIONS):,.1f}") for name, once in work.items()
    ]
    print(f"\n{LISTS:,} lists x {SIZE} candidates x {FEATURES} features")
    print(tabulate(rows, ["", "ms"], disable_numparse=True, colalign=["left", "right"]))
    seconds, peak = measure("benchmarks.tuning")
    held = candidates.features.nbytes + candidates.statistics.nbytes
    print(
        f"{len(PAPER)} smoothings x {REPLICATIONS} replications, start-up included: {seconds:.1f} s, peak RSS"
        f" {peak:.0f} MB; features and statistics take {held / 1e6:.0f} MB, and as much again for the held-out lists"
    )


def make_candidates(n_lists: int = LISTS, size: int = SIZE, seed: int = SEED) -> TuningCandidates:
    """Return candidates whose n-grams match more if a hidden sum of their features is higher."""
    rng = np.random.default_rng(seed)
    features = rng.standard_normal((n_lists * size, FEATURES))
    quality = features @ rng.standard_normal(FEATURES) / 8 + rng.standard_normal(len(features)) / 8
    metric = BLEU()
    return TuningCandidates(
        metric,
        np.arange(n_lists + 1) * size,
        features,
        tuple(f"f{number}" for number in range(FEATURES)),
        _statistics(quality, np.repeat(rng.integers(10, 40, n_lists), size), rng),
    )


def _statistics(quality: Floats, lengths: Ints, rng: np.random.Generator) -> Floats:
    """Return BLEU's statistics, in its order, of hypotheses about as long as their references."""
    words = np.maximum(lengths + rng.integers(-3, 4, len(lengths)), 1)
    totals = [np.maximum(words - order, 0) for order in range(5)]
    share = np.clip(0.6 + 0.1 * quality, 0, 1)
    matches = [np.floor(total * share ** (1 + order / 2)) for order, total in enumerate(totals)]
    return np.stack([words, lengths, *matches, *totals], axis=1).astype(float)


def all_smoothings() -> None:
    """Tune for all smoothing methods, which should take less than 30 s."""
    tune(make_candidates(), make_candidates(seed=SEED + 1), [f"expected:{method}" for method in PAPER], REPLICATIONS)


def _median(once: Callable[[], object], repetitions: int) -> float:
    """Return the median seconds of a call."""
    taken = []
    for _ in range(repetitions):
        start = time.perf_counter()
        once()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


if __name__ == "__main__":
    all_smoothings()
