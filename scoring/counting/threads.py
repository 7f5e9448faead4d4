"""Threads that run kernels, NumPy's loops and Arrow's functions at the same time."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")


def _thread_count() -> int:
    """Return the number of threads: ``OMP_NUM_THREADS``, which Dask sets for its processes, or else of cores."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    if allowed.isdecimal():
        return max(1, int(allowed))
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


THREADS = min(_thread_count(), 4)


def run_side_by_side(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
    """Yield the result of the work for each batch, in the order of the batches; some batches run at the same time.

    The calling thread draws the batches, few ahead of the work; an exception from drawing them ends the work. A single
    batch runs without a thread, because no thread can be started while Python ends.
    """
    batches = iter(batches)
    first = [*islice(batches, 2)]
    if len(first) < 2:
        yield from map(work, first)
        return
    with ThreadPoolExecutor(THREADS) as threads:
        under_way: deque[Future[Result]] = deque()
        for batch in chain(first, batches):
            under_way.append(threads.submit(work, batch))
            if len(under_way) > THREADS:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
