"""Large sets: seconds of one core and peak memory of each metric, and of all that the page Overview computes."""

import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from tabulate import tabulate

from benchmarks.data import Data
from scoring import BLEU, METRICS, Metric, TestSet, warm_up
from scoring.counting.arrays import Floats
from scoring.text.tokenizers import TOKENIZERS

SEED = 1
FEW_SYSTEMS, MANY_SYSTEMS = (100_000, 3), (50_000, 20)
"""Numbers of segments and of systems, with few systems and with many."""

Row = tuple[str, float, float]
"""Name of the work, its seconds, and the peak of resident MB."""


def run(sets: Sequence[Data]) -> None:
    data = max(sets, key=lambda data: len(data.test_set))
    lines = [*data.systems.values()], data.references[0]
    tasks: list[tuple[Callable[..., Row], str, tuple[int, int]]]
    tasks = [(_measured, name, FEW_SYSTEMS) for name in _metrics()]
    tasks += [(_overview, "all of them by two threads, wall time", FEW_SYSTEMS), (_measured, "bleu", MANY_SYSTEMS)]
    print(f"\nthe lines of {data.name} over and over, each a little different; every row in a process of its own")
    rows = []
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        for work, name, shape in tasks:
            done, seconds, peak = processes.submit(work, name, make_test_set(*lines, *shape)).result()
            rows.append((done, f"{shape[0]:,} x {shape[1]}", f"{seconds:.2f}", f"{peak:.0f}"))
    print(tabulate(rows, ["", "segments x systems", "s", "peak RSS, MB"], colalign=["left"] + ["right"] * 3))


def make_test_set(
    outputs: Sequence[Sequence[str]], references: Sequence[str], n_segments: int, n_systems: int
) -> TestSet:
    """Return a test set of random lines, each with a number; extra systems repeat given ones with a word doubled."""
    draw = random.Random(SEED)
    drawn = [draw.randrange(len(references)) for _ in range(n_segments)]
    systems = {}
    for number in range(n_systems):
        texts = (outputs[number % len(outputs)][line].split(" ") for line in drawn)
        is_given = number < len(outputs)
        changed = (words if is_given else _stuttered(words, draw) for words in texts)
        systems[f"system {number + 1}"] = [" ".join([*words, str(at % 997)]) for at, words in enumerate(changed)]
    reference = [f"{references[line]} {at % 997 if at % 3 else at % 89}" for at, line in enumerate(drawn)]
    return TestSet.build(systems, [reference])


def _stuttered(words: Sequence[str], draw: random.Random) -> list[str]:
    at = draw.randrange(len(words))
    return [*words[: at + 1], *words[at:]]


def _metrics() -> dict[str, Metric]:
    by_tokenizer = {f"bleu, {name}": BLEU(name) for name, tokenizer in TOKENIZERS.items() if tokenizer.available}
    return {name: metric() for name, metric in METRICS.items()} | by_tokenizer


def _peak() -> float:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return kilobytes / 1024


def _measured(name: str, test_set: TestSet) -> Row:
    """Return a metric's name, the CPU time of measuring, and the peak memory."""
    metric = _metrics()[name]
    metric.warm_up()
    start = time.process_time()
    metric.measure(test_set)
    return name, time.process_time() - start, _peak()


def _overview(name: str, test_set: TestSet) -> Row:
    """Return the name, the wall time until all sums are computed, two metrics at a time, and the peak memory."""
    warm_up()
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda metric: _sums(metric, test_set), _metrics().values()))
    return name, time.perf_counter() - start, _peak()


def _sums(metric: Metric, test_set: TestSet) -> list[Floats]:
    return [rows.sum(axis=0) for rows in metric.measure(test_set).values()]
