"""What other processes do to a workspace at the same moment."""

from multiprocessing.synchronize import Barrier

from sqlalchemy import make_url

from scoring.rating import DirectAssessment
from tests.workspace.made import added
from workspace import Workspace


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


def create(url: str, name: str) -> None:
    """A project; then nothing of this process is open any more."""
    with Workspace(make_url(url)) as kept:
        kept.create(name)


def rate(url: str, token: str, name: str, barrier: Barrier) -> None:
    """Joins a campaign at the same moment as others do, and answers all that it asks, each answer twice."""
    with Workspace(make_url(url)) as kept:
        barrier.wait()
        seat = kept.join(token, name)
        for number in range(seat.campaign.n_items):
            for _ in range(2):
                kept.answer(seat.secret, number, DirectAssessment(seat.place + number), 1.0)
