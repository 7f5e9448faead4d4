"""Which segments are rated: all, some by chance, those of documents, or where metrics say most."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Floats
from ...testset import TestSet
from ...text.texts import check_counts
from ...validation import as_float_array, as_list, check_known, whole_number
from .dealing import shuffle_values
from .plan import MOST_SEED

Segments = tuple[int, ...]
"""0-based, ascending"""


def every_segment(test_set: TestSet) -> Segments:
    """Return all segments."""
    return tuple(range(len(test_set)))


def random_sample(test_set: TestSet, n: int, seed: int) -> Segments:
    """This many segments, all as likely, or all where there are no more; ``ValueError`` for a number below 1."""
    whole_number(seed, "The seed", 0, MOST_SEED)
    whole_number(n, "The number of segments", 1, MOST_SEED)
    return tuple(sorted(shuffle_values(range(len(test_set)), seed, "sample")[:n]))


def of_documents(test_set: TestSet, names: Collection[str]) -> Segments:
    """Return the segments of these documents; ``ValueError`` for one that is not there, and without any."""
    if test_set.documents is None:
        raise ValueError("The test set does not say which segments are of one document.")
    chosen = as_list(names, "names of documents")
    found: list[str] = test_set.documents.to_pylist()
    known = dict.fromkeys(found)
    for name in chosen:
        check_known(name, known, "document")
    if not chosen:
        raise ValueError("Expected at least one document; found none.")
    return tuple(place for place, name in enumerate(found) if name in set(chosen))


def most_disputed(scores: Sequence[Floats], n: int) -> Segments:
    """Return the segments, this many, on whose outputs metrics disagree most.

    ``scores`` are of each metric (n_systems, n_segments), higher is better, NaN where there is none. Each is put on
    one scale, its mean 0 and its standard deviation 1 over all outputs; a segment's disagreement is the standard
    deviation over the metrics, the mean of its outputs. Of equal segments the first come first; those without two
    scores of an output never come. Raises ``ValueError`` for fewer than two metrics, or other shapes.
    """
    tables = [as_float_array(table, "scores of a metric", 2) for table in as_list(scores, "scores")]
    if len(tables) < 2:
        raise ValueError(f"Metrics can disagree where there are two; found {len(tables)}.")
    shapes = [f"{len(table)} x {table.shape[1]}" for table in tables]
    if len(set(shapes)) > 1:
        raise ValueError(f"Expected scores of the same systems and segments of all metrics: {', '.join(shapes)}.")
    on_one_scale = np.stack([_standard(table) for table in tables])
    there = ~np.isnan(on_one_scale)
    n_metrics = there.sum(axis=0)
    filled = np.where(there, on_one_scale, 0.0)
    means = filled.sum(axis=0) / np.maximum(n_metrics, 1)
    variances = (np.where(there, on_one_scale - means, 0.0) ** 2).sum(axis=0) / np.maximum(n_metrics - 1, 1)
    judged = n_metrics > 1
    spread = np.where(judged, np.sqrt(variances), 0.0).sum(axis=0)
    return _largest(np.where(judged.any(axis=0), spread / np.maximum(judged.sum(axis=0), 1), np.nan), n)


def _standard(table: Floats) -> Floats:
    """Mean 0 and standard deviation 1 of the defined values; 0 where all are equal."""
    there = table[~np.isnan(table)]
    if not len(there):
        return table
    standard: Floats = (table - there.mean()) / (there.std() or 1.0)
    return standard


def most_varied(scores: npt.ArrayLike, n: int) -> Segments:
    """Return the segments, this many, on which a metric's scores of systems vary most: ``metric_var`` of
    subset2evaluate.

    ``scores`` are (n_systems, n_segments), NaN where there is none; the variance is that of the systems with a score,
    and segments with fewer than two never come. Of equal segments the first come first. Source: Zouhar et al. (2025),
    How to Select Datapoints for Efficient Human Evaluation of NLG Models?
    """
    table = as_float_array(scores, "scores", 2)
    there = ~np.isnan(table)
    n_systems = there.sum(axis=0)
    filled = np.where(there, table, 0.0)
    means = filled.sum(axis=0) / np.maximum(n_systems, 1)
    variances = (np.where(there, table - means, 0.0) ** 2).sum(axis=0) / np.maximum(n_systems, 1)
    return _largest(np.where(n_systems > 1, variances, np.nan), n)


def widest(first: npt.ArrayLike, second: npt.ArrayLike, n: int) -> Segments:
    """Return the segments, this many, on which a metric's scores of two systems differ most, either way.

    Both (n_segments,), NaN where there is none: such segments never come. ``ValueError`` for unequal numbers.
    """
    ours, theirs = (as_float_array(given, name, 1) for given, name in ((first, "first"), (second, "second")))
    check_counts({"first": len(ours), "second": len(theirs)})
    return _largest(np.abs(ours - theirs), n)


def _largest(values: Floats, n: int) -> Segments:
    whole_number(n, "The number of segments", 1, MOST_SEED)
    order = np.argsort(-values, kind="stable")  # NaN comes last
    defined = order[~np.isnan(values[order])]
    return tuple(sorted(int(place) for place in defined[:n]))
