"""The command `score` as a whole process, from few segments, where starting is most of it, to many."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.data import Data
from benchmarks.million import write_varied
from benchmarks.process import ROOT
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
    """Processors' time and not the clock's: what else runs on the machine counts less."""
    ours = [sys.executable, str(ROOT / "cli.py"), "score", *arguments]
    theirs = [sys.executable, "-m", "sacrebleu", *arguments]
    # Installed packages are compiled to bytecode; so is this one here, whatever the environment says.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(folder, "bytecode"))
    runs = [(_seconds(ours, environment), _seconds(theirs, environment)) for _ in range(REPETITIONS + 1)][1:]
    return Race(f"{size:,} segments", min(o for o, _ in runs), "sacreBLEU", min(t for _, t in runs))


def _seconds(command: Sequence[str], environment: dict[str, str]) -> float:
    before = os.times()
    subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
