"""Work that pages do not wait for, and its results, shared by all sessions and bounded in memory."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from queue import Queue
from typing import Any


class Bounded:
    """A mapping that drops what was used longest ago once its values' sizes add up to more than ``n_bytes``.

    The newest value stays even if it alone is larger.
    """

    def __init__(self, n_bytes: int, n_entries: int, size: Callable[[Any], int]):
        self._limits = n_bytes, n_entries
        self._size = size
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Any) -> None:
        with self._lock:
            if key in self._values:
                self._total -= self._size(self._values.pop(key))
            self._values[key] = value
            self._total += self._size(value)
            while len(self._values) > 1 and (self._total > self._limits[0] or len(self._values) > self._limits[1]):
                self._total -= self._size(self._values.popitem(last=False)[1])


def begin(work: Callable[[], Any]) -> Future:
    """Starts work in a daemon thread of its own; what comes of it is in the future."""
    future: Future = Future()
    threading.Thread(target=_complete, args=(future, work), daemon=True, name="background").start()
    return future


def _complete(future: Future, work: Callable[[], Any]) -> None:
    try:
        result = work()
    except BaseException as error:
        logging.getLogger(__name__).exception("Work in the background failed.")
        future.set_exception(error)
    else:
        future.set_result(result)


class Ledger:
    """Results by key, each computed once: at once for who asks ``now``, in a worker thread for who asks ``later``.

    Work that is waiting in the queue when somebody needs it ``now`` is done in that caller's thread. Workers are
    daemons: they hold up no shutdown.
    """

    def __init__(self, results: Bounded, workers: int = 1):
        self._results = results
        self._queue: Queue[Callable[[], None]] = Queue()
        self._pending: dict[Hashable, Future] = {}
        self._lock = threading.Lock()
        for _ in range(workers):
            threading.Thread(target=self._work, daemon=True, name="ledger").start()

    def now(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """The result, computed in the caller's thread unless it is there or another thread is at it."""
        future, _ = self._claim(key)
        self._run(key, future, compute)
        return future.result()

    def later(self, key: Hashable, compute: Callable[[], Any]) -> Future:
        """The result's future; it is done at once where the result is there."""
        future, is_new = self._claim(key)
        if is_new:
            self._queue.put(lambda: self._run(key, future, compute))
        return future

    def _work(self) -> None:
        while True:
            self._queue.get()()

    def _claim(self, key: Hashable) -> tuple[Future, bool]:
        with self._lock:
            if key in self._pending:
                return self._pending[key], False
            future: Future = Future()
            result = self._results.get(key)
            if result is not None:
                future.set_result(result)
                return future, False
            self._pending[key] = future
            return future, True

    def _run(self, key: Hashable, future: Future, compute: Callable[[], Any]) -> None:
        """Computes and keeps the result, unless another thread has begun."""
        with self._lock:
            if future.done() or future.running():
                return
            future.set_running_or_notify_cancel()
        try:
            result = compute()
        except BaseException as error:
            with self._lock:
                del self._pending[key]
            future.set_exception(error)
        else:
            self._results.put(key, result)
            with self._lock:
                del self._pending[key]
            future.set_result(result)
