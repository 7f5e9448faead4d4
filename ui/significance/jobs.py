"""Comparisons of systems as tasks that are computed in the background."""

from collections.abc import Sequence
from dataclasses import replace

from scoring import TestSet
from scoring.counting.progress import progress_between
from scoring.studies import comparison as study
from scoring.studies import pair as pair_study
from server.engine.tasks import Task, Tell
from ui.store import cache


def _rows(request: study.ComparisonRequest, test_set: TestSet) -> study.SystemStatistics:
    return request.rows(cache.measure_systems(request.metric, test_set), test_set.documents)


def pair_test_task(request: study.ComparisonRequest, test_set: TestSet) -> Task[study.Comparisons]:
    """Return the task that tests all pairs; its result is the same for every correction."""
    request = replace(request, correction=study.MAX_T)
    key = "all pairs", request, test_set.identity
    return Task(cache.TESTS, key, lambda tell: study.compare_with_intervals(request, _rows(request, test_set), tell))


def verdicts_task(request: study.ComparisonRequest, test_set: TestSet) -> Task[study.ComparisonResult]:
    """Return the task of the verdicts on all pairs, with as many trials as needed or allowed."""

    def compute(tell: Tell) -> study.ComparisonResult:
        comparisons = cache.engine().now(pair_test_task(request, test_set), within=(0.0, 0.5))
        comparisons = replace(comparisons, correction=request.correction)
        return study.settle_pairs(request, comparisons, _rows(request, test_set), progress_between(tell, 0.5, 1.0))

    return Task(cache.TESTS, ("verdicts", request, test_set.identity), compute)


def plain_quotes_verdicts_task(request: study.ComparisonRequest, test_set: TestSet) -> Task[study.ComparisonResult]:
    """Return the task of the same verdicts with all quotation marks alike."""

    def compute(tell: Tell) -> study.ComparisonResult:
        return cache.engine().now(verdicts_task(request, cache.set_with_plain_quotes(test_set)), within=(0.0, 1.0))

    return Task(cache.TESTS, ("retest with plain quotes", request, test_set.identity), compute)


def each_verdicts_task(
    requests: Sequence[tuple[study.ComparisonRequest, TestSet]],
) -> Task[tuple[study.ComparisonResult, ...]]:
    """Return the task of the results of several requests, each on its own test set, one after another."""
    engine, parts = cache.engine(), len(requests)

    def compute(tell: Tell) -> tuple[study.ComparisonResult, ...]:
        parts_done = enumerate(verdicts_task(request, test_set) for request, test_set in requests)
        return tuple(engine.now(task, within=(number / parts, (number + 1) / parts)) for number, task in parts_done)

    key = "several", *((request, test_set.identity) for request, test_set in requests)
    return Task(cache.TESTS, key, compute)


def evidence_task(
    request: study.ComparisonRequest, test_set: TestSet, comparisons: study.Comparisons, pair: study.Pair
) -> Task[pair_study.PairEvidence]:
    """Return the task of the evidence behind the p-value of two systems.

    ``comparisons`` are those of ``pair_test_task``.
    """
    request = replace(request, correction=study.MAX_T)
    key = "evidence", pair, request, test_set.identity
    return Task(
        cache.TESTS, key, lambda tell: pair_study.run(request, comparisons, _rows(request, test_set), pair, tell)
    )
