"""Computations of the page Agreement in the background, all by the request's judge."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring import Metric, TestSet, TooLong
from scoring.counting.progress import progress_between
from scoring.judgments.external import ExternalScore
from scoring.studies import agreement as study
from scoring.studies import disagreement
from scoring.studies.disagreement import DifferenceWorth, OutputPair
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.store import cache

TIES, CHANCES = "\0ties", "\0chances"
"""Keys of the baselines among the metrics' names, which have no control characters."""


def coverage(context: Context, judge: str) -> study.Coverage:
    """Return which judged outputs of the shown systems have a score, for each metric from a file except the judge.

    This is computed at once. Raise ``ValueError`` if no segment has judgments of two of the systems.
    """
    test_set = context.test_set
    external_metrics = [
        metric for metric in context.metrics.values() if isinstance(metric, ExternalScore) and metric.of != judge
    ]

    key = "coverage", judge, context.shown, tuple(external_metrics), test_set.identity
    task = Task(
        cache.PAIRS, key, lambda tell: study.Coverage.of(test_set, test_set, judge, external_metrics, context.shown)
    )
    return cache.engine().now(task)


def chosen_shared_outputs(
    context: Context, coverage: study.Coverage, incomplete: Sequence[Metric]
) -> study.SharedOutputs:
    """Return the outputs to compare if these incomplete metrics are chosen, computed at once.

    All other metrics have a score of every judged output. Raise ``ValueError`` as ``Coverage.shared`` does.
    """

    key = "shared", coverage.judge.name, coverage.systems, tuple(incomplete), context.test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, lambda tell: coverage.shared(context.test_set, incomplete)))


def judged_output_scores(request: study.AgreementRequest, metric: Metric, test_set: TestSet) -> study.OrientedScores:
    """Return the metric's scores of the judged outputs, computed at once."""

    def compute(tell: Tell) -> study.OrientedScores:
        rows = cache.engine().now(cache.statistics_task(metric, test_set), within=(0.0, 1.0))
        return study.OrientedScores.of(metric, rows, request.judge)

    key = "scored for agreement", metric, *request.outputs_key, test_set.identity
    return cache.engine().now(Task(cache.PAIRS, key, compute), within=(0.0, study.MEASURING))


def agreement_task(
    request: study.AgreementRequest, metric: Metric, test_set: TestSet
) -> Task[study.Agreement | study.LeftOut]:
    """Return the task of one metric's agreement, by every measure that the judgments allow."""

    def compute(tell: Tell) -> study.Agreement | study.LeftOut:
        try:
            scores = judged_output_scores(request, metric, test_set)
        except TooLong as error:
            return study.LeftOut(str(error))
        return study.metric_agreement(request, scores, progress_between(tell, study.MEASURING, 1.0))

    return Task(cache.TESTS, ("agreement", metric, *request.draws_key, test_set.identity), compute)


def values_task(request: study.AgreementRequest, test_set: TestSet) -> Task[dict[str, Any]]:
    """Return the task of the values of all metrics and of ``TIES``, by name; it takes seconds, without intervals."""
    settings = *request.outputs_key, request.unit, request.system_score, request.measures, test_set.identity

    def metric_values_task(metric: Metric) -> Task[study.Agreement | study.LeftOut]:
        def compute(tell: Tell) -> study.Agreement | study.LeftOut:
            try:
                return study.metric_values(request, judged_output_scores(request, metric, test_set))
            except TooLong as error:
                return study.LeftOut(str(error))

        return Task(cache.TESTS, ("agreement values", metric, *settings), compute)

    tasks: dict[str, Task[Any]] = {metric.name: metric_values_task(metric) for metric in request.metrics}
    key = "agreement values of ties", *settings
    tasks[TIES] = Task(cache.TESTS, key, lambda tell: study.ties_values(request))
    return _combined_task("all values", tasks)


