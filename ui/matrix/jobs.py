"""Computations of the page Matrix in the background: each set's contents and statistics, and one test over all sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring import BLEU, METRICS, Metric, TestSet
from scoring.judgments.external import ExternalScore, external_metrics_by_name
from scoring.metric import ignores_case
from scoring.studies import doctor, matrix
from scoring.studies.capitals import missing_capitals_caveats
from scoring.studies.matrix import MatrixRequest, MatrixResult
from scoring.studies.set_statistics import SetStatistics, measure_set
from scoring.studies.wording.matrix_words import SetWarnings, only_systems_in_doubt, refusal_reason
from server.engine.tasks import T, Task, Tell
from ui.context import findings
from ui.store import cache
from ui.store.kept import KeptVersion
from workspace import UnavailableError

OPENING = 0.5
"""Share of the work on a set that opening it takes."""


@dataclass(frozen=True)
class SetContents:
    """The contents of a project's test set by which its systems can be compared."""

    scores: tuple[ExternalScore, ...]
    """Metrics of the set's scores, one for all scores of a name."""
    has_references: bool


@dataclass(frozen=True, eq=False)
class ScoredSet:
    """The statistics of a test set, and the doubts about a comparison of its systems."""

    statistics: SetStatistics
    doubts: tuple[str, ...]
    in_doubt: tuple[str, ...] = ()
    """Systems that the doubts are about; empty if the doubts are about all."""
    lacks_capitals: bool = False
    """Whether an output without capitals is a doubt, because a metric is a case-sensitive BLEU."""


@dataclass(frozen=True, eq=False)
class ScoredSets:
    """The test sets that can be compared, and the warnings on each set of the project."""

    sets: dict[str, ScoredSet]
    warnings: SetWarnings


def contents_task(sets: Sequence[KeptVersion]) -> Task[tuple[SetContents, ...]]:
    """Return the task of the contents of these sets; an unreadable set has none, and scoring it tells why."""
    tasks = [_contents_of_set_task(kept_version) for kept_version in sets]

    def compute(tell: Tell) -> tuple[SetContents, ...]:
        results = (_result_or_refusal(task, number, len(tasks)) for number, task in enumerate(tasks))
        return tuple(SetContents((), False) if isinstance(one, str) else one for one in results)

    return Task(cache.FILES, ("contents of sets", *(kept_version.place for kept_version in sets)), compute)


def _result_or_refusal(task: Task[T], number: int, parts: int) -> T | str:
    """Return the result of task number ``number`` of ``parts``, or the reason why its set has none, in words."""
    try:
        return cache.engine().now(task, (number / parts, (number + 1) / parts))
    except UnavailableError:
        raise  # the set may be available another time
    except ValueError as error:
        return refusal_reason(error)


def _contents_of_set_task(kept_version: KeptVersion) -> Task[SetContents]:
    opening = cache.opening_task(kept_version)

    def compute(tell: Tell) -> SetContents:
        test_set = cache.engine().now(opening, (0.0, 1.0))
        reserved_names = frozenset([*METRICS, *(kind().label for kind in METRICS.values())])
        return SetContents(
            tuple(external_metrics_by_name(test_set, reserved_names).values()), bool(test_set.references)
        )

    return Task(cache.SEGMENTS, ("contents", kept_version.place), compute)


def scored_set_task(kept_version: KeptVersion, metrics: tuple[Metric, ...]) -> Task[ScoredSet]:
    """Return the task of the statistics of one set by these metrics, without outputs that copy a reference."""
    opening = cache.opening_task(kept_version)

    def compute(tell: Tell) -> ScoredSet:
        engine = cache.engine()
        whole = engine.now(opening, (0.0, OPENING))
        copies = doctor.reference_copies(whole, whole)
        used: TestSet = whole.without_systems(copies) if copies else whole

        def find(test_set: TestSet) -> findings.ChecksResult:
            return engine.now(findings.checks_task(test_set))

        statistics = measure_set(metrics, used, cache.measure_systems, find)
        tell(1.0)
        oddities = cache.oddities(
            used, used.system_names, metric=metrics[0] if all(map(ignores_case, metrics)) else None
        )
        bare = any(missing_capitals_caveats(cache.first_examination(used)).values())
        sees_case = any(isinstance(metric, BLEU) and not metric.lowercase for metric in metrics)
        return ScoredSet(
            statistics, tuple(odd.sentence for odd in oddities), only_systems_in_doubt(oddities), bare and sees_case
        )

    return Task(cache.STATISTICS, ("scored set", kept_version.place, metrics), compute)


