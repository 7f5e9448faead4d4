"""After a power cut all that was confirmed is there, with any part of what the disk was not told to sync.

The files are made from what SQLite wrote, so that no machine is needed that loses its power. That the disk keeps what
it confirms when it is told to sync is taken for granted.
"""

import os
import stat

import pytest

import workspace.storage.database
from scoring.output.replacing import write_file
from tools.faults.change_rounds import CHANGES, ChangeRounds
from tools.faults.sqlite_disk import OK, SYNC, library
from tools.kills.rounds import LostChangeError

pytestmark = pytest.mark.skipif(library() is None, reason="Python has a SQLite of its own, which nothing can reach")


@pytest.fixture(autouse=True)
def powered():
    """Here the disk is waited for."""


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    return ChangeRounds(tmp_path_factory.mktemp("cuts"))


def of_kind(kind):
    return next(change for change in CHANGES if change.kind == kind)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("kind", "step"), [("revise", 20), ("forget", 60), ("restore", 120)])
def test_a_power_cut_leaves_all_that_was_confirmed(rounds, kind, step):
    assert rounds.power_cuts(of_kind(kind), step, 1) > 5


@pytest.mark.exhaustive
@pytest.mark.one_case_in(10)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.kind)
def test_a_power_cut_at_any_moment_leaves_all_that_was_confirmed(rounds, change):
    assert rounds.power_cuts(change, 5, 1)


def test_a_workspace_that_does_not_wait_for_the_disk_is_noticed(rounds, monkeypatch):
    pragmas = [pragma.replace("FULL", "OFF") for pragma in workspace.storage.database._PRAGMAS]
    monkeypatch.setattr(workspace.storage.database, "_PRAGMAS", pragmas)
    with pytest.raises(LostChangeError):
        rounds.power_cuts(of_kind("create"), 100, 0)


def test_a_disk_that_does_not_keep_what_it_confirms_is_noticed(rounds):
    with pytest.raises(LostChangeError):
        rounds.power_cuts(of_kind("revise"), 100, 0, lambda asked: (OK, 0) if asked.kind == SYNC else None)


def test_a_file_is_on_the_disk_before_it_takes_its_place_and_its_name_is_afterwards(tmp_path, monkeypatch):
    done, fsync, replace = [], os.fsync, os.replace

    def synced(opened):
        done.append("the folder" if stat.S_ISDIR(os.fstat(opened).st_mode) else "the file")
        fsync(opened)

    def replaced(source, target):
        done.append("its name")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_file(tmp_path / "written.txt", b"text")
    assert done == ["the file", "its name", "the folder"]
