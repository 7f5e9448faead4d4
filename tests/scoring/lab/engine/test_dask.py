"""Shards counted by two processes of Dask are those counted here, also where one of the two is killed."""

import contextlib
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import dask
import distributed
import numpy as np
import pytest

from scoring import METRICS
from scoring.formats import FormatError
from scoring.lab.engine import cluster, open_engine
from scoring.lab.shards import (
    ReadingOptions,
    SegmentCounter,
    ShardCounter,
    ShardSampler,
    find_shards,
    join_counts,
    join_draws,
)
from scoring.metric import VERSION
from tests.scoring.lab.shards.sharded import written


@pytest.fixture
def here(tmp_path):
    """Options of a cluster in this process, which starts fast; its files are in the test's folder."""
    with dask.config.set({"temporary-directory": str(tmp_path)}):
        yield {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "processes": False}


@pytest.fixture(scope="module")
def workers():
    """Two processes of this machine."""
    with open_engine("dask", workers=2) as engine:
        yield engine


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    return find_shards(*written(tmp_path_factory.mktemp("shards"), [10, 15, 50, 80, 110, 130, 131]))


def killing(work, marker: Path, number: int):
    """The work, but that the first process to come to this shard ends at once."""

    def attempt(shard):
        if shard.number == number:
            try:
                marker.touch(exist_ok=False)
            except FileExistsError:
                return work(shard)
            os.kill(os.getpid(), signal.SIGKILL)
        return work(shard)

    return attempt


@pytest.mark.exhaustive
def test_a_worker_that_dies_in_the_middle_changes_no_bit(workers, shards, tmp_path):
    counting = ShardCounter.of(shards, [metric() for metric in METRICS.values()], ReadingOptions())
    expected = [counting(shard) for shard in shards.shards]
    marker = tmp_path / "killed"
    found = list(workers.each(killing(counting, marker, 3), shards.shards))
    assert marker.exists()
    assert found == expected
    assert join_counts(found).n_segments == 160


@pytest.mark.exhaustive
def test_sums_of_shuffles_and_resamples_are_those_of_one_process(workers, shards):
    counting = ShardCounter.of(shards, [METRICS["bleu"]()], ReadingOptions())
    lengths = list(workers.each(SegmentCounter(ReadingOptions()), shards.shards))
    drawing = ShardSampler(counting, sum(lengths), 100, 1, with_shuffles=True)
    expected = join_draws(map(drawing, drawing.parts(shards, lengths)))
    found = join_draws(workers.each(drawing, drawing.parts(shards, lengths)))
    assert found.counted == expected.counted
    for metric in counting.metrics:
        assert found.gains[metric].tolist() == expected.gains[metric].tolist()
        assert found.samples[metric].tolist() == expected.samples[metric].tolist()


@pytest.mark.exhaustive
def test_of_several_shards_that_are_wrong_the_first_is_told(workers, tmp_path):
    for number in range(6):
        (tmp_path / f"ref-{number}.txt").write_bytes(b"a\n")
        (tmp_path / f"sys-{number}.txt").write_bytes(b"a\nb\n" if number > 3 else b"\xff\n" if number == 2 else b"a\n")
    shards = find_shards([f"{tmp_path}/ref-*.txt"], [f"{tmp_path}/sys-*.txt"])
    counting = ShardCounter.of(shards, [METRICS["bleu"]()], ReadingOptions())
    found = workers.each(counting, shards.shards)
    assert [next(found).n_segments, next(found).n_segments] == [1, 1]
    with pytest.raises(FormatError, match=r"sys-2\.txt, line 1: expected text in UTF-8, found the byte 0xFF") as raised:
        next(found)
    assert raised.value.line == 1


@pytest.mark.exhaustive
def test_a_shard_at_which_workers_die_is_told(workers, shards, monkeypatch):
    monkeypatch.setattr(workers._client.cluster.scheduler, "allowed_failures", 0)

    def die(item):
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(ValueError, match=r"/ref\.A-3\.txt: workers ended while they counted this shard"):
        list(workers.each(die, shards.shards[3:4]))


