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
"""How long a wish counts after it was last renewed. A browser lets a hidden page run about once a minute."""
MOST_QUEUED = 64
"""How many jobs of one visitor may wait in the queue: about three times as many as any page asks for."""
SERVER = ""
"""Stands for the visitor where only the server itself wants a job."""


@dataclass(eq=False)
class Lane:
    """Jobs with workers and room for results of their own, so that lanes neither delay nor displace one another."""

    workers: int
    """how many jobs are done at once"""
    results: Bounded
    active: int = 0
    """workers that are running"""
    served: int = 0
    """how many jobs have been started so far"""
    turns: dict[str, int] = field(default_factory=dict)
    """visitor -> the value of ``served`` when a job of theirs was last started; only visitors with unfinished jobs"""

    def choose(self, queued: Mapping[Job[Any], set[str]], begun: Iterable[set[str]]) -> Job[Any]:
        """Takes the next job from the queue.

        ``queued`` maps each waiting job to the visitors who want it; ``begun`` has the visitors of each running job.
        """
        busy = Counter(visitor for visitors in begun for visitor in visitors)
        here = set(busy).union(*queued.values())
        self.turns = {visitor: turn for visitor, turn in self.turns.items() if visitor in here}
        job = min(queued, key=lambda job: min((busy[visitor], self.turns.get(visitor, 0)) for visitor in queued[job]))
        self.served += 1
        self.turns |= dict.fromkeys(queued[job], self.served)
        return job


class Jobs:
    """Computes each task once, whoever asks for it, and keeps the results.

    ``now`` computes in the caller's thread. ``want`` and ``later`` leave the work to the workers of the task's lane.

    A job continues while somebody wants it: a visitor who renewed the wish within the last ``WISH_SECONDS``, a caller
    who waits for the result, or another wanted job that needs the result. When nobody wants it any more, a job in the
    queue is removed from it, and in a running job ``Cancelled`` is raised at its next report of progress. A task that
    was cancelled or failed is started again when somebody asks for it again.

    Each lane starts next a job of the visitor who has the fewest jobs running there. If several visitors have equally
    few, the one who was served longest ago comes first. A visitor may have ``MOST_QUEUED`` jobs in the queue; beyond
    that the oldest ones are given up.

    ``now`` never waits for a job in the queue, so jobs can use the results of other jobs even if there is one worker.
    """

    def __init__(self, lanes: Mapping[str, Lane], clock: Callable[[], float] = monotonic):
        self._lanes = lanes
        self._clock = clock
        self._jobs: dict[Hashable, Job[Any]] = {}  # queued or running, in the order in which they came
        self._lock = threading.Lock()
        self._here = threading.local()  # .job: the job that this thread is computing

    def now(self, task: Task[T], within: tuple[float, float] | None = None) -> T:
        """The result: kept from before, awaited from another thread, or computed here in the caller's thread.

        A task's ``compute`` may call this too. Then ``within`` says between which two shares the progress of the
        calling job moves meanwhile. Raises what ``compute`` raises, and ``RuntimeError`` if a job needs its own result.
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
        """Starts a job that the server itself wants; it is never cancelled."""
        with self._lock:
            job = self._find(task)
            job.for_good = True
            self._call_worker(job)
        return job

    def want(self, who: Who, tasks: Sequence[Task[Any]]) -> list[Job[Any]]:
        """The jobs of these tasks; a job is already done where its result was kept.

        These tasks replace whatever ``who`` wanted before: the same visitor, at the same place of a page.
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
        """Renews all wishes of a visitor; returns whether any of their jobs is queued or running."""
        with self._lock:
            wishes = [(job, who) for job in self._jobs.values() for who in job.wishes if who.visitor == visitor]
            for job, who in wishes:
                job.wishes[who] = self._clock()
        return bool(wishes)

    def give_up(self, who: Who) -> None:
        """Withdraws all wishes of this visitor at this place."""
        with self._lock:
            self._leave(self._jobs.values(), lambda other: other == who)

    # --- with the lock held ---

    def _find(self, task: Task[T]) -> Job[T]:
        """The job that is queued or running; else one that is done, if the result was kept; else a new one."""
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
        """Withdraws wishes for these jobs; a job that has not begun is cancelled if nobody else wants it."""
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
        """Takes the job off the list of those that are queued or running."""
        key = job.task.lane, job.task.key
        if self._jobs.get(key) is job:
            del self._jobs[key]

    def _visitors(self, job: Job[Any]) -> set[str]:
        """Who wants the job; ``SERVER`` if no visitor does."""
        oldest = self._clock() - WISH_SECONDS
        return {who.visitor for who, renewed in job.wishes.items() if renewed >= oldest} or {SERVER}

    def _is_wanted(self, job: Job[Any]) -> bool:
        if job.for_good or self._visitors(job) != {SERVER}:
            return True
        return any(need.job is None or self._is_wanted(need.job) for need in job.needs)

    def _call_worker(self, job: Job[Any]) -> None:
        """Starts another worker of the job's lane, unless all of them are running."""
        lane = self._lanes[job.task.lane]
        if not job.begun and lane.active < lane.workers:
            threading.Thread(target=self._work, args=(job.task.lane,), daemon=True, name="job worker").start()
            lane.active += 1

    def _next(self, name: str) -> Job[Any] | None:
        """The next job of this lane, marked as begun; None if the queue is empty."""
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
        """A worker: computes jobs until its lane's queue is empty. It is a daemon, so it never delays a shutdown."""
        while True:
            with self._lock:
                job = self._next(name)
                if job is None:
                    self._lanes[name].active -= 1
                    return
            self._compute(job, is_logged=True)

    def _compute(self, job: Job[T], is_logged: bool = False) -> None:
        """An error is stored in the job's future, which raises it for every caller who waits. A worker also logs it."""
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
        """Notes progress; raises ``Cancelled`` if nobody wants the job, and drops the jobs that wait for it as well."""
        with self._lock:
            job.tell(share)
            if self._is_wanted(job):
                return
            for gone in list(self._jobs.values()):
                if gone.waits_for(job):
                    self._forget(gone)
            raise Cancelled
