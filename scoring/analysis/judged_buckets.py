"""Sort segments into buckets by the errors that were marked in both outputs."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ..counting.arrays import Ints
from ..judgments import Annotation, ErrorKind
from ..judgments.kinds import ANY_KIND, NO_CATEGORY, CodedTexts, first_spellings, main_category, severity_rank
from ..text.naming import unique_name
from .buckets import Buckets, buckets_by_label

WORST, CATEGORY, ANNOTATOR = "worst error", "category of the worst error", "annotator"
WITH_ERRORS = "outputs with errors"
"""Names of the ways to sort segments."""
NO_ERROR, NOBODY, SEVERAL = "no error", "nobody judged", "several"
BOTH, NEITHER, NOT_BOTH_JUDGED = "both", "neither", "not both judged"
MAX_SEVERITIES = 10
OTHER_SEVERITIES = "other severities"
Pair = tuple[str, str]


def buckets_by_errors(annotation: Annotation, pair: Pair) -> dict[str, Buckets]:
    """Return buckets by the errors of either output, so that neither system is favoured, by the name of the sorting.

    Empty where neither output of any segment was judged. Buckets by annotator are there only if there are several
    annotators.
    """
    if not annotation.judged_segments(pair).any():
        return {}
    buckets_by_name = {WORST: buckets_by_worst_error(annotation, pair), CATEGORY: buckets_by_category(annotation, pair)}
    return buckets_by_name | (
        {ANNOTATOR: buckets_by_annotator(annotation, pair)} if len(annotation.annotators) > 1 else {}
    )


def buckets_by_worst_error(annotation: Annotation, pair: Pair) -> Buckets:
    """Sort segments by the severity of the worst error of either output, the mildest first."""
    worst_first = sorted(annotation.severities, key=severity_rank)
    shown, rest = worst_first[:MAX_SEVERITIES], worst_first[MAX_SEVERITIES:]
    no_error, others, nobody = (unique_name(worst_first, name) for name in (NO_ERROR, OTHER_SEVERITIES, NOBODY))
    labels = (no_error, *[others] * bool(rest), *reversed(shown), nobody)
    place = dict.fromkeys(rest, 1) | {name: len(labels) - 2 - number for number, name in enumerate(shown)}
    columns = annotation.columns
    inside = columns.select_errors(ANY_KIND, pair)
    places = np.array([place.get(name, 0) for name in columns.severities.names], np.int64)[columns.severities.codes]
    worst = np.zeros(len(annotation), np.int64)
    np.maximum.at(worst, columns.segments[inside], places[inside])
    return _without_empty_buckets(labels, np.where(annotation.judged_segments(pair), worst, len(labels) - 1))


def buckets_by_category(annotation: Annotation, pair: Pair) -> Buckets:
    """Sort segments by the first part of the category of the worst error of either output.

    Segments with equally bad errors of several categories are in the bucket ``several``.
    """
    columns = annotation.columns
    inside = np.flatnonzero(columns.select_errors(ANY_KIND, pair))
    ranks = _ranks(columns.severities)[inside]
    segments = columns.segments[inside]
    worst = np.full(len(annotation), np.iinfo(np.int64).max)
    np.minimum.at(worst, segments, ranks)
    above = [main_category(name) for name in columns.categories.names]
    spellings = first_spellings(above)
    no_category = unique_name([name.casefold() for name in spellings.values()], NO_CATEGORY)
    tops = CodedTexts.of([spellings[name] or no_category for name in above])
    are_worst = ranks == worst[segments]
    codes = tops.codes[columns.categories.codes[inside]]
    return _by_common_name(annotation, pair, segments[are_worst], codes[are_worst], tops.names)


def buckets_by_annotator(annotation: Annotation, pair: Pair) -> Buckets:
    """Sort segments by the annotator of both outputs' errors; ``several`` where there is more than one."""
    columns = annotation.columns
    inside = columns.select_errors(ANY_KIND, pair)
    names = columns.annotators
    return _by_common_name(annotation, pair, columns.segments[inside], names.codes[inside], names.names)


def buckets_by_system_with_error(annotation: Annotation, pair: Pair, kind: ErrorKind = ANY_KIND) -> Buckets:
    """Sort segments by which of the two outputs have an error of a kind; those not judged for both share a bucket."""
    a, b = (annotation.having([system], kind) for system in pair)
    labels = (NEITHER, f"only {pair[0]}", f"only {pair[1]}", BOTH, NOT_BOTH_JUDGED)
    are_judged = np.logical_and.reduce([annotation.judged_segments([system]) for system in pair])
    return _without_empty_buckets(labels, np.where(are_judged, a + 2 * b, len(labels) - 1))


def are_both_judged(annotation: Annotation, pair: Pair) -> bool:
    """Return whether there is a segment with both outputs judged."""
    a, b = (annotation.judged_segments([system]) for system in pair)
    return bool((a & b).any())


def _ranks(severities: CodedTexts) -> Ints:
    """Return the rank of each error's severity, smaller for worse errors, int64 (n_errors,)."""
    rank = {name: number for number, name in enumerate(sorted(severities.names, key=severity_rank))}
    ranks: Ints = np.array([rank[name] for name in severities.names], np.int64)[severities.codes]
    return ranks


def _without_empty_buckets(labels: Sequence[str], members: Ints) -> Buckets:
    """Return the buckets without the empty ones."""
    filled, inverse = np.unique(members, return_inverse=True)
    return Buckets(tuple(labels[number] for number in filled), inverse)


def _by_common_name(annotation: Annotation, pair: Pair, segments: Ints, codes: Ints, names: Sequence[str]) -> Buckets:
    """Sort segments by the name of their errors; ``several`` where errors of a segment have different names.

    ``codes`` are those of the errors in ``segments``.
    """
    lowest = np.full(len(annotation), len(names))
    highest = np.full(len(annotation), -1)
    np.minimum.at(lowest, segments, codes)
    np.maximum.at(highest, segments, codes)
    others = [unique_name([name.casefold() for name in names], label) for label in (NO_ERROR, NOBODY, SEVERAL)]
    nothing = np.where(annotation.judged_segments(pair), len(names), len(names) + 1)
    places = np.where(highest < 0, nothing, np.where(lowest == highest, lowest, len(names) + 2))
    return buckets_by_label(pa.array([*names, *others], pa.string()).take(pa.array(places)))
