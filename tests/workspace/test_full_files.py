"""Commands that write a file where the disk is full after some bytes, or refuses the last steps: the old file stays."""

import os
import resource
from contextlib import contextmanager
from itertools import count

import pytest

from tools.kills.commands import WRITERS, prepare, use_workspace

LINES = ["Ja.", "Nein, danke & <b>gern</b>.", "Sehr 'gut' so."]
TURNS = count()
"""Odd and even ones write something else."""
ADVICE = "it was not written, and what was there before is as it was."
OF_DATABASE = "there is no room for the workspace; nothing was changed.", "The database cannot be used: disk I/O error."
"""What is said where even the index of SQLite's log, which reading needs, is larger than a file may be."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("full")
    prepare(made, LINES).close()
    return made


@contextmanager
def no_file_longer_than(n_bytes):
    """As on a disk that has no more room; a limit of one's own needs no disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def write_twice(folder, name, within):
    """What a command says that writes over a file of its own ``within`` something; the old file must be there."""
    writer = WRITERS[name]
    target = folder / f"{name.replace(' ', '')}{writer.ending}"
    with use_workspace(folder):
        code, said = writer.run(folder, target, next(TURNS))
        assert code == 0, said
        before, names = target.read_bytes(), {one.name for one in folder.iterdir()}
        code, said = writer.run(folder, target, next(TURNS), within(len(before)))
    assert code == 2, said
    assert target.read_bytes() == before
    assert {one.name for one in folder.iterdir() if not one.name.startswith("live")} <= names
    return target, said.splitlines()[-1]


SHARES = {"nothing": 0.0, "half of it": 0.5, "nearly all": 0.999}


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(9)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("share", SHARES)
def test_a_file_that_has_no_room_is_named_and_the_old_one_stays(folder, name, share):
    target, said = write_twice(folder, name, lambda size: no_file_longer_than(int(SHARES[share] * size)))
    is_of_database = WRITERS[name].is_of_workspace and any(words in said for words in OF_DATABASE)
    assert is_of_database or (f": {target}: " in said and ADVICE in said) or "nothing was changed" in said


@contextmanager
def refused(of, step):
    def refuse(*_):
        raise OSError(5, os.strerror(5))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(of, step, refuse)
        yield


@pytest.mark.quick_cases(3)
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_the_last_steps_fail_and_the_old_file_stays(folder, name, step):
    target, said = write_twice(folder, name, lambda _: refused(os, step))
    assert said.endswith(f": {target}: Input/output error; {ADVICE}")
