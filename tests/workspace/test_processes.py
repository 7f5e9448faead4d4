"""Several processes at one database."""

import pytest
from sqlalchemy import inspect

from scoring.rating import CampaignPlan
from tests.workspace.made import everything, rated
from tests.workspace.writers import add_outputs, create, migrate, rate
from tools.kills.writer import processes
from workspace import Workspace
from workspace.tables.schema import Base

WAIT_SECONDS = 60


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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_a_second_workspace_in_a_process_does_not_part_the_first_from_other_processes(url):
    with Workspace(url) as kept:
        Workspace(url).close()
        for number in range(3):
            kept.create(f"ours {number}")
            process = processes.Process(target=create, args=(address(url), f"theirs {number}"))
            process.start()
            process.join(WAIT_SECONDS)
            assert process.exitcode == 0
        with Workspace(url) as other:
            names = {f"{whose} {number}" for whose in ("ours", "theirs") for number in range(3)}
            assert {one.name for one in kept.projects()} == {one.name for one in other.projects()} == names


@pytest.mark.exhaustive
def test_raters_of_several_processes_get_a_place_each_and_lose_no_answer(url):
    with Workspace(url) as kept:
        saved = kept.add(kept.create("project").id, rated())
        plan = CampaignPlan("da", rated().system_names, range(6), raters_per_item=3, n_places=3)
        campaign = kept.make_campaign(saved.id, 1, "campaign", plan)
        run(rate, *((address(url), campaign.token, name) for name in "xyz"))
        found = kept.campaign(campaign.id)
        assert {rater.name for rater in found.raters} == {*"xyz"}
        assert [(rater.place, rater.n_done) for rater in found.raters] == [*enumerate(found.sizes)]
        for place in kept.ratings(campaign.id).places:
            assert [answer.value.score for answer in place.answers] == [place.place + n for n in range(22)]


@pytest.fixture(autouse=True, scope="module")
def _ends():
    """Nothing is left running."""
    yield
    assert not processes.active_children()
