"""Choose where shards are counted: in this process, or by Dask's workers, which nothing else imports."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from ...text.suggestions import did_you_mean

HERE, DASK = "local", "dask"
Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """A runner of work on items."""

    @property
    def ahead(self) -> int:
        """Most items that are under way, or whose results wait, at once; more with more workers."""
        ...

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Return the result of the work for each item, in the order of the items.

        Few items are requested ahead, and few results wait. Raises the exceptions of the work.
        """
        ...


class Loop:
    """An engine in this process, for one item after another."""

    ahead = 1

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Return the result of the work for each item, as ``Engine.each`` does."""
        return map(work, items)


@contextmanager
def open_engine(name: str, workers: int | None = None) -> Iterator[Engine]:
    """Open the engine of this name until the end of the context.

    ``local`` is this process, ``dask`` a cluster of processes on this machine, by default one a core, and
    ``dask://host:port`` a cluster that runs already. Raises ``ValueError`` for another name, where Dask is not
    installed, and where the cluster cannot be reached.
    """
    check_name(name, workers)
    if name == HERE:
        yield Loop()
        return
    from .cluster import cluster

    with cluster(name.partition("://")[2], workers) as engine:
        yield engine


def check_name(name: str, workers: int | None = None) -> None:
    """Raise ``ValueError`` for an unknown engine, or for ``workers`` with another engine than ``dask``."""
    kind, separator, address = name.partition("://")
    host, _, port = address.rpartition(":")
    is_known = name in (HERE, DASK) or (kind == DASK and separator and host and port.isdecimal())
    if not is_known or (port and int(port) >= 2**16):
        hint = did_you_mean(name, (HERE, DASK))
        raise ValueError(f"--engine: expected local, dask, or dask://HOST:PORT; found {name!r}{hint}.")
    if workers is not None and name != DASK:
        raise ValueError(f"--workers is for a cluster of this machine, --engine dask; found --engine {name}.")
