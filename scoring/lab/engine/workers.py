"""Run work on Dask's workers: few items at once, tried again where a worker dies, results in the items' order."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from distributed import Client, KilledWorker, as_completed

RETRIES = 3
"""Further attempts at a shard whose storage does not answer. For workers that die, Dask's own settings count."""
AHEAD = 3
"""Most items under way, or with waiting results, for each thread of a worker."""
Item = TypeVar("Item")
Result = TypeVar("Result")
Wrong = TypeVar("Wrong", bound=Exception)


@dataclass(frozen=True)
class RefusedItem:
    """An error in an item, which no second attempt would avoid."""

    error: ValueError


class Workers:
    """An engine on the workers of one cluster."""

    def __init__(self, client: Client):
        self._client = client

    @property
    def ahead(self) -> int:
        """Most items at once, as in ``Engine.ahead``; workers may join and leave."""
        return AHEAD * max(1, sum(map(int, self._client.nthreads().values())))

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of the work for each item, as ``Engine.each`` does.

        Raises ``ValueError`` where workers die repeatedly, and ``OSError`` where the cluster ends.
        """
        waiting = enumerate(items)
        under_way = as_completed(loop=self._client.loop)
        sent: dict[Any, tuple[int, Any]] = {}
        results: dict[int, Any] = {}

        def submit() -> None:
            n_free = self.ahead - len(sent) - len(results)
            for number, item in islice(waiting, max(0, n_free)):
                future = self._client.submit(attempt_work, work, item, pure=False, retries=RETRIES)
                sent[future] = number, item
                under_way.add(future)

        submit()
        next_number = 0
        try:
            for future in under_way:
                number, item = sent.pop(future)
                results[number] = self._result(future, item)
                submit()
                del future  # so that no worker keeps what it has given
                while next_number in results:
                    yield _unwrap_result(results.pop(next_number))
                    next_number += 1
                    submit()
        finally:
            self._client.cancel(list(sent))

    def _result(self, future: Any, item: Any) -> Any:
        try:
            return future.result()
        except KilledWorker:
            raise ValueError(
                f"--engine: {item}: workers ended while they counted this shard, again and again. They may have too"
                " little memory for it: split the shards, or give each worker more."
            ) from None
        except MemoryError:
            raise ValueError(
                f"--engine: {item}: a worker has too little memory for this shard: split it, or give each worker more."
            ) from None
        except CancelledError:
            raise OSError("--engine: the cluster has ended before the work was done.") from None


def _unwrap_result(result: Any) -> Any:
    """Return the result of an item, or raise its error; results come in order, so the first wrong item is reported."""
    if isinstance(result, RefusedItem):
        raise result.error
    return result


def attempt_work(work: Callable[[Item], Result], item: Item) -> Result | RefusedItem:
    """Return the result of the work, or a ``RefusedItem`` for a ``ValueError``; other errors are raised."""
    try:
        return work(item)
    except ValueError as error:
        return RefusedItem(_alone(error))
    except OSError as error:
        raise _alone(error) from None


def _alone(error: Wrong) -> Wrong:
    """Return the error without its causes: some errors of storage packages cannot be sent."""
    error.__cause__ = error.__context__ = None
    return error
