"""Metrics: what is counted as it happens, what there is at the moment, and where they are to be had."""

from threading import Event

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from server.engine.metrics import REGISTRY
from server.engine.tasks import JobOwner, Task
from tests.threads import SECONDS, until
from ui.store import cache, kept, monitoring


def values(prefix="bleuscope_"):
    """Name and labels -> value."""
    families = text_string_to_metric_families(generate_latest(REGISTRY).decode())
    samples = [sample for family in families for sample in family.samples if sample.name.startswith(prefix)]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def now():
    """Of what there is at the moment."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in monitoring.CurrentStateCollector().collect()
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [("127.0.0.1:9464", ("127.0.0.1", 9464)), (" [::1]:1 ", ("::1", 1)), ("0.0.0.0:65535", ("0.0.0.0", 65535))],
)
def test_an_address_and_a_port(text, expected):
    assert monitoring.parse_address(text) == expected


@pytest.mark.parametrize(
    "text", ["9464", ":9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "host:65536", "a:b", "a:٣"]
)
def test_what_is_no_address_is_said_so(text):
    with pytest.raises(ValueError, match="BLEUSCOPE_METRICS_ADDRESS: expected an address and a port"):
        monitoring.parse_address(text)


@pytest.fixture
def engine(monkeypatch):
    found = cache.new_engine()
    monkeypatch.setattr(cache, "engine", lambda: found)
    return found


def test_jobs_are_counted_by_lane_and_state(engine):
    before, lane = values(), cache.PAIRS
    begun, may_end = Event(), Event()

    def work(tell):
        begun.set()
        may_end.wait()
        return 1

    def fail(tell):
        raise ValueError("the reason")

    first, second = engine.want(JobOwner("me", "here"), [Task(lane, "a", work), Task(lane, "b", lambda tell: 2)])
    begun.wait(SECONDS)
    found = now()
    assert (found["bleuscope_jobs", lane, "running"], found["bleuscope_jobs", lane, "queued"]) == (1, 1)
    may_end.set()
    assert (first.future.result(SECONDS), second.future.result(SECONDS)) == (1, 2)
    with pytest.raises(ValueError, match="the reason"):
        engine.now(Task(lane, "c", fail))
    until(lambda: not any(value for name, value in now().items() if name[0] == "bleuscope_jobs"))
    after = values()
    assert after["bleuscope_job_seconds_count", lane] - before.get(("bleuscope_job_seconds_count", lane), 0) == 3
    assert after["bleuscope_jobs_failed_total", lane] - before.get(("bleuscope_jobs_failed_total", lane), 0) == 1


def test_results_and_how_often_they_were_of_use(engine):
    for _ in range(3):
        engine.now(Task(cache.SEGMENTS, "key", lambda tell: b"x" * 1000))
    found = now()
    assert found["bleuscope_results_bytes", cache.SEGMENTS] > 1000
    assert (
        found["bleuscope_results_hits_total", cache.SEGMENTS],
        found["bleuscope_results_misses_total", cache.SEGMENTS],
    ) == (2, 1)


def test_what_is_kept_is_counted_without_what_is_deleted(engine):
    before = now()
    project = kept.server_workspace().create("one that nobody may read")
    other = kept.server_workspace().create("another one")
    kept.server_workspace().delete(other.id)
    after = now()
    assert after[("bleuscope_projects",)] - before[("bleuscope_projects",)] == 1
    assert after[("bleuscope_test_sets",)] == before[("bleuscope_test_sets",)]
    assert not [name for name in after if "nobody may read" in "".join(name)]
    kept.server_workspace().delete(project.id, for_good=True)


def test_statements_are_timed(engine):
    monitoring.check_database()
    before = values()["bleuscope_database_seconds_count",]
    monitoring.check_database()
    assert values()["bleuscope_database_seconds_count",] > before
