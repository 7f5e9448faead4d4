"""Comparisons of systems as tasks that are computed in the background."""

from dataclasses import replace

from scoring import Metric, TestSet
from scoring.counting.progress import progress_between
from scoring.studies import comparison as study
from scoring.studies import pair as pair_study
from server.engine.tasks import Task, Tell
from ui.store import cache


def _rows(request: study.ComparisonRequest, test_set: TestSet) -> study.SystemStatistics:
    return request.rows(cache.measure_systems(request.metric, test_set), test_set.documents)


def testing(request: study.ComparisonRequest, test_set: TestSet) -> Task[study.Comparisons]:
    """The test of all pairs, which is the same for every correction."""
    request = replace(request, correction=study.MAX_T)
    key = "all pairs", request, test_set.identity
    return Task(cache.TESTS, key, lambda tell: study.compare_with_intervals(request, _rows(request, test_set), tell))


def comparing(request: study.ComparisonRequest, test_set: TestSet) -> Task[study.ComparisonResult]:
    """The verdicts on all pairs, for which as many trials are drawn as it takes, or as may be."""

    def compute(tell: Tell) -> study.ComparisonResult:
        found = cache.engine().now(testing(request, test_set), within=(0.0, 0.5))
        found = replace(found, correction=request.correction)
        return study.judge_pairs(request, found, _rows(request, test_set), progress_between(tell, 0.5, 1.0))

    return Task(cache.TESTS, ("verdicts", request, test_set.identity), compute)


def comparing_each(
    requests: tuple[study.ComparisonRequest, ...], test_set: TestSet
) -> Task[tuple[study.ComparisonResult, ...]]:
    """The results of one request after the other."""
    engine, parts = cache.engine(), len(requests)

    def compute(tell: Tell) -> tuple[study.ComparisonResult, ...]:
        parts_done = enumerate(comparing(request, test_set) for request in requests)
        return tuple(engine.now(task, within=(done / parts, (done + 1) / parts)) for done, task in parts_done)

    return Task(cache.TESTS, ("several", requests, test_set.identity), compute)


def collecting(
    request: study.ComparisonRequest, test_set: TestSet, found: study.Comparisons, pair: study.Pair
) -> Task[pair_study.PairEvidence]:
    """What lies behind the p-value of two of the systems; ``found`` is what came of ``testing``."""
    request = replace(request, correction=study.MAX_T)
    key = "evidence", pair, request, test_set.identity
    return Task(cache.TESTS, key, lambda tell: pair_study.run(request, found, _rows(request, test_set), pair, tell))


def comparing_pair(
    request: study.ComparisonRequest, test_set: TestSet, metrics: tuple[Metric, ...]
) -> Task[pair_study.PairByMetrics]:
    """A request for two systems, by each of the metrics."""
    request = replace(request, metric=metrics[0], correction="none")  # the same work for every choice

    def rows(metric: Metric) -> study.SystemStatistics:
        return _rows(replace(request, metric=metric), test_set)

    key = "by metric", metrics, request, test_set.identity
    return Task(cache.TESTS, key, lambda tell: pair_study.run_by_metrics(request, metrics, rows, tell))
