"""What checks find in the test set in use, what of it is ignored, and whether every page shows it as errors."""

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from scoring import TestSet
from scoring.studies import checks
from scoring.studies.checks import ChecksResult
from scoring.studies.ignored_findings import IgnoreRule, ignore_findings, parse_ignored, write_ignore_rules
from server.engine.tasks import Task
from ui.context.kept_choices import choice_in_use, kept_choice
from ui.session import state
from ui.store import cache
from workspace import WorkspaceError

MARKED = "marked"
"""What the address says under ``findings`` where findings are errors of the test set."""

_marked: WeakKeyDictionary[TestSet, dict[tuple[str, tuple[IgnoreRule, ...]], TestSet]] = WeakKeyDictionary()
"""Of the sets that are kept, as long as they are: the identity of what is used of one, and what is ignored -> the same
with findings."""


def are_marked() -> bool:
    """Whether findings are errors of the test set on every page."""
    return state.address_value("findings") == MARKED


def mark(is_wanted: bool) -> None:
    """Make findings errors of the test set on every page, or take them off. For callbacks."""
    state.set_address_values({"findings": MARKED if is_wanted else ""})


def ignored_rules() -> tuple[IgnoreRule, ...]:
    """The rules by which findings are ignored, as the address or the project has them."""
    return parse_ignored(choice_in_use("ignored"))


def ignore_by_rules(rules: Iterable[IgnoreRule]) -> None:
    """Put rules into the address, unless they are the project's. For callbacks.

    ``WorkspaceError`` where they are too long.
    """
    chosen = tuple(dict.fromkeys(rules))
    written = write_ignore_rules(chosen)
    if len(written) > state.LONGEST_LIST:
        raise WorkspaceError("These are too many rules to be kept. Ignore a whole check, or use a pattern.")
    state.set_address_values({"ignored": "" if chosen == parse_ignored(kept_choice("ignored")) else written})


def checks_task(test_set: TestSet) -> Task[ChecksResult]:
    """All checks on all systems and references of a whole test set without findings."""
    texts = checks.TextsToCheck.of_test_set(test_set)
    key = "checks", test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: checks.run(checks.ChecksRequest(), texts, tell))


def with_marked_findings(used: TestSet, whole: TestSet, ignored: tuple[IgnoreRule, ...] = ()) -> TestSet:
    """The test set with the findings as errors, the same object at every call; unchanged where there can be none.

    ``used`` has some references of the whole one, which is kept.
    """
    known, key = _marked.setdefault(whole, {}), (used.identity, ignored)
    if key not in known:
        result = ignore_findings(cache.engine().now(checks_task(used)), ignored)
        try:
            known[key] = checks.with_findings(used, result)
        except ValueError:  # no check can be run, or others have marked errors under this name
            known[key] = used
        hash(known[key])  # takes its identity, so that copies under other names have it
    return known[key].named(used.name)
