"""What the segments of two systems can be sorted by: what is counted in them, and where they come from."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..origins import DOCUMENT, DOMAIN
from ..testset import TestSet
from .buckets import (
    Buckets,
    by_label,
    by_length_difference,
    by_reference_length,
    by_score,
    length_differences,
)
from .counts import NGramCounts
from .pair import ScoredPair

LENGTH, LENGTH_DIFFERENCE, SCORE, LABEL = "reference length", "length difference", "segment score", "label"
"""What segments can be sorted by."""


def segment_sortings(
    pair: ScoredPair, counts: NGramCounts, length_of: int | None, score_of: int | None, labels: pa.StringArray | None
) -> dict[str, Buckets]:
    """The buckets of segments by all that they can be sorted by; ``..._of`` is 0 or 1, one of the pair,
    or None for the mean of both.
    """
    differences = [length_differences(counts, side) for side in (0, 1)]
    found = {
        LENGTH: by_reference_length(counts),
        LENGTH_DIFFERENCE: by_length_difference(_of(differences, length_of)),
        SCORE: by_score(_of(pair.scores, score_of)),
    }
    return found | ({LABEL: by_label(labels)} if labels is not None else {})


def by_origin(test_set: TestSet) -> dict[str, Buckets]:
    """The buckets by domain and by document, where segments are of several; of many the smallest share a bucket."""
    columns = {DOMAIN: test_set.domains, DOCUMENT: test_set.documents}
    found: dict[str, Buckets] = {by: by_label(column) for by, column in columns.items() if column is not None}
    return {by: buckets for by, buckets in found.items() if len(buckets.labels) > 1}


def _of(both: Sequence[Floats] | Sequence[Ints], which: int | None) -> Floats:
    a, b = (values.astype(np.float64) for values in both)
    return (a + b) / 2 if which is None else (a, b)[which]
