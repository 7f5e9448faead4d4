"""TER from raw strings: the first system against sacreBLEU, and our time for all systems."""

import time
from collections.abc import Sequence

from sacrebleu.metrics import TER as SacreTER
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.peers import clear_caches
from benchmarks.scale import make_test_set
from benchmarks.timing import Race, race, show, time_all_systems
from scoring import PER, TER, WER

REPETITIONS = 3
"""Number of runs; a run of sacreBLEU takes seconds."""
LARGE = 200_000


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system")
        show([_race(data)])
    rows = [
        (str(data), *(f"{1e3 * time_all_systems(data, kind(), REPETITIONS):,.0f}" for kind in (TER, WER, PER)))
        for data in sets
    ]
    print("\nall systems")
    headers = ["", "TER, ms", "WER, ms", "PER, ms"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * 3]))
    _table(max(sets, key=lambda data: len(data.test_set)))


def _table(data: Data) -> None:
    """Print the time of what the page TER computes for a large set."""
    texts = make_test_set([next(iter(data.systems.values()))], data.references[0], LARGE, 1)
    metric, system, reference = TER(), texts.systems[0].segments, texts.references[0].segments
    metric.warm_up()
    wall, processors = time.perf_counter(), time.process_time()
    metric.edit_table(system, [reference])
    wall, processors = time.perf_counter() - wall, time.process_time() - processors
    print(f"\nevery edit of {LARGE:,} segments: {wall:.1f} s, {processors:.1f} s of processors")


def _race(data: Data) -> Race:
    hypotheses = next(iter(data.systems.values()))
    metric, peer = TER(), SacreTER()

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        return peer.corpus_score(hypotheses, data.references).score

    return race("TER", ours, "sacreBLEU", theirs, clear_caches, repetitions=REPETITIONS)