@pytest.mark.exhaustive
def test_a_shard_for_which_a_worker_has_too_little_memory_is_told(workers, shards):
    def grow(item):
        raise MemoryError

    with pytest.raises(ValueError, match=r"/ref\.A-3\.txt: a worker has too little memory for this shard"):
        list(workers.each(grow, shards.shards[3:4]))


def test_what_does_not_answer_is_tried_again(workers, tmp_path):
    def answers_at_the_third_time(item):
        tried = len(list(tmp_path.iterdir()))
        (tmp_path / str(tried)).touch()
        if tried < 2:
            raise OSError("no answer")
        return tried

    assert list(workers.each(answers_at_the_third_time, [0])) == [2]


def test_few_items_are_taken_ahead(workers):
    taken = []
    found = workers.each(str, (taken.append(number) or number for number in range(1000)))
    assert next(found) == "0"
    assert len(taken) < 20
    found.close()


@pytest.mark.exhaustive
def test_more_is_sent_ahead_once_more_workers_are_there(here):
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, **here) as found,
        open_engine(found.scheduler_address.replace("tcp", "dask")) as engine,
    ):
        taken = []
        results = engine.each(str, (taken.append(number) or number for number in range(100)))
        next(results)
        assert (engine.ahead, len(taken)) == (3, 3)
        found.scale(3)
        engine._client.wait_for_workers(3)
        next(results)
        assert (engine.ahead, len(taken)) == (9, 10)
        results.close()


def test_a_cluster_that_runs_already(here):
    with (
        distributed.LocalCluster(n_workers=1, **here) as found,
        open_engine(found.scheduler_address.replace("tcp", "dask")) as engine,
    ):
        assert list(engine.each(str, range(5))) == [*"01234"]


def test_a_cluster_without_workers(here, monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT", 0.1)
    with (
        distributed.LocalCluster(n_workers=0, **here) as found,
        pytest.raises(ValueError, match="the cluster has no workers"),
        open_engine(found.scheduler_address.replace("tcp", "dask")),
    ):
        pass


def test_a_cluster_that_is_not_there(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        said = f"no cluster can be reached at {address}: "
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "TIMEOUT", 0.1)
            with pytest.raises(ValueError, match=f"{said}it does not answer"), open_engine(f"dask://{address}"):
                pass
        greeting = threading.Thread(target=greet, args=[other])
        greeting.start()
        with pytest.raises(ValueError, match=f"{said}it is no scheduler of Dask"), open_engine(f"dask://{address}"):
            pass
        greeting.join()
    with pytest.raises(ValueError, match=rf"{said}Connection refused\. Check"), open_engine(f"dask://{address}"):
        pass


def greet(server: socket.socket) -> None:
    """As another kind of server does that speaks first, to the second who comes."""
    for _ in range(2):
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.sendall(b"SSH-2.0-OpenSSH")


def test_versions_are_of_all_on_which_numbers_depend(workers):
    python, numpy = (".".join(version.split(".")[:2]) for version in (sys.version, np.__version__))
    assert list(cluster.library_versions(workers._client)) == [
        ("Python", python, {python}),
        ("BLEUscope", VERSION, {VERSION}),
        ("NumPy", numpy, {numpy}),
    ]


def test_workers_of_another_version(here, monkeypatch):
    others = [("Python", "3.11", {"3.11"}), ("NumPy", "2.3", {"2.2", None})]
    monkeypatch.setattr(cluster, "library_versions", lambda client: others)
    with (
        distributed.LocalCluster(n_workers=1, **here) as found,
        pytest.raises(ValueError, match=r"expected NumPy 2\.3 on every worker, as here; found 2\.2, none\."),
        open_engine(found.scheduler_address.replace("tcp", "dask")),
    ):
        pass


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"needs the package distributed, .* pip install dask distributed"):
        open_engine("dask").__enter__()


@pytest.mark.parametrize("name", ["spark", "dask:", "dask://", "dask://host", "dask://host:x", "dask://h:70000"])
def test_what_is_no_engine(name):
    with pytest.raises(ValueError, match="expected local, dask, or dask://HOST:PORT; found"):
        open_engine(name).__enter__()


@pytest.mark.exhaustive
def test_workers_are_of_a_local_cluster():
    with pytest.raises(ValueError, match="--workers is for a cluster of this machine"):
        open_engine("local", workers=2).__enter__()
