"""One engine, shared by all sessions, for work that pages do not wait for; it is bounded and fair between visitors."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import monotonic
from traceback import clear_frames
from typing import Any

from server.engine.metrics import JOB_SECONDS, JOBS_FAILED
from server.engine.runs import Runs
from server.engine.tasks import REFUSALS, Job, JobCancelled, JobListing, JobOwner, JobStopped, Need, State, T, Task
from server.memory.bounded_cache import BoundedCache
from server.memory.limits import ServerLimits

WISH_SECONDS = 150
"""Seconds for which a wish is valid after its last renewal. A browser lets a hidden page run about once a minute."""
AWAY_SECONDS = 10
"""Seconds for which a wish is valid if the visitor has closed the page or lost the connection."""
TURN_SECONDS = 1
"""Seconds that a worker spends on one visitor's job while another visitor waits for a worker."""
MAX_PAUSED = 16
"""Number of paused jobs in a lane at which no further job begins. A job's texts stay in memory until it ends."""
SERVER = ""
"""Name used in place of a visitor's for jobs that only the server itself wants."""


@dataclass(eq=False)
class Lane:
    """A group of jobs with its own workers and its own cache of results, so that lanes do not delay each other."""

    workers: int
    """number of jobs that may run at once"""
    results: BoundedCache
    active: int = 0
    """number of workers that are running"""
    served: int = 0
    """number of jobs started so far"""
    turns: dict[str, int] = field(default_factory=dict)
    """visitor -> value of ``served`` when the visitor's last job was started; only visitors with unfinished jobs"""

    def choose(self, waiting: Mapping[Job[Any], set[str]], running: Iterable[set[str]]) -> Job[Any]:
        """Return the waiting job whose turn it is.

        ``waiting`` maps each job to the visitors who want it; ``running`` has the visitors of each running job.
        """
        busy = Counter(visitor for visitors in running for visitor in visitors)
        here = set(busy).union(*waiting.values())
        self.turns = {visitor: turn for visitor, turn in self.turns.items() if visitor in here}
        job = min(waiting, key=lambda job: min((busy[visitor], self.turns.get(visitor, 0)) for visitor in waiting[job]))
        self.served += 1
        self.turns |= dict.fromkeys(waiting[job], self.served)
        return job


class ThreadState(threading.local):
    """The state of one thread."""

    is_worker = False
    """whether the thread works for a lane, and not for a caller who waits"""

    def __init__(self) -> None:
        self.jobs: list[Job[Any]] = []
        """the jobs that the thread computes; each one needs the result of the next"""


