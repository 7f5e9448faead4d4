"""The choice of segments to rate: all, a random sample, whole documents, or segments selected by scores."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Floats
from ...testset import TestSet
from ...text.texts import check_counts
from ...validation import as_float_array, as_list, check_known, whole_number
from .dealing import shuffle_values
from .plan import MAX_SEED

Segments = tuple[int, ...]
"""Numbers of segments, from 0, in ascending order."""


def every_segment(test_set: TestSet) -> Segments:
    """Return all segments."""
    return tuple(range(len(test_set)))


def random_sample(test_set: TestSet, n: int, seed: int) -> Segments:
    """Return a random sample of ``n`` segments, or all if there are no more; raise ``ValueError`` for ``n`` below 1."""
    whole_number(seed, "The seed", 0, MAX_SEED)
    whole_number(n, "The number of segments", 1, MAX_SEED)
    return tuple(sorted(shuffle_values(range(len(test_set)), seed, "sample")[:n]))


def segments_of_documents(test_set: TestSet, names: Collection[str]) -> Segments:
    """Return the segments of these documents; raise ``ValueError`` for an unknown document, and for none."""
    if test_set.documents is None:
        raise ValueError("The test set does not say which segments are of one document.")
    chosen = as_list(names, "names of documents")
    documents: list[str] = test_set.documents.to_pylist()
    existing_names = dict.fromkeys(documents)
    for name in chosen:
        check_known(name, existing_names, "document")
    if not chosen:
        raise ValueError("Expected at least one document; found none.")
    return tuple(place for place, name in enumerate(documents) if name in set(chosen))


def most_disputed(scores: Sequence[Floats], n: int) -> Segments:
    """Return the ``n`` segments on whose outputs metrics disagree most.

    ``scores`` has for each metric an array (n_systems, n_segments), higher is better, NaN without a score. Each metric
    is scaled to mean 0 and standard deviation 1 over all outputs; a segment's disagreement is the standard deviation
    over the metrics, averaged over its outputs. Equal segments are taken in their order; segments in which no output
    has two scores are never taken. Raises ``ValueError`` for fewer than two metrics, or other shapes.
    """
    tables = [as_float_array(table, "scores of a metric", 2) for table in as_list(scores, "scores")]
    if len(tables) < 2:
        raise ValueError(f"Metrics can disagree where there are two; found {len(tables)}.")
    shapes = [f"{len(table)} x {table.shape[1]}" for table in tables]
    if len(set(shapes)) > 1:
        raise ValueError(f"Expected scores of the same systems and segments of all metrics: {', '.join(shapes)}.")
    on_one_scale = np.stack([_standard(table) for table in tables])
    are_defined = ~np.isnan(on_one_scale)
    n_metrics = are_defined.sum(axis=0)
    filled = np.where(are_defined, on_one_scale, 0.0)
    means = filled.sum(axis=0) / np.maximum(n_metrics, 1)
    variances = (np.where(are_defined, on_one_scale - means, 0.0) ** 2).sum(axis=0) / np.maximum(n_metrics - 1, 1)
    are_comparable = n_metrics > 1
    spread = np.where(are_comparable, np.sqrt(variances), 0.0).sum(axis=0)
    return _largest(np.where(are_comparable.any(axis=0), spread / np.maximum(are_comparable.sum(axis=0), 1), np.nan), n)


def _standard(table: Floats) -> Floats:
    """Return the values scaled to mean 0 and standard deviation 1, without NaN; 0 where all are equal."""
    values = table[~np.isnan(table)]
    if not len(values):
        return table
    standard: Floats = (table - values.mean()) / (values.std() or 1.0)
    return standard


def most_varied(scores: npt.ArrayLike, n: int) -> Segments:
    """Return the ``n`` segments on which a metric's scores of systems vary most: ``metric_var`` of subset2evaluate.

    ``scores`` are (n_systems, n_segments), NaN without a score; the variance is over the systems with a score, and
    segments with fewer than two are never taken. Equal segments are taken in their order. Source: Zouhar et al. (2025),
    How to Select Datapoints for Efficient Human Evaluation of NLG Models?
    """
    table = as_float_array(scores, "scores", 2)
    are_defined = ~np.isnan(table)
    n_systems = are_defined.sum(axis=0)
    filled = np.where(are_defined, table, 0.0)
    means = filled.sum(axis=0) / np.maximum(n_systems, 1)
    variances = (np.where(are_defined, table - means, 0.0) ** 2).sum(axis=0) / np.maximum(n_systems, 1)
    return _largest(np.where(n_systems > 1, variances, np.nan), n)


def largest_score_differences(first: npt.ArrayLike, second: npt.ArrayLike, n: int) -> Segments:
    """Return the ``n`` segments on which a metric's scores of two systems differ most, in either direction.

    Both arrays are (n_segments,); segments with a NaN are never taken. Raises ``ValueError`` for unequal lengths.
    """
    first_scores, second_scores = (
        as_float_array(values, name, 1) for values, name in ((first, "first"), (second, "second"))
    )
    check_counts({"first": len(first_scores), "second": len(second_scores)})
    return _largest(np.abs(first_scores - second_scores), n)


def _largest(values: Floats, n: int) -> Segments:
    whole_number(n, "The number of segments", 1, MAX_SEED)
    order = np.argsort(-values, kind="stable")  # NaN comes last
    defined = order[~np.isnan(values[order])]
    return tuple(sorted(int(place) for place in defined[:n]))
