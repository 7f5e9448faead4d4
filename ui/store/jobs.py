"""One engine for all work that pages do not wait for. Shared by all sessions, bounded, and fair between visitors."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

from ui.store.bounded import Bounded
from ui.store.tasks import Cancelled, Job, Need, T, Task, Who

WISH_SECONDS = 150
"""How long a wish holds that is not renewed: a browser lets a page that is out of sight do something once a minute."""
MOST_QUEUED = 64
"""Jobs of one visitor that may wait for their turn: about three times what the page that asks for most asks for."""
SERVER = ""
"""The visitor for whom jobs are done that only the server itself wants."""


@dataclass(eq=False)
class Lane:
    """Workers of its own, and room of its own for results: one lane's jobs neither hold up nor push out another's."""

    workers: int
    """how many jobs are done at once"""
    results: Bounded
    active: int = 0
    """workers that are at work"""
    served: int = 0
    """jobs begun so far"""
    turns: dict[str, int] = field(default_factory=dict)
    """by visitor: ``served`` when they were last served; only of those who still want something"""

    def choose(self, queued: Mapping[Job[Any], set[str]], begun: Iterable[set[str]]) -> Job[Any]:
        """Of the queued jobs, each with its visitors, the one whose turn it is; ``begun`` are those under way."""
        busy = Counter(visitor for visitors in begun for visitor in visitors)
        here = set(busy).union(*queued.values())
        self.turns = {visitor: turn for visitor, turn in self.turns.items() if visitor in here}
        job = min(queued, key=lambda job: min((busy[visitor], self.turns.get(visitor, 0)) for visitor in queued[job]))
        self.served += 1
        self.turns |= dict.fromkeys(queued[job], self.served)
        return job


class Jobs:
    """Computes each task once for all who want it, and keeps the results.

    ``now`` computes in the caller's thread, ``want`` and ``later`` let the workers of the task's lane do it. A job goes
    on as long as it is wanted: by a visitor whose wish is younger than ``WISH_SECONDS``, by a caller who waits for it,
    or by another job that is wanted and waits for it. Else it leaves the queue, or, once begun, ``Cancelled`` is raised
    where it next tells how much is done. Whoever asks again for what was cancelled or has failed has it begun anew.

    The next job of a lane is that of the visitor for whom fewest are under way there, and among several such visitors
    that of the one who was served longest ago. Who wants more than ``MOST_QUEUED`` jobs that have not begun gives up
    the oldest of them.

    ``now`` never waits for a job in a queue: so jobs may need one another, however few workers there are.
    """

    def __init__(self, lanes: Mapping[str, Lane], clock: Callable[[], float] = monotonic):
        self._lanes = lanes
        self._clock = clock
        self._jobs: dict[Hashable, Job[Any]] = {}  # on their way, in the order in which they came
        self._lock = threading.Lock()
        self._here = threading.local()  # .job: the one that this thread computes

    def now(self, task: Task[T], within: tuple[float, float] | None = None) -> T:
        """The result, computed in the caller's thread unless it is there or another thread is at it.

        For use inside another task's ``compute`` as well: with ``within`` that job's share goes from the first number
        to the second meanwhile. Raises what ``compute`` raises, and ``RuntimeError`` where a job needs its own result.
        """
        need = Need(getattr(self._here, "job", None), within)
        with self._lock:
            job = self._find(task)
            if need.job is not None and job.waits_for(need.job):
                raise RuntimeError(f"To compute {task.key} its own result is needed.")
            is_new, job.begun = not job.begun, True
            job.needs.append(need)
        try:
            if is_new:
                self._compute(job)
            return job.future.result()
        finally:
            with self._lock:
                job.needs.remove(need)

    def later(self, task: Task[T]) -> Job[T]:
        """The job, for the server itself: it is never given up."""
        with self._lock:
            job = self._find(task)
            job.for_good = True
            self._call_worker(job)
        return job

    def want(self, who: Who, tasks: Sequence[Task[Any]]) -> list[Job[Any]]:
        """The jobs of these tasks; done at once where the results are there.

        ``who`` wants these from now on, and no more what they wanted before in the same place.
        """
        with self._lock:
            jobs = [self._find(task) for task in tasks]
            for job in jobs:
                job.wishes[who] = self._clock()
            self._leave((job for job in self._jobs.values() if job not in jobs), lambda other: other == who)
            queued = [job for job in self._jobs.values() if not job.begun and who.visitor in self._visitors(job)]
            self._leave(queued[: max(0, len(queued) - MOST_QUEUED)], lambda other: other.visitor == who.visitor)
            for job in jobs:
                self._call_worker(job)
        return jobs

    def renew(self, visitor: str) -> bool:
        """They still want whatever they wanted; whether any of it is on its way."""
        with self._lock:
            wishes = [(job, who) for job in self._jobs.values() for who in job.wishes if who.visitor == visitor]
            for job, who in wishes:
                job.wishes[who] = self._clock()
        return bool(wishes)

    def give_up(self, who: Who) -> None:
        """Whatever they wanted, they want it no more."""
        with self._lock:
            self._leave(self._jobs.values(), lambda other: other == who)

    # --- with the lock held ---

    def _find(self, task: Task[T]) -> Job[T]:
        """The job that is on its way, or one that is done, or a new one."""
        key = task.lane, task.key
        if key in self._jobs:
            return self._jobs[key]
        job, result = Job(task), self._lanes[task.lane].results.get(task.key)
        if result is None:
            self._jobs[key] = job
        else:
            job.begun, job.share = True, 1.0
            job.future.set_result(result)
        return job

    def _leave(self, jobs: Iterable[Job[Any]], is_theirs: Callable[[Who], bool]) -> None:
        """Drops their wishes for these jobs; what has not begun leaves the queue if nobody else wants it."""
        for job in list(jobs):
            theirs = [who for who in job.wishes if is_theirs(who)]
            for who in theirs:
                del job.wishes[who]
            if theirs and not job.begun and not self._is_wanted(job):
                self._cancel(job)

    def _cancel(self, job: Job[Any]) -> None:
        self._forget(job)
        job.future.set_exception(Cancelled())

    def _forget(self, job: Job[Any]) -> None:
        """It is on its way no more."""
        key = job.task.lane, job.task.key
        if self._jobs.get(key) is job:
            del self._jobs[key]

    def _visitors(self, job: Job[Any]) -> set[str]:
        """Who wants it; ``SERVER`` where no visitor does."""
        oldest = self._clock() - WISH_SECONDS
        return {who.visitor for who, renewed in job.wishes.items() if renewed >= oldest} or {SERVER}

    def _is_wanted(self, job: Job[Any]) -> bool:
        if job.for_good or self._visitors(job) != {SERVER}:
            return True
        return any(need.job is None or self._is_wanted(need.job) for need in job.needs)

    def _call_worker(self, job: Job[Any]) -> None:
        """Another worker of the lane begins, unless all are at work."""
        lane = self._lanes[job.task.lane]
        if not job.begun and lane.active < lane.workers:
            threading.Thread(target=self._work, args=(job.task.lane,), daemon=True, name="job worker").start()
            lane.active += 1

    def _next(self, name: str) -> Job[Any] | None:
        """The job of this lane whose turn it is; None where there is none."""
        lane, here = self._lanes[name], [job for job in self._jobs.values() if job.task.lane == name]
        for job in here:
            if not job.begun and not self._is_wanted(job):
                self._cancel(job)
        queued = {job: self._visitors(job) for job in here if not job.begun and not job.future.done()}
        if not queued:
            return None
        job = lane.choose(queued, [self._visitors(job) for job in here if job.begun])
        job.begun = True
        return job

    # --- without it ---

    def _work(self, name: str) -> None:
        """A worker: does what is in the queue until nothing is. A daemon, so that it holds up no shutdown."""
        while True:
            with self._lock:
                job = self._next(name)
                if job is None:
                    self._lanes[name].active -= 1
                    return
            self._compute(job, is_logged=True)

    def _compute(self, job: Job[T], is_logged: bool = False) -> None:
        """An error is in the job's future, and raised to callers who wait; a worker has no caller, so it logs it."""
        around, self._here.job = getattr(self._here, "job", None), job
        try:
            result = job.task.compute(partial(self._tell, job))
            self._lanes[job.task.lane].results.put(job.task.key, result)
        except BaseException as error:
            if is_logged and not isinstance(error, Cancelled):
                logging.getLogger(__name__).exception("A job failed.")
            self._end(job)
            job.future.set_exception(error)
        else:
            job.share = 1.0
            self._end(job)
            job.future.set_result(result)
        finally:
            self._here.job = around

    def _end(self, job: Job[Any]) -> None:
        with self._lock:
            self._forget(job)

    def _tell(self, job: Job[Any], share: float) -> None:
        """Where nobody wants a job, nobody wants those that wait for it: whoever asks again has all begun anew."""
        with self._lock:
            job.tell(share)
            if self._is_wanted(job):
                return
            for gone in list(self._jobs.values()):
                if gone.waits_for(job):
                    self._forget(gone)
            raise Cancelled
