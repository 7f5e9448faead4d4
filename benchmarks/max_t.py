"""The step-down max-T test against Holm's correction where the truth is known: false and true findings.

Systems are made of a test set's outputs: each takes every segment from one of the outputs, by chance. So the equal and
the better systems are known, and statistics are as uneven as real ones.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import METRICS, Metric, TestSet
from scoring.counting.arrays import Flags, Floats
from scoring.counting.progress import no_progress
from scoring.significance.corrections import adjust_pairs
from scoring.significance.max_t import randomize_together
from scoring.significance.stepdown import shares_of_counts

NUMBERS = (2, 10, 36, 60)
N_SEGMENTS = 200
FALSE_SETS, FALSE_TRIALS = 600, 499
"""Number of simulated test sets without any difference, and number of shuffles for each."""
TRUE_SETS, TRUE_TRIALS = 10, 9_999
"""Number of simulated test sets with differences, and number of shuffles for each, as many as the command draws."""
CHANGED = 0.05
"""Share of a near-copy's segments that differ."""
LEVEL = 0.05
METRIC = "ter"

Pool = Floats
"""Statistics of the outputs (n_outputs, n_segments, n_statistics), the best output first."""
Choice = tuple[np.ndarray, Flags]
"""Output that each system takes for each segment (n_systems, n_segments); and which pairs are truly equal."""


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        if len(data.systems) > 2:
            metric = METRICS[METRIC]()
            pool = _pool(metric, data)
            print(f"\n{metric.label}, {data}: {N_SEGMENTS} segments drawn")
            lines = []
            for name, choose in SITUATIONS.items():
                for n in NUMBERS:
                    lines.append(_row(metric, pool, n, name, choose))
                    print(*lines[-1], sep="\t", flush=True)
            heads = ["situation", "systems", "false: max-T", "Holm", "found: max-T", "Holm"]
            print(tabulate(lines, heads, disable_numparse=True))


def _pool(metric: Metric, data: Data) -> Pool:
    outputs = {name: list(texts) for name, texts in data.systems.items()}
    measured = metric.measure(TestSet.build(outputs, [list(reference) for reference in data.references]))
    ranked = sorted(measured.values(), key=lambda rows: metric.score(rows.sum(axis=0)))
    return np.stack(ranked[::-1] if metric.higher_is_better else ranked)


def _equal_systems(random: np.random.Generator, pool: Pool, n: int) -> Choice:
    """Return systems that take each segment from any output: all are equal."""
    return random.integers(0, len(pool), (n, N_SEGMENTS)), np.ones((n, n), bool)


def _blocks(random: np.random.Generator, pool: Pool, n: int) -> Choice:
    """Return systems in two halves: one takes better outputs, and all systems of a half are equal."""
    half, better = len(pool) // 2, np.arange(n) < (n + 1) // 2
    chosen = random.integers(0, half, (n, N_SEGMENTS)) + np.where(better, 0, len(pool) - half)[:, None]
    return chosen, better[:, None] == better


def _copies(random: np.random.Generator, pool: Pool, n: int) -> Choice:
    """Return near-copies of one system, each with a few segments of its own: all are equal."""
    one = random.integers(0, len(pool), N_SEGMENTS)
    others = random.integers(0, len(pool), (n, N_SEGMENTS))
    return np.where(random.random((n, N_SEGMENTS)) < CHANGED, others, one), np.ones((n, n), bool)


def _graded(random: np.random.Generator, pool: Pool, n: int) -> Choice:
    """Return systems that take the best output more and more often: all differ."""
    chosen = random.integers(0, len(pool), (n, N_SEGMENTS))
    best = random.random((n, N_SEGMENTS)) < np.arange(n)[:, None] / max(n - 1, 1)
    return np.where(best, 0, chosen), np.zeros((n, n), bool)


SITUATIONS: dict[str, Callable[[np.random.Generator, Pool, int], Choice]] = {
    "no difference": _equal_systems,
    "two blocks of equal systems": _blocks,
    f"near-copies ({CHANGED:.0%} of segments)": _copies,
    "all differ": _graded,
}


def _row(metric: Metric, pool: Pool, n: int, name: str, choose: Callable[..., Choice]) -> list[str]:
    """Return a row: shares of the sets with a false finding, and of the true differences that are found."""
    with_truth = choose is _graded
    n_sets, trials = (TRUE_SETS, TRUE_TRIALS) if with_truth else (FALSE_SETS, FALSE_TRIALS)
    false, found = np.zeros((2, n_sets)), np.full((2, n_sets), np.nan)
    pairs = tuple(np.array([*combinations(range(n), 2)]).T)
    for number in range(n_sets):
        random = np.random.default_rng([number, n])
        chosen, equal = choose(random, pool, n)
        segments = random.integers(0, pool.shape[1], N_SEGMENTS)
        measured = {f"s{place}": pool[of, segments] for place, of in enumerate(chosen)}
        randomized, counted = randomize_together(metric, measured, trials, number, no_progress, "together")
        for way, p in enumerate(
            (
                counted.step_down_values(shares_of_counts, n),
                adjust_pairs(randomized.p_values, "holm"),
            )
        ):
            is_found, is_equal = p[pairs] <= LEVEL, equal[pairs]
            false[way, number] = (is_found & is_equal).any()
            if not is_equal.all():
                found[way, number] = is_found[~is_equal].mean()
    wrong = ["" if with_truth else f"{share:.1%}" for share in false.mean(axis=1)]
    right = ["" if np.isnan(shares).all() else f"{np.nanmean(shares):.1%}" for shares in found]
    return [name, str(n), *wrong, *right]