def scored_sets_task(sets: Mapping[str, KeptVersion], metrics: tuple[Metric, ...]) -> Task[ScoredSets]:
    """Return one task of all sets' statistics by these metrics, set after set.

    It is one job, so that many sets displace nothing else in the queue.
    """
    tasks = {name: scored_set_task(kept_version, metrics) for name, kept_version in sets.items()}

    def compute(tell: Tell) -> ScoredSets:
        done_of_all = enumerate(tasks.items())
        results = {name: _result_or_refusal(task, number, len(tasks)) for number, (name, task) in done_of_all}
        scored = {name: one for name, one in results.items() if not isinstance(one, str)}
        refused = {name: one for name, one in results.items() if isinstance(one, str)}
        doubts = {name: one.doubts for name, one in scored.items()}
        n_segments = {name: one.statistics.n_segments for name, one in scored.items()}
        in_doubt = {name: one.in_doubt for name, one in scored.items()}
        quotes = {name: one.statistics.other_quotes for name, one in scored.items()}
        costs = {name: one.statistics.quote_costs for name, one in scored.items()}
        warnings = SetWarnings(doubts, refused, n_segments, in_doubt=in_doubt, other_quotes=quotes, quote_costs=costs)
        return ScoredSets(scored, warnings)

    return Task(cache.STATISTICS, ("scored sets", tuple(task.key for task in tasks.values()), tuple(tasks)), compute)


def sets_scored_so_far(sets: Mapping[str, KeptVersion], metrics: tuple[Metric, ...]) -> dict[str, ScoredSet | None]:
    """Return each set's scores, or None if they are not computed yet; start nothing."""
    return {
        name: cache.engine().kept_result(scored_set_task(kept_version, metrics)) for name, kept_version in sets.items()
    }


def matrix_key(request: MatrixRequest, sets: Mapping[str, KeptVersion]) -> tuple[object, ...]:
    """Return the cache key of the comparison of these versions of sets, by their names on the page."""
    return "matrix", request, tuple((name, kept_version.place) for name, kept_version in sets.items())


def matrix_task(
    request: MatrixRequest, sets: Mapping[str, KeptVersion], scored: Mapping[str, ScoredSet]
) -> Task[MatrixResult]:
    """Return the task of one test over all sets; both mappings have the sets by their names on the page."""
    statistics = statistics_of_sets({name: scored[name] for name in sets})
    return Task(cache.TESTS, matrix_key(request, sets), lambda tell: matrix.run_sets(request, statistics, tell))


def statistics_of_sets(scored: Mapping[str, ScoredSet]) -> dict[str, SetStatistics]:
    """Return the statistics of each set."""
    return {name: one.statistics for name, one in scored.items()}


def scores_of_set(metric: Metric, scored_set: ScoredSet) -> dict[str, float]:
    """Return each system's score in one set."""
    rows = scored_set.statistics.rows.get(metric, {})
    return {system: float(metric.score(of.sum(axis=0))) for system, of in rows.items()}


def shapes_of_sets(scored: Mapping[str, ScoredSet]) -> list[tuple[int, int]]:
    """Return the numbers of systems and of segments for each set and metric."""
    return [
        (len(of), scored_set.statistics.n_segments)
        for scored_set in scored.values()
        for of in scored_set.statistics.rows.values()
    ]


def why_not_compared(scored: Mapping[str, ScoredSet], weights: Sequence[tuple[str, float]]) -> str:
    """Return the reason why nothing can be compared; empty if the sets can be."""
    weight = dict(weights)
    if all(weight.get(name, 1.0) == 0 for name in scored):
        return "All sets have weight 0. Give at least one set a weight."
    systems = {
        system for scored_set in scored.values() for rows in scored_set.statistics.rows.values() for system in rows
    }
    if not systems:
        return "No set has scores by these metrics. Choose others."
    return "A comparison takes two systems, and these sets have one." if len(systems) < 2 else ""
