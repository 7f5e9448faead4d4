"""The command `score` as a whole process, from few segments, where start-up takes most of the time, to many."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.data import Data
from benchmarks.million import write_varied
from benchmarks.process import ROOT, processors
from benchmarks.timing import Race, show

SIZES = (80, 500, 1000, 2445, 10_000, 100_000)
REPETITIONS = 7


def run(sets: Sequence[Data]) -> None:
    data = max(sets, key=lambda data: len(data.test_set))
    print(f"\nthe lines of {data.name} over and over: least seconds of {REPETITIONS} runs, user and system together")
    with tempfile.TemporaryDirectory() as folder:
        reference, system = Path(folder, "ref.txt"), Path(folder, "sys.txt")
        races = []
        for size in SIZES:
            write_varied(reference, data.references[0], size)
            write_varied(system, next(iter(data.systems.values())), size)
            races.append(_race(size, [str(reference), "-i", str(system)], folder))
    show(races)


def _race(size: int, arguments: Sequence[str], folder: str) -> Race:
    ours = [sys.executable, str(ROOT / "cli.py"), "score", *arguments]
    theirs = [sys.executable, "-m", "sacrebleu", *arguments]
    runs = [(processors(ours, folder), processors(theirs, folder)) for _ in range(REPETITIONS + 1)][1:]
    return Race(f"{size:,} segments", min(o for o, _ in runs), "sacreBLEU", min(t for _, t in runs))
