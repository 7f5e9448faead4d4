"""Documents and domains of segments, and their scores.

Statistics are added up over the segments, then scored: BLEU of a document is the corpus BLEU of its segments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .counting.arrays import Floats, Ints, row_sums_at
from .metric import Metric
from .testset import Reference, System, TestSet
from .text.texts import Text, as_column, check_counts, check_named, first_uncovered
from .validation import as_float_array, expect

Origin = Literal["document", "domain"]
"""Kind of origin, as named in texts and in addresses."""
SEGMENT = "segment"
DOCUMENT: Origin = "document"
DOMAIN: Origin = "domain"
COLUMNS: Mapping[Origin, Literal["documents", "domains"]] = {DOCUMENT: "documents", DOMAIN: "domains"}
"""Field of a test set that names each segment's origin, by kind of origin; also the plural in texts."""


@dataclass(frozen=True, eq=False)
class Origins:
    """The segments of each document, or of each domain, in the order of first appearance.

    Segments with the same name belong to one document wherever they are in the file; every segment belongs to one.
    """

    names: tuple[str, ...]
    members: Ints
    """Number of each segment's document, from 0, int64 (n_segments,)."""

    @classmethod
    def of(cls, names: Text, origin: Origin = DOCUMENT) -> "Origins":
        """Return the origins from each segment's document or domain, (n_segments,); ``ValueError`` for a blank name."""
        column = as_column(names, COLUMNS[origin])
        check_named(column, COLUMNS[origin])
        encoded = column.dictionary_encode()  # in the order in which they come
        return cls(tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy().astype(np.int64))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def sizes(self) -> Ints:
        """Number of segments in each document, int64 (n_documents,)."""
        return np.bincount(self.members, minlength=len(self))

    @cached_property
    def firsts(self) -> Ints:
        """First segment of each document, int64 (n_documents,); the number of all segments for an empty document."""
        n_segments = len(self.members)
        firsts = np.full(len(self), n_segments, np.int64)
        firsts[self.members[::-1]] = np.arange(n_segments)[::-1]
        return firsts

    def segments(self, number: int) -> Ints:
        """Return the segments of one document in the order of the file, int64 (n,)."""
        return np.flatnonzero(self.members == number)

    def among(self, segments: Ints) -> "Origins":
        """Return the same documents with only some of the segments, (n,); a document may then have none."""
        return Origins(self.names, self.members[segments])

    def sums(self, statistics: Floats) -> Floats:
        """Return the sums of each document's rows of (n_segments, ...), float64 (n_documents, ...).

        Rows are added up in their order. The sum of a document without segments is 0. Raises ``ValueError`` where the
        number of rows is not the number of segments.
        """
        rows = np.atleast_1d(as_float_array(statistics, "statistics"))
        check_counts({"documents": len(self.members), "statistics": len(rows)})
        return row_sums_at(self.members, rows, len(self))

    def scores(self, metric: Metric, statistics: Floats) -> Floats:
        """Return each document's score from one system's statistics (n_segments, n_statistics), float64 (n_documents,).

        The score is NaN for a document without segments, or without any segment that has a score. Raises ``ValueError``
        as ``sums`` and the metric do.
        """
        expect(metric, Metric, "metric")
        scores: Floats = metric.score(self.sums(statistics))
        return np.where(self.sizes > 0, scores, np.nan)


def join_documents(test_set: TestSet, documents: Text) -> TestSet:
    """Return the test set with each document as one segment: the texts of its segments, in order, joined by spaces.

    n-grams then go across the ends of sentences, as in document BLEU (d-BLEU; Liu et al. 2020, section 4.1). A
    reference that lacks one of a document's segments lacks the document. Judgments of segments are left out.

    Parameters
    ----------
    test_set : the segments, and what systems wrote for them
    documents : (n_segments,) the name of each segment's document

    Raises
    ------
    ValueError
        Where the counts differ, a segment has no document, or no reference has all segments of a document.

    Examples
    --------
    >>> segments = TestSet.build({"system": ["a b", "c", "d"]}, [["a", "b c", "d"]])
    >>> joined = join_documents(segments, ["first", "first", "second"])
    >>> joined.systems[0].segments.to_pylist(), joined.references[0].segments.to_pylist()
    (['a b c', 'd'], ['a b c', 'd'])
    """
    expect(test_set, TestSet, "test set")
    origins = Origins.of(documents)
    check_counts({"documents": len(origins.members), "the test set": len(test_set)})
    order = np.argsort(origins.members, kind="stable")
    offsets = np.concatenate([[0], np.cumsum(origins.sizes)]).astype(np.int32)

    def join(column: pa.StringArray) -> pa.StringArray:
        by_document = pa.ListArray.from_arrays(pa.array(offsets), column.take(pa.array(order)))
        return pc.binary_join(by_document, " ")  # null where one of the texts is

    references = tuple(Reference(of.name, join(of.segments)) for of in test_set.references)
    absent = first_uncovered([reference.segments for reference in references])
    if absent is not None:
        raise ValueError(f"The document {origins.names[absent]!r}: no reference has all its segments; one must.")
    systems = tuple(System(of.name, join(of.segments), realigned=of.realigned) for of in test_set.systems)
    source = None if test_set.source is None else join(test_set.source)
    return TestSet(systems, references, source, name=test_set.name, language=test_set.language)
