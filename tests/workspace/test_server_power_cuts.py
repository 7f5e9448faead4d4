"""After a power cut PostgreSQL has all that was confirmed, with any part of what the disk was not told to sync."""

import random
import shutil

import pytest

from tests.cases import one_in
from tools import apt, postgres
from tools.faults.cut_connections import SERVER_CHANGES
from tools.faults.server_power_cuts import COMPILER, server_power_cuts
from tools.kills.rounds import LostChangeError

pytestmark = pytest.mark.exhaustive

STEP = one_in(9)
"""One change of so many is tried, because each needs six servers."""


@pytest.fixture(scope="module")
def rounds():
    programs = postgres.find()
    if programs is None:
        (pytest.fail if apt.IN_CI else pytest.skip)("no PostgreSQL found; see tools/postgres.py")
    if shutil.which(COMPILER) is None:
        pytest.skip("no compiler of C found")
    with server_power_cuts(programs) as made:
        yield made


@pytest.mark.parametrize("change", SERVER_CHANGES[::STEP], ids=lambda change: change.kind)
def test_a_power_cut_of_the_server_leaves_all_that_was_confirmed(rounds, change):
    draw = random.Random(change.kind)
    seconds = rounds.cut(change, draw)
    assert seconds
    rounds.cut(change, draw, draw.random() * seconds)


def test_a_server_that_does_not_wait_for_the_disk_is_noticed(rounds):
    with pytest.raises(LostChangeError):
        rounds.cut(SERVER_CHANGES[0], random.Random(1), syncs="off")
