"""Scores of whole documents, or of domains: the statistics of their segments are added up, then scored."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Floats, Ints, rows_at
from ..checks import as_numbers, expect
from ..metric import Metric
from ..texts import Text, as_column, check_counts
from .buckets import Buckets


@dataclass(frozen=True, eq=False)
class Documents(Buckets):
    """Segments by their documents, or by their domains; in the order in which these begin, none of them empty."""

    @classmethod
    def of(cls, names: Text) -> "Documents":
        """``names`` (n_segments,): that of each segment's document. Raises ``ValueError`` for what is no text."""
        encoded = as_column(names, "names of documents").fill_null("").dictionary_encode()  # as they come
        return cls(tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy().astype(np.int64))

    @cached_property
    def firsts(self) -> Ints:
        """int64 (n_documents,): the first segment of each."""
        _, firsts = np.unique(self.members, return_index=True)
        return firsts.astype(np.int64)

    def segments(self, number: int) -> Ints:
        """int64 (n,): the segments of one document, in the order of the file."""
        return np.flatnonzero(self.members == number)

    def among(self, segments: Ints) -> Buckets:
        """The same documents with some segments (n,) only, of which the documents may have none."""
        return Buckets(self.labels, self.members[segments])


def sums_by_document(statistics: Floats, documents: Buckets) -> Floats:
    """float64 (n_documents, n_statistics): the sums of (n_segments, n_statistics), added up in the segments' order.

    Those of an empty document are 0. Raises ``ValueError`` where the documents are of another number of segments.
    """
    expect(documents, Buckets, "documents")
    statistics = as_numbers(statistics, "statistics", 2)
    check_counts({"statistics": len(statistics), "documents": len(documents.members)})
    return rows_at(documents.members, statistics, len(documents.labels))


def scores_by_document(metric: Metric, statistics: Floats, documents: Buckets) -> Floats:
    """float64 (n_documents,): each document's score, which for BLEU is the corpus BLEU of its segments.

    ``statistics`` are those of one system, (n_segments, n_statistics). A document without a segment, or without a
    score of any of its segments, has NaN. Raises ``ValueError`` as ``sums_by_document`` and the metric do.
    """
    expect(metric, Metric, "metric")
    scores: Floats = metric.score(sums_by_document(statistics, documents))
    return np.where(documents.sizes > 0, scores, np.nan)
