"""Above the limit of memory the least needed goes first, and the log says what went."""

import logging
from types import SimpleNamespace

import pytest

from scoring.formats.limits import MEGABYTE
from server.memory.bounded_cache import BoundedCache
from ui.store import memory


class Process:
    """One that uses what is kept on its shelves."""

    def __init__(self, **shelves):
        self.shelves = shelves

    def used(self):
        return sum(map(sum, self.shelves.values())) * MEGABYTE

    def shrink(self, name):
        return lambda: f"{name} of {self.shelves[name].pop()} MB" if self.shelves[name] else None


@pytest.mark.parametrize(
    ("limit", "dropped"),
    [
        (100, []),
        (60, []),
        (59, ["results of 20 MB"]),
        (30, ["results of 20 MB", "results of 10 MB"]),
        (29, ["results of 20 MB", "results of 10 MB", "uploads of 30 MB"]),
        (0, ["results of 20 MB", "results of 10 MB", "uploads of 30 MB"]),
    ],
)
def test_results_go_before_uploads_and_no_more_than_need_be(caplog, limit, dropped):
    process = Process(results=[10, 20], uploads=[30])
    with caplog.at_level(logging.WARNING):
        found = memory.keep_below(limit * MEGABYTE, process.used, *map(process.shrink, process.shelves), process.used)
    assert found == dropped
    said = [f"The server used more than {limit} MB of memory (BLEUSCOPE_MEMORY_MB): dropped {'; '.join(dropped)}."]
    assert caplog.messages == (said if dropped else [])


@pytest.mark.parametrize(
    ("uploads", "freed", "n_dropped"),
    [
        ([5, 5], 5, 1),
        ([5, 5, 5], 5, 1),
        ([4, 4, 4], 4, 2),
        ([1, 1, 1], 1, 0),  # all of them would not do
        ([5, 5, 5], 0, 1),  # they are still used by something else
    ],
)
def test_uploads_go_only_as_long_as_it_helps(uploads, freed, n_dropped):
    process, uploads = SimpleNamespace(used=105), [*uploads]

    def drop():
        process.used -= freed
        return f"{uploads.pop()} MB"

    found = memory.keep_below(100, lambda: process.used, lambda: None, drop, lambda: sum(uploads))
    assert len(found) == n_dropped


def test_what_is_freed_is_handed_back_below_the_limit_too():
    process = SimpleNamespace(used=0, handed_back=[])

    def hand_back():
        process.handed_back.append(process.used)
        process.used -= 50 * MEGABYTE

    freed = memory.MemoryReleaser(lambda: process.used, hand_back)
    for process.used in (megabytes * MEGABYTE for megabytes in (200, 201, 351, 352, 100, 300, 301)):
        freed.look()
    assert process.handed_back == [megabytes * MEGABYTE for megabytes in (201, 352, 301)]


def test_half_of_a_shelf_goes_what_was_used_longest_ago_first():
    shelf = BoundedCache(10**9, 10**9, len)
    for key in "abc":
        shelf.put(key, key * 10)
    shelf.get("a")
    assert shelf.shrink() == 20
    assert [shelf.get(key) is not None for key in "abc"] == [True, False, False]
    assert [shelf.shrink(), shelf.shrink()] == [10, 0]


def test_a_process_uses_some_of_the_machines_memory():
    assert MEGABYTE < memory.used_bytes() < memory.machine_bytes()
    memory.give_back()


def test_a_container_has_less(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "CONTAINER", tmp_path / "memory.max")
    for text, expected in (("max\n", memory.machine_bytes()), ("1048576\n", MEGABYTE)):
        (tmp_path / "memory.max").write_text(text)
        assert memory.machine_bytes() == expected
