"""The present state of the server for those who watch it: metrics for Prometheus, and who has a page open."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache as memo
from typing import get_args

from prometheus_client import GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.engine.metrics import DATABASE_SECONDS, REGISTRY
from server.engine.tasks import State
from server.memory.shelf import is_here
from server.streamlit_patches.script_runs import count_active_sessions
from ui.session import state
from ui.store import cache, kept, people
from workspace import Workspace, WorkspaceError, health

VARIABLE = "BLEUSCOPE_METRICS_ADDRESS"
STATES: tuple[State, ...] = get_args(State)


def parse_address(text: str) -> tuple[str, int]:
    """Return address and port of ``127.0.0.1:9464`` or ``[::1]:9464``; raise ``ValueError`` for other texts."""
    address, _, port = text.strip().rpartition(":")
    if not address or not port.isascii() or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise ValueError(f"{VARIABLE}: expected an address and a port, such as 127.0.0.1:9464; found {text!r}.")
    return address.strip("[]"), int(port)


def answer_with_metrics(address: str, port: int) -> None:
    """Serve all metrics at this address, in threads that end with the server; raise ``OSError`` if it cannot listen."""
    start_http_server(port, address, REGISTRY)
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=REGISTRY)
    REGISTRY.register(CurrentStateCollector())


@memo
def timed_workspace() -> Workspace:
    """Return the server's workspace, and time its statements from now on.

    Raise ``WorkspaceError`` where the database fails.
    """
    workspace = kept.server_workspace()
    health.report_statement_times(workspace, DATABASE_SECONDS.observe)
    return workspace


def check_database() -> None:
    """Raise ``WorkspaceError`` where the database does not answer."""
    health.check_workspace(timed_workspace())


class CurrentStateCollector(Collector):
    """A Prometheus collector of the present state: sessions, jobs, and what is kept in memory and in the database."""

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("bleuscope_sessions", "Pages that are open in browsers.", count_active_sessions())
        yield jobs()
        yield from results()
        yield GaugeMetricFamily("bleuscope_uploads_bytes", "What visitors brought.", cache.shelf().total())
        with suppress(WorkspaceError):
            holdings = health.holdings(timed_workspace())
            yield GaugeMetricFamily("bleuscope_projects", "Projects that are kept.", holdings.projects)
            yield GaugeMetricFamily("bleuscope_test_sets", "Test sets that are kept.", holdings.test_sets)


def jobs() -> Metric:
    """Return the number of jobs that are not done, by lane and state."""
    gauge = GaugeMetricFamily("bleuscope_jobs", "Jobs that are not done.", labels=["lane", "state"])
    states = cache.engine().states()
    for lane in cache.engine().results():
        for how_far in STATES:
            gauge.add_metric([lane, how_far], states[lane, how_far])
    return gauge


def results() -> Iterator[Metric]:
    """Yield the bytes of kept results by lane, and how often results were found and not found."""
    size = GaugeMetricFamily("bleuscope_results_bytes", "Results that are kept.", labels=["lane"])
    hits = CounterMetricFamily("bleuscope_results_hits", "Results that were there.", labels=["lane"])
    misses = CounterMetricFamily("bleuscope_results_misses", "Results that had to be computed.", labels=["lane"])
    for lane, values in cache.engine().results().items():
        size.add_metric([lane], values.total)
        hits.add_metric([lane], values.hits)
        misses.add_metric([lane], values.misses)
    yield from (size, hits, misses)


@dataclass(frozen=True)
class Session:
    """A page that is open in a browser."""

    visitor: str
    """Id of the visitor for the stores that all sessions share."""
    person: str
    """Id of the person; empty where they have kept nothing, and where the server knows no persons."""
    since: datetime
    last: datetime
    """Moment at which the page's script last ran."""


@dataclass(eq=False)
class Sessions:
    """The open pages. A closed one is forgotten when the next one comes, or when somebody asks."""

    is_here: Callable[[str], bool] = is_here
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, visitor: str, person: str) -> None:
        """Note a run of a visitor's script."""
        now = self.clock()
        with self._lock:
            session = self._sessions.get(visitor)
            if session is None:
                self._forget_closed()
                session = Session(visitor, person, now, now)
            self._sessions[visitor] = replace(session, person=person, last=now)

    def here(self) -> list[Session]:
        """Return the open pages, in the order in which they came."""
        with self._lock:
            self._forget_closed()
            return list(self._sessions.values())

    def _forget_closed(self) -> None:
        self._sessions = {visitor: session for visitor, session in self._sessions.items() if self.is_here(visitor)}


sessions = memo(Sessions)
"""Return the open pages of this server."""


def note_session() -> None:
    """Note this run of the visitor's script; the shell calls it at each run.

    The person is looked up once, and again after somebody else has signed in.
    """
    person_key, person_id = state.widget_value(people.PERSON, ("", people.NO_PERSON))
    if person_key != people.session_person_key():
        with suppress(WorkspaceError):  # the page says it where it matters
            person_id = people.person(kept.server_workspace()) or people.NO_PERSON
    sessions().note(state.visitor(), person_id)