class Jobs:
    """The queue of jobs: computes each task once, for every session that asks for it, and keeps the results.

    ``now`` computes in the caller's thread. ``want`` and ``later`` leave the work to the workers of the task's lane.

    A job continues while somebody wants it: a visitor who renewed the wish within the last ``WISH_SECONDS``, a caller
    who waits for the result, or another wanted job that needs the result. When nobody wants it any more, a queued job
    is removed from the queue, and a running job raises ``JobCancelled`` at its next report of progress. A task that was
    cancelled or failed is started again when somebody asks for it again.

    Each lane starts next a job of the visitor who has the fewest jobs running there. Among visitors with equally few,
    the one who was served longest ago comes first. A job that has run for ``TURN_SECONDS`` is paused at its next report
    of progress if another visitor waits for a worker, and continues at its visitor's next turn: so nobody waits for
    another visitor's long work, unless ``MAX_PAUSED`` jobs are already paused. A visitor may have ``most_queued`` jobs
    in the queue; beyond that the oldest ones are withdrawn. The wishes of visitors who have left, as ``is_here`` says,
    are valid for ``AWAY_SECONDS`` only.

    At each report of progress a job lets the ``runs`` of pages go first.

    ``now`` never waits for a job in the queue, so jobs can use the results of other jobs even if there is one worker.
    """

    def __init__(
        self,
        lanes: Mapping[str, Lane],
        clock: Callable[[], float] = monotonic,
        most_queued: int = ServerLimits.queued_per_visitor,
        is_here: Callable[[str], bool] = lambda visitor: True,
        runs: Runs | None = None,
    ):
        self._lanes = lanes
        self._clock = clock
        self._most_queued = most_queued
        self._is_here = is_here
        self._runs = runs or Runs()
        self._numbers = count(1)
        self._jobs: dict[Hashable, Job[Any]] = {}  # queued, running or paused, in the order in which they came
        self._lock = threading.Lock()
        self._resumed = threading.Condition(self._lock)
        self._thread = ThreadState()

    def now(self, task: Task[T], within: tuple[float, float] | None = None) -> T:
        """Return the task's result: kept from before, awaited from another thread, or computed in the caller's thread.

        A task's ``compute`` may call this method too. Then the progress of the calling job moves between the two shares
        ``within`` in the meantime. Raise what ``compute`` raises, and ``RuntimeError`` if a job needs its own result.
        """
        need = Need(self._thread.jobs[-1] if self._thread.jobs else None, within)
        with self._lock:
            job = self._find(task)
            if need.job is not None and job.waits_for(need.job):
                raise RuntimeError(f"To compute {task.key} its own result is needed.")
            is_new, job.begun = not job.begun, True
            job.needs.append(need)
            if job.root is not None and job.root.paused:
                self._resume_at_once(job.root)  # the worker that waits here might be the only one
        try:
            if is_new:
                self._compute(job)
            if job.future.done():
                return job.future.result()
            with self._runs.waiting():
                return job.future.result()
        finally:
            with self._lock:
                job.needs.remove(need)

    def later(self, task: Task[T]) -> Job[T]:
        """Start and return a job that the server itself wants; it is never cancelled."""
        with self._lock:
            job = self._find(task)
            job.for_good = True
            self._call_worker(job)
        return job

    def want(self, owner: JobOwner, tasks: Sequence[Task[Any]]) -> list[Job[Any]]:
        """Return the jobs of these tasks; a job is already done if its result was kept.

        These tasks replace all tasks that ``owner`` (one visitor, at one place of a page) wanted before.
        """
        with self._lock:
            jobs = [self._find(task) for task in tasks]
            for job in jobs:
                job.wishes[owner] = self._clock()
            self._withdraw_wishes((job for job in self._jobs.values() if job not in jobs), lambda other: other == owner)
            queued = [job for job in self._jobs.values() if not job.begun and owner.visitor in self._visitors(job)]
            self._withdraw_wishes(
                queued[: max(0, len(queued) - self._most_queued)], lambda other: other.visitor == owner.visitor
            )
            for job in jobs:
                self._call_worker(job)
        return jobs

    def kept_result(self, task: Task[T]) -> T | None:
        """Return the task's kept result, or None; start nothing."""
        return self._lanes[task.lane].results.get(task.key)  # type: ignore[no-any-return]

    def renew(self, visitor: str) -> bool:
        """Renew all wishes of a visitor; return whether any of the visitor's jobs is queued or running."""
        with self._lock:
            wishes = [(job, owner) for job in self._jobs.values() for owner in job.wishes if owner.visitor == visitor]
            for job, owner in wishes:
                job.wishes[owner] = self._clock()
        return bool(wishes)

    def give_up(self, owner: JobOwner) -> None:
        """Withdraw all wishes of this visitor at this place of a page."""
        with self._lock:
            self._withdraw_wishes(self._jobs.values(), lambda other: other == owner)

    def forget(self, visitor: str) -> None:
        """Withdraw all wishes of this visitor."""
        with self._lock:
            self._withdraw_wishes(self._jobs.values(), lambda other: other.visitor == visitor)

    def listed(self) -> list[JobListing]:
        """Return the jobs that visitors or the server itself want, in the order in which they came."""
        with self._lock:
            job_visitors = [(job, frozenset(self._visitors(job) - {SERVER})) for job in self._jobs.values()]
            return [
                JobListing(job.number, job.task.lane, visitors, job.state, job.share, self._clock() - job.since)
                for job, visitors in job_visitors
                if visitors or job.for_good
            ]

    def stop(self, numbers: Collection[int]) -> None:
        """Stop the jobs with these numbers, for all visitors; their futures raise ``JobStopped``.

        Jobs that the server itself wants continue, and so do jobs whose result a continuing job needs. A running job
        ends at its next report of progress; a task that is requested in the meantime starts again.
        """
        with self._lock:
            for job in [job for job in self._jobs.values() if job.number in numbers]:
                job.wishes.clear()
            for job in [job for job in self._jobs.values() if job.number in numbers and not self._is_wanted(job)]:
                self._stop(job)

    def stop_all_of(self, visitors: Collection[str]) -> None:
        """Stop the jobs that only these visitors want, and withdraw their other wishes."""
        with self._lock:
            numbers = {job.number for job in self._jobs.values() if job.wishes and self._visitors(job) <= {*visitors}}
            others = [job for job in self._jobs.values() if job.number not in numbers]
            self._withdraw_wishes(others, lambda owner: owner.visitor in visitors)
        self.stop(numbers)

    def states(self) -> Counter[tuple[str, State]]:
        """Return the number of jobs by lane and state (queued, running or paused)."""
        with self._lock:
            jobs = list(self._jobs.values())
        return Counter((job.task.lane, job.state) for job in jobs)

    def results(self) -> dict[str, BoundedCache]:
        """Return the kept results of each lane."""
        return {name: lane.results for name, lane in self._lanes.items()}

    def shrink(self) -> int | None:
        """Drop half of every lane's results; return the bytes freed, or None if no results were kept."""
        dropped = [lane.results.shrink() for lane in self._lanes.values()]
        return sum(dropped) or None

    # --- with the lock held ---

    def _find(self, task: Task[T]) -> Job[T]:
        """Return the queued or running job of a task; else a finished job if its result was kept; else a new job."""
        key = task.lane, task.key
        if key in self._jobs:
            return self._jobs[key]
        job, result = Job(task, next(self._numbers), self._clock()), self._lanes[task.lane].results.get(task.key)
        if result is None:
            self._jobs[key] = job
        else:
            job.begun, job.share = True, 1.0
            job.future.set_result(result)
        return job

    def _withdraw_wishes(self, jobs: Iterable[Job[Any]], is_theirs: Callable[[JobOwner], bool]) -> None:
        """Withdraw these owners' wishes for the jobs; cancel a job that has not begun and that nobody else wants."""
        for job in list(jobs):
            owners = [owner for owner in job.wishes if is_theirs(owner)]
            for owner in owners:
                del job.wishes[owner]
            if owners and not job.begun and not self._is_wanted(job):
                self._cancel(job)

    def _stop(self, job: Job[Any]) -> None:
        """Stop a job: remove it from the list, cancel it if it has not begun, and let a paused job run to its end."""
        job.stopped = True
        if not job.begun:
            self._cancel(job, JobStopped())
        self._forget(job)
        if job.paused:
            self._resume_at_once(job)

    def _cancel(self, job: Job[Any], error: BaseException | None = None) -> None:
        self._forget(job)
        job.future.set_exception(error or JobCancelled())

    def _forget(self, job: Job[Any]) -> None:
        """Remove the job from the list of queued and running jobs."""
        key = job.task.lane, job.task.key
        if self._jobs.get(key) is job:
            del self._jobs[key]

    def _visitors(self, job: Job[Any]) -> set[str]:
        """Return the visitors who want the job, or ``{SERVER}`` if no visitor does."""
        now = self._clock()
        counting = (
            owner.visitor
            for owner, renewed in job.wishes.items()
            if now - renewed <= AWAY_SECONDS or (now - renewed <= WISH_SECONDS and self._is_here(owner.visitor))
        )
        return {*counting} or {SERVER}

    def _is_wanted(self, job: Job[Any]) -> bool:
        if job.stopped:
            return False
        if job.for_good or self._visitors(job) != {SERVER}:
            return True
        return any(need.job is None or self._is_wanted(need.job) for need in job.needs)

    def _call_worker(self, job: Job[Any]) -> None:
        """Start another worker of the job's lane, unless all its workers are running."""
        if not job.begun:
            self._start_worker(job.task.lane)

    def _start_worker(self, name: str) -> None:
        lane = self._lanes[name]
        if lane.active < lane.workers:
            threading.Thread(target=self._work, args=(name,), daemon=True, name="job worker").start()
            lane.active += 1

    def _next_job(self, name: str) -> Job[Any] | None:
        """Return the lane's queued or paused job whose turn it is; None if no job waits or too many workers run."""
        lane, here = self._lanes[name], [job for job in self._jobs.values() if job.task.lane == name]
        if lane.active > lane.workers:
            return None
        for job in here:
            if not job.begun and not self._is_wanted(job):
                self._cancel(job)
        # Paused jobs come first, so that no visitor has more jobs begun than there are workers.
        paused = [job for job in here if job.paused]
        may_begin = sum(job.begun for job in here) < lane.workers + MAX_PAUSED
        waiting = paused + [job for job in here if may_begin and not job.begun and not job.future.done()]
        if not waiting:
            return None
        running = [self._visitors(job) for job in here if job.begun and not job.paused]
        return lane.choose({job: self._visitors(job) for job in waiting}, running)

    def _let_others_go_first(self) -> None:
        """Pause the job of this worker if its turn is over and another visitor waits for a worker.

        Do not pause if somebody waits for a job of this thread: that caller might hold the worker that this job would
        need.
        """
        if not self._thread.is_worker:
            return
        root, own_jobs = self._thread.jobs[0], self._thread.jobs
        if root.stopped:
            return  # its turn would never come again
        needed = any(need.job not in own_jobs for job in own_jobs for need in job.needs)
        if self._clock() - root.turn_since < TURN_SECONDS or needed or not self._are_others_waiting(root):
            return
        root.paused = True
        self._lanes[root.task.lane].active -= 1
        self._start_worker(root.task.lane)
        while root.paused:
            self._resumed.wait()

    def _are_others_waiting(self, root: Job[Any]) -> bool:
        """Return whether a visitor who does not want this job waits for a worker of its lane."""
        here = self._visitors(root)
        waiting = (job for job in self._jobs.values() if job.task.lane == root.task.lane)
        return any(
            (job.paused or not job.begun) and self._is_wanted(job) and not here & self._visitors(job) for job in waiting
        )

    def _resume_at_once(self, job: Job[Any]) -> None:
        """Resume a paused job at once, in addition to the running workers."""
        self._lanes[job.task.lane].active += 1
        self._resume(job)

    def _resume(self, job: Job[Any]) -> None:
        """Let the paused job's own thread continue, in place of the worker that calls this method."""
        job.paused, job.turn_since = False, self._clock()
        self._resumed.notify_all()

    # --- without it ---

    def _work(self, name: str) -> None:
        """Compute jobs until the lane's queue is empty; the target of a worker thread.

        The thread is a daemon, so it never delays a shutdown.
        """
        self._thread.is_worker = True
        while True:
            with self._lock:
                job = self._next_job(name)
                if job is None:
                    self._lanes[name].active -= 1
                    return
                if job.paused:
                    self._resume(job)
                    return
                job.begun, job.turn_since = True, self._clock()
            self._compute(job, is_logged=True)

    def _compute(self, job: Job[T], is_logged: bool = False) -> None:
        """Compute a job and store its result or its error in the job's future, for every caller who waits.

        A worker also logs an error.
        """
        self._thread.jobs.append(job)
        job.root = self._thread.jobs[0]
        began = monotonic()
        try:
            result = job.task.compute(partial(self._tell, job))
            self._lanes[job.task.lane].results.put(job.task.key, result)
        except BaseException as error:
            has_failed = not isinstance(error, (JobCancelled, *REFUSALS))
            if has_failed and error is not job.failure_below:
                JOBS_FAILED.labels(job.task.lane).inc()
            if has_failed and is_logged:
                logging.getLogger(__name__).exception("A job failed.")
            # The page keeps the job for some time, and its error would keep all that the frames have read.
            clear_frames(error.__traceback__)
            self._end(job, error)
            job.future.set_exception(JobStopped() if job.stopped else error)
        else:
            job.share = 1.0
            self._end(job)
            job.future.set_result(result)
        finally:
            JOB_SECONDS.labels(job.task.lane).observe(monotonic() - began)
            self._thread.jobs.pop()

    def _end(self, job: Job[Any], error: BaseException | None = None) -> None:
        with self._lock:
            self._forget(job)
            for need in job.needs:
                if need.job is not None:
                    need.job.failure_below = error

    def _tell(self, job: Job[Any], share: float) -> None:
        """Record a job's progress, then let page runs go first, and other jobs if this job's turn is over.

        Raise ``JobCancelled`` if nobody wants the job, and drop the jobs that wait for it as well.
        """
        self._runs.go_first()
        with self._lock:
            job.tell(share)
            self._let_others_go_first()
            if self._is_wanted(job):
                return
            for waiting_job in list(self._jobs.values()):
                if waiting_job.waits_for(job):
                    self._forget(waiting_job)
            raise JobCancelled
