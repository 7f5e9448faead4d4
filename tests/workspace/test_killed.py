"""Processes, and the server, killed at random moments: all that was confirmed is there, and no half of anything.

When they are killed is random; whatever the moment, the rounds must find nothing lost.
"""

from pathlib import Path

import pytest
from sqlalchemy import insert, select

from tools.kills.places import Databases, Files
from tools.kills.rounds import LostChangeError, Rounds
from workspace import Workspace
from workspace.tables.schema import BlobRow, ProjectRow

LINES = ("Ja.", "Nein, danke & <b>gern</b>.", "", "Sehr 'gut'\u2028so.")
EARLIER = Path(__file__).parent / "earlier"
ROUNDS = 2


@pytest.fixture
def files(tmp_path):
    return Rounds(Files(tmp_path), tmp_path, LINES, EARLIER)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["write", "alone", "migrate"])
def test_a_killed_process_leaves_all_that_was_confirmed_in_a_file(files, kind):
    for number in range(ROUNDS):
        files.round(number, kind)


@pytest.fixture(scope="module")
def databases(own_server, tmp_path_factory):
    return Rounds(Databases(own_server, "killed"), tmp_path_factory.mktemp("killed"), LINES, EARLIER)


@pytest.mark.one_case_in(2)
@pytest.mark.exhaustive
@pytest.mark.parametrize(("place", "kind"), [*enumerate(["write", "alone", "migrate", "kill the server"])])
def test_a_killed_process_or_server_leaves_all_that_was_confirmed_in_postgresql(databases, place, kind):
    for number in range(ROUNDS):
        databases.round(ROUNDS * place + number, kind)


def lose_a_project(kept):
    kept.delete(kept.projects()[0].id, for_good=True)


def add_a_project(kept):
    kept.create("too many")


def leave_a_column(kept):
    with kept.database.writing() as session:
        project = session.scalars(select(ProjectRow.id)).first()
        session.execute(insert(BlobRow).values(project_id=project, digest="d", checksum="c", data=b"d"))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("harm", [lose_a_project, add_a_project, leave_a_column])
def test_what_is_lost_or_left_over_is_noticed(files, harm):
    number = 0
    with Workspace(files.urls["one"]) as kept:
        while not kept.projects():
            files.round(number, "write")
            number += 1
        files.check()
        harm(kept)
    with pytest.raises(LostChangeError):
        files.check()
