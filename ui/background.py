"""Work that pages do not wait for, and its results, shared by all sessions and bounded in memory."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Queue
from time import monotonic
from typing import Any, NamedTuple


class Bounded:
    """A mapping that drops what was used longest ago once its values' sizes add up to more than ``n_bytes``.

    The newest value stays even if it alone is larger. A value counts by the size that it has when it is put.
    """

    def __init__(self, n_bytes: int, n_entries: int, size: Callable[[Any], int]):
        self._limits = n_bytes, n_entries
        self._size = size
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: Any) -> None:
        size = self._size(value)
        with self._lock:
            if key in self._values:
                self._total -= self._values.pop(key)[1]
            self._values[key] = value, size
            self._total += size
            while len(self._values) > 1 and (self._total > self._limits[0] or len(self._values) > self._limits[1]):
                self._total -= self._values.popitem(last=False)[1][1]


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
            self._results.put(key, result)
        except BaseException as error:
            with self._lock:
                del self._pending[key]
            future.set_exception(error)
        else:
            with self._lock:
                del self._pending[key]
            future.set_result(result)


class Cancelled(BaseException):
    """Raised in a run that nobody wants any more; no error, so nothing on its way takes it for one."""


WISH_SECONDS = 150
"""How long a wish holds that is not renewed: a browser lets a page that is out of sight do something once a minute."""
Tell = Callable[[float], None]
"""Takes the share of a run that is done, 0-1."""


class Who(NamedTuple):
    """Who wants a run, and where they see it."""

    visitor: str
    place: str


@dataclass(eq=False)
class Run:
    """Long work on its way: what will come of it, how far it is, and who waits for it."""

    future: Future = field(default_factory=Future)
    share: float = 0.0
    begun: bool = False
    """False while it waits for its turn"""
    wanted_by: dict[Who, float] = field(default_factory=dict)
    """when each of them said so last, by the clock of ``Runs``"""


class Runs:
    """Long work by key, each done once for all who want it, and given up once nobody does.

    Who wants another run in the same place gives up the one before, and whose wish is not renewed for ``WISH_SECONDS``
    wants it no more. A run learns of it where it tells how far it is: ``Cancelled`` is raised there. ``at_once`` of
    them work, in threads of their own; the others wait in the order in which they came, and leave when given up.
    """

    def __init__(self, results: Bounded, at_once: int = 2, clock: Callable[[], float] = monotonic):
        self._results = results
        self._clock = clock
        self._going: dict[Hashable, Run] = {}
        self._queue: Queue[tuple[Hashable, Run, Callable[[Tell], Any]]] = Queue()
        self._lock = threading.Lock()
        for _ in range(at_once):
            threading.Thread(target=self._work, daemon=True, name="run").start()

    def want(self, who: Who, key: Hashable, compute: Callable[[Tell], Any]) -> Run:
        """The run with this key, begun if it is not on its way; done at once where the result is there."""
        with self._lock:
            run = self._going.get(key)
            if run is None:
                run = Run()
                result = self._results.get(key)
                if result is not None:
                    run.future.set_result(result)
                else:
                    self._going[key] = run
                    self._queue.put((key, run, compute))
            run.wanted_by[who] = self._clock()
            self._leave(who, but=run)
        return run

    def renew(self, visitor: str) -> bool:
        """They still want whatever they wanted; whether any of it is on its way."""
        with self._lock:
            wishes = [(run, who) for run in self._going.values() for who in run.wanted_by if who.visitor == visitor]
            for run, who in wishes:
                run.wanted_by[who] = self._clock()
        return bool(wishes)

    def give_up(self, who: Who) -> None:
        """Whatever they wanted, they want it no more."""
        with self._lock:
            self._leave(who)

    def _leave(self, who: Who, but: Run | None = None) -> None:
        for key, run in list(self._going.items()):
            if run is not but and run.wanted_by.pop(who, None) is not None and not run.wanted_by and not run.begun:
                self._cancel(key, run)

    def _cancel(self, key: Hashable, run: Run) -> None:
        """One that waits for its turn; whoever wants it again begins it anew."""
        del self._going[key]
        run.future.set_exception(Cancelled())

    def _is_wanted(self, run: Run) -> bool:
        return any(self._clock() - renewed <= WISH_SECONDS for renewed in run.wanted_by.values())

    def _work(self) -> None:
        while True:
            key, run, compute = self._queue.get()
            if self._may_begin(key, run):
                self._run(key, run, compute)
            del run, compute  # or else they are held until the next one comes

    def _may_begin(self, key: Hashable, run: Run) -> bool:
        with self._lock:
            if not run.future.done() and not self._is_wanted(run):
                self._cancel(key, run)
            run.begun = not run.future.done()
            return run.begun

    def _run(self, key: Hashable, run: Run, compute: Callable[[Tell], Any]) -> None:
        try:
            result = compute(lambda share: self._tell(key, run, share))
            self._results.put(key, result)
        except BaseException as error:
            if not isinstance(error, Cancelled):
                logging.getLogger(__name__).exception("A run failed.")
            self._end(key, run)
            run.future.set_exception(error)
        else:
            self._end(key, run)
            run.future.set_result(result)

    def _tell(self, key: Hashable, run: Run, share: float) -> None:
        """Whoever comes after a run was given up finds none and begins it anew."""
        run.share = share
        with self._lock:
            if not self._is_wanted(run):
                del self._going[key]
                raise Cancelled

    def _end(self, key: Hashable, run: Run) -> None:
        with self._lock:
            if self._going.get(key) is run:
                del self._going[key]
