"""What a fuzzer found worth keeping is read or refused in words, and the fuzzer would notice what is not."""

import pytest

from tools import fuzzing


@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_all_that_was_found_is_read_or_refused(target):
    for data in fuzzing.seeds(target):
        fuzzing.TARGETS[target](data)


def test_inputs_are_kept_as_lines_of_text():
    data = bytes(range(256)) + b"\\n\\x00"
    line = fuzzing.escape_input(data)
    assert line.isascii()
    assert line.splitlines() == [line]
    assert fuzzing.unescape_input(line) == data


def test_the_smallest_inputs_that_reach_new_lines_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzzing, "CORPUS", tmp_path)
    found = tmp_path / "found"
    found.mkdir()
    for number, data in enumerate([b"x.csv\nsystem,EUR\nA,1\n", b"x\nsystem,EUR\nA,x\n", b"x\nsystem,EUR\nAbc,x\n"]):
        (found / str(number)).write_bytes(data)
    fuzzing.keep("costs", found)
    assert (tmp_path / "costs.txt").read_text("ascii") == "x\\nsystem,EUR\\nA,x\\n\n"
    assert fuzzing.seeds("costs")[-1] == b"x\nsystem,EUR\nA,x\n"
    fuzzing.keep("costs", found)
    assert len((tmp_path / "costs.txt").read_text("ascii").splitlines()) == 1
