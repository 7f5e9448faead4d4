"""The findings of checks in the test set in use: which are ignored, and whether every page shows them as errors."""

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from scoring import TestSet
from scoring.studies import checks
from scoring.studies.checks import ChecksResult
from scoring.studies.ignored_findings import IgnoreRule, ignore_findings, parse_ignored, write_ignore_rules
from scoring.studies.terminology import TermsResult, add_term_findings
from server.engine.tasks import Task
from ui.context.glossaries import GlossaryFile, glossary_in_use, terms_task
from ui.context.kept_choices import choice_in_use, kept_choice
from ui.session import state
from ui.store import cache
from workspace import WorkspaceError

MARKED = "marked"
"""Value of ``findings`` in the address where findings are errors of the test set."""

_marked: WeakKeyDictionary[TestSet, dict[tuple[str, tuple[IgnoreRule, ...], str], TestSet]] = WeakKeyDictionary()
"""Test sets with marked findings, by the kept test set from which they were made, for as long as this is kept.

The inner key is the identity of the set with the references in use, the rules, and the digest of the glossary in use.
"""


def are_marked() -> bool:
    """Return whether findings are errors of the test set on every page."""
    return state.address_value("findings") == MARKED


def mark(is_wanted: bool) -> None:
    """Show findings as errors of the test set on every page, or stop this; a callback."""
    state.set_address_values({"findings": MARKED if is_wanted else ""})


def ignored_rules() -> tuple[IgnoreRule, ...]:
    """Return the rules by which findings are ignored, from the address or the project."""
    return parse_ignored(choice_in_use("ignored"))


def ignore_by_rules(rules: Iterable[IgnoreRule]) -> None:
    """Put rules into the address, unless the project has the same ones; a callback.

    Raise ``WorkspaceError`` where they are too long.
    """
    chosen = tuple(dict.fromkeys(rules))
    rules_text = write_ignore_rules(chosen)
    if len(rules_text) > state.LONGEST_LIST:
        raise WorkspaceError("These are too many rules to be kept. Ignore a whole check, or use a pattern.")
    state.set_address_values({"ignored": "" if chosen == parse_ignored(kept_choice("ignored")) else rules_text})


def checks_task(test_set: TestSet) -> Task[ChecksResult]:
    """Return the task that runs all checks on all texts of a whole test set without marked findings."""
    texts = checks.TextsToCheck.of_test_set(test_set)
    key = "checks", test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: checks.run(checks.ChecksRequest(), texts, tell))


def terms_in_use_task(test_set: TestSet) -> Task[TermsResult | str] | None:
    """Return the task that finds the terms of the glossary in use in a whole test set; None without a glossary."""
    in_use = glossary_for(test_set)
    return None if in_use is None else terms_task(in_use, test_set)


def glossary_for(test_set: TestSet) -> GlossaryFile | None:
    """Return the glossary in use for a test set; None where there is no glossary, or no source with its terms."""
    return None if test_set.source is None else glossary_in_use(test_set)


def with_marked_findings(
    used: TestSet, whole: TestSet, ignored: tuple[IgnoreRule, ...] = (), in_use: GlossaryFile | None = None
) -> TestSet:
    """Return the test set with the findings as errors, the same object at every call.

    It is unchanged if there can be no findings. ``used`` is ``whole``, which is kept, with some of its references.
    Terms of the glossary in use are among the findings.
    """
    marked_sets, key = _marked.setdefault(whole, {}), (used.identity, ignored, "" if in_use is None else in_use.digest)
    if key not in marked_sets:
        try:
            marked_sets[key] = checks.add_findings_annotation(
                used, ignore_findings(_all_findings(used, in_use), ignored)
            )
        except ValueError:  # no check can run, or the test set has an annotation of this name
            marked_sets[key] = used
        hash(marked_sets[key])  # computes its identity now, so that copies under other names have it
    return marked_sets[key].named(used.name)


def _all_findings(used: TestSet, in_use: GlossaryFile | None) -> ChecksResult:
    """Return the findings of all checks, with the terms of the glossary in use if it fits the test set."""
    result = cache.engine().now(checks_task(used))
    of_terms = None if in_use is None else cache.engine().now(terms_task(in_use, used))
    if not isinstance(of_terms, TermsResult):
        return result
    return add_term_findings(result, of_terms, checks.TextsToCheck.of_test_set(used))
