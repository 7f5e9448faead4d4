"""Dask's workers: a cluster that is started for one command, or one that runs already."""

import logging
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from .. import metric
from ..shards.places import INSTALL

if TYPE_CHECKING:
    from .workers import Workers

TIMEOUT = 20
"""Seconds that a cluster has to answer."""
_LONGEST_WORD = 1 << 20
"""Bytes of what a scheduler says first, which begins with their number."""


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator["Workers"]:
    """Those at ``HOST:PORT``, or of a new cluster of this machine where that is empty."""
    distributed = _distributed()
    from .workers import Workers

    with ExitStack() as stack:
        if address:
            client = stack.enter_context(_connected(distributed, address))
        else:
            local = stack.enter_context(_local(distributed, workers))
            client = stack.enter_context(distributed.Client(local, set_as_default=False))
        _check_workers(client)
        yield Workers(client)


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ValueError(f"--engine dask needs the package {error.name}, which is not installed: {INSTALL}") from None
    return distributed


@contextmanager
def _local(distributed: Any, workers: int | None) -> Iterator[Any]:
    """Processes that only this machine, and only who has their certificate, can reach.

    Their files are in a folder of their own: Dask puts it onto the import path, and by default all users share one.
    """
    from dask import config

    with (
        tempfile.TemporaryDirectory() as folder,
        config.set({"temporary-directory": folder}),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            security=True,
            silence_logs=logging.ERROR,
        ) as found,
    ):
        yield found


def _connected(distributed: Any, address: str) -> Any:
    """``ValueError`` where no cluster answers."""
    try:
        _listen(address)
        return distributed.Client(f"tcp://{address}", timeout=TIMEOUT, set_as_default=False)
    except TimeoutError:
        problem = "it does not answer"
    except OSError as error:
        problem = error.strerror or str(error)
    raise ValueError(
        f"--engine: no cluster can be reached at {address}: {problem}. Check the address that dask scheduler printed."
    )


def _listen(address: str) -> None:
    """``OSError`` unless a scheduler speaks there: Dask itself would wait for the first word for ever."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), TIMEOUT) as connection:
        length = connection.recv(8, socket.MSG_WAITALL)
    if len(length) < 8 or int.from_bytes(length, "little") > _LONGEST_WORD:
        raise OSError("it is no scheduler of Dask, or asks for a certificate")


def _check_workers(client: Any) -> None:
    """``ValueError`` where there are none, or where they do not have this version of BLEUscope."""
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        raise ValueError("--engine: the cluster has no workers. Start some with dask worker.") from None
    found = versions(client)
    if found != {metric.VERSION}:
        listed = ", ".join(sorted(version or "none" for version in found))
        expected = f"expected {metric.VERSION} of BLEUscope on every worker, as {metric.__name__}"
        raise ValueError(f"--engine: {expected}; found {listed}. Install the same version there.")


def versions(client: Any) -> set[str | None]:
    """The versions of BLEUscope that the workers have; None for none."""

    def version(module: str) -> str | None:  # a function in a function is sent as code, which needs no module there
        from importlib import import_module

        try:
            return str(import_module(module).VERSION)
        except ImportError:
            return None

    return set(client.run(version, metric.__name__).values())
