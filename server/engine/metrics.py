"""Counters and timings for Prometheus. No label contains user data."""

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

disable_created_metrics()  # else each metric has its creation time as a second metric
REGISTRY = CollectorRegistry()
SHORT = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LONG = (0.01, 0.1, 1, 10, 60, 600)


def _seconds(of: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"bleuscope_{of}_seconds", about, labels, buckets=buckets, registry=REGISTRY)


RUN_SECONDS = _seconds("run", "Runs of a page's script, or of a part of it, from begin to end.", SHORT, "page")
JOB_SECONDS = _seconds("job", "Jobs from begin to end, pauses included, by lane.", LONG, "lane")
DATABASE_SECONDS = _seconds("database", "Statements in the database, from begin to first answer.", (0.001, *SHORT))
JOBS_FAILED = Counter("bleuscope_jobs_failed", "Jobs that ended with an error, by lane.", ["lane"], registry=REGISTRY)
UPLOADS_REFUSED = Counter("bleuscope_uploads_refused", "Files beyond a limit of what is kept.", registry=REGISTRY)
