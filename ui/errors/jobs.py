"""What the page Errors asks of a whole test set, computed in the background."""

from scoring import BLEU, TestSet
from scoring.analysis.error_kinds import ErrorKinds, compare_kinds
from scoring.analysis.found_words import ErrorWords, seen_in
from scoring.judgments.error_density import ErrorCounts, count_errors
from ui.errors.asked import Asked
from ui.store import cache
from ui.store.tasks import Task, Tell


def counts(asked: Asked, test_set: TestSet) -> Task[ErrorCounts]:
    """The errors and words of every output."""

    def compute(tell: Tell) -> ErrorCounts:
        return count_errors(test_set, asked.annotation, asked.level, asked.severities, asked.tokenize, tell)

    return Task(cache.STATISTICS, ("errors", asked, test_set.identity), compute)


def tested(asked: Asked, test_set: TestSet) -> Task[ErrorKinds]:
    """All pairs of systems in all kinds."""

    def compute(tell: Tell) -> ErrorKinds:
        return compare_kinds(cache.engine().now(counts(asked, test_set), within=(0.0, 0.0)), on_progress=tell)

    return Task(cache.TESTS, ("errors tested", asked, test_set.identity), compute)


def seen(bleu: BLEU, annotation: str, severities: tuple[str, ...], test_set: TestSet) -> Task[ErrorWords]:
    """Which words inside and outside of errors a reference has."""

    def compute(tell: Tell) -> ErrorWords:
        return seen_in(test_set, bleu, annotation, severities, tell)

    key = "errors seen", annotation, severities, bleu.tokenize, bleu.lowercase, test_set.identity
    return Task(cache.STATISTICS, key, compute)
