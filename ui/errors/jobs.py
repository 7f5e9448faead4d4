"""Which errors the page Errors counts, in the background, and how Segments is asked for those of one number."""

from collections.abc import Mapping

from scoring import BLEU, TestSet
from scoring.judgments import Annotation
from scoring.judgments.error_density import ErrorKindCount
from scoring.studies import error_kinds
from scoring.studies.error_kinds import ErrorWords, seen_in
from server.engine.tasks import Task, Tell
from ui.context import selection
from ui.kit import address
from ui.session import state
from ui.store import cache

ALL, WORSE, MINOR = "all", "major and worse", "minor"


def is_by_program(annotation: Annotation) -> bool:
    return not annotation.is_human


def choose_severities(annotation: Annotation) -> tuple[str, ...]:
    """Return the severities that count; none for all.

    At first minor ones do not count: many of them weigh less than one that is grave, and in checks they are often
    false alarms.
    """
    there = {
        ALL: (),
        WORSE: error_kinds.serious_severities(annotation),
        MINOR: tuple({"minor"} & {*annotation.severities}),
    }
    options = [name for name, found in there.items() if found or name == ALL]
    if len(options) < 3:
        return ()
    return there[address.one_of("Severity", options, WORSE, "error_severity")]


def segments_of(kind: ErrorKindCount, system: str, by: str) -> Mapping[str, str] | None:
    """Return what the address of Segments says of those with such errors of this system; ``by`` nobody for all
    annotations.

    None where no address can say it: of all other kinds, and where a name is too long, or reads as two.
    """
    wanted = kind.wanted
    if wanted is None:
        return None
    said = {
        "segment": "",
        "errors": "with",
        "errors_of": system,
        "errors_by": by,
        "category": wanted.category,
        "severity": selection.join_severities(wanted.severities),
        "annotator": "",
    }
    is_read = selection.severities_in(said["severity"], wanted.severities) == wanted.severities
    return said if is_read and all(map(state.holds, said.values())) else None


def error_counts_task(request: error_kinds.ErrorKindsRequest, test_set: TestSet) -> Task[error_kinds.ErrorCounts]:
    """Return the errors and words of every output."""
    key = "errors", request, test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: error_kinds.count_error_kinds(request, test_set, tell))


def error_kinds_task(request: error_kinds.ErrorKindsRequest, test_set: TestSet) -> Task[error_kinds.ErrorKinds]:
    """Return all pairs of systems in all kinds."""

    def compute(tell: Tell) -> error_kinds.ErrorKinds:
        counted = cache.engine().now(error_counts_task(request, test_set), within=(0.0, 0.0))
        return error_kinds.run(request, test_set, tell, counted)

    return Task(cache.TESTS, ("errors tested", request, test_set.identity), compute)


def seen(bleu: BLEU, annotation: str, severities: tuple[str, ...], test_set: TestSet) -> Task[ErrorWords]:
    """Return which words inside and outside of errors a reference has."""

    key = "errors seen", annotation, severities, bleu.tokenize, bleu.lowercase, test_set.identity
    return Task(cache.STATISTICS, key, lambda tell: seen_in(test_set, bleu, annotation, severities, tell))
