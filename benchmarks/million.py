"""A large corpus through the command line: wall time and peak memory, which must not grow with the corpus."""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.process import measure

SIZES = (10_000, 100_000, 1_000_000)


def run(sets: Sequence[Data]) -> None:
    data = max(sets, key=lambda data: len(data.test_set))
    print(f"\nthe lines of {data.name} over and over, each a little different; first system and reference")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            reference, system = Path(folder, "ref.txt"), Path(folder, "sys.txt")
            write_varied(reference, data.references[0], size)
            write_varied(system, next(iter(data.systems.values())), size)
            megabytes = (reference.stat().st_size + system.stat().st_size) / 2**20
            seconds, peak = measure("scoring", "score", str(reference), "-i", str(system))
            rows.append((f"{size:,}", f"{megabytes:.1f}", f"{seconds:.2f}", f"{peak:.0f}"))
    print(tabulate(rows, ["segments", "files, MB", "wall time, s", "peak RSS, MB"], colalign=["right"] * 4))


def write_varied(path: Path, lines: Sequence[str], size: int) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(islice(_varied(lines), size))


def _varied(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines endlessly, from the second round on with the round's number at the end."""
    for number in count():
        for line in lines:
            yield f"{line} {number}\n" if number else f"{line}\n"
