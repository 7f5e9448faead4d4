"""Several processes at one database, and processes that are killed at it."""

import random

import pytest
from sqlalchemy import func, inspect, select

from tests.workspace.made import added, everything
from tests.workspace.writers import add_outputs, migrate, processes, write_on
from workspace import Workspace
from workspace.schema import Base, BlobRow, UseRow

WAIT_SECONDS = 60
ROUNDS = 3


def address(url):
    return url.render_as_string(hide_password=False)


def run(function, *of_each):
    """Runs the function once for each tuple of arguments, all at once, with a barrier; all must end well."""
    barrier = processes.Barrier(len(of_each))
    started = [processes.Process(target=function, args=(*arguments, barrier), daemon=True) for arguments in of_each]
    for process in started:
        process.start()
    for process in started:
        process.join(WAIT_SECONDS)
    assert [process.exitcode for process in started] == [0] * len(of_each)


def test_several_processes_make_the_tables_at_once(empty):
    run(migrate, *[(address(empty),)] * 4)
    with Workspace(empty) as kept:
        with kept.database.reading() as session:
            tables = {*inspect(session.connection()).get_table_names()}
        assert tables == {*Base.metadata.tables, "alembic_version"}


def test_two_processes_add_to_one_set_at_once(url):
    with Workspace(url) as kept:
        saved = kept.add(kept.create("project").id, everything())
        run(add_outputs, *((address(url), saved.id, name, 3) for name in "xy"))
        versions = kept.versions(saved.id)
        assert [version.number for version in versions] == [*range(1, 8)]
        names = {f"{name}{number}" for name in "xy" for number in range(3)}
        assert {*kept.read(saved.id).system_names} == {*everything().system_names, *names}
        assert all(len(version.changes.systems.added) == 1 for version in versions[1:])


def test_a_killed_process_leaves_all_that_was_confirmed_and_no_half_of_anything(url):
    confirmed = []
    for round_ in range(ROUNDS):
        confirmed += killed(url, random.Random(round_).randint(1, 9))
        with Workspace(url) as kept:
            check(kept, confirmed)


def killed(url, after):
    """What a process had confirmed that was killed, at whatever it did, once it had told so many."""
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=write_on, args=(address(url), sender), daemon=True)
    process.start()
    sender.close()
    told = []
    while len(told) < after:
        assert receiver.poll(WAIT_SECONDS), "it writes nothing"
        told.append(receiver.recv())
    process.kill()
    process.join(WAIT_SECONDS)
    while receiver.poll():
        try:
            told.append(receiver.recv())
        except EOFError:
            break
    return told


def check(kept, confirmed):
    """All that was confirmed is there; all that is there is whole."""
    projects = {project.id for project in kept.projects()}
    sets = {one.id: one for project in projects for one in kept.test_sets(project)}
    for what, id_, *number in confirmed:
        if what == "project":
            assert id_ in projects
        elif what == "gone":
            assert id_ not in sets
        else:
            assert sets[id_].n_versions >= number[0]
    for id_, one in sets.items():
        found = [kept.read(id_, number + 1) for number in range(one.n_versions)]
        assert found[0] == everything()
        assert [test_set.system_names[2:] for test_set in found] == [(), (added("new").name,)][: one.n_versions]
    with kept.database.reading() as session:
        unused = select(func.count()).select_from(BlobRow).where(BlobRow.id.not_in(select(UseRow.blob_id)))
        assert session.scalar(unused) == 0


@pytest.fixture(autouse=True, scope="module")
def _ends():
    """Nothing is left running."""
    yield
    assert not processes.active_children()
