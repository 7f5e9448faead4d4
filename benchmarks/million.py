"""A large corpus through the command line: wall time and peak memory, which must not grow with the corpus."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from tabulate import tabulate

from benchmarks.data import Data

SIZES = (10_000, 100_000, 1_000_000)
ROOT = Path(__file__).parents[1]

# A process of its own for each run: RUSAGE_CHILDREN keeps the maximum of all children there ever were.
_MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


def run(sets: Sequence[Data]) -> None:
    data = max(sets, key=lambda data: len(data.test_set))
    print(f"\nthe lines of {data.name} over and over, each a little different; first system and reference")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            reference, system = Path(folder, "ref.txt"), Path(folder, "sys.txt")
            _write(reference, data.references[0], size)
            _write(system, next(iter(data.systems.values())), size)
            megabytes = (reference.stat().st_size + system.stat().st_size) / 2**20
            seconds, peak = _measure(reference, system)
            rows.append((f"{size:,}", f"{megabytes:.1f}", f"{seconds:.2f}", f"{peak:.0f}"))
    print(tabulate(rows, ["segments", "files, MB", "wall time, s", "peak RSS, MB"], colalign=["right"] * 4))


def _measure(reference: Path, system: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "scoring", "score", str(reference), "-i", str(system)]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    return time.perf_counter() - start, kilobytes / 1024


def _write(path: Path, lines: Sequence[str], size: int) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(islice(_varied(lines), size))


def _varied(lines: Sequence[str]) -> Iterator[str]:
    """The lines for ever; from the second round on each has a word of its round at the end."""
    for number in count():
        for line in lines:
            yield f"{line} {number}\n" if number else f"{line}\n"
