"""What the page Matrix computes in the background: what each set has, its statistics, and one test over all sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring import BLEU, METRICS, Metric, TestSet
from scoring.judgments.external import ExternalScore, metrics_of
from scoring.metric import ignores_case
from scoring.studies import doctor, matrix
from scoring.studies.capitals import without_capitals
from scoring.studies.matrix import MatrixRequest, MatrixResult
from scoring.studies.set_statistics import SetStatistics, measure_set
from scoring.studies.wording.matrix_words import SetWarnings, only_systems_in_doubt, why_refused
from server.engine.tasks import T, Task, Tell
from ui.context import findings
from ui.store import cache
from ui.store.kept import KeptVersion
from workspace import UnavailableError

OPENING = 0.5
"""Share of the work on a set that is opening it."""


@dataclass(frozen=True)
class SetContents:
    """What a test set of a project has to be compared by."""

    scores: tuple[ExternalScore, ...]
    """One metric for all scores of a name."""
    has_references: bool


@dataclass(frozen=True, eq=False)
class ScoredSet:
    """The statistics of a test set, and what makes a comparison of its systems doubtful."""

    statistics: SetStatistics
    doubts: tuple[str, ...]
    in_doubt: tuple[str, ...] = ()
    """The systems that the doubts are about; none where they are about all."""
    lacks_capitals: bool = False
    """Whether it is a doubt, of a BLEU that sees case, that an output has no capitals."""


@dataclass(frozen=True, eq=False)
class ScoredSets:
    """The test sets that can be compared, and what is wrong with each set of the project."""

    sets: dict[str, ScoredSet]
    warnings: SetWarnings


def contents_task(sets: Sequence[KeptVersion]) -> Task[tuple[SetContents, ...]]:
    """Return what each of these sets has; nothing where it cannot be read, which its scoring says."""
    tasks = [_contents_of_set_task(found) for found in sets]

    def compute(tell: Tell) -> tuple[SetContents, ...]:
        found = (_result_or_refusal(task, done, len(tasks)) for done, task in enumerate(tasks))
        return tuple(SetContents((), False) if isinstance(one, str) else one for one in found)

    return Task(cache.FILES, ("contents of sets", *(found.place for found in sets)), compute)


def _result_or_refusal(task: Task[T], done: int, parts: int) -> T | str:
    """Return the result of one of so many tasks, or in words why this set has none."""
    try:
        return cache.engine().now(task, (done / parts, (done + 1) / parts))
    except UnavailableError:
        raise  # another time it may have one
    except ValueError as error:
        return why_refused(error)


def _contents_of_set_task(found: KeptVersion) -> Task[SetContents]:
    opening = cache.opening_task(found)

    def compute(tell: Tell) -> SetContents:
        test_set = cache.engine().now(opening, (0.0, 1.0))
        taken = frozenset([*METRICS, *(kind().label for kind in METRICS.values())])
        return SetContents(tuple(metrics_of(test_set, taken).values()), bool(test_set.references))

    return Task(cache.SEGMENTS, ("contents", found.place), compute)


def scored_set_task(found: KeptVersion, metrics: tuple[Metric, ...]) -> Task[ScoredSet]:
    """Return the statistics of one set by these metrics, without outputs that are references."""
    opening = cache.opening_task(found)

    def compute(tell: Tell) -> ScoredSet:
        engine = cache.engine()
        whole = engine.now(opening, (0.0, OPENING))
        copies = doctor.reference_copies(whole, whole)
        used: TestSet = whole.without_systems(copies) if copies else whole

        def find(test_set: TestSet) -> findings.ChecksResult:
            return engine.now(findings.checks_task(test_set))

        statistics = measure_set(metrics, used, cache.measure_systems, find)
        tell(1.0)
        found = cache.oddities(used, used.system_names, metric=metrics[0] if all(map(ignores_case, metrics)) else None)
        bare = any(without_capitals(cache.first_examination(used)).values())
        sees_case = any(isinstance(metric, BLEU) and not metric.lowercase for metric in metrics)
        return ScoredSet(statistics, tuple(odd.said for odd in found), only_systems_in_doubt(found), bare and sees_case)

    return Task(cache.STATISTICS, ("scored set", found.place, metrics), compute)


def scored_sets_task(sets: Mapping[str, KeptVersion], metrics: tuple[Metric, ...]) -> Task[ScoredSets]:
    """Return all sets by these metrics, one after the other: one job, so that many sets displace nothing else in the
    queue.
    """
    tasks = {name: scored_set_task(found, metrics) for name, found in sets.items()}

    def compute(tell: Tell) -> ScoredSets:
        done_of_all = enumerate(tasks.items())
        found = {name: _result_or_refusal(task, done, len(tasks)) for done, (name, task) in done_of_all}
        scored = {name: one for name, one in found.items() if not isinstance(one, str)}
        refused = {name: one for name, one in found.items() if isinstance(one, str)}
        doubts = {name: one.doubts for name, one in scored.items()}
        n_segments = {name: one.statistics.n_segments for name, one in scored.items()}
        in_doubt = {name: one.in_doubt for name, one in scored.items()}
        quotes = {name: one.statistics.other_quotes for name, one in scored.items()}
        costs = {name: one.statistics.quote_costs for name, one in scored.items()}
        warnings = SetWarnings(doubts, refused, n_segments, in_doubt=in_doubt, other_quotes=quotes, quote_costs=costs)
        return ScoredSets(scored, warnings)

    return Task(cache.STATISTICS, ("scored sets", tuple(task.key for task in tasks.values()), tuple(tasks)), compute)


def sets_scored_so_far(sets: Mapping[str, KeptVersion], metrics: tuple[Metric, ...]) -> dict[str, ScoredSet | None]:
    """The sets whose scores are there, None for the others; asks for none."""
    return {name: cache.engine().kept(scored_set_task(found, metrics)) for name, found in sets.items()}


def matrix_key(request: MatrixRequest, sets: Mapping[str, KeptVersion]) -> tuple[object, ...]:
    """Return what the comparison of these versions of sets, by their names on the page, is known by."""
    return "matrix", request, tuple((name, found.place) for name, found in sets.items())


def matrix_task(
    request: MatrixRequest, sets: Mapping[str, KeptVersion], scored: Mapping[str, ScoredSet]
) -> Task[MatrixResult]:
    """Return one test over all sets; both mappings have the sets by the names that the page gives them."""
    statistics = statistics_of_sets({name: scored[name] for name in sets})
    return Task(cache.TESTS, matrix_key(request, sets), lambda tell: matrix.run_sets(request, statistics, tell))


def statistics_of_sets(scored: Mapping[str, ScoredSet]) -> dict[str, SetStatistics]:
    """Return the statistics of each set."""
    return {name: one.statistics for name, one in scored.items()}


def scores_of_set(metric: Metric, found: ScoredSet) -> dict[str, float]:
    """System -> its score in one set."""
    rows = found.statistics.rows.get(metric, {})
    return {system: float(metric.score(of.sum(axis=0))) for system, of in rows.items()}


def shapes_of_sets(scored: Mapping[str, ScoredSet]) -> list[tuple[int, int]]:
    """Return the number of systems and of segments of each set and metric."""
    return [
        (len(of), found.statistics.n_segments) for found in scored.values() for of in found.statistics.rows.values()
    ]


def why_not_compared(scored: Mapping[str, ScoredSet], weights: Sequence[tuple[str, float]]) -> str:
    """Return why there is nothing to compare; empty where there is."""
    weight = dict(weights)
    if all(weight.get(name, 1.0) == 0 for name in scored):
        return "All sets have weight 0. Give at least one set a weight."
    systems = {system for found in scored.values() for rows in found.statistics.rows.values() for system in rows}
    if not systems:
        return "No set has scores by these metrics. Choose others."
    return "A comparison takes two systems, and these sets have one." if len(systems) < 2 else ""
