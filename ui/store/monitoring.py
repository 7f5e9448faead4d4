"""Metrics for Prometheus, at an address of their own: what was counted, and what there is at the moment."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache as memo
from typing import get_args

from prometheus_client import GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.engine.metrics import DATABASE_SECONDS, REGISTRY
from server.engine.tasks import State
from server.streamlit_patches.sessions import count_active_sessions
from ui.store import cache, kept
from workspace import Workspace, WorkspaceError, health

VARIABLE = "BLEUSCOPE_METRICS_ADDRESS"
STATES: tuple[State, ...] = get_args(State)


def parse_address(text: str) -> tuple[str, int]:
    """Address and port of ``127.0.0.1:9464`` or ``[::1]:9464``; ``ValueError`` for what is neither."""
    address, _, port = text.strip().rpartition(":")
    if not address or not port.isascii() or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise ValueError(f"{VARIABLE}: expected an address and a port, such as 127.0.0.1:9464; found {text!r}.")
    return address.strip("[]"), int(port)


def answer_with_metrics(address: str, port: int) -> None:
    """Answers there with all metrics, in threads that end with the server; ``OSError`` where it cannot listen."""
    start_http_server(port, address, REGISTRY)
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=REGISTRY)
    REGISTRY.register(Now())


@memo
def timed_workspace() -> Workspace:
    """All that is kept; statements are timed from now on. ``WorkspaceError`` where the database fails."""
    found = kept.server_workspace()
    health.on_statement(found, DATABASE_SECONDS.observe)
    return found


def check_database() -> None:
    """``WorkspaceError`` where the database does not answer."""
    health.check_workspace(timed_workspace())


class Now(Collector):
    """What there is at the moment: sessions, jobs, what is kept in memory and in the database."""

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("bleuscope_sessions", "Pages that are open in browsers.", count_active_sessions())
        yield jobs()
        yield from results()
        yield GaugeMetricFamily("bleuscope_uploads_bytes", "What visitors brought.", cache.shelf().total())
        with suppress(WorkspaceError):
            held = health.held(timed_workspace())
            yield GaugeMetricFamily("bleuscope_projects", "Projects that are kept.", held.projects)
            yield GaugeMetricFamily("bleuscope_test_sets", "Test sets that are kept.", held.test_sets)


def jobs() -> Metric:
    """Jobs that are not done."""
    found = GaugeMetricFamily("bleuscope_jobs", "Jobs that are not done.", labels=["lane", "state"])
    states = cache.engine().states()
    for lane in cache.engine().results():
        for state in STATES:
            found.add_metric([lane, state], states[lane, state])
    return found


def results() -> Iterator[Metric]:
    """What is kept of what was computed, and how often that was of use."""
    size = GaugeMetricFamily("bleuscope_results_bytes", "Results that are kept.", labels=["lane"])
    hits = CounterMetricFamily("bleuscope_results_hits", "Results that were there.", labels=["lane"])
    misses = CounterMetricFamily("bleuscope_results_misses", "Results that had to be computed.", labels=["lane"])
    for lane, values in cache.engine().results().items():
        size.add_metric([lane], values.total)
        hits.add_metric([lane], values.hits)
        misses.add_metric([lane], values.misses)
    yield from (size, hits, misses)
