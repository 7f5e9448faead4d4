"""Whether a database answers, how much it holds, and how long it takes."""

import pytest

from tests.workspace.made import everything
from workspace import Workspace, WorkspaceError, health
from workspace.storage.place import url_of_file


def test_a_database_that_answers(kept):
    health.check_workspace(kept)


def test_a_database_that_is_damaged(tmp_path):
    file = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(file)) as kept:
        kept.create("project")
        kept.close()
        file.write_bytes(bytes(100) + file.read_bytes()[100:])
        with pytest.raises(WorkspaceError, match="damaged"):
            health.check_workspace(kept)


def test_how_many_there_are_that_are_not_deleted(kept):
    first, second = kept.create("first"), kept.create("second")
    sets = [kept.add(project.id, everything()) for project in (first, first, second)]
    assert health.holdings(kept) == health.Holdings(2, 3)
    kept.delete(sets[0].id)
    assert health.holdings(kept) == health.Holdings(2, 2)
    kept.delete(second.id)
    assert health.holdings(kept) == health.Holdings(1, 1)


def test_each_statement_is_timed(kept):
    seconds = []
    health.report_statement_times(kept, seconds.append)
    health.check_workspace(kept)
    asked = len(seconds)
    assert asked
    kept.create("project")
    assert len(seconds) > asked
    assert all(0 <= taken < 60 for taken in seconds)
