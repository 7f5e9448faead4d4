"""The tests of the page Significance, carried out in the background."""

from dataclasses import replace

from scoring import Metric, TestSet
from scoring.progress import progress_between
from ui.significance import testing
from ui.store import cache
from ui.store.tasks import Task, Tell


def _rows(plan: testing.Plan, test_set: TestSet) -> testing.Measured:
    return plan.rows(cache.statistics(plan.metric, test_set), test_set)


def all_pairs(plan: testing.Plan, test_set: TestSet) -> Task[testing.AllPairs]:
    def compute(tell: Tell) -> testing.AllPairs:
        return testing.all_pairs(plan, _rows(plan, test_set), tell)

    return Task(cache.TESTS, ("all pairs", plan, test_set.identity), compute)


def several(plans: tuple[testing.Plan, ...], test_set: TestSet, correction: str) -> Task[testing.Several]:
    """The verdicts of all pairs by one plan after the other."""

    def compute(tell: Tell) -> testing.Several:
        within = [(done / len(plans), (done + 1) / len(plans)) for done in range(len(plans))]
        engine = cache.engine()
        return testing.Several(
            tuple(
                engine.now(judged(plan, test_set, correction), part) for plan, part in zip(plans, within, strict=True)
            )
        )

    return Task(cache.TESTS, ("several", correction, plans, test_set.identity), compute)


def judged(plan: testing.Plan, test_set: TestSet, correction: str) -> Task[testing.Judged]:
    """The verdicts of all pairs, for which as many trials are drawn as it takes, or as may be."""

    def compute(tell: Tell) -> testing.Judged:
        found = cache.engine().now(all_pairs(plan, test_set), within=(0.0, 0.5))
        rows = _rows(plan, test_set)
        return testing.judged(plan, found.corrected(correction), rows, progress_between(tell, 0.5, 1.0))

    return Task(cache.TESTS, ("judged", correction, plan, test_set.identity), compute)


def evidence(
    plan: testing.Plan, test_set: TestSet, found: testing.AllPairs, pair: tuple[str, str]
) -> Task[testing.Evidence]:
    """Of two of the systems that the plan compares; ``found`` is what came of ``all_pairs``."""

    def compute(tell: Tell) -> testing.Evidence:
        return testing.evidence(plan, found, _rows(plan, test_set), pair, tell)

    return Task(cache.TESTS, ("evidence", pair, plan, test_set.identity), compute)


def by_metric(plan: testing.Plan, test_set: TestSet, metrics: tuple[Metric, ...]) -> Task[testing.ByMetric]:
    """A plan for two systems, carried out with each of the metrics."""

    def compute(tell: Tell) -> testing.ByMetric:
        return testing.by_metric(plan, metrics, lambda metric: _rows(replace(plan, metric=metric), test_set), tell)

    return Task(cache.TESTS, ("by metric", metrics, plan, test_set.identity), compute)
