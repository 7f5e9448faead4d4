"""Computations of the page Errors in the background, and the addresses of the segments behind its numbers."""

from collections.abc import Mapping

from scoring import BLEU, TestSet
from scoring.judgments import Annotation
from scoring.judgments.error_density import ErrorKindCount
from scoring.studies import error_kinds
from scoring.studies.error_kinds import ErrorWords, count_error_words_of_set
from server.engine.tasks import Task, Tell
from ui.context import selection
from ui.kit import address
from ui.session import state
from ui.store import cache

ALL, WORSE, MINOR = "all", "major and worse", "minor"


def is_by_program(annotation: Annotation) -> bool:
    return not annotation.is_human


def choose_severities(annotation: Annotation) -> tuple[str, ...]:
    """Return the chosen severities that count; empty for all.

    By default minor errors do not count: many of them weigh less than one serious error, and in checks they are often
    false alarms.
    """
    choices = {
        ALL: (),
        WORSE: error_kinds.serious_severities(annotation),
        MINOR: tuple({"minor"} & {*annotation.severities}),
    }
    options = [name for name, severities in choices.items() if severities or name == ALL]
    if len(options) < 3:
        return ()
    return choices[address.draw_single_choice("Severity", options, WORSE, "error_severity")]


def segments_address(kind: ErrorKindCount, system: str, by: str) -> Mapping[str, str] | None:
    """Return the address values of Segments for the segments with such errors of this system; None if impossible.

    ``by`` is the annotation, empty for all. No address is possible for kinds without ``wanted``, and for names that are
    too long or would read as two.
    """
    error_kind = kind.wanted
    if error_kind is None:
        return None
    values = {
        "segment": "",
        "errors": "with",
        "errors_of": system,
        "errors_by": by,
        "category": error_kind.category,
        "severity": selection.join_severities(error_kind.severities),
        "annotator": "",
    }
    is_read = selection.parse_severities(values["severity"], error_kind.severities) == error_kind.severities
    return values if is_read and all(map(state.fits_in_address, values.values())) else None


def error_counts_task(request: error_kinds.ErrorKindsRequest, test_set: TestSet) -> Task[error_kinds.ErrorCounts]:
    """Return the task that counts the errors and words of every output."""
    key = "errors", request, test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: error_kinds.count_error_kinds(request, test_set, tell))


def error_kinds_task(request: error_kinds.ErrorKindsRequest, test_set: TestSet) -> Task[error_kinds.ErrorKinds]:
    """Return the task that tests all pairs of systems in all kinds."""

    def compute(tell: Tell) -> error_kinds.ErrorKinds:
        counted = cache.engine().now(error_counts_task(request, test_set), within=(0.0, 0.0))
        return error_kinds.run(request, test_set, tell, counted)

    return Task(cache.TESTS, ("errors tested", request, test_set.identity), compute)


def error_words_task(bleu: BLEU, annotation: str, severities: tuple[str, ...], test_set: TestSet) -> Task[ErrorWords]:
    """Return the task that finds which words inside and outside errors a reference has."""

    key = "errors seen", annotation, severities, bleu.tokenize, bleu.lowercase, test_set.identity
    return Task(
        cache.STATISTICS, key, lambda tell: count_error_words_of_set(test_set, bleu, annotation, severities, tell)
    )
