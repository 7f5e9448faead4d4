"""Computations of the page Documents in the background."""

import numpy as np

from scoring import Metric, TestSet
from scoring.counting.progress import progress_between
from scoring.origins import Origin, Origins
from scoring.studies import documents as study
from scoring.studies.side_by_side import Pair
from server.engine.tasks import Task, Tell
from ui.store import cache


def document_scores(
    metric: Metric, test_set: TestSet, judged_set: TestSet, origin: Origin, documents: Origins
) -> Task[dict[str, np.ndarray]]:
    """Return the task of ``score_documents`` for every system."""

    def compute(tell: Tell) -> dict[str, np.ndarray]:
        statistics = cache.engine().now(cache.statistics_task(metric, judged_set), within=(0.0, 1.0))
        return study.score_documents(metric, test_set, judged_set, documents, statistics)

    return Task(cache.lane(metric, judged_set), ("by", origin, metric, test_set.identity, judged_set.identity), compute)


def domain_tests(
    metric: Metric, names: Pair, test_set: TestSet, judged_set: TestSet, domains: Origins
) -> Task[list[study.DomainTest]]:
    """Return the task of ``compare_domains`` for two systems."""

    def compute(tell: Tell) -> list[study.DomainTest]:
        statistics = cache.engine().now(cache.statistics_task(metric, judged_set), within=(0.0, 0.5))
        among = domains.among(study.places_within(test_set, judged_set))
        return study.compare_domains(metric, names, among, statistics, progress_between(tell, 0.5, 1.0))

    return Task(cache.TESTS, ("domains", metric, names, test_set.identity, judged_set.identity), compute)