def agreements_task(request: study.AgreementRequest, test_set: TestSet) -> Task[dict[str, Any]]:
    """Return the task of the agreement of all metrics and of ``TIES``, with intervals; slow metrics come last."""
    metrics = sorted(request.metrics, key=lambda metric: (metric.is_slow, not isinstance(metric, ExternalScore)))
    tasks: dict[str, Task[Any]] = {metric.name: agreement_task(request, metric, test_set) for metric in metrics}
    key = "agreement of ties", *request.draws_key, test_set.identity
    tasks[TIES] = Task(cache.TESTS, key, lambda tell: study.ties_agreement(request, tell))
    return _combined_task("agreements", tasks)


def _combined_task(key_name: str, tasks: Mapping[str, Task[Any]]) -> Task[dict[str, Any]]:
    """Return a task that returns the results of all tasks by their names."""

    def compute(tell: Tell) -> dict[str, Any]:
        parts, engine = enumerate(tasks.items()), cache.engine()
        return {name: engine.now(task, (at / len(tasks), (at + 1) / len(tasks))) for at, (name, task) in parts}

    return Task(cache.TESTS, (key_name, *(task.key for task in tasks.values())), compute)


def chance_task(request: study.AgreementRequest, test_set: TestSet) -> Task[dict[str, study.Chance]]:
    """Return the task of the agreement of random metrics, by every measure that the judgments allow."""
    key = "agreement by chance", *request.outputs_key, test_set.identity
    return Task(cache.TESTS, key, lambda tell: dict(study.chance_values(request, tell)))


def result(request: study.AgreementRequest, results: Mapping[str, Any], test_set: TestSet) -> study.AgreementResult:
    """Return the result of these tasks, at once; the comparisons of metrics are cached with their p-values."""
    metrics = {name: one for name, one in results.items() if name not in (TIES, CHANCES)}
    agreement_result = study.AgreementResult(request, metrics, results.get(TIES), results.get(CHANCES))
    if not agreement_result.is_tested:
        return agreement_result

    compared_metrics = tuple(metric for metric in request.metrics if metric.name in agreement_result.agreements)
    key = "agreement compared", compared_metrics, *request.draws_key, test_set.identity
    return replace(
        agreement_result,
        by_measure=cache.engine().now(Task(cache.PAIRS, key, lambda tell: dict(agreement_result.comparisons))),
    )


def permutation_test_task(
    request: study.AgreementRequest, metrics: tuple[Metric, Metric], measure: str, test_set: TestSet
) -> Task[study.PermutationResult]:
    """Return the task of the permutation test whether the first metric agrees better than the second."""

    def compute(tell: Tell) -> study.PermutationResult:
        first, second = (judged_output_scores(request, metric, test_set) for metric in metrics)
        return study.exchange_scores(request, (first, second), measure, progress_between(tell, study.MEASURING, 1.0))

    key = "scores swapped", metrics, measure, *request.outputs_key, request.unit, test_set.identity
    return Task(cache.TESTS, key, compute)


def difference_worth_task(request: study.AgreementRequest, metric: Metric, test_set: TestSet) -> Task[DifferenceWorth]:
    """Return the task of how reliable differences of two systems' scores are, from 0 to the largest difference."""

    def compute(tell: Tell) -> DifferenceWorth:
        scores = judged_output_scores(request, metric, test_set)
        return disagreement.worth_of_differences(request, scores, progress_between(tell, study.MEASURING, 1.0))

    return Task(cache.TESTS, ("worth", metric, *request.draws_key, test_set.identity), compute)


def misordered_outputs_task(
    request: study.AgreementRequest, metric: Metric, test_set: TestSet, max_pairs: int
) -> Task[list[OutputPair]]:
    """Return the task of the outputs on which judge and metric differ most, one pair a segment."""

    def compute(tell: Tell) -> list[OutputPair]:
        return disagreement.misordered_outputs(
            request.judge, judged_output_scores(request, metric, test_set), max_pairs
        )

    return Task(cache.TESTS, ("outputs turned", metric, max_pairs, *request.outputs_key, test_set.identity), compute)
