"""Tolerant BLEU from raw strings: against plain Python, against our own BLEU, and 20 thresholds against one."""

import time
from collections.abc import Callable, Sequence
from functools import cache

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.plain_tbleu import Distance, affix_distance, corpus_tbleu
from benchmarks.timing import Race, race, show
from scoring import BLEU, TBLEU, TestSet

EPSILON = 0.3  # more words to correct than at the paper's 0.05
SEGMENTS = 1000  # the peer takes long for a whole set
EPSILONS = [number / 20 for number in range(1, 21)]
REPETITIONS = 5


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}; plain Python: first system and reference, {min(SEGMENTS, len(data.test_set)):,} segments")
        if None not in data.references[0]:
            show(
                [
                    _race(data, "every pair compared", lambda: affix_distance),
                    _race(data, "distinct pairs compared", lambda: cache(affix_distance)),
                ]
            )
        _show_ourselves(data)


def _race(data: Data, work: str, distance: Callable[[], Distance]) -> Race:
    metric = TBLEU(epsilon=EPSILON)
    hypotheses, reference = next(iter(data.systems.values()))[:SEGMENTS], data.references[0][:SEGMENTS]

    def theirs():
        return corpus_tbleu(hypotheses, reference, EPSILON, distance())

    return race(work, lambda: _score(metric, hypotheses, [reference]), "plain Python", theirs)


def _show_ourselves(data: Data) -> None:
    metric, exact = TBLEU(epsilon=EPSILON), BLEU()
    hypotheses = next(iter(data.systems.values()))
    works = {
        "BLEU, first system": lambda: _score(exact, hypotheses, data.references),
        "tBLEU, first system": lambda: _score(metric, hypotheses, data.references),
        "tBLEU, all systems": lambda: metric.measure(_test_set(data)),
        f"the same at {len(EPSILONS)} thresholds": lambda: metric.sweep(metric.align(_test_set(data)), EPSILONS),
    }
    rows = [(work, f"{1e3 * _median_seconds(run):.1f}") for work, run in works.items()]
    print(tabulate(rows, ["", "ours, ms"], disable_numparse=True, colalign=["left", "right"]))


def _score(metric: BLEU, hypotheses: list[str], references: list[list[str]]) -> float:
    return float(metric.score(metric.statistics(hypotheses, references).sum(axis=0)))


def _test_set(data: Data) -> TestSet:
    return TestSet.build(data.systems, data.references)


def _median_seconds(run: Callable[[], object]) -> float:
    run()
    seconds = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return sorted(seconds)[REPETITIONS // 2]
