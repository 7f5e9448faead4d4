"""Tasks that are computed in the background, and the progress of each."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from scoring.counting.limits import TooLong
from workspace import WorkspaceError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Tell = Callable[[float], None]
"""Callback that reports a job's share that is done, 0-1; raises ``JobCancelled`` if nobody wants the job any more."""


class JobCancelled(BaseException):
    """The interruption of a job that nobody wants any more.

    It is not an ``Exception``, so that no ``except Exception`` stops it.
    """


class JobStopped(Exception):
    """The error in place of a result if the administrator has stopped the job."""

    def __init__(self) -> None:
        super().__init__("The server's administrator has stopped this work. It starts again when you reload the page.")


REFUSALS = TooLong, JobStopped, WorkspaceError
"""Errors whose message tells the visitor why there is no result, and which are no failures."""
State = Literal["queued", "running", "paused"]


class JobOwner(NamedTuple):
    """The owner of a wish for a job: a visitor, and the place on their page that shows the result."""

    visitor: str
    place: str


@dataclass(frozen=True, eq=False)
class Task(Generic[T_co]):
    """A computation to be done. Tasks with the same lane and key have the same result."""

    lane: str
    key: Hashable
    compute: Callable[[Tell], T_co]


@dataclass(eq=False)
class Job(Generic[T]):
    """A task that is queued, running or done."""

    task: Task[T]
    number: int = 0
    """number of the job, unique in its ``Jobs``"""
    since: float = 0.0
    """time of the first request for the job, by the clock of ``Jobs``"""
    future: "Future[T]" = field(default_factory=Future)
    share: float = 0.0
    """share of the job that is done, 0-1"""
    paused: bool = False
    """whether the job has begun and waits for its next turn"""
    turn_since: float = 0.0
    """start of the job's turn at the worker, by the clock of ``Jobs``"""
    root: "Job[Any] | None" = None
    """outermost job of the thread that computes this job (possibly this job itself); None before that"""
    begun: bool = False
    """whether the job's computation has started"""
    wishes: dict[JobOwner, float] = field(default_factory=dict)
    """time of the last request by each owner, by the clock of ``Jobs``"""
    needs: list["Need"] = field(default_factory=list)
    """threads that wait for the job's result"""
    for_good: bool = False
    """whether the server itself wants the job"""
    stopped: bool = False
    """whether the job ends at its next report of progress, even if somebody wants it"""
    failure_below: BaseException | None = None
    """error of the job whose result this job needed last; logged and counted there, so not again here"""

    @property
    def state(self) -> State:
        """State of an unfinished job, in one word."""
        if not self.begun:
            return "queued"
        return "paused" if self.paused else "running"

    def waits_for(self, other: "Job[Any]") -> bool:
        """Return whether this job is the other job, or needs its result, directly or through further jobs."""
        return self is other or any(need.job is not None and self.waits_for(need.job) for need in other.needs)

    def tell(self, share: float) -> None:
        """Set the share that is done, in this job and in the jobs that wait for it."""
        self.share = min(share, 1.0)
        for need in self.needs:
            if need.job is not None and need.within is not None:
                low, high = need.within
                need.job.tell(low + (high - low) * share)


@dataclass(frozen=True, eq=False)
class Need:
    """A thread that waits for a job: the thread of another job, or of a caller outside all jobs (``job`` is None)."""

    job: Job[Any] | None
    within: tuple[float, float] | None
    """shares of the waiting job between which its progress moves in the meantime"""


@dataclass(frozen=True)
class JobListing:
    """The public facts about an unfinished job."""

    number: int
    """number of the job, unique on this server"""
    lane: str
    visitors: frozenset[str]
    """visitors who want the job; empty if only the server does"""
    state: State
    share: float
    """share of the job that is done, 0-1"""
    seconds: float
    """seconds since the first request for the job"""
