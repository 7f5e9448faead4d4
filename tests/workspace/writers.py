"""What other processes do to a workspace while a test looks on. They start by forking one that has all imports."""

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any

from sqlalchemy import make_url

from tests.workspace.made import added, everything
from workspace import Workspace

processes: Any = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.workspace.writers"])


def migrate(url: str, barrier: Barrier) -> None:
    """Opens a workspace at the same moment as others do."""
    barrier.wait()
    Workspace(make_url(url)).close()


def add_outputs(url: str, set_id: str, name: str, number: int, barrier: Barrier) -> None:
    """So many, one after another."""
    with Workspace(make_url(url)) as kept:
        barrier.wait()
        for at in range(number):
            kept.add_outputs(set_id, [added(f"{name}{at}")])


def write_on(url: str, confirmed: Connection) -> None:
    """Makes projects with sets of two versions, and deletes some, until it is killed; tells each that is confirmed."""
    with Workspace(make_url(url)) as kept:
        for number in range(10_000):
            project = kept.create(f"project {number}")
            confirmed.send(("project", project.id))
            saved = kept.add(project.id, everything())
            confirmed.send(("version", saved.id, 1))
            kept.add_outputs(saved.id, [added("new")])
            confirmed.send(("version", saved.id, 2))
            doomed = kept.add(project.id, everything(), "doomed")
            kept.delete(doomed.id, for_good=True)
            confirmed.send(("gone", doomed.id))
