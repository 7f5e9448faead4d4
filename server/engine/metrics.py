"""What is counted as it happens, for Prometheus. No label has anything of a user's."""

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

disable_created_metrics()  # else each has the time of its making as a second metric
REGISTRY = CollectorRegistry()
SHORT = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LONG = (0.01, 0.1, 1, 10, 60, 600)

RUN_SECONDS = Histogram(
    "bleuscope_run_seconds",
    "Runs of a page's script, or of a part of it, from begin to end.",
    ["page"],
    buckets=SHORT,
    registry=REGISTRY,
)
JOB_SECONDS = Histogram(
    "bleuscope_job_seconds",
    "Jobs from begin to end, pauses included, by lane.",
    ["lane"],
    buckets=LONG,
    registry=REGISTRY,
)
JOBS_FAILED = Counter("bleuscope_jobs_failed", "Jobs that ended with an error, by lane.", ["lane"], registry=REGISTRY)
UPLOADS_REFUSED = Counter("bleuscope_uploads_refused", "Files beyond a limit of what is kept.", registry=REGISTRY)
DATABASE_SECONDS = Histogram(
    "bleuscope_database_seconds",
    "Statements in the database, from begin to first answer.",
    buckets=(0.001, *SHORT),
    registry=REGISTRY,
)
