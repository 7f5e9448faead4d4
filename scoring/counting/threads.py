"""Work on several things at once, for kernels, NumPy's loops and Arrow's run in parallel."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

Batch = TypeVar("Batch")
Found = TypeVar("Found")


def _usable() -> int:
    """Threads that ``OMP_NUM_THREADS`` allows, as where Dask starts a process for each core; else cores."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    if allowed.isdecimal():
        return max(1, int(allowed))
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


THREADS = min(_usable(), 4)


def run_side_by_side(work: Callable[[Batch], Found], batches: Iterable[Batch]) -> Iterator[Found]:
    """Yield what the work makes of each batch, in their order; some at a time.

    Batches are drawn in the thread that asks for the results, few ahead of the work; what that raises ends it. A single
    one needs no thread, which cannot be had while Python ends.
    """
    batches = iter(batches)
    first = [*islice(batches, 2)]
    if len(first) < 2:
        yield from map(work, first)
        return
    with ThreadPoolExecutor(THREADS) as threads:
        under_way: deque[Future[Found]] = deque()
        for batch in chain(first, batches):
            under_way.append(threads.submit(work, batch))
            if len(under_way) > THREADS:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
