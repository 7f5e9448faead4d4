"""Where segments come from: which of them are of one document, or of one domain, and what these score.

Statistics are added up over the segments, then scored: BLEU of a document is the corpus BLEU of its segments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .counting.arrays import Floats, Ints, rows_at
from .metric import Metric
from .testset import Reference, System, TestSet
from .text.texts import Text, as_column, check_counts, check_named, first_uncovered
from .validation import as_float_array, expect

Origin = Literal["document", "domain"]
"""What segments come from, as it is called in words and in addresses."""
SEGMENT = "segment"
DOCUMENT: Origin = "document"
DOMAIN: Origin = "domain"
COLUMNS: Mapping[Origin, Literal["documents", "domains"]] = {DOCUMENT: "documents", DOMAIN: "domains"}
"""Of each, what of a test set says which segments it has; also what several are called."""


@dataclass(frozen=True, eq=False)
class Origins:
    """Segments by their documents, or by their domains, in the order in which these begin.

    Segments of one name are of one document wherever they stand, and every segment is of one.
    """

    names: tuple[str, ...]
    members: Ints
    """int64 (n_segments,): the number, from 0, of each segment's document"""

    @classmethod
    def of(cls, names: Text, origin: Origin = DOCUMENT) -> "Origins":
        """``names`` (n_segments,): that of each segment's document, or domain; ``ValueError`` where one has none."""
        column = as_column(names, COLUMNS[origin])
        check_named(column, COLUMNS[origin])
        encoded = column.dictionary_encode()  # in the order in which they come
        return cls(tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy().astype(np.int64))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def sizes(self) -> Ints:
        """int64 (n_documents,): how many segments each has."""
        return np.bincount(self.members, minlength=len(self))

    @cached_property
    def firsts(self) -> Ints:
        """int64 (n_documents,): the first segment of each; the number of all segments for one that has none."""
        n_segments = len(self.members)
        firsts = np.full(len(self), n_segments, np.int64)
        firsts[self.members[::-1]] = np.arange(n_segments)[::-1]
        return firsts

    def segments(self, number: int) -> Ints:
        """int64 (n,): the segments of one document, in the order of the file."""
        return np.flatnonzero(self.members == number)

    def among(self, segments: Ints) -> "Origins":
        """Return the same documents with some segments (n,) only; documents may have none."""
        return Origins(self.names, self.members[segments])

    def sums(self, statistics: Floats) -> Floats:
        """float64 (n_documents, ...): the sums of each one's rows of (n_segments, ...), added up in their order.

        Those of one without segments are 0. Raises ``ValueError`` where the rows are of another number of segments.
        """
        rows = np.atleast_1d(as_float_array(statistics, "statistics"))
        check_counts({"documents": len(self.members), "statistics": len(rows)})
        return rows_at(self.members, rows, len(self))

    def scores(self, metric: Metric, statistics: Floats) -> Floats:
        """float64 (n_documents,): what each scores, by one system's statistics, (n_segments, n_statistics).

        One without a segment, or without a score of any of its segments, has NaN. Raises ``ValueError`` as ``sums``
        and the metric do.
        """
        expect(metric, Metric, "metric")
        scores: Floats = metric.score(self.sums(statistics))
        return np.where(self.sizes > 0, scores, np.nan)


def join_documents(test_set: TestSet, documents: Text) -> TestSet:
    """Return the test set with each document as one segment: the texts of its segments, in order, with spaces between.

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
    named = Origins.of(documents)
    check_counts({"documents": len(named.members), "the test set": len(test_set)})
    order = np.argsort(named.members, kind="stable")
    offsets = np.concatenate([[0], np.cumsum(named.sizes)]).astype(np.int32)

    def join(column: pa.StringArray) -> pa.StringArray:
        by_document = pa.ListArray.from_arrays(pa.array(offsets), column.take(pa.array(order)))
        return pc.binary_join(by_document, " ")  # null where one of the texts is

    references = tuple(Reference(of.name, join(of.segments)) for of in test_set.references)
    absent = first_uncovered([reference.segments for reference in references])
    if absent is not None:
        raise ValueError(f"The document {named.names[absent]!r}: no reference has all its segments; one must.")
    systems = tuple(System(of.name, join(of.segments), realigned=of.realigned) for of in test_set.systems)
    source = None if test_set.source is None else join(test_set.source)
    return TestSet(systems, references, source, name=test_set.name, language=test_set.language)
