"""Connect to Dask's workers: a cluster that is started for one command, or one that runs already."""

import logging
import platform
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import metric
from ...extras import ENGINE, missing_message

if TYPE_CHECKING:
    from .workers import Workers

TIMEOUT = 20
"""Seconds that a cluster has to answer."""
LOGGERS = ("distributed", "distributed.client")
"""Dask's loggers to silence in this process: where they print a traceback, the command ends with its own message."""
_LONGEST_WORD = 1 << 20
"""Most bytes of a scheduler's first message, which begins with their number."""


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator["Workers"]:
    """Open the workers of the cluster at ``HOST:PORT``, or of a new cluster on this machine for an empty address."""
    distributed = _import_distributed()
    from .workers import Workers

    with ExitStack() as stack:
        for logger in LOGGERS:
            stack.enter_context(distributed.utils.silence_logging_cmgr(logging.CRITICAL, root=logger))
        if address:
            client = stack.enter_context(_connect_client(distributed, address))
        else:
            local = stack.enter_context(_local(distributed, workers))
            client = stack.enter_context(distributed.Client(local, set_as_default=False))
        _check_workers(client)
        yield Workers(client)


def _import_distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ValueError(missing_message("--engine dask", f"the package {error.name}", ENGINE)) from None
    return distributed


@contextmanager
def _local(distributed: Any, workers: int | None) -> Iterator[Any]:
    """Start processes that can be reached from this machine only, and with their certificate only.

    Their files are in a separate folder: Dask puts it onto the import path, and by default all users share one.
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
            silence_logs=logging.CRITICAL,
        ) as local_cluster,
    ):
        yield local_cluster


def _connect_client(distributed: Any, address: str) -> Any:
    """Return a client of the cluster at this address; raise ``ValueError`` where no cluster answers."""
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
    """Raise ``OSError`` unless a scheduler answers at this address; Dask itself would wait for an answer forever."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), TIMEOUT) as connection:
        length = connection.recv(8, socket.MSG_WAITALL)
    if len(length) < 8 or int.from_bytes(length, "little") > _LONGEST_WORD:
        raise OSError("it is no scheduler of Dask, or asks for a certificate")


def _check_workers(client: Any) -> None:
    """Raise ``ValueError`` without workers, or for workers whose ``library_versions`` differ from this machine's."""
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        raise ValueError("--engine: the cluster has no workers. Start some with dask worker.") from None
    for of, expected, versions in library_versions(client):
        if versions != {expected}:
            listed = ", ".join(sorted(version or "none" for version in versions))
            raise ValueError(
                f"--engine: expected {of} {expected} on every worker, as here; found {listed}. Install the same version"
                " there."
            )


def library_versions(client: Any) -> Iterator[tuple[str, str, set[str | None]]]:
    """Yield each library that affects numbers: its name, its version here, and the workers' versions (None if missing).

    Python is first: it determines what a letter is, and code of one version cannot be sent to another. NumPy draws
    resamples.
    """

    def version(module: str, attribute: str) -> str | None:  # a nested function is sent as code
        from importlib import import_module

        try:
            return str(getattr(import_module(module), attribute))
        except ImportError:
            return None

    pythons = client.run(platform.python_version).values()
    yield "Python", _minor(platform.python_version()), {_minor(python) for python in pythons}
    own = client.run(version, metric.__name__, "VERSION").values()
    yield "BLEUscope", metric.VERSION, set(own)
    numpys = client.run(version, "numpy", "__version__").values()
    yield "NumPy", _minor(np.__version__), {_minor(numpy) for numpy in numpys}


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])
