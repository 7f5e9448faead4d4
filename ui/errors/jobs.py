"""What the page Errors asks of a whole test set, computed in the background."""

from scoring import BLEU, TestSet
from scoring.studies import error_kinds
from scoring.studies.error_kinds import ErrorCounts, ErrorKinds, ErrorKindsRequest, ErrorWords, seen_in
from server.engine.tasks import Task, Tell
from ui.store import cache


def error_counts_task(request: ErrorKindsRequest, test_set: TestSet) -> Task[ErrorCounts]:
    """The errors and words of every output."""

    def compute(tell: Tell) -> ErrorCounts:
        return error_kinds.count_error_kinds(request, test_set, tell)

    return Task(cache.STATISTICS, ("errors", request, test_set.identity), compute)


def error_kinds_task(request: ErrorKindsRequest, test_set: TestSet) -> Task[ErrorKinds]:
    """All pairs of systems in all kinds."""

    def compute(tell: Tell) -> ErrorKinds:
        counted = cache.engine().now(error_counts_task(request, test_set), within=(0.0, 0.0))
        return error_kinds.run(request, test_set, tell, counted)

    return Task(cache.TESTS, ("errors tested", request, test_set.identity), compute)


def seen(bleu: BLEU, annotation: str, severities: tuple[str, ...], test_set: TestSet) -> Task[ErrorWords]:
    """Which words inside and outside of errors a reference has."""

    def compute(tell: Tell) -> ErrorWords:
        return seen_in(test_set, bleu, annotation, severities, tell)

    key = "errors seen", annotation, severities, bleu.tokenize, bleu.lowercase, test_set.identity
    return Task(cache.STATISTICS, key, compute)
