"""What is to be computed without a page waiting for it, and how far it is."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Tell = Callable[[float], None]
"""Takes the share of a job that is done, 0-1. Raises ``Cancelled`` where nobody wants the job any more."""


class Cancelled(BaseException):
    """Raised in a job that nobody wants any more. No ``Exception``: nothing on its way takes it for an error."""


class Who(NamedTuple):
    """Who wants a job, and at which place on their pages they see it."""

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
    """A task on its way, or done."""

    task: Task[T]
    future: "Future[T]" = field(default_factory=Future)
    share: float = 0.0
    """how much of it is done, 0-1"""
    begun: bool = False
    """False while it waits for its turn"""
    wishes: dict[Who, float] = field(default_factory=dict)
    """when each of them said so last, by the clock of ``Jobs``"""
    needs: list["Need"] = field(default_factory=list)
    """who waits for it in a thread"""
    for_good: bool = False
    """whether the server itself wants it"""

    def waits_for(self, other: "Job[Any]") -> bool:
        """Whether this is the other job, or cannot end before it."""
        return self is other or any(need.job is not None and self.waits_for(need.job) for need in other.needs)

    def tell(self, share: float) -> None:
        """Notes how much is done, here and in the jobs that wait for this one."""
        self.share = min(share, 1.0)
        for need in self.needs:
            if need.job is not None and need.within is not None:
                low, high = need.within
                need.job.tell(low + (high - low) * share)


@dataclass(frozen=True, eq=False)
class Need:
    """Who waits for a job in a thread: another job, or a caller that is none (None)."""

    job: Job[Any] | None
    within: tuple[float, float] | None
    """which part of that job's share is meanwhile done"""
