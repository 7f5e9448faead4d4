"""Tasks that are computed while the page goes on, and how far each one is."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from scoring.counting.limits import TooLong
from workspace import WorkspaceError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Tell = Callable[[float], None]
"""Reports the share of a job that is done, 0-1. Raises ``JobCancelled`` if nobody wants the job any more."""


class JobCancelled(BaseException):
    """Raised in a job that nobody wants any more. Not an ``Exception``, so that no ``except Exception`` stops it."""


class JobStopped(Exception):
    """Raised in place of a result: the administrator has stopped the job."""

    def __init__(self) -> None:
        super().__init__("The server's administrator has stopped this work. It starts again when you reload the page.")


REFUSALS = TooLong, JobStopped, WorkspaceError
"""Errors that say in words for the visitor why there is no result; nothing has failed."""
State = Literal["queued", "running", "paused"]


class JobOwner(NamedTuple):
    """Who wants a job: a visitor, and the place on their page that shows the result."""

    visitor: str
    place: str


@dataclass(frozen=True, eq=False)
class Task(Generic[T_co]):
    """What is to be computed. Tasks with the same lane and key have the same result."""

    lane: str
    key: Hashable
    compute: Callable[[Tell], T_co]


@dataclass(eq=False)
class Job(Generic[T]):
    """A task that is queued, running or done."""

    task: Task[T]
    number: int = 0
    """no other job of the same ``Jobs`` has it"""
    since: float = 0.0
    """when somebody first asked for it, by the clock of ``Jobs``"""
    future: "Future[T]" = field(default_factory=Future)
    share: float = 0.0
    """how much of it is done, 0-1"""
    paused: bool = False
    """whether it has begun, and waits for its next turn at the worker"""
    turn_since: float = 0.0
    """when its turn at the worker began, by the clock of ``Jobs``"""
    root: "Job[Any] | None" = None
    """once it is computed: the job that its thread was given, which may be this one"""
    begun: bool = False
    """False while it waits for its turn"""
    wishes: dict[JobOwner, float] = field(default_factory=dict)
    """when each of them last asked for it, by the clock of ``Jobs``"""
    needs: list["Need"] = field(default_factory=list)
    """whose threads wait for it"""
    for_good: bool = False
    """whether the server itself wants it"""
    stopped: bool = False
    """whether it ends at its next report of progress, even if somebody wants it"""
    failure_below: BaseException | None = None
    """what the job has raised that this one needed last; that was said and counted there"""

    @property
    def state(self) -> State:
        """In one word, of one that is not done."""
        if not self.begun:
            return "queued"
        return "paused" if self.paused else "running"

    def waits_for(self, other: "Job[Any]") -> bool:
        """Return whether this job is the other one, or needs its result, directly or through further jobs."""
        return self is other or any(need.job is not None and self.waits_for(need.job) for need in other.needs)

    def tell(self, share: float) -> None:
        """Sets the share that is done, here and in the jobs that wait for this one."""
        self.share = min(share, 1.0)
        for need in self.needs:
            if need.job is not None and need.within is not None:
                low, high = need.within
                need.job.tell(low + (high - low) * share)


@dataclass(frozen=True, eq=False)
class Need:
    """Somebody whose thread waits for a job: another job, or a caller outside all jobs (``job`` is None)."""

    job: Job[Any] | None
    within: tuple[float, float] | None
    """the shares of the waiting job between which its progress moves meanwhile"""


@dataclass(frozen=True)
class JobListing:
    """What can be told of a job that is not done."""

    number: int
    """no other job of this server has it"""
    lane: str
    visitors: frozenset[str]
    """who wants it; nobody where the server itself does"""
    state: State
    share: float
    """how much of it is done, 0-1"""
    seconds: float
    """since when it has been asked for"""
