"""What checks find in the test set in use, and whether every page shows it as errors that a program marked."""

from weakref import WeakKeyDictionary

from scoring import TestSet
from scoring.studies import checks
from scoring.studies.checks import ChecksResult
from server.engine.tasks import Task
from ui.session import state
from ui.store import cache

MARKED = "marked"
"""What the address says under ``findings`` where findings are errors of the test set."""

_marked: WeakKeyDictionary[TestSet, dict[str, TestSet]] = WeakKeyDictionary()
"""Of the sets that are kept, as long as they are: the identity of what is used of one -> the same with findings."""


def are_marked() -> bool:
    """Whether findings are errors of the test set on every page."""
    return state.address_value("findings") == MARKED


def mark(is_wanted: bool) -> None:
    """Make findings errors of the test set on every page, or take them off. For callbacks."""
    state.set_address_values({"findings": MARKED if is_wanted else ""})


def checks_task(test_set: TestSet) -> Task[ChecksResult]:
    """All checks on all systems and references of a whole test set without findings."""
    texts = checks.TextsToCheck.of_test_set(test_set)
    key = "checks", test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: checks.run(checks.ChecksRequest(), texts, tell))


def with_marked_findings(used: TestSet, whole: TestSet) -> TestSet:
    """The test set with the findings as errors, the same object at every call; unchanged where there can be none.

    ``used`` has some references of the whole one, which is kept.
    """
    known = _marked.setdefault(whole, {})
    if used.identity not in known:
        result = cache.engine().now(checks_task(used))
        try:
            known[used.identity] = checks.with_findings(used, result)
        except ValueError:  # no check can be run, or others have marked errors under this name
            known[used.identity] = used
        hash(known[used.identity])  # takes its identity, so that copies under other names have it
    return known[used.identity].named(used.name)
