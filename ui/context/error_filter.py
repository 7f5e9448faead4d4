"""Which marked errors outputs must have, or must not have, for a segment to be looked at. Pure."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from scoring import TestSet
from scoring.judgments import Annotation, ErrorKind
from scoring.judgments.kinds import ANY_KIND, category_name

WITH, WITHOUT = "with", "without"


@dataclass(frozen=True)
class ErrorFilter:
    """What must be marked in an output of a segment."""

    presence: str = ""
    """``WITH``, or ``WITHOUT`` where somebody looked and marked no such error; empty where errors do not matter"""
    kind: ErrorKind = ANY_KIND
    of: str | None = None
    """the system whose output it is; None for any of those shown"""
    by: str | None = None
    """the annotation's name; None for all together"""


ANY_OUTPUT = ErrorFilter()


def counted_annotations(test_set: TestSet, by: str | None) -> tuple[Annotation, ...]:
    """The annotations that count."""
    return tuple(annotation for annotation in test_set.annotations if by in (None, annotation.name))


def passes_error_filter(test_set: TestSet, errors: ErrorFilter, shown: Collection[str]) -> np.ndarray:
    """bool (n_segments,): where one of the outputs has such an error, or where all that somebody judged have none.

    Where nobody judged any of them, a segment passes neither.
    """
    systems = shown if errors.of is None else {errors.of}
    found, judged = np.zeros(len(test_set), bool), np.zeros(len(test_set), bool)
    for annotation in counted_annotations(test_set, errors.by):
        found |= annotation.having(systems, errors.kind)
        judged |= annotation.judged_of(systems)
    return found if errors.presence == WITH else judged & ~found


def describe_error_filter(errors: ErrorFilter) -> str:
    """In words; empty where errors do not matter."""
    if not errors.presence:
        return ""
    kind = errors.kind
    where = f" in {errors.of}" if errors.of else ""
    which = [" or ".join(kind.severities), category_name(kind.category)]
    which += [f"by {kind.annotator}"] if kind.annotator else []
    which += [f"from {errors.by}"] if errors.by else []
    named = ", ".join(filter(None, which))
    return f"{errors.presence} marked errors{where}{': ' if named else ''}{named}"
