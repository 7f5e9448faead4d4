"""A generated corpus in 100 shards on a local Dask cluster: throughput a core, scaling, and limits of memory.

ENGINE_SEGMENTS is the number of segments, 10,000,000 by default; ENGINE_WORKERS (1 2) lists the numbers of processes
that count them.
"""

import gzip
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import psutil
from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU
from scoring.lab.engine import open_engine
from scoring.lab.shards import ReadingOptions, ShardCounter, ShardCounts, find_shards, join_counts

N_SHARDS = 100
EVERY = 0.2
"""Seconds between two measurements of the memory."""
WORDS = 20_000


def run(sets: Sequence[Data]) -> None:
    size = int(os.environ.get("ENGINE_SEGMENTS", "10000000").replace(",", "").replace("_", ""))
    workers = [int(word) for word in os.environ.get("ENGINE_WORKERS", "1 2").split()]
    with tempfile.TemporaryDirectory() as folder:
        rows = list(_measured(Path(folder), size // N_SHARDS, workers))
    headers = ["workers", "seconds", "segments/s", "growth", "a second of a core", "MB of a worker", "of the command"]
    print(tabulate(rows, headers, colalign=["right"] * len(headers)))


def _measured(folder: Path, size: int, workers: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each number of workers, for shards of ``size`` segments; first print the size of the corpus."""
    found: list[ShardCounts] = []
    first = 0.0
    for number in workers:
        with open_engine("dask", number) as engine:
            if not found:
                list(engine.each(partial(_write, folder, size), range(N_SHARDS)))
                megabytes = sum(path.stat().st_size for path in folder.iterdir()) / 2**20
                print(
                    f"\n{size * N_SHARDS:,} segments x 1 system in {N_SHARDS} gzipped shards, {megabytes:,.0f} MB; BLEU"
                )
            shards = find_shards([f"{folder}/ref-*.txt.gz"], [f"{folder}/mt-*.txt.gz"])
            counting = ShardCounter.of(shards, [BLEU()], ReadingOptions())
            list(engine.each(counting, shards.shards[:number]))  # each process has its kernels
            with _watched() as seen:
                start = time.perf_counter()
                found.append(join_counts(engine.each(counting, shards.shards)))
                seconds = time.perf_counter() - start
        assert found[-1].n_segments == size * N_SHARDS
        assert found[-1].sums == found[0].sums
        here, others = seen[os.getpid()], [one for process, one in seen.items() if process != os.getpid()]
        rate = size * N_SHARDS / seconds
        first = first or rate
        of_core = size * N_SHARDS / sum(one.seconds for one in others)
        values = (seconds, rate, rate / first, of_core, max(one.megabytes for one in others), here.megabytes)
        yield (
            str(number),
            *(f"{value:,.{decimals}f}" for value, decimals in zip(values, (1, 0, 2, 0, 0, 0), strict=True)),
        )


def _write(folder: Path, n_lines: int, number: int) -> int:
    """Write one shard of short segments, with outputs in which about every fifth word differs; return its length."""
    stream = np.random.default_rng(number)
    vocabulary = np.array([f"w{word:x}" for word in range(WORDS)])
    with _packed(folder / f"ref-{number}.txt.gz") as reference, _packed(folder / f"mt-{number}.txt.gz") as output:
        for start in range(0, n_lines, 10_000):
            lengths = stream.integers(3, 12, min(10_000, n_lines - start))
            words = vocabulary[(WORDS * stream.random(lengths.sum()) ** 3).astype(int)]
            others = np.where(stream.random(len(words)) < 0.2, stream.choice(vocabulary, len(words)), words)
            for file, text in ((reference, words), (output, others)):
                lines = np.split(text, np.cumsum(lengths)[:-1])
                file.write("".join(f"{' '.join(line)} .\n" for line in lines).encode())
    return n_lines


def _packed(path: Path) -> gzip.GzipFile:
    return gzip.GzipFile(path, "wb", compresslevel=1)


@dataclass
class ProcessUse:
    """Resources that one process has used."""

    began: float
    """Processor seconds that the process had used before."""
    seconds: float = 0.0
    """Processor seconds used."""
    megabytes: float = 0.0
    """Peak of resident megabytes."""


@contextmanager
def _watched() -> Iterator[dict[int, ProcessUse]]:
    """Yield the resources used by this process and each that it has started, by process ids."""
    seen: dict[int, ProcessUse] = {}
    done = threading.Event()
    here = psutil.Process()

    def look() -> None:
        for process in (here, *here.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                used = sum(process.cpu_times()[:2])
                one = seen.setdefault(process.pid, ProcessUse(used))
                one.seconds = used - one.began
                one.megabytes = max(one.megabytes, process.memory_info().rss / 2**20)

    def look_again() -> None:
        while not done.wait(EVERY):
            look()

    look()
    thread = threading.Thread(target=look_again)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()
        look()
