"""Where shards are counted: in this process, or by the workers of Dask, which nothing else imports."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from ...text.suggestions import did_you_mean

HERE, DASK = "local", "dask"
Item = TypeVar("Item")
Found = TypeVar("Found")


class Engine(Protocol):
    """Runs work on items."""

    @property
    def ahead(self) -> int:
        """Items that are under way, or whose results wait, at most at once; more once there are more workers."""
        ...

    def each(self, work: Callable[[Item], Found], items: Iterable[Item]) -> Iterator[Found]:
        """Return what the work gives for each item, in their order, whichever is done first.

        Few items are asked for ahead, and few results wait. Raises what the work raises.
        """
        ...


class Loop:
    """In this process, one item after another."""

    ahead = 1

    def each(self, work: Callable[[Item], Found], items: Iterable[Item]) -> Iterator[Found]:
        """As ``Engine.each``."""
        return map(work, items)


@contextmanager
def open_engine(name: str, workers: int | None = None) -> Iterator[Engine]:
    """The engine of this name until the end of the context.

    ``local`` is this process, ``dask`` a cluster of processes of this machine, by default one a core, and
    ``dask://host:port`` a cluster that runs already. Raises ``ValueError`` for another name, where Dask is not
    installed, and where the cluster cannot be reached.
    """
    check_name(name, workers)
    if name == HERE:
        yield Loop()
        return
    from .cluster import cluster

    with cluster(name.partition("://")[2], workers) as found:
        yield found


def check_name(name: str, workers: int | None = None) -> None:
    """``ValueError`` for what is no engine."""
    kind, separator, address = name.partition("://")
    host, _, port = address.rpartition(":")
    is_known = name in (HERE, DASK) or (kind == DASK and separator and host and port.isdecimal())
    if not is_known or (port and int(port) >= 2**16):
        hint = did_you_mean(name, (HERE, DASK))
        raise ValueError(f"--engine: expected local, dask, or dask://HOST:PORT; found {name!r}{hint}.")
    if workers is not None and name != DASK:
        raise ValueError(f"--workers is for a cluster of this machine, --engine dask; found --engine {name}.")
